/** Two years or more of one parameter, their months side by side. */
import { type Area, barShapes, bottomOf, legend } from "irradiance-engine/report/scene";
import { monthlyUnit } from "../../chart/months.js";
import { drawn, type Picture, widthFor } from "../../chart/picture.js";
import { yearsSummary } from "../../chart/summary.js";
import type { TableModel } from "../../chart/table.js";
import { DAY, monthName, type Zone } from "../../chart/time.js";
import { nameOf } from "../../chart/words.js";
import { calendarYears, type Year, yearsOf } from "../../chart/years.js";
import { h, replace } from "../../dom.js";
import { type Answer, type Column, lengthOf } from "../../service/answer.js";
import type { Store } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { ColumnChoice } from "./column-choice.js";
import type { Lack, Scene, View } from "./view.js";

const HEIGHT = 392;
const LONGEST_MONTH = 31 * DAY;
const ROOMY = 600;

export function yearsView(store: Store): View {
  const choice = new ColumnChoice(store);
  const place = h("div", {});
  const without = h("p", { class: "reading" });
  let shown: Picture | undefined;
  return {
    name: "years",
    title: texts().series.views.years,
    element: h("div", {}, choice.element, place, without),
    hasUnits: false,
    needsAnswer: true,
    lack: ({ answer, zone }) => (isOfYears(answer, zone) ? undefined : lackOfYears()),
    draw(scene) {
      const { answer, state, zone } = scene as Scene;
      const column = choice.of(answer, state);
      const years = yearsOf(answer, column, zone);
      shown = pictureOf(column, years, widthFor(place));
      replace(place, drawn(shown));
      without.textContent = withoutText(column, years, calendarYears(answer, zone));
      return tableOf(column, years, zone);
    },
    summary: () => shown?.summary ?? "",
    picture: () => shown,
  };
}

function lackOfYears(): Lack {
  const year = new Date().getUTCFullYear();
  return {
    sentence: texts().series.needsYears,
    remedy: texts().series.askForYears,
    changes: {
      room: "history",
      endpoint: "observation/historical",
      start: `${year - 3}-01-01T00:00Z`,
      end: `${year}-01-01T00:00Z`,
      frequency: "1_month",
    },
  };
}

function isOfYears(answer: Answer, zone: Zone): boolean {
  return lengthOf(answer) <= LONGEST_MONTH && calendarYears(answer, zone).length >= 2;
}

/** Requested years without anything to draw. */
function withoutText({ name }: Column, years: readonly Year[], all: readonly number[]): string {
  const missing = all.filter((year) => years.every((known) => known.year !== year));
  return missing.length === 0 ? "" : texts().series.noWholeMonth(nameOf(name), missing.join(", "));
}

function pictureOf(column: Column, years: readonly Year[], width: number): Picture {
  const unit = monthlyUnit(column);
  const names = legend(
    years.map(({ year }) => ({ name: String(year) })),
    64,
    18,
    width - 84,
  );
  const area: Area = { left: 64, top: 6 + names.height, width: width - 84, height: HEIGHT - 64 };
  const letters = width < ROOMY ? 1 : 3;
  const { shapes } = barShapes({
    area,
    slots: Array.from({ length: 12 }, (_, month) => monthName(month).slice(0, letters)),
    series: years.map(({ year, months }) =>
      months.map((value, month) => ({
        value,
        tip: `${monthName(month)} ${year}${value === null ? "" : `: ${figure(value, 2)} ${unit}`}`,
      })),
    ),
    xTitle: "",
    yTitle: unit,
    labelWidth: 11 * letters,
  });
  const title = [texts().series.byMonth(nameOf(column.name), unit), ...years.map(({ year }) => year)].join(", ");
  const summary = yearsSummary(column, years);
  return { width, height: bottomOf(area) + 44, title, summary, parts: [names.shape, ...shapes] };
}

function tableOf(column: Column, years: readonly Year[], zone: Zone): TableModel {
  const text = (value: number | null | undefined) => (value == null ? null : figure(value, 2));
  const words = texts().series;
  return {
    caption: words.yearsCaption(nameOf(column.name), monthlyUnit(column), zone.label),
    columns: [words.month, ...years.map(({ year }) => String(year))],
    rows: 13,
    cell(row, k) {
      if (k === 0) return row < 12 ? monthName(row) : words.year;
      const year = years[k - 1];
      return text(row < 12 ? year?.months[row] : year?.whole);
    },
  };
}
