/** One parameter by month, as bars; all of them in the table. */
import { barShapes, figureOf } from "irradiance-engine/report/scene";
import {
  daysWithValues,
  isWhole,
  type Month,
  monthlyUnit,
  monthlyValue,
  monthsOf,
  partsText,
} from "../../chart/months.js";
import { drawn, LABEL_WIDTH, type Picture, widthFor } from "../../chart/picture.js";
import type { TableModel } from "../../chart/table.js";
import { DAY, type Zone } from "../../chart/time.js";
import { isEnergy, isPower } from "../../chart/units.js";
import { h, replace } from "../../dom.js";
import { type Answer, type Column, lengthOf } from "../../service/answer.js";
import { parameterTitle } from "../../state/endpoints.js";
import type { Store } from "../../state/state.js";
import { ColumnChoice } from "./column-choice.js";
import type { Scene, View } from "./view.js";

const HEIGHT = 372;
const LONGEST_MONTH = 31 * DAY;
/** In the picture, which is saved without the words below it. */
const PALE = "Pale: values are missing";

export function monthsView(store: Store): View {
  const choice = new ColumnChoice(store);
  const place = h("div", {});
  const total = h("p", { class: "reading" });
  let shown: Picture | undefined;
  return {
    name: "months",
    title: "Months",
    element: h("div", {}, choice.element, place, total),
    hasUnits: false,
    needsAnswer: true,
    lack({ answer }) {
      if (lengthOf(answer) <= LONGEST_MONTH) return undefined;
      return {
        sentence: "These values cover years. This view needs steps of at most a month.",
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
      shown = pictureOf(column, months, values, parts, widthFor(place));
      replace(place, drawn(shown));
      total.textContent = [totalText(column, values, zone), partsText(answer, column, months)].join(" ");
      return tableOf(answer, months, zone);
    },
    picture: () => shown,
  };
}

function pictureOf(
  column: Column,
  months: readonly Month[],
  values: readonly (number | null)[],
  parts: readonly boolean[],
  width: number,
): Picture {
  const unit = monthlyUnit(column);
  const figure = figureOf(values);
  const bars = months.map(({ label }, k) => {
    const value = values[k] ?? null;
    return {
      value,
      tip: `${label}: ${value?.toFixed(2)} ${unit}`,
      figure: value === null ? undefined : figure(value),
      isPart: parts[k],
    };
  });
  const { shapes } = barShapes({
    area: { left: 64, top: 28, width: width - 84, height: HEIGHT - 72 },
    slots: months.map(({ label }) => label),
    series: [bars],
    xTitle: parts.includes(true) ? PALE : "",
    yTitle: unit,
    labelWidth: LABEL_WIDTH,
  });
  return { width, height: HEIGHT, title: `${parameterTitle(column.name)} by month in ${unit}`, parts: shapes };
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
    caption: `By month in ${zone.label}: energy for powers, the sum for precipitation, otherwise the mean, from the available values.`,
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
