/** The response as JSON bytes: the same bytes as `JSON.stringify(toResponse(columns))`, without building the objects. */
import { SECOND } from "./calendar.js";
import {
  NUMBER_BYTES,
  type Part,
  TIME_BYTES,
  textPart,
  USUAL_NUMBER_BYTES,
  writeChunks,
  writeWhole,
} from "./chunks.js";
import { assertCurrent, assertWritable } from "./columns.js";
import { appendRounded, TimeWriter } from "./digits.js";
import { VALUE_NAMES } from "./parameters.js";
import { wireMetadata } from "./response.js";
import { type RoundingOptions, type Scale, scaleOf } from "./rounding.js";
import type { ObservationColumns } from "./types.js";

const COMMA = 0x2c;
const QUOTE = 0x22;
const [N, U, L] = [0x6e, 0x75, 0x6c];

/**
 * The JSON response, byte for byte `JSON.stringify(toResponse(columns))` in UTF-8.
 *
 * @throws RangeError for bad `decimals`; StaleColumnsError for columns of a workspace that was used again
 */
export function writeJson(columns: ObservationColumns, options: RoundingOptions = {}): Uint8Array {
  return writeWhole(jsonParts(columns, options));
}

/**
 * The same bytes in chunks of at most 1 MiB, for streaming. Bad arguments throw at the call; columns that become stale
 * on the way throw at the next chunk.
 */
export function jsonChunks(
  columns: ObservationColumns,
  options: RoundingOptions = {},
): Generator<Uint8Array, void, undefined> {
  return writeChunks(jsonParts(columns, options), () => assertCurrent(columns));
}

function jsonParts(columns: ObservationColumns, options: RoundingOptions): Part[] {
  const scale = scaleOf(options);
  assertWritable(columns);
  const { start, count } = columns;
  const step = columns.interval * SECOND;
  const parts = [
    textPart('{"start_times":['),
    timesPart(start, step, count),
    textPart('],"end_times":['),
    timesPart(start + step, step, count),
    textPart('],"values":{'),
  ];
  VALUE_NAMES.forEach((name, i) => {
    const column = columns.values[name];
    const key = `${i === 0 ? "" : ","}"${name}":`;
    if (column) parts.push(textPart(`${key}[`), numbersPart(column, count, scale), textPart("]"));
    else parts.push(textPart(`${key}null`));
  });
  parts.push(textPart(`},"meta":${JSON.stringify(wireMetadata(columns.meta))}}`));
  return parts;
}

function timesPart(start: number, step: number, count: number): Part {
  const times = new TimeWriter();
  return {
    count,
    itemBytes: TIME_BYTES + 3,
    usualBytes: TIME_BYTES + 3,
    append(bytes, at, from, to) {
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      for (let i = from; i < to; i++) {
        if (i > 0) bytes[at++] = COMMA;
        bytes[at++] = QUOTE;
        at = times.append(view, at, start + i * step);
        bytes[at++] = QUOTE;
      }
      return at;
    },
  };
}

function numbersPart(column: Float64Array, count: number, scale: Scale): Part {
  return {
    count,
    itemBytes: NUMBER_BYTES + 1,
    usualBytes: USUAL_NUMBER_BYTES + 1,
    append(bytes, at, from, to) {
      const view = new DataView(bytes.buffer, bytes.byteOffset);
      for (let i = from; i < to; i++) {
        const next = appendRounded(view, at, column[i]!, scale);
        at = next > at ? next : appendNull(bytes, at);
      }
      return to === count ? at - 1 : at; // no comma behind the last
    },
  };
}

/** `null` and a comma. */
function appendNull(bytes: Uint8Array, at: number): number {
  bytes[at] = N;
  bytes[at + 1] = U;
  bytes[at + 2] = L;
  bytes[at + 3] = L;
  bytes[at + 4] = COMMA;
  return at + 5;
}
