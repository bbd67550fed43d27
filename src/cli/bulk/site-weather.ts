/** Weather of single sites: files and archives, read in the threads that compute. */
import type { BulkSite, SiteNote, WeatherFunction } from "../../answers/bulk/types.js";
import type { YieldReading } from "../../answers/yield/types.js";
import { yearInZone } from "../../data/series/typical-year.js";
import type { ExamineOptions } from "../../data/weather/believe/types.js";
import { examineReading, withoutAssumptions } from "../../data/weather/examined-reading.js";
import { readWeather, type WeatherReading } from "../../data/weather/node.js";
import type { ReadWeatherOptions } from "../../data/weather/read-weather.js";
import { askForZone } from "../../data/weather/readers/table/clock-questions.js";
import type { WeatherPlace, WeatherSeries } from "../../data/weather/series.js";
import { lruOf } from "../../foundation/cache/lru.js";
import { DAY, yearOf, yearStart } from "../../foundation/time/calendar.js";
import { firstMoment, fixedZone, type Zone } from "../../foundation/time/zone.js";
import { parseObservationRequest } from "../../index.js";
import { type ArchiveChoice, type ArchiveWeather, openArchiveWeather, weatherFor } from "../archive-weather.js";
import { believed, skyOf, withZoneName } from "../believed.js";
import type { DoubtFlags } from "../options/shared.js";
import { altitudeOfMap } from "../place-context.js";
import { placeOf } from "./sites.js";

export interface FileReading extends DoubtFlags {
  readonly options: ReadWeatherOptions;
  /** In place of that of the maps. */
  readonly turbidity: ExamineOptions["linkeTurbidity"];
  /**
   * Typical years begin with 1 January of the local standard time of their place: else they would begin and end within the months
   * of two other years.
   */
  readonly inLocalYear: boolean;
  /** Each site takes what its file says of itself, too. */
  readonly ofYields?: boolean | undefined;
  /** In place of what the file states. */
  readonly typicalYear?: boolean | undefined;
}

/** As it was read, and what looking at it found. */
export interface ReadFile extends WeatherReading {
  readonly found: readonly SiteNote[];
}

/**
 * @param site where the file is looked at, if it does not state its place
 * @throws WeatherError for a file that cannot be read, or whose clock is surely wrong and not trusted
 */
export async function readFileFor(
  { options, inLocalYear, turbidity, typicalYear, ...flags }: FileReading,
  path: string,
  site?: WeatherPlace,
): Promise<ReadFile> {
  const bare = await readPlaced(path, { ...options, examine: false }, site);
  const at = bare.series.place ?? site;
  const told = typicalYear === undefined ? bare : { ...bare, typicalYear };
  const looked = examineReading({ ...told, notices: [] }, at && (await skyOf(at, turbidity)));
  const { notices: found, ...reading } = believed(looked, path, flags);
  return {
    ...inYear({ ...reading, notices: withoutAssumptions(bare.notices, looked.examination) }, inLocalYear),
    found: found.map((notice) => ({ ...notice, message: `${path}: ${notice.message}`, about: path })),
  };
}

/** As it is, and asked for its zone where the site says that it is not that of UTC. */
async function readPlaced(
  path: string,
  options: ReadWeatherOptions,
  site: WeatherPlace | undefined,
): Promise<WeatherReading> {
  try {
    const reading = await readWeather(path, options);
    const { series, notices } = reading;
    if (notices.some(({ code }) => code === "time-zone"))
      askForZone(series, series.place ?? site, notices, { file: path });
    return reading;
  } catch (cause) {
    throw await withZoneName(cause, site);
  }
}

function inYear(reading: WeatherReading, inLocalYear: boolean): WeatherReading {
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

/** Metres, for a site without an altitude; its weather may still know one. */
export interface MapAltitude {
  readonly map_altitude?: number | undefined;
}

/** The series with the altitude of the map, if it has none and the site brings one. */
function withMapAltitude(series: WeatherSeries, site: BulkSite, tell: (note: SiteNote) => void): WeatherSeries {
  const { map_altitude: altitude } = site as MapAltitude;
  if (altitude === undefined || series.place?.altitude !== undefined) return series;
  tell(mapAltitudeNote(altitude));
  return { ...series, place: { latitude: Number(site.lat), longitude: Number(site.lon), ...series.place, altitude } };
}

export function mapAltitudeNote(altitude: number): SiteNote {
  const message = `${altitudeOfMap(altitude)}; give yours in the column altitude, with --altitude or with --dem`;
  return { code: "altitude", about: "the embedded map", message };
}

/** The part of a site that names its own weather file. */
export interface WeatherFile extends FileReading {
  readonly path: string;
}

/** A file as it was read for the first of its sites, with which it is told what was found. */
interface SiteFile {
  readonly series: WeatherSeries;
  /** What it says of itself. */
  readonly about: Omit<YieldReading, "series">;
  readonly untold: SiteNote[];
}

/** Neighbours in the list often share a file. */
const KEPT_FILES = 4;
const kept = /* @__PURE__ */ lruOf<Promise<SiteFile>>(KEPT_FILES);

/** @throws WeatherError for a file that cannot be read */
export async function siteWeather(
  site: BulkSite,
  _index: number,
  { tell }: Parameters<WeatherFunction>[2],
): Promise<WeatherSeries | YieldReading> {
  const file = site.weather_file as WeatherFile;
  const { series, about, untold } = await fileOf(file, site);
  for (const note of untold.splice(0)) tell(note);
  const placed = withMapAltitude(series, site, tell);
  return file.ofYields ? { series: placed, ...about } : placed;
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

/** @param site one of those that the file is of */
async function readSiteFile({ path, ...reading }: WeatherFile, site: BulkSite): Promise<SiteFile> {
  const { series, found, ...read } = await readFileFor(reading, path, placeOf(site));
  const { format, typicalYear, horizonInLight, examination } = read;
  return { series, about: { format, typicalYear, horizonInLight, examination }, untold: [...found] };
}

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
export async function siteArchive(
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
