/** A report as a page: printed on one to three sheets, black on white. */
import { skyShapes } from "irradiance-engine/report/scene";
import { drawn, type Picture } from "../chart/picture.js";
import { pictureFigure } from "../compare/pictures.js";
import { type Compared, gridTable, monthPictures, stageTable, yieldTable } from "../compare/yield-tables.js";
import { type Child, h } from "../dom.js";
import { energyDigits, rangeOf } from "../rooms/roof/figures.js";
import { rangeFigure, sourceText } from "../rooms/roof/headline.js";
import { monthsPicture, wayPicture, yearsPicture } from "../rooms/roof/pictures.js";
import { chanceTable, sharesTable } from "../rooms/roof/sure.js";
import { smallTable } from "../rooms/roof/table.js";
import type { YieldAnswer } from "../service/yield-answer.js";
import { figure, percent } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { type Asked, dayText, factsOf, monthsTable, placeName, titleOf } from "./model.js";
import { VERSION } from "./version.js";

export interface Report {
  readonly answer: YieldAnswer;
  readonly asked: Asked;
  readonly date: Date;
  /** Of the page, with the state that is reported. */
  readonly address: string;
  readonly compared: Compared<YieldAnswer> | undefined;
}

/** Pixels of the pictures: a sheet's width at 96 to the inch. */
const WIDTH = 680;

export function documentTitle({ answer, asked, date }: Report): string {
  return texts().report.documentTitle(titleOf(answer), placeName(answer, asked.name), dayText(date));
}

export function sheet(report: Report): HTMLElement {
  const { answer, asked, compared } = report;
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
    asked.horizon ? section(texts().report.horizonLine, drawn(horizonPicture(answer, asked.horizon.line))) : null,
    section(roof.way, drawn(wayPicture(answer, WIDTH))),
    uncertainty
      ? section(
          roof.sure,
          h("p", { class: "hint" }, roof.sureIntro),
          chanceTable(uncertainty),
          sharesTable(uncertainty),
        )
      : null,
    compared ? comparison(compared) : null,
    origin(report),
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
      h("p", { class: "where" }, placeName(answer, asked.name)),
      h("p", { class: "hint" }, words.date(dayText(date))),
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
  );
}

/** A sheet is not wide enough for more columns beside one another. */
const MOST_COLUMNS = 4;

function comparison(compared: Compared<YieldAnswer>): HTMLElement {
  const grid = gridTable(compared);
  return section(
    texts().report.comparison,
    grid ? smallTable(grid) : null,
    smallTable(yieldTable(compared)),
    monthPictures(compared, WIDTH).map(pictureFigure),
    compared.pins.length <= MOST_COLUMNS ? smallTable(stageTable(compared)) : null,
  );
}

/** Where it comes from and what to know of it; the last words are where it can be seen again. */
function origin({ answer, address }: Report): HTMLElement {
  const words = texts().report;
  const { sources = [] } = answer.weather;
  const list = (items: readonly Child[]) =>
    h(
      "ul",
      { lang: "en" },
      items.map((item) => h("li", {}, item)),
    );
  return h(
    "section",
    { class: "origin" },
    h("h2", {}, words.notices),
    list(answer.notices.map(({ message }) => `${message}.`)),
    h("h2", {}, words.sources),
    list(
      sources.map(({ dataset, class: kind, attribution, licence }) => [
        h("strong", {}, dataset),
        ` (${kind}). ${attribution === undefined ? "" : `${attribution}. `}Licence: ${licence}.`,
      ]),
    ),
    h("p", { class: "made" }, `irradiance-engine ${VERSION} · ${words.address} `, h("a", { href: address }, address)),
  );
}

function section(title: string, ...content: readonly Child[]): HTMLElement {
  return h("section", {}, h("h2", {}, title), content);
}

const SKY = { height: 190, below: 56 } as const;
/** Degrees: the axis ends at the mark above the line. */
const STEP = 10;

/** The line alone, with the noon side of the sky in the middle. */
function horizonPicture({ place }: YieldAnswer, line: readonly number[]): Picture {
  const top = Math.min(90, STEP * (1 + Math.ceil(Math.max(...line) / STEP)));
  const shapes = skyShapes({
    area: { left: 52, top: 10, width: WIDTH - 72, height: SKY.height - SKY.below },
    origin: place.latitude < 0 ? 180 : 0,
    top,
    steps: [45, top > 50 ? 3 * STEP : STEP],
    courses: [],
    horizon: line,
    dots: [],
    names: [],
  });
  return { width: WIDTH, height: SKY.height, title: texts().report.horizonLine, parts: shapes };
}
