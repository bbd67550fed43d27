import { describe, expect, it } from "vitest";
import { dayNumberOfYear, dayOfYearOf, yearOfDayNumber } from "../../../src/foundation/time/calendar.js";
import { deltaT, espenakMeeusDeltaT } from "../../../src/physics/models/solar-position/delta-t.js";
import { readFixture } from "./fixtures.js";

const { polynomial, leapSeconds } = JSON.parse(readFixture("delta-t.json")) as {
  polynomial: [number, number][];
  leapSeconds: [number, number][];
};

describe("deltaT", () => {
  it("equals the IERS values on the first of each month", () => {
    const lines = readFixture("delta-t-monthly.csv").trim().split("\n").slice(1);
    expect(lines.length).toBe(648);
    const time = lines.map((line) => Date.parse(`${line.split(",")[0]}T00:00:00Z`));
    const got = deltaT({ time }).deltaT;
    lines.forEach((line, i) => {
      // The table holds whole ms.
      expect(Math.abs(got[i]! - Number(line.split(",")[1]))).toBeLessThan(5.001e-4);
    });
  });

  it("keeps |UT1 − UTC| below 0.9 s, as the leap seconds were made to", () => {
    for (const [time, taiMinusUtc] of leapSeconds) {
      const ut1MinusUtc = 32.184 + taiMinusUtc - deltaT({ time }).deltaT[0]!;
      expect(Math.abs(ut1MinusUtc)).toBeLessThan(0.9);
    }
  });

  it("is linear within a month, leap days included", () => {
    const [from, middle, to] = deltaT({
      time: [Date.UTC(2024, 1, 1), Date.UTC(2024, 1, 15, 12), Date.UTC(2024, 2, 1)],
    }).deltaT;
    expect(middle).toBeCloseTo((from! + to!) / 2, 9);
  });

  it("has pvlib's Espenak–Meeus polynomials before", () => {
    for (const [year, expected] of polynomial) {
      expect(Math.abs(espenakMeeusDeltaT(year) - expected)).toBeLessThan(1e-9 * Math.max(1, Math.abs(expected)));
    }
    const middleOf1950 = Date.UTC(1950, 6, 2, 12);
    expect(deltaT({ time: middleOf1950 }).deltaT[0]).toBeCloseTo(espenakMeeusDeltaT(1950.5), 9);
  });

  it("joins table and polynomial with less than 0.1 s, and holds the last value", () => {
    const start = Date.UTC(1973, 1, 1);
    const [before, after] = deltaT({ time: [start - 1, start] }).deltaT;
    expect(Math.abs(after! - before!)).toBeLessThan(0.1);
    const late = deltaT({ time: [Date.UTC(2027, 0, 1), Date.UTC(2100, 0, 1), Date.UTC(6000, 0, 1)] }).deltaT;
    for (const value of late) expect(value).toBeCloseTo(69.096, 9);
  });

  it("is NaN for NaN and infinite time, in those rows only", () => {
    const got = deltaT({ time: [0, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, null, 0] }).deltaT;
    expect([...got].map(Number.isNaN)).toEqual([false, true, true, true, true, false]);
  });
});

describe("the calendar", () => {
  it("agrees with Date", () => {
    const days = [-1_450_013, -719_528, -25_567, -1, 0, 364, 365, 789, 19_782, 2_932_896, 1_472_292];
    for (let day = 10_957; day < 10_957 + 366 * 5; day++) days.push(day);
    for (const day of days) {
      const date = new Date(day * 86_400_000);
      const year = date.getUTCFullYear();
      expect(yearOfDayNumber(day)).toBe(year);
      const first = new Date(0).setUTCFullYear(year, 0, 1) / 86_400_000;
      expect(dayNumberOfYear(year)).toBe(first);
      expect(dayOfYearOf(day * 86_400_000 + 86_399_999)).toBe(day - first + 1);
    }
    expect(dayOfYearOf(Number.NaN)).toBeNaN();
  });
});
