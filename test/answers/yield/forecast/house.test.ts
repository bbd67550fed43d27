import { describe, expect, it } from "vitest";
import { ownUseOf } from "../../../../src/answers/own-use/own-use.js";
import { powerAnswer } from "../../../../src/answers/yield/answer.js";
import { forecastPower, optimumOf, yieldSeries } from "../../../../src/answers/yield/index.js";
import type { YieldSystem } from "../../../../src/answers/yield/types.js";
import { loadSample } from "../../../../src/data/weather/index.js";

const run = await loadSample();
const HOUR = 3_600_000;
const now = new Date(run.start).getTime() + 4000 * HOUR;
const period = { start: now, end: now + 24 * HOUR };
const planes = [{ surfaceTilt: 30, surfaceAzimuth: 180, kwp: 8 }];
const at = { now, period, timeZone: "America/New_York" };

describe("a forecast with a house", () => {
  it("has what own use makes of the same rows", () => {
    const system: YieldSystem = { planes, battery: 5, house: { load: 4000 } };
    const { columns, notices, start, interval } = forecastPower(run, system, at);
    const rows = { start, step: interval * 1000, power: columns.acPower, timeZone: -5 };
    const own = ownUseOf(rows, { load: 4000, timeZone: at.timeZone });
    expect([...columns.load!]).toEqual([...own.columns.load]);
    columns.acPower.forEach((power, row) => {
      const rest = power + columns.imported![row]! - columns.load![row]! - columns.exported![row]!;
      const held = 1000 * (columns.stored![row]! - (row === 0 ? columns.stored![0]! : columns.stored![row - 1]!));
      // What is left charges the battery, with its losses.
      if (row > 0)
        expect(Math.abs((rest > 0 ? 0.95 * rest : rest / 0.95) * (interval / 3600) - held)).toBeLessThan(1e-6);
    });
    expect(Math.max(...columns.stored!)).toBeCloseTo(5, 9);
    expect(notices.map(({ code }) => code)).toContain("battery");
  });

  it("has the limit of feed-in behind the house", () => {
    const limited = forecastPower(run, { planes, exportLimit: 1, house: { load: 4000 } }, at);
    expect(Math.max(...limited.columns.acPower)).toBeCloseTo(1000, 9);
    expect(Math.max(...limited.columns.exported!)).toBe(1000);
    const noon = limited.columns.exported!.indexOf(1000);
    expect(limited.columns.imported![noon]).toBe(0);
  });

  it("stands in its answer, and nothing of it without a house", () => {
    const withHouse = powerAnswer(forecastPower(run, { planes, house: { load: 4000 } }, at)) as {
      values: object;
      meta: { units: object };
    };
    expect(Object.keys(withHouse.values)).toEqual([
      "ac_power",
      "plane_irradiance",
      "snow_loss",
      "load",
      "imported",
      "exported",
      "stored",
    ]);
    expect(withHouse.meta.units).toMatchObject({ load: "W", stored: "kWh" });
    const without = powerAnswer(forecastPower(run, { planes }, at)) as { values: object };
    expect(Object.keys(without.values)).toEqual(["ac_power", "plane_irradiance", "snow_loss"]);
  });

  it("is asked for by the system: options of yieldOf are refused elsewhere", () => {
    const load = { load: 4000 } as never;
    expect(() => forecastPower(run, { planes }, { ...at, ...(load as object) })).toThrow(
      /options\.load is one of yieldOf/,
    );
    expect(() => yieldSeries(run, { planes }, load)).toThrow(/yieldSeries: options\.load is one of yieldOf/);
    expect(() => optimumOf(run, { planes }, load)).toThrow(/options\.load is one of yieldOf/);
  });
});
