/** What a year is generated from, and what comes out. */
import type { Notice } from "../../../data/contract/observation/types.js";
import type { WeatherColumn, WeatherSeries } from "../../../data/weather/series.js";

/** Where, in degrees and metres; `timeZone` is the standard-time UTC offset in hours. */
export interface GenerationPlace {
  readonly latitude: number;
  readonly longitude: number;
  /** Default 0, with a notice. */
  readonly altitude?: number | undefined;
  /** Default: from the longitude, in whole hours. */
  readonly timeZone?: number | undefined;
}

/** Twelve values each, January first. `MonthlyValues` of "irradiance-engine/contract" is one. */
export interface MonthlyMeans {
  /** Means over all 24 hours, W/m². */
  readonly globalHorizontalIrradiance: readonly number[];
  readonly diffuseHorizontalIrradiance?: readonly number[] | undefined;
  /** °C: mean of the air, of its daily least and of its daily most. */
  readonly temperature?: readonly number[] | undefined;
  readonly temperatureMin?: readonly number[] | undefined;
  readonly temperatureMax?: readonly number[] | undefined;
  /** %; or the dew point, not both. */
  readonly relativeHumidity?: readonly number[] | undefined;
  /** °C. */
  readonly dewPointTemperature?: readonly number[] | undefined;
  /** m/s. */
  readonly windSpeed?: readonly number[] | undefined;
  /** Linke turbidity at air mass 2, as a climatology has it. */
  readonly linkeTurbidity?: readonly number[] | undefined;
}

export type DailyLawName = "exponential" | "bendt" | "aguiar";
export type HourlyLawName = "table" | "tag";
export type ClearSkyName = "ineichen" | "esra" | "solis";

export interface GenerationOptions {
  /** A whole number from 0 to 2⁵³ − 1; the same seed gives the same bytes. Default {@link DEFAULT_SEED}. */
  readonly randomSeed?: number | undefined;
  /** How days are drawn: see `daily.ts`, `daily-compared.ts`. Default "exponential". */
  readonly daily?: DailyLawName | undefined;
  /** How hours are drawn: see `hourly.ts`. Default "table". */
  readonly hourly?: HourlyLawName | undefined;
  /** Seconds of an interval: 3600 (default) or 60. */
  readonly interval?: 3600 | 60 | undefined;
  /** Model of the clear-sky envelope. Default "ineichen". */
  readonly clearSky?: ClearSkyName | undefined;
  /**
   * Linke turbidity of the twelve months, unadjusted as in a climatology; overrides the turbidity of the monthly values. Default
   * 3.
   */
  readonly linkeTurbidity?: readonly number[] | undefined;
  /** Year of the time stamps and of the sun. Default 2005; of a leap year 29 February stays empty. */
  readonly year?: number | undefined;
}

export const DEFAULT_SEED = 1;

/** Changes whenever the same seed gives other bytes. */
export const GENERATION_ALGORITHM = "5";

/** The report of a month. */
export interface GeneratedMonth {
  /** Mean over all 24 hours that was given, W/m². */
  readonly given: number;
  /** Mean that the year has. Less than given where the sun has not so much to send: see the notices. */
  readonly mean: number;
  /** Mean over the extraterrestrial irradiance; 0 in the polar night. */
  readonly clearness: number;
  /** Ratio of the mean to the clear sky's, before the envelope was raised; 0 in the polar night. */
  readonly clearSkyIndex: number;
  /** Factor that raised the clear sky, so that the month stays below it. */
  readonly envelopeFactor: number;
}

/** How a year came about: plain data. */
export interface GenerationReport {
  readonly algorithm: string;
  readonly randomSeed: number;
  readonly year: number;
  readonly daily: DailyLawName;
  readonly hourly: HourlyLawName;
  readonly minute: "skartveit-olseth-1992" | null;
  readonly interval: 3600 | 60;
  readonly clearSky: ClearSkyName;
  /** As given, and as the envelope takes it. */
  readonly linkeTurbidity: readonly number[];
  readonly envelopeTurbidity: readonly number[];
  readonly months: readonly GeneratedMonth[];
  /** Columns that are not measured: all of them. */
  readonly syntheticColumns: readonly string[];
  readonly notices: readonly Notice[];
}

export interface GeneratedWeather extends WeatherSeries {
  readonly start: number;
  readonly columns: { readonly [name in WeatherColumn]?: Float64Array };
}

export interface GeneratedYear {
  /** Ready for `computeObservation` and `computeClimate`: interval means, stamps at the start. */
  readonly weather: GeneratedWeather;
  /** Irradiance below the clear sky that the year was generated under, W/m², row by row. */
  readonly envelope: Float64Array;
  readonly report: GenerationReport;
}
