/** Zarr stores as a source: ERA5, ERA5-Land, CAMS, SARAH and others, on disk, on web servers, or as references into files. */
import { createHash } from "node:crypto";
import type { WeatherColumn } from "irradiance-engine";
import { budgetOf } from "../budget.js";
import { byteStore } from "../bytes/byte-store.js";
import { flightsOf } from "../bytes/flights.js";
import { folderOf, isRemote, locationOf, shown } from "../bytes/location.js";
import { isIrradiance } from "../columns.js";
import { ArchiveError } from "../errors.js";
import { merge } from "../period.js";
import type { Cell, Offer, Part, Period, Place, ReadOptions, SourceClass, WeatherSource } from "../source.js";
import type { Arrays } from "./arrays.js";
import { decodeValues } from "./cf.js";
import { readColumn, type SpotInGroup, seriesOf, shiftOf, stepsIn } from "./columns.js";
import type { Dataset, Group, Variable } from "./dataset.js";
import { folderStore, type KeyStore } from "./key-store.js";
import { removeImpossible } from "./limits.js";
import { readLine } from "./lines.js";
import type { Spot } from "./places.js";
import { type Meaning, PRODUCTS, type ProductName, type Rule, type TimeLabel } from "./products.js";
import { referenceStore } from "./references.js";
import { coverOf } from "./time-axis.js";
import { COLUMN_NAMES } from "./units.js";

/** A variable of a store as a column. */
export interface OwnVariable {
  readonly column: WeatherColumn;
  /** What a value is: the mean or the sum of an interval, a sum since 00 UTC, or the value at its time. */
  readonly is: Meaning;
  /** Where in its interval the time of a mean or sum lies. */
  readonly label?: TimeLabel | undefined;
  /** In place of the one in the file: "W m-2", "J m-2", "K", … */
  readonly unit?: string | undefined;
}

export interface ZarrOptions {
  /** How settings, answers and logs name it. Default: "zarr". */
  readonly id?: string | undefined;
  /** Folder or address of a store, or of a reference file (`.json`). */
  readonly location: string;
  /** What is in it, if it is one of these. */
  readonly product?: ProductName | undefined;
  /** Variables by name, before or in place of the product's. */
  readonly variables?: Readonly<Record<string, OwnVariable>> | undefined;
  /** Name of the data set, its class, licence and attribution: in place of the product's. */
  readonly dataset?: string | undefined;
  readonly class?: SourceClass | undefined;
  readonly licence?: string | undefined;
  readonly attribution?: string | undefined;
  /** Label of all means and sums, in place of the product's. */
  readonly label?: TimeLabel | undefined;
  /** Seconds added to every time: a satellite scans a place some minutes after the time in the file. Default: 0. */
  readonly timeShift?: number | undefined;
  /** Index in each further dimension, such as `{ number: 0 }`. */
  readonly select?: Readonly<Record<string, number>> | undefined;
  /** Whether cells without data, those of the sea, give way to their neighbours. Default: the product's. */
  readonly landOnly?: boolean | undefined;
  /** km around stations and cells that have no size. Default: 25. */
  readonly maxDistanceKm?: number | undefined;
  /** Folders and addresses that references and redirects may lead to, beside the store's own. */
  readonly allow?: readonly string[] | undefined;
  /** Sent to the store's own address only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Bytes of files, and decoded chunks, kept in memory: each of both. Default: 64 MiB. */
  readonly cacheBytes?: number | undefined;
  /** ms after which the metadata are looked at again. Default: 60,000. */
  readonly refreshMs?: number | undefined;
  /** Time limit of one attempt of a request, ms. Default: 10,000. */
  readonly timeout?: number | undefined;
}

interface Opened {
  readonly arrays: Arrays;
  readonly dataset: Dataset;
  readonly revision: string;
  readonly at: number;
}

/** What metadata may take: coordinates of all hours since 1940 among them. */
const METADATA = { files: 5_000, bytes: 512 * 1024 * 1024, values: 64_000_000 };
/** A gap shorter than this is missing values; a longer one is time that another source may cover. */
const LONG_GAP = 86_400_000;
/** ms after which it is asked whether a file is still the same. */
const MAX_AGE = 30_000;
/** km within which a place counts as the cell itself. */
const SAME_PLACE = 0.02;
/** Steps looked at to see whether a cell has data. */
const PROBED = 48;
const CLASSES: readonly SourceClass[] = ["measured", "satellite", "reanalysis"];

