/** The weather of `irradiance bulk`: one file for all sites, the nearest of several, or one per site. */
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { dirname, resolve } from "node:path";
import type { BulkSite, ModuleExport, SimulationOptions, SiteNote } from "../../answers/bulk/types.js";
import { readWeather } from "../../data/weather/node.js";
import type { ReadWeatherOptions } from "../../data/weather/read-weather.js";
import type { WeatherPlace } from "../../data/weather/series.js";
import { cos, DEG, sin } from "../../foundation/math/index.js";
import { type ArchiveChoice, type ArchiveWeather, openArchiveWeather, refuseMistyped } from "../archive-weather.js";
import { UsageError } from "../errors.js";
import type { PlaceMaps } from "../place-context.js";
import type { SiteList, SiteRow } from "./site-list.js";
import type { SiteArchive, WeatherFile } from "./site-weather.js";
import { type FileReading, type MapAltitude, mapAltitudeNote, type ReadFile, readFileFor } from "./site-weather.js";
import { placeOf, readSites } from "./sites.js";

const LOADERS = new URL("./site-weather.js", import.meta.url).href;
const LOADER: ModuleExport = { module: LOADERS, export: "siteWeather" };
const ARCHIVE: ModuleExport = { module: LOADERS, export: "siteArchive" };
const PLACEHOLDER = /\{([^{}]+)\}/g;

export interface BulkWeather {
  /** For sites without a file of their own. */
  readonly shared?: ReadFile | undefined;
  /** The file of a site, if it has its own. */
  readonly fileOf: (row: SiteRow) => string | undefined;
  /** For sites without a file of their own. */
  readonly archive?: SiteArchive | undefined;
  /** What is to be known of the weather of all sites. */
  readonly notes?: readonly string[] | undefined;
  /** Hashes of the files that were read: a resumed run must find the same. */
  readonly identity: { readonly [key: string]: string };
}

/**
 * @param paths one file; several, of which each site takes the nearest; or one with a column's name in braces, `{id}.csv`
 * @throws UsageError for files that cannot serve every site; WeatherError for a file that cannot be read
 */
export async function openWeather(
  paths: readonly string[],
  list: SiteList,
  reading: FileReading,
  archive?: SiteArchive,
): Promise<BulkWeather> {
  const own = ownFiles(list);
  const [first, ...others] = paths;
  if (archive !== undefined) {
    if (first !== undefined && typeof archive.file === "string")
      throw new UsageError("--weather and --archive both name the weather: give one of them");
    const pattern = paths.find((path) => path.match(PLACEHOLDER));
    if (pattern !== undefined)
      throw new UsageError(
        `--weather ${pattern}, a file for each site, does not go with a source: name the files in the column "weather"`,
      );
    // A wrong description is found before the run, not in its threads.
    const opened = await openArchiveWeather(archive.file);
    await opened.close();
    return { fileOf: own, archive, notes: opened.notes, identity: { archive: await identityOf(archive.file) } };
  }
  if (first === undefined) {
    if (reading.ofYields || list.columns.includes("weather")) return { fileOf: own, identity: {} };
    throw new UsageError('--weather or --archive is required: the list of sites has no column "weather"');
  }
  refuseMistyped(paths.filter((path) => !path.match(PLACEHOLDER)));
  if (others.length > 0) {
    const pattern = paths.find((path) => path.match(PLACEHOLDER));
    if (pattern === undefined) return nearestOf(paths, own, reading.options);
    throw new UsageError(`--weather ${pattern}: a pattern with a column in braces must be the only file`);
  }
  if (!first.match(PLACEHOLDER))
    return { shared: await readFileFor(reading, first, await firstPlace(list)), fileOf: own, identity: {} };
  return { fileOf: (row) => own(row) ?? filled(first, row), identity: { weatherFiles: checkedPattern(first, list) } };
}

/** Of the first site without a file of its own: there the file of all is looked at, if it does not state its place. */
async function firstPlace(list: SiteList): Promise<WeatherPlace | undefined> {
  for await (const { site, row } of readSites(list)) {
    const place = row.weather === undefined ? placeOf(site) : undefined;
    if (place !== undefined) return place;
  }
  return undefined;
}

/** Without those of what an option says. */
export type KnownMaps = { readonly [map in keyof PlaceMaps]?: PlaceMaps[map] | undefined } & {
  /** Whether no option gives a height. */
  readonly isHeightLate: boolean;
};

/**
 * The sites with their weather files and, where neither the list nor an option says it, what the embedded maps know.
 * @param tell called with the name of a site that has its altitude from there, where no thread can tell
 */
export async function* sitesWithWeather(
  list: SiteList,
  weather: BulkWeather,
  reading: FileReading,
  maps: KnownMaps,
  tell: (id: string, note: SiteNote) => void,
): AsyncGenerator<BulkSite, void, undefined> {
  const { archive } = weather;
  const pieces = archive === undefined || list.sites < 2 ? undefined : new Pieces(archive);
  try {
    yield* sitesInPieces(list, weather, reading, maps, tell, pieces);
  } finally {
    await pieces?.close();
  }
}

