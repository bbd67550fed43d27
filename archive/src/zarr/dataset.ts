/** A store as the archive sees it: variables that are columns, on time axes and places. */
import type { WeatherColumn } from "irradiance-engine";
import { unreadable } from "../bytes/failures.js";
import { shown } from "../bytes/location.js";
import type { ReadOptions } from "../source.js";
import type { Arrays } from "./arrays.js";
import { decodeTimes, decodeValues } from "./cf.js";
import { type Hierarchy, readHierarchy } from "./hierarchy.js";
import type { KeyStore } from "./key-store.js";
import { readCoordinate } from "./lines.js";
import { type ArrayMetadata, LARGEST_CHUNK } from "./metadata.js";
import { gridPlaces, type Places, scatteredPlaces } from "./places.js";
import type { Meaning, Rule, TimeLabel } from "./products.js";
import { type TimeAxis, timeAxisOf } from "./time-axis.js";
import { type Conversion, conversionOf, factorTo, KNOWN_UNITS } from "./units.js";

/** A column as it is stored. */
export interface Variable {
  readonly column: WeatherColumn;
  readonly array: ArrayMetadata;
  readonly second: ArrayMetadata | undefined;
  readonly combine: Rule["combine"];
  readonly is: Meaning;
  readonly label: TimeLabel;
  readonly conversion: Conversion;
}

/** Variables that share times and places: one data set of the archive. */
export interface Group {
  /** Name of its time dimension. */
  readonly time: string;
  readonly axis: TimeAxis;
  readonly places: Places;
  /** Names of the horizontal dimensions, in the order of a spot's indices. */
  readonly horizontal: readonly string[];
  readonly variables: readonly Variable[];
  readonly altitude: ArrayMetadata | undefined;
  /** From a geopotential to metres. */
  readonly altitudeFactor: number;
}

export interface Dataset {
  readonly groups: readonly Group[];
  readonly version: string;
  /** Variables that are left out, and why. */
  readonly problems: readonly string[];
}

export interface DatasetOptions {
  readonly rules: readonly Rule[];
  /** In place of what the rules say, or where they do not. */
  readonly label: TimeLabel | undefined;
  /** Indices in further dimensions. */
  readonly select: Readonly<Record<string, number>>;
  /** km around the cells of a list of stations, a grid of two dimensions, or one of a single row. */
  readonly reach: number;
  /** Added to every time, ms. */
  readonly shift: number;
}

const LATITUDES = ["latitude", "lat", "nav_lat", "y", "XLAT"];
const LONGITUDES = ["longitude", "lon", "long", "nav_lon", "x", "XLONG"];
const TIMES = ["time", "valid_time", "date", "datetime", "t"];
const ALTITUDES = ["altitude", "elevation", "orography", "surface_altitude", "height_of_station", "HSURF"];
const GEOPOTENTIALS = ["z", "geopotential_at_surface", "surface_geopotential"];
/** m/s², by which ECMWF divides its geopotential. */
const GRAVITY = 9.80665;
/** A year of one place may take so many chunks of a variable, and so many bytes of them when decoded. */
const MOST_CHUNKS = 400;
const MOST_BYTES = 256 * 1024 * 1024;
const YEAR = 365.25 * 86_400_000;

/** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` if nothing in the store can be used, saying why */
export async function openDataset(
  store: KeyStore,
  arrays: Arrays,
  { rules, label, select, reach, shift }: DatasetOptions,
  options: ReadOptions,
): Promise<Dataset> {
  const known = rules.flatMap(({ names, second = [] }) => [...names, ...second]);
  const names = [...known, ...LATITUDES, ...LONGITUDES, ...TIMES, ...ALTITUDES, ...GEOPOTENTIALS];
  const hierarchy = await readHierarchy(store, names, options);
  const problems: string[] = [];
  const variables = variablesOf(hierarchy, rules, label, problems);
  const groups: Group[] = [];
  for (const [key, own] of groupBy(variables, ({ array }) => array.dimensions.join())) {
    try {
      groups.push(await openGroup(own, hierarchy, store, arrays, { select, reach, shift }, options));
    } catch (error) {
      // What cannot be fetched may come at the next attempt; what is wrong stays wrong.
      if (variables.length === own.length) throw error;
      problems.push(`(${key}): ${(error as Error).message}`);
    }
  }
  if (groups.length === 0) throw unreadable(store.location, nothing(hierarchy, known, problems));
  return { groups, version: hierarchy.version, problems };
}

function nothing({ arrays, problems: damaged }: Hierarchy, known: readonly string[], problems: readonly string[]) {
  const why = [...problems, ...damaged.values()];
  if (why.length > 0) return why.join("; ");
  return `it has none of the variables ${known.join(", ")}, but ${[...arrays.keys()].join(", ") || "nothing"}: name yours in \`variables\``;
}

