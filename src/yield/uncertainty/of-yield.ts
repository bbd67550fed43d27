/** The uncertainty of a yield that was computed, and the years of its life: what ageing leaves, and how sure that is. */
import type { Notice } from "../../contract/observation/types.js";
import type { CheckedAgeing } from "../../system/ageing.js";
import type { CheckedSystem } from "../../system/checked.js";
import type { Situation } from "../situation.js";
import type { Yield } from "../types.js";
import { isInvented } from "./light-source.js";
import { trendSentence } from "./text.js";
import type { Life, LifeYear, Uncertainty } from "./types.js";
import { exceeded, partsOf, type UncertaintyParts, uncertaintyOf } from "./uncertainty-of.js";

/** What of a yield the budget depends on. */
type Found = Pick<Yield, "annual" | "months" | "years" | "losses" | "place">;

/** Nothing is known of a mean year where there is none. */
export function confidenceOf(
  found: Found,
  system: CheckedSystem,
  situation: Situation,
): Pick<Yield, "uncertainty" | "life"> {
  const { annual, months, years, losses, place } = found;
  if (annual === null) return { uncertainty: null, life: null };
  const { typicalYear, lightSource, uncertainty: given } = situation;
  const snow = losses.find(({ name }) => name === "snow");
  const uncertainty = uncertaintyOf(
    {
      ...{ energy: annual.energy, horizontalIrradiation: annual.horizontalIrradiation, latitude: place.latitude },
      ...{ years, record: typicalYear ? undefined : Math.min(...months.map((month) => month.years)) },
      ...{ source: lightSource, isInvented: isInvented(lightSource), planes: system.planes },
      snowLoss: snow === undefined ? 0 : 1 - snow.factor,
    },
    given,
  );
  return { uncertainty, life: system.ageing === undefined ? null : lifeOf(uncertainty, system.ageing) };
}

export function trendNotices(uncertainty: Uncertainty | null): Notice[] {
  const message = uncertainty === null ? undefined : trendSentence(uncertainty);
  return message === undefined ? [] : [{ code: "trend", message }];
}

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
