/** The views of an answer as tabs, with the table behind the one that is shown. */
import { lossText } from "../../chart/shading.js";
import { PagedTable } from "../../chart/table.js";
import { zoneOf } from "../../chart/time.js";
import { h, labelled, replace, select, walkTabs } from "../../dom.js";
import type { SeriesExchange } from "../../request/questions.js";
import { isComplete, requestOf } from "../../request/request.js";
import { downloads } from "../../result/downloads.js";
import { lastAnswerText } from "../../result/last-answer.js";
import { isOfCalendar } from "../../state/endpoints.js";
import { type State, type Store, UNITS, type ViewName } from "../../state/state.js";
import { texts } from "../../texts/texts.js";
import { chartHead } from "./head.js";
import { parameterChips } from "./parameter-chips.js";
import type { Lack, Scene, View } from "./view.js";

/** @param views one alone has no tab */
export function resultSection(store: Store, exchange: SeriesExchange, views: readonly View[]): HTMLElement {
  const present = () => (views.find(({ name }) => name === store.state.view) ?? views[0]) as View;
  const table = new PagedTable();
  const chips = parameterChips(store);
  const choices = h(
    "div",
    { class: "row options" },
    options(store, present),
    downloads(
      store,
      exchange,
      () => sceneOf(exchange, store.state),
      () => present().isOfState === true,
      () => (lackOf(present(), sceneOf(exchange, store.state), store.state) ? undefined : present().picture?.()),
      () => present().alsoFrom?.() ?? [],
    ),
  );
  const empty = h("div", { class: "empty", role: "status" });
  const tabs = views.map((view) =>
    h(
      "button",
      {
        type: "button",
        role: "tab",
        id: `tab-${view.name}`,
        "aria-controls": `view-${view.name}`,
        onclick: () => store.set({ view: view.name as ViewName }),
      },
      view.title,
    ),
  );
  const panels = views.map(({ name, element }) =>
    h(
      "div",
      { role: views.length === 1 ? "group" : "tabpanel", id: `view-${name}`, "aria-labelledby": `tab-${name}` },
      element,
    ),
  );
  const last = h("p", { class: "last-answer" });
  const summary = h("p", { class: "summary" });
  // Below: what comes while a horizon is being drawn must not push the picture from under the hand.
  const loss = h("p", { class: "loss", role: "status" });
  const extras = views.flatMap(({ more }) => more ?? []);
  const drawings = h("div", { class: "drawings" }, last, panels, summary, loss, table.element, extras);
  const tellAge = () => {
    const text = present().isOfState ? undefined : lastAnswerText(exchange);
    drawings.classList.toggle("old", text !== undefined);
    last.textContent = text ?? "";
    loss.textContent = exchange.answer && exchange.isCurrent ? lossText(exchange.answer) : "";
  };
  const show = () => {
    const view = present();
    const scene = sceneOf(exchange, store.state);
    const lack = lackOf(view, scene, store.state);
    views.forEach(({ name }, k) => {
      const isShown = name === view.name;
      tabs[k]?.setAttribute("aria-selected", String(isShown));
      tabs[k]?.setAttribute("tabindex", isShown ? "0" : "-1");
      (panels[k] as HTMLElement).hidden = !isShown || lack !== undefined;
    });
    for (const more of extras) more.hidden = more !== view.more || lack !== undefined;
    chips.hidden = view.name !== "curves";
    replace(empty, lack && lackView(lack, store));
    tellAge();
    table.show(lack ? undefined : view.draw(scene, store.state));
    summary.textContent = lack ? "" : (view.summary?.() ?? "");
  };
  store.subscribe((state, before) => {
    // A new request changes nothing here until its answer comes, but for what is drawn from the state itself.
    if (!present().needsAnswer || SHOWN.some((name) => state[name] !== before[name])) show();
  });
  let drawn: unknown;
  exchange.onChange(() => {
    tellAge();
    if (exchange.answer === drawn) return;
    drawn = exchange.answer;
    show();
  });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  const list = h(
    "div",
    { class: "view-tabs", role: "tablist", "aria-label": texts().series.viewsLabel, hidden: views.length === 1 },
    tabs,
  );
  list.addEventListener("keydown", (event) => walkTabs(event, tabs));
  const section = h(
    "section",
    { class: "result", "aria-label": texts().series.result },
    chartHead(store, exchange),
    list,
    chips,
    empty,
    drawings,
    choices,
  );
  // Pictures are as wide as their place: they are drawn when it is known, and again when it changes.
  let width = 0;
  new ResizeObserver(() => {
    if (section.clientWidth === width) return;
    width = section.clientWidth;
    show();
  }).observe(section);
  return section;
}

const SHOWN = ["view", "column", "zone", "units", "theme", "zoom", "hidden"] as const;

function lackOf({ needsAnswer, lack }: View, scene: Scene | undefined, state: State): Lack | Nothing | undefined {
  if (!scene) return needsAnswer ? nothing(state) : undefined;
  return lack?.(scene);
}

interface Nothing {
  readonly sentence: string;
}

function nothing(state: State): Nothing {
  const isToCome = isComplete(requestOf(state));
  return {
    sentence: isToCome ? texts().series.nothingYet : texts().series.monthlyMissing,
  };
}

function lackView(lack: Lack | Nothing, store: Store): HTMLElement[] {
  const sentence = h("p", {}, lack.sentence);
  if (!("remedy" in lack)) return [sentence];
  return [sentence, h("button", { type: "button", onclick: () => store.set(lack.changes) }, lack.remedy)];
}

function sceneOf({ answer }: SeriesExchange, state: State): Scene | undefined {
  return answer && { answer, state, zone: zoneOf(state, answer) };
}

function options(store: Store, present: () => View): HTMLElement {
  const words = texts().series;
  const units = select(
    UNITS.map((name) => [name, words.unitsOf[name]]),
    store.state.units,
    (value) => store.set({ units: value as State["units"] }),
  );
  const unitsField = labelled(words.units, units);
  const show = (state: State) => {
    // Days, months and years come as energies.
    const isSums = isOfCalendar(state.frequency);
    units.value = isSums ? "energy" : state.units;
    units.disabled = isSums;
    unitsField.hidden = !present().hasUnits;
  };
  show(store.state);
  store.subscribe(show);
  return unitsField;
}
