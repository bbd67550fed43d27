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
import { monthsSummary } from "../../chart/summary.js";
import type { TableModel } from "../../chart/table.js";
import { DAY, type Zone } from "../../chart/time.js";
import { nameOf } from "../../chart/words.js";
import { h, replace } from "../../dom.js";
import { type Answer, type Column, lengthOf } from "../../service/answer.js";
import type { Store } from "../../state/state.js";
import { figure, plain } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { ColumnChoice } from "./column-choice.js";
import type { Scene, View } from "./view.js";

const HEIGHT = 372;
const LONGEST_MONTH = 31 * DAY;

export function monthsView(store: Store): View {
  const choice = new ColumnChoice(store);
  const place = h("div", {});
  const note = h("p", { class: "reading" });
  let shown: Picture | undefined;
  return {
    name: "months",
    title: texts().series.views.months,
    element: h("div", {}, choice.element, place, note),
    hasUnits: false,
    needsAnswer: true,
    lack({ answer }) {
      if (lengthOf(answer) <= LONGEST_MONTH) return undefined;
      return {
        sentence: texts().series.needsMonths,
        remedy: texts().series.askForMonths,
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
      note.textContent = [texts().series.monthsIn(zone.label), partsText(answer, column, months)].join(" ").trim();
      return tableOf(answer, months, zone);
    },
    summary: () => shown?.summary ?? "",
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
  const above = figureOf(values);
  const bars = months.map(({ label }, k) => {
    const value = values[k] ?? null;
    return {
      value,
      tip: value === null ? label : `${label}: ${figure(value, 2)} ${unit}`,
      figure: value === null ? undefined : above(value),
      isPart: parts[k],
    };
  });
  const { shapes } = barShapes({
    area: { left: 64, top: 28, width: width - 84, height: HEIGHT - 72 },
    slots: months.map(({ label }) => label),
    series: [bars],
    // In the picture, too: it is saved without the words below it.
    xTitle: parts.includes(true) ? texts().series.palePicture : "",
    yTitle: unit,
    labelWidth: LABEL_WIDTH,
  });
  const title = texts().series.byMonth(nameOf(column.name), unit);
  return { width, height: HEIGHT, title, summary: monthsSummary(column, months, values), parts: shapes };
}

function tableOf(answer: Answer, months: readonly Month[], zone: Zone): TableModel {
  const { parameters } = answer;
  const words = texts().series;
  return {
    caption: words.monthsCaption(zone.label),
    columns: [
      words.month,
      ...parameters.flatMap((column) => [
        `${nameOf(column.name)} (${monthlyUnit(column)})`,
        words.daysWith(nameOf(column.name)),
      ]),
    ],
    rows: months.length,
    cell(row, column) {
      const month = months[row] as Month;
      if (column === 0) return month.label;
      const parameter = parameters[Math.floor((column - 1) / 2)] as Column;
      if (column % 2 === 0) return plain(Math.round(daysWithValues(answer, parameter, month) * 100) / 100);
      const value = monthlyValue(answer, parameter, month);
      return value === null ? null : figure(value, 2);
    },
  };
}
