/** The views of an answer as tabs, with the table behind the one that is shown. */
import { PARAMETERS } from "irradiance-engine";
import type { VNode } from "preact";
import { useMemo } from "preact/hooks";
import { lossText, plainUnit, type Scene, zoneOf } from "../../chart/months.js";
import { fitted, type Picture } from "../../chart/picture.js";
import { pagedTable, type TableModel } from "../../chart/table.js";
import { spanText } from "../../chart/time.js";
import type { SeriesExchange } from "../../request/questions.js";
import { isComplete, requestOf } from "../../request/request.js";
import { downloads, lastAnswerText } from "../../result/downloads.js";
import { type Answer, type Column, nameOf, parameterTitle, type Source } from "../../service/answer.js";
import {
  endpointOf,
  isForecast,
  isOfCalendar,
  type State,
  type Store,
  UNITS,
  type ViewName,
} from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { button, type Child, h, labelled, of, part, select, type View, walkTabs } from "../../view.js";

/** Why a view cannot show an answer, and the change after which it can. */
export interface Lack {
  readonly sentence: string;
  readonly remedy?: string;
  readonly changes?: Partial<State>;
}

/** What a view makes of an answer. */
export interface Drawn {
  readonly content: Child;
  /** In words. */
  readonly summary: string;
  /** What is behind it. */
  readonly table: TableModel;
  /** Below the table. */
  readonly more?: Child;
  /** To be saved. */
  picture(): Picture | undefined;
  /** Where what is drawn comes from, besides the answer. */
  readonly alsoFrom?: readonly Source[];
}

export interface SeriesView {
  readonly name: ViewName | "forecast";
  readonly title: string;
  /** Whether power or the energy of an interval is a choice: sums over months are energies in any case. */
  readonly hasUnits: boolean;
  /** What an answer lacks for this view; undefined where it can be drawn. */
  lack?(scene: Scene): Lack | undefined;
  /** What else it draws: it is drawn anew when this is another. */
  besides?(): unknown;
  /** @param width pixels that a picture has */
  draw(scene: Scene, width: number): Drawn;
}

interface ResultProps {
  readonly store: Store;
  readonly exchange: SeriesExchange;
  /** One alone has no tab. */
  readonly views: readonly SeriesView[];
  /** The buttons that save what is shown. */
  readonly saving: View;
}

/** Pixels of a picture that is saved. */
const SAVED = 960;

export function resultSection(store: Store, exchange: SeriesExchange, views: readonly SeriesView[]): View {
  const scene = () => sceneOf(exchange.answer, store.state);
  const drawn = () => {
    const [now, view] = [scene(), presentOf(views, store.state)];
    return now && !view.lack?.(now) ? view.draw(now, SAVED) : undefined;
  };
  const saving = downloads(
    store,
    exchange,
    scene,
    () => false,
    () => drawn()?.picture(),
    () => drawn()?.alsoFrom ?? [],
  );
  const props = { store, exchange, views, saving };
  const look = { "aria-label": texts().series.result };
  return () => fitted((width) => of(Result, { ...props, width }), "section.result", look);
}

function Result({ store, exchange, views, saving, width }: ResultProps & { readonly width: number }): Child {
  const { state } = store;
  const { answer, isCurrent } = exchange;
  const view = presentOf(views, state);
  const scene = useMemo(() => sceneOf(answer, state), [answer, state.zone, state.units, state.column]);
  // A new request changes nothing here until its answer comes, but for what is drawn from the state itself.
  const { lack, drawn } = useMemo(() => drawnOf(view, scene, width), [view, scene, width, view.besides?.()]);
  const loss = useMemo(() => answer && lossText(answer), [answer]);
  const old = lastAnswerText(exchange);
  const nothing = scene ? lack : nothingOf(exchange, state);
  const name = `view-${view.name}`;
  const role = views.length === 1 ? "group" : "tabpanel";
  return [
    chartHead(state, scene),
    viewTabs(store, views, view),
    view.name === "curves" ? parameterChips(store) : h("div"),
    h("div.empty", { role: "status" }, nothing && lackView(nothing, store)),
    h(
      "div.drawings",
      { class: old !== undefined ? "old" : nothing || drawn ? "" : "awaited" },
      h("p.last-answer", old),
      drawn && h("div", { key: name, role, id: name, "aria-label": view.title }, h("div", drawn.content)),
      h("p.summary", drawn?.summary),
      // Below: what comes while a horizon is being drawn must not push the picture from under the hand.
      h("p.loss", { role: "status" }, isCurrent && loss),
      pagedTable(drawn?.table),
      drawn?.more,
    ),
    h("div.row.options", view.hasUnits ? unitChoice(store) : h("span"), part(saving)),
  ];
}

function presentOf(views: readonly SeriesView[], state: State): SeriesView {
  return views.find(({ name }) => name === state.view) ?? (views[0] as SeriesView);
}

