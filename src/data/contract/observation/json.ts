/** The response as JSON bytes: the same bytes as `JSON.stringify(toResponse(columns))`, without building the objects. */

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
import { appendColumn, type Scale, STAMP_BYTES, StampWriter, scaleOf } from "./digits.js";
import { PARAMETER_NAMES, VALUE_NAMES } from "./parameters.js";
import { zoneOf } from "./period.js";
import { addedMeta, describeParameters, shownColumns, type WriteOptions, wireDescriptor } from "./response.js";
import type { AnyDescriptor, AnyMetadata, ObservationColumns, ParameterDescriptor } from "./types.js";

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
  const described = metadataParts(meta, addedMeta(options));
  return documentParts(columns, zoneOf(columns.zone), KEYS, series, scale, described);
}

/** A whole document: arrays of times, the series with their keys, and `meta`. */
export function documentParts(
  rows: WrittenRows,
  zone: Zone | undefined,
  keys: readonly Part[],
  series: readonly (Float64Array | null)[],
  scale: Scale,
  meta: readonly Part[],
): Part[] {
  const { count } = rows;
  const array = (part: Part): Part => (count > 0 ? part : EMPTY);
  const times = (side: "start" | "end") => array(new TimesPart(rows, zone, side));
  const parts = [OPENING, times("start"), END_TIMES, times("end"), VALUES];
  for (let i = 0; i < keys.length; i++) {
    const column = series[i];
    parts.push(keys[i]!, column ? array(new NumbersPart(column, count, scale)) : NULL);
  }
  parts.push(META, ...meta, CLOSING);
  return parts;
}

/** An array of times, including brackets: where the rows start, or end. */
class TimesPart implements Part {
  readonly count: number;
  readonly itemBytes = STAMP_BYTES + 4;
  readonly usualBytes: number;
  private readonly rows: WrittenRows;
  private readonly side: "start" | "end";
  private readonly stamps: StampWriter;

  constructor(rows: WrittenRows, zone: Zone | undefined, side: "start" | "end") {
    this.count = rows.count;
    this.usualBytes = (zone === undefined ? TIME_BYTES : STAMP_BYTES) + 3;
    this.rows = rows;
    this.side = side;
    this.stamps = new StampWriter(zone);
  }

  append({ bytes, view }: Page, at: number, from: number, to: number): number {
    const { rows, side, stamps } = this;
    if (from === 0) bytes[at++] = OPEN;
    for (let i = from; i < to; i++) {
      view.setUint8(at, QUOTE);
      at = stamps.append(bytes, view, at + 1, side === "start" ? startOf(rows, i) : endOf(rows, i)) + 2;
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

const COMMA = /* @__PURE__ */ new TextPart(",");

/** The catalogue's descriptors by name, and their bytes. */
const CATALOGUE = /* @__PURE__ */ catalogue();

function catalogue(): ReadonlyMap<string, { readonly own: ParameterDescriptor; readonly part: Part }> {
  const descriptors = describeParameters(PARAMETER_NAMES);
  return new Map(descriptors.map((own) => [own.name, { own, part: new TextPart(JSON.stringify(own)) }]));
}

/** `JSON.stringify({ ...wireMetadata(meta), ...added })` in parts. */
export function metadataParts(meta: AnyMetadata, added: { readonly [name: string]: unknown }): Part[] {
  const { version, commit, frequency } = meta;
  const { lat, lon, altitude, surface_azimuth, surface_tilt, time_zone } = meta;
  const before = JSON.stringify({ version, commit, frequency });
  const behind = JSON.stringify({ lat, lon, altitude, surface_azimuth, surface_tilt, time_zone, ...added });
  const parts: Part[] = [new TextPart(`${before.slice(0, -1)},"parameters":[`)];
  for (const descriptor of meta.parameters) {
    if (parts.length > 1) parts.push(COMMA);
    parts.push(descriptorPart(descriptor));
  }
  parts.push(new TextPart(`],${behind.slice(1)}`));
  return parts;
}

function descriptorPart(descriptor: AnyDescriptor): Part {
  const known = CATALOGUE.get(descriptor.name);
  if (known !== undefined && isSame(descriptor, known.own)) return known.part;
  return new TextPart(JSON.stringify(wireDescriptor(descriptor)));
}

function isSame(a: AnyDescriptor, b: AnyDescriptor): boolean {
  return (
    a.description === b.description &&
    a.unit.name === b.unit.name &&
    a.unit.description === b.unit.description &&
    a.aggregation_method === b.aggregation_method
  );
}
