/** What a climate year comes out as. */
import type { ClimateParameterName, ClimateValueName } from "../contract/climate/parameters.js";
import type { AnyDescriptor, AnyMetadata, Diagnostics } from "../contract/observation/types.js";

export interface ClimateDescriptor extends AnyDescriptor {
  name: ClimateParameterName;
}

export type ClimateMetadata = AnyMetadata<ClimateDescriptor>;

/** The intervals of a year on the clock of its place. */
export interface YearGrid {
  /** Start of the first interval, Unix ms. */
  readonly start: number;
  /** Length of an interval, seconds. */
  readonly interval: number;
  readonly count: number;
  /** How far the clock of the time stamps runs ahead of UTC, hours; null: stamps in UTC, with a Z. */
  readonly offset: number | null;
  /** 29 February of a typical year with the number of a leap year: so many intervals are left out in front of a row. */
  readonly skip: { readonly row: number; readonly intervals: number } | null;
}

/**
 * A climate year in typed arrays: full precision, NaN = missing, `null` = not requested, or nothing known of it at all.
 * The descriptors in `meta` are those of the parameters that were requested.
 */
export interface ClimateColumns extends YearGrid {
  readonly values: { readonly [name in ClimateValueName]: Float64Array | null };
  readonly meta: ClimateMetadata;
  readonly diagnostics: Diagnostics;
}

/** Arrays of one length; times with the offset that the clock of the place has all year. */
export interface ClimateResponse {
  start_times: string[];
  end_times: string[];
  values: { [name in ClimateValueName]: (number | null)[] | null };
  meta: ClimateMetadata;
}
