/** The response as JSON bytes: the same bytes as `JSON.stringify(toResponse(columns))`, without building the objects. */
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
import { appendColumn } from "./digits.js";
import { edgeAt } from "./intervals.js";
import { metadataParts } from "./json-metadata.js";
import { VALUE_NAMES } from "./parameters.js";
import { type Scale, scaleOf } from "./rounding.js";
import { STAMP_BYTES, StampWriter } from "./stamps.js";
import { zoneOf } from "./time-zone.js";
import type { Intervals, ObservationColumns } from "./types.js";
import { addedMeta, shownColumns, type WriteOptions } from "./write-options.js";

const QUOTE = 0x22;
const QUOTE_COMMA = 0x222c;
const OPEN = 0x5b;
const CLOSE = 0x5d;

/**
 * The JSON response, byte for byte `JSON.stringify(toResponse(columns, options))` in UTF-8.
 *
 * @param options decimals, further members of `meta`, and compatibility with a client
 * @throws RangeError, TypeError for bad options; StaleColumnsError for columns of a workspace that has been used again
 *
 * @example
 * ```js
 * import { computeColumns, writeJson } from "irradiance-engine";
 * import { loadSample } from "irradiance-engine/weather";
 *
 * const columns = computeColumns({ lat: 36.1, lon: -79.95, frequency: "1_hour" }, await loadSample());
 * console.log(JSON.parse(new TextDecoder().decode(writeJson(columns))).meta.lat); // 36.1
 * ```
 */
export function writeJson(columns: ObservationColumns, options: WriteOptions = {}): Uint8Array<ArrayBuffer> {
  return writeWhole(jsonParts(columns, options));
}

/**
 * The same bytes in chunks of at most 1 MiB, for streaming. Bad arguments throw at the call; columns that become stale
 * during iteration throw at the next chunk.
 */
export function jsonChunks(
  columns: ObservationColumns,
  options: WriteOptions = {},
): Generator<Uint8Array<ArrayBuffer>, void, undefined> {
  return writeChunks(jsonParts(columns, options), () => assertCurrent(columns));
}

const OPENING = /* @__PURE__ */ new TextPart('{"start_times":');
const END_TIMES = /* @__PURE__ */ new TextPart(',"end_times":');
const VALUES = /* @__PURE__ */ new TextPart(',"values":{');
const NULL = /* @__PURE__ */ new TextPart("null");
const EMPTY = /* @__PURE__ */ new TextPart("[]");
const META = /* @__PURE__ */ new TextPart('},"meta":');
const CLOSING = /* @__PURE__ */ new TextPart("}");
const KEYS = /* @__PURE__ */ keyParts(VALUE_NAMES);

/** `"name":` of each value, with a comma before all but the first. */
export function keyParts(names: readonly string[]): readonly Part[] {
  return names.map((name, i) => new TextPart(`${i === 0 ? "" : ","}"${name}":`));
}

function jsonParts(columns: ObservationColumns, options: WriteOptions): Part[] {
  const scale = scaleOf(options);
  assertWritable(columns);
  const { values, meta } = shownColumns(columns, options);
  const series = VALUE_NAMES.map((name) => values[name]);
  const starts = new TimesPart(columns, 0);
  const ends = new TimesPart(columns, 1);
  return documentParts(starts, ends, KEYS, series, scale, metadataParts(meta, addedMeta(options)));
}

/** A whole document: arrays of times, the series with their keys, and `meta`. */
export function documentParts(
  starts: Part,
  ends: Part,
  keys: readonly Part[],
  series: readonly (Float64Array | null)[],
  scale: Scale,
  meta: readonly Part[],
): Part[] {
  const { count } = starts;
  const array = (part: Part): Part => (count > 0 ? part : EMPTY);
  const parts = [OPENING, array(starts), END_TIMES, array(ends), VALUES];
  for (let i = 0; i < keys.length; i++) {
    const column = series[i];
    parts.push(keys[i]!, column ? array(new NumbersPart(column, count, scale)) : NULL);
  }
  parts.push(META, ...meta, CLOSING);
  return parts;
}

/** An array of times, including brackets: starts of the rows, or of those `behind` them. */
class TimesPart implements Part {
  readonly count: number;
  readonly itemBytes = STAMP_BYTES + 4;
  readonly usualBytes: number;
  private readonly intervals: Intervals;
  private readonly behind: 0 | 1;
  private readonly stamps: StampWriter;

  constructor(intervals: Intervals, behind: 0 | 1) {
    this.count = intervals.count;
    this.usualBytes = (intervals.zone === undefined ? TIME_BYTES : STAMP_BYTES) + 3;
    this.intervals = intervals;
    this.behind = behind;
    this.stamps = new StampWriter(zoneOf(intervals.zone));
  }

  append({ bytes, view }: Page, at: number, from: number, to: number): number {
    const { intervals, behind, stamps } = this;
    if (from === 0) bytes[at++] = OPEN;
    for (let i = from; i < to; i++) {
      view.setUint8(at, QUOTE);
      at = stamps.append(bytes, view, at + 1, edgeAt(intervals, i + behind)) + 2;
      view.setUint16(at - 2, QUOTE_COMMA);
    }
    if (to === this.count) bytes[at - 1] = CLOSE; // replaces the last comma
    return at;
  }
}

/** An array of numbers and nulls, including brackets. */
class NumbersPart implements Part {
  readonly count: number;
  readonly itemBytes = NUMBER_BYTES + 2;
  readonly usualBytes = USUAL_NUMBER_BYTES + 1;
  private readonly column: Float64Array;
  private readonly scale: Scale;

  constructor(column: Float64Array, count: number, scale: Scale) {
    this.column = column;
    this.count = count;
    this.scale = scale;
  }

  append({ bytes, view }: Page, at: number, from: number, to: number): number {
    if (from === 0) bytes[at++] = OPEN;
    const end = appendColumn(view, at, this.column, from, to, this.scale);
    if (to === this.count) bytes[end - 1] = CLOSE; // replaces the last comma
    return end;
  }
}
