/** A report as a page: printed on one to three sheets, black on white. */
import {
  axes,
  bottomOf,
  labelled,
  linearScale,
  placed,
  rightOf,
  roundTicks,
  shape,
} from "irradiance-engine/report/scene";
import { drawn, type Picture } from "../chart/picture.js";
import { pictureFigure } from "../compare/pictures.js";
import { type Compared, gridTable, monthPictures, stageTable, yieldTable } from "../compare/yield-tables.js";
import { type Child, h } from "../dom.js";
import { energyDigits, rangeOf } from "../rooms/roof/figures.js";
import { caveatsOf, creditOf, rangeFigure, sourceText } from "../rooms/roof/headline.js";
import { monthsPicture, wayPicture, yearsPicture } from "../rooms/roof/pictures.js";
import { chanceTable, sharesTable } from "../rooms/roof/sure.js";
import { smallTable } from "../rooms/roof/table.js";
import { noticeWords } from "../service/words.js";
import type { YieldAnswer } from "../service/yield-answer.js";
import { calendarDate, figure, percent } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { type Asked, factsOf, monthsTable, placeName, titleOf } from "./model.js";
import { VERSION } from "./version.js";

export interface Report {
  readonly answer: YieldAnswer;
  readonly asked: Asked;
  readonly date: Date;
  /** Of the page, with the state that is reported. */
  readonly address: string;
  readonly compared: Compared<YieldAnswer> | undefined;
}

/** Pixels of the pictures: more than a sheet has at 96 to the inch, so that their letters are as small as those of its tables. */
const WIDTH = 960;

export function documentTitle({ answer, asked, date }: Report): string {
  return texts().report.documentTitle(titleOf(answer), placeName(answer.place, asked.name), calendarDate(date));
}

export function sheet(report: Report): HTMLElement {
  const { answer, compared } = report;
  const { roof } = texts();
  const { uncertainty, years } = answer;
  return h(
    "article",
    { class: "sheet" },
    head(report),
    facts(report),
    section(
      roof.months,
      drawn(monthsPicture(answer, WIDTH)),
      smallTable(monthsTable(answer)),
      years.length > 1 ? drawn(yearsPicture(answer, WIDTH)) : null,
    ),
    section(roof.way, drawn(wayPicture(answer, WIDTH))),
    uncertainty
      ? section(
          roof.sure,
          h("p", { class: "hint" }, roof.sureIntro),
          chanceTable(uncertainty),
          sharesTable(uncertainty),
        )
      : null,
    origin(answer),
    compared ? comparison(compared) : null,
    made(report),
  );
}

function head({ answer, asked, date }: Report): HTMLElement {
  const words = texts().report;
  const { roof } = texts();
  const { annual, total, weather } = answer;
  const { energy, specific_yield, performance_ratio } = annual ?? total;
  const range = rangeOf(answer);
  const spread = answer.uncertainty?.horizons[0]?.percent;
  const fact = (value: string, name: string) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  return h(
    "header",
    {},
    h(
      "div",
      { class: "title" },
      h("h1", {}, titleOf(answer)),
      h("p", { class: "where" }, placeName(answer.place, asked.name)),
      h("p", { class: "hint" }, words.date(calendarDate(date))),
    ),
    h(
      "p",
      { class: "big" },
      h("strong", {}, figure(energy, energyDigits(energy))),
      ` ${annual ? roof.unit : roof.periodUnit}`,
    ),
    annual ? null : h("p", { class: "wrong" }, roof.noAnnual),
    range ? h("p", {}, roof.chance(rangeFigure(range.low), rangeFigure(range.high))) : null,
    h("p", { class: weather.synthetic ? "source caution" : "source" }, sourceText(answer)),
    caveatsOf(answer),
    h(
      "dl",
      { class: "key" },
      fact(figure(specific_yield), roof.specific),
      performance_ratio === null ? null : fact(figure(performance_ratio, 2), roof.ratio),
      spread === undefined ? null : fact(`± ${percent(spread / 100)}`, roof.uncertain),
    ),
  );
}

