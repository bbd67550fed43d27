/** The way from the light to the energy fed in, as a waterfall: what each stage takes or adds hangs where the one before ended. */

import { axes } from "../report/scene/axes.js";
import { SOFT, SUN, seriesPaint } from "../report/scene/palette.js";
import { sheet } from "../report/scene/print.js";
import { extremesOf, label, labelled, linearScale, placed, roundTicks, type Scale } from "../report/scene/scale.js";
import { type Area, bottomOf, line, rightOf, type Shape, shape, text } from "../report/scene/shape.js";
import { changeText, periodText } from "./loss-table.js";
import { CAPTION, caption, PICTURE_WIDTH, subtitle } from "./plot-svg.js";
import type { LossStage, Yield } from "./types.js";

/** Pixels of a stage, and of its bar. */
const [ROW, BAR] = [26, 16];
const [LEFT, TOP] = [305, 62];
/** Pixels of the figures right of the bars: the change, the energy left. */
const [CHANGES, ENERGIES, EDGE] = [80, 65, 15];
/** The axis begins this share of the whole fall below the least energy: stages of 2 % are to be seen. */
const ROOM = 0.12;
const [LIGHT, GAIN, LOSS] = [SUN, seriesPaint(0), seriesPaint(1)];

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
  const [least, most] = extremesOf([losses.map(({ energy }) => energy)])!;
  const ticks = roundTicks(Math.max(0, least - ROOM * (most - least)), most, 5);
  const [from, to] = [ticks[0]!, ticks.at(-1)!];
  const x = linearScale(from, to, area.left, rightOf(area));
  const xTitle = from > 0 ? `kWh; the axis begins at ${label(from)}` : "kWh";
  const digits = most < 100 ? 1 : 0;
  const below = bottomOf(area) + 60;
  return sheet(
    PICTURE_WIDTH,
    below + CAPTION,
    `From the light to the energy fed in${periodText(found)}`,
    subtitle(found),
    axes(area, { x: placed(labelled(ticks), x), y: [], xTitle, yTitle: "" }),
    ...losses.flatMap((stage, k) => {
      const before = k === 0 ? from : losses[k - 1]!.energy;
      const row = { stage, before, isFirst: k === 0, isLast: k === losses.length - 1, top: area.top + k * ROW };
      return rowShapes(row, area, x, digits);
    }),
    ...caption(found, source, below),
  );
}

interface Row {
  readonly stage: LossStage;
  /** Energy where its bar begins, and whether it is the first or the last stage. */
  readonly before: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly top: number;
}

function rowShapes({ stage, before, isFirst, isLast, top }: Row, area: Area, x: Scale, digits: number): Shape[] {
  const { description, energy } = stage;
  const change = isFirst ? "" : changeText(stage);
  const [low, high] = [x(Math.min(before, energy)), x(Math.max(before, energy))];
  const bar = { x: low, y: top + (ROW - BAR) / 2, width: Math.max(high - low, 1), height: BAR };
  const fill = isFirst ? LIGHT : energy >= before ? GAIN : LOSS;
  const tip = `${description}: ${isFirst ? "" : `${change}, `}${label(energy, 1)} kWh`;
  const base = top + ROW / 2 + 4;
  const end = (right: number, words: string, attributes = {}) =>
    text(right, base, words, { "text-anchor": "end", ...attributes });
  const lower = isLast ? bottomOf(area) : top + ROW + (ROW - BAR) / 2;
  return [
    end(area.left - 10, description),
    shape("rect", { class: "bar", ...bar, fill }, shape("title", {}, tip)),
    line(x(energy), bar.y + BAR, x(energy), lower, { stroke: SOFT, "stroke-dasharray": "3 3" }),
    end(rightOf(area) + CHANGES, change),
    end(rightOf(area) + CHANGES + ENERGIES, label(energy, digits), isLast ? { "font-weight": "bold" } : {}),
  ];
}
