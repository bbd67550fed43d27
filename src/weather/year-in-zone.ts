/** Typical years in local time: readers lay them over a year of UTC, whose ends are in other years of a zone's calendar. */
import { DAY, yearOf, yearStart } from "../time/calendar.js";
import { firstMoment, type Zone } from "../time/zone.js";
import type { WeatherSeries } from "./series.js";

/**
 * A typical year turned to begin with 1 January of a zone's calendar. What it has at its end comes to its beginning or the other way
 * round, for no hour of it belongs to a date.
 *
 * @param series of a reader, whose starts are Unix ms
 * @returns a copy; the series itself, if it is no whole year, or not that of a calendar to a day
 */
export function yearInZone(series: WeatherSeries, zone: Zone): WeatherSeries {
  const { columns } = series;
  const start = Number(series.start);
  const step = series.interval * 1000;
  const year = yearOf(start + 183 * DAY);
  const period = (yearStart(year + 1) - yearStart(year)) / step;
  const begin = firstMoment(zone, yearStart(year));
  const turn = Math.floor((begin - start) / step);
  const rows = Object.values(columns)[0]?.length ?? 0;
  if (!Number.isInteger(period) || rows < period || Math.abs(turn * step) > DAY) return series;
  const first = start + turn * step;
  const count = Math.ceil((firstMoment(zone, yearStart(year + 1)) - first) / step);
  const turned: { [name: string]: Float64Array } = {};
  for (const [name, values] of Object.entries(columns)) {
    turned[name] = Float64Array.from({ length: count }, (_, k) => values![(k + turn + period) % period] ?? Number.NaN);
  }
  return { ...series, start: first, columns: turned };
}
