/** What series are compared by: sums and means, months, and curves over one another. */
import { monthlyUnit } from "../chart/months.js";
import { type Picture, widthFor } from "../chart/picture.js";
import { zoneOf } from "../chart/time.js";
import { plainUnit } from "../chart/units.js";
import { nameOf } from "../chart/words.js";
import { choices, h, labelled, replace } from "../dom.js";
import type { Page } from "../rooms/page.js";
import { type SmallTable, smallTable } from "../rooms/roof/table.js";
import type { Answer } from "../service/answer.js";
import type { State } from "../state/state.js";
import { texts } from "../texts/texts.js";
import { MOST_OVERLAID } from "./grid.js";
import { namesOf } from "./names.js";
import type { Body } from "./page-pins.js";
import { areAlike, isDaily, overlaidCurves, overlaidMonths, pictureFigure } from "./pictures.js";
import { calendarMonths, columnOf, type SeriesFigure, seriesFigures, sharedNames } from "./series.js";
import { changeText, figureText } from "./words.js";

interface Named {
  readonly name: string;
  readonly answer: Answer;
}

export function seriesBody({ store }: Page): Body<Answer> {
  const words = texts().compare;
  const figures = h("div", {});
  const choice = h("select", { onchange: () => store.set({ column: choice.value }) });
  const pictures = h("div", { class: "pictures" });
  const element = h("div", { class: "compared" }, figures, labelled(words.parameter, choice), pictures);
  return {
    element,
    draw(pins, answers) {
      const names = namesOf(pins);
      const there = names.flatMap((name, k): Named[] => (answers[k] ? [{ name, answer: answers[k] }] : []));
      const shared = sharedNames(there.map(({ answer }) => answer));
      element.hidden = there.length < 2 || shared.length === 0;
      if (element.hidden) return there.length < 2 ? "" : words.noShared;
      const column = shared.find((name) => name === store.state.column) ?? (shared[0] as string);
      replace(choice, choices(shared.map((name) => [name, nameOf(name)])));
      choice.value = column;
      replace(figures, smallTable(figuresTable(there)));
      replace(pictures, picturesOf(there, column, widthFor(pictures), store.state).map(pictureFigure));
      return words.ready(there.length);
    },
  };
}

function figuresTable(there: readonly Named[]): SmallTable {
  const { by, figuresCaption } = texts().compare;
  const figures = seriesFigures(there.map(({ answer }) => answer));
  return {
    caption: figuresCaption(there[0]?.name ?? ""),
    head: [by.name, ...figures.map(({ name, unit }) => `${nameOf(name)} (${unit})`)],
    rows: there.map(({ name }, k) => [name, ...figures.map((figure) => cellText(figure, k))]),
  };
}

function cellText({ values, shares }: SeriesFigure, k: number): string {
  const value = figureText(values[k] ?? null, 1);
  const share = shares[k] ?? null;
  return k === 0 || share === null ? value : `${value} (${changeText(share)})`;
}

/** Months where each has a month once, and curves where the periods are alike. */
function picturesOf(there: readonly Named[], column: string, width: number, state: State): Picture[] {
  const words = texts().compare;
  const drawn = there.slice(0, MOST_OVERLAID);
  const names = drawn.map(({ name }) => name);
  const answers = drawn.map(({ answer }) => answer);
  const [first] = answers as [Answer];
  const of = columnOf(first, column);
  if (!of) return [];
  const title = nameOf(column);
  const months = answers.map((answer) => calendarMonths(answer, column, zoneOf(state, answer)));
  const byMonth = months.every((values) => values !== undefined) && months.some((values) => hasSeveral(values));
  const monthly = () =>
    overlaidMonths({
      title: words.monthsOf(`${title} (${monthlyUnit(of)})`),
      unit: monthlyUnit(of),
      names,
      values: months.map((values) => values ?? []),
      width,
    });
  const curves = () => {
    const unit = plainUnit(of.unit);
    const plain = words.curvesTitle(title, unit);
    const named = isDaily(answers) ? `${plain}, ${words.daily}` : plain;
    return overlaidCurves({ title: named, unit, names, answers, column, zone: zoneOf(state, first), width });
  };
  return [...(byMonth ? [monthly()] : []), ...(areAlike(answers) ? [curves()] : [])];
}

function hasSeveral(values: readonly (number | null)[] | undefined): boolean {
  return (values ?? []).filter((value) => value !== null).length > 1;
}
