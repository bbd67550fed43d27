/** Weather files of single sites, read in the threads that compute. */
import type { BulkSite, WeatherFunction } from "../../bulk/types.js";
import { readWeather } from "../../weather/node.js";
import type { ReadOptions } from "../../weather/readers/format.js";
import type { WeatherSeries } from "../../weather/series.js";
import { withMapAltitude } from "./map-altitude.js";

/** The part of a site that names its own weather file. */
export interface WeatherFile {
  readonly path: string;
  readonly options: ReadOptions;
}

/** Neighbours in the list often share a file. */
const KEPT = 4;
const kept = new Map<string, Promise<WeatherSeries>>();

/** @throws WeatherError for a file that cannot be read */
export default async function siteWeather(
  site: BulkSite,
  _index: number,
  { tell }: Parameters<WeatherFunction>[2],
): Promise<WeatherSeries> {
  return withMapAltitude(await seriesOf(site.weather_file as WeatherFile), site, tell);
}

function seriesOf({ path, options }: WeatherFile): Promise<WeatherSeries> {
  const known = kept.get(path);
  if (known) return known;
  const series = readWeather(path, options).then((reading) => reading.series);
  for (const oldest of kept.keys()) if (kept.size >= KEPT) kept.delete(oldest);
  kept.set(path, series);
  return series;
}
