/** Arrays by the CF conventions as a source of weather, whatever their files look like. */
import { createHash } from "node:crypto";
import type { Notice, WeatherColumn } from "irradiance-engine";
import { isIrradiance } from "irradiance-engine/internal/series";
import { DAY } from "irradiance-engine/internal/shared";
import { budgetOf, type ReadOptions } from "../budget.js";
import { keptFor } from "../bytes/flights.js";
import { changedSince } from "../bytes/location.js";
import { isChanged } from "../errors.js";
import { tellingForbidden } from "../join.js";
import { groupedBy } from "../lists.js";
import { merge } from "../period.js";
import { type Possible, removeImpossible } from "../possible-values.js";
import {
  type Cell,
  type DatasetFacts,
  type Offer,
  type Part,
  type Period,
  type Place,
  provenanceFrom,
  type WeatherSource,
} from "../source.js";
import type { Hierarchy, OneReading } from "./array.js";
import { readColumn, type SpotInGroup, seriesOf, shiftOf, stepsIn } from "./columns.js";
import { COORDINATES, type Dataset, type Group, namesOf, openDataset } from "./dataset.js";
import { decodeValues, type Variable } from "./decode.js";
import { type CfOptions, productOf, rulesOf } from "./options.js";
import type { Spot } from "./places.js";
import type { Meaning } from "./products.js";
import { coverOf } from "./time-axis.js";

export interface CfFiles {
  readonly id: string;
  /** "Zarr store". */
  readonly what: string;
  /** For messages. */
  readonly location: string;
  /** What there is now. @param names arrays that may be needed, where they cannot be listed */
  load(names: readonly string[], use: ReadOptions): Promise<Hierarchy>;
  readonly traffic?: WeatherSource["traffic"];
  close(): Promise<void>;
}

/** What metadata may take: coordinates of all hours since 1940 among them. */
export const METADATA = { files: 5_000, bytes: 512 * 1024 * 1024, values: 64_000_000 };

/**
 * Metadata and coordinates are read when first asked for, and kept.
 *
 * @throws TypeError or RangeError for invalid options, naming them
 */
export function cfSource(files: CfFiles, options: CfOptions): WeatherSource {
  const { id, what, location, traffic, close } = files;
  const { select = {}, refreshMs = 60_000 } = options;
  const { isLandOnly, rules: _, dataset: name, ...terms } = productOf(options);
  const rules = rulesOf(options);
  const axes = { select, reach: options.maxDistanceKm ?? 25, shift: (options.timeShift ?? 0) * 1000 };
  const opened = keptFor(refreshMs, async (signal) => {
    const use = { signal, budget: budgetOf(METADATA) };
    const hierarchy = await files.load([...namesOf(rules), ...COORDINATES], use);
    const dataset = await openDataset(hierarchy, { rules, label: options.label, ...axes }, use);
    // Of several groups each is a data set of its own.
    const pathsOf = ({ variables }: Group) => variables.map(({ array }) => array.path).join(" ");
    const isAlone = dataset.groups.length === 1;
    const groups = dataset.groups.map((group) => ({ group, name: isAlone ? name : `${name}, ${pathsOf(group)}` }));
    return { groups, problems: dataset.problems, revision: revisionOf(dataset), form: hierarchy.form };
  });

  return {
    id,
    async offer(place, _now, { signal = new AbortController().signal } = {}) {
      const { groups, revision } = await opened.get(signal);
      const use = { signal, budget: budgetOf(METADATA) };
      const offers = groups.map(async ({ group, name: dataset }): Promise<Offer[]> => {
        const spot = await spotFor(group, place, isLandOnly, select, use);
        if (spot === undefined) return [];
        return [
          { source: id, dataset, notices: [], ...terms, ...offerOf(group), cell: await cellOf(spot, use), revision },
        ];
      });
      return (await Promise.all(offers)).flat();
    },
    async read(offer, place, period, columns, use) {
      const { groups, revision } = await opened.get(use.signal);
      const found = groups.find((one) => one.name === offer.dataset);
      if (found === undefined || revision !== offer.revision) throw changedSince(location, offer.dataset);
      const spot = await spotFor(found.group, place, isLandOnly, select, use);
      if (spot === undefined) return [];
      const read = () => readParts(spot, offer, period, columns, use);
      // A file that is replaced meanwhile: all of it again, once.
      return read().catch((error) => {
        if (isChanged(error)) return read();
        throw error;
      });
    },
    async pieceOf(place, signal) {
      for (const { group } of (await opened.get(signal)).groups) {
        const [nearest] = group.places.near(place);
        if (nearest !== undefined) return pieceOf(group, nearest);
      }
      return undefined;
    },
    async look(signal) {
      const { groups, problems, form } = await opened.get(signal);
      const datasets = groups.map((one) => ({ ...factsOf(one.group), dataset: one.name, class: terms.class }));
      return { what: form ?? what, datasets, problems };
    },
    traffic,
    close,
  };
}

