/** Months, days and hours of global irradiance, as tables and pictures of years have them. */
import { describe, expect, it } from "vitest";
import { lightOf, monthlyMeans } from "../../src/cli/year-file/light.js";
import { inHours, meansOf, withoutLeapDay } from "../../src/cli/year-file/rows.js";
import type { WeatherSeries } from "../../src/weather/series.js";

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
  for (let day = first / DAY; day < first / DAY + days; day++) {
    if (new Date(day * DAY).getUTCMonth() === month) means.push(day % 10);
  }
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
