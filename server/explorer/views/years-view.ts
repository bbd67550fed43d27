/** Two years or more of one parameter, their months side by side. */
import { curveColour, isDark } from "../chart/colours.js";
import { linear } from "../chart/linear.js";
import { monthlyUnit } from "../chart/months.js";
import { type Area, axes, bottomOf, noValues, picture, rightOf, standalone, widthFor } from "../chart/picture.js";
import { extremesOf, valueScale } from "../chart/scale.js";
import type { TableModel } from "../chart/table.js";
import { DAY, monthName, type Zone } from "../chart/time.js";
import { calendarYears, type Year, yearsOf } from "../chart/years.js";
import { h, replace, s } from "../dom.js";
import { type Answer, type Column, lengthOf } from "../service/answer.js";
import { parameterTitle } from "../state/endpoints.js";
import type { State, Store } from "../state/state.js";
import { ColumnChoice } from "./column-choice.js";
import type { Scene, View } from "./view.js";

const HEIGHT = 392;
const LONGEST_MONTH = 31 * DAY;
const ROOMY = 600;
/** Pixels of a year in the legend. */
const ENTRY = 64;

export function yearsView(store: Store): View {
  const choice = new ColumnChoice(store);
  const place = h("div", {});
  const without = h("p", { class: "reading" });
  let shown: SVGSVGElement | undefined;
  return {
    name: "years",
    title: "Years",
    element: h("div", {}, choice.element, place, without),
    hasUnits: false,
    needsAnswer: true,
    lack: ({ answer, zone }) => (isOfYears(answer, zone) ? undefined : LACK),
    draw(scene) {
      const { answer, state, zone } = scene as Scene;
      const column = choice.of(answer, state);
      const years = yearsOf(answer, column, zone);
      shown = drawn(column, years, widthFor(place));
      replace(place, shown);
      without.textContent = withoutText(column, years, calendarYears(answer, zone));
      return tableOf(column, years, zone);
    },
    svg: () => shown && standalone(shown),
  };
}

const LACK = {
  sentence: "Years are compared by their months: this needs two calendar years or more, in steps of at most a month.",
  remedy: "Ask for the last three years, by month",
  get changes(): Partial<State> {
    const year = new Date().getUTCFullYear();
    return {
      endpoint: "observation/historical",
      start: `${year - 3}-01-01T00:00Z`,
      end: `${year}-01-01T00:00Z`,
      frequency: "1_month",
    };
  },
};

function isOfYears(answer: Answer, zone: Zone): boolean {
  return lengthOf(answer) <= LONGEST_MONTH && calendarYears(answer, zone).length >= 2;
}

/** The years that were asked for and of which nothing is drawn. */
function withoutText({ name }: Column, years: readonly Year[], all: readonly number[]): string {
  const missing = all.filter((year) => years.every((known) => known.year !== year));
  return missing.length === 0 ? "" : `${parameterTitle(name)} has no whole month of values in ${missing.join(", ")}.`;
}

function drawn(column: Column, years: readonly Year[], width: number): SVGSVGElement {
  const unit = monthlyUnit(column);
  const perLine = Math.max(1, Math.floor((width - 84) / ENTRY));
  const top = 24 + 20 * Math.ceil(years.length / perLine);
  const area: Area = { left: 64, top, width: width - 84, height: HEIGHT - 64 };
  const { from, to, ticks: y } = valueScale(extremesOf(years.map(({ months }) => months)));
  const yAt = linear(from, to, bottomOf(area), area.top);
  const xAt = linear(0, 12, area.left, rightOf(area));
  const thick = (area.width / 12) * (0.8 / years.length);
  const letters = width < ROOMY ? 1 : 3;
  const x = Array.from({ length: 12 }, (_, k) => ({ at: k + 0.5, label: monthName(k).slice(0, letters) }));
  const colour = (k: number) => curveColour(k, isDark());
  const bars = years.flatMap(({ months }, k) =>
    months.flatMap((value, month) => {
      if (value === null) return [];
      const [high, low] = [yAt(Math.max(0, value)), yAt(Math.min(0, value))];
      const left = xAt(month + 0.1) + k * thick;
      return [s("rect", { x: left, y: high, width: thick, height: Math.max(0.5, low - high), fill: colour(k) })];
    }),
  );
  const legend = years.flatMap(({ year }, k) => {
    const [left, base] = [area.left + (k % perLine) * ENTRY, 18 + 20 * Math.floor(k / perLine)];
    return [
      s("rect", { x: left, y: base - 10, width: 12, height: 12, fill: colour(k) }),
      s("text", { x: left + 17, y: base }, String(year)),
    ];
  });
  return picture(
    width,
    bottomOf(area) + 44,
    [`${parameterTitle(column.name)} by month in ${unit}`, ...years.map(({ year }) => year)].join(", "),
    axes(area, { x, y, xAt, yAt, xTitle: "", yTitle: unit }),
    ...(years.length === 0 ? [noValues(area)] : []),
    ...bars,
    ...legend,
  );
}

function tableOf(column: Column, years: readonly Year[], zone: Zone): TableModel {
  const text = (value: number | null | undefined) => (value === null || value === undefined ? null : value.toFixed(2));
  return {
    caption: `${parameterTitle(column.name)} in ${monthlyUnit(column)}, months in ${zone.label}; of months and years that are not whole, none.`,
    columns: ["Month", ...years.map(({ year }) => String(year))],
    rows: 13,
    cell(row, k) {
      if (k === 0) return row < 12 ? monthName(row) : "Year";
      const year = years[k - 1];
      return text(row < 12 ? year?.months[row] : year?.whole);
    },
  };
}
