/** Flags in the open: limits themselves, rows without an answer, and what is refused. Agreement with others: test/answers/accuracy/quality.ts. */
import { describe, expect, it } from "vitest";
import { UPPER_LIMITS } from "../../../src/data/weather/limits.js";
import {
  checkIrradianceConsistencyQcrad,
  checkIrradianceLimitsQcrad,
  clearskyLimits,
  dailyInsolationLimits,
  interpolationDiff,
  kTests,
  staleValuesDiff,
  trackerOff,
} from "../../../src/physics/models/quality/index.js";

const noon = { solarZenith: 0, dniExtra: 1361 };

describe("limits of Long and Dutton", () => {
  it("stand where they are published: 1.5·E0 + 100, 0.95·E0 + 50 and E0 for the sun overhead", () => {
    const most = { ghi: 1.5 * 1361 + 100, dhi: 0.95 * 1361 + 50, dni: 1361 };
    for (const [name, value] of Object.entries(most)) {
      const flag = (reading: number) =>
        checkIrradianceLimitsQcrad({ ...noon, [name]: reading })[`${name as "ghi"}LimitFlag`][0];
      expect([name, flag(value - 0.01), flag(value), flag(-3.99), flag(-4)]).toEqual([name, 1, 0, 1, 0]);
    }
  });

  it("are those by which the engine calls a value impossible", () => {
    expect(UPPER_LIMITS.ghi).toEqual({ offset: 100, extra: 1.5, power: 1.2 });
    expect(UPPER_LIMITS.dhi).toEqual({ offset: 50, extra: 0.95, power: 1.2 });
    expect(UPPER_LIMITS.directHorizontal.offset).toBe(4);
  });

  it("have no flag for a component that is left out, and refuse other limits", () => {
    expect(checkIrradianceLimitsQcrad({ ...noon, ghi: 500 }).dhiLimitFlag[0]).toBeNaN();
    expect(() => checkIrradianceLimitsQcrad({ ...noon, ghi: 5 }, { limits: "rare" as never })).toThrow(
      'limits must be "physical" or "extreme", got rare',
    );
  });
});

describe("consistency", () => {
  const row = (ghi: number, solarZenith = 60) =>
    checkIrradianceConsistencyQcrad({ solarZenith, ghi, dhi: 100, dni: 0 }, { outsideDomain: Number.NaN });
  it("allows 8 % with a high sun and 15 % with a low one", () => {
    expect([107.9, 108.1, 92.1, 91.9].map((ghi) => row(ghi).consistentComponents[0])).toEqual([1, 0, 1, 0]);
    expect([114.9, 115.1].map((ghi) => row(ghi, 80).consistentComponents[0])).toEqual([1, 0]);
  });
  it("says nothing at night if asked to", () => {
    expect(row(100, 93).consistentComponents[0]).toBeNaN();
    expect(() =>
      checkIrradianceConsistencyQcrad({ solarZenith: 1, ghi: 1, dhi: 1, dni: 1 }, { outsideDomain: "no" as never }),
    ).toThrow("outsideDomain must be a number or NaN, got no");
  });
});

it("K-tests find a sky that is clear and all diffuse, and a beam too strong for the altitude", () => {
  const inputs = { ghi: 900, dhi: 880, dni: 20, dniExtra: 1361, solarZenith: 30, altitude: 0 };
  expect(kTests(inputs).kClearLimit[0]).toBe(0);
  expect(kTests({ ...inputs, dni: 1101 }).knLimit[0]).toBe(0);
  expect(kTests({ ...inputs, dni: 1101, altitude: 100 }).knLimit[0]).toBe(1);
});

it("a tracker is off where GHI is of a clear sky without DNI, but not under a cloud", () => {
  const inputs = { dni: 3, dniExtra: 1361, solarZenith: 30 };
  expect(trackerOff({ ...inputs, ghi: [900, 300] }).trackerOff).toEqual(Float64Array.of(1, 0));
});

describe("stale values and lines", () => {
  const x = [1, 5, 5, 5, 2, 4, 6, 8, 3];
  it("mark the end of a window, its tail or all of it", () => {
    const marked = (mark: "end" | "tail" | "all") => [...staleValuesDiff({ x }, { window: 3, mark }).stale].join("");
    expect([marked("end"), marked("tail"), marked("all")]).toEqual(["000100000", "001100000", "011100000"]);
    expect([...interpolationDiff({ x }, { window: 4 }).interpolated].join("")).toBe("000001110");
  });
  it("do not go over a gap, and refuse windows without a stretch", () => {
    expect(staleValuesDiff({ x: [5, 5, null, 5, 5] }, { window: 3 }).stale).toEqual(
      Float64Array.of(0, 0, Number.NaN, 0, 0),
    );
    expect(() => staleValuesDiff({ x }, { window: 1 })).toThrow("window must be finite and at least 2, got 1");
    expect(() => interpolationDiff({ x }, { window: 2 })).toThrow("window must be finite and at least 3, got 2");
    expect(() => staleValuesDiff({ x }, { mark: "some" as never })).toThrow('mark must be "tail", "end" or "all"');
  });
});

describe("against the clear sky", () => {
  it("a night without light passes", () => {
    expect(clearskyLimits({ measured: [0, 111, 109], clearsky: [0, 100, 100] }).withinClearsky).toEqual(
      Float64Array.of(1, 0, 1),
    );
  });
  it("days are those of the time zone", () => {
    const time = Array.from({ length: 48 }, (_, hour) => hour * 3_600_000);
    const irradiance = time.map((_, hour) => (hour < 24 ? 100 : 10));
    const within = (timeZone: number) =>
      dailyInsolationLimits({ time, irradiance, clearsky: 100 }, { timeZone }).withinDaily.indexOf(0);
    expect([within(0), within(-6)]).toEqual([24, 30]);
  });
});
