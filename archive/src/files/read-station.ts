/** The values of a station over a period: one part for each of its files. */

import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import { gridOver, repeatYear } from "irradiance-engine/series";
import type { Lru } from "irradiance-engine/shared";
import type { ReadOptions } from "../budget.js";
import type { Offer, Part, Period } from "../source.js";
import { cacheKey } from "./index-of-files.js";
import type { PackedColumns } from "./packed.js";
import { unpack } from "./packed.js";
import type { FileReader } from "./reading-thread.js";
import type { Station } from "./stations.js";
import type { WeatherFile } from "./weather-file.js";

export interface Memory {
  readonly reader: FileReader;
  readonly cache: Lru<PackedColumns>;
  /** Files being read: simultaneous requests for one file read it once. */
  readonly reading: Map<string, Promise<PackedColumns>>;
}

/** Distance at which a place counts as the station itself, km: the resolution of four decimals of a degree. */
const SAME_PLACE = 0.02;

export async function readStation(
  { files }: Station,
  offer: Offer,
  period: Period,
  columns: readonly WeatherColumn[],
  { signal, budget }: ReadOptions,
  memory: Memory,
): Promise<Part[]> {
  const parts: Part[] = [];
  for (const file of files) {
    const isTypical = file.class === "typical";
    if (!isTypical && !(file.first < period.end && file.last > period.start)) continue;
    signal.throwIfAborted();
    budget.take("files", 1);
    const packed = memory.cache.get(cacheKey(file.found)) ?? (await readOnce(file, memory, budget));
    const wanted = columns.filter((column) => file.columns.includes(column));
    const step = file.step * 1000;
    const covered = isTypical
      ? period
      : { start: Math.max(period.start, file.first), end: Math.min(period.end, file.last) };
    budget.take("values", wanted.length * gridOver(covered, file.first, step).count);
    const series = isTypical ? typicalOf(file, packed, wanted, period) : sliceOf(file, packed, wanted, covered);
    const { isExamined } = file;
    parts.push({ series, provenance: provenanceOf(offer, wanted, covered, isTypical), isExamined });
  }
  return parts;
}

function readOnce(
  file: WeatherFile,
  { reader, cache, reading }: Memory,
  budget: ReadOptions["budget"],
): Promise<PackedColumns> {
  const key = cacheKey(file.found);
  const running = reading.get(key);
  if (running !== undefined) return running;
  budget.take("bytes", file.found.size);
  const read = reader
    .values(file.found)
    .then((columns) => {
      cache.set(key, columns);
      return columns;
    })
    .finally(() => reading.delete(key));
  reading.set(key, read);
  return read;
}

function sliceOf(
  { first, step, count, isInstant }: WeatherFile,
  packed: PackedColumns,
  names: readonly WeatherColumn[],
  covered: Period,
): WeatherSeries {
  const grid = gridOver(covered, first, step * 1000);
  const from = Math.round((grid.start - first) / grid.step);
  const to = Math.min(count, from + grid.count);
  const columns = Object.fromEntries(names.map((name) => [name, unpack(packed.get(name)!, from, to)]));
  return {
    start: grid.start + (isInstant ? grid.step / 2 : 0),
    interval: step,
    columns,
    ...(isInstant && { sampling: "instant" as const }),
  };
}

function typicalOf(
  { first, step, count }: WeatherFile,
  packed: PackedColumns,
  names: readonly WeatherColumn[],
  period: Period,
): WeatherSeries {
  const columns = Object.fromEntries(names.map((name) => [name, unpack(packed.get(name)!, 0, count)]));
  return repeatYear({ start: first, interval: step, columns }, period, names);
}

function provenanceOf(offer: Offer, columns: readonly WeatherColumn[], covered: Period, isTypical: boolean) {
  const { source, dataset, revision, run, cell, licence, attribution } = offer;
  return {
    source,
    dataset,
    class: offer.class,
    columns,
    ...covered,
    revision,
    run,
    cell,
    method: cell.distanceKm <= SAME_PLACE ? ("point" as const) : ("nearest" as const),
    corrections: isTypical ? ["repeated by the day of the year"] : [],
    licence,
    attribution,
    synthetic: offer.class === "synthetic",
  };
}
