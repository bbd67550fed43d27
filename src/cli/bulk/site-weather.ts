/** Weather files of single sites, read in the threads that compute. */
import type { BulkSite, SiteNote, WeatherFunction } from "../../bulk/types.js";
import { lruOf } from "../../cache/lru.js";
import type { WeatherSeries } from "../../weather/series.js";
import type { YieldReading } from "../../yield/types.js";
import { withMapAltitude } from "./map-altitude.js";
import { type FileReading, readFileFor } from "./read-file.js";
import { placeOf } from "./sites.js";

/** The part of a site that names its own weather file. */
export interface WeatherFile extends FileReading {
  readonly path: string;
}

/** A file as it was read for the first of its sites, with which it is told what was found. */
export interface SiteFile {
  readonly series: WeatherSeries;
  /** What it says of itself. */
  readonly about: Omit<YieldReading, "series">;
  readonly untold: SiteNote[];
}

/** Neighbours in the list often share a file. */
const KEPT = 4;
const kept = /* @__PURE__ */ lruOf<Promise<SiteFile>>(KEPT);

/** @throws WeatherError for a file that cannot be read */
export default async function siteWeather(
  site: BulkSite,
  _index: number,
  { tell }: Parameters<WeatherFunction>[2],
): Promise<WeatherSeries | YieldReading> {
  const file = site.weather_file as WeatherFile;
  const series = await weatherOfFile(site, fileOf, tell);
  return file.ofYields ? { series, ...(await fileOf(file, site)).about } : series;
}

/** @throws WeatherError for a file that cannot be read */
export async function weatherOfFile(
  site: BulkSite,
  read: (file: WeatherFile, site: BulkSite) => Promise<SiteFile>,
  tell: (note: SiteNote) => void,
): Promise<WeatherSeries> {
  const { series, untold } = await read(site.weather_file as WeatherFile, site);
  for (const note of untold.splice(0)) tell(note);
  return withMapAltitude(series, site, tell);
}

/** @param site one of those that the file is of */
export async function readSiteFile({ path, ...reading }: WeatherFile, site: BulkSite): Promise<SiteFile> {
  const { series, found, ...read } = await readFileFor(reading, path, placeOf(site));
  const { format, typicalYear, horizonInLight, examination } = read;
  return { series, about: { format, typicalYear, horizonInLight, examination }, untold: [...found] };
}

function fileOf(file: WeatherFile, site: BulkSite): Promise<SiteFile> {
  // A site whose place is none is rejected later: what it leaves unexamined is not for the others.
  const key = placeOf(site) === undefined ? `without a place: ${file.path}` : file.path;
  const known = kept.get(key);
  if (known) return known;
  const read = readSiteFile(file, site);
  kept.set(key, read);
  return read;
}