function variablesOf(hierarchy: Hierarchy, rules: readonly Rule[], label: TimeLabel | undefined, problems: string[]) {
  const variables: Variable[] = [];
  for (const rule of rules) {
    if (variables.some(({ column }) => column === rule.column)) continue;
    const { array, second, isDamaged } = arraysOf(rule, hierarchy, problems);
    if (isDamaged || array === undefined || (rule.combine !== undefined && second === undefined)) continue;
    const own = label ?? rule.label;
    const conversion = conversionFor(rule, array, second);
    if (typeof conversion === "string") problems.push(conversion);
    else if (own === undefined && rule.is !== "instant") {
      problems.push(
        `${array.path}: whether its times are the start or the end of an interval must be said by \`label\``,
      );
    } else {
      const { column, combine } = rule;
      const is = conversion.isEnergy || rule.is === "instant" ? rule.is : "mean";
      variables.push({ column, array, second, combine, is, label: own ?? "center", conversion });
    }
  }
  return variables;
}

function arraysOf({ names, second: others = [] }: Rule, { arrays, problems: damaged }: Hierarchy, problems: string[]) {
  const find = (candidates: readonly string[]) => {
    const name = candidates.find((one) => arrays.has(one) || damaged.has(one)) ?? "";
    if (damaged.has(name)) problems.push(damaged.get(name)!);
    return { array: arrays.get(name), isDamaged: damaged.has(name) };
  };
  const [one, other] = [find(names), find(others)];
  return { array: one.array, second: other.array, isDamaged: one.isDamaged || other.isDamaged };
}

/** The conversion, or what is wrong. */
function conversionFor(rule: Rule, array: ArrayMetadata, second: ArrayMetadata | undefined): Conversion | string {
  const unit = rule.unit ?? array.attributes.units;
  const other = second?.attributes.units;
  if (rule.combine === "snow from water and density") {
    const [water, density] = [factorTo("water", String(unit)), factorTo("density", String(other))];
    if (water === undefined || density === undefined) return unknownUnit(array, `${String(unit)} and ${String(other)}`);
    // mm of water · (1000 kg/m³) / (kg/m³) are mm of snow.
    return { factor: (water * 1000) / density, offset: 0, isEnergy: false };
  }
  const conversion = typeof unit === "string" ? conversionOf(unit, rule.column) : undefined;
  if (conversion === undefined) return unknownUnit(array, String(unit));
  if (second !== undefined && other !== unit) return unknownUnit(second, String(other));
  if (conversion.isEnergy && (rule.is === "mean" || rule.is === "instant")) {
    return `${array.path}: its unit ${String(unit)} is an energy, but it is said to be ${rule.is === "mean" ? "a mean" : "an instant"}`;
  }
  return conversion;
}

function unknownUnit({ path }: ArrayMetadata, unit: string): string {
  return `${path}: the unit ${JSON.stringify(unit)} is not read; known are ${KNOWN_UNITS.join(", ")}`;
}

type Axes = Pick<DatasetOptions, "select" | "reach" | "shift">;

async function openGroup(
  variables: readonly Variable[],
  hierarchy: Hierarchy,
  store: KeyStore,
  arrays: Arrays,
  { select, reach, shift }: Axes,
  options: ReadOptions,
): Promise<Group> {
  const { array } = variables[0]!;
  const where = `${shown(store.location)}, ${array.path}`;
  const time = array.dimensions.find((name) => TIMES.includes(name) || isTime(hierarchy.arrays.get(name)));
  const times = time === undefined ? undefined : timesFor(time, hierarchy);
  if (time === undefined || times === undefined) {
    throw unreadable(where, `of its dimensions ${array.dimensions.join(", ")} none has times`);
  }
  const { latitudes, longitudes } = coordinatesFor(array, hierarchy, where);
  const horizontal = [...new Set([...latitudes.dimensions, ...longitudes.dimensions])];
  for (const one of variables) {
    checkExtras(one.array, [time, ...horizontal], select, where);
    if (one.second !== undefined && one.second.dimensions.join() !== one.array.dimensions.join()) {
      throw unreadable(where, `${one.second.path} has other dimensions than ${one.array.path}`);
    }
  }
  const [stamps, y, x] = await Promise.all(
    [times, latitudes, longitudes].map((one) => readCoordinate(arrays, one, options)),
  );
  const axis = timeAxisOf(
    decodeTimes(stamps!, times.attributes, times.path).map((t) => t + shift),
    `${where}: ${times.path}`,
  );
  for (const one of variables) checkChunks(one.array, time, axis, where);
  for (const [coordinate, values] of [
    [latitudes, y!],
    [longitudes, x!],
  ] as const)
    decodeValues(values, coordinate);
  const isGrid = horizontal.length === 2 && latitudes.dimensions.length === 1;
  const places = isGrid
    ? gridPlaces(y!, x!, reach, where)
    : scatteredPlaces(y!, x!, reach, (k) => unravelled(k, latitudes.shape));
  return { time, axis, places, horizontal, variables, ...altitudeFor(hierarchy, horizontal) };
}

