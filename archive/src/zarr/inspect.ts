/** What is in a Zarr store, for who has to describe it: its arrays, which products fit, and what a place costs. */
import type { WeatherColumn } from "irradiance-engine";
import { budgetOf } from "../budget.js";
import { byteStore, type Traffic } from "../bytes/byte-store.js";
import { locationOf } from "../bytes/location.js";
import { type Dataset, namesOf, openDataset } from "../cf/dataset.js";
import { COORDINATES, type Group } from "../cf/group.js";
import { cellOf, offerOf, spotFor } from "../cf/offers.js";
import { productOf, rulesOf } from "../cf/options.js";
import { readParts } from "../cf/parts.js";
import type { Extent } from "../cf/places.js";
import { PRODUCTS, type ProductName } from "../cf/products.js";
import { ArchiveError, messageOf } from "../errors.js";
import { remarksOn } from "../remarks.js";
import type { Offer, Period, Place, ReadOptions } from "../source.js";
import { homeOf, isReferenceFile } from "./home.js";
import { folderStore } from "./key-store.js";
import { hierarchyOf, openStore } from "./open.js";
import type { ZarrOptions } from "./options.js";
import { referenceStore } from "./references.js";

export interface InspectedArray {
  readonly name: string;
  readonly type: string;
  /** Its units, as the file has them. */
  readonly units: string | undefined;
  readonly dimensions: readonly string[];
  readonly shape: readonly number[];
  /** What is decoded at once. */
  readonly chunks: readonly number[];
}

/** Variables that share times and places. */
export interface InspectedGroup {
  readonly columns: readonly { readonly column: WeatherColumn; readonly variable: string; readonly is: string }[];
  /** Seconds. */
  readonly step: number;
  /** Unix ms. */
  readonly first: number;
  readonly last: number;
  /** Stretches without data, of a day or more. */
  readonly gaps: number;
  readonly extent: Extent;
  /** A year of all columns, or all there is, at the cell in the middle; undefined where that has no data. */
  readonly year: YearOfAPlace | undefined;
}

export interface YearOfAPlace extends Traffic {
  readonly place: Place;
  readonly period: Period;
  /** Of the columns: present, and missing. */
  readonly values: number;
  readonly missing: number;
}

export interface InspectedZarr {
  readonly arrays: readonly InspectedArray[];
  /** Products whose variables it has. */
  readonly products: readonly ProductName[];
  /** By the product, or the variables, that were given. */
  readonly groups: readonly InspectedGroup[];
  /** Metadata and coordinates. */
  readonly opened: Traffic;
  /** What cannot be read, and why; and what is impossible or doubtful in the year of a place. */
  readonly problems: readonly string[];
}

const METADATA = { files: 5_000, bytes: 512 * 1024 * 1024, values: 64_000_000 };
const YEAR = 365 * 86_400_000;

/**
 * @param options as `zarrSource` takes them; without `product` and `variables` only what arrays there are
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` if it is no Zarr store; TypeError or RangeError for invalid options
 */
