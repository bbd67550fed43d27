/** Months, days and hours of global irradiance, as tables and pictures of years have them. */
import { describe, expect, it } from "vitest";
import { readMonthlyCsv } from "../../src/cli/generate/monthly-csv.js";
import { toYears } from "../../src/cli/options/parse.js";
import { inHours, meansOf, withoutLeapDay } from "../../src/cli/year-file.js";
import { lightOf, monthlyMeans } from "../../src/cli/year-light.js";
import type { WeatherSeries } from "../../src/data/weather/series.js";

const DAY = 86_400_000;

/** Local days of 24 h; day k (of the epoch) has k mod 10 · 24 W/m² in its last hour, which is its mean. */
function series(first: number, days: number, timeZone: number, interval = 3600): WeatherSeries {
  const rows = (days * 86_400) / interval;
  const ofDay = 86_400 / interval;
  const light = Float64Array.from({ length: rows }, (_, row) =>
    row % ofDay >= ofDay - 3600 / interval ? ((Math.floor(row / ofDay) + first / DAY) % 10) * 24 : 0,
  );
  const place = { latitude: 0, longitude: 0, timeZone };
  const temperature = light.map((value) => value / 24);
  return {
    start: first - timeZone * 3_600_000,
    interval,
    place,
    columns: { global_horizontal_irradiance: light, temperature },
  };
}

function expected(first: number, days: number, month: number): number {
  const means: number[] = [];
  for (let day = first / DAY; day < first / DAY + days; day++)
    if (new Date(day * DAY).getUTCMonth() === month) means.push(day % 10);
  return means.reduce((sum, mean) => sum + mean, 0) / means.length;
}

describe.each([
  [0, 3600],
  [5.5, 3600],
  [-7, 900],
])("on the clock UTC%d in steps of %i s", (timeZone, interval) => {
  const first = Date.UTC(2011, 0, 1);
  const weather = series(first, 365, timeZone, interval);

  it("has the months' sums and means", () => {
    const { months, range, days, hours } = lightOf(weather);
    expect(months[1]).toBeCloseTo((expected(first, 365, 1) * 24 * 28) / 1000, 12);
    expect(months[11]).toBeCloseTo((expected(first, 365, 11) * 24 * 31) / 1000, 12);
    expect(monthlyMeans(weather, "temperature")[4]).toBeCloseTo(expected(first, 365, 4) / 24, 12);
    expect(range).toBeUndefined();
    expect(days).toHaveLength(365);
    expect(days[3]).toBeCloseTo(((first / DAY + 3) % 10) * 0.024, 12);
    expect(hours).toHaveLength(8760);
    expect(hours[4 * 24 - 1]).toBe(((first / DAY + 3) % 10) * 24);
  });

  it("has a range of years in which a month has 25 days and more", () => {
    const days = 365 + 24;
    const { range, months } = lightOf(series(first, days, timeZone, interval));
    const january = (expected(first, 365, 0) * 24 * 31) / 1000;
    expect(range![0]).toEqual([expect.closeTo(january, 12), expect.closeTo(january, 12)]);
    expect(months[0]).not.toBeCloseTo(january, 3);
    expect(lightOf(series(first, days + 1, timeZone, interval)).range![0]![1]).toBeGreaterThan(january);
  });

  it("counts no day with a gap, and none that is not whole", () => {
    const light = Float64Array.from(weather.columns.global_horizontal_irradiance as Float64Array);
    light[(40 * 86_400) / interval + 5] = Number.NaN;
    const part = {
      ...weather,
      columns: { global_horizontal_irradiance: light.subarray(3) },
      start: (weather.start as number) + 3000 * interval,
    };
    const { days, hours } = lightOf(part);
    expect(days).toHaveLength(363);
    expect(hours).toHaveLength(363 * 24);
  });
});

describe("many years", () => {
  it("have least and most of each month", () => {
    const first = Date.UTC(2011, 0, 1);
    const { range, months } = lightOf(series(first, 365 + 366, 1));
    const july = [2011, 2012].map((year) => (expected(Date.UTC(year, 6, 1), 31, 6) * 24 * 31) / 1000);
    expect(range![6]![0]).toBeCloseTo(Math.min(...july), 12);
    expect(range![6]![1]).toBeCloseTo(Math.max(...july), 12);
    expect(months[6]).toBeCloseTo((july[0]! + july[1]!) / 2, 12);
  });
});