function revisionOf({ version, groups }: Dataset): string {
  const times = groups.map(({ axis: { first, step, count } }) => [first, step, count]);
  return createHash("sha256")
    .update(JSON.stringify([version, times]))
    .digest("hex")
    .slice(0, 16);
}

// What a group has for a place: the cell, from the coordinates, and the times.

/** A gap shorter than this is missing values; a longer one is time that another source may cover. */
const LONG_GAP = DAY;
/** Steps looked at to see whether a cell has data. */
const PROBED = 48;

/** Columns and times. */
export function offerOf({ axis, variables }: Group) {
  // The raster of an answer is that of the irradiance.
  const leading = variables.find(({ column }) => isIrradiance(column)) ?? variables[0]!;
  const covers = merge(
    coverOf(axis, shiftOf(leading, axis.step)).map(({ start, end }) => ({ start, end: end + LONG_GAP })),
  );
  const times = covers.map(({ start, end }) => ({ start, end: end - LONG_GAP }));
  return {
    columns: variables.map(({ column }) => column),
    interval: axis.step / 1000,
    first: times[0]!.start,
    last: times.at(-1)!.end,
    covers: times.length === 1 ? undefined : times,
  };
}

/** For who asks of no place. */
export function factsOf(group: Group): Omit<DatasetFacts, "dataset" | "class"> {
  const { interval: step, first, last, covers = [] } = offerOf(group);
  const columns = group.variables.map(({ column, array, second, is, label }) => ({
    column,
    variable: second === undefined ? array.path : `${array.path}, ${second.path}`,
    is: `${MEANT[is]}${is === "instant" ? "" : `, the time is its ${label}`}`,
    chunks: array.chunks,
  }));
  return { columns, step, first, last, gaps: Math.max(covers.length - 1, 0), extent: group.places.extent() };
}

const MEANT = {
  instant: "at the time",
  mean: "mean",
  sum: "sum",
  "sum-since-midnight": "sum since 00 UTC",
  "sum-since-start": "sum since the start of the run",
  "mean-since-start": "mean since the start of the run",
} as const satisfies { readonly [meaning in Meaning]: string };

/** With its altitude, if the store has one. */
export async function cellOf({ group, spot, select }: SpotInGroup, options: ReadOptions): Promise<Cell> {
  const { altitude, altitudeFactor, horizontal } = group;
  const { at, latitude, longitude, distanceKm, spacing } = spot;
  const cell = { latitude, longitude, distanceKm, spacing };
  if (altitude === undefined) return cell;
  const indices = altitude.dimensions.map((name) => at[horizontal.indexOf(name)] ?? select[name] ?? 0);
  const [first = 0] = indices;
  const values = await altitude.line(0, first, first + 1, indices, options);
  decodeValues(values, altitude);
  const metres = values[0]! * altitudeFactor;
  return Number.isFinite(metres) ? { ...cell, altitude: metres } : cell;
}

/** The nearest cell; of those around it the nearest with data, where there are none over the sea. */
async function spotFor(
  group: Group,
  place: Place,
  isLandOnly: boolean,
  select: SpotInGroup["select"],
  options: ReadOptions,
): Promise<SpotInGroup | undefined> {
  const near = group.places.near(place).map((spot) => ({ group, spot, select }));
  if (!isLandOnly) return near[0];
  for (const one of near) if (await hasData(one, options)) return one;
  return undefined;
}

