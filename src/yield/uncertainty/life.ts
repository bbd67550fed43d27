/** The years of a system's life: what ageing leaves, and how sure that is. */
import type { CheckedAgeing } from "../../system/ageing.js";
import type { Life, LifeYear, Uncertainty } from "./types.js";
import { exceeded, partsOf, type UncertaintyParts } from "./uncertainty-of.js";

/**
 * Each year and the sum up to it, P50 and P90. In a sum the scatter of the years averages out, and the error of the rate adds up, as
 * it does from year to year.
 */
export function lifeOf(uncertainty: Uncertainty, { rate, rateUncertainty, factors }: CheckedAgeing): Life {
  const parts = partsOf(uncertainty);
  let [sum, squares, aged] = [0, 0, 0];
  const years = factors.map((factor, age): LifeYear => {
    sum += factor;
    squares += factor * factor;
    aged += age;
    const [one, all] = [
      { factor, squares: factor * factor, ageing: rateUncertainty * age },
      { factor: sum, squares, ageing: rateUncertainty * aged },
    ].map((of) => ({ p50: uncertainty.energy * of.factor, p90: lowOf(uncertainty.energy, parts, of) })) as [Pair, Pair];
    return { year: age + 1, factor, ...one, sumP50: all.p50, sumP90: all.p90 };
  });
  return { rate, rateUncertainty, years };
}

type Pair = Pick<LifeYear, "p50" | "p90">;

/** Of years that together yield `factor` times the mean year: `ageing` is what the rate's error takes, percent of the mean year. */
function lowOf(
  energy: number,
  { interannual, record, others, degrees }: UncertaintyParts,
  { factor, squares, ageing }: { readonly factor: number; readonly squares: number; readonly ageing: number },
): number {
  const scatter = (interannual * interannual * squares) / (factor * factor);
  const student = Math.sqrt(scatter + record * record);
  const normal = Math.sqrt(others * others + (ageing / factor) * (ageing / factor));
  return exceeded(energy * factor, { student, degrees, normal }, 90);
}
