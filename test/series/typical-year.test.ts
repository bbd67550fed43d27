/** Typical years on other dates. */
import { describe, expect, it } from "vitest";
import { relabelYear, repeatYear, withDaysAround } from "../../src/series/typical-year.js";
import { DAY } from "../../src/time/calendar.js";

describe("a repeated year", () => {
  const year = {
    start: Date.UTC(2023, 0, 1),
    interval: 3600,
    columns: { temperature: Float64Array.from({ length: 8760 }, (_, k) => k) },
  };
  const at = (start: number, end: number) => [
    ...(repeatYear(year, { start, end }, ["temperature"]).columns.temperature as Float64Array),
  ];

  it("has the same hour of the same day in every year", () => {
    for (const y of [1999, 2000, 2023, 2024, 2100]) {
      expect(at(Date.UTC(y, 0, 1), Date.UTC(y, 0, 1, 2))).toEqual([0, 1]);
      expect(at(Date.UTC(y, 11, 31, 23), Date.UTC(y + 1, 0, 1, 1))).toEqual([8759, 0]);
      expect(at(Date.UTC(y, 2, 1), Date.UTC(y, 2, 1, 1))).toEqual([59 * 24]);
    }
  });

  it("repeats 28 February on the 29th", () => {
    const twice = at(Date.UTC(2024, 1, 28), Date.UTC(2024, 2, 1));
    expect(twice.slice(24)).toEqual(twice.slice(0, 24));
    expect(twice[0]).toBe(58 * 24);
  });

  it("keeps its phase, and is NaN where it has no rows", () => {
    const half = { ...year, start: year.start + 30 * 60_000, columns: { temperature: Float64Array.of(7, 8) } };
    const { start, columns } = repeatYear(half, { start: Date.UTC(2030, 0, 1), end: Date.UTC(2030, 0, 1, 3) }, [
      "temperature",
    ]);
    expect(start).toBe(Date.UTC(2029, 11, 31, 23, 30));
    expect([...(columns.temperature as Float64Array)]).toEqual([NaN, 7, 8, NaN]);
  });

  it("may be one of 366 days, whose 29 February is passed over", () => {
    const days = (first: number) => Float64Array.from({ length: 366 * 24 }, (_, k) => first + Math.floor(k / 24));
    const leap = { start: Date.UTC(2020, 0, 1), interval: 3600, columns: { temperature: days(0) } };
    const noonOf = (month: number, day: number, from = leap) =>
      repeatYear(from, { start: Date.UTC(2023, month, day), end: Date.UTC(2023, month, day, 1) }, ["temperature"])
        .columns.temperature![0];
    expect([noonOf(1, 28), noonOf(2, 1), noonOf(11, 31)]).toEqual([58, 60, 365]);
    const west = { ...leap, start: leap.start + 5 * 3_600_000 };
    expect([noonOf(2, 2, west), noonOf(0, 1, west)]).toEqual([60, 365]);
  });

  it("needs intervals that make a day", () => {
    expect(() => repeatYear({ ...year, interval: 7 * 3600 }, { start: 0, end: 1 }, [])).toThrow("got 25200 s");
  });
});

describe("a year with another number", () => {
  const days = Float64Array.from({ length: 365 * 4 }, (_, k) => Math.floor(k / 4));
  const year = { start: Date.UTC(2005, 0, 1) - 5.5 * 3_600_000, interval: 21_600, columns: { temperature: days } };

  it("moves to a common year as it is", () => {
    const { start, columns } = relabelYear(year, 2005, 2030);
    expect(start).toBe(Date.UTC(2030, 0, 1) - 5.5 * 3_600_000);
    expect(columns.temperature).toBe(days);
  });

  it("has an empty 29 February in a leap year, and keeps all other dates", () => {
    const { start, columns } = relabelYear(year, 2005, 2048);
    const longer = columns.temperature as Float64Array;
    expect([start, longer.length]).toEqual([Date.UTC(2048, 0, 1) - 5.5 * 3_600_000, 366 * 4]);
    const dayOf = (month: number, day: number) =>
      longer[((Date.UTC(2048, month, day) - Date.UTC(2048, 0, 1)) / DAY) * 4];
    expect([dayOf(1, 28), dayOf(1, 29), dayOf(2, 1), dayOf(11, 31)]).toEqual([58, NaN, 59, 364]);
    expect(longer.filter(Number.isNaN).length).toBe(4);
  });

  it("gets its last day in front and its first behind", () => {
    const { start, columns } = withDaysAround(year);
    const wider = columns.temperature as Float64Array;
    expect([start, wider.length]).toEqual([year.start - DAY, 367 * 4]);
    expect([wider[0], wider[3], wider[4], wider.at(-5), wider.at(-4), wider.at(-1)]).toEqual([364, 364, 0, 364, 0, 0]);
  });
});
