/** What roofs and series are compared by, below their pins. */
import { monthlyUnit, plainUnit, zoneOf } from "../chart/months.js";
import { fitted, type Picture, shapeOf } from "../chart/picture.js";
import { coordinatesOf } from "../place/words.js";
import { lossesText, planeText, titleOf } from "../report/model.js";
import type { Page } from "../request/questions.js";
import { type Caption, framed, horizonName, madeText, originTexts, pictureButtons, placed } from "../result/picture.js";
import { rangeOf } from "../rooms/roof/figures.js";
import { rangeFigure, sourceText } from "../rooms/roof/headline.js";
import { monthsPicture, wayPicture } from "../rooms/roof/pictures.js";
import { type Answer, nameOf, type YieldAnswer } from "../service/answer.js";
import type { State } from "../state/state.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { h, labelled, type SmallTable, select, smallTable } from "../view.js";
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
import { type Body, pinnedYields, pinsOfKind } from "./pins.js";
import { words } from "./words.js";
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
  const t = words();
  const { store, yields } = page;
  const picture = () => {
    const { answer, isCurrent } = yields;
    const pins = pinsOfKind(store, "yield");
    const { question } = pinnedYields(page);
    const requests = pins.flatMap(({ state }) => question.requestOf(state) ?? []);
    const compared = pins.length < 2 ? undefined : comparedOf(pins, pinnedYields(page).known(requests));
    return answer && isCurrent ? yieldImage(answer, store.state, compared, new Date()) : undefined;
  };
  const name = (ending: string) => `yield_${store.state.lat}_${store.state.lon}.${ending}`;
  const pictures = pictureButtons(picture, name, () => !yields.isCurrent);
  return {
    tools: () => h("div.hand-over", h("span.hint", texts().report.picture.label), pictures()),
    compared(pins, answers) {
      // A pin alone is compared with nothing.
      if (pins.length < 2) return { summary: "", view: null };
      const compared = comparedOf(pins, answers);
      const grid = gridTable(compared);
      const view = h(
        "div.compared",
        grid ? smallTable(grid) : null,
        smallTable(yieldTable(compared)),
        h("h3", t.months),
        fitted((width) => monthPictures(compared, width).map(pictureFigure), "div.pictures"),
        h("details", h("summary", t.monthsTable), smallTable(monthTable(compared))),
        h("details", h("summary", t.stagesTitle), smallTable(stageTable(compared))),
      );
      return { summary: yieldSummary(compared), view };
    },
  };
}

interface Named {
  readonly name: string;
  readonly answer: Answer;
}

export function seriesBody({ store }: Page): Body<Answer> {
  const t = words();
  return {
    compared(pins, answers) {
      const names = namesOf(pins);
      const there = names.flatMap((name, k): Named[] => (answers[k] ? [{ name, answer: answers[k] }] : []));
      const shared = sharedNames(there.map(({ answer }) => answer));
      if (there.length < 2) return { summary: "", view: null };
      if (shared.length === 0) return { summary: t.noShared, view: null };
      const { state } = store;
      const column = shared.find((name) => name === state.column) ?? (shared[0] as string);
      const offered = shared.map((name): [string, string] => [name, nameOf(name)]);
      const view = h(
        "div.compared",
        smallTable(figuresTable(there)),
        labelled(
          t.parameter,
          select(offered, column, (chosen) => store.set({ column: chosen })),
        ),
        fitted((width) => picturesOf(there, column, width, state).map(pictureFigure), "div.pictures"),
      );
      return { summary: t.ready(there.length), view };
    },
  };
}

function figuresTable(there: readonly Named[]): SmallTable {
  const { by, figuresCaption } = words();
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
  const t = words();
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
      title: t.monthsOf(`${title} (${monthlyUnit(of)})`),
      unit: monthlyUnit(of),
      names,
      values: months.map((values) => values ?? []),
      width,
    });
  const curves = () => {
    const unit = plainUnit(of.unit);
    const plain = t.curvesTitle(title, unit);
    const named = isDaily(answers) ? `${plain}, ${t.daily}` : plain;
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
    place: words().same(commonOf(compared.pins)),
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
