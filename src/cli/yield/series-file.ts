/** `--series`: the intervals of a yield as CSV or Parquet, by the ending of the file; in blocks, so that years of minutes take no room. */

import type { PlacedPart } from "../../bulk/files/format.js";
import { openFormat } from "../../bulk/files/formats.js";
import type { TableColumn } from "../../bulk/files/table.js";
import { HOUR, SECOND } from "../../time/calendar.js";
import { offsetText } from "../../time/zone.js";
import { type SeriesColumn, seriesTable, type YieldSeries, yieldHoursCsv } from "../../yield/index.js";
import { UsageError } from "../errors.js";

/** Rows of a row group. */
const BLOCK = 1 << 17;

const WRITERS: {
  readonly [ending: string]: (series: YieldSeries) => Iterable<Uint8Array> | AsyncIterable<Uint8Array>;
} = {
  csv: yieldHoursCsv,
  parquet: parquetOf,
};

/** @throws UsageError for a file of another kind, and for an interval without a file */
export function refuseOtherSeries(file: string | undefined, frequency: string | undefined): void {
  if (file === undefined) {
    if (frequency !== undefined) throw new UsageError("--frequency needs --series: it is the interval of that file");
  } else if (!Object.hasOwn(WRITERS, endingOf(file))) {
    throw new UsageError(`--series writes .csv and .parquet: ${file} must end in one of them`);
  }
}

/** @returns the file's bytes, piece by piece */
export function seriesBytes(series: YieldSeries, file: string): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  return WRITERS[endingOf(file)]!(series);
}

function endingOf(file: string): string {
  return /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? "";
}

/** Times in UTC and in standard time of the place; units with the columns. */
async function* parquetOf(series: YieldSeries): AsyncGenerator<Uint8Array> {
  const columns = seriesTable(series);
  const times: TableColumn[] = [
    { name: "start_time", type: "timestamp" },
    { name: "local_time", type: "local-timestamp", description: `start, UTC${offsetText(series.timeZone * HOUR)}` },
  ];
  const numbers = columns.map(({ name, unit }): TableColumn => ({ name, unit, type: "float64" }));
  const description = { columns: [...times, ...numbers], metadata: {} };
  const format = await openFormat("parquet", description, {});
  const parts: PlacedPart[] = [];
  let offset = format.head.length;
  yield format.head;
  for (let from = 0; from < series.count; from += BLOCK) {
    const { bytes, index } = format.encode(blockOf(series, columns, from, Math.min(from + BLOCK, series.count)));
    parts.push({ offset, index });
    offset += bytes.length;
    yield bytes;
  }
  yield format.tail(parts, offset);
}

function blockOf(
  { start, interval, timeZone }: YieldSeries,
  columns: readonly SeriesColumn[],
  from: number,
  to: number,
) {
  const utc = Float64Array.from({ length: to - from }, (_, row) => start + (from + row) * interval * SECOND);
  const local = utc.map((time) => time + timeZone * HOUR);
  return { rows: to - from, columns: [utc, local, ...columns.map(({ values }) => values.subarray(from, to))] };
}
