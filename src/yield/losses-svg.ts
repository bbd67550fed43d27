/** The way from the light to the energy fed in, as a waterfall. */

import { axes } from "../report/scene/axes.js";
import { SOFT, SUN, seriesPaint } from "../report/scene/palette.js";
import { sheet } from "../report/scene/print.js";
import { label, labelled, linearScale, placed, type Scale } from "../report/scene/scale.js";
import { type Area, bottomOf, line, rightOf, type Shape, shape, text } from "../report/scene/shape.js";
import { type WaterfallBar, waterfallOf } from "../report/scene/waterfall.js";
import { changeText, periodText } from "./loss-table.js";
import { CAPTION, caption, PICTURE_WIDTH, subtitle } from "./plot-svg.js";
import type { LossStage, Yield } from "./types.js";

/** Pixels of a stage, and of its bar. */
const [ROW, BAR] = [26, 16];
const [LEFT, TOP] = [305, 62];
/** Pixels of the figures right of the bars: the change, the energy left. */
const [CHANGES, ENERGIES, EDGE] = [80, 65, 15];
const FILLS = { first: SUN, gain: seriesPaint(0), loss: seriesPaint(1) };

/**
 * @param source of the weather, with how good it is: under the picture
 * @returns a complete SVG document: what each stage takes or adds, and the energy left after it
 */
export function lossesSvg(found: Yield, source?: string): string {
  const { losses } = found;
  const area = {
    left: LEFT,
    top: TOP,
    width: PICTURE_WIDTH - LEFT - CHANGES - ENERGIES - EDGE,
    height: ROW * losses.length,
  };
  const { bars, ticks, from, to } = waterfallOf(losses.map(({ energy }) => energy));
  const x = linearScale(from, to, area.left, rightOf(area));
  const xTitle = from > 0 ? `kWh; the axis begins at ${label(from)}` : "kWh";
  const digits = Math.max(...bars.map(({ high }) => high)) < 100 ? 1 : 0;
  const below = bottomOf(area) + 60;
  return sheet(
    PICTURE_WIDTH,
    below + CAPTION,
    `From the light to the energy fed in${periodText(found)}`,
    subtitle(found),
    axes(area, { x: placed(labelled(ticks), x), y: [], xTitle, yTitle: "" }),
    ...losses.flatMap((stage, k) => {
      const row = { stage, bar: bars[k]!, isLast: k === losses.length - 1, top: area.top + k * ROW };
      return rowShapes(row, area, x, digits);
    }),
    ...caption(found, source, below),
  );
}

interface Row {
  readonly stage: LossStage;
  readonly bar: WaterfallBar;
  readonly isLast: boolean;
  readonly top: number;
}

function rowShapes({ stage, bar, isLast, top }: Row, area: Area, x: Scale, digits: number): Shape[] {
  const { description, energy } = stage;
  const { low, high, kind } = bar;
  const change = kind === "first" ? "" : changeText(stage);
  const place = {
    x: x(low),
    y: top + (ROW - BAR) / 2,
    width: Math.max(x(high) - x(low), 1),
    height: BAR,
  };
  const tip = `${description}: ${kind === "first" ? "" : `${change}, `}${label(energy, 1)} kWh`;
  const base = top + ROW / 2 + 4;
  const end = (right: number, words: string, attributes = {}) =>
    text(right, base, words, { "text-anchor": "end", ...attributes });
  const lower = isLast ? bottomOf(area) : top + ROW + (ROW - BAR) / 2;
  return [
    end(area.left - 10, description),
    shape("rect", { class: "bar", ...place, fill: FILLS[kind] }, shape("title", {}, tip)),
    line(x(energy), place.y + BAR, x(energy), lower, { stroke: SOFT, "stroke-dasharray": "3 3" }),
    end(rightOf(area) + CHANGES, change),
    end(rightOf(area) + CHANGES + ENERGIES, label(energy, digits), isLast ? { "font-weight": "bold" } : {}),
  ];
}
