/** Typical years whose days are those of a zone: no hour is left over in the years beside. */
import { describe, expect, it } from "vitest";
import { zoneNamed } from "../../src/time/zone.js";
import type { WeatherSeries } from "../../src/weather/series.js";
import { yearInZone } from "../../src/weather/year-in-zone.js";

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
