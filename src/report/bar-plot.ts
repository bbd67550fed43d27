/** Sums (irradiance, PV) or means (temperature, snow) of months, days or years as bars. */
import type { ParameterName } from "../contract/observation/parameters.js";
import { descriptionOf, unitsOf } from "./labels.js";
import { barShapes, figureOf } from "./scene/bars.js";
import { sheet } from "./scene/print.js";
import { label } from "./scene/scale.js";
import { type Area, bottomOf } from "./scene/shape.js";

const WIDTH = 820;
/** Where the bars are, in a picture as wide as all those of bars. */
export const BAR_AREA: Area = { left: 70, top: 60, width: WIDTH - 95, height: 300 };

export interface DatedValue {
  /** Its date, shown with the value. */
  readonly key: string;
  /** Below the axis, where there is room. */
  readonly label: string;
  /** In the unit of sums, else that of the parameter. NaN: no value. */
  readonly value: number;
}

export interface Bars {
  readonly bars: readonly DatedValue[];
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
  const figure = figureOf(bars.map(({ value }) => value));
  const { shapes } = barShapes({
    area: BAR_AREA,
    slots: bars.map(({ label }) => label),
    series: [
      bars.map(({ key, value }) => ({
        value,
        tip: `${key}: ${label(value, 2)} ${sum ?? unit}`,
        figure: figure(value),
      })),
    ],
    xTitle: period,
    yTitle: sum ?? unit,
  });
  return sheet(
    WIDTH,
    bottomOf(BAR_AREA) + 64,
    title ?? `${descriptionOf(parameter)}, ${adverb} ${sum ? "sums" : "means"}`,
    subtitle,
    ...shapes,
  );
}
