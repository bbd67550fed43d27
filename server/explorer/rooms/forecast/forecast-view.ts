/** The light of a forecast as the service gives it, with its spread and the observations of the past day behind it. */
import type { Band, Curve } from "../../chart/curve.js";
import { Curves } from "../../chart/curves.js";
import type { TableModel } from "../../chart/table.js";
import { timeText, timeWords, type Zone } from "../../chart/time.js";
import { shownColumn, shownQuantiles } from "../../chart/units.js";
import { amount, nameOf } from "../../chart/words.js";
import { h, replace } from "../../dom.js";
import { type Answer, type Column, sourceText } from "../../service/answer.js";
import { kindName, phrase } from "../../service/words.js";
import { isForecast } from "../../state/endpoints.js";
import type { State, Store } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { ColumnChoice } from "../series/column-choice.js";
import { middles } from "../series/curves-view.js";
import type { View } from "../series/view.js";
import type { Past } from "./past.js";
import { type BandNote, bandNote } from "./words.js";

export function forecastView(store: Store, past: Past): View {
  const t = texts().forecast;
  const choice = new ColumnChoice(store);
  const curves = new Curves();
  let summary = "";
  const note = h("div", { role: "status" });
  const ask = h("div", { class: "actions" });
  const chart = h("div", {}, choice.element, curves.element);
  const element = h("div", {}, chart, note, ask);
  past.onChange(() => store.set({}));
  return {
    name: "forecast",
    title: t.title,
    element,
    hasUnits: true,
    needsAnswer: false,
    draw(scene, state) {
      chart.hidden = !scene || !isForecast(scene.answer.request.path);
      if (!scene || chart.hidden) {
        replace(note, h("p", { class: "reading" }, t.waiting));
        replace(ask);
        summary = "";
        return undefined;
      }
      const { answer, zone } = scene;
      past.follow(state);
      const column = choice.of(answer, state);
      const band = bandNote(answer, column, zone, state);
      replace(
        note,
        [band.sentence, ...pastWords(past)].map((text) => h("p", { class: "reading" }, text)),
        pastSources(past),
      );
      replace(ask, band.remedy && remedied(band.remedy), offered(state));
      const rows = joined(answer, past.answer, column, state);
      const { unit } = shownColumn(answer, column, state);
      summary = summaryOf(rows, unit, zone);
      curves.draw({
        title: t.chart(nameOf(column.name), beforeName(past.answer)),
        summary,
        times: rows.map(({ middle }) => middle),
        ...drawn(rows, unit, past.answer),
        zone,
        now: Date.now(),
      });
      return tableOf(rows, `${nameOf(column.name)} (${unit})`, zone, beforeName(past.answer));
    },
    summary: () => summary,
    picture: () => curves.picture(),
    alsoFrom: () => past.answer?.sources ?? [],
  };

  function remedied({ words, changes }: NonNullable<BandNote["remedy"]>): HTMLElement {
    return h("button", { type: "button", onclick: () => store.set(changes) }, words);
  }

  function offered(state: State): HTMLElement | undefined {
    const cost = past.offered;
    if (!cost) return undefined;
    return h("button", { type: "button", onclick: () => void past.fetch(state) }, t.showObservations(figure(cost)));
  }
}

/** What the curve before now is: invented weather has not been observed by anybody. */
function beforeName(past: Answer | undefined): string {
  const t = texts().forecast;
  return past?.synthetic ? t.generated : t.observed;
}

/** Where the observations come from, or why there are none yet. */
function pastWords({ answer, problem, isLoading }: Past): string[] {
  const t = texts().forecast;
  const by = answer?.synthetic ? t.generatedBy : t.observedBy;
  if (problem !== "") return [t.noObservations(problem)];
  if (isLoading) return [t.loading];
  return (answer?.sources ?? []).map(({ dataset, class: kind }) => by(phrase(dataset), kindName(kind)));
}

/** With their licences, which are long. */
function pastSources({ answer }: Past): HTMLElement | null {
  if (!answer) return null;
  const sources = answer.sources.map((source) => h("li", {}, sourceText(source)));
  return h(
    "details",
    {},
    h("summary", {}, answer.synthetic ? texts().forecast.generatedSources : texts().forecast.observedSources),
    h("ul", { class: "sources" }, sources),
  );
}

/** The peak of what is forecast. */
function summaryOf(rows: readonly Row[], unit: string, zone: Zone): string {
  const t = texts().forecast;
  const known = rows.flatMap(({ start, forecast }) => (forecast === null ? [] : [{ start, forecast }]));
  if (known.length === 0) return "";
  const most = known.reduce((best, row) => (row.forecast > best.forecast ? row : best));
  if (most.forecast === 0 && unit !== "°C") return t.summaryDark;
  return t.summary(amount(most.forecast, unit), timeWords(most.start, zone));
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
function drawn(rows: readonly Row[], unit: string, past: Answer | undefined): { curves: Curve[]; band?: Band } {
  const t = texts().forecast;
  const of = (name: "forecast" | "observed" | keyof Spread) => rows.map((row) => row[name]);
  const curves: Curve[] = [
    { name: t.forecast, unit, values: of("forecast") },
    ...(past ? [{ name: beforeName(past), unit, values: of("observed"), behind: true }] : []),
  ];
  if (!hasSpread(rows)) return { curves };
  return {
    curves: [...curves, { name: t.median, unit, values: of("p50") }],
    band: { name: t.band, unit, low: of("p10"), high: of("p90") },
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

function tableOf(rows: readonly Row[], what: string, zone: Zone, before: string): TableModel {
  const t = texts().forecast;
  const text = (value: number | null) => (value === null ? null : String(value));
  return {
    caption: t.tableCaption(what, zone.label),
    columns: [t.start(zone.label), before, t.forecast, ...(hasSpread(rows) ? QUANTILES : [])],
    rows: rows.length,
    cell(row, column) {
      const { start, observed, forecast, p10, p50, p90 } = rows[row] as Row;
      return column === 0 ? timeText(start, zone) : text([observed, forecast, p10, p50, p90][column - 1] ?? null);
    },
  };
}
