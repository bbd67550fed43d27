/** Weather files as a bulk run reads them: for sums of local periods, a typical year has the months of its place. */
import { DAY, yearOf, yearStart } from "../../time/calendar.js";
import { firstMoment, fixedZone, type Zone } from "../../time/zone.js";
import { readWeather, type WeatherReading } from "../../weather/node.js";
import type { ReadWeatherOptions } from "../../weather/readers/format.js";
import type { WeatherSeries } from "../../weather/series.js";
import { yearInZone } from "../../weather/year-in-zone.js";

export interface FileReading {
  readonly options: ReadWeatherOptions;
  /**
   * Typical years begin with 1 January of the local standard time of their place: else they would begin and end within the months
   * of two other years.
   */
  readonly inLocalYear: boolean;
}

/** @throws WeatherError for a file that cannot be read */
export async function readFileFor({ options, inLocalYear }: FileReading, path: string): Promise<WeatherReading> {
  const reading = await readWeather(path, options);
  const { place } = reading.series;
  if (!inLocalYear || !reading.typicalYear || place === undefined) return reading;
  const zone = fixedZone(place.timeZone ?? Math.round(place.longitude / 15));
  return { ...reading, series: withinYear(yearInZone(reading.series, zone), zone) };
}

/** Without the hours that the ends of the year cut, in a zone of half or quarter hours: a part of them is in another year. */
function withinYear(series: WeatherSeries, zone: Zone): WeatherSeries {
  const start = Number(series.start);
  const step = series.interval * 1000;
  const year = yearOf(start + 183 * DAY);
  const from = Math.max(Math.ceil((firstMoment(zone, yearStart(year)) - start) / step), 0);
  const to = Math.floor((firstMoment(zone, yearStart(year + 1)) - start) / step);
  const columns = Object.entries(series.columns).map(([name, values]) => [
    name,
    Array.prototype.slice.call(values, from, to),
  ]);
  return { ...series, start: start + from * step, columns: Object.fromEntries(columns) };
}
