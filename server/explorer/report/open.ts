/** Opens the report over the page: to be read, and to be printed or saved as PDF by the browser. */
import { pinnedYields, pinsOfKind } from "../compare/page-pins.js";
import { isSamePin, pinOf, shownBy } from "../compare/pins.js";
import { type Compared, comparedOf } from "../compare/yield-tables.js";
import { h } from "../dom.js";
import { isTownHeight } from "../place/find.js";
import { addressOf } from "../result/address.js";
import type { Page } from "../rooms/page.js";
import type { YieldAnswer } from "../service/yield-answer.js";
import { lineOf } from "../state/horizon.js";
import type { State } from "../state/state.js";
import { texts } from "../texts/texts.js";
import { inLight } from "../theme.js";
import type { Asked } from "./model.js";
import { documentTitle, type Report, sheet } from "./sheet.js";

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
  const place = h("div", {});
  const print = h("button", { type: "button", class: "send", onclick: () => window.print() }, words.print);
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
  const shut = h("button", { type: "button", onclick: leave }, words.close);
  const bar = h("div", { class: "report-bar" }, print, shut, waits);
  const element = h("div", { class: "report", role: "dialog", "aria-label": words.label }, bar, place);
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

interface Comparison {
  /** undefined where there is nothing to compare. */
  readonly compared: Compared<YieldAnswer> | undefined;
  /** Answers that are still on their way. */
  readonly left: number;
}

function comparedFor(page: Page, known: YieldAnswer): Comparison {
  const pins = pinsOfKind(page.store, "yield");
  if (pins.length < 2) return { compared: undefined, left: 0 };
  const answers = pinnedYields(page);
  const requests = pins.flatMap(({ state }) => answers.question.requestOf(state) ?? []);
  const outcomes = answers.outcomes(requests, known);
  const there = outcomes.map((outcome) => (outcome.kind === "answered" ? outcome.answer : undefined));
  return { compared: comparedOf(pins, there), left: outcomes.filter(({ kind }) => kind === "waiting").length };
}

async function askedOf(state: State, { terrain }: Page): Promise<Asked> {
  const { name, altitude, roof_plane, system, tracking_mode, horizon, lat, lon } = state;
  const isTerrain = horizon === "auto";
  const line = lineOf(horizon) ?? (await terrain.line(lat, lon).catch(() => undefined));
  // Flat land is a line where the terrain says so.
  const isFlat = !line || (!isTerrain && line.every((height) => height === 0));
  return {
    name,
    altitudeFrom: altitude === "" ? undefined : isTownHeight(state) ? "town" : "given",
    isBest: roof_plane === "best" && system === "" && tracking_mode === "none",
    horizon: isFlat ? undefined : { line, isTerrain },
  };
}
