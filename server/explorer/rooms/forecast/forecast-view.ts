/** A forecast as the service gives it, with its spread and the observations of the past day behind it. */
import type { Band, Curve } from "../../chart/curve.js";
import { Curves } from "../../chart/curves.js";
import type { TableModel } from "../../chart/table.js";
import { timeText, type Zone } from "../../chart/time.js";
import { shownColumn, shownQuantiles } from "../../chart/units.js";
import { h, replace } from "../../dom.js";
import { extended, requestOf, written } from "../../request/request.js";
import { type Answer, answerOf, type Column, sourceText } from "../../service/answer.js";
import type { Service } from "../../service/service.js";
import { isForecast, parameterTitle } from "../../state/endpoints.js";
import type { State, Store } from "../../state/state.js";
import { ColumnChoice } from "../series/column-choice.js";
import { middles } from "../series/curves-view.js";
import type { View } from "../series/view.js";
import { type BandNote, bandNote } from "./band.js";

export function forecastView(store: Store, service: Service): View {
  const choice = new ColumnChoice(store);
  const curves = new Curves();
  const note = h("div", {});
  const ask = h("div", { class: "actions" });
  const element = h("div", {}, choice.element, curves.element, note, ask);
  let observed: Answer | undefined;
  const past = new Past(service, () => store.set({}));
  return {
    name: "forecast",
    title: "Forecast",
    element,
    hasUnits: true,
    needsAnswer: false,
    draw(scene, state) {
      const shows = scene !== undefined && isForecast(scene.answer.request.path);
      for (const part of [choice.element, curves.element]) part.hidden = !shows;
      if (!scene || !shows) return offerForecast(state);
      const { answer, zone } = scene;
      const column = choice.of(answer, state);
      const band = bandNote(answer, column, zone, state);
      observed = past.of(state);
      replace(
        note,
        noteOf(answer, past, observed, zone, band.sentence).map((text) => h("p", { class: "reading" }, text)),
      );
      replace(ask, band.remedy && remedied(band.remedy), past.offered(state));
      const rows = joined(answer, observed, column, state);
      const unit = shownColumn(answer, column, state).unit;
      curves.draw({
        title: `${parameterTitle(column.name)}: forecast and observations`,
        times: rows.map(({ middle }) => middle),
        ...drawn(rows, unit, observed !== undefined),
        zone,
        now: Date.now(),
      });
      return tableOf(rows, `${parameterTitle(column.name)} (${unit})`, zone);
    },
    picture: () => curves.picture(),
    alsoFrom: () => observed?.sources ?? [],
  };

  function remedied({ words, changes }: NonNullable<BandNote["remedy"]>): HTMLElement {
    return h("button", { type: "button", onclick: () => store.set(changes) }, words);
  }

  function offerForecast(state: State): undefined {
    note.textContent = isForecast(state.endpoint)
      ? "The forecast has not arrived yet: see above."
      : "This view shows a forecast and the observations before it.";
    const button = h(
      "button",
      { type: "button", onclick: () => store.set({ endpoint: "forecast/basic", start: "", end: "" }) },
      "Ask for a forecast",
    );
    replace(ask, isForecast(state.endpoint) ? null : button);
    return undefined;
  }
}

/** The observations of the past day, asked for once for each place and surface; by a click where they cost tokens. */
class Past {
  problem = "";
  private readonly service: Service;
  private readonly arrived: () => void;
  private answer: Answer | undefined;
  private asked = "";
  private cost: number | undefined;
  private fetching = "";

  constructor(service: Service, arrived: () => void) {
    this.service = service;
    this.arrived = arrived;
  }

  of(state: State): Answer | undefined {
    const request = this.requestOf(state);
    if (written(request) !== this.asked) {
      this.asked = written(request);
      this.answer = undefined;
      this.cost = undefined;
      this.problem = "";
      void this.price(state);
    }
    return this.answer;
  }

  get isLoading(): boolean {
    return !this.answer && this.problem === "" && (this.cost === undefined || this.fetching === this.asked);
  }

  /** A button while the observations cost tokens and nobody has asked for them. */
  offered(state: State): HTMLElement | undefined {
    if (this.answer || !this.cost || this.isLoading) return undefined;
    return h(
      "button",
      { type: "button", onclick: () => void this.fetch(state) },
      `Show the observations behind it (${this.cost} token${this.cost === 1 ? "" : "s"})`,
    );
  }

  private requestOf(state: State) {
    return requestOf({ ...state, endpoint: "observation/realtime", start: "", end: "", more: "" });
  }

  private async price(state: State): Promise<void> {
    const request = this.requestOf(state);
    await this.tried(async () => {
      const { cost } = await this.service.price(written(extended(request)));
      if (written(request) !== this.asked) return;
      this.cost = cost;
      if (cost === 0) await this.fetch(state);
    });
    this.arrived();
  }

