/** The light of a time to come, from a table's weights of clear-sky indices, and its split into beam and diffuse. */
import type { WeatherSeries } from "../../data/weather/series.js";
import { erbsDriesseRows } from "../../physics/models/decomposition/by-clearness.js";
import { LEAST_CLEAR_SKY, MOST_INDEX } from "../../physics/sky/clear-index.js";
import { type ClearSky, clearSkyOn } from "../../physics/sky/clear-sky.js";
import { between } from "./curves.js";
import { predictorsOf, type QuarterHours, type SkyState } from "./quarter-hours.js";
import { type CorrectionTable, LONGEST_LEAD } from "./table.js";

/** Quarters of an hour after which the run stands alone. */
export const ALONE_AFTER = 48;

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
  if (!(clear >= LEAST_CLEAR_SKY)) return run;
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

/** W/m²: below this modelled beam the ratio is undefined. */
const MIN_BEAM = 1;

/**
 * Beam on level ground of corrected light: the run's own, scaled as the model's beam changes from the run's light to the corrected one;
 * where the run's light has none by the model, the model's. The diffuse light is the rest; both are 0 or more.
 *
 * Model: the diffuse fraction of Driesse et al. (2024), a continuous form of Erbs', of the interval's clearness index.
 *
 * @param direct the run's, W/m²
 */
export function splitAnew(
  before: Float64Array,
  direct: Float64Array,
  after: Float64Array,
  { extraterrestrial }: ClearSky,
): Float64Array {
  const [was, is] = [beamOf(before, extraterrestrial), beamOf(after, extraterrestrial)];
  return direct.map((value, k) => {
    if (before[k] === after[k]) return value;
    const beam = was[k]! < MIN_BEAM ? is[k]! : (value * is[k]!) / was[k]!;
    return Math.min(Math.max(beam, 0), after[k]!);
  });
}

function beamOf(ghi: Float64Array, extraterrestrial: Float64Array): Float64Array {
  const kt = ghi.map((value, k) => (extraterrestrial[k]! > 0 ? Math.min(1, value / extraterrestrial[k]!) : 0));
  const fraction = new Float64Array(kt.length);
  erbsDriesseRows(0, kt.length, kt, fraction);
  return ghi.map((value, k) => value * (1 - fraction[k]!));
}

/**
 * The weather of a corrected forecast with other light on level ground: its beam split anew, if it has one; else a model splits it later.
 *
 * @param lights GHI on the rows of the series, W/m²; any number of them
 */
export function withLights(series: WeatherSeries, lights: readonly Float64Array[]): WeatherSeries[] {
  const { start, interval, place, columns } = series;
  const direct = columns.direct_horizontal_irradiance as Float64Array | undefined;
  const before = columns.global_horizontal_irradiance as Float64Array;
  const grid = { start: new Date(start).getTime(), step: interval * 1000, count: before.length };
  const sky = direct && clearSkyOn(grid, place!, undefined);
  return lights.map((light) => {
    if (direct === undefined) return { ...series, columns: { ...columns, global_horizontal_irradiance: light } };
    const beam = splitAnew(before, direct, light, sky!);
    const components = {
      global_horizontal_irradiance: light,
      direct_horizontal_irradiance: beam,
      diffuse_horizontal_irradiance: light.map((value, k) => value - beam[k]!),
    };
    return { ...series, columns: { ...columns, ...components } };
  });
}
