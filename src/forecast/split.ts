/** Corrected light split anew into beam and diffuse. */
import { erbsDriesseRows } from "../models/decomposition/erbs-driesse.js";
import { type ClearSky, clearSkyOn } from "../sky/clear-sky.js";
import type { WeatherSeries } from "../weather/series.js";

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
 * @experimental
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
