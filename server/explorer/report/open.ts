/** Opens the report over the page: to be read, and to be printed or saved as PDF by the browser. */
import * as pen from "irradiance-engine/internal/report/scene";
import { drawn, type Picture } from "../chart/picture.js";
import { pictureFigure } from "../compare/pictures.js";
import { isSamePin, pinnedYields, pinOf, pinsOfKind, shownBy } from "../compare/pins.js";
import { type Compared, comparedOf, gridTable, monthPictures, stageTable, yieldTable } from "../compare/yields.js";
import { button, type Child, h, smallTable } from "../dom.js";
import { isTownHeight } from "../place/gazetteer.js";
import type { Page } from "../request/questions.js";
import { caveatsOf, creditOf, rangeFigure, sourceText } from "../rooms/roof/headline.js";
import { chanceTable, sharesTable } from "../rooms/roof/parts.js";
import { energyDigits, monthsPicture, rangeOf, wayPicture, yearsPicture } from "../rooms/roof/pictures.js";
import { noticeWords, type YieldAnswer } from "../service/answer.js";
import { terrainLine } from "../service/provenance.js";
import { addressOf, VERSION } from "../state/address.js";
import { lineOf } from "../state/lists.js";
import type { State } from "../state/state.js";
import { calendarDate, figure, percent } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { inLight } from "../theme.js";
import { live, type Child as ViewChild, h as view } from "../view.js";
import { type Asked, factsOf, monthsTable, placeName, titleOf } from "./model.js";

/** On the body while a report is open: the page behind it is neither seen nor printed. */
const OPEN = "reporting";

/** @returns whether there is something to report */
export async function openReport(page: Page): Promise<boolean> {
  const { answer, isCurrent } = page.yields;
  if (!answer || !isCurrent || document.body.classList.contains(OPEN)) return false;
  const lead = leadOf(page, answer);
  const frame = { asked: await askedOf(lead.state, page), date: new Date(), address: addressOf(lead.state) };
  const words = texts().report;
  const before = { title: document.title, focus: document.activeElement as HTMLElement | null, y: scrollY };
  const place = h("div");
  const print = button(words.print, () => window.print(), { class: "send" });
  const waits = h("p", { role: "status" });
  // On paper it is light, whatever the page wears.
  const draw = () =>
    inLight(() => {
      const { compared, left } = comparedFor(page, answer);
      const report: Report = { ...frame, answer: lead.answer(compared), compared };
      document.title = documentTitle(report);
      print.disabled = left > 0;
      waits.textContent = left > 0 ? texts().compare.waiting(left) : "";
      place.replaceChildren(sheet(report));
    });
  const close = () => {
    element.remove();
    document.body.classList.remove(OPEN);
    document.title = before.title;
    removeEventListener("keydown", onKey);
    removeEventListener("popstate", close);
    scrollTo(0, before.y);
    before.focus?.focus();
  };
  // It has a step of its own in the browser's history, which back leaves: on a phone that is how things are closed.
  const leave = () => history.back();
  const onKey = ({ key }: KeyboardEvent) => key === "Escape" && leave();
  const shut = button(words.close, leave);
  const bar = h("div.report-bar", print, shut, waits);
  const element = h("div.report", { role: "dialog", "aria-label": words.label }, bar, place);
  draw();
  // Pinned answers that are still on their way come into it.
  pinnedYields(page).onChange(() => element.isConnected && draw());
  document.body.append(element);
  document.body.classList.add(OPEN);
  history.pushState(history.state, "", location.href);
  addEventListener("keydown", onKey);
  addEventListener("popstate", close);
  scrollTo(0, 0);
  (print.disabled ? shut : print).focus();
  return true;
}

/** What the report begins with: the page's own answer; of a comparison that it is no part of, the first that is compared. */
interface Lead {
  readonly state: State;
  answer(compared: Compared<YieldAnswer> | undefined): YieldAnswer;
}

