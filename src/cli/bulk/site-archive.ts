/** Weather of single sites from a described archive, read in the threads that compute: each has the archive open for itself. */
import type { BulkSite, WeatherFunction } from "../../bulk/types.js";
import { parseObservationRequest } from "../../index.js";
import type { WeatherSeries } from "../../weather/series.js";
import type { YieldReading } from "../../yield/types.js";
import { type ArchiveChoice, type ArchiveWeather, openArchiveWeather, weatherFor } from "../archive-weather.js";
import { withMapAltitude } from "./map-altitude.js";

/** The part of a site that says which archive its weather is from, and what for. */
export interface SiteArchive {
  /** Path of the description, or words of `--weather`. */
  readonly file: ArchiveChoice;
  /** Of the run; a site may have its own. */
  readonly start: string | undefined;
  readonly end: string | undefined;
  readonly frequency: string | undefined;
  readonly altitude: number | undefined;
  /** Unix ms. */
  readonly now: number;
  /** Whether yields are computed, which ask what the light is worth. */
  readonly ofYields?: boolean | undefined;
}

const open = new Map<string, Promise<ArchiveWeather>>();

/** @throws ArchiveError where there is no weather for the site, or its sources fail; RequestError for an invalid site */
export default async function siteArchive(
  site: BulkSite,
  _index: number,
  { tell }: Parameters<WeatherFunction>[2],
): Promise<WeatherSeries | YieldReading> {
  const { file, now, frequency, ofYields, ...run } = site.weather_archive as SiteArchive;
  const key = String(file);
  const archive = open.get(key) ?? openArchiveWeather(file);
  open.set(key, archive);
  const { lat, lon, start = run.start, end = run.end, altitude = run.altitude } = site;
  const request = parseObservationRequest({ lat, lon, start, end, frequency }, { now });
  const { series, lightSource, notes } = await weatherFor(await archive, file, request, now, altitude);
  for (const note of notes) tell(note);
  const placed = withMapAltitude(series, site, tell);
  return ofYields ? { series: placed, lightSource } : placed;
}
