/** The response as CSV: one row per interval, UTF-8, commas, `\n` after every row, an empty field for a missing value. */
import { SECOND } from "../../time/calendar.js";
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
import { appendRounded, TimeWriter } from "./digits.js";
import { VALUE_NAMES } from "./parameters.js";
import { type Scale, scaleOf } from "./rounding.js";
import type { ObservationColumns } from "./types.js";
import { addedMeta, shownColumns, type WriteOptions } from "./write-options.js";

const COMMA = 0x2c;
const NEWLINE = 0x0a;

/**
 * The CSV response: `start_time,end_time,` + the requested parameters in the order of 2.4 +
 * `surface_azimuth,surface_tilt`; values rounded as in JSON.
 *
 * @param options decimals, and compatibility with a client
 * @throws RangeError, TypeError for bad options; StaleColumnsError for columns of a workspace that has been used again
 */
export function writeCsv(columns: ObservationColumns, options: WriteOptions = {}): Uint8Array<ArrayBuffer> {
  return writeWhole(csvParts(columns, options));
}

/** The same bytes in chunks of at most 1 MiB, for streaming. */
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
  const header = new TextPart(`${["start_time", "end_time", ...names].join(",")}\n`);
  const values = names.map((name) => shown.values[name]!);
  return [header, new RowsPart(columns, values, scale)];
}

class RowsPart implements Part {
  readonly count: number;
  readonly itemBytes: number;
  readonly usualBytes: number;
  private readonly start: number;
  private readonly step: number;
  private readonly values: readonly Float64Array[];
  private readonly scale: Scale;
  private readonly times = new TimeWriter();

  constructor({ start, interval, count }: ObservationColumns, values: readonly Float64Array[], scale: Scale) {
    this.count = count;
    this.itemBytes = 2 * (TIME_BYTES + 1) + values.length * (NUMBER_BYTES + 1);
    this.usualBytes = 2 * (TIME_BYTES + 1) + values.length * (USUAL_NUMBER_BYTES + 1);
    this.start = start;
    this.step = interval * SECOND;
    this.values = values;
    this.scale = scale;
  }

  append({ bytes, view }: Page, at: number, from: number, to: number): number {
    const { start, step, values, scale, times } = this;
    for (let i = from; i < to; i++) {
      at = times.append(view, at, start + i * step);
      bytes[at++] = COMMA;
      at = times.append(view, at, start + (i + 1) * step);
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
