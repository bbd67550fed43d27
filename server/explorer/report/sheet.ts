/** The report as sheets of paper: what is read of it is made of plain numbers and texts. */
import * as pen from "irradiance-engine/internal/report/scene";
import type { VNode } from "preact";
import { type Picture, pictureView } from "../chart/picture.js";
import { pictureFigure } from "../compare/pictures.js";
import { type Compared, gridTable, monthPictures, stageTable, yieldTable } from "../compare/yields.js";
import { energyDigits, rangeOf } from "../rooms/roof/figures.js";
import { caveatsOf, creditOf, rangeFigure, sourceText } from "../rooms/roof/headline.js";
import { chanceTable, sharesTable } from "../rooms/roof/parts.js";
import { monthsPicture, wayPicture, yearsPicture } from "../rooms/roof/pictures.js";
import { noticeWords, type YieldAnswer } from "../service/answer.js";
import { VERSION } from "../state/address.js";
import { calendarDate, figure, percent } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { type Child, each, h, smallTable } from "../view.js";
import { type Asked, factsOf, monthsTable, placeName, titleOf } from "./model.js";
import { smallMap } from "./small-map.js";

/** What whoever hands the report over may write on it. */
export const FREE_TEXTS = ["client", "project", "author", "note"] as const;
export type FreeText = (typeof FREE_TEXTS)[number];

export interface Report {
  readonly answer: YieldAnswer;
  readonly asked: Asked;
  readonly date: Date;
  /** Of the page, with the state that is reported; "" where nobody else could open it. */
  readonly address: string;
  /** What whoever hands it over has to say, as he wrote it; "" where nothing was written. */
  readonly client: string;
  readonly project: string;
  readonly author: string;
  readonly note: string;
  readonly compared: Compared<YieldAnswer> | undefined;
}

/** Pixels of the pictures: more than a sheet has at 96 to the inch, so that their letters are as small as those of its tables. */
const WIDTH = 960;

export function documentTitle({ answer, asked, date }: Report): string {
  return texts().report.documentTitle(titleOf(answer), placeName(answer.place, asked.name), calendarDate(date));
}

export function sheet(report: Report): VNode {
  const { answer, compared, note } = report;
  const { roof } = texts();
  const { uncertainty, years } = answer;
  return h(
    "article.sheet",
    head(report),
    note === "" ? null : h("p.note", note),
    facts(report),
    section(
      roof.months,
      pictureView(monthsPicture(answer, WIDTH)),
      smallTable(monthsTable(answer)),
      years.length > 1 ? pictureView(yearsPicture(answer, WIDTH)) : null,
    ),
    section(roof.way, pictureView(wayPicture(answer, WIDTH))),
    uncertainty
      ? section(roof.sure, h("p.hint", roof.sureIntro), chanceTable(uncertainty), sharesTable(uncertainty))
      : null,
    origin(answer),
    compared ? comparison(compared) : null,
    made(report),
  );
}

function head({ answer, asked, date, client, project, author }: Report): VNode {
  const words = texts().report;
  const { roof } = texts();
  const { annual, total, weather } = answer;
  const { energy, specific_yield, performance_ratio } = annual ?? total;
  const range = rangeOf(answer);
  const spread = answer.uncertainty?.horizons[0]?.percent;
  const fact = (value: string, name: string) => h("div", h("dt", name), h("dd", value));
  return h(
    "header",
    h(
      "div.title",
      h("h1", titleOf(answer)),
      h("p.where", placeName(answer.place, asked.name)),
      h("p.hint", words.date(calendarDate(date))),
      h(
        "dl.for",
        Object.entries({ client, project, author }).map(([name, text]) =>
          text === "" ? null : h("div", h("dt", words.free[name as FreeText]), h("dd", text)),
        ),
      ),
    ),
    h("p.big", h("strong", figure(energy, energyDigits(energy))), ` ${annual ? roof.unit : roof.periodUnit}`),
    annual ? null : h("p.wrong", roof.noAnnual),
    range ? h("p", roof.chance(rangeFigure(range.low), rangeFigure(range.high))) : null,
    h("p", { class: weather.synthetic ? "source caution" : "source" }, sourceText(answer)),
    caveatsOf(answer),
    h(
      "dl.key",
      fact(figure(specific_yield), roof.specific),
      performance_ratio === null ? null : fact(figure(performance_ratio, 2), roof.ratio),
      spread === undefined ? null : fact(`± ${percent(spread / 100)}`, roof.uncertain),
    ),
  );
}

function facts({ answer, asked }: Report): VNode {
  const rows = factsOf(answer, asked).map(([label, text]) => h("div", h("dt", label), h("dd", text)));
  return section(
    texts().report.facts,
    h("div.where-it-stands", h("dl.facts", rows), smallMap(answer.place)),
    h("p.hint", texts().report.azimuths),
    asked.horizon?.line.some((height) => height > 0) ? pictureFigure(horizonPicture(answer, asked.horizon.line)) : null,
  );
}

/** A sheet is not wide enough for more columns beside one another. */
const MOST_COLUMNS = 4;
/** Pixels of the bars: two places fit one sheet with their tables. */
const MONTHS_HEIGHT = 125;

function comparison(compared: Compared<YieldAnswer>): VNode {
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
function origin({ notices, weather }: YieldAnswer): VNode[] {
  const words = texts().report;
  const { sources = [] } = weather;
  const list = (items: readonly Child[]) => h("ul", each("li", items));
  return [section(words.notices, list(notices.map(noticeWords))), section(words.sources, list(sources.map(creditOf)))];
}

/** The last words are by what it was made, and where it can be seen again. */
function made({ address }: Report): VNode {
  const link = address.startsWith("#") ? address : h("a", { href: address }, address);
  const way = address === "" ? null : [` · ${texts().report.address} `, link];
  return h("p.made", `irradiance-engine ${VERSION}`, way);
}

function section(title: string, ...content: readonly Child[]): VNode {
  return h("section", h("h2", title), content);
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
  const x = pen.linearScale(0, 360, area.left, pen.rightOf(area));
  const y = pen.linearScale(0, top, pen.bottomOf(area), area.top);
  const heights = Array.from({ length: 361 }, (_, k) => line[(k + origin) % 360] as number);
  const path = heights.map((height, k) => `L${x(k).toFixed(1)} ${y(height).toFixed(1)}`).join("");
  const frame = pen.axes(area, {
    x: Array.from({ length: 9 }, (_, k) => ({
      at: x(EIGHTH * k),
      label: texts().roof.shortDirections[(origin / EIGHTH + k) % 8] as string,
    })),
    y: pen.placed(pen.labelled(pen.roundTicks(0, top, 4)), y),
    xTitle: "",
    yTitle: "°",
    grid: "y",
  });
  const ridge = pen.shape("path", {
    d: `M${area.left} ${pen.bottomOf(area)}${path}L${pen.rightOf(area)} ${pen.bottomOf(area)}Z`,
    fill: "var(--hill)",
    "fill-opacity": 0.55,
  });
  return { width: WIDTH, height: SKY.height, title: texts().report.horizonLine, parts: [frame, ridge] };
}
