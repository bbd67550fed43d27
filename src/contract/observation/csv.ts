/** The response as CSV: one row per interval, UTF-8, commas, `\n` after every row, an empty field for a missing value. */
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
import { assertCurrent, assertWritable } from "./columns.js";
import { appendRounded } from "./digits.js";
import { edgeAt } from "./intervals.js";
import { VALUE_NAMES } from "./parameters.js";
import { type RoundingOptions, type Scale, scaleOf } from "./rounding.js";
import { STAMP_BYTES, StampWriter } from "./stamps.js";
import { zoneOf } from "./time-zone.js";
import type { Intervals, ObservationColumns } from "./types.js";
import { addedMeta, shownColumns, type WriteOptions } from "./write-options.js";

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
  return tableParts(
    columns,
    names.map((name) => [name, shown.values[name]!]),
    scale,
  );
}

/** A column of a table over intervals. */
export type NamedColumn = readonly [name: string, values: Float64Array];

/**
 * Other columns over intervals in the same form, in chunks of at most 1 MiB.
 *
 * @throws RangeError for bad options
 */
export function tableCsvChunks(
  intervals: Intervals,
  columns: readonly NamedColumn[],
  options: RoundingOptions = {},
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  return writeChunks(tableParts(intervals, columns, scaleOf(options)), () => {});
}

function tableParts(intervals: Intervals, columns: readonly NamedColumn[], scale: Scale): Part[] {
  const header = new TextPart(`${["start_time", "end_time", ...columns.map(([name]) => name)].join(",")}\n`);
  const values = columns.map(([, column]) => column);
  return [header, new RowsPart(intervals, values, scale)];
}

class RowsPart implements Part {
  readonly count: number;
  readonly itemBytes: number;
  readonly usualBytes: number;
  private readonly intervals: Intervals;
  private readonly values: readonly Float64Array[];
  private readonly scale: Scale;
  private readonly stamps: StampWriter;

  constructor(intervals: Intervals, values: readonly Float64Array[], scale: Scale) {
    const stampBytes = intervals.zone === undefined ? TIME_BYTES : STAMP_BYTES;
    this.count = intervals.count;
    this.itemBytes = 2 * (stampBytes + 1) + values.length * (NUMBER_BYTES + 1);
    this.usualBytes = 2 * (stampBytes + 1) + values.length * (USUAL_NUMBER_BYTES + 1);
    this.intervals = intervals;
    this.values = values;
    this.scale = scale;
    this.stamps = new StampWriter(zoneOf(intervals.zone));
  }

  append({ bytes, view }: Page, at: number, from: number, to: number): number {
    const { intervals, values, scale, stamps } = this;
    for (let i = from; i < to; i++) {
      at = stamps.append(bytes, view, at, edgeAt(intervals, i));
      bytes[at++] = COMMA;
      at = stamps.append(bytes, view, at, edgeAt(intervals, i + 1));
      bytes[at++] = COMMA;
      for (const column of values) {
        const next = appendRounded(view, at, column[i]!, scale);
        if (next > at) at = next;
        else bytes[at++] = COMMA;
      }
      bytes[at - 1] = NEWLINE; // replaces the last comma
    }
    return at;
  }
}
