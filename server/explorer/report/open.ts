/** Opens the report over the page: to be read, and to be printed or saved as PDF by the browser. */
import { render, type VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isSamePin, pinnedYields, pinOf, pinsOfKind, shownBy } from "../compare/pins.js";
import { words as comparison } from "../compare/words.js";
import { type Compared, comparedOf } from "../compare/yields.js";
import { isTownHeight } from "../place/gazetteer.js";
import type { Page } from "../request/questions.js";
import type { YieldAnswer } from "../service/answer.js";
import { terrainLine } from "../service/provenance.js";
import { addressOf } from "../state/address.js";
import { lineOf } from "../state/lists.js";
import type { State } from "../state/state.js";
import { texts } from "../texts/texts.js";
import { onPaper } from "../theme.js";
import { button, h, labelled, of } from "../view.js";
import type { Asked } from "./model.js";
import { documentTitle, FREE_TEXTS, type Report, sheet } from "./sheet.js";

/** On the body while a report is open: the page behind it is neither seen nor printed. */
const OPEN = "reporting";
/** Characters of a free text: it stands in the address. */
const LONGEST = 300;
/** A server on one's own machine: nobody else can open its addresses. */
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** @returns whether there is something to report */
export async function openReport(page: Page): Promise<boolean> {
  const { answer, isCurrent } = page.yields;
  if (!answer || !isCurrent || document.body.classList.contains(OPEN)) return false;
  const lead = leadOf(page, answer);
  const asked = await askedOf(lead.state, page);
  const before = { title: document.title, focus: document.activeElement as HTMLElement | null, y: scrollY };
  const place = document.body.appendChild(document.createElement("div"));
  const close = () => {
    render(null, place);
    place.remove();
    document.body.classList.remove(OPEN);
    onPaper.value = false;
    document.title = before.title;
    removeEventListener("keydown", onKey);
    removeEventListener("popstate", close);
    scrollTo(0, before.y);
    before.focus?.focus();
  };
  // It has a step of its own in the browser's history, which back leaves: on a phone that is how things are closed.
  const leave = () => history.back();
  const onKey = ({ key }: KeyboardEvent) => key === "Escape" && leave();
  place.className = "report";
  place.setAttribute("role", "dialog");
  place.setAttribute("aria-label", texts().report.label);
  document.body.classList.add(OPEN);
  onPaper.value = true;
  history.pushState(history.state, "", location.href);
  addEventListener("keydown", onKey);
  addEventListener("popstate", close);
  render(of(Dialog, { page, answer, lead, asked, date: new Date(), leave }), place);
  scrollTo(0, 0);
  return true;
}

interface DialogProps {
  readonly page: Page;
  /** The page's own. */
  readonly answer: YieldAnswer;
  readonly lead: Lead;
  readonly asked: Asked;
  readonly date: Date;
  readonly leave: () => void;
}

/** Pinned answers that are still on their way come into it. */
function Dialog({ page, answer, lead, asked, date, leave }: DialogProps): VNode {
  const words = texts().report;
  const first = useRef<HTMLElement>(null);
  useEffect(() => first.current?.focus(), []);
  const { compared, left } = comparedFor(page, answer);
  const { client, project, author, note } = page.store.state;
  const free = { client, project, author, note };
  const address = LOOPBACK.test(location.hostname) ? "" : addressOf({ ...lead.state, ...free });
  const report: Report = { answer: lead.answer(compared), asked, date, address, compared, ...free };
  document.title = documentTitle(report);
  return h(
    "div",
    h(
      "div.report-bar",
      button(words.print, () => window.print(), {
        ...{ class: "send", disabled: left > 0 },
        ...(left === 0 && { ref: first }),
      }),
      button(words.close, leave, left > 0 ? { ref: first } : {}),
      h("p", { role: "status" }, left > 0 ? comparison().waiting(left) : ""),
      freeTexts(page),
    ),
    sheet(report),
  );
}

function freeTexts({ store }: Page): VNode {
  const words = texts().report;
  return h(
    "details.free",
    h("summary", words.freeTitle),
    FREE_TEXTS.map((name) =>
      labelled(
        words.free[name],
        h(name === "note" ? "textarea" : "input", {
          ...{ maxlength: LONGEST, value: store.state[name], ...(name === "note" && { rows: 3 }) },
          oninput: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement }) => store.set({ [name]: value }),
        }),
      ),
    ),
  );
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
