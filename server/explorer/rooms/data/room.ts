/** Data and code: a series, a roof's yield or many years, as files and as lines to copy. */
import { h } from "../../dom.js";
import { planeFields } from "../../plane/plane.js";
import { addressOf, type Caller, type Line } from "../../request/caller.js";
import { linesOf } from "../../request/lines.js";
import { type Asked, extended, isComplete, requestOf } from "../../request/request.js";
import { yearLines } from "../../request/year-lines.js";
import { yieldLines } from "../../request/yield-lines.js";
import { yieldRequestOf } from "../../request/yield-request.js";
import { provenance } from "../../result/provenance.js";
import { statusBar } from "../../result/status.js";
import { isPosted } from "../../state/endpoints.js";
import { DATA_SUBJECTS, type State } from "../../state/state.js";
import { amount } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { periodFields } from "../../time/period.js";
import type { Page } from "../page.js";
import { answerFiles } from "./answer-files.js";
import { clientSection, linesPanel } from "./lines-panel.js";
import { parameterFields } from "./parameters.js";
import { pathOf } from "./plan.js";
import { changesFor, yearsChoice, yearsOf } from "./years-choice.js";
import { type YearsFile, yearsFile } from "./years-file.js";

type Subject = State["data"];

export function make(page: Page): HTMLElement {
  const { store, series, yields, service, session } = page;
  const t = texts().data;
  const years = yearsFile(page);
  const lines = linesPanel();
  const caller = (): Caller => ({ base: service.address(""), isDemo: session.isDemo });
  const isOf =
    (...subjects: readonly Subject[]) =>
    (element: HTMLElement) => ({ subjects, element });
  const settings = [
    isOf("series")(h("div", {}, periodFields(page))),
    isOf("years")(yearsChoice(store)),
    isOf("yield")(roofSummary(page)),
    isOf("series", "years")(folded(t.plane, planeFields(store))),
    isOf("series", "years")(folded(t.columns, parameterFields(store))),
  ];
  const files = [
    isOf("series")(h("div", {}, statusBar(series, store, service), answerFiles(store, series))),
    isOf("yield")(h("div", {}, statusBar(yields, store, service), answerFiles(store, yields))),
    isOf("years")(years.element),
  ];
  const origin = isOf("series")(provenance(series));
  const show = () => {
    const { data } = store.state;
    if (data === "years" && store.state.endpoint !== pathOf(yearsOf(store.state, Date.now()))) {
      // A link may say years alone; their columns and steps follow.
      store.set(changesFor(store.state, yearsOf(store.state, Date.now())));
      return;
    }
    for (const { subjects, element } of [...settings, ...files]) element.hidden = !subjects.includes(data);
    // Sources hide themselves, too, where there is no answer.
    origin.element.hidden = data !== "series" || series.answer === undefined;
    const { lines: found, request } = codeOf(store.state, caller(), years);
    lines.show(found, request, session.isDemo);
  };
  store.subscribe(show);
  session.onChange(show);
  series.onChange(show);
  show();
  return h(
    "div",
    { class: "data" },
    subjectChoice(page),
    h(
      "div",
      { class: "columns" },
      h(
        "section",
        { class: "ask settings", "aria-label": t.settings },
        settings.map(({ element }) => element),
      ),
      h(
        "div",
        { class: "see" },
        h(
          "section",
          { class: "file", "aria-label": t.file },
          h("h2", {}, t.file),
          files.map(({ element }) => element),
        ),
        lines.element,
        clientSection(service),
        origin.element,
      ),
    ),
  );
}

function folded(title: string, content: HTMLElement): HTMLElement {
  return h("details", { class: "group" }, h("summary", {}, title), content);
}

interface Code {
  /** In their place a sentence where the request lacks something. */
  readonly lines: readonly Line[] | string;
  /** Method and address; of many years those of the first. */
  readonly request: string;
}

function codeOf(state: State, caller: Caller, years: YearsFile): Code {
  const t = texts().data;
  const get = (request: Asked) => `GET ${addressOf(request, caller)}`;
  if (state.data === "yield") {
    const request = yieldRequestOf(state);
    return {
      lines: yieldLines(request, caller),
      request: request.body === undefined ? get(request) : post(request, caller),
    };
  }
  if (state.data === "years") {
    const plan = years.plan();
    const [first] = plan?.parts ?? [];
    return plan && first
      ? { lines: yearLines(plan, caller), request: get(first.request) }
      : { lines: t.unreadyYears, request: "" };
  }
  const request = extended(requestOf(state));
  if (!isPosted(state.endpoint)) return { lines: linesOf(state, caller), request: get(request) };
  return { lines: isComplete(requestOf(state)) ? linesOf(state, caller) : t.unready, request: post(request, caller) };
}

function post(request: Asked, caller: Caller): string {
  return `POST ${addressOf(request, caller)}`;
}

function subjectChoice({ store }: Page): HTMLElement {
  const t = texts().data;
  const inputs = DATA_SUBJECTS.map((subject) => {
    const input = h("input", { type: "radio", name: "subject", value: subject, id: `subject-${subject}` });
    input.addEventListener("change", () => store.set(subjectChanges(store.state, subject)));
    return input;
  });
  const show = ({ data }: State) => {
    for (const input of inputs) input.checked = input.value === data;
  };
  show(store.state);
  store.subscribe(show);
  const choices = DATA_SUBJECTS.map((subject, k) =>
    h(
      "label",
      { class: "subject", for: `subject-${subject}` },
      inputs[k],
      h("span", {}, h("strong", {}, t.subjects[subject]), h("span", { class: "hint" }, t.subjectHints[subject])),
    ),
  );
  return h("fieldset", { class: "subjects" }, h("legend", {}, t.subjectLabel), choices);
}

/** Many years have endpoints of their own; a series of theirs that has no times yet begins with the last of the years. */
function subjectChanges(state: State, data: Subject): Partial<State> {
  if (data === "years") return changesFor(state, yearsOf(state, Date.now()));
  if (data === "yield" || state.endpoint !== "observation/historical" || state.start !== "") return { data };
  const { last } = yearsOf(state, Date.now());
  return { data, start: `${last}-01-01T00:00Z`, end: `${last + 1}-01-01T00:00Z` };
}

/** The roof in a line, and the way to where it is described. */
function roofSummary({ store }: Page): HTMLElement {
  const t = texts().data;
  const words = h("p", {});
  const show = (state: State) => {
    words.textContent = state.system === "" ? t.roof(amount(state.kwp), planeText(state)) : t.ownSystem;
  };
  show(store.state);
  store.subscribe(show);
  return h("div", {}, words, h("button", { type: "button", onclick: () => store.set({ room: "roof" }) }, t.changeRoof));
}

function planeText({ roof_plane, tracking_mode, surface_tilt, surface_azimuth }: State): string {
  const t = texts().data;
  if (tracking_mode !== "none") return t.tracked;
  return roof_plane === "best" ? t.bestPlane : t.ownPlane(amount(surface_tilt), amount(surface_azimuth));
}
