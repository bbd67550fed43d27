/** The response as CSV: one row per interval, UTF-8, commas, `\n` after every row, an empty field for a missing value. */
import { SECOND } from "./calendar.js";
import {
  appendNumber,
  appendTime,
  joinChunks,
  NUMBER_BYTES,
  type Part,
  TIME_BYTES,
  textPart,
  writeChunks,
} from "./chunks.js";
import { assertCurrent, assertWritable } from "./columns.js";
import { VALUE_NAMES } from "./parameters.js";
import { type RoundingOptions, round, type Scale, scaleOf } from "./rounding.js";
import type { ObservationColumns } from "./types.js";

const COMMA = 0x2c;
const NEWLINE = 0x0a;

/**
 * The CSV response: `start_time,end_time,` + the requested parameters in the order of 2.4 +
 * `surface_azimuth,surface_tilt`; values rounded as in JSON.
 *
 * @throws RangeError for bad `decimals`; StaleColumnsError for columns of a workspace that was used again
 */
export function writeCsv(columns: ObservationColumns, options: RoundingOptions = {}): Uint8Array {
  return joinChunks(csvChunks(columns, options));
}

/** The same bytes in chunks of at most 1 MiB, for streaming. */
export function csvChunks(
  columns: ObservationColumns,
  options: RoundingOptions = {},
): Generator<Uint8Array, void, undefined> {
  const scale = scaleOf(options);
  assertWritable(columns);
  const names = VALUE_NAMES.filter((name) => columns.values[name]);
  const header = textPart(`${["start_time", "end_time", ...names].join(",")}\n`);
  const values = names.map((name) => columns.values[name]!);
  return writeChunks([header, rowsPart(columns, values, scale)], () => assertCurrent(columns));
}

function rowsPart({ start, interval, count }: ObservationColumns, values: Float64Array[], scale: Scale): Part {
  const step = interval * SECOND;
  return {
    count,
    itemBytes: 2 * (TIME_BYTES + 1) + values.length * (NUMBER_BYTES + 1),
    append(bytes, at, from, to) {
      for (let i = from; i < to; i++) {
        at = appendTime(bytes, at, start + i * step);
        bytes[at++] = COMMA;
        at = appendTime(bytes, at, start + (i + 1) * step);
        for (const column of values) {
          bytes[at++] = COMMA;
          const value = round(column[i]!, scale);
          if (!Number.isNaN(value)) at = appendNumber(bytes, at, value);
        }
        bytes[at++] = NEWLINE;
      }
      return at;
    },
  };
}
