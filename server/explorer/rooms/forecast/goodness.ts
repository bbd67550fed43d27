/** How far off a forecast of the light is, by how long ahead it looks: as docs/forecast.md has it, which was judged at two places. */
import type { PowerAnswer } from "../../service/answer.js";
import { figure, percent } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { type Child, h, smallTable } from "../../view.js";

/** Of docs/forecast.md: RMSE as a share of the mean light, at Buenos Aires and in the Pampas, from the hour to the hour. */
export const ERRORS = {
  /** "the run as it came" */
  asItCame: [
    [1, 6, 0.39, 0.409],
    [7, 12, 0.383, 0.398],
    [13, 24, 0.388, 0.428],
    [25, 48, 0.404, 0.448],
    [49, 72, 0.417, 0.477],
  ],
  /** "ours, learnt from a year" */
  learnt: [
    [1, 6, 0.269, 0.299],
    [7, 12, 0.276, 0.303],
    [13, 24, 0.28, 0.316],
    [25, 48, 0.294, 0.341],
    [49, 72, 0.318, 0.373],
  ],
} as const;

/** Generated weather is no forecast that could be right or wrong. */
export function goodness({ synthetic, sources = [] }: PowerAnswer["meta"]["weather"]): Child {
  if (synthetic) return null;
  const t = texts().forecast.goodness;
  const isLearnt = sources.some(({ corrections = [] }) => corrections.length > 0);
  const rows = ERRORS[isLearnt ? "learnt" : "asItCame"].map(([from, to, ...errors]) => [
    t.lead(figure(from), figure(to)),
    ...errors.map((error) => percent(error)),
  ]);
  return h(
    "details.group",
    h("summary", t.title),
    h("p", t.judged, " ", isLearnt ? t.learnt : t.asItCame),
    smallTable({ label: t.title, head: [t.ahead, "Buenos Aires", "Pampas"], rows }),
    h("p.hint", t.here),
  );
}
