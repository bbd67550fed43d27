/** The response as CSV: one row per interval, UTF-8, commas, `\n` after every row, an empty field for a missing value. */

import type { Zone } from "../../../foundation/time/zone.js";
import {
  NUMBER_BYTES,
  type Page,
  type Part,
  TextPart,
  TIME_BYTES,
  USUAL_NUMBER_BYTES,
  writeChunks,
  writeWhole,
} from "./chunks.js";
import { assertCurrent, assertWritable, endOf, startOf, type WrittenRows } from "./columns.js";
import { appendRounded, type RoundingOptions, type Scale, STAMP_BYTES, StampWriter, scaleOf } from "./digits.js";
import { VALUE_NAMES } from "./parameters.js";
import { zoneOf } from "./period.js";
import { addedMeta, shownColumns, type WriteOptions } from "./response.js";
import type { Intervals, ObservationColumns } from "./types.js";

const COMMA = 0x2c;
const NEWLINE = 0x0a;

/**
 * The CSV response: `start_time,end_time,` + the requested parameters in the order of 2.4 +
 * `surface_azimuth,surface_tilt`; values rounded as in JSON.
 *
 * @param options decimals, and compatibility with a client
 * @throws RangeError, TypeError for bad options; StaleColumnsError for columns of a workspace that has been used again
 *
 * @example
 * ```js
 * import { computeColumns, writeCsv } from "irradiance-engine";
 * import { loadSample } from "irradiance-engine/weather";
 *
 * const columns = computeColumns({ lat: 36.1, lon: -79.95, frequency: "1_hour" }, await loadSample());
 * console.log(new TextDecoder().decode(writeCsv(columns)).split(",")[0]); // start_time
 * ```
 */
export function writeCsv(columns: ObservationColumns, options: WriteOptions = {}): Uint8Array<ArrayBuffer> {
  return writeWhole(csvParts(columns, options));
}

/** The same bytes in chunks of at most 1 MiB, for streaming. @experimental */
export function csvChunks(
  columns: ObservationColumns,
  options: WriteOptions = {},
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  return writeChunks(csvParts(columns, options), () => assertCurrent(columns));
}

function csvParts(columns: ObservationColumns, options: WriteOptions): Part[] {
  const scale = scaleOf(options);
  assertWritable(columns);
  addedMeta(options); // not part of CSV, but still validated
  const shown = shownColumns(columns, options);
  const names = VALUE_NAMES.filter((name) => shown.values[name]);
  const named = names.map((name) => [name, shown.values[name]!] as const);
  return tableParts(columns, zoneOf(columns.zone), named, scale);
}

/** A column of a table over intervals. */
export type NamedColumn = readonly [name: string, values: Float64Array];

/** Other columns over intervals in the same form, in chunks of at most 1 MiB. @throws RangeError for bad options */
export function tableCsvChunks(
  intervals: Intervals,
  columns: readonly NamedColumn[],
  options: RoundingOptions = {},
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  return writeChunks(tableParts(intervals, zoneOf(intervals.zone), columns, scaleOf(options)), () => {});
}

/** A header, and a row for each interval: `start_time,end_time,` and the columns; one without data (null) has empty fields. */
export function tableParts(
  rows: WrittenRows,
  zone: Zone | undefined,
  columns: readonly (readonly [name: string, values: Float64Array | null])[],
  scale: Scale,
): Part[] {
  const header = new TextPart(`${["start_time", "end_time", ...columns.map(([name]) => name)].join(",")}\n`);
  const values = columns.map(([, column]) => column);
  return [header, new RowsPart(rows, zone, values, scale)];
}

class RowsPart implements Part {
  readonly count: number;
  readonly itemBytes: number;
  readonly usualBytes: number;
  private readonly rows: WrittenRows;
  private readonly values: readonly (Float64Array | null)[];
  private readonly scale: Scale;
  private readonly stamps: StampWriter;

  constructor(rows: WrittenRows, zone: Zone | undefined, values: readonly (Float64Array | null)[], scale: Scale) {
    const stampBytes = zone === undefined ? TIME_BYTES : STAMP_BYTES;
    this.count = rows.count;
    this.itemBytes = 2 * (stampBytes + 1) + values.length * (NUMBER_BYTES + 1);
    this.usualBytes = 2 * (stampBytes + 1) + values.length * (USUAL_NUMBER_BYTES + 1);
    this.rows = rows;
    this.values = values;
    this.scale = scale;
    this.stamps = new StampWriter(zone);
  }

  append({ bytes, view }: Page, at: number, from: number, to: number): number {
    const { rows, values, scale, stamps } = this;
    for (let i = from; i < to; i++) {
      at = stamps.append(bytes, view, at, startOf(rows, i));
      bytes[at++] = COMMA;
      at = stamps.append(bytes, view, at, endOf(rows, i));
      bytes[at++] = COMMA;
      for (const column of values) {
        const next = column === null ? at : appendRounded(view, at, column[i]!, scale);
        if (next > at) at = next;
        else bytes[at++] = COMMA;
      }
      bytes[at - 1] = NEWLINE; // replaces the last comma
    }
    return at;
  }
}
