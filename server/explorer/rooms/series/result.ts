/** The views of an answer as tabs, with the table behind the one that is shown. */
import { PARAMETERS } from "irradiance-engine";
import { lossText, plainUnit, type Scene, zoneOf } from "../../chart/months.js";
import { type Picture, redrawn } from "../../chart/picture.js";
import { OldTable, type TableModel } from "../../chart/table.js";
import { spanText } from "../../chart/time.js";
import { button, choices, h, labelled, replace, select, walkTabs } from "../../dom.js";
import type { SeriesExchange } from "../../request/questions.js";
import { isComplete, requestOf } from "../../request/request.js";
import { downloads, lastAnswerText } from "../../result/downloads.js";
import { type Answer, type Column, nameOf, parameterTitle, type Source } from "../../service/answer.js";
import {
  endpointOf,
  follow,
  isForecast,
  isOfCalendar,
  type State,
  type Store,
  UNITS,
  type ViewName,
} from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { live } from "../../view.js";

/** @param views one alone has no tab */
export function resultSection(store: Store, exchange: SeriesExchange, views: readonly View[]): HTMLElement {
  const present = () => (views.find(({ name }) => name === store.state.view) ?? views[0]) as View;
  const table = new OldTable();
  const chips = parameterChips(store);
  const choices = h(
    "div.row.options",
    options(store, present),
    live(
      "div",
      downloads(
        store,
        exchange,
        () => sceneOf(exchange, store.state),
        () => present().isOfState === true,
        () => (lackOf(present(), sceneOf(exchange, store.state), store.state) ? undefined : present().picture?.()),
        () => present().alsoFrom?.() ?? [],
      ),
    ),
  );
  const empty = h("div.empty", { role: "status" });
  const { list, panels, showTab } = viewTabs(store, views);
  const last = h("p.last-answer");
  const summary = h("p.summary");
  // Below: what comes while a horizon is being drawn must not push the picture from under the hand.
  const loss = h("p.loss", { role: "status" });
  const extras = views.flatMap(({ more }) => more ?? []);
  const drawings = h("div.drawings", last, panels, summary, loss, table.element, extras);
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
    showTab(view, lack !== undefined);
    for (const more of extras) more.hidden = more !== view.more || lack !== undefined;
    chips.hidden = view.name !== "curves";
    replace(empty, lack && lackView(lack, store));
    tellAge();
    table.show(lack ? undefined : view.draw(scene, store.state));
    summary.textContent = lack ? "" : (view.summary?.() ?? "");
  };
  store.onChange((state, before) => {
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
  const section = h(
    "section.result",
    { "aria-label": texts().series.result },
    chartHead(store, exchange),
    list,
    chips,
    empty,
    drawings,
    choices,
  );
  redrawn(section, show);
  return section;
}

function viewTabs(store: Store, views: readonly View[]) {
  const tabs = views.map((view) =>
    button(view.title, () => store.set({ view: view.name as ViewName }), {
      role: "tab",
      id: `tab-${view.name}`,
      "aria-controls": `view-${view.name}`,
    }),
  );
  const panels = views.map(({ name, element }) =>
    h(
      "div",
      { role: views.length === 1 ? "group" : "tabpanel", id: `view-${name}`, "aria-labelledby": `tab-${name}` },
      element,
    ),
  );
  const label = texts().series.viewsLabel;
  const list = h("div.view-tabs", { role: "tablist", "aria-label": label, hidden: views.length === 1 }, tabs);
  list.addEventListener("keydown", (event) => walkTabs(event, tabs));
  const showTab = (view: View, isEmpty: boolean) =>
    views.forEach(({ name }, k) => {
      const isShown = name === view.name;
      tabs[k]?.setAttribute("aria-selected", String(isShown));
      tabs[k]?.setAttribute("tabindex", isShown ? "0" : "-1");
      (panels[k] as HTMLElement).hidden = !isShown || isEmpty;
    });
  return { list, panels, showTab };
}

const SHOWN = ["view", "column", "zone", "units", "theme", "zoom", "hidden"] as const;

function lackOf(
  { needsAnswer, lack }: View,
  scene: Scene | undefined,
  state: State,
): Pick<Lack, "sentence"> | Lack | undefined {
  if (scene) return lack?.(scene);
  const { nothingYet, monthlyMissing } = texts().series;
  return needsAnswer ? { sentence: isComplete(requestOf(state)) ? nothingYet : monthlyMissing } : undefined;
}

function lackView(lack: Pick<Lack, "sentence"> | Lack, store: Store): HTMLElement[] {
  const sentence = h("p", lack.sentence);
  if (!("remedy" in lack)) return [sentence];
  return [sentence, button(lack.remedy, () => store.set(lack.changes))];
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
  store.follow(show);
  return unitsField;
}

function chartHead(store: Store, exchange: SeriesExchange): HTMLElement {
  const place = h("h2");
  const when = h("p.facts");
  const origin = h("p.badge");
  follow(
    () => {
      const { answer } = exchange;
      const { state } = store;
      place.textContent = placeText(state, answer);
      when.textContent = answer ? whenText(state, answer) : "";
      origin.hidden = answer === undefined;
      origin.className = answer?.synthetic ? "synthetic badge caution" : "badge";
      origin.textContent = answer ? originText(answer) : "";
    },
    exchange,
    store,
  );
  return h("div.chart-head", h("div", place, when), origin);
}

/** The name is that of the state: an answer of another place has none. */
function placeText({ lat, lon, name }: State, answer: Answer | undefined): string {
  const { place = { lat, lon } } = answer ?? {};
  const isOfState = place.lat === lat && place.lon === lon;
  return isOfState && name !== "" ? name : `${place.lat}, ${place.lon}`;
}

function whenText(state: State, answer: Answer): string {
  const { starts, ends, place } = answer;
  const zone = zoneOf(state, answer);
  const span = spanText(starts[0] ?? 0, (ends.at(-1) ?? 1) - 1, zone);
  const period = zone.isYearless ? texts().chart.typicalYear : span;
  return `${period} · ${texts().series.altitude(figure(place.altitude))}`;
}

function originText({ synthetic, sources, request }: Answer): string {
  const { series } = texts();
  const hint = isForecast(request.path) ? series.syntheticAhead : series.syntheticHint;
  if (synthetic) return `${series.synthetic}: ${hint}`;
  return series.measured([...new Set(sources.map(({ dataset }) => dataset))].join(", "));
}

function parameterChips(store: Store): HTMLElement {
  const words = texts().series;
  const list = h("div.parameter-chips", { role: "group", "aria-label": words.chipsLabel });
  const more = button(words.moreParameters, () => store.set({ room: "data" }), { class: "more" });
  let shown = "";
  store.follow((state: State) => {
    const offered = offeredOf(state);
    if (offered.join() !== shown) {
      shown = offered.join();
      replace(list, offered.map(chip), more);
    }
    for (const one of list.querySelectorAll<HTMLElement>("[data-name]"))
      one.setAttribute("aria-pressed", String(state.parameters.includes(one.dataset.name as string)));
  });
  return list;

  function chip(name: string): HTMLElement {
    const unit = PARAMETERS[name as keyof typeof PARAMETERS]?.unit.name ?? "";
    const title = words.exact(parameterTitle(name), plainUnit(unit));
    const attributes = { class: "parameter-chip", title, "data-name": name };
    return button(words.chips[name] ?? nameOf(name), () => toggle(name), attributes);
  }

  function toggle(name: string): void {
    const { parameters } = store.state;
    const others = parameters.filter((one) => one !== name);
    // Something must be asked for.
    if (others.length === 0) return;
    store.set({ parameters: others.length < parameters.length ? others : [...parameters, name] });
  }
}

/** The usual ones that the endpoint has, and what else is chosen. */
function offeredOf({ endpoint, parameters }: State): string[] {
  const usual = Object.keys(texts().series.chips).filter((name) => endpointOf(endpoint).parameters.includes(name));
  return [...usual, ...parameters.filter((name) => !usual.includes(name))];
}

/** Why a view cannot show an answer, and the change after which it can. */
export interface Lack {
  readonly sentence: string;
  readonly remedy: string;
  readonly changes: Partial<State>;
}

export interface View {
  readonly name: ViewName | "sun-path" | "forecast";
  readonly title: string;
  readonly element: HTMLElement;
  /** Whether power or the energy of an interval is a choice: sums over months are energies in any case. */
  readonly hasUnits: boolean;
  /** Whether it shows a series; else it is drawn without an answer, too. */
  readonly needsAnswer: boolean;
  /** Whether all that it draws is of the state or the account: nothing of it is old when the answer is. */
  readonly isOfState?: true;
  /** What an answer lacks for this view; undefined where it can be drawn. */
  lack?(scene: Scene): Lack | undefined;
  /** Draws, and returns the table behind what is drawn. */
  draw(scene: Scene | undefined, state: State): TableModel | undefined;
  /** What was drawn last, in words. */
  summary?(): string;
  /** What it has besides, below the table. */
  readonly more?: HTMLElement;
  /** The picture to save. */
  picture?(): Picture | undefined;
  /** Where what is drawn comes from, besides the answer. */
  alsoFrom?(): readonly Source[];
}

export class ColumnChoice {
  readonly element: HTMLElement;
  private readonly control: HTMLSelectElement;
  private names = "";

  constructor(store: Store) {
    this.control = select([], "", (column) => store.set({ column }));
    this.element = labelled(texts().series.parameter, this.control);
  }

  /** The chosen column of an answer, or its first where the answer has not the chosen one. */
  of({ parameters }: Answer, { column }: State): Column {
    const names = parameters.map(({ name }) => name);
    if (names.join() !== this.names) {
      this.names = names.join();
      replace(this.control, choices(names.map((name) => [name, nameOf(name)])));
    }
    const found = parameters.find(({ name }) => name === column) ?? (parameters[0] as Column);
    this.control.value = found.name;
    return found;
  }
}
