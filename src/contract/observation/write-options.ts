/** Options of the writers: decimals, further members of `meta`, and compatibility with clients. */
import { shown } from "../../text/shown.js";
import { intervalsOf } from "./intervals.js";
import { type Need, PARAMETER_NAMES, PARAMETERS, type ParameterName } from "./parameters.js";
import type { RoundingOptions } from "./rounding.js";
import type { ObservationColumns, ObservationMetadata } from "./types.js";

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

/** Members that are always in `meta`. */
const OWN_MEMBERS: { readonly [name in keyof ObservationMetadata]: true } = {
  version: true,
  commit: true,
  frequency: true,
  parameters: true,
  lat: true,
  lon: true,
  altitude: true,
  surface_azimuth: true,
  surface_tilt: true,
  time_zone: true,
};

/**
 * The further members of `meta`.
 *
 * @throws TypeError for anything but an object; RangeError for a member that `meta` already has
 */
export function addedMeta(options: WriteOptions): { readonly [name: string]: unknown } {
  const { meta = {} } = options ?? {};
  if (typeof meta !== "object" || meta === null || Array.isArray(meta)) {
    throw new TypeError(`option "meta" must be an object of further members, got ${shown(meta)}`);
  }
  for (const name of Object.keys(meta)) {
    if (Object.hasOwn(OWN_MEMBERS, name)) {
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
