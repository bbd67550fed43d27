/** The duration curve of one parameter: for how many hours each value is reached. */
import { type Duration, durationOf, hoursAbove } from "../chart/duration.js";
import { linear } from "../chart/linear.js";
import {
  type Area,
  axes,
  bottomOf,
  LABEL_WIDTH,
  noValues,
  picture,
  pointIn,
  rightOf,
  standalone,
  widthFor,
} from "../chart/picture.js";
import { type ValueScale, valueScale } from "../chart/scale.js";
import type { TableModel } from "../chart/table.js";
import { valueTicks } from "../chart/ticks.js";
import { hoursOf, type Shown, shownColumn } from "../chart/units.js";
import { h, replace, s } from "../dom.js";
import { parameterTitle } from "../state/endpoints.js";
import type { Store } from "../state/state.js";
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
  let shown: SVGSVGElement | undefined;
  return {
    name: "duration",
    title: "Duration",
    element: h("div", {}, choice.element, place, reading),
    hasUnits: true,
    needsAnswer: true,
    draw(scene) {
      const { answer, state } = scene as Scene;
      const column = shownColumn(answer, choice.of(answer, state), state);
      const duration = durationOf(column.values, (i) => hoursOf(answer, i));
      const area = areaOf(widthFor(place));
      const scale = scaleOf(duration, area);
      shown = drawn(duration, column, area, scale);
      reading.textContent = "";
      shown.addEventListener("pointermove", (event) => {
        if (duration.values.length === 0) return;
        const least = Number(scale.valueAt(pointIn(event).y).toPrecision(3));
        reading.textContent = `At least ${least} ${column.unit}: ${rounded(hoursAbove(duration, least))} h.`;
      });
      replace(place, shown);
      return tableOf(duration, column);
    },
    svg: () => shown && standalone(shown),
  };
}

function areaOf(width: number): Area {
  return { left: 72, top: 20, width: width - SIDES, height: HEIGHT - 64 };
}

interface Scale {
  readonly x: ValueScale["ticks"];
  readonly y: ValueScale["ticks"];
  readonly xAt: (hours: number) => number;
  readonly yAt: (value: number) => number;
  readonly valueAt: (y: number) => number;
}

function scaleOf({ values, hours }: Duration, area: Area): Scale {
  const [most, least] = [values[0], values.at(-1)];
  const { from, to, ticks } = valueScale(most === undefined || least === undefined ? undefined : [least, most]);
  const all = hours.at(-1) ?? 0;
  return {
    x: valueTicks(0, all, area.width / LABEL_WIDTH).filter(({ at }) => at <= all),
    y: ticks,
    xAt: linear(0, all, area.left, rightOf(area)),
    yAt: linear(from, to, bottomOf(area), area.top),
    valueAt: linear(bottomOf(area), area.top, from, to),
  };
}

function drawn(duration: Duration, { name, unit }: Shown, area: Area, { x, y, xAt, yAt }: Scale): SVGSVGElement {
  return picture(
    area.width + SIDES,
    HEIGHT,
    `Duration curve of ${parameterTitle(name)} in ${unit}`,
    axes(area, { x, y, xAt, yAt, xTitle: "Hours in which it is reached or exceeded", yTitle: unit }),
    ...(duration.values.length === 0 ? [noValues(area)] : []),
    s("path", { class: "duration", d: pathOf(duration, xAt, yAt) }),
    s("rect", { class: "frame", x: area.left, y: area.top, width: area.width, height: area.height }),
  );
}

/** Steps: a value holds for the whole of its interval. */
function pathOf({ values, hours }: Duration, xAt: Scale["xAt"], yAt: Scale["yAt"]): string {
  const every = Math.max(1, Math.ceil(values.length / MOST_POINTS));
  let path = "";
  for (let k = 0; k < values.length; k += every) {
    const y = yAt(values[k] as number).toFixed(1);
    const end = hours[Math.min(values.length, k + every) - 1] as number;
    path += `${path === "" ? `M${xAt(0).toFixed(1)} ${y}` : `V${y}`}H${xAt(end).toFixed(1)}`;
  }
  return path;
}

function tableOf({ values, hours }: Duration, { name, unit }: Shown): TableModel {
  const all = hours.at(-1) ?? 1;
  return {
    caption: `${parameterTitle(name)}, the largest value first, with the hours in which it is reached or exceeded.`,
    columns: ["Hours", "Share (%)", `${parameterTitle(name)} (${unit})`],
    rows: values.length,
    cell(row, column) {
      const time = hours[row] as number;
      if (column === 0) return String(rounded(time));
      return column === 1 ? ((time / all) * 100).toFixed(2) : String(values[row]);
    },
  };
}

function rounded(hours: number): number {
  return Math.round(hours * 100) / 100;
}