async function* sitesInPieces(
  list: SiteList,
  { fileOf, shared, archive }: BulkWeather,
  reading: FileReading,
  maps: KnownMaps,
  tell: (id: string, note: SiteNote) => void,
  pieces: Pieces | undefined,
): AsyncGenerator<BulkSite, void, undefined> {
  let index = -1;
  for await (const { site: listed, row } of readSites(list)) {
    index++;
    const site: { -readonly [key in keyof BulkSite]: BulkSite[key] } & MapAltitude = {
      ...listed,
      ...knownOf(listed, maps),
    };
    const path = fileOf(row);
    // Heights of elevation files and of the sites' own weather files are the threads' to find.
    if (site.linkeTurbidity !== listed.linkeTurbidity && maps.isHeightLate && listed.altitude === undefined)
      site.turbidityOfMap = path !== undefined || maps.altitude === undefined;
    if (path !== undefined)
      yield { ...site, weather: LOADER, weather_file: { path, ...reading } satisfies WeatherFile };
    else if (archive !== undefined) yield siteWithArchive({ ...site, weatherPiece: await pieces?.of(site) }, archive);
    else if (shared?.series.place?.altitude !== undefined || site.map_altitude === undefined) yield site;
    else {
      tell(String(site.id ?? index), mapAltitudeNote(site.map_altitude));
      yield { ...site, altitude: site.map_altitude };
    }
  }
}

/** In which piece of the archive's files the weather of sites lies, for an order in which each is read once. */
class Pieces {
  private readonly archive: Promise<ArchiveWeather>;
  private hasFailed = false;

  constructor({ file }: SiteArchive) {
    this.archive = openArchiveWeather(file);
    this.archive.catch(() => {});
  }

  /** Undefined for an invalid place, and once a source has failed: whoever reads it says so, and any order is as right. */
  async of(site: BulkSite): Promise<number | undefined> {
    const place = placeOf(site);
    if (place === undefined || this.hasFailed) return undefined;
    try {
      return await (await this.archive).pieceOf(place);
    } catch {
      this.hasFailed = true;
      return undefined;
    }
  }

  async close(): Promise<void> {
    await this.archive.then((archive) => archive.close()).catch(() => {});
  }
}

/** The site with its weather from a described archive, which the thread opens that computes it. */
function siteWithArchive(site: BulkSite, archive: SiteArchive): BulkSite {
  return { ...site, weather: ARCHIVE, weather_archive: archive };
}

/** An invalid place, or a height that is none, is rejected later. */
function knownOf(
  { lat, lon, altitude, linkeTurbidity }: BulkSite,
  maps: KnownMaps,
): Pick<BulkSite, "linkeTurbidity"> & MapAltitude {
  const [latitude, longitude] = [Number(lat), Number(lon)];
  const height = altitude === undefined ? undefined : Number(altitude);
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return {};
  if (height !== undefined && !(height >= -500 && height <= 9000)) return {};
  return {
    linkeTurbidity: linkeTurbidity ?? maps.turbidity?.(latitude, longitude, height),
    map_altitude: altitude === undefined ? maps.altitude?.(latitude, longitude) : undefined,
  };
}

export function weatherSource({ shared }: BulkWeather): SimulationOptions["weather"] {
  return shared?.series;
}

/** Paths in the list are relative to its folder. */
function ownFiles({ path }: SiteList): BulkWeather["fileOf"] {
  return ({ weather }) => (weather === undefined ? undefined : resolve(dirname(path), weather));
}

function checkedPattern(pattern: string, { columns, path }: SiteList): string {
  for (const [placeholder, name] of pattern.matchAll(PLACEHOLDER)) {
    if (!columns.includes(name!))
      throw new UsageError(`--weather ${pattern}: ${path} has no column for ${placeholder}`);
  }
  return pattern;
}

function filled(pattern: string, row: SiteRow): string {
  return resolve(pattern.replaceAll(PLACEHOLDER, (_, name: string) => row[name] ?? ""));
}

interface Station {
  readonly path: string;
  /** On the unit sphere. */
  readonly at: readonly [number, number, number];
}

async function nearestOf(
  paths: readonly string[],
  own: BulkWeather["fileOf"],
  options: ReadWeatherOptions,
): Promise<BulkWeather> {
  const stations: Station[] = [];
  const identity: { [key: string]: string } = {};
  for (const path of paths) {
    const { place } = (await readWeather(path, { ...options, examine: false })).series;
    if (!place) throw new UsageError(`--weather: ${path} does not state its location, so no site can be matched to it`);
    stations.push({ path: resolve(path), at: onSphere(place.latitude, place.longitude) });
    identity[`weather ${path}`] = await hashOf(path);
  }
  return { fileOf: (row) => own(row) ?? nearest(stations, Number(row.lat), Number(row.lon)).path, identity };
}

function onSphere(latitude: number, longitude: number): Station["at"] {
  const level = cos(latitude * DEG);
  return [level * cos(longitude * DEG), level * sin(longitude * DEG), sin(latitude * DEG)];
}

/** The first of several equally near ones; any one for an invalid place, which is rejected later. */
function nearest(stations: readonly Station[], latitude: number, longitude: number): Station {
  const [x, y, z] = onSphere(latitude, longitude);
  const closeness = stations.map(({ at }) => at[0] * x + at[1] * y + at[2] * z);
  return stations[Math.max(closeness.indexOf(Math.max(...closeness)), 0)]!;
}

/** Of a description its content; of words themselves: what sources have changes while they are read, and answers name it. */
async function identityOf(choice: ArchiveChoice): Promise<string> {
  if (typeof choice === "string") return hashOf(choice);
  return createHash("sha256").update(choice.join("\n")).digest("hex");
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(path)) hash.update(chunk as Uint8Array);
  return hash.digest("hex");
}