  private async fetch(state: State): Promise<void> {
    const request = this.requestOf(state);
    this.fetching = written(request);
    this.problem = "";
    this.arrived();
    await this.tried(async () => {
      const answer = answerOf(request, await this.service.get(written(extended(request))));
      if (written(request) === this.asked) this.answer = answer;
    });
    if (this.fetching === written(request)) this.fetching = "";
    this.arrived();
  }

  private async tried(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.problem = (thrown as Error).message;
    }
  }
}

/** Where the forecast comes from, what was changed of it, what its band is, and what there is no observation for. */
function noteOf(
  { sources }: Answer,
  { problem, isLoading }: Past,
  observed: Answer | undefined,
  zone: Zone,
  band: string,
): string[] {
  const runs = sources.flatMap(({ dataset, run, corrections = [] }) => {
    if (run === undefined) return [];
    const changed = corrections.length > 0 ? ` Changes: ${corrections.join("; ")}.` : " Unchanged model values.";
    return [`${dataset}: run of ${timeText(Date.parse(run), zone)}, ${zone.label}.${changed}`];
  });
  const before = (observed?.sources ?? []).map((source) => `Observed: ${sourceText(source)}`);
  const loading = isLoading ? ["Loading the observations of the past day."] : [];
  const without = problem === "" ? loading : [`No observations: ${problem}`];
  return [...new Set(runs), band, ...before, ...without];
}

const QUANTILES = ["p10", "p50", "p90"] as const;
type Spread = { readonly [Name in (typeof QUANTILES)[number]]: number | null };
const NO_SPREAD: Spread = { p10: null, p50: null, p90: null };

interface Row extends Spread {
  readonly start: number;
  readonly middle: number;
  readonly forecast: number | null;
  readonly observed: number | null;
}

/** Where no quantile is known there is neither a band nor a median; observations that are not here yet are not missing. */
function drawn(rows: readonly Row[], unit: string, isObserved: boolean): { curves: Curve[]; band?: Band } {
  const of = (name: "forecast" | "observed" | keyof Spread) => rows.map((row) => row[name]);
  const curves: Curve[] = [
    { name: "Forecast", unit, values: of("forecast") },
    ...(isObserved ? [{ name: "Observed", unit, values: of("observed"), behind: true }] : []),
  ];
  if (!hasSpread(rows)) return { curves };
  return {
    curves: [...curves, { name: "Median (p50)", unit, values: of("p50") }],
    band: { name: "p10 to p90", unit, low: of("p10"), high: of("p90") },
  };
}

function hasSpread(rows: readonly Row[]): boolean {
  return rows.some((row) => QUANTILES.some((name) => row[name] !== null));
}

/** Both by the start of the interval. */
function joined(answer: Answer, observed: Answer | undefined, column: Column, state: State): Row[] {
  const rows = new Map<number, Row>();
  for (const { start, middle, value } of valuesOf(observed, column.name, state)) {
    rows.set(start, { ...NO_SPREAD, start, middle, observed: value, forecast: null });
  }
  const quantiles = shownQuantiles(answer, column, state);
  valuesOf(answer, column.name, state).forEach(({ start, middle, value }, i) => {
    const [p10, p50, p90] = QUANTILES.map((name) => quantiles[name]?.[i] ?? null) as [
      Row["p10"],
      Row["p50"],
      Row["p90"],
    ];
    rows.set(start, { start, middle, observed: rows.get(start)?.observed ?? null, forecast: value, p10, p50, p90 });
  });
  return [...rows.values()].sort((a, b) => a.start - b.start);
}

function valuesOf(answer: Answer | undefined, name: string, state: State) {
  const column = answer?.parameters.find((one) => one.name === name);
  if (!answer || !column) return [];
  const { values } = shownColumn(answer, column, state);
  const centres = middles(answer);
  return values.map((value, i) => ({
    start: answer.starts[i] as number,
    middle: centres[i] as number,
    value,
  }));
}

function tableOf(rows: readonly Row[], what: string, zone: Zone): TableModel {
  const text = (value: number | null) => (value === null ? null : String(value));
  return {
    caption: `${what}, intervals by their start, ${zone.label}.`,
    columns: [`Start (${zone.label})`, "Observed", "Forecast", ...(hasSpread(rows) ? QUANTILES : [])],
    rows: rows.length,
    cell(row, column) {
      const { start, observed, forecast, p10, p50, p90 } = rows[row] as Row;
      return column === 0 ? timeText(start, zone) : text([observed, forecast, p10, p50, p90][column - 1] ?? null);
    },
  };
}