/**
 * @throws TypeError or RangeError for invalid options, naming them; what is wrong in the store itself is told by `offer`
 */
export function zarrSource(options: ZarrOptions): WeatherSource {
  const { id = "zarr", select = {}, cacheBytes = 64 * 1024 * 1024, refreshMs = 60_000, allow = [] } = options;
  const location = locationOf(options.location, "location");
  const product = productOf(options);
  const rules = rulesOf(options);
  const bytes = byteStore({
    ...options,
    allow: [homeOf(location), ...allow],
    cacheBytes,
    maxAge: Math.min(refreshMs, MAX_AGE),
  });
  const isLandOnly = options.landOnly ?? product.isLandOnly;
  const about = {
    id,
    dataset: options.dataset ?? product.dataset,
    class: options.class ?? product.class,
    licence: options.licence ?? product.licence,
    attribution: options.attribution ?? product.attribution,
  };
  const opening = flightsOf<Opened>();
  let opened: Opened | undefined;
  let keys: { readonly store: KeyStore; readonly arrays: Arrays } | undefined;

  const load = async (use: ReadOptions): Promise<Opened> => {
    // Loaded when first used: the decoders take a while, and few who use the archive have a Zarr store.
    const [{ arraysOf }, { openDataset }] = await Promise.all([import("./arrays.js"), import("./dataset.js")]);
    const isReference = isReferenceFile(location);
    // The same arrays again, where the files are: what is decoded stays.
    if (keys === undefined || isReference) {
      const store = isReference
        ? await referenceStore(
            bytes,
            location,
            allow.map((one) => locationOf(one, "allow")),
            use,
          )
        : folderStore(bytes, location);
      keys = { store, arrays: arraysOf(store, cacheBytes) };
    }
    const dataset = await openDataset(
      keys.store,
      keys.arrays,
      {
        rules,
        label: options.label,
        select,
        reach: options.maxDistanceKm ?? 25,
        shift: (options.timeShift ?? 0) * 1000,
      },
      use,
    );
    opened = { arrays: keys.arrays, dataset, revision: revisionOf(dataset), at: performance.now() };
    return opened;
  };
  const open = async (signal: AbortSignal): Promise<Opened> => {
    if (opened !== undefined && performance.now() - opened.at < refreshMs) return opened;
    return opening.start("", (own) => load({ signal: own, budget: budgetOf(METADATA) })).join(signal);
  };

  return {
    id,
    async offer(place) {
      const { signal } = new AbortController();
      const { arrays, dataset, revision } = await open(signal);
      const use = { signal, budget: budgetOf(METADATA) };
      const offers = dataset.groups.map(async (group, k) => {
        const spot = await spotFor(arrays, group, place, isLandOnly, select, use);
        if (spot === undefined) return [];
        const cell = await cellOf(arrays, group, spot, select, use);
        const name = dataset.groups.length === 1 ? about.dataset : `${about.dataset}, ${group.time} ${k + 1}`;
        return [offerOf({ ...about, dataset: name }, group, cell, revision)];
      });
      return (await Promise.all(offers)).flat();
    },
    async read(offer, place, period, columns, use) {
      const { arrays, dataset, revision } = await open(use.signal);
      const k = dataset.groups.length === 1 ? 0 : Number(/(\d+)$/.exec(offer.dataset)?.[1] ?? 0) - 1;
      const group = dataset.groups[k];
      if (group === undefined || revision !== offer.revision) {
        throw new ArchiveError("ERR_ARCHIVE_CHANGED", `${shown(location)} changed since ${offer.dataset} was offered`);
      }
      const spot = await spotFor(arrays, group, place, isLandOnly, select, use);
      if (spot === undefined) return [];
      const read = () => readParts(arrays, group, spot, select, offer, period, columns, use);
      try {
        return await read();
      } catch (error) {
        if (!(error instanceof ArchiveError) || error.code !== "ERR_ARCHIVE_CHANGED") throw error;
        // A file was replaced meanwhile: all of it again, once.
        return read();
      }
    },
    close: async () => {},
  };
}

