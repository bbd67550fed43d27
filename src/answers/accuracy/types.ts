/** A row of the accuracy table: one error that this project has measured itself. */

/** What a result came from, and what its error is measured against. */
export const ACCURACY_SOURCES = {
  "metered-power": "the P50 of a bare place, against what meters of plants there show in a year",
  "world-climate": "the embedded climatology of a bare place, against typical and measured years",
  "bare-place-yield": "the yield of a bare place, against that from a typical or long-term year there",
  "generated-year": "a year generated from true monthly means, against the measured year",
  split: "direct and diffuse from measured GHI by default, against measured components",
  "plane-from-global": "a tilted plane from measured GHI by default, against that from measured components",
  "plane-from-means": "a tilted plane from means of the components, against that from the components as measured",
  "clear-sky": "the default clear sky, against measured clear minutes",
  "interval-averages": "averages over intervals from means of the weather, against 30-second steps",
  forecast: "corrected forecasts of global irradiance, against measurements",
  "day-ahead":
    "forecasts of global irradiance up to three days ahead from real runs of one weather model, against measurements",
  "yield-model": "the year of a PV system, beside other programs on the same weather and options",
  p90: "P90 of a year from other years, the scatter of the weather alone, against that year",
  archive: "reanalyses and satellite series, against stations",
} as const;

export type AccuracySource = keyof typeof ACCURACY_SOURCES;

/** Length of the values whose errors these are, from fine to coarse, in seconds. */
export const SECONDS = {
  "1_minute": 60,
  "3_minutes": 180,
  "15_minutes": 900,
  "30_minutes": 1800,
  "1_hour": 3600,
  "1_day": 86_400,
  "1_month": 2_629_746,
  "1_year": 31_556_952,
} as const;

export type AccuracyResolution = keyof typeof SECONDS;

/**
 * `bias`: mean error. `absoluteBias`: mean size of the stations' biases. `rmse`: root of the mean square; of many stations, the mean of
 * theirs. `worst`: the largest RMSE of a station, or the largest error where there is no RMSE. `within80`: eight errors of ten are no
 * larger. These are in the row's unit. `ksi` and `over` (Espinar 2009) are in %, `ks` is Kolmogorov and Smirnov's distance, `skill` is
 * the share of the RMSE of CLIPER that is saved, `within` the share of values between p10 and p90, `above` that of values above P90,
 * which nine of ten should be.
 */
export type AccuracyStatistic =
  | "bias"
  | "absoluteBias"
  | "rmse"
  | "worst"
  | "within80"
  | "ksi"
  | "over"
  | "ks"
  | "skill"
  | "within"
  | "above";

/** One measured error. */
export interface AccuracyRow {
  source: AccuracySource;
  /** Where: "all", a station, a class of places or a band of altitudes. */
  region: string;
  /** The column whose error it is, as the API names it. */
  quantity: string;
  resolution: AccuracyResolution;
  /** What else was given or chosen: a plane, a sky, a run's quality, a program beside which a value stands. */
  condition?: string;
  /** Of a forecast, from its issue to the end of the interval, seconds. */
  lead?: number;
  /** Of the errors; % is of the mean of what was measured. */
  unit: "W/m²" | "%" | "K";
  statistics: Readonly<Partial<Record<AccuracyStatistic, number>>>;
  /** Of what was measured, in W/m². */
  mean?: number;
  /** How many errors there are: intervals, months or years, by the resolution. */
  n: number;
  /** How many stations or places they come from. */
  stations: number;
  /** When was measured. */
  period: string;
  /**
   * "left out": constants were chosen without the station. "unseen": nothing was chosen with it. "fitted": constants were chosen with it,
   * so the error elsewhere is larger.
   */
  judgedOn: "left out" | "unseen" | "fitted";
  note?: string;
  /** The script that measured it. */
  study: string;
  /** When the script found these figures. */
  date: string;
}
