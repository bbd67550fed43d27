/** Files that belong together: files of the same place, kind and grid are one data set, for example one per year or day. */
import { createHash } from "node:crypto";
import { posix } from "node:path";
import { extentOfPlaces } from "../extent.js";
import type { DatasetFacts } from "../facts.js";
import { merge } from "../period.js";
import { distanceKm } from "../place.js";
import type { Offer, Period, Place } from "../source.js";
import type { WeatherFile } from "./weather-file.js";

export interface Station {
  readonly dataset: string;
  /** In order of modification, so that of two files over the same time the newer one wins. */
  readonly files: readonly WeatherFile[];
  readonly covers: readonly Period[];
  readonly revision: string;
}

/** Notices of files that an offer passes on. */
const MOST_NOTICES = 5;

/** What was observed, in the order of the files, before what was forecast, of which the newest run is first. */
export function stationsOf(files: Iterable<WeatherFile>): Station[] {
  const families = new Map<string, WeatherFile[]>();
  for (const file of files) {
    const key = familyOf(file);
    families.set(key, [...(families.get(key) ?? []), file]);
  }
  const used = new Set<string>();
  const stations = [...families.values()].map((family) => stationOf(family, used));
  return [...stations.filter((one) => runOf(one) === undefined), ...newestFirst(stations)];
}

function newestFirst(stations: readonly Station[]): Station[] {
  const runs = stations.flatMap((station) => {
    const run = runOf(station);
    return run === undefined ? [] : [{ station, run }];
  });
  return runs.sort((a, b) => b.run - a.run).map(({ station }) => station);
}

function runOf({ files }: Station): number | undefined {
  const [file] = files;
  return file?.class === "forecast" ? (file.found.settings.run ?? file.first) : undefined;
}

/** Typical years and forecast runs are separate: two of them are not one series. */
function familyOf({ found, format, class: kind, place, columns, step, isInstant, first }: WeatherFile): string {
  if (kind === "typical" || kind === "forecast") return found.path;
  const raster = [step, first % (step * 1000), isInstant];
  const where = [place.latitude.toFixed(4), place.longitude.toFixed(4), place.altitude];
  const { dataset, licence, attribution, maxDistanceKm } = found.settings;
  const identity = [posix.dirname(found.name), format, kind, dataset, licence, attribution, maxDistanceKm];
  return JSON.stringify([identity, where, raster, [...columns].sort()]);
}

function stationOf(family: WeatherFile[], used: Set<string>): Station {
  const files = family.sort((a, b) => a.found.mtimeMs - b.found.mtimeMs || compare(a.found.path, b.found.path));
  const names = files.map(({ found }) => found.name).sort();
  const span = names.length === 1 ? names[0]! : `${names[0]} to ${posix.basename(names.at(-1)!)}`;
  const given = files[0]!.found.settings.dataset;
  let dataset = given === undefined ? span : used.has(given) ? `${given} (${span})` : given;
  // Different given folders may contain files of the same name.
  while (used.has(dataset)) dataset = `${dataset}'`;
  used.add(dataset);
  const revision = createHash("sha256");
  for (const { hash } of overlap(files) ? files : inNames(files)) revision.update(hash);
  return {
    dataset,
    files,
    covers: merge(files.map(({ first, last }) => ({ start: first, end: last }))),
    revision: revision.digest("hex").slice(0, 16),
  };
}

/** @returns undefined if the station is farther away than allowed */
export function offerOf(station: Station, source: string, place: Place, maxDistanceKm: number): Offer | undefined {
  const { dataset, files, covers, revision } = station;
  const file = files[0]!;
  const { settings } = file.found;
  const distance = distanceKm(place, file.place);
  // A millimetre of tolerance for the rounding of the sines.
  if (distance > (settings.maxDistanceKm ?? maxDistanceKm) + 1e-6) return undefined;
  const { latitude, longitude, altitude } = file.place;
  const notices = [...new Set(files.flatMap((one) => one.notices))];
  return {
    source,
    dataset,
    class: file.class,
    columns: file.columns,
    interval: file.step,
    first: covers[0]!.start,
    last: covers.at(-1)!.end,
    covers: covers.length > 1 ? covers : undefined,
    revision,
    run: runOf(station),
    cell: { latitude, longitude, altitude, distanceKm: distance },
    licence: settings.licence ?? "not stated",
    attribution: settings.attribution,
    notices: notices.slice(0, MOST_NOTICES).map((message) => `${dataset}: ${message}`),
    doubts: files.flatMap((one) => one.doubts),
  };
}

export function factsOf({ dataset, files, covers }: Station): DatasetFacts {
  const { class: kind, columns, step, place, isInstant } = files[0]!;
  const is = isInstant ? "at the time" : "mean";
  return {
    dataset,
    class: kind,
    columns: columns.map((column) => ({ column, is })),
    step,
    first: covers[0]!.start,
    last: covers.at(-1)!.end,
    gaps: covers.length - 1,
    extent: extentOfPlaces([place.latitude], [place.longitude]),
  };
}

/** Whether the order of files decides which one a value is from. */
function overlap(files: readonly WeatherFile[]): boolean {
  const inTime = files.toSorted((a, b) => a.first - b.first);
  return inTime.some(({ first }, k) => k > 0 && first < inTime[k - 1]!.last);
}

function inNames(files: readonly WeatherFile[]): readonly WeatherFile[] {
  return files.toSorted((a, b) => compare(a.found.name, b.found.name));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
