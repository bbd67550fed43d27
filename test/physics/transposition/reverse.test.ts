import { describe, expect, test } from "vitest";
import { erbsDriesse } from "../../../src/physics/models/decomposition/index.js";
import type { GtiDirintInputs } from "../../../src/physics/models/transposition/gti-dirint.js";
import {
  aoi,
  beamComponent,
  getGroundDiffuse,
  ghiFromPoaDriesse2023,
  gtiDirint,
  perezDriesse,
} from "../../../src/physics/models/transposition/index.js";
import { loadFixture } from "../../answers/accuracy/table.js";

describe("ghiFromPoaDriesse2023", () => {
  const sun = { surfaceTilt: 30, surfaceAzimuth: 180, solarZenith: 44, solarAzimuth: 150, dniExtra: 1361.1 };

  test("finds the GHI that the plane's irradiance was made from, as close as asked", () => {
    for (const ghi of [5, 120, 480, 900]) {
      const { dni, dhi } = erbsDriesse({ ghi, zenith: 44, dniExtra: 1361.1 });
      const sky = perezDriesse({ ...sun, dni, dhi }).skyDiffuse[0]!;
      const ground = getGroundDiffuse({ surfaceTilt: 30, ghi }).groundDiffuse[0]!;
      const poaGlobal = beamComponent({ ...sun, dni }).beam[0]! + sky + ground;
      for (const xtol of [undefined, 1e-9]) {
        const error = ghiFromPoaDriesse2023({ ...sun, poaGlobal }, { xtol }).ghi[0]! - ghi;
        expect(Math.abs(error)).toBeLessThan(xtol ?? 0.01);
      }
    }
  });

  test("0 for no light, isotropic with the sun down, NaN for more than the sky can give", () => {
    const { ghi } = ghiFromPoaDriesse2023({ ...sun, poaGlobal: [-3, 0, 5000] });
    expect(Array.from(ghi)).toEqual([0, 0, Number.NaN]);
    const down = ghiFromPoaDriesse2023({ ...sun, solarZenith: 93, poaGlobal: 4, albedo: 0 }, { xtol: 1e-9 });
    expect(down.ghi[0]).toBeCloseTo(4 / ((1 + Math.cos(Math.PI / 6)) / 2), 8);
    expect(ghiFromPoaDriesse2023({ ...sun, surfaceTilt: 180, albedo: 0, poaGlobal: 0 }).ghi[0]).toBe(0);
  });

  test("a tolerance that is none is named; one below the last digit ends all the same", () => {
    expect(() => ghiFromPoaDriesse2023({ ...sun, poaGlobal: 5 }, { xtol: 0 })).toThrow(/xtol/);
    expect(ghiFromPoaDriesse2023({ ...sun, poaGlobal: 500 }, { xtol: 1e-300 }).ghi[0]).toBeGreaterThan(300);
  });
});

