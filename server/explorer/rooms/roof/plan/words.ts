/** What the plan says: its texts come with it, in the language of the page. */
import { type Language, language } from "../../../texts/numbers.js";
import type { PlanTexts } from "../../../texts/said.js";

const LOADED: { readonly [name in Language]: () => Promise<{ readonly plan: PlanTexts }> } = {
  en: () => import("../../../texts/en/plan.js"),
  de: () => import("../../../texts/de/plan.js"),
};

const present = await LOADED[language()]();

export function words(): PlanTexts {
  return present.plan;
}