/** Number of the chunk, of those side by side, in which a spot's values lie: of the first variable, as others mostly have the same. */
export function pieceOf({ variables, horizontal }: Pick<Group, "variables" | "horizontal">, { at }: Spot): number {
  const { dimensions, shape, chunks } = variables[0]!.array;
  return horizontal.reduce((piece, name, k) => {
    const d = dimensions.indexOf(name);
    return piece * Math.ceil(shape[d]! / chunks[d]!) + Math.floor(at[k]! / chunks[d]!);
  }, 0);
}

async function hasData(place: SpotInGroup, options: ReadOptions): Promise<boolean> {
  const { axis, variables, time } = place.group;
  const { array } = variables[0]!;
  const length = array.chunks[array.dimensions.indexOf(time)]!;
  const last = Math.floor((axis.count - 1) / length) * length;
  for (const from of new Set([last, 0])) {
    const steps = { from, to: Math.min(axis.count, from + Math.min(length, PROBED)) };
    const { values } = await readColumn(variables[0]!, place, steps, { ...options, forbidden: new Set() });
    if (values.some((value) => !Number.isNaN(value))) return true;
  }
  return false;
}

// The parts of an answer: of each kind of interval one, with where its values are from.

export async function readParts(
  spot: SpotInGroup,
  offer: Offer,
  period: Period,
  columns: readonly WeatherColumn[],
  given: OneReading,
): Promise<Part[]> {
  const forbidden = new Set<string>();
  const options: OneReading = { versions: new Map(), ...given, forbidden };
  const { group } = spot;
  const { axis } = group;
  const wanted = group.variables.filter(({ column }) => columns.includes(column));
  const kinds = groupedBy(wanted, (one) => `${one.is === "instant"} ${shiftOf(one, axis.step)}`);
  const parts = [...kinds.values()].map(async (own): Promise<Part[]> => {
    const steps = stepsIn(axis, shiftOf(own[0]!, axis.step), period);
    if (steps.to === steps.from) return [];
    options.budget.take("values", own.length * (steps.to - steps.from));
    const read = await Promise.all(own.map((one) => readColumn(one, spot, steps, options)));
    const values = read.map((one) => one.values);
    const series = seriesOf(group, steps, own, values);
    const possible = own.map(({ column }, k) =>
      removeImpossible(column, values[k]!, series.start as number, series.interval),
    );
    const found = own.map((one, k) => ({ ...one, is: read[k]!.is }));
    const corrections = found.flatMap((one, k) => [
      ...howMade(one, read[k]!.members),
      ...leftOut(one.column, possible[k]!),
    ]);
    const start = axis.first + shiftOf(own[0]!, axis.step) + steps.from * axis.step;
    const covered = { start, end: start + (steps.to - steps.from) * axis.step };
    const names = own.map(({ column }) => column);
    const provenance = provenanceFrom(offer, names, covered, [...new Set(corrections)]);
    const others = found
      .filter(({ is }, k) => is !== own[k]!.is)
      .map(({ column, array }) => hourly(column, array.path));
    return [{ series, provenance, notices: [...others, ...possible.flatMap(({ notices }) => notices)] }];
  });
  return tellingForbidden((await Promise.all(parts)).flat(), forbidden);
}

function howMade({ is, conversion, combine }: Variable, [fewest, most]: readonly [number, number]): string[] {
  const made = is === "sum-since-midnight" ? ["sums since midnight split into steps"] : [];
  if (is === "sum-since-start" || is === "mean-since-start")
    made.push("values since the start of the run split into steps");
  if (conversion.isEnergy) made.push("energy of intervals divided by their time");
  if (combine === "snow from water and density") made.push("snow depth from its water and density");
  if (most > 1) made.push(`mean of ${fewest === most ? most : `${fewest} to ${most}`} members`);
  return made;
}

/** What is said of sums of the hour that are called sums since midnight. */
function hourly(column: WeatherColumn, path: string): Notice {
  const why = `${path} falls within UTC days, like hourly sums and unlike sums since midnight`;
  const message = `${column}: ${why}: it is read as hourly sums ("product": "era5-land-timeseries")`;
  return { code: "unit", message };
}

/** Damage and wrong units show as impossible values: they are left out and reported. */
function leftOut(column: WeatherColumn, { count }: Possible): string[] {
  return count === 0 ? [] : [`${count} impossible values of ${column} left out`];
}
