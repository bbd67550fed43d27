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
import { appendColumn, TimeWriter } from "./digits.js";
import { metadataParts } from "./json-metadata.js";
import { VALUE_NAMES } from "./parameters.js";
import { type RoundingOptions, type Scale, scaleOf } from "./rounding.js";
import type { ObservationColumns } from "./types.js";

const QUOTE = 0x22;
const QUOTE_COMMA = 0x222c;
const OPEN = 0x5b;
const CLOSE = 0x5d;

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

const OPENING = /* @__PURE__ */ textPart('{"start_times":');
const END_TIMES = /* @__PURE__ */ textPart(',"end_times":');
const VALUES = /* @__PURE__ */ textPart(',"values":{');
/** `"name":` of each value, with a comma in front of all but the first. */
const KEYS = /* @__PURE__ */ VALUE_NAMES.map((name, i) => textPart(`${i === 0 ? "" : ","}"${name}":`));
const NULL = /* @__PURE__ */ textPart("null");
const EMPTY = /* @__PURE__ */ textPart("[]");
const META = /* @__PURE__ */ textPart('},"meta":');
const CLOSING = /* @__PURE__ */ textPart("}");

function jsonParts(columns: ObservationColumns, options: RoundingOptions): Part[] {
  const scale = scaleOf(options);
  assertWritable(columns);
  const { start, count, values } = columns;
  const step = columns.interval * SECOND;
  const parts = [OPENING, timesPart(start, step, count), END_TIMES, timesPart(start + step, step, count), VALUES];
  for (let i = 0; i < VALUE_NAMES.length; i++) {
    const column = values[VALUE_NAMES[i]!];
    parts.push(KEYS[i]!, column ? numbersPart(column, count, scale) : NULL);
  }
  parts.push(META, ...metadataParts(columns.meta), CLOSING);
  return parts;
}

/** An array of times, brackets included. */
function timesPart(start: number, step: number, count: number): Part {
  if (count === 0) return EMPTY;
  const times = new TimeWriter();
  return {
    count,
    itemBytes: TIME_BYTES + 4,
    usualBytes: TIME_BYTES + 3,
    append({ bytes, view }, at, from, to) {
      if (from === 0) bytes[at++] = OPEN;
      const end = appendTimes(view, at, times, start + from * step, step, to - from);
      if (to === count) bytes[end - 1] = CLOSE; // in place of the last comma
      return end;
    },
  };
}

/** Writes times in quotes, each with a comma behind it; returns where the next byte goes. */
function appendTimes(
  view: DataView,
  at: number,
  times: TimeWriter,
  start: number,
  step: number,
  count: number,
): number {
  let next = at;
  for (let i = 0; i < count; i++) {
    view.setUint8(next, QUOTE);
    const end = times.append(view, next + 1, start + i * step);
    view.setUint16(end, QUOTE_COMMA);
    next = end + 2;
  }
  return next;
}

/** An array of numbers and nulls, brackets included. */
function numbersPart(column: Float64Array, count: number, scale: Scale): Part {
  if (count === 0) return EMPTY;
  return {
    count,
    itemBytes: NUMBER_BYTES + 2,
    usualBytes: USUAL_NUMBER_BYTES + 1,
    append({ bytes, view }, at, from, to) {
      if (from === 0) bytes[at++] = OPEN;
      const end = appendColumn(view, at, column, from, to, scale);
      if (to === count) bytes[end - 1] = CLOSE; // in place of the last comma
      return end;
    },
  };
}
