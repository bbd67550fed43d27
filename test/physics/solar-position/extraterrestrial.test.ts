import { describe, expect, it } from "vitest";
import {
  extraterrestrialRows,
  getExtraRadiation,
} from "../../../src/physics/models/solar-position/extraterrestrial.js";
import { readColumns } from "./fixtures.js";

const { n, column } = readColumns("extra-radiation.json");
const time = column("time");

describe("getExtraRadiation", () => {
  it.each(["spencer", "asce"] as const)("%s equals pvlib's, from time and from day of year", (method) => {
    const expected = column(method);
    const fromTime = getExtraRadiation({ time }, { method }).dniExtra;
    const fromDay = getExtraRadiation({ dayOfYear: column("dayOfYear") }, { method }).dniExtra;
    for (let i = 0; i < n; i++) {
      expect(Math.abs(fromTime[i]! - expected[i]!)).toBeLessThan(1e-9);
      expect(fromDay[i]).toBe(fromTime[i]);
    }
  });

  it("nrel equals pvlib's to 1e-4 W/m²", () => {
    // pvlib holds ΔT at 67 s; ours differs by up to 17 s, in which R changes by 6e-8.
    const expected = column("nrel");
    const got = getExtraRadiation({ time }, { method: "nrel" }).dniExtra;
    for (let i = 0; i < n; i++) expect(Math.abs(got[i]! - expected[i]!)).toBeLessThan(2e-4);
  });

  it("uses spencer and 1366.1 W/m² unless told otherwise, and scales with the constant", () => {
    const standard = getExtraRadiation({ dayOfYear: 100 }).dniExtra[0]!;
    expect(standard).toBe(
      getExtraRadiation({ dayOfYear: 100 }, { method: "spencer", solarConstant: 1366.1 }).dniExtra[0],
    );
    const other = getExtraRadiation({ dayOfYear: 100 }, { solarConstant: 1361.1 }).dniExtra[0]!;
    expect(other / standard).toBeCloseTo(1361.1 / 1366.1, 12);
  });

  it("gives NaN for NaN in that row only", () => {
    for (const method of ["spencer", "asce", "nrel"] as const) {
      const { dniExtra } = getExtraRadiation({ time: [0, Number.NaN, null, 0] }, { method });
      expect([...dniExtra].map(Number.isNaN)).toEqual([false, true, true, false]);
    }
  });

  it("refuses what it cannot use, by name", () => {
    expect(() => getExtraRadiation({})).toThrow(TypeError);
    expect(() => getExtraRadiation({ time: 0, dayOfYear: 1 })).toThrow(TypeError);
    expect(() => getExtraRadiation({ dayOfYear: 1 }, { method: "nrel" })).toThrow(/nrel.* needs time/);
    expect(() => getExtraRadiation({ time: 0 }, { method: "pyephem" as never })).toThrow(RangeError);
  });
});

describe("extraterrestrialRows", () => {
  it("follows the inverse square of the distance", () => {
    const out = new Float64Array(4);
    extraterrestrialRows(0, 3, Float64Array.of(1, 0.5, Number.NaN, 1), 1361.1, out);
    expect([...out]).toEqual([1361.1, 4 * 1361.1, Number.NaN, 0]);
  });
});