describe("rows", () => {
  const minutes = series(Date.UTC(2011, 0, 1), 2, 1, 60);
  const sourceTimes = Float64Array.from({ length: 2880 }, (_, row) => (minutes.start as number) + row * 60_000);

  it("have means over longer steps, which are missing where one is", () => {
    const temperature = Float64Array.from({ length: 2880 }, (_, row) => (row === 100 ? Number.NaN : row));
    const quarters = meansOf({ ...minutes, columns: { temperature } }, 15);
    expect(quarters.interval).toBe(900);
    expect(quarters.columns.temperature).toHaveLength(192);
    expect(quarters.columns.temperature![1]).toBe(22);
    expect(quarters.columns.temperature![6]).toBeNaN();
    const hours = inHours({ series: minutes, sourceTimes });
    expect(hours.series.interval).toBe(3600);
    expect(hours.sourceTimes[1]! - hours.sourceTimes[0]!).toBe(3_600_000);
    expect(inHours(hours)).toEqual(hours);
  });

  it("lose 29 February of a leap year, and keep the times of all others", () => {
    const leap = series(Date.UTC(2032, 0, 1), 366, 1);
    const times = Float64Array.from({ length: 8784 }, (_, row) => (leap.start as number) + row * 3_600_000);
    const { series: year, sourceTimes: kept } = withoutLeapDay({ series: leap, sourceTimes: times });
    expect(year.start).toBe(Date.UTC(2005, 0, 1) - 3_600_000);
    expect(year.columns.temperature).toHaveLength(8760);
    expect(new Date(kept[59 * 24]! + 3_600_000).toISOString()).toBe("2032-03-01T00:00:00.000Z");
    const light = year.columns.global_horizontal_irradiance!;
    expect(light[59 * 24 + 23]).toBe(leap.columns.global_horizontal_irradiance![60 * 24 + 23]);
    const common = { series: series(Date.UTC(2031, 0, 1), 365, 1), sourceTimes: times.slice(0, 8760) };
    expect(withoutLeapDay(common)).toEqual(common);
  });
});

describe("a table of months", () => {
  const energies = Array.from({ length: 12 }, (_, month) => 10 * (month + 1));
  const named = (name: (month: number) => string | number) =>
    energies.map((energy, month) => `${name(month)},${energy}`);
  const read = (head: string, rows: readonly unknown[]) =>
    readMonthlyCsv([head, ...rows].join("\n")).columns.global_horizontal_irradiance?.values;
  const [HEAD, ALONE] = ["month,global_horizontal_irradiance", "global_horizontal_irradiance"];

  it("has its rows by their months, in any order, or is of twelve rows without them", () => {
    const long = (month: number) => new Date(Date.UTC(2001, month)).toLocaleString("en", { month: "long" });
    for (const name of [(month: number) => month + 1, long, (month: number) => long(month).slice(0, 3)]) {
      expect(read(HEAD, named(name))).toEqual(energies);
      expect(read(HEAD, named(name).reverse())).toEqual(energies);
    }
    expect(read(ALONE, energies)).toEqual(energies);
  });

  it.each([
    ["a sum below it", ALONE, [...energies, 780], /expected twelve rows, January first, got 13/],
    ["a month that is not there", HEAD, named((month) => month + 1).slice(1), /no row for January/],
    ["a month twice", HEAD, [...named((month) => month + 1), "3,5"], /line 14: March occurs twice/],
    ["months from 0", HEAD, named((month) => month), /line 2: month must be 1 to 12 or an English name, got "0"/],
  ])("is refused with %s", (_, head, rows, message) => {
    expect(() => read(head, rows)).toThrow(message);
  });
});

it("years of a period are in their order", () => {
  expect([toYears("1991-2020"), toYears("2020-2020")]).toEqual([
    [1991, 2020],
    [2020, 2020],
  ]);
  for (const text of ["2020-1991", "1991", "91-20"]) expect(() => toYears(text)).toThrow("two years such as 1991-2020");
});