export async function inspectZarr(
  options: ZarrOptions,
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<InspectedZarr> {
  const isDescribed = options.product !== undefined || options.variables !== undefined;
  const rules = isDescribed ? rulesOf(options) : [];
  const location = locationOf(options.location, "location");
  const allow = (options.allow ?? []).map((one) => locationOf(one, "allow"));
  const bytes = byteStore({ ...options, allow: [homeOf(location), ...allow] });
  const use = { signal, budget: budgetOf(METADATA) };
  const store = isReferenceFile(location)
    ? await referenceStore(bytes, location, allow, use)
    : folderStore(bytes, location);
  const known = Object.values(PRODUCTS).flatMap((product) => namesOf(product.rules));
  const opening = await openStore(store, 64 * 1024 * 1024);
  const hierarchy = await hierarchyOf(opening, [...known, ...namesOf(rules), ...COORDINATES], use);
  const { arrays: found, problems: damaged } = hierarchy;
  const told = {
    arrays: [...found.values()].map(({ path, type, attributes, dimensions, shape, chunks }) => {
      const units = attributes.units === undefined ? undefined : String(attributes.units);
      return { name: path, type, units, dimensions, shape, chunks };
    }),
    products: (Object.keys(PRODUCTS) as ProductName[]).filter((name) =>
      PRODUCTS[name].rules.some((rule) => rule.names.some((one) => found.has(one))),
    ),
  };
  if (!isDescribed) return { ...told, groups: [], opened: bytes.traffic, problems: [...damaged.values()] };
  const axes = {
    select: options.select ?? {},
    reach: options.maxDistanceKm ?? 25,
    shift: (options.timeShift ?? 0) * 1000,
  };
  const dataset = await orWhy(openDataset(hierarchy, { rules, label: options.label, ...axes }, use));
  if (typeof dataset === "string") return { ...told, groups: [], opened: bytes.traffic, problems: [dataset] };
  const opened = bytes.traffic;
  const groups: InspectedGroup[] = [];
  const doubts: string[] = [];
  for (const group of dataset.groups) {
    const before = bytes.traffic;
    const { isLandOnly } = productOf(options);
    const year = await yearOf(group, isLandOnly, axes.select, { signal, budget: budgetOf(METADATA) });
    const { requests, bytes: came } = bytes.traffic;
    const cost = { requests: requests - before.requests, bytes: came - before.bytes };
    groups.push({ ...factsOf(group), year: year && { ...year.facts, ...cost } });
    doubts.push(...(year?.doubts ?? []));
  }
  return { ...told, groups, opened, problems: [...dataset.problems, ...damaged.values(), ...doubts] };
}

/** What is wrong with a store is what an inspection is for. */
async function orWhy(dataset: Promise<Dataset>): Promise<Dataset | string> {
  return dataset.catch((error: unknown) => {
    if (error instanceof ArchiveError && error.code === "ERR_ARCHIVE_UNREADABLE") return messageOf(error);
    throw error;
  });
}

function factsOf(group: Group): Omit<InspectedGroup, "year"> {
  const { step, first, last, covers = [] } = offerOf(group);
  return {
    columns: group.variables.map(({ column, array, second, is, label }) => ({
      column,
      variable: second === undefined ? array.path : `${array.path}, ${second.path}`,
      is:
        is === "instant"
          ? "at the time"
          : `${is === "mean" ? "mean" : is === "sum" ? "sum" : "sum since 00 UTC"}, the time is its ${label}`,
    })),
    step,
    first,
    last,
    gaps: Math.max(covers.length - 1, 0),
    extent: group.places.extent,
  };
}

async function yearOf(
  group: Group,
  isLandOnly: boolean,
  select: Readonly<Record<string, number>>,
  use: ReadOptions,
): Promise<{ facts: Omit<YearOfAPlace, keyof Traffic>; doubts: string[] } | undefined> {
  const { south, north, west, east } = group.places.extent;
  const longitude = (west + east) / 2;
  const place = { latitude: (south + north) / 2, longitude: longitude - 360 * Math.round(longitude / 360) };
  const spot = await spotFor(group, place, isLandOnly, select, use);
  if (spot === undefined) return undefined;
  const facts = offerOf(group);
  const period = { start: Math.max(facts.first, facts.last - YEAR), end: facts.last };
  const about = { source: "inspected", dataset: "inspected", class: "reanalysis", licence: "", revision: "" } as const;
  const offer: Offer = { ...about, ...facts, cell: await cellOf(spot, use) };
  const parts = await readParts(spot, offer, period, facts.columns, use);
  const columns = parts.flatMap(({ series }) => Object.values(series.columns) as Float64Array[]);
  const values = columns.reduce((sum, { length }) => sum + length, 0);
  const missing = columns.reduce((sum, column) => sum + column.filter(Number.isNaN).length, 0);
  const at = { latitude: spot.spot.latitude, longitude: spot.spot.longitude };
  return { facts: { place: at, period, values, missing }, doubts: remarksOn(parts).map(({ message }) => message) };
}
