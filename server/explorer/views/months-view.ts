/** One parameter by month, as bars; all of them in the table. */
import { linear } from "../chart/linear.js";
import {
  daysWithValues,
  isWhole,
  type Month,
  monthlyUnit,
  monthlyValue,
  monthsOf,
  partsText,
} from "../chart/months.js";
import {
  type Area,
  axes,
  bottomOf,
  LABEL_WIDTH,
  noValues,
  picture,
  rightOf,
  standalone,
  widthFor,
} from "../chart/picture.js";
import { extremesOf, valueScale } from "../chart/scale.js";
import type { TableModel } from "../chart/table.js";
import { DAY, type Zone } from "../chart/time.js";
import { isEnergy, isPower } from "../chart/units.js";
import { h, replace, s } from "../dom.js";
import { type Answer, type Column, lengthOf } from "../service/answer.js";
import { parameterTitle } from "../state/endpoints.js";
import type { Store } from "../state/state.js";
import { ColumnChoice } from "./column-choice.js";
import type { Scene, View } from "./view.js";

const HEIGHT = 372;
const LONGEST_MONTH = 31 * DAY;
/** Pixels that the figure above a bar needs. */
const FIGURE_WIDTH = 42;
/** In the picture, which is saved without the words below it. */
const PALE = "Pale: values are missing";

export function monthsView(store: Store): View {
  const choice = new ColumnChoice(store);
  const place = h("div", {});
  const total = h("p", { class: "reading" });
  let shown: SVGSVGElement | undefined;
  return {
    name: "months",
    title: "Months",
    element: h("div", {}, choice.element, place, total),
    hasUnits: false,
    needsAnswer: true,
    lack({ answer }) {
      if (lengthOf(answer) <= LONGEST_MONTH) return undefined;
      return {
        sentence: "These values are of years: months need steps of at most a month.",
        remedy: "Ask for months",
        changes: { frequency: "1_month" },
      };
    },
    draw(scene) {
      const { answer, state, zone } = scene as Scene;
      const column = choice.of(answer, state);
      const months = monthsOf(answer, zone);
      const values = months.map((month) => monthlyValue(answer, column, month));
      const parts = months.map((month, k) => values[k] !== null && !isWhole(answer, column, month));
      shown = drawn(column, months, values, parts, widthFor(place));
      replace(place, shown);
      total.textContent = [totalText(column, values, zone), partsText(answer, column, months)].join(" ");
      return tableOf(answer, months, zone);
    },
    svg: () => shown && standalone(shown),
  };
}

function drawn(
  column: Column,
  months: readonly Month[],
  values: readonly (number | null)[],
  parts: readonly boolean[],
  width: number,
): SVGSVGElement {
  const area: Area = { left: 64, top: 28, width: width - 84, height: HEIGHT - 72 };
  const extremes = extremesOf([values]);
  const { from, to, ticks } = valueScale(extremes);
  const yAt = linear(from, to, bottomOf(area), area.top);
  const xAt = linear(0, months.length, area.left, rightOf(area));
  const room = area.width / Math.max(1, months.length);
  const thick = Math.min(80, room * 0.7);
  const every = Math.ceil(LABEL_WIDTH / room);
  const unit = monthlyUnit(column);
  const labels = months.map(({ label }, k) => ({ at: k + 0.5, label: k % every === 0 ? label : "" }));
  return picture(
    width,
    HEIGHT,
    `${parameterTitle(column.name)} by month in ${unit}`,
    axes(area, { x: labels, y: ticks, xAt, yAt, xTitle: parts.includes(true) ? PALE : "", yTitle: unit }),
    ...(extremes ? [] : [noValues(area)]),
    ...values.flatMap((value, k) => {
      if (value === null) return [];
      const [x, top, bottom] = [xAt(k + 0.5), yAt(Math.max(0, value)), yAt(Math.min(0, value))];
      const bar = s("rect", {
        class: parts[k] ? "bar part" : "bar",
        x: x - thick / 2,
        y: top,
        width: thick,
        height: Math.max(0.5, bottom - top),
      });
      if (room < FIGURE_WIDTH) return [bar];
      return [bar, s("text", { x, y: top - 5, "text-anchor": "middle" }, value.toFixed(1).replace("-", "−"))];
    }),
  );
}

function totalText(column: Column, values: readonly (number | null)[], zone: Zone): string {
  const known = values.filter((value) => value !== null);
  const isSum = isPower(column) || isEnergy(column) || column.aggregation === "sum";
  if (!isSum || known.length === 0) return `Months in ${zone.label}.`;
  const sum = known.reduce((all, value) => all + value, 0);
  return `Sum: ${sum.toFixed(1)} ${monthlyUnit(column)}. Months in ${zone.label}.`;
}

function tableOf(answer: Answer, months: readonly Month[], zone: Zone): TableModel {
  const { parameters } = answer;
  return {
    caption: `By month in ${zone.label}: energy of what is a power, else the mean (precipitation: the sum), of the values there are.`,
    columns: [
      "Month",
      ...parameters.flatMap((column) => [
        `${parameterTitle(column.name)} (${monthlyUnit(column)})`,
        `Days with ${parameterTitle(column.name)}`,
      ]),
    ],
    rows: months.length,
    cell(row, column) {
      const month = months[row] as Month;
      if (column === 0) return month.label;
      const parameter = parameters[Math.floor((column - 1) / 2)] as Column;
      if (column % 2 === 0) return String(Math.round(daysWithValues(answer, parameter, month) * 100) / 100);
      const value = monthlyValue(answer, parameter, month);
      return value === null ? null : value.toFixed(2);
    },
  };
}
