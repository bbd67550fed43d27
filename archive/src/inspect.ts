/** The contents of a source, for an operator about to serve it: its data sets, and the cost of a year of a place. */

import { DAY } from "irradiance-engine/internal/shared";
import { budgetOf, type Limits, type ReadOptions } from "./budget.js";
import type { Traffic } from "./bytes/byte-store.js";
import { remarksOn } from "./join.js";
import type { DatasetFacts, Extent, Offer, Period, Place, SourceFacts, WeatherSource } from "./source.js";

export interface YearOfAPlace {
  readonly place: Place;
  readonly period: Period;
  /** Number of values in the columns, and how many of them are missing. */
  readonly values: number;
  readonly missing: number;
  /** Undefined if requests are not counted. */
  readonly requests: number | undefined;
  /** Bytes read, or decoded if reading is not counted. */
  readonly bytes: number;
}

export interface InspectedDataset extends DatasetFacts {
  /** The last year, or all data, of the cell in the middle; undefined if it has no data. */
  readonly year: YearOfAPlace | undefined;
}

/** Its problems include impossible or doubtful values in the year of a place. */
export interface InspectedSource extends SourceFacts {
  readonly datasets: readonly InspectedDataset[];
  /** Cost of opening the source; undefined if it is not counted. */
  readonly opened: Traffic | undefined;
}

const YEAR = 366 * DAY;
/** What a year of a place may take. */
const LIMITS: Limits = { files: 100_000, bytes: 4 * 1024 ** 3, values: 64_000_000 };

/**
 * @param now Unix ms
 * @returns undefined for a source that is always there
 * @throws ArchiveError for a source that cannot be opened or read, or has no usable data
 * @experimental
 */
export async function inspectSource(
  source: WeatherSource,
  now: number,
  { signal = new AbortController().signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<InspectedSource | undefined> {
  const facts = await source.look?.(signal);
  if (facts === undefined) return undefined;
  const opened = source.traffic?.();
  const datasets: InspectedDataset[] = [];
  const problems = [...facts.problems];
  const isAlone = facts.datasets.length === 1;
  for (const one of facts.datasets) {
    // The offers of a store of places name these, too.
    const isIt = ({ dataset }: Offer) => isAlone || dataset === one.dataset;
    const year = await yearOf(source, one.extent, isIt, now, signal);
    datasets.push({ ...one, year: year?.facts });
    problems.push(...(year?.doubts ?? []).map((doubt) => (isAlone ? doubt : `${one.dataset}: ${doubt}`)));
  }
  return { ...facts, datasets, opened, problems };
}

async function yearOf(
  source: WeatherSource,
  extent: Extent | undefined,
  isIt: (offer: Offer) => boolean,
  now: number,
  signal: AbortSignal,
): Promise<{ readonly facts: YearOfAPlace; readonly doubts: readonly string[] } | undefined> {
  if (extent === undefined) return undefined;
  const before = source.traffic?.();
  const offer = (await source.offer(extent.middle, now)).find(isIt);
  if (offer === undefined) return undefined;
  const period = { start: Math.max(offer.first, offer.last - YEAR), end: offer.last };
  const { budget, decoded } = countingBudget();
  const parts = await source.read(offer, extent.middle, period, offer.columns, { signal, budget });
  const columns = parts.flatMap(({ series }) => Object.values(series.columns) as ArrayLike<number>[]);
  const missing = columns.flatMap((column) => Array.from(column)).filter(Number.isNaN).length;
  const after = source.traffic?.();
  const cost =
    before === undefined || after === undefined
      ? { requests: undefined, bytes: decoded() }
      : { requests: after.requests - before.requests, bytes: after.bytes - before.bytes };
  const { latitude, longitude } = offer.cell;
  const values = columns.reduce((sum, { length }) => sum + length, 0);
  const doubts = remarksOn(parts).map(({ message }) => message);
  return { facts: { place: { latitude, longitude }, period, values, missing, ...cost }, doubts };
}

function countingBudget(): { readonly budget: ReadOptions["budget"]; readonly decoded: () => number } {
  const bounded = budgetOf(LIMITS);
  let bytes = 0;
  return {
    budget: {
      take(kind, amount) {
        if (kind === "bytes") bytes += amount;
        bounded.take(kind, amount);
      },
    },
    decoded: () => bytes,
  };
}
