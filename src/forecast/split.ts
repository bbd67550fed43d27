/** Corrected light split anew into beam and diffuse. */
import { erbsDriesseRows } from "../models/decomposition/erbs-driesse.js";
import type { ClearSky } from "../sky/clear-sky.js";

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