describe("gtiDirint", () => {
  const { inputs } = loadFixture("pvlib/transposition/gti_dirint_published");
  const day = inputs as { readonly [name in keyof Required<GtiDirintInputs>]: Float64Array };
  const row = {
    ...{ surfaceTilt: 30, surfaceAzimuth: 180, solarZenith: 44, solarAzimuth: 150, poaGlobal: 700, aoi: 20 },
    ...{ time: Date.UTC(2023, 5, 3, 17), pressure: 90000, albedo: 0.2 },
  };

  test("incidence follows from the angles; a missing dew point is no missing value", () => {
    const { aoi: given, tempDew: _, ...rest } = day;
    const computed = gtiDirint(rest);
    const expected = gtiDirint({ ...rest, aoi: given, tempDew: Number.NaN });
    for (let i = 0; i < given.length; i++) expect(computed.ghi[i]).toBeCloseTo(expected.ghi[i]!, 8);
  });

  test("the components close: GHI = DNI·cos z + DHI", () => {
    const { ghi, dni, dhi } = gtiDirint(day);
    for (let i = 0; i < ghi.length; i++) {
      const sum = dni[i]! * Math.cos((day.solarZenith[i]! * Math.PI) / 180) + dhi[i]!;
      expect(sum).toBeCloseTo(ghi[i]!, 9);
    }
  });

  test("with the sun down all is diffuse and isotropic", () => {
    const { ghi, dni, dhi } = gtiDirint({ ...row, aoi: [95, 80], solarZenith: [92, 90], poaGlobal: 3, albedo: 0 });
    for (const i of [0, 1]) {
      expect(dni[i]).toBe(0);
      expect(dhi[i]).toBeCloseTo(3 / ((1 + Math.cos(Math.PI / 6)) / 2), 10);
      expect(ghi[i]).toBe(dhi[i]);
    }
  });

  test("stays finite and not negative where clearness runs off: bright planes, grazing light, none at all", () => {
    const poaGlobal = [0, 1, 90, 400, 1500, 5000];
    for (const angle of [0, 60, 89.9]) {
      const out = gtiDirint({
        ...row,
        solarZenith: 89.5,
        aoi: angle,
        poaGlobal,
        time: poaGlobal.map((_, i) => row.time + 9e5 * i),
      });
      for (const column of Object.values(out)) {
        for (const value of column) expect(value >= 0 && Number.isFinite(value)).toBe(true);
      }
    }
  });

  test("half days go by the sun: another label of the hours changes nothing but the day of the year", () => {
    const shifted = gtiDirint({ ...day, time: day.time.map((t) => t + 3 * 3_600_000) });
    const { ghi } = gtiDirint(day);
    for (let i = 0; i < ghi.length; i++) expect(Math.abs(shifted.ghi[i]! - ghi[i]!)).toBeLessThan(0.05 * ghi[i]! + 1);
  });

  test("a missing row is no neighbour, and leaves rows of another day as they are", () => {
    const poaGlobal = day.poaGlobal.slice();
    poaGlobal[3] = Number.NaN;
    const whole = gtiDirint(day);
    const gap = gtiDirint({ ...day, poaGlobal });
    expect(gap.ghi[3]).toBeNaN();
    expect(Array.from(gap.ghi, Number.isNaN).filter(Boolean).length).toBe(1);
    expect(gap.dni.slice(60)).toEqual(whole.dni.slice(60));
  });

  test("a plane that the sun does not reach in any row is refused, as by pvlib", () => {
    const behind = { ...row, aoi: [90, 97, 120], time: [0, 1, 2].map((hour) => row.time + hour * 3_600_000) };
    expect(() => gtiDirint(behind)).toThrow(/^gtiDirint: aoi must be below 90° in some rows/);
    expect(gtiDirint(behind, { calculateGt90: false }).dni.every(Number.isNaN)).toBe(true);
    // Of rows behind the plane, those without a row at 65…80° in their half day stay unknown.
    const { ghi } = gtiDirint({ ...behind, aoi: [60, 97, 120] });
    expect([...ghi].map(Number.isNaN)).toEqual([false, true, true]);
    const night = gtiDirint({ ...behind, solarZenith: [93, Number.NaN, 91] });
    expect([...night.ghi].map(Number.isNaN)).toEqual([false, true, false]);
  });

  test("options: bad ones are named; calculateGt90 leaves the rows behind the plane out", () => {
    expect(() => gtiDirint(day, { modelPerez: "1991" as never })).toThrow(/gtiDirint: the Perez model/);
    expect(() => gtiDirint(day, { maxIterations: 0 })).toThrow(/gtiDirint: maxIterations/);
    expect(() => gtiDirint(day, { maxIterations: 1.5 })).toThrow(
      new RangeError("gtiDirint: maxIterations must be a whole number, got 1.5"),
    );
    const { ghi } = gtiDirint(day, { calculateGt90: false });
    const angle = aoi(day).aoi;
    for (let i = 0; i < ghi.length; i++) expect(Number.isNaN(ghi[i]!)).toBe(angle[i]! >= 90);
  });
});