function sceneOf(answer: Answer | undefined, state: State): Scene | undefined {
  return answer && { answer, state, zone: zoneOf(state, answer) };
}

function drawnOf(view: SeriesView, scene: Scene | undefined, width: number) {
  const lack = scene && view.lack?.(scene);
  return { lack, drawn: scene && !lack ? view.draw(scene, width) : undefined };
}

/** Why there is nothing to show; undefined while it is on its way. */
function nothingOf({ stage }: SeriesExchange, state: State): Lack | undefined {
  if (stage.kind === "pricing" || stage.kind === "waiting") return undefined;
  const { nothingYet, monthlyMissing } = texts().series;
  return { sentence: isComplete(requestOf(state)) ? nothingYet : monthlyMissing };
}

function lackView({ sentence, remedy, changes }: Lack, store: Store): Child {
  return [h("p", sentence), remedy !== undefined && button(remedy, () => changes && store.set(changes))];
}

function viewTabs(store: Store, views: readonly SeriesView[], present: SeriesView): Child {
  if (views.length === 1) return null;
  const tab = ({ name, title }: SeriesView) => {
    const isShown = name === present.name;
    return button(title, () => store.set({ view: name as ViewName }), {
      ...{ key: name, role: "tab", id: `tab-${name}`, "aria-selected": String(isShown) },
      ...{ tabindex: isShown ? 0 : -1, ...(isShown && { "aria-controls": `view-${name}` }) },
    });
  };
  const onkeydown = (event: KeyboardEvent) =>
    walkTabs(event, [...(event.currentTarget as Element).children] as HTMLElement[]);
  const look = { role: "tablist", "aria-label": texts().series.viewsLabel, onkeydown };
  return h("div.view-tabs", look, views.map(tab));
}

/** Days, months and years come as energies. */
function unitChoice(store: Store): VNode {
  const words = texts().series;
  const isSums = isOfCalendar(store.state.frequency);
  const choice = select(
    UNITS.map((name) => [name, words.unitsOf[name]]),
    isSums ? "energy" : store.state.units,
    (value) => store.set({ units: value as State["units"] }),
    { disabled: isSums },
  );
  return labelled(words.units, choice);
}

function chartHead(state: State, scene: Scene | undefined): VNode {
  const badge = scene?.answer.synthetic ? "p.synthetic.badge.caution" : "p.badge";
  return h(
    "div.chart-head",
    h("div", h("h2", placeText(state, scene?.answer)), h("p.facts", scene && whenText(scene))),
    scene && h(badge, originText(scene.answer)),
  );
}

/** The name is that of the state: an answer of another place has none. */
function placeText({ lat, lon, name }: State, answer: Answer | undefined): string {
  const { place = { lat, lon } } = answer ?? {};
  const isOfState = place.lat === lat && place.lon === lon;
  return isOfState && name !== "" ? name : `${place.lat}, ${place.lon}`;
}

function whenText({ answer: { starts, ends, place }, zone }: Scene): string {
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

function parameterChips(store: Store): VNode {
  const words = texts().series;
  const { parameters } = store.state;
  const toggle = (name: string) => {
    const others = parameters.filter((one) => one !== name);
    // Something must be asked for.
    if (others.length === 0) return;
    store.set({ parameters: others.length < parameters.length ? others : [...parameters, name] });
  };
  const chip = (name: string) => {
    const unit = PARAMETERS[name as keyof typeof PARAMETERS]?.unit.name ?? "";
    const title = words.exact(parameterTitle(name), plainUnit(unit));
    const look = { class: "parameter-chip", title, key: name, "aria-pressed": String(parameters.includes(name)) };
    return button(words.chips[name] ?? nameOf(name), () => toggle(name), look);
  };
  return h(
    "div.parameter-chips",
    { role: "group", "aria-label": words.chipsLabel },
    offeredOf(store.state).map(chip),
    button(words.moreParameters, () => store.set({ room: "data" }), { class: "more" }),
  );
}

/** The usual ones that the endpoint has, and what else is chosen. */
function offeredOf({ endpoint, parameters }: State): string[] {
  const usual = Object.keys(texts().series.chips).filter((name) => endpointOf(endpoint).parameters.includes(name));
  return [...usual, ...parameters.filter((name) => !usual.includes(name))];
}

/** The chosen column of an answer, or its first where the answer has not the chosen one. */
export function columnOf({ parameters }: Answer, { column }: State): Column {
  return parameters.find(({ name }) => name === column) ?? (parameters[0] as Column);
}

export function columnChoice(store: Store, { answer, state }: Scene): VNode {
  const choices = answer.parameters.map(({ name }) => [name, nameOf(name)] as const);
  const choice = select(choices, columnOf(answer, state).name, (column) => store.set({ column }));
  return labelled(texts().series.parameter, choice);
}
