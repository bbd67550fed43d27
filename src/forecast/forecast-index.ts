/** The clear-sky index of a time to come, from a table's weights. */

import { between } from "./cells.js";
import type { QuarterHours } from "./quarter-hours.js";
import { predictorsOf, type SkyState } from "./sky-state.js";
import { type CorrectionTable, LONGEST_LEAD } from "./table.js";

/** No quarter of an hour is forecast to be clearer. */
const MOST_INDEX = 1.3;
/** Quarters of an hour after which the run stands alone. */
export const ALONE_AFTER = 48;
/** W/m²: below this clear sky a clear-sky index is undefined. */
const MIN_CLEAR_SKY = 5;

/** Weights of a table at a lead time, in the order of `PREDICTORS`. */
export function weightsAt(table: CorrectionTable, state: SkyState, lead: number, isCoarse: boolean): number[] {
  const fits = table.fits[isCoarse ? "hour" : "quarter"];
  const { sky } = state;
  return fits[0]![sky].weights.map((_, i) => between(table.leads, lead, (k) => fits[k]![sky].weights[i]!));
}

/** Weight of the run against the climatology where nothing was observed. */
export function unobservedWeight(table: CorrectionTable, lead: number): number {
  return between(table.leads, lead, (k) => table.unobserved[k]!.weights[0]!);
}

/**
 * @param state undefined: nothing was observed
 * @param run GHI of the run there, W/m²
 * @param lead quarters of an hour from the issue, which is one after the last observation, to the end of the row
 * @returns GHI in W/m²: the run's own in twilight
 */
export function forecastLight(
  table: CorrectionTable,
  { sky, climate }: QuarterHours,
  state: SkyState | undefined,
  row: number,
  run: number,
  lead: number,
  isCoarse: boolean,
): number {
  const clear = sky.global[row]!;
  if (!(clear >= MIN_CLEAR_SKY)) return run;
  const mean = climate[row]!;
  const departure = run / clear - mean;
  if (state === undefined) {
    const weight = unobservedWeight(table, lead);
    return weight === 1 ? run : clear * bounded(mean + departure * weight);
  }
  const weights = weightsAt(table, state, Math.max(lead, 1), isCoarse);
  const predictors = predictorsOf(state, departure, isCoarse);
  let clearSkyIndex = mean;
  for (let i = 0; i < weights.length; i++) clearSkyIndex += weights[i]! * predictors[i]!;
  return clear * bounded(clearSkyIndex);
}

/** Share of the run by itself in a row that an observation corrects: 0 for six hours, 1 from twelve on. @param lead quarters of an hour */
export function fading(lead: number): number {
  return Math.min(1, Math.max(0, (lead - LONGEST_LEAD) / (ALONE_AFTER - LONGEST_LEAD)));
}

/** `forecastLight` of any lead time: beyond the first hours it fades into the run. */
export function fadedLight(
  table: CorrectionTable,
  quarterHours: QuarterHours,
  state: SkyState | undefined,
  row: number,
  run: number,
  lead: number,
  isCoarse: boolean,
): number {
  const share = fading(lead);
  if (share === 1) return run;
  const light = forecastLight(table, quarterHours, state, row, run, Math.min(lead, LONGEST_LEAD), isCoarse);
  return light + (run - light) * share;
}

export function bounded(clearSkyIndex: number): number {
  return Math.min(Math.max(clearSkyIndex, 0), MOST_INDEX);
}
