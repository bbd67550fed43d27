/** One parameter by month, by the months of several years, and by the hours for which each value is reached. */
import * as pen from "irradiance-engine/internal/report/scene";
import {
  calendarYears,
  daysWithValues,
  hoursOf,
  isWhole,
  type Month,
  monthlyUnit,
  monthlyValue,
  monthsOf,
  partsText,
  type Scene,
  type ShownColumn,
  shownColumn,
  type Year,
  yearsOf,
} from "../../chart/months.js";
import { LABEL_WIDTH, type Picture, pictureView, readPicture } from "../../chart/picture.js";
import type { Point } from "../../chart/point.js";
import {
  type Duration,
  durationOf,
  durationSummary,
  hoursAbove,
  monthsSummary,
  yearsSummary,
} from "../../chart/summary.js";
import type { TableModel } from "../../chart/table.js";
import { DAY, monthName, type Zone } from "../../chart/time.js";
import { type Answer, type Column, lengthOf, nameOf } from "../../service/answer.js";
import type { Store } from "../../state/state.js";
import { figure, plain } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { type Child, h } from "../../view.js";
import { columnChoice, columnOf, type Drawn, type Lack, type SeriesView } from "./result.js";

const HEIGHT = 372;
const LONGEST_MONTH = 31 * DAY;

export function monthsView(store: Store): SeriesView {
  const words = texts().series;
  return {
    name: "months",
    title: words.views.months,
    hasUnits: false,
    lack({ answer }) {
      if (lengthOf(answer) <= LONGEST_MONTH) return undefined;
      return { sentence: words.needsMonths, remedy: words.askForMonths, changes: { frequency: "1_month" } };
    },
    draw(scene, width) {
      const { answer, state, zone } = scene;
      const column = columnOf(answer, state);
      const months = monthsOf(answer, zone);
      const values = months.map((month) => monthlyValue(answer, column, month));
      const parts = months.map((month, k) => values[k] !== null && !isWhole(answer, column, month));
      const picture = pictureOf(column, months, values, parts, width);
      const note = [words.monthsIn(zone.label), partsText(answer, column, months)].join(" ").trim();
      return pictured(store, scene, picture, tableOf(answer, months, zone), h("p.reading", note));
    },
  };
}

/** A picture of one column, below the choice of it. */
function pictured(store: Store, scene: Scene, picture: Picture, table: TableModel, note: Child): Drawn {
  const content = [columnChoice(store, scene), h("div", pictureView(picture)), note];
  return { content, summary: picture.summary ?? "", table, picture: () => picture };
}

function pictureOf(
  column: Column,
  months: readonly Month[],
  values: readonly (number | null)[],
  parts: readonly boolean[],
  width: number,
): Picture {
  const unit = monthlyUnit(column);
  const above = pen.figureOf(values);
  const bars = months.map(({ label }, k) => {
    const value = values[k] ?? null;
    return {
      value,
      tip: value === null ? label : `${label}: ${figure(value, 2)} ${unit}`,
      figure: value === null ? undefined : above(value),
      isPart: parts[k],
    };
  });
  const { shapes } = pen.barShapes({
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

const YEARS_HEIGHT = 392;
const ROOMY = 600;

export function yearsView(store: Store): SeriesView {
  return {
    name: "years",
    title: texts().series.views.years,
    hasUnits: false,
    lack: ({ answer, zone }) =>
      lengthOf(answer) <= LONGEST_MONTH && calendarYears(answer, zone).length >= 2 ? undefined : lackOfYears(),
    draw(scene, width) {
      const { answer, state, zone } = scene;
      const column = columnOf(answer, state);
      const years = yearsOf(answer, column, zone);
      const without = h("p.reading", withoutText(column, years, calendarYears(answer, zone)));
      return pictured(store, scene, yearsPicture(column, years, width), yearsTable(column, years, zone), without);
    },
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

/** Requested years without anything to draw. */
function withoutText({ name }: Column, years: readonly Year[], all: readonly number[]): string {
  const missing = all.filter((year) => years.every((known) => known.year !== year));
  return missing.length === 0 ? "" : texts().series.noWholeMonth(nameOf(name), missing.join(", "));
}

function yearsPicture(column: Column, years: readonly Year[], width: number): Picture {
  const unit = monthlyUnit(column);
  const names = pen.legend(
    years.map(({ year }) => ({ name: String(year) })),
    64,
    18,
    width - 84,
  );
  const area: pen.Area = { left: 64, top: 6 + names.height, width: width - 84, height: YEARS_HEIGHT - 64 };
  const letters = width < ROOMY ? 1 : 3;
  const { shapes } = pen.barShapes({
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
  return { width, height: pen.bottomOf(area) + 44, title, summary, parts: [names.shape, ...shapes] };
}

function yearsTable(column: Column, years: readonly Year[], zone: Zone): TableModel {
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

const DURATION_HEIGHT = 392;
/** Pixels beside the curve, left and right together. */
const SIDES = 102;
/** More points than pixels are not seen. */
const MOST_POINTS = 2000;

export function durationView(store: Store): SeriesView {
  return {
    name: "duration",
    title: texts().series.views.duration,
    hasUnits: true,
    draw(scene, width) {
      const { answer, state } = scene;
      const column = shownColumn(answer, columnOf(answer, state), state);
      const duration = durationOf(column.values, (i) => hoursOf(answer, i));
      const area = { left: 72, top: 20, width: width - SIDES, height: DURATION_HEIGHT - 64 };
      const values = pen.valueScale(pen.extremesOf([duration.values]));
      const valueAt = pen.linearScale(pen.bottomOf(area), area.top, values.from, values.to);
      const picture = durationPicture(duration, column, area, values);
      const read = ({ y }: Point) => {
        if (duration.values.length === 0) return "";
        const least = Number(valueAt(y).toPrecision(3));
        return texts().series.atLeast(`${plain(least)} ${column.unit}`, plain(rounded(hoursAbove(duration, least))));
      };
      return {
        content: [columnChoice(store, scene), readPicture(picture, read)],
        summary: picture.summary ?? "",
        table: durationTable(duration, column),
        picture: () => picture,
      };
    },
  };
}

function durationPicture(duration: Duration, column: ShownColumn, area: pen.Area, values: pen.ValueScale): Picture {
  const { name, unit } = column;
  const { shapes } = pen.durationShapes({
    area,
    curves: [
      { points: stepsOf(duration), attributes: { class: "duration", stroke: pen.seriesPaint(0), "stroke-width": 1.5 } },
    ],
    hours: duration.hours.at(-1) ?? 0,
    steps: area.width / LABEL_WIDTH,
    values,
    xTitle: texts().series.hoursAbove,
    yTitle: unit,
  });
  const title = texts().series.durationTitle(nameOf(name), unit);
  const summary = durationSummary(duration, column);
  return { width: area.width + SIDES, height: DURATION_HEIGHT, title, summary, parts: shapes };
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

function durationTable({ values, hours }: Duration, { name, unit }: ShownColumn): TableModel {
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
