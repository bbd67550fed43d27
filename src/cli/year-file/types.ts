/** A year to be written, chosen or generated. */
import type { WeatherSeries } from "../../weather/series.js";

/** Rows of a year, and the times that they come from. */
export interface YearRows {
  readonly series: WeatherSeries;
  /** Where the light of each row fell, Unix ms: the sun is that of this time. */
  readonly sourceTimes: Float64Array;
}

export interface YearToWrite extends YearRows {
  /** What the rows were taken from; a generated year is its own record. */
  readonly record: WeatherSeries;
  /** Drawn, not measured. */
  readonly isSynthetic: boolean;
  /** What the year is, in order of importance: each format has a place for it. */
  readonly comments: readonly string[];
  /** Members of the JSON beside the weather. */
  readonly about: { readonly [name: string]: unknown };
}
