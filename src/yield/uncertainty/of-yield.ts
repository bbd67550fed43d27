/** The uncertainty of a yield that was computed, and its life. */
import type { Notice } from "../../contract/observation/types.js";
import type { CheckedSystem } from "../../system/checked.js";
import type { Situation } from "../situation.js";
import type { Yield } from "../types.js";
import { lifeOf } from "./life.js";
import { trendSentence } from "./text.js";
import type { Uncertainty } from "./types.js";
import { uncertaintyOf } from "./uncertainty-of.js";

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
      ...{ source: lightSource, planes: system.planes, snowLoss: snow === undefined ? 0 : 1 - snow.factor },
    },
    given,
  );
  return { uncertainty, life: system.ageing === undefined ? null : lifeOf(uncertainty, system.ageing) };
}

export function trendNotices(uncertainty: Uncertainty | null): Notice[] {
  const message = uncertainty === null ? undefined : trendSentence(uncertainty);
  return message === undefined ? [] : [{ code: "trend", message }];
}
