/** Weather files of single sites, read in the threads that compute. */
import type { BulkSite, SiteNote, WeatherFunction } from "../../bulk/types.js";
import { lruOf } from "../../cache/lru.js";
import type { WeatherSeries } from "../../weather/series.js";
import { LightCheck } from "./light-check.js";
import { withMapAltitude } from "./map-altitude.js";
import { type FileReading, readFileFor } from "./read-file.js";

/** The part of a site that names its own weather file. */
export interface WeatherFile extends FileReading {
  readonly path: string;
}

/** A file as it was read. */
export interface ReadFile {
  readonly series: WeatherSeries;
  readonly light: LightCheck;
}

/** Neighbours in the list often share a file. */
const KEPT = 4;
const kept = /* @__PURE__ */ lruOf<Promise<ReadFile>>(KEPT);

/** @throws WeatherError for a file that cannot be read */
export default function siteWeather(
  site: BulkSite,
  _index: number,
  { tell }: Parameters<WeatherFunction>[2],
): Promise<WeatherSeries> {
  return weatherOfFile(site, fileOf, tell);
}

/** @throws WeatherError for a file that cannot be read */
export async function weatherOfFile(
  site: BulkSite,
  read: (file: WeatherFile) => Promise<ReadFile>,
  tell: (note: SiteNote) => void,
): Promise<WeatherSeries> {
  const { series, light } = await read(site.weather_file as WeatherFile);
  const doubt = light.at(site);
  if (doubt !== undefined) tell(doubt);
  return withMapAltitude(series, site, tell);
}

export async function readSiteFile({ path, ...reading }: WeatherFile): Promise<ReadFile> {
  const { series } = await readFileFor(reading, path);
  return { series, light: new LightCheck(path, series) };
}

function fileOf(file: WeatherFile): Promise<ReadFile> {
  const { path } = file;
  const known = kept.get(path);
  if (known) return known;
  const read = readSiteFile(file);
  kept.set(path, read);
  return read;
}