function isTime(array: ArrayMetadata | undefined): boolean {
  return /\ssince\s/.test(String(array?.attributes.units ?? ""));
}

/** The coordinate of a time dimension: named as it, or the one in it that has times (NetCDF's `valid_time` over `step`). */
function timesFor(dimension: string, { arrays }: Hierarchy): ArrayMetadata | undefined {
  const own = arrays.get(dimension);
  if (isTime(own)) return own;
  return [...arrays.values()].find(
    (one) => isTime(one) && one.dimensions.length === 1 && one.dimensions[0] === dimension,
  );
}

function coordinatesFor(array: ArrayMetadata, { arrays }: Hierarchy, where: string) {
  const told = String(array.attributes.coordinates ?? "").split(/\s+/);
  const find = (names: readonly string[], unit: RegExp) => {
    const all = [...names, ...array.dimensions, ...told].map((name) => arrays.get(name));
    return all.find(
      (one) =>
        one !== undefined &&
        isIn(one, array) &&
        (unit.test(String(one.attributes.units ?? "")) || names.slice(0, 2).includes(one.path)),
    );
  };
  const latitudes = find(LATITUDES, /^degrees?_?n/i);
  const longitudes = find(LONGITUDES, /^degrees?_?e/i);
  if (latitudes === undefined || longitudes === undefined) {
    throw unreadable(where, "it has no coordinates of latitude and longitude: projected grids need them, too");
  }
  return { latitudes, longitudes };
}

/** Whether a coordinate runs along dimensions of an array. */
function isIn(coordinate: ArrayMetadata, { dimensions }: ArrayMetadata): boolean {
  return coordinate.dimensions.length > 0 && coordinate.dimensions.every((name) => dimensions.includes(name));
}

function checkExtras(
  { dimensions, shape, path }: ArrayMetadata,
  known: readonly string[],
  select: Axes["select"],
  where: string,
) {
  dimensions.forEach((name, k) => {
    if (known.includes(name) || name === "expver") return;
    const index = Object.hasOwn(select, name) ? select[name]! : shape[k] === 1 ? 0 : -1;
    if (Number.isInteger(index) && index >= 0 && index < shape[k]!) return;
    throw unreadable(where, `${path} has ${shape[k]} of ${name}: choose one by \`select: { ${name}: 0 }\``);
  });
}

/** Stores whose chunks are maps are refused before anybody waits for them. */
function checkChunks(
  { path, dimensions, shape, chunks, chunkBytes }: ArrayMetadata,
  time: string,
  axis: TimeAxis,
  where: string,
): void {
  const k = dimensions.indexOf(time);
  const rows = Math.min(shape[k]!, YEAR / axis.step);
  const count = Math.ceil(rows / chunks[k]!);
  if (chunkBytes <= LARGEST_CHUNK && count <= MOST_CHUNKS && count * chunkBytes <= MOST_BYTES) return;
  const megabytes = Math.round((count * chunkBytes) / 1e6).toLocaleString("en-US");
  throw unreadable(
    where,
    `${path} is stored as maps, in chunks of ${chunks.join(" × ")} (${dimensions.join(", ")}): a year of one place would take ` +
      `${count.toLocaleString("en-US")} chunks, ${megabytes} MB. Store it again with chunks that are long in time, such as ` +
      `${dimensions.map((name) => (name === time ? 8784 : 4)).join(" × ")}: docs/archives.md, "Store it for places"`,
  );
}

function altitudeFor({ arrays }: Hierarchy, horizontal: readonly string[]): Pick<Group, "altitude" | "altitudeFactor"> {
  const isStatic = (one: ArrayMetadata | undefined): one is ArrayMetadata =>
    one !== undefined &&
    horizontal.every((name) => one.dimensions.includes(name)) &&
    one.dimensions.every((name, k) => horizontal.includes(name) || one.shape[k] === 1);
  const metres = ALTITUDES.map((name) => arrays.get(name)).find((one) => isStatic(one) && one.attributes.units === "m");
  if (metres !== undefined) return { altitude: metres, altitudeFactor: 1 };
  const potential = GEOPOTENTIALS.map((name) => arrays.get(name)).find(
    (one) => isStatic(one) && /^m\s*(\*\*|\^)?2\s*s\s*(\*\*|\^)?-2$/.test(String(one.attributes.units)),
  );
  return { altitude: potential, altitudeFactor: 1 / GRAVITY };
}

function unravelled(k: number, shape: readonly number[]): number[] {
  return shape.length === 1 ? [k] : [Math.floor(k / shape[1]!), k % shape[1]!];
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
