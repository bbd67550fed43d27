/** The climate response as a plain object, and code shared by its writers. */
import { CLIMATE_PARAMETER_NAMES, CLIMATE_VALUE_NAMES, type ClimateValueName } from "../contract/climate/parameters.js";
import { assertCurrent } from "../contract/observation/columns.js";
import { roundedValues, wireMetadata } from "../contract/observation/response.js";
import { scaleOf } from "../contract/observation/rounding.js";
import { formatStamp } from "../contract/observation/stamps.js";
import { addedMeta, isForPvlib, valuesForPvlib, type WriteOptions } from "../contract/observation/write-options.js";
import { SECOND } from "../time/calendar.js";
import type { ClimateColumns, ClimateResponse } from "./types.js";
import { rowStart, stampZone } from "./year.js";

/**
 * The climate response as an object, ready for JSON: times with the place's offset, values rounded, `null` for a missing
 * value, for a parameter that was not requested, and for one without data. Shares no memory with the columns.
 *
 * @param options decimals, further members of `meta`, and compatibility with a client
 * @throws RangeError, TypeError for bad options; StaleColumnsError for columns of a workspace that was used again
 */
export function toClimateResponse(columns: ClimateColumns, options: WriteOptions = {}): ClimateResponse {
  const scale = scaleOf(options);
  assertCurrent(columns);
  const { interval, count } = columns;
  const zone = stampZone(columns);
  const { values, meta } = shownClimate(columns, options);
  const starts = Array.from({ length: count }, (_, row) => rowStart(columns, row));
  const response = {} as ClimateResponse["values"];
  for (const name of CLIMATE_VALUE_NAMES) {
    const column = values[name];
    response[name] = column ? roundedValues(column, count, scale) : null;
  }
  return {
    start_times: starts.map((time) => formatStamp(time, zone)),
    end_times: starts.map((time) => formatStamp(time + interval * SECOND, zone)),
    values: response,
    meta: { ...wireMetadata(meta), ...addedMeta(options) },
  };
}

/** The columns in the form that the client expects. */
export function shownClimate(
  columns: ClimateColumns,
  options: WriteOptions,
): {
  readonly values: { readonly [name in ClimateValueName]: Float64Array | null };
  readonly meta: ClimateColumns["meta"];
} {
  const { values, meta, count, offset } = columns;
  if (!isForPvlib(options)) return { values, meta };
  const all = meta.parameters.length === CLIMATE_PARAMETER_NAMES.length;
  return { values: valuesForPvlib(values, all, count), meta: { ...meta, time_zone: offset ?? 0 } };
}
