/** The climate response as a plain object, as JSON and as CSV. */
import {
  CLIMATE_PARAMETER_NAMES,
  CLIMATE_VALUE_NAMES,
  type ClimateValueName,
} from "../../data/contract/climate/parameters.js";
import { type Part, writeWhole } from "../../data/contract/observation/chunks.js";
import { assertCurrent } from "../../data/contract/observation/columns.js";
import { tableParts } from "../../data/contract/observation/csv.js";
import { scaleOf } from "../../data/contract/observation/digits.js";
import { documentParts, keyParts, metadataParts } from "../../data/contract/observation/json.js";
import {
  addedMeta,
  isForPvlib,
  plainDocument,
  valuesForPvlib,
  type WriteOptions,
  wireMetadata,
} from "../../data/contract/observation/response.js";
import { fixedZone } from "../../foundation/time/zone.js";
import type { ClimateColumns, ClimateResponse } from "./year.js";

/**
 * The climate response as an object, ready for JSON: times with the place's offset, values rounded, `null` for a
 * missing value, for a parameter that was not requested, and for one without data. Shares no memory with the columns.
 * @param options decimals, further members of `meta`, and compatibility with a client
 * @throws RangeError, TypeError for bad options; StaleColumnsError for columns of a workspace that was used again
 */
export function toClimateResponse(columns: ClimateColumns, options: WriteOptions = {}): ClimateResponse {
  const { scale, rows, zone, values, meta } = formOf(columns, options);
  const document = plainDocument(rows, zone, CLIMATE_VALUE_NAMES, values, scale);
  return { ...document, meta: { ...wireMetadata(meta), ...addedMeta(options) } };
}

/**
 * The JSON response, byte for byte `JSON.stringify(toClimateResponse(columns, options))` in UTF-8.
 * @throws RangeError, TypeError for bad options; StaleColumnsError for columns of a workspace that was used again
 */
export function writeClimateJson(columns: ClimateColumns, options: WriteOptions = {}): Uint8Array<ArrayBuffer> {
  return writeWhole(jsonParts(columns, options));
}

/**
 * The CSV response: `start_time,end_time,` + the requested parameters and the surface angles in the order of `values`.
 * A parameter without data keeps its column, with empty fields.
 * @param options decimals, and compatibility with a client
 * @throws RangeError, TypeError for bad options; StaleColumnsError for columns of a workspace that was used again
 * @experimental
 */
export function writeClimateCsv(columns: ClimateColumns, options: WriteOptions = {}): Uint8Array<ArrayBuffer> {
  return writeWhole(csvParts(columns, options));
}

const KEYS = /* @__PURE__ */ keyParts(CLIMATE_VALUE_NAMES);

function jsonParts(columns: ClimateColumns, options: WriteOptions): Part[] {
  const { scale, rows, zone, values, meta } = formOf(columns, options);
  const series = CLIMATE_VALUE_NAMES.map((name) => values[name]);
  return documentParts(rows, zone, KEYS, series, scale, metadataParts(meta, addedMeta(options)));
}

function csvParts(columns: ClimateColumns, options: WriteOptions): Part[] {
  const { scale, rows, zone, values, meta } = formOf(columns, options);
  addedMeta(options); // not part of CSV, but still validated
  const requested = new Set<ClimateValueName>(meta.parameters.map(({ name }) => name));
  const names = CLIMATE_VALUE_NAMES.filter((name) => requested.has(name) || values[name]);
  const named = names.map((name) => [name, values[name]] as const);
  return tableParts(rows, zone, named, scale);
}

/** The columns in the form that the client expects, and what writers need besides. */
function formOf(columns: ClimateColumns, options: WriteOptions) {
  const scale = scaleOf(options);
  assertCurrent(columns);
  const { values, meta, start, interval, count, skip, offset } = columns;
  const written = {
    ...{ scale, rows: { start, interval, count, skip } },
    zone: offset === null ? undefined : fixedZone(offset),
  };
  if (!isForPvlib(options)) return { ...written, values, meta };
  const all = meta.parameters.length === CLIMATE_PARAMETER_NAMES.length;
  return { ...written, values: valuesForPvlib(values, all, count), meta: { ...meta, time_zone: offset ?? 0 } };
}