function isReferenceFile(location: string): boolean {
  return location.replace(/\?.*$/s, "").endsWith(".json");
}

/** Where a store's own files are. */
function homeOf(location: string): string {
  if (isRemote(location)) return new URL(location).origin;
  return isReferenceFile(location) ? folderOf(location) : location;
}

async function readParts(
  arrays: Arrays,
  group: Group,
  spot: Spot,
  select: Readonly<Record<string, number>>,
  offer: Offer,
  period: Period,
  columns: readonly WeatherColumn[],
  options: ReadOptions,
): Promise<Part[]> {
  const { axis } = group;
  const wanted = group.variables.filter(({ column }) => columns.includes(column));
  const kinds = new Map<string, Variable[]>();
  for (const variable of wanted) {
    const kind = `${variable.is === "instant"} ${shiftOf(variable, axis.step)}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), variable]);
  }
  const parts = [...kinds.values()].map(async (own): Promise<Part[]> => {
    const steps = stepsIn(axis, shiftOf(own[0]!, axis.step), period);
    if (steps.to === steps.from) return [];
    options.budget.take("values", own.length * (steps.to - steps.from));
    const values = await Promise.all(
      own.map((one) => readColumn(arrays, one, { group, spot, select }, steps, options)),
    );
    const corrections = own.flatMap((one, k) => [...howMade(one), ...leftOut(one.column, values[k]!)]);
    return [
      { series: seriesOf(group, steps, own, values), provenance: provenanceOf(offer, group, own, steps, corrections) },
    ];
  });
  return (await Promise.all(parts)).flat();
}

function howMade({ is, conversion, combine }: Variable): string[] {
  const made = is === "sum-since-midnight" ? ["sums since midnight taken apart"] : [];
  if (conversion.isEnergy) made.push("energy of intervals divided by their time");
  if (combine === "snow from water and density") made.push("snow depth from its water and density");
  return made;
}

/** Damage and wrong units show as values that there are not: they are left out, and told. */
function leftOut(column: WeatherColumn, values: Float64Array): string[] {
  const count = removeImpossible(column, values);
  return count === 0 ? [] : [`${count} impossible values of ${column} left out`];
}

function provenanceOf(
  offer: Offer,
  { axis }: Group,
  variables: readonly Variable[],
  { from, to }: { readonly from: number; readonly to: number },
  corrections: readonly string[],
): Part["provenance"] {
  const { source, dataset, revision, cell, licence, attribution } = offer;
  const start = axis.first + shiftOf(variables[0]!, axis.step) + from * axis.step;
  return {
    source,
    dataset,
    class: offer.class,
    columns: variables.map(({ column }) => column),
    start,
    end: start + (to - from) * axis.step,
    revision,
    cell,
    method: cell.distanceKm <= SAME_PLACE ? "point" : "nearest",
    corrections: [...new Set(corrections)],
    licence,
    attribution,
    synthetic: false,
  };
}

type About = Pick<Offer, "dataset" | "class" | "licence" | "attribution"> & { readonly id: string };

function offerOf(about: About, { axis, variables }: Group, cell: Cell, revision: string): Offer {
  // The raster of an answer is that of the irradiance.
  const leading = variables.find(({ column }) => isIrradiance(column)) ?? variables[0]!;
  const covers = merge(
    coverOf(axis, shiftOf(leading, axis.step)).map(({ start, end }) => ({ start, end: end + LONG_GAP })),
  );
  const times = covers.map(({ start, end }) => ({ start, end: end - LONG_GAP }));
  return {
    source: about.id,
    dataset: about.dataset,
    class: about.class,
    columns: variables.map(({ column }) => column),
    step: axis.step / 1000,
    first: times[0]!.start,
    last: times.at(-1)!.end,
    covers: times.length === 1 ? undefined : times,
    revision,
    cell,
    licence: about.licence,
    attribution: about.attribution,
    notices: [],
  };
}

async function cellOf(
  arrays: Arrays,
  { altitude, altitudeFactor, horizontal }: Group,
  { at, latitude, longitude, distanceKm }: Spot,
  select: Readonly<Record<string, number>>,
  options: ReadOptions,
): Promise<Cell> {
  const cell = { latitude, longitude, distanceKm };
  if (altitude === undefined) return cell;
  const indices = altitude.dimensions.map((name) => at[horizontal.indexOf(name)] ?? select[name] ?? 0);
  const values = await readLine(arrays, altitude, 0, indices[0]!, indices[0]! + 1, indices, options);
  decodeValues(values, altitude);
  const metres = values[0]! * altitudeFactor;
  return Number.isFinite(metres) ? { ...cell, altitude: metres } : cell;
}

/** The nearest cell; of those around it the nearest with data, where there are none over the sea. */
async function spotFor(
  arrays: Arrays,
  group: Group,
  place: Place,
  isLandOnly: boolean,
  select: Readonly<Record<string, number>>,
  options: ReadOptions,
): Promise<Spot | undefined> {
  const near = group.places.near(place);
  if (!isLandOnly) return near[0];
  for (const spot of near) if (await hasData(arrays, { group, spot, select }, options)) return spot;
  return undefined;
}

async function hasData(arrays: Arrays, place: SpotInGroup, options: ReadOptions): Promise<boolean> {
  const { axis, variables, time } = place.group;
  const { array } = variables[0]!;
  const length = array.chunks[array.dimensions.indexOf(time)]!;
  const last = Math.floor((axis.count - 1) / length) * length;
  for (const from of new Set([last, 0])) {
    const steps = { from, to: Math.min(axis.count, from + Math.min(length, PROBED)) };
    const values = await readColumn(arrays, variables[0]!, place, steps, options);
    if (values.some((value) => !Number.isNaN(value))) return true;
  }
  return false;
}

function revisionOf({ version, groups }: Dataset): string {
  const times = groups.map(({ axis: { first, step, count } }) => [first, step, count]);
  return createHash("sha256")
    .update(JSON.stringify([version, times]))
    .digest("hex")
    .slice(0, 16);
}

type Described = Omit<(typeof PRODUCTS)[ProductName], "rules"> & { readonly rules: readonly Rule[] };

function productOf({ product, variables, dataset, class: kind, licence }: ZarrOptions): Described {
  if (product !== undefined) {
    if (Object.hasOwn(PRODUCTS, product)) return PRODUCTS[product];
    throw new RangeError(`product must be one of ${Object.keys(PRODUCTS).join(", ")}, got ${String(product)}`);
  }
  if (variables === undefined) {
    throw new TypeError(`product or variables must be given: product is one of ${Object.keys(PRODUCTS).join(", ")}`);
  }
  for (const [name, value] of Object.entries({ dataset, class: kind, licence })) {
    if (value === undefined)
      throw new TypeError(`${name} must be given for a store that is none of the known products`);
  }
  return { dataset: dataset!, class: kind!, licence: licence!, attribution: "", isLandOnly: false, rules: [] };
}

function rulesOf(options: ZarrOptions): Rule[] {
  const { variables = {}, label, class: kind } = options;
  if (kind !== undefined && !CLASSES.includes(kind)) {
    throw new RangeError(`class must be one of ${CLASSES.join(", ")}, got ${String(kind)}`);
  }
  const own = Object.entries(variables).map(([name, variable]): Rule => {
    checkVariable(name, variable, label);
    const { column, is, unit } = variable;
    return { column, names: [name], is, ...withLabel(variable.label), ...(unit !== undefined && { unit }) };
  });
  return [...own, ...productOf(options).rules];
}

function withLabel(label: TimeLabel | undefined): { label?: TimeLabel } {
  return label === undefined ? {} : { label };
}

const MEANINGS: readonly Meaning[] = ["mean", "sum", "sum-since-midnight", "instant"];
const LABELS: readonly TimeLabel[] = ["start", "center", "end"];

function checkVariable(name: string, { column, is, label }: OwnVariable, all: TimeLabel | undefined): void {
  const check = (key: string, value: unknown, known: readonly string[]) => {
    if (known.includes(value as string)) return;
    throw new RangeError(`variables.${name}.${key} must be one of ${known.join(", ")}, got ${String(value)}`);
  };
  check("column", column, COLUMN_NAMES);
  check("is", is, MEANINGS);
  if (is !== "instant") check("label", label ?? all, LABELS);
}
