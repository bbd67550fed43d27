/** A report as a page: printed on one to three sheets, black on white. */
import { skyShapes } from "irradiance-engine/report/scene";
import { drawn, type Picture } from "../chart/picture.js";
import { overlaidMonths, pictureFigure } from "../compare/pictures.js";
import { type PlainTable, plainTable } from "../compare/table.js";
import { energyText } from "../compare/words.js";
import {
  type Compared,
  gridTable,
  monthPictures,
  monthTable,
  stageTable,
  yieldTable,
} from "../compare/yield-tables.js";
import { monthEnergies } from "../compare/yields.js";
import { type Child, h } from "../dom.js";
import type { YieldAnswer } from "../service/yield-answer.js";
import { figure, percent } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import {
  type Asked,
  chanceTable,
  dayText,
  factsOf,
  monthsTable,
  placeName,
  rangeOf,
  sharesTable,
  systemText,
  wayTable,
  weatherText,
  yearsTable,
} from "./model.js";
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
  const words = texts().report;
  return words.documentTitle(words.title(systemText(answer)), placeName(answer, asked.name), dayText(date));
}

export function sheet(report: Report): HTMLElement {
  const { answer, asked, compared } = report;
  return h(
    "article",
    { class: "sheet" },
    head(report),
    facts(report),
    section(texts().report.months, monthsPicture(answer), table(monthsTable(answer)), table(yearsTable(answer))),
    section(texts().report.way, table(wayTable(answer))),
    answer.uncertainty
      ? section(
          texts().report.sure,
          h("p", { class: "hint" }, texts().report.sureIntro),
          table(chanceTable(answer)),
          table(sharesTable(answer)),
        )
      : null,
    asked.horizon ? section(texts().report.horizonPicture, drawn(horizonPicture(answer, asked.horizon.line))) : null,
    compared ? comparison(compared) : null,
    origin(report),
  );
}

function head({ answer, asked, date }: Report): HTMLElement {
  const words = texts().report;
  const { annual } = answer;
  const range = rangeOf(answer);
  const spread = answer.uncertainty?.horizons[0]?.percent;
  const fact = (value: string, name: string) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  return h(
    "header",
    {},
    h(
      "div",
      { class: "title" },
      h("h1", {}, words.title(systemText(answer))),
      h("p", { class: "where" }, placeName(answer, asked.name)),
      h("p", { class: "hint" }, words.date(dayText(date))),
    ),
    annual
      ? h("p", { class: "big" }, h("strong", {}, energyText(annual.energy)), ` ${words.unit}`)
      : h("p", { class: "wrong" }, words.noYear),
    range ? h("p", {}, words.chance(energyText(range.low), energyText(range.high))) : null,
    h("p", { class: answer.weather.synthetic ? "source caution" : "source" }, weatherText(answer)),
    annual
      ? h(
          "dl",
          { class: "key" },
          fact(figure(annual.specific_yield), words.specific),
          annual.performance_ratio === null ? null : fact(figure(annual.performance_ratio, 2), words.ratio),
          spread === undefined ? null : fact(`± ${percent(spread / 100)}`, words.spread),
        )
      : null,
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

function comparison(compared: Compared<YieldAnswer>): HTMLElement {
  const grid = gridTable(compared);
  return section(
    texts().report.comparison,
    grid ? table(grid) : null,
    table(yieldTable(compared)),
    monthPictures(compared, WIDTH).map(pictureFigure),
    // A page is not wide enough for more columns.
    compared.pins.length <= MOST_COLUMNS ? [table(monthTable(compared)), table(stageTable(compared))] : null,
  );
}

const MOST_COLUMNS = 6;

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
    sources.length > 0 ? h("h2", {}, words.sources) : null,
    list(
      sources.map(({ dataset, class: kind, attribution, licence }) => [
        h("strong", {}, words.source(dataset, kind)),
        `. ${attribution === undefined ? "" : `${attribution}. `}${words.licence(licence)}`,
      ]),
    ),
    h("p", { class: "made" }, `${words.version(VERSION)} · ${words.address} `, h("a", { href: address }, address)),
  );
}

function section(title: string, ...content: readonly Child[]): HTMLElement {
  return h("section", {}, h("h2", {}, title), content);
}

function table(model: PlainTable | undefined): HTMLElement | null {
  return model ? plainTable(model) : null;
}

function monthsPicture(answer: YieldAnswer): HTMLElement {
  const title = texts().report.monthsTitle;
  return drawn(
    overlaidMonths({ title, unit: "kWh", names: [title], values: [monthEnergies(answer)], width: WIDTH }),
  ) as unknown as HTMLElement;
}

const SKY = { height: 200, top: 10 } as const;
/** Degrees: the axis ends at the next mark above the line. */
const STEP = 10;

/** The line alone, with the noon side of the sky in the middle. */
function horizonPicture({ place }: YieldAnswer, line: readonly number[]): Picture {
  const top = Math.min(90, STEP * Math.ceil((Math.max(...line) + 1) / STEP) + STEP);
  const shapes = skyShapes({
    area: { left: 52, top: SKY.top, width: WIDTH - 72, height: SKY.height - 66 },
    origin: place.latitude < 0 ? 180 : 0,
    top,
    steps: [45, top > 50 ? 2 * STEP : STEP],
    courses: [],
    horizon: line,
    dots: [],
    names: [],
  });
  return { width: WIDTH, height: SKY.height, title: texts().report.horizonPicture, parts: shapes };
}
