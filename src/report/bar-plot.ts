/** Sums (irradiance, PV) or means (temperature, snow) of months, days or years as bars. */
import type { ParameterName } from "../contract/observation/parameters.js";
import { descriptionOf, unitsOf } from "./labels.js";
import {
  type Area,
  axes,
  COLOURS,
  element,
  escapeXml,
  GREY,
  label,
  line,
  linearScale,
  picture,
  roundTicks,
  text,
} from "./svg.js";

const WIDTH = 820;
const AREA: Area = { left: 70, top: 60, width: WIDTH - 95, height: 300 };
const BOTTOM = AREA.top + AREA.height;
/** Room for the figure over the highest bar, as a share of the bars' height. */
const FIGURE = 0.06;
/** A label's width in pixels. */
const LABEL_WIDTH = 34;

export interface Bar {
  /** Its date, shown with the value. */
  readonly key: string;
  /** Below the axis, where there is room. */
  readonly label: string;
  /** In the unit of sums, else that of the parameter. NaN: no value. */
  readonly value: number;
}

export interface Bars {
  readonly bars: readonly Bar[];
  readonly parameter: ParameterName;
  /** Default: what is drawn. */
  readonly title: string | undefined;
  readonly subtitle: string;
  /** What a bar is, for the axis and for the title: "month", "monthly". */
  readonly period: string;
  readonly adverb: string;
}

export function barPlot({ bars, parameter, title, subtitle, period, adverb }: Bars): string {
  const { unit, sum } = unitsOf(parameter);
  const finite = bars.map(({ value }) => value).filter((value) => !Number.isNaN(value));
  const [least, most] = [Math.min(0, ...finite), Math.max(0, ...finite)];
  const ticks = roundTicks(least, most + FIGURE * (most - least), 6);
  const y = linearScale(ticks[0]!, ticks.at(-1)!, BOTTOM, AREA.top);
  const slot = AREA.width / bars.length;
  const centre = (k: number) => AREA.left + (k + 0.5) * slot;
  const stride = Math.ceil(LABEL_WIDTH / slot);
  const digits = Math.max(0, ...finite.map(Math.abs)) < 20 ? 1 : 0;
  const shapes = bars.flatMap(({ key, value }, k) => {
    if (Number.isNaN(value)) return [];
    const [top, bottom] = [y(Math.max(value, 0)), y(Math.min(value, 0))];
    const tip = element("title", {}, escapeXml(`${key}: ${label(value, 2)} ${sum ?? unit}`));
    const shape = { x: centre(k) - 0.36 * slot, y: top, width: 0.72 * slot, height: bottom - top, fill: COLOURS[0] };
    const bar = element("rect", { class: "bar", ...shape }, tip);
    // Above the bar also if it is negative: below it are the labels of the axis.
    const figure = text(centre(k), top - 4, label(value, digits), { "text-anchor": "middle", "font-size": 11 });
    return stride === 1 ? [bar, figure] : [bar];
  });
  return picture(
    WIDTH,
    BOTTOM + 64,
    title ?? `${descriptionOf(parameter)}, ${adverb} ${sum ? "sums" : "means"}`,
    subtitle,
    axes(
      AREA,
      bars.map((bar, k) => ({ at: centre(k), label: k % stride === 0 ? bar.label : "" })),
      ticks.map((value) => ({ at: y(value), label: label(value) })),
      { x: period, y: sum ?? unit, grid: "y" },
    ),
    ...shapes,
    line(AREA.left, y(0), AREA.left + AREA.width, y(0), { stroke: GREY }),
  );
}
