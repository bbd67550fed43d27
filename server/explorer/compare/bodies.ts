/** What roofs and series are compared by, below their pins. */
import { monthlyUnit, plainUnit, zoneOf } from "../chart/months.js";
import { type Picture, shapeOf, widthFor } from "../chart/picture.js";
import { choices, h, labelled, replace, type SmallTable, smallTable } from "../dom.js";
import { coordinatesOf } from "../place/words.js";
import { lossesText, planeText, titleOf } from "../report/model.js";
import type { Page } from "../request/questions.js";
import { type Caption, framed, horizonName, madeText, originTexts, pictureButtons, placed } from "../result/picture.js";
import { rangeFigure, sourceText } from "../rooms/roof/headline.js";
import { monthsPicture, rangeOf, wayPicture } from "../rooms/roof/pictures.js";
import { type Answer, nameOf, type YieldAnswer } from "../service/answer.js";
import type { State } from "../state/state.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { commonOf, MOST_OVERLAID, namesOf } from "./names.js";
import {
  areAlike,
  calendarMonths,
  columnOf,
  isDaily,
  overlaidCurves,
  overlaidMonths,
  pictureFigure,
  type SeriesFigure,
  seriesFigures,
  sharedNames,
} from "./pictures.js";
import type { Body } from "./pins.js";
import {
  type Compared,
  changeText,
  comparedOf,
  energyText,
  figureText,
  gridTable,
  monthPictures,
  monthTable,
  stageTable,
  yieldRows,
  yieldSummary,
  yieldTable,
} from "./yields.js";

export function yieldBody(page: Page): Body<YieldAnswer> {
  const words = texts().compare;
  const figures = h("div");
  const months = h("div.pictures");
  const monthRows = h("div");
  const stages = h("div");
  const more = [
    h("h3", words.months),
    months,
    h("details", h("summary", words.monthsTable), monthRows),
    h("details", h("summary", words.stagesTitle), stages),
  ];
  const element = h("div.compared", figures, more);
  let shown: Compared<YieldAnswer> | undefined;
  const picture = () => {
    const { answer, isCurrent } = page.yields;
    return answer && isCurrent ? yieldImage(answer, page.store.state, shown, new Date()) : undefined;
  };
  const { store } = page;
  const name = (ending: string) => `yield_${store.state.lat}_${store.state.lon}.${ending}`;
  const { buttons: pictures, problem } = pictureButtons(picture, name);
  const label = h("span.hint", texts().report.picture.label);
  const tools = h("div.hand-over", label, pictures, problem);
  return {
    element,
    tools,
    draw(pins, answers) {
      for (const one of pictures) one.disabled = !page.yields.isCurrent;
      const compared = comparedOf(pins, answers);
      shown = pins.length < 2 ? undefined : compared;
      // A pin alone is compared with nothing.
      element.hidden = pins.length < 2;
      if (element.hidden) return "";
      const grid = gridTable(compared);
      replace(figures, grid ? smallTable(grid) : null, smallTable(yieldTable(compared)));
      replace(months, monthPictures(compared, widthFor(months)).map(pictureFigure));
      replace(monthRows, smallTable(monthTable(compared)));
      replace(stages, smallTable(stageTable(compared)));
      return yieldSummary(compared);
    },
  };
}

interface Named {
  readonly name: string;
  readonly answer: Answer;
}

export function seriesBody({ store }: Page): Body<Answer> {
  const words = texts().compare;
  const figures = h("div");
  const choice = h("select", { onchange: () => store.set({ column: choice.value }) });
  const pictures = h("div.pictures");
  const element = h("div.compared", figures, labelled(words.parameter, choice), pictures);
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

/** Pixels. */
const WIDTH = 860;

/** @param compared pins to show in place of the answer's own months; undefined: there are none */
function yieldImage(
  answer: YieldAnswer,
  state: State,
  compared: Compared<YieldAnswer> | undefined,
  date: Date,
): string {
  const pictures = compared
    ? monthPictures(compared, WIDTH)
    : [monthsPicture(answer, WIDTH), wayPicture(answer, WIDTH)];
  const title = compared ? `${texts().report.comparison}: ${compared.names.join(", ")}` : titleOf(answer);
  return framed(
    stacked(title, pictures),
    compared ? captionOfPins(compared, date) : captionOfYield(answer, state, date),
  );
}

function captionOfYield(answer: YieldAnswer, { name, horizon }: State, date: Date): Caption {
  const words = texts().report;
  const { place, planes, weather, notices } = answer;
  const range = rangeOf(answer);
  const where = `${coordinatesOf({ lat: place.latitude, lon: place.longitude })}, ${words.metres(figure(place.altitude))}`;
  const system = [planes.map(planeText).join("; "), `${words.losses}: ${lossesText(answer)}`];
  const total = answer.annual ? `${energyText(answer.annual.energy)} ${texts().roof.unit}` : texts().roof.noAnnual;
  const sure = range ? [texts().roof.chance(rangeFigure(range.low), rangeFigure(range.high))] : [];
  return {
    place: placed(name, [where, ...system, words.picture.horizon(horizonName({ horizon }, notices))]),
    sources: [
      [total, ...sure].join(", "),
      sourceText(answer),
      ...originTexts(weather.sources ?? [], notices),
      madeText(date),
    ],
  };
}

/** What all pins share stands above, what each yields below; sources and notices are those of all, each once. */
function captionOfPins(compared: Compared<YieldAnswer>, date: Date): Caption {
  const answers = compared.answers.filter((answer) => answer !== undefined);
  const origins = answers.flatMap(({ weather, notices }) => originTexts(weather.sources ?? [], notices));
  const unique = [...new Set([...answers.map(sourceText), ...origins])];
  return {
    place: texts().compare.same(commonOf(compared.pins)),
    sources: [...pinTexts(compared), ...unique, madeText(date)],
  };
}

function pinTexts({ names, answers }: Compared<YieldAnswer>): string[] {
  return yieldRows(answers).map(({ energy, share }, k) => {
    const more = k === 0 || share === null ? "" : ` (${changeText(share)})`;
    return `${names[k]}: ${energyText(energy)} ${texts().roof.unit}${more}`;
  });
}

/** Pictures below one another as one. */
function stacked(title: string, pictures: readonly Picture[]): Picture {
  let y = 0;
  const parts = pictures.map((picture) => {
    const part = shapeOf(picture, { x: 0, y, width: picture.width, height: picture.height });
    y += picture.height;
    return part;
  });
  return { width: WIDTH, height: y, title, parts };
}
