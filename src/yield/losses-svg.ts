/** The way from the light to the energy fed in, as a waterfall. */

import { sheet } from "../report/scene/print.js";
import { label } from "../report/scene/scale.js";
import { type WaterfallRow, waterfallOf, waterfallShapes } from "../report/scene/waterfall.js";
import { changeText, periodText } from "./loss-table.js";
import { CAPTION, caption, PICTURE_WIDTH, subtitle } from "./plot-svg.js";
import type { Yield } from "./types.js";

/** Pixels of the names of the stages, above the first of them, and right of the figures. */
const [NAMES, TOP, EDGE] = [305, 62, 15];

/**
 * @param source of the weather, with how good it is: under the picture
 * @returns a complete SVG document: what each stage takes or adds, and the energy left after it
 */
export function lossesSvg(found: Yield, source?: string): string {
  const { losses } = found;
  const { bars, ...axis } = waterfallOf(losses.map(({ energy }) => energy));
  const digits = Math.max(...losses.map(({ energy }) => energy)) < 100 ? 1 : 0;
  const rows = losses.map((stage, k): WaterfallRow => {
    const { description: name, energy } = stage;
    const change = k === 0 ? "" : changeText(stage);
    const tip = `${name}: ${k === 0 ? "" : `${change}, `}${label(energy, 1)} kWh`;
    const figure = label(energy, digits);
    return { bar: bars[k]!, value: energy, name, change, figure, tip, isStrong: k === losses.length - 1 };
  });
  const xTitle = axis.from > 0 ? `kWh; the axis begins at ${label(axis.from)}` : "kWh";
  const place = { left: 0, top: TOP, width: PICTURE_WIDTH - EDGE, names: NAMES };
  const { shapes, bottom } = waterfallShapes({ ...place, rows, axis, xTitle });
  return sheet(
    PICTURE_WIDTH,
    bottom + 60 + CAPTION,
    `From the light to the energy fed in${periodText(found)}`,
    subtitle(found),
    ...shapes,
    ...caption(found, source, bottom + 60),
  );
}
