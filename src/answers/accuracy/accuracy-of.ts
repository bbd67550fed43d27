/** The rows of the accuracy table that answer a question, nearest first. */
import { log } from "../../foundation/math/index.js";
import { nearestName } from "../../foundation/text/nearest-name.js";
import { shown } from "../../foundation/text/shown.js";
import { ACCURACY_ROWS } from "./table.generated.js";
import { ACCURACY_SOURCES, type AccuracyResolution, type AccuracyRow, type AccuracySource, SECONDS } from "./types.js";

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