function facts({ answer, asked }: Report): HTMLElement {
  const rows = factsOf(answer, asked).map(([label, text]) => h("div", {}, h("dt", {}, label), h("dd", {}, text)));
  return section(
    texts().report.facts,
    h("dl", { class: "facts" }, rows),
    h("p", { class: "hint" }, texts().report.azimuths),
    asked.horizon?.line.some((height) => height > 0) ? pictureFigure(horizonPicture(answer, asked.horizon.line)) : null,
  );
}

/** A sheet is not wide enough for more columns beside one another. */
const MOST_COLUMNS = 4;
/** Pixels of the bars: two places fit one sheet with their tables. */
const MONTHS_HEIGHT = 165;

function comparison(compared: Compared<YieldAnswer>): HTMLElement {
  const grid = gridTable(compared);
  return section(
    texts().report.comparison,
    grid ? smallTable(grid) : null,
    smallTable(yieldTable(compared)),
    monthPictures(compared, WIDTH, MONTHS_HEIGHT).map(pictureFigure),
    compared.pins.length <= MOST_COLUMNS ? smallTable(stageTable(compared)) : null,
  );
}

/** What to know of it, and where it comes from. */
function origin({ notices, weather }: YieldAnswer): HTMLElement[] {
  const words = texts().report;
  const { sources = [] } = weather;
  const list = (items: readonly Child[]) =>
    h(
      "ul",
      {},
      items.map((item) => h("li", {}, item)),
    );
  return [section(words.notices, list(notices.map(noticeWords))), section(words.sources, list(sources.map(creditOf)))];
}

/** The last words are by what it was made, and where it can be seen again. */
function made({ address }: Report): HTMLElement {
  const link = address.startsWith("#") ? address : h("a", { href: address }, address);
  return h("p", { class: "made" }, `irradiance-engine ${VERSION} · ${texts().report.address} `, link);
}

function section(title: string, ...content: readonly Child[]): HTMLElement {
  return h("section", {}, h("h2", {}, title), content);
}

const SKY = { height: 170, below: 36, left: 46 } as const;
/** Degrees: the axis ends at the mark above the line. */
const STEP = 10;
const EIGHTH = 45;

/** The line alone, with the noon side of the sky in the middle. */
function horizonPicture({ place }: YieldAnswer, line: readonly number[]): Picture {
  const top = STEP * (1 + Math.ceil(Math.max(...line) / STEP));
  const area = { left: SKY.left, top: 8, width: WIDTH - SKY.left - 16, height: SKY.height - SKY.below };
  const origin = place.latitude < 0 ? 180 : 0;
  const x = linearScale(0, 360, area.left, rightOf(area));
  const y = linearScale(0, top, bottomOf(area), area.top);
  const heights = Array.from({ length: 361 }, (_, k) => line[(k + origin) % 360] as number);
  const path = heights.map((height, k) => `L${x(k).toFixed(1)} ${y(height).toFixed(1)}`).join("");
  const frame = axes(area, {
    x: Array.from({ length: 9 }, (_, k) => ({ at: x(EIGHTH * k), label: directionAt(origin / EIGHTH + k) })),
    y: placed(labelled(roundTicks(0, top, 4)), y),
    xTitle: "",
    yTitle: "°",
    grid: "y",
  });
  const ridge = shape("path", {
    d: `M${area.left} ${bottomOf(area)}${path}L${rightOf(area)} ${bottomOf(area)}Z`,
    fill: "var(--hill)",
    "fill-opacity": 0.55,
  });
  return { width: WIDTH, height: SKY.height, title: texts().report.horizonLine, parts: [frame, ridge] };
}

function directionAt(eighth: number): string {
  return texts().roof.shortDirections[eighth % 8] as string;
}
