/** A store as the archive sees it: variables that are columns, on time axes and places. */

import { DAY } from "irradiance-engine/internal/shared";
import type { ReadOptions } from "../budget.js";
import { unreadable, unusable, withoutQuery } from "../bytes/location.js";
import { type ArchiveError, type FailureKind, kindOf } from "../errors.js";
import { groupedBy } from "../lists.js";
import type { ListedArray } from "../source.js";
import { type CfArray, type Hierarchy, LARGEST_CHUNK, readCoordinate } from "./array.js";
import { decodeCoordinate, decodeTimes, intervalProblem, type Variable, variablesOf, withoutUnit } from "./decode.js";
import { anglePlaces, inRadians, isGeostationary, viewOf } from "./geostationary.js";
import { gridPlaces, type Places, scatteredPlaces } from "./places.js";
import { PRODUCTS, type Product, type ProductName, type Rule, type TimeLabel } from "./products.js";
import { type TimeAxis, timeAxisOf } from "./time-axis.js";

export interface Dataset {
  readonly groups: readonly Group[];
  readonly version: string;
  /** Variables that are left out, and why. */
  readonly problems: readonly string[];
}

interface DatasetOptions extends Axes {
  readonly rules: readonly Rule[];
  /** In place of what the rules say, or where they do not. */
  readonly label: TimeLabel | undefined;
}

/** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` if nothing in the store can be used, saying why */
export async function openDataset(
  hierarchy: Hierarchy,
  { rules, label, select, reach, shift }: DatasetOptions,
  options: ReadOptions,
): Promise<Dataset> {
  const problems: string[] = [];
  const variables = variablesOf(hierarchy, rules, label, problems);
  const groups: Group[] = [];
  let kind: FailureKind | undefined;
  for (const [key, own] of groupedBy(variables, ({ array }) => array.dimensions.join())) {
    try {
      const group = await openGroup(own, hierarchy, { select, reach, shift }, options);
      const fitting = own.filter((one) => {
        const problem = intervalProblem(one, group.axis.step / 1000);
        if (problem !== undefined) problems.push(problem);
        return problem === undefined;
      });
      if (fitting.length > 0) groups.push({ ...group, variables: fitting });
    } catch (error) {
      // What cannot be fetched may come at the next attempt; what is wrong stays wrong.
      if (variables.length === own.length) throw error;
      kind ??= kindOf(error);
      problems.push(`(${key}): ${(error as Error).message}`);
    }
  }
  if (groups.length === 0) throw nothing(hierarchy, namesOf(rules), problems, kind);
  return { groups, version: hierarchy.version, problems };
}

/** Names of the variables that rules are about. */
export function namesOf(rules: readonly Rule[]): string[] {
  return rules.flatMap(({ names, second = [] }) => [...names, ...second]);
}

export function nothing(
  { location, arrays, problems: damaged }: Hierarchy,
  known: readonly string[],
  problems: readonly string[],
  kind: FailureKind = "unusable",
): ArchiveError {
  const why = [...problems, ...damaged.values()];
  if (why.length > 0) return unreadable(location, why.join("; "), kind);
  const there = [...arrays.keys()].join(", ") || "nothing";
  const text = `it has none of the variables ${known.join(", ")}; it has ${there}: name yours in \`variables\``;
  return unreadable(location, text, "no such column");
}

// What arrays a store or file has, for who has to describe it: which products they fit, and what they lack.

export interface Listing {
  readonly arrays: readonly ListedArray[];
  /** Products whose variables it has. */
  readonly products: readonly ProductName[];
  /** What cannot be read, and values without units: one sentence each. */
  readonly problems: readonly string[];
  /** As in the hierarchy. */
  readonly form?: string | undefined;
}

/** Names of the variables of all products. */
export const KNOWN_VARIABLES: readonly string[] = namesOf(Object.values(PRODUCTS).flatMap(({ rules }) => rules));

