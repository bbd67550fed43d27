/** The observation response (specification 2.1 to 2.3) as a plain object. */

import { shown } from "../../../foundation/text/shown.js";
import type { Zone } from "../../../foundation/time/zone.js";
import { assertWritable, edgeOf, intervalsOf, type WrittenRows } from "./columns.js";
import { formatStamp, type RoundingOptions, round, type Scale, scaleOf } from "./digits.js";
import { ENERGIES, type Need, PARAMETER_NAMES, PARAMETERS, type ParameterName, VALUE_NAMES } from "./parameters.js";
import { zoneOf } from "./period.js";
import { isPeriod } from "./request.js";
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
  const document = plainDocument(columns, zoneOf(columns.zone), VALUE_NAMES, columns.values, scale);
  return { ...document, meta: wireMetadata(columns.meta) };
}

/** Times and values of a response. */
export function plainDocument<Name extends string>(
  rows: WrittenRows,
  zone: Zone | undefined,
  names: readonly Name[],
  values: { readonly [name in Name]: Float64Array | null },
  scale: Scale,
) {
  const times = (edge: 0 | 1) => Array.from({ length: rows.count }, (_, i) => formatStamp(edgeOf(rows, i, edge), zone));
  const entries = names.map((name) => [name, values[name] && roundedValues(values[name], rows.count, scale)]);
  return {
    start_times: times(0),
    end_times: times(1),
    values: Object.fromEntries(entries) as { [name in Name]: (number | null)[] | null },
  };
}

/** A column rounded, `null` for NaN. */
function roundedValues(column: Float64Array, count: number, scale: Scale): (number | null)[] {
  const values: (number | null)[] = [];
  for (let i = 0; i < count; i++) {
    const value = round(column[i]!, scale);
    values.push(Number.isNaN(value) ? null : value);
  }
  return values;
}

/** Members that are always in `meta`, in the order of 2.3. */
const MEMBERS = [
  ...(["version", "commit", "frequency", "parameters", "lat", "lon", "altitude"] as const),
  ...(["surface_azimuth", "surface_tilt", "time_zone"] as const),
] satisfies readonly (keyof ObservationMetadata)[];

/** A new `meta` object with these members alone. */
export function wireMetadata<Descriptor extends AnyDescriptor>(meta: AnyMetadata<Descriptor>): AnyMetadata<Descriptor> {
  const parameters = meta.parameters.map(wireDescriptor<Descriptor>);
  const members = MEMBERS.map((name) => [name, name === "parameters" ? parameters : meta[name]]);
  return Object.fromEntries(members);
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

/** Descriptors of parameters, in the order of `values`, each once. @throws RangeError for a name that is not in the catalogue */
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

/** Clients that expect another form of a response than the default. @experimental */
export type Compatibility = "pvlib";

export interface WriteOptions extends RoundingOptions {
  /** Further members of the response's `meta`, after its own; any JSON values. CSV has no `meta`. */
  meta?: { readonly [name: string]: unknown } | undefined;
  /**
   * "pvlib": the form that pvlib's client and its tests expect. Surface angles are present only with all parameters, a column
   * entirely without data is then `null`, and `meta.time_zone` is 0, because the stamps are in UTC.
   */
  compatibility?: Compatibility | undefined;
}

/** The further members of `meta`. @throws TypeError for anything but an object; RangeError for a member that `meta` already has */
export function addedMeta(options: WriteOptions): { readonly [name: string]: unknown } {
  const { meta = {} } = options ?? {};
  if (typeof meta !== "object" || meta === null || Array.isArray(meta)) {
    throw new TypeError(`option "meta" must be an object of further members, got ${shown(meta)}`);
  }
  for (const name of Object.keys(meta)) {
    if ((MEMBERS as readonly string[]).includes(name)) {
      throw new RangeError(`option "meta" must not contain ${shown(name)}: it is part of the response's own meta`);
    }
    // JSON puts names that are whole numbers before all others.
    if (!/^[A-Za-z_]/.test(name)) {
      throw new RangeError(`option "meta" must contain names that begin with a letter or _, got ${shown(name)}`);
    }
  }
  return meta;
}

/** @throws RangeError for an unknown client */
export function isForPvlib(options: WriteOptions): boolean {
  const { compatibility } = options ?? {};
  if (compatibility === undefined) return false;
  if (compatibility === "pvlib") return true;
  throw new RangeError(`option "compatibility" must be "pvlib" or omitted, got ${shown(compatibility)}`);
}

type Shown = Omit<ObservationColumns, "extra" | "diagnostics">;

/** The columns in the form that the client expects. */
export function shownColumns(columns: ObservationColumns, options: WriteOptions): Shown {
  if (!isForPvlib(options)) return columns;
  const { count, meta } = columns;
  const values = valuesForPvlib(columns.values, meta.parameters.length === PARAMETER_NAMES.length, count);
  return { ...intervalsOf(columns), values, meta: columns.zone === undefined ? { ...meta, time_zone: 0 } : meta };
}

/** @param all whether all parameters were requested */
export function valuesForPvlib<Name extends string>(
  values: { readonly [name in Name]: Float64Array | null },
  all: boolean,
  count: number,
): { [name in Name]: Float64Array | null } {
  const seen = { ...values } as { [name: string]: Float64Array | null };
  if (!all) seen.surface_azimuth = seen.surface_tilt = null;
  else for (const name in seen) if (!holdsData(name, seen[name]!, count)) seen[name] = null;
  return seen as { [name in Name]: Float64Array | null };
}

/**
 * Whether any of the rows has data. Darkness at night is known without data: if an irradiance column has only that
 * and gaps, it has no data.
 */
export function holdsData(name: string, column: Float64Array | null, count: number): boolean {
  if (column === null) return false;
  const needs: readonly Need[] = PARAMETERS[name as ParameterName]?.needs ?? [];
  const isLight = needs.includes("irradiance");
  let gaps = 0;
  for (let i = 0; i < count; i++) {
    const value = column[i]!;
    if (!Number.isFinite(value)) gaps++;
    else if (value !== 0 || !isLight) return true;
  }
  return gaps === 0;
}
