/** Data and code: a series, a roof's yield or many years, as files and as lines to copy. */
import { signal } from "@preact/signals";
import type { VNode } from "preact";
import { planeFields } from "../../form/plane.js";
import { addressOf, type Caller, type Line } from "../../request/caller.js";
import { linesOf, yearLines, yieldLines } from "../../request/lines.js";
import type { Page } from "../../request/questions.js";
import { type Asked, extended, isComplete, requestOf, yieldRequestOf } from "../../request/request.js";
import { provenance } from "../../result/downloads.js";
import { status } from "../../result/status.js";
import type { Service } from "../../service/service.js";
import { DATA_SUBJECTS, isPosted, type State } from "../../state/state.js";
import { amount } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { periodFields } from "../../time/period.js";
import { button, type Child, h, part, type View, walkTabs } from "../../view.js";
import { answerFiles } from "./answer-files.js";
import { pathOf } from "./plan.js";
import { words } from "./words.js";
import { changesFor, parameterFields, yearsChoice, yearsOf } from "./years-choice.js";
import { type YearsFile, yearsFile } from "./years-file.js";

type Subject = State["data"];

export function make(page: Page): View {
  const { store, series, yields, service, session } = page;
  const t = words();
  const years = yearsFile(page);
  const period = periodFields(page);
  const [choice, plane, parameters] = [yearsChoice(store), planeFields(store), parameterFields(store)];
  const [ofSeries, ofYield, origin, lines] = [
    answerFiles(store, series),
    answerFiles(store, yields),
    provenance(series),
    linesPanel(),
  ];
  const columns = () => [folded(t.plane, part(plane)), folded(t.columns, part(parameters))];
  const settings: { readonly [Name in Subject]: View } = {
    series: () => [part(period), columns()],
    years: () => [part(choice), columns()],
    yield: () => roofSummary(page),
  };
  const files: { readonly [Name in Subject]: View } = {
    series: () => [status(series, store, service), part(ofSeries)],
    years: () => part(years.view),
    yield: () => [status(yields, store, service), part(ofYield)],
  };
  // A link may say years alone; their columns and steps follow.
  store.follow((state) => {
    const asked = yearsOf(state, Date.now());
    const isOfYears = state.room === "data" && state.data === "years";
    if (isOfYears && state.endpoint !== pathOf(asked)) store.set(changesFor(state, asked));
  });
  return () => {
    const { data } = store.state;
    const caller: Caller = { base: service.address(""), isDemo: session.isDemo };
    return h(
      "div.data",
      subjectChoice(page),
      h(
        "div.columns",
        h("section.ask.settings", { "aria-label": t.settings, key: data }, settings[data]()),
        h(
          "div.see",
          h("section.file", { "aria-label": t.file, key: data }, h("h2", t.file), files[data]()),
          lines(codeOf(store.state, caller, years), session.isDemo),
          clientSection(service),
          data === "series" && part(origin),
        ),
      ),
    );
  };
}

function folded(title: string, content: VNode): VNode {
  return h("details.group", h("summary", title), content);
}

interface Code {
  /** What it is that is not ready, where there are none. */
  readonly lines: readonly Line[] | string;
  readonly request: string;
}

function codeOf(state: State, caller: Caller, years: YearsFile): Code {
  const t = words();
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

function subjectChoice({ store }: Page): VNode {
  const t = words();
  const choice = (subject: Subject) =>
    h(
      "label.subject",
      { for: `subject-${subject}` },
      h("input", {
        ...{ type: "radio", name: "subject", value: subject, id: `subject-${subject}` },
        ...{ checked: store.state.data === subject, onchange: () => store.set(subjectChanges(store.state, subject)) },
      }),
      h("span", h("strong", t.subjects[subject]), h("span.hint", t.subjectHints[subject])),
    );
  return h("fieldset.subjects", h("legend", t.subjectLabel), DATA_SUBJECTS.map(choice));
}

/** Many years have endpoints of their own; a series of theirs that has no times yet begins with the last of the years. */
function subjectChanges(state: State, data: Subject): Partial<State> {
  if (data === "years") return changesFor(state, yearsOf(state, Date.now()));
  if (data === "yield" || state.endpoint !== "observation/historical" || state.start !== "") return { data };
  const { last } = yearsOf(state, Date.now());
  return { data, start: `${last}-01-01T00:00Z`, end: `${last + 1}-01-01T00:00Z` };
}

/** The roof in a line, and the way to where it is described. */
function roofSummary({ store }: Page): Child {
  const t = words();
  const { state } = store;
  return [
    h("p", state.system === "" ? t.roof(amount(state.kwp), planeText(state)) : t.ownSystem),
    button(t.changeRoof, () => store.set({ room: "roof" })),
  ];
}

function planeText({ roof_plane, tracking_mode, surface_tilt, surface_azimuth }: State): string {
  const t = words();
  if (tracking_mode !== "none") return t.tracked;
  return roof_plane === "best" ? t.bestPlane : t.ownPlane(amount(surface_tilt), amount(surface_azimuth));
}

function linesPanel(): (code: Code, isDemo: boolean) => VNode {
  const t = words();
  const chosen = signal("curl");
  const copied = signal("");
  const onkeydown = (event: KeyboardEvent) =>
    walkTabs(event, [...(event.currentTarget as HTMLElement).children] as HTMLElement[]);
  return ({ lines: found, request }, isDemo) => {
    const lines = typeof found === "string" ? [] : found;
    const word = chosen.value.split(" ")[0] as string;
    const open =
      lines.find(({ title }) => title === chosen.value) ??
      lines.find(({ title }) => title.startsWith(word)) ??
      lines[0];
    return h(
      "section.lines",
      { "aria-label": t.codeLabel },
      h("h2", t.code),
      request !== "" && h("code.address", { tabindex: 0, role: "region", "aria-label": t.requestOf }, request),
      h(
        "div",
        { role: "tablist", "aria-label": t.codeLabel, onkeydown },
        lines.map((line) => tab(line, line === open)),
      ),
      h("div", typeof found === "string" ? h("p.hint", found) : lines.map((line) => block(line, line === open))),
      h("p.hint", lines.length > 0 && !isDemo ? t.key : ""),
    );
  };

  function tab({ title }: Line, isOpen: boolean): VNode {
    const id = idOf(title);
    return button(title, () => (chosen.value = title), {
      ...{ key: id, role: "tab", id: `tab-${id}`, "aria-controls": `panel-${id}` },
      ...{ "aria-selected": String(isOpen), tabindex: isOpen ? 0 : -1 },
    });
  }

  function block({ title, text }: Line, isOpen: boolean): VNode {
    const id = idOf(title);
    const take = ({ currentTarget }: { currentTarget: HTMLElement }) => {
      const code = currentTarget.closest(".line")?.querySelector("pre");
      navigator.clipboard.writeText(text).then(
        () => (copied.value = text),
        () => code && getSelection()?.selectAllChildren(code),
      );
    };
    return h(
      "div.line",
      { key: id, role: "tabpanel", id: `panel-${id}`, "aria-labelledby": `tab-${id}`, hidden: !isOpen },
      h(
        "div.line-head",
        h("h3", title),
        button(copied.value === text ? t.copied : t.copy, take, { "aria-label": t.copyOf(title) }),
      ),
      h("pre", { tabindex: 0, role: "region", "aria-label": title }, text),
      title.startsWith("Excel") ? h("p.hint", t.excelHint) : null,
    );
  }
}

/** How to get the client that the lines of TypeScript import, and a client for any other language. */
function clientSection(service: Service): VNode {
  const t = words();
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
