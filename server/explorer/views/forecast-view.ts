/** A forecast as the service gives it, with the observations of the past day behind it. */
import { type Curve, Curves } from "../chart/curves.js";
import type { TableModel } from "../chart/table.js";
import { timeText, type Zone } from "../chart/time.js";
import { shownColumn } from "../chart/units.js";
import { h, replace } from "../dom.js";
import { extended, requestOf, written } from "../request/request.js";
import { type Answer, answerOf } from "../service/answer.js";
import type { Service } from "../service/service.js";
import { isForecast, parameterTitle } from "../state/endpoints.js";
import type { State, Store } from "../state/state.js";
import { ColumnChoice } from "./column-choice.js";
import { middles } from "./curves-view.js";
import type { View } from "./view.js";

export function forecastView(store: Store, service: Service): View {
  const choice = new ColumnChoice(store);
  const curves = new Curves();
  const note = h("p", { class: "reading" });
  const ask = h("div", { class: "actions" });
  const element = h("div", {}, choice.element, curves.element, note, ask);
  const past = new Past(service, () => store.set({}));
  return {
    name: "forecast",
    title: "Forecast",
    element,
    needsAnswer: false,
    draw(scene, state) {
      const shows = scene !== undefined && isForecast(scene.answer.request.path);
      for (const part of [choice.element, curves.element]) part.hidden = !shows;
      if (!scene || !shows) return offerForecast(state);
      const { answer, zone } = scene;
      const column = choice.of(answer, state);
      const observed = past.of(state);
      note.textContent = noteOf(answer, past);
      replace(ask, past.offered(state));
      const rows = joined(answer, observed, column.name, state);
      const unit = shownColumn(answer, column, state).unit;
      const drawn: Curve[] = [
        { name: "Forecast", unit, values: rows.map(({ forecast }) => forecast) },
        { name: "Observed", unit, values: rows.map(({ observed }) => observed), behind: true },
      ];
      curves.draw({
        title: `${parameterTitle(column.name)}: forecast and observations`,
        times: rows.map(({ middle }) => middle),
        curves: drawn,
        zone,
        now: Date.now(),
      });
      return tableOf(rows, `${parameterTitle(column.name)} (${unit})`, zone);
    },
    svg: () => curves.svg(),
  };

  function offerForecast(state: State): undefined {
    note.textContent = isForecast(state.endpoint)
      ? "The forecast is not here yet: see above."
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

  /** A button while the observations cost tokens and nobody has asked for them. */
  offered(state: State): HTMLElement | undefined {
    if (this.answer || !this.cost) return undefined;
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
    await this.tried(async () => {
      const answer = answerOf(request, await this.service.get(written(extended(request))));
      if (written(request) === this.asked) this.answer = answer;
    });
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

function noteOf({ sources }: Answer, { problem }: Past): string {
  const runs = [...new Set(sources.flatMap(({ run }) => (run === undefined ? [] : [run])))];
  const told = runs.length > 0 ? `Model run: ${runs.join(", ")}. ` : "";
  return `${told}${problem === "" ? "" : `No observations: ${problem}`}`;
}

interface Row {
  readonly start: number;
  readonly middle: number;
  readonly forecast: number | null;
  readonly observed: number | null;
}

/** Both by the start of the interval. */
function joined(answer: Answer, observed: Answer | undefined, name: string, state: State): Row[] {
  const rows = new Map<number, Row>();
  for (const { start, middle, value } of valuesOf(observed, name, state)) {
    rows.set(start, { start, middle, observed: value, forecast: null });
  }
  for (const { start, middle, value } of valuesOf(answer, name, state)) {
    rows.set(start, { start, middle, observed: rows.get(start)?.observed ?? null, forecast: value });
  }
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
    columns: [`Start (${zone.label})`, "Observed", "Forecast"],
    rows: rows.length,
    cell(row, column) {
      const { start, observed, forecast } = rows[row] as Row;
      if (column === 0) return timeText(start, zone);
      return text(column === 1 ? observed : forecast);
    },
  };
}
