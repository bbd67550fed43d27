/** Types of a climate year's results. */
import type { ClimateParameterName, ClimateValueName } from "../contract/climate/parameters.js";
import type { AnyDescriptor, AnyMetadata, Diagnostics } from "../contract/observation/types.js";

/** @experimental */
export interface ClimateDescriptor extends AnyDescriptor {
  name: ClimateParameterName;
}

/** @experimental */
export type ClimateMetadata = AnyMetadata<ClimateDescriptor>;

/** The intervals of a year in local standard time. @experimental */
export interface YearGrid {
  /** Start of the first interval, Unix ms. */
  readonly start: number;
  /** Length of an interval, seconds. */
  readonly interval: number;
  readonly count: number;
  /** Hours by which the time stamps are ahead of UTC; null: stamps in UTC, with a Z. */
  readonly offset: number | null;
  /** 29 February of a typical year labelled with a leap year: this many intervals are omitted before a row. */
  readonly skip: { readonly row: number; readonly intervals: number } | null;
}

/**
 * A climate year in typed arrays: full precision, NaN = missing, `null` = not requested, or without any data. `meta` describes the
 * requested parameters.
 */
export interface ClimateColumns extends YearGrid {
  readonly values: { readonly [name in ClimateValueName]: Float64Array | null };
  readonly meta: ClimateMetadata;
  readonly diagnostics: Diagnostics;
}

/** Arrays of one length; times with the place's fixed offset. */
export interface ClimateResponse {
  start_times: string[];
  end_times: string[];
  values: { [name in ClimateValueName]: (number | null)[] | null };
  meta: ClimateMetadata;
}