function leadOf({ store }: Page, own: YieldAnswer): Lead {
  const pins = pinsOfKind(store, "yield");
  const [first] = pins;
  const present = pinOf("yield", store.state);
  if (!first || pins.length < 2 || pins.some((pin) => isSamePin(pin, present))) {
    return { state: store.state, answer: () => own };
  }
  return { state: { ...store.state, ...shownBy(first) }, answer: (compared) => compared?.answers[0] ?? own };
}

function comparedFor(page: Page, known: YieldAnswer) {
  const pins = pinsOfKind(page.store, "yield");
  if (pins.length < 2) return { compared: undefined, left: 0 };
  const answers = pinnedYields(page);
  const requests = pins.flatMap(({ state }) => answers.question.requestOf(state) ?? []);
  const outcomes = answers.outcomes(requests, known);
  const there = outcomes.map((outcome) => (outcome.kind === "answered" ? outcome.answer : undefined));
  return { compared: comparedOf(pins, there), left: outcomes.filter(({ kind }) => kind === "waiting").length };
}

async function askedOf(state: State, { service }: Page): Promise<Asked> {
  const { name, altitude, roof_plane, system, tracking_mode, horizon, lat, lon } = state;
  const isTerrain = horizon === "auto";
  const line = lineOf(horizon) ?? (await terrainLine(service, lat, lon).catch(() => undefined));
  // Flat land is a line where the terrain says so.
  const isFlat = !line || (!isTerrain && line.every((height) => height === 0));
  return {
    name,
    altitudeFrom: altitude === "" ? undefined : isTownHeight(state) ? "town" : "given",
    isBest: roof_plane === "best" && system === "" && tracking_mode === "none",
    horizon: isFlat ? undefined : { line, isTerrain },
  };
}

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
    "article.sheet",
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
          h("p.hint", roof.sureIntro),
          live("div", () => [chanceTable(uncertainty), sharesTable(uncertainty)]),
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
  const fact = (value: string, name: string) => h("div", h("dt", name), h("dd", value));
  return h(
    "header",
    h(
      "div.title",
      h("h1", titleOf(answer)),
      h("p.where", placeName(answer.place, asked.name)),
      h("p.hint", words.date(calendarDate(date))),
    ),
    h("p.big", h("strong", figure(energy, energyDigits(energy))), ` ${annual ? roof.unit : roof.periodUnit}`),
    annual ? null : h("p.wrong", roof.noAnnual),
    range ? h("p", roof.chance(rangeFigure(range.low), rangeFigure(range.high))) : null,
    h("p", { class: weather.synthetic ? "source caution" : "source" }, sourceText(answer)),
    live("div", () => caveatsOf(answer)),
    h(
      "dl.key",
      fact(figure(specific_yield), roof.specific),
      performance_ratio === null ? null : fact(figure(performance_ratio, 2), roof.ratio),
      spread === undefined ? null : fact(`± ${percent(spread / 100)}`, roof.uncertain),
    ),
  );
}

function facts({ answer, asked }: Report): HTMLElement {
  const rows = factsOf(answer, asked).map(([label, text]) => h("div", h("dt", label), h("dd", text)));
  return section(
    texts().report.facts,
    h("dl.facts", rows),
    h("p.hint", texts().report.azimuths),
    asked.horizon?.line.some((height) => height > 0) ? pictureFigure(horizonPicture(answer, asked.horizon.line)) : null,
  );
}

/** A sheet is not wide enough for more columns beside one another. */
const MOST_COLUMNS = 4;
/** Pixels of the bars: two places fit one sheet with their tables. */
const MONTHS_HEIGHT = 125;

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
  const list = (items: readonly ViewChild[]) => live("ul", () => items.map((item) => view("li", item)));
  return [section(words.notices, list(notices.map(noticeWords))), section(words.sources, list(sources.map(creditOf)))];
}

/** The last words are by what it was made, and where it can be seen again. */
function made({ address }: Report): HTMLElement {
  const link = address.startsWith("#") ? address : h("a", { href: address }, address);
  return h("p.made", `irradiance-engine ${VERSION} · ${texts().report.address} `, link);
}

function section(title: string, ...content: readonly Child[]): HTMLElement {
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
