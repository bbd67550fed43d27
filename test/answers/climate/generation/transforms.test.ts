/** Monthly values of unusual and of warmer years. */
import { describe, expect, it } from "vitest";
import { extremeMonths, globalWarming, warmerMonths } from "../../../../src/answers/climate/generation/extremes.js";
import type { MonthlyMeans } from "../../../../src/answers/climate/generation/types.js";

const MONTHLY: MonthlyMeans = {
  globalHorizontalIrradiance: new Array(12).fill(100),
  diffuseHorizontalIrradiance: new Array(12).fill(50),
  temperature: new Array(12).fill(10),
  temperatureMin: new Array(12).fill(5),
  temperatureMax: new Array(12).fill(15),
  windSpeed: new Array(12).fill(3),
};

describe("extremeMonths", () => {
  // The 90 % point of the normal distribution, 1.2816, times 4 % and 0.6 K.
  it("has little light and low temperatures for P90, the reverse for P10, and the same for P50", () => {
    const [p90, p50, p10] = (["p90", "p50", "p10"] as const).map((level) => extremeMonths(MONTHLY, { level }).monthly);
    expect(p90!.globalHorizontalIrradiance[3]).toBeCloseTo(94.874, 3);
    expect(p90!.diffuseHorizontalIrradiance![3]).toBeCloseTo(47.437, 3);
    expect(p90!.temperature![3]).toBeCloseTo(9.2311, 4);
    expect(p90!.temperatureMin![3]).toBeCloseTo(4.2311, 4);
    expect(p90!.windSpeed).toBe(MONTHLY.windSpeed);
    expect(p50).toEqual(MONTHLY);
    expect(p10!.globalHorizontalIrradiance[3]).toBeCloseTo(105.126, 3);
    expect(p10!.temperatureMax![3]).toBeCloseTo(15.7689, 4);
  });

  it("takes each month's own spread, else √12/1.3 of the year's with a notice", () => {
    const own = extremeMonths(MONTHLY, {
      level: "p90",
      scope: "month",
      monthSpread: Array.from({ length: 12 }, (_, month) => month / 100),
      temperatureSpread: 1,
    });
    expect(own.monthly.globalHorizontalIrradiance[10]).toBeCloseTo(100 * (1 - 0.12815516), 5);
    expect(own.monthly.temperature![0]).toBeCloseTo(8.71845, 5);
    expect(own.notices.map(({ message }) => message).join()).not.toMatch(/assumed to vary/);
    const usual = extremeMonths(MONTHLY, { level: "p90", scope: "month" });
    expect(usual.monthly.globalHorizontalIrradiance[0]).toBeCloseTo(
      100 * (1 - (1.2815516 * 0.04 * Math.sqrt(12)) / 1.3),
      5,
    );
    expect(usual.notices.map(({ message }) => message).join()).toMatch(/months are assumed to vary by 10\.7 %/);
  });

  it.each<[object, RegExp]>([
    [{ level: "p75" }, /level must be p10, p50 or p90, got p75/],
    [{ level: "p90", scope: "day" }, /scope must be year or month, got day/],
    [{ level: "p90", yearSpread: 4 }, /yearSpread must be a number from 0 to 0\.5, got 4/],
    [{ level: "p90", scope: "month", monthSpread: [0.1] }, /monthSpread must be 12 numbers, got 1 of them/],
  ])("refuses %j", (options, message) => {
    expect(() => extremeMonths(MONTHLY, options as never)).toThrow(message);
  });
});

describe("warming", () => {
  it("is that of the table in the middle of its periods, and linear between them", () => {
    expect(globalWarming("ssp2_45", 2050.5)).toBeCloseTo(2.0, 12);
    expect(globalWarming("ssp5_85", 2090.5)).toBeCloseTo(4.4, 12);
    expect(globalWarming("ssp5_85", 2040.5)).toBeCloseTo(2.0, 12);
    expect(globalWarming("ssp3_70", 2070.5)).toBeCloseTo(2.85, 12);
    expect(globalWarming("ssp1_26", 2004.5)).toBeCloseTo(0.85, 12);
    expect(globalWarming("ssp1_26", 2023)).toBeCloseTo(1.295, 12);
    expect(globalWarming("ssp5_85", 2100)).toBeCloseTo(4.4 + (9.5 * 2) / 40, 12);
    expect(globalWarming("ssp5_85", 1995)).toBeCloseTo(0.85 - (9.5 * 0.24) / 11, 12);
  });

  it("is taken from the data's own period on", () => {
    const { monthly, warming, notices } = warmerMonths(MONTHLY, "ssp2_45", 2050, [2011, 2020]);
    expect(warming).toBeCloseTo(2 - 0.5 * 0.025 - 1.09, 12);
    expect(monthly.temperature![5]).toBeCloseTo(10 + warming, 12);
    expect(monthly.temperatureMin![5]).toBeCloseTo(5 + warming, 12);
    expect(monthly.globalHorizontalIrradiance).toEqual(MONTHLY.globalHorizontalIrradiance);
    expect(notices[0]!.message).toMatch(/0\.90 K over 2011–2020, a global mean/);
  });

  it("refuses what the table does not reach", () => {
    expect(() => globalWarming("rcp85" as never, 2050)).toThrow(/scenario must be one of ssp1_26, .*, got rcp85/);
    expect(() => globalWarming("ssp2_45", 2150)).toThrow(/year must be from 1995 to 2100, got 2150/);
    expect(() => warmerMonths(MONTHLY, "ssp2_45", 2050, [2014, 1995])).toThrow(/period must be \[first, last\] year/);
    expect(() => warmerMonths(MONTHLY, "ssp2_45", 2050, [1951, 1980])).toThrow(/year must be from 1995/);
  });
});
