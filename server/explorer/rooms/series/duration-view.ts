/** The duration curve of one parameter: for how many hours each value is reached. */
import {
  type Area,
  bottomOf,
  durationShapes,
  extremesOf,
  linearScale,
  seriesPaint,
  type ValueScale,
  valueScale,
} from "irradiance-engine/report/scene";
import { type Duration, durationOf, hoursAbove } from "../../chart/duration.js";
import { drawn, LABEL_WIDTH, type Picture, pointIn, widthFor } from "../../chart/picture.js";
import { durationSummary } from "../../chart/summary.js";
import type { TableModel } from "../../chart/table.js";
import { hoursOf, type ShownColumn, shownColumn } from "../../chart/units.js";
import { nameOf } from "../../chart/words.js";
import { h, replace } from "../../dom.js";
import type { Store } from "../../state/state.js";
import { figure, plain } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { ColumnChoice } from "./column-choice.js";
import type { Scene, View } from "./view.js";

const HEIGHT = 392;
/** Pixels beside the curve, left and right together. */
const SIDES = 102;
/** More points than pixels are not seen. */
const MOST_POINTS = 2000;

export function durationView(store: Store): View {
  const choice = new ColumnChoice(store);
  const place = h("div", {});
  const reading = h("p", { class: "reading" });
  let shown: Picture | undefined;
  return {
    name: "duration",
    title: texts().series.views.duration,
    element: h("div", {}, choice.element, place, reading),
    hasUnits: true,
    needsAnswer: true,
    draw(scene) {
      const { answer, state } = scene as Scene;
      const column = shownColumn(answer, choice.of(answer, state), state);
      const duration = durationOf(column.values, (i) => hoursOf(answer, i));
      const area = areaOf(widthFor(place));
      const values = valueScale(extremesOf([duration.values]));
      const valueAt = linearScale(bottomOf(area), area.top, values.from, values.to);
      shown = pictureOf(duration, column, area, values);
      reading.textContent = "";
      const picture = drawn(shown);
      picture.addEventListener("pointermove", (event) => {
        if (duration.values.length === 0) return;
        const least = Number(valueAt(pointIn(event).y).toPrecision(3));
        const hours = plain(rounded(hoursAbove(duration, least)));
        reading.textContent = texts().series.atLeast(`${plain(least)} ${column.unit}`, hours);
      });
      replace(place, picture);
      return tableOf(duration, column);
    },
    summary: () => shown?.summary ?? "",
    picture: () => shown,
  };
}

function areaOf(width: number): Area {
  return { left: 72, top: 20, width: width - SIDES, height: HEIGHT - 64 };
}

function pictureOf(duration: Duration, column: ShownColumn, area: Area, values: ValueScale): Picture {
  const { name, unit } = column;
  const { shapes } = durationShapes({
    area,
    curves: [
      { points: stepsOf(duration), attributes: { class: "duration", stroke: seriesPaint(0), "stroke-width": 1.5 } },
    ],
    hours: duration.hours.at(-1) ?? 0,
    steps: area.width / LABEL_WIDTH,
    values,
    xTitle: texts().series.hoursAbove,
    yTitle: unit,
  });
  const title = texts().series.durationTitle(nameOf(name), unit);
  const summary = durationSummary(duration, column);
  return { width: area.width + SIDES, height: HEIGHT, title, summary, parts: shapes };
}

/** A value holds for the whole of its interval. */
function stepsOf({ values, hours }: Duration): [number, number][] {
  const every = Math.max(1, Math.ceil(values.length / MOST_POINTS));
  const steps: [number, number][] = [];
  for (let k = 0; k < values.length; k += every) {
    const value = values[k] as number;
    steps.push([steps.at(-1)?.[0] ?? 0, value], [hours[Math.min(values.length, k + every) - 1] as number, value]);
  }
  return steps;
}

function tableOf({ values, hours }: Duration, { name, unit }: ShownColumn): TableModel {
  const all = hours.at(-1) ?? 1;
  const words = texts().series;
  return {
    caption: words.durationCaption(nameOf(name)),
    columns: [words.hours, words.share, `${nameOf(name)} (${unit})`],
    rows: values.length,
    cell(row, column) {
      const time = hours[row] as number;
      if (column === 0) return plain(rounded(time));
      return column === 1 ? figure((time / all) * 100, 2) : plain(values[row] as number);
    },
  };
}

function rounded(hours: number): number {
  return Math.round(hours * 100) / 100;
}
