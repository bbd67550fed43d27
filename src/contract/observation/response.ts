/** The observation response (specification 2.1 to 2.3) as a plain object. */

import { shown } from "../../text/shown.js";
import { assertWritable } from "./columns.js";
import { edgeAt } from "./intervals.js";
import { ENERGIES, PARAMETER_NAMES, PARAMETERS, type ParameterName, VALUE_NAMES } from "./parameters.js";
import { isPeriod } from "./periods.js";
import { round, type Scale, scaleOf } from "./rounding.js";
import { formatStamp } from "./stamps.js";
import { zoneOf } from "./time-zone.js";
import type {
  AnyDescriptor,
  AnyMetadata,
  Intervals,
  ObservationColumns,
  ObservationMetadata,
  ObservationRequest,
  ObservationResponse,
  ParameterDescriptor,
} from "./types.js";
import { addedMeta, shownColumns, type WriteOptions } from "./write-options.js";

/**
 * The response as the service sends it: times as `YYYY-MM-DDTHH:MM:SSZ` (with the offset of a requested zone), values rounded,
 * `null` for a missing value and for a parameter that was not requested. Shares no memory with the columns.
 *
 * @param options decimals, further members of `meta`, and compatibility with a client
 * @throws RangeError, TypeError for bad options; StaleColumnsError for columns of a workspace that has been used again
 *
 * @example
 * ```js
 * import { computeColumns, toResponse } from "irradiance-engine";
 * import { loadSample } from "irradiance-engine/weather";
 *
 * const columns = computeColumns({ lat: 36.1, lon: -79.95, frequency: "1_month" }, await loadSample());
 * console.log(toResponse(columns, { decimals: 0 }).values.global_horizontal_irradiance.length); // 12
 * ```
 */
export function toResponse(columns: ObservationColumns, options: WriteOptions = {}): ObservationResponse {
  const scale = scaleOf(options);
  assertWritable(columns);
  const response = plainResponse(shownColumns(columns, options), scale);
  return { ...response, meta: { ...response.meta, ...addedMeta(options) } };
}

/** The response to columns that cannot be stale, without compatibility for a client. */
export function plainResponse(
  columns: Intervals & Pick<ObservationColumns, "values" | "meta">,
  scale: Scale,
): ObservationResponse {
  const { count } = columns;
  const zone = zoneOf(columns.zone);
  const edges = Array.from({ length: count + 1 }, (_, i) => formatStamp(edgeAt(columns, i), zone));
  const values = {} as ObservationResponse["values"];
  for (const name of VALUE_NAMES) {
    const column = columns.values[name];
    values[name] = column ? roundedValues(column, count, scale) : null;
  }
  return { start_times: edges.slice(0, count), end_times: edges.slice(1), values, meta: wireMetadata(columns.meta) };
}

/** A column rounded, `null` for NaN. */
export function roundedValues(column: Float64Array, count: number, scale: Scale): (number | null)[] {
  const values: (number | null)[] = [];
  for (let i = 0; i < count; i++) {
    const value = round(column[i]!, scale);
    values.push(Number.isNaN(value) ? null : value);
  }
  return values;
}

/** A new `meta` object with the keys of 2.3, in that order. */
export function wireMetadata<Descriptor extends AnyDescriptor>(meta: AnyMetadata<Descriptor>): AnyMetadata<Descriptor> {
  return {
    version: meta.version,
    commit: meta.commit,
    frequency: meta.frequency,
    parameters: meta.parameters.map((descriptor) => wireDescriptor(descriptor)),
    lat: meta.lat,
    lon: meta.lon,
    altitude: meta.altitude,
    surface_azimuth: meta.surface_azimuth,
    surface_tilt: meta.surface_tilt,
    time_zone: meta.time_zone,
  };
}

/** A new descriptor with its keys in the order of 2.3. */
export function wireDescriptor<Descriptor extends AnyDescriptor>(descriptor: Descriptor): Descriptor {
  const { name, description, unit, aggregation_method } = descriptor;
  const wire: AnyDescriptor = {
    name,
    description,
    unit: { name: unit.name, description: unit.description },
    aggregation_method,
  };
  return wire as Descriptor;
}

/**
 * Descriptors of parameters, in the order of `values`, each once.
 *
 * @throws RangeError for a name that is not in the catalogue
 */
export function describeParameters(names: readonly ParameterName[]): ParameterDescriptor[] {
  const wanted = new Set(names);
  for (const name of wanted) {
    if (!PARAMETER_NAMES.includes(name)) throw new RangeError(`describeParameters: invalid parameter ${shown(name)}`);
  }
  return PARAMETER_NAMES.filter((name) => wanted.has(name)).map(describe);
}

function describe(name: ParameterName): ParameterDescriptor {
  return wireDescriptor({ name, ...PARAMETERS[name], aggregation_method: "average" });
}

/** The descriptor of a parameter in days, months or years. */
function describeSum(name: ParameterName): ParameterDescriptor {
  const { description, unit: power } = PARAMETERS[name];
  const unit = ENERGIES[power.name];
  return unit === undefined ? describe(name) : wireDescriptor({ name, description, unit, aggregation_method: "sum" });
}

/**
 * The `meta` object of a request. The surface angles are the requested ones; for a tracker both are 0: its axis is
 * horizontal, along north and south.
 *
 * @param place altitude in metres; timeZone = standard-time UTC offset in hours
 * @param software commit defaults to "unknown"
 */
export function observationMetadata(
  request: ObservationRequest,
  place: { readonly altitude: number; readonly timeZone: number },
  software: { readonly version: string; readonly commit?: string | undefined },
): ObservationMetadata {
  const fixed = request.trackingMode === "none";
  return {
    version: software.version,
    commit: software.commit ?? "unknown",
    frequency: request.frequency,
    parameters: request.parameters.map(isPeriod(request.frequency) ? describeSum : describe),
    lat: request.lat,
    lon: request.lon,
    altitude: place.altitude,
    surface_azimuth: fixed ? request.surfaceAzimuth : 0,
    surface_tilt: fixed ? request.surfaceTilt : 0,
    time_zone: place.timeZone,
  };
}
