/** Data and code: a series, a roof's yield or many years, as files and as lines to copy. */
import { button, h, replace, walkTabs } from "../../dom.js";
import { planeFields } from "../../form/fields.js";
import { addressOf, type Caller, type Line } from "../../request/caller.js";
import { linesOf, yearLines, yieldLines } from "../../request/lines.js";
import type { Page } from "../../request/questions.js";
import { type Asked, extended, isComplete, requestOf, yieldRequestOf } from "../../request/request.js";
import { provenance } from "../../result/downloads.js";
import { status } from "../../result/status.js";
import type { Service } from "../../service/service.js";
import { DATA_SUBJECTS, follow, isPosted, type State } from "../../state/state.js";
import { amount } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { periodFields } from "../../time/period.js";
import { live } from "../../view.js";
import { answerFiles } from "./answer-files.js";
import { pathOf } from "./plan.js";
import { changesFor, parameterFields, yearsChoice, yearsOf } from "./years-choice.js";
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
    isOf("series")(live("div", periodFields(page))),
    isOf("years")(yearsChoice(store)),
    isOf("yield")(roofSummary(page)),
    isOf("series", "years")(folded(t.plane, planeFields(store))),
    isOf("series", "years")(folded(t.columns, parameterFields(store))),
  ];
  const files = [
    isOf("series")(
      h(
        "div",
        live("div", () => status(series, store, service)),
        answerFiles(store, series),
      ),
    ),
    isOf("yield")(
      h(
        "div",
        live("div", () => status(yields, store, service)),
        answerFiles(store, yields),
      ),
    ),
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
  follow(show, store, session, series);
  return h(
    "div.data",
    subjectChoice(page),
    h(
      "div.columns",
      h(
        "section.ask.settings",
        { "aria-label": t.settings },
        settings.map(({ element }) => element),
      ),
      h(
        "div.see",
        h(
          "section.file",
          { "aria-label": t.file },
          h("h2", t.file),
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
  return h("details.group", h("summary", title), content);
}

function codeOf(state: State, caller: Caller, years: YearsFile) {
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
  store.follow(show);
  const choices = DATA_SUBJECTS.map((subject, k) =>
    h(
      "label.subject",
      { for: `subject-${subject}` },
      inputs[k],
      h("span", h("strong", t.subjects[subject]), h("span.hint", t.subjectHints[subject])),
    ),
  );
  return h("fieldset.subjects", h("legend", t.subjectLabel), choices);
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
  const words = h("p");
  const show = (state: State) => {
    words.textContent = state.system === "" ? t.roof(amount(state.kwp), planeText(state)) : t.ownSystem;
  };
  store.follow(show);
  return h(
    "div",
    words,
    button(t.changeRoof, () => store.set({ room: "roof" })),
  );
}

function planeText({ roof_plane, tracking_mode, surface_tilt, surface_azimuth }: State): string {
  const t = texts().data;
  if (tracking_mode !== "none") return t.tracked;
  return roof_plane === "best" ? t.bestPlane : t.ownPlane(amount(surface_tilt), amount(surface_azimuth));
}

function linesPanel() {
  const t = texts().data;
  const tabs = h("div", { role: "tablist", "aria-label": t.codeLabel });
  const blocks = h("div");
  const hint = h("p.hint");
  const address = h("code.address", { tabindex: 0, role: "region", "aria-label": t.requestOf });
  const parts = [h("h2", t.code), address, tabs, blocks, hint];
  const element = h("section.lines", { "aria-label": t.codeLabel }, parts);
  let shown = "";
  let chosen = "curl";
  tabs.addEventListener("keydown", (event) => walkTabs(event, [...tabs.children] as HTMLElement[]));
  return { element, show };

  function show(found: readonly Line[] | string, request: string, isDemo: boolean): void {
    const all = JSON.stringify([found, request, isDemo]);
    if (all === shown) return;
    shown = all;
    address.textContent = request;
    address.hidden = request === "";
    const lines = typeof found === "string" ? [] : found;
    const word = chosen.split(" ")[0] as string;
    const open = lines.find(({ title }) => title === chosen) ?? lines.find(({ title }) => title.startsWith(word));
    const isOpen = (line: Line) => line === (open ?? lines[0]);
    replace(
      tabs,
      lines.map((line) => tab(line, isOpen(line))),
    );
    replace(blocks, typeof found === "string" ? h("p.hint", found) : lines.map((line) => block(line, isOpen(line))));
    hint.textContent = lines.length > 0 && !isDemo ? t.key : "";
  }

  function tab({ title }: Line, isOpen: boolean): HTMLElement {
    const id = idOf(title);
    return button(title, () => open(title), {
      role: "tab",
      id: `tab-${id}`,
      "aria-controls": `panel-${id}`,
      "aria-selected": String(isOpen),
      tabindex: isOpen ? 0 : -1,
    });
  }

  function open(title: string): void {
    chosen = title;
    for (const one of tabs.children) {
      const isOpen = one.textContent === title;
      one.setAttribute("aria-selected", String(isOpen));
      one.setAttribute("tabindex", isOpen ? "0" : "-1");
    }
    for (const one of blocks.children) (one as HTMLElement).hidden = one.id !== `panel-${idOf(title)}`;
  }

  function block({ title, text }: Line, isOpen: boolean): HTMLElement {
    const code = h("pre", { tabindex: 0, role: "region", "aria-label": title }, text);
    const take = () => {
      navigator.clipboard.writeText(text).then(
        () => (copy.textContent = t.copied),
        () => getSelection()?.selectAllChildren(code),
      );
    };
    const copy = button(t.copy, take, { "aria-label": t.copyOf(title) });
    const id = idOf(title);
    return h(
      "div.line",
      { role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, hidden: !isOpen },
      h("div.line-head", h("h3", title), copy),
      code,
      title.startsWith("Excel") ? h("p.hint", t.excelHint) : null,
    );
  }
}

/** How to get the client that the lines of TypeScript import, and a client for any other language. */
function clientSection(service: Service): HTMLElement {
  const t = texts().data;
  // The page and its files are beside `v1/`.
  const beside = (path: string) => new URL(`../${path}`, service.address("")).href;
  const line = (text: string) => h("pre", { tabindex: 0, role: "region", "aria-label": text.split(" ")[0] }, text);
  return h(
    "details.client",
    h("summary", t.client),
    h("p", t.clientHint),
    line(`npm install ${beside("explorer/client.tgz")}`),
    h("p", t.clientTypes),
    line(`npx openapi-typescript ${beside("openapi.yaml")} -o irradiance.d.ts`),
    h(
      "p.hint",
      h("a", { href: "openapi.yaml" }, "openapi.yaml"),
      " · ",
      h("a", { href: "docs/" }, texts().common.reference),
    ),
  );
}

function idOf(title: string): string {
  return `line-${title.toLowerCase().replace(/[^a-z]+/g, "-")}`;
}