export function listingOf({ arrays, problems, form }: Hierarchy): Listing {
  const all = [...arrays.values()];
  const products = (Object.keys(PRODUCTS) as ProductName[]).filter((name) => {
    const { rules, runs }: Product = PRODUCTS[name];
    const hasRuns = arrays.has("init_time");
    return hasRuns === (runs !== undefined) && rules.some((rule) => rule.names.some((one) => arrays.has(one)));
  });
  const bare = all.filter(({ dimensions, type, attributes }) => {
    return dimensions.length > 1 && !type.startsWith("string") && attributes.units === undefined;
  });
  return {
    arrays: all.map(({ path, type, attributes, dimensions, shape, chunks }) => {
      const units = attributes.units === undefined ? undefined : String(attributes.units);
      return { name: path, type, units, dimensions, shape, chunks };
    }),
    products,
    form,
    problems: [...problems.values(), ...bare.map((array) => withoutUnit(ruleFor(array, products), array))],
  };
}

/** What a product says of a variable of the name, else an example of what an operator may say. */
function ruleFor({ path }: CfArray, products: readonly ProductName[]): Rule {
  const rules = products.flatMap((name) => PRODUCTS[name].rules);
  const example: Rule = { column: "global_horizontal_irradiance", names: [path], is: "mean", label: "end" };
  return rules.find(({ names, combine }) => names.includes(path) && combine === undefined) ?? example;
}

// Variables that share times and places, and the coordinates that say which.

/** Variables that share times and places: one data set of the archive. */
export interface Group {
  /** Name of its time dimension. */
  readonly time: string;
  readonly axis: TimeAxis;
  readonly places: Places;
  /** Names of the horizontal dimensions, in the order of a spot's indices. */
  readonly horizontal: readonly string[];
  readonly variables: readonly Variable[];
  /** Name of the dimension of an ensemble's members, of which values are the means. */
  readonly members?: string | undefined;
  readonly altitude: CfArray | undefined;
  /** From a geopotential to metres. */
  readonly altitudeFactor: number;
}

const LATITUDES = ["latitude", "lat", "nav_lat", "y", "XLAT"];
const LONGITUDES = ["longitude", "lon", "long", "nav_lon", "x", "XLONG"];
const TIMES = ["time", "valid_time", "date", "datetime", "t"];
const ALTITUDES = ["altitude", "alt", "elevation", "orography", "surface_altitude", "height_of_station", "HSURF"];
const GEOPOTENTIALS = ["z", "geopotential_at_surface", "surface_geopotential"];
/** m/s², by which ECMWF divides its geopotential. */
const GRAVITY = 9.80665;
/** A year of one place may take so many chunks of a variable, and so many bytes of them when decoded. */
const MOST_CHUNKS = 400;
const MOST_BYTES = 256 * 1024 * 1024;
const YEAR = 365.25 * DAY;

/** Names under which coordinates are looked for. */
export const COORDINATES: readonly string[] = [...LATITUDES, ...LONGITUDES, ...TIMES, ...ALTITUDES, ...GEOPOTENTIALS];

export interface Axes {
  /** Indices in further dimensions. */
  readonly select: Readonly<Record<string, number>>;
  /** km around the cells of a list of stations, a grid of two dimensions, or one of a single row. */
  readonly reach: number;
  /** Added to every time, ms. */
  readonly shift: number;
}

/** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` if a coordinate is missing or wrong, or the chunks are maps */
async function openGroup(
  variables: readonly Variable[],
  hierarchy: Hierarchy,
  { select, reach, shift }: Axes,
  options: ReadOptions,
): Promise<Group> {
  const { array } = variables[0]!;
  const where = `${withoutQuery(hierarchy.location)}, ${array.path}`;
  const time = array.dimensions.find((name) => TIMES.includes(name) || isTime(hierarchy.arrays.get(name)));
  const times = time === undefined ? undefined : timesFor(time, hierarchy);
  if (time === undefined || times === undefined) {
    throw unusable(where, `none of its dimensions ${array.dimensions.join(", ")} has times`);
  }
  const coordinates = coordinatesFor(array, hierarchy, where);
  for (const one of variables) checkDimensions(one, [time, ...coordinates.horizontal], select, where);
  const [stamps, places] = await Promise.all([
    coordinateOf(times, options),
    openPlaces(coordinates, reach, where, options),
  ]);
  const moments = decodeTimes(stamps, times.attributes, times.path).map((time) => time + shift);
  const axis = timeAxisOf(moments, `${where}: ${times.path}`);
  for (const one of variables) checkChunks(one.array, time, YEAR / axis.step, "a year", where);
  const { horizontal } = coordinates;
  return { time, axis, horizontal, variables, places, ...altitudeFor(hierarchy, horizontal) };
}

export function checkDimensions(
  { array, second }: Variable,
  known: readonly string[],
  select: Axes["select"],
  where: string,
): void {
  checkExtras(array, known, select, where);
  if (second !== undefined && second.dimensions.join() !== array.dimensions.join()) {
    throw unusable(where, `${second.path} and ${array.path} have different dimensions`);
  }
}

/** All values of a coordinate, decoded. */
export async function coordinateOf(array: CfArray, options: ReadOptions): Promise<Float64Array> {
  const values = await readCoordinate(array, options);
  decodeCoordinate(values, array);
  return values;
}

/** @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for coordinates that are wrong */
export async function openPlaces(
  { latitudes, longitudes, horizontal, mapping }: Coordinates,
  reach: number,
  where: string,
  options: ReadOptions,
): Promise<Places> {
  const [y, x] = await Promise.all([coordinateOf(latitudes, options), coordinateOf(longitudes, options)]);
  if (mapping !== undefined) {
    const view = viewOf(mapping.attributes, `${where}: ${mapping.path}`);
    return anglePlaces(
      view,
      inRadians(y, latitudes, view.height, where),
      inRadians(x, longitudes, view.height, where),
      where,
    );
  }
  if (horizontal.length === 2 && latitudes.dimensions.length === 1) return gridPlaces(y, x, reach, where);
  const { shape } = latitudes.dimensions.length > 0 ? latitudes : longitudes;
  // What was chosen out of a grid has one latitude, or one longitude, or one of each.
  const [rows, columns] = [y, x].map((own, k, both) => (own.length > 1 ? own : both[1 - k]!.map(() => own[0]!)));
  return scatteredPlaces(rows!, columns!, reach, (k) => unravelled(k, shape));
}

export function isTime(array: CfArray | undefined): boolean {
  return /\ssince\s/.test(String(array?.attributes.units ?? ""));
}

/** The coordinate of a time dimension: named as it, or the one in it that has times (NetCDF's `valid_time` over `step`). */
function timesFor(dimension: string, { arrays }: Hierarchy): CfArray | undefined {
  const own = arrays.get(dimension);
  if (isTime(own)) return own;
  return [...arrays.values()].find(
    (one) => isTime(one) && one.dimensions.length === 1 && one.dimensions[0] === dimension,
  );
}

interface Coordinates {
  readonly latitudes: CfArray;
  readonly longitudes: CfArray;
  /** Names of the horizontal dimensions, in the order of a spot's indices. */
  readonly horizontal: readonly string[];
  /** Of a satellite's angles. */
  readonly mapping: CfArray | undefined;
}

export function coordinatesFor(array: CfArray, hierarchy: Hierarchy, where: string): Coordinates {
  const found = latitudesAndLongitudes(array, hierarchy, where);
  return { ...found, horizontal: [...new Set([...found.latitudes.dimensions, ...found.longitudes.dimensions])] };
}

