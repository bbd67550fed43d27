/** The views of an answer as tabs, with the table behind the one that is shown. */
import { PagedTable } from "../chart/table.js";
import { UTC, zoneOf } from "../chart/time.js";
import { h, labelled, replace, select } from "../dom.js";
import type { Exchange } from "../service/exchange.js";
import { isOfCalendar } from "../state/endpoints.js";
import type { State, Store } from "../state/state.js";
import type { Lack, Scene, View } from "../views/view.js";
import { downloads } from "./downloads.js";
import { lastAnswerText } from "./last-answer.js";

export function resultSection(store: Store, exchange: Exchange, views: readonly View[]): HTMLElement {
  const present = () => views.find(({ name }) => name === store.state.view) as View;
  const table = new PagedTable();
  const choices = h(
    "div",
    { class: "row options" },
    options(store),
    downloads(
      store,
      exchange,
      () => sceneOf(exchange, store.state),
      () => present().isOfState === true,
      () => (lackOf(present(), sceneOf(exchange, store.state)) ? undefined : present().svg?.()),
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
        onclick: () => store.set({ view: view.name }),
      },
      view.title,
    ),
  );
  const panels = views.map(({ name, element }) =>
    h("div", { role: "tabpanel", id: `view-${name}`, "aria-labelledby": `tab-${name}` }, element),
  );
  const last = h("p", { class: "last-answer" });
  const drawings = h("div", { class: "drawings" }, last, panels, table.element);
  const tellAge = () => {
    const text = present().isOfState ? undefined : lastAnswerText(exchange);
    drawings.classList.toggle("old", text !== undefined);
    last.textContent = text ?? "";
  };
  const show = () => {
    const view = present();
    const scene = sceneOf(exchange, store.state);
    const lack = lackOf(view, scene);
    views.forEach(({ name }, k) => {
      const isShown = name === view.name;
      tabs[k]?.setAttribute("aria-selected", String(isShown));
      tabs[k]?.setAttribute("tabindex", isShown ? "0" : "-1");
      (panels[k] as HTMLElement).hidden = !isShown || lack !== undefined;
    });
    choices.hidden = view.name === "account";
    replace(empty, lack && told(lack, store));
    tellAge();
    table.show(lack ? undefined : view.draw(scene, store.state));
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
  const list = h("div", { role: "tablist", "aria-label": "Views" }, tabs);
  list.addEventListener("keydown", (event) => walk(event, tabs));
  const section = h("section", { class: "result", "aria-label": "Result" }, list, choices, empty, drawings);
  // Pictures are as wide as their place: they are drawn when it is known, and again when it changes.
  let width = 0;
  new ResizeObserver(() => {
    if (section.clientWidth === width) return;
    width = section.clientWidth;
    show();
  }).observe(section);
  return section;
}

const SHOWN = ["view", "column", "zone", "units", "theme"] as const;

function lackOf({ needsAnswer, lack }: View, scene: Scene | undefined): Lack | typeof NOTHING | undefined {
  if (!scene) return needsAnswer ? NOTHING : undefined;
  return lack?.(scene);
}

const NOTHING = { sentence: "Nothing to show yet." } as const;

function told(lack: Lack | typeof NOTHING, store: Store): HTMLElement[] {
  const sentence = h("p", {}, lack.sentence);
  if (!("remedy" in lack)) return [sentence];
  return [sentence, h("button", { type: "button", onclick: () => store.set(lack.changes) }, lack.remedy)];
}

function sceneOf({ answer }: Exchange, state: State): Scene | undefined {
  return answer && { answer, state, zone: zoneOf(state, answer) };
}

/** Arrow keys go from tab to tab, as tabs do everywhere. */
function walk(event: KeyboardEvent, tabs: readonly HTMLElement[]): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const at = tabs.indexOf(document.activeElement as HTMLElement);
  const next = tabs[(at + step + tabs.length) % tabs.length];
  next?.focus();
  next?.click();
  event.preventDefault();
}

function options(store: Store): HTMLElement[] {
  const zone = select(
    [
      ["local", "Standard time of the place"],
      ["utc", UTC.label],
    ],
    store.state.zone,
    (value) => store.set({ zone: value as State["zone"] }),
  );
  const units = select(
    [
      ["mean", "Mean power (W/m²)"],
      ["energy", "Energy of each interval (Wh/m²)"],
    ],
    store.state.units,
    (value) => store.set({ units: value as State["units"] }),
  );
  store.subscribe((state) => {
    zone.value = state.zone;
    units.value = state.units;
    units.disabled = isOfCalendar(state.frequency);
  });
  units.disabled = isOfCalendar(store.state.frequency);
  return [labelled("Times", zone), labelled("Units", units)];
}
