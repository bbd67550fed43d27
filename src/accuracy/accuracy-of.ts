/** Errors that this project has measured itself, row by row, and the rows that answer a question, nearest first. */
import { log } from "../math/index.js";
import { nearestName } from "../text/nearest-name.js";
import { shown } from "../text/shown.js";
import { ACCURACY_ROWS } from "./table.generated.js";

/** What a result came from, and what its error is measured against. @experimental */
export const ACCURACY_SOURCES = {
  "world-climate": "the embedded climatology of a bare place, against typical and measured years",
  "bare-place-yield": "the yield of a bare place, against that from a typical or long-term year there",
  "generated-year": "a year generated from true monthly means, against the measured year",
  split: "direct and diffuse from measured GHI by default, against measured components",
  "plane-from-global": "a tilted plane from measured GHI by default, against that from measured components",
  "plane-from-means": "a tilted plane from means of the components, against that from the components as measured",
  "clear-sky": "the default clear sky, against measured clear minutes",
  "interval-averages": "averages over intervals from means of the weather, against 30-second steps",
  forecast: "corrected forecasts of global irradiance, against measurements",
  "yield-model": "the year of a PV system, beside other programs on the same weather and options",
  archive: "reanalyses and satellite series, against stations",
} as const;

/** @experimental */
export type AccuracySource = keyof typeof ACCURACY_SOURCES;

/** Length of the values whose errors these are, from fine to coarse, in seconds. */
const SECONDS = {
  "1_minute": 60,
  "3_minutes": 180,
  "15_minutes": 900,
  "30_minutes": 1800,
  "1_hour": 3600,
  "1_day": 86_400,
  "1_month": 2_629_746,
  "1_year": 31_556_952,
} as const;

/** @experimental */
export type AccuracyResolution = keyof typeof SECONDS;

/**
 * `bias`: mean error. `absoluteBias`: mean size of the stations' biases. `rmse`: root of the mean square; of many stations, the mean of
 * theirs. `worst`: the largest RMSE of a station, or the largest error where there is no RMSE. `within80`: eight errors of ten are no
 * larger. These are in the row's unit. `ksi` and `over` (Espinar 2009) are in %, `ks` is Kolmogorov and Smirnov's distance, `skill` is
 * the share of the RMSE of CLIPER that is saved, `within` the share of values between p10 and p90. @experimental
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
  | "within";

/** One measured error. @experimental */
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

/** @experimental */
export interface AccuracyQuery {
  source: AccuracySource;
  quantity: string;
  region?: string | undefined;
  resolution?: AccuracyResolution | undefined;
  condition?: string | undefined;
  /** Of a forecast, seconds. */
  lead?: number | undefined;
}

/** @experimental */
export interface AccuracyAnswer {
  /** All rows of the source and quantity (and condition, if given), nearest first. */
  rows: AccuracyRow[];
  /** "as asked": the first row is of the region, resolution and lead that were asked. "near": one of them differs. "never": no row. */
  judged: "as asked" | "near" | "never";
  /** What was judged in place of what was asked, or that nothing was: for a reader. */
  sentence: string;
}

/**
 * What is known of the error of a result. Rows of the region come first, then those of all places, then other regions; within each the
 * nearest resolution and lead. Nothing is assumed where nothing was judged: then there is no row, and `sentence` says so.
 *
 * @throws RangeError if the source or the resolution is unknown
 * @experimental
 * @example
 * const { rows, sentence } = accuracyOf({ source: "split", quantity: "direct_normal_irradiance", resolution: "1_hour" });
 * console.log(rows[0]?.statistics.rmse, rows[0]?.unit, sentence); // RMSE in W/m²
 */
export function accuracyOf(query: AccuracyQuery): AccuracyAnswer {
  checkName("source", query.source, ACCURACY_SOURCES);
  if (query.resolution !== undefined) checkName("resolution", query.resolution, SECONDS);
  const { source, quantity, condition } = query;
  const rows = ACCURACY_ROWS.filter(
    (row) =>
      row.source === source && row.quantity === quantity && (condition === undefined || row.condition === condition),
  )
    .map((row) => ({ row, distance: distanceOf(row, query) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ row }) => row);
  const [first] = rows;
  const of = `${quantity} (${ACCURACY_SOURCES[source]})`;
  if (first === undefined) return { rows, judged: "never", sentence: `${of} was not judged by this project.` };
  const differences = differencesOf(first, query);
  if (differences.length === 0) return { rows, judged: "as asked", sentence: `${of} was judged, ${told(first)}.` };
  return {
    rows,
    judged: "near",
    sentence: `${of} was not judged for ${differences.join(", ")}; nearest: ${told(first)}.`,
  };
}

function checkName(what: string, name: string, known: object): void {
  if (Object.hasOwn(known, name)) return;
  const meant = nearestName(name, Object.keys(known));
  throw new RangeError(`unknown ${what} ${shown(name)}${meant === undefined ? "" : `; did you mean "${meant}"?`}`);
}

/** A region weighs more than any step or lead. */
const OTHER_REGION = 100;

function distanceOf(row: AccuracyRow, { region, resolution, lead }: AccuracyQuery): number {
  const wanted = region ?? "all";
  const place = row.region === wanted ? 0 : row.region === "all" ? OTHER_REGION : 2 * OTHER_REGION;
  const step = resolution === undefined ? 0 : ratio(SECONDS[row.resolution], SECONDS[resolution]);
  return place + step + (lead === undefined || row.lead === undefined ? 0 : ratio(row.lead, lead));
}

/** How many times one is the other, as a logarithm without a sign. */
function ratio(a: number, b: number): number {
  return Math.abs(log(a / b));
}

function differencesOf(row: AccuracyRow, { region, resolution, lead }: AccuracyQuery): string[] {
  return [
    ...(region !== undefined && row.region !== region ? [shown(region)] : []),
    ...(resolution !== undefined && row.resolution !== resolution ? [`steps of ${words(resolution)}`] : []),
    ...(lead !== undefined && row.lead !== lead ? [`a lead of ${lead / 60} minutes`] : []),
  ];
}

function told({ region, resolution, lead, stations, period, judgedOn }: AccuracyRow): string {
  const place = region === "all" ? `${stations} ${stations === 1 ? "place" : "places"}` : region;
  const ahead = lead === undefined ? "" : `, ${lead / 60} minutes ahead`;
  return `at ${place}, ${words(resolution)}${ahead}, ${period}, ${judgedOn}`;
}

function words(resolution: AccuracyResolution): string {
  return resolution.replace("_", " ");
}