function latitudesAndLongitudes(array: CfArray, { arrays }: Hierarchy, where: string) {
  const listed = String(array.attributes.coordinates ?? "").split(/\s+/);
  const find = (names: readonly string[], unit: RegExp) => {
    const all = [...names, ...array.dimensions, ...listed].map((name) => arrays.get(name));
    const fitting = all.filter(
      (one) =>
        one?.dimensions.every((name) => array.dimensions.includes(name)) &&
        (unit.test(String(one.attributes.units ?? "")) || names.slice(0, 2).includes(one.path)),
    );
    // A scalar is the place of all values, where nothing else tells of places.
    return fitting.find((one) => one!.dimensions.length > 0) ?? fitting[0];
  };
  const mapping = arrays.get(String(array.attributes.grid_mapping ?? ""));
  if (mapping !== undefined && isGeostationary(mapping.attributes)) {
    const [y, x] = ["y", "x"].map((axis) => angleFor(axis, array, arrays));
    if (y !== undefined && x !== undefined) return { latitudes: y, longitudes: x, mapping };
  }
  const latitudes = find(LATITUDES, /^degrees?_?n/i);
  const longitudes = find(LONGITUDES, /^degrees?_?e/i);
  if (latitudes === undefined || longitudes === undefined) {
    throw unusable(
      where,
      "it has no coordinates of latitude and longitude; projected grids need them, too, but for a satellite's (geostationary)",
    );
  }
  return { latitudes, longitudes, mapping: undefined };
}

/** The coordinate of a satellite's angles along a dimension: by its standard name, or as the dimension is named. */
function angleFor(axis: string, { dimensions }: CfArray, arrays: Hierarchy["arrays"]): CfArray | undefined {
  const own = dimensions.map((name) => arrays.get(name)).filter((one) => one?.dimensions.length === 1);
  const names = [`projection_${axis}_coordinate`, `projection_${axis}_angular_coordinate`];
  return (
    own.find((one) => names.includes(String(one!.attributes.standard_name))) ?? own.find((one) => one!.path === axis)
  );
}

function checkExtras(
  { dimensions, shape, path }: CfArray,
  known: readonly string[],
  select: Axes["select"],
  where: string,
) {
  dimensions.forEach((name, k) => {
    if (known.includes(name) || name === "expver") return;
    const index = Object.hasOwn(select, name) ? select[name]! : shape[k] === 1 ? 0 : -1;
    if (Number.isInteger(index) && index >= 0 && index < shape[k]!) return;
    throw unusable(where, `${path} has ${shape[k]} of ${name}: choose one by \`select: { ${name}: 0 }\``);
  });
}

/** Stores whose chunks are maps are refused before anybody waits for them. */
export function checkChunks(
  { path, dimensions, shape, chunks, chunkBytes }: CfArray,
  time: string,
  most: number,
  span: string,
  where: string,
) {
  const k = dimensions.indexOf(time);
  const rows = Math.min(shape[k]!, most);
  const count = Math.ceil(rows / chunks[k]!);
  if (chunkBytes <= LARGEST_CHUNK && count <= MOST_CHUNKS && count * chunkBytes <= MOST_BYTES) return;
  const megabytes = Math.round((count * chunkBytes) / 1e6).toLocaleString("en-US");
  throw unusable(
    where,
    `${path} is stored as maps, in chunks of ${chunks.join(" × ")} (${dimensions.join(", ")}): ${span} of one place would take ` +
      `${count.toLocaleString("en-US")} chunks, ${megabytes} MB. Store it again with chunks that are long in time, such as ` +
      `${dimensions.map((name) => (name === time ? 8784 : 4)).join(" × ")}: docs/how-to/archives.md, "Store it for places"`,
  );
}

export function altitudeFor(
  { arrays }: Hierarchy,
  horizontal: readonly string[],
): Pick<Group, "altitude" | "altitudeFactor"> {
  const isStatic = (one: CfArray | undefined): one is CfArray =>
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
  return shape.length < 2 ? shape.map(() => k) : [Math.floor(k / shape[1]!), k % shape[1]!];
}
