/** Typical years on other dates. */
import { describe, expect, it } from "vitest";
import { relabelYear, repeatYear, withDaysAround, yearInZone } from "../../../src/data/series/typical-year.js";
import type { WeatherSeries } from "../../../src/data/weather/series.js";
import { DAY } from "../../../src/foundation/time/calendar.js";
import { zoneNamed } from "../../../src/foundation/time/zone.js";

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

const HOUR = 3_600_000;
const START = Date.UTC(2023, 0, 1);

/** Rows numbered from the first hour of the UTC year. */
function numbered(count: number, start = START): WeatherSeries {
  return { start, interval: 3600, columns: { temperature: Float64Array.from({ length: count }, (_, k) => k) } };
}

function turned(series: WeatherSeries, zone: string) {
  const { start, columns } = yearInZone(series, zoneNamed(zone)!);
  const rows = columns.temperature as Float64Array;
  return { hours: (Number(start) - START) / HOUR, count: rows.length, first: rows[0], last: rows.at(-1) };
}

describe("yearInZone", () => {
  it.each([
    ["+10:00", { hours: -10, count: 8760, first: 8750, last: 8749 }],
    ["Australia/Sydney", { hours: -11, count: 8760, first: 8749, last: 8748 }],
    ["America/New_York", { hours: 5, count: 8760, first: 5, last: 4 }],
    ["UTC", { hours: 0, count: 8760, first: 0, last: 8759 }],
  ])("begins with 1 January of %s", (zone, expected) => {
    expect(turned(numbered(8760), zone)).toEqual(expected);
  });

  it("has the hours that both ends of the zone's year cut", () => {
    expect(turned(numbered(8760), "+05:30")).toEqual({ hours: -6, count: 8761, first: 8754, last: 8754 });
  });

  it("has each row once, where the reader repeats the one that the year's ends cut", () => {
    const series = numbered(8761, START - HOUR / 2);
    expect(turned(series, "+09:30")).toEqual({ hours: -9.5, count: 8760, first: 8751, last: 8750 });
  });

  it("turns a leap year of 366 days", () => {
    const { start, columns } = yearInZone(numbered(8784, Date.UTC(2024, 0, 1)), zoneNamed("+01:00")!);
    expect(start).toBe(Date.UTC(2023, 11, 31, 23));
    expect([columns.temperature!.length, columns.temperature![0]]).toEqual([8784, 8783]);
  });

  it("leaves parts of a year, and years of another beginning, as they are", () => {
    for (const series of [numbered(8759), numbered(8760, Date.UTC(2023, 6, 1))]) {
      expect(yearInZone(series, zoneNamed("+10:00")!)).toBe(series);
    }
  });
});
