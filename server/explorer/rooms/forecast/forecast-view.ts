/** The light of a forecast as the service gives it, with its spread and the observations of the past day behind it. */
import { curvesChart } from "../../chart/curves.js";
import { ALL, savedCurves } from "../../chart/drawing.js";
import { shownColumn, shownQuantiles } from "../../chart/months.js";
import type { Band, Curve } from "../../chart/panels.js";
import type { TableModel } from "../../chart/table.js";
import { HOUR, MINUTE, timeText, timeWords, type Zone } from "../../chart/time.js";
import { askedAfter, type Page, type SeriesExchange, seriesQuestion } from "../../request/questions.js";
import { SPREAD_COLUMN, spreadIsOf } from "../../request/request.js";
import { type Answer, amount, type Column, kindName, nameOf, phrase, sourceText } from "../../service/answer.js";
import { isForecast, type State } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { button, type Child, each, h } from "../../view.js";
import { middles } from "../series/curves-view.js";
import { columnChoice, columnOf, type SeriesView } from "../series/result.js";

/** The observations of the past day, asked for once for each place and surface; by a click where they cost tokens. */
function pastOf(page: Page): SeriesExchange {
  const question = seriesQuestion(({ room }) => room === "forecast");
  const requestOf = (state: State) =>
    question.requestOf({ ...state, endpoint: "observation/realtime", start: "", end: "", more: "" });
  return askedAfter(page.series, { ...question, requestOf }, page);
}

export function forecastView(page: Page): SeriesView {
  const { store } = page;
  const past = pastOf(page);
  const observed = () => (past.isCurrent ? past.answer : undefined);
  const t = texts().forecast;
  return {
    name: "forecast",
    title: t.title,
    hasUnits: true,
    besides: () => observed() ?? past.stage,
    lack: ({ answer }) => (isForecast(answer.request.path) ? undefined : { sentence: t.waiting }),
    draw(scene) {
      const { answer, zone, state } = scene;
      const before = observed();
      const column = columnOf(answer, state);
      const { sentence, remedy } = bandNote(answer, column, zone, state);
      const rows = joined(answer, before, column, state);
      const { unit } = shownColumn(answer, column, state);
      const summary = summaryOf(rows, unit, zone);
      const model = {
        title: t.chart(nameOf(column.name), beforeName(before)),
        summary,
        times: rows.map(({ middle }) => middle),
        ...drawn(rows, unit, before),
        zone,
        now: Date.now(),
      };
      const notes = each("p", [sentence, ...pastWords(past, before)], { class: "reading" });
      const ways = [remedy && button(remedy.words, () => store.set(remedy.changes)), offered(past)];
      return {
        content: [
          columnChoice(store, scene),
          curvesChart(model),
          h("div", { role: "status" }, notes, pastSources(before)),
          h("div.actions", ways),
        ],
        summary,
        table: tableOf(rows, `${nameOf(column.name)} (${unit})`, zone, beforeName(before)),
        picture: () => savedCurves(model, ALL),
        alsoFrom: before?.sources ?? [],
      };
    },
  };
}

function offered(past: SeriesExchange): Child {
  if (past.stage.kind !== "offered") return null;
  const cost = figure(past.price?.cost ?? 0);
  return button(texts().forecast.showObservations(cost), () => past.send());
}

/** What the curve before now is: invented weather has not been observed by anybody. */
function beforeName(past: Answer | undefined): string {
  const t = texts().forecast;
  return past?.synthetic ? t.generated : t.observed;
}

/** Where the observations come from, or why there are none yet. */
function pastWords({ stage }: SeriesExchange, answer: Answer | undefined): string[] {
  const t = texts().forecast;
  const by = answer?.synthetic ? t.generatedBy : t.observedBy;
  if (stage.kind === "problem") return [t.noObservations(stage.problem.message)];
  if (stage.kind === "pricing" || stage.kind === "waiting") return [t.loading];
  return (answer?.sources ?? []).map(({ dataset, class: kind }) => by(phrase(dataset), kindName(kind)));
}

/** With their licences, which are long. */
function pastSources(answer: Answer | undefined): Child {
  if (!answer) return null;
  const t = texts().forecast;
  return h(
    "details",
    h("summary", answer.synthetic ? t.generatedSources : t.observedSources),
    h("ul.sources", each("li", answer.sources.map(sourceText))),
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
  return values.map((value, i) => ({ start: answer.starts[i] as number, middle: centres[i] as number, value }));
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

interface BandNote {
  readonly sentence: string;
  /** What there would be a band for, and what is to change for it. */
  readonly remedy?: { readonly words: string; readonly changes: Partial<State> };
}

const SHORTEST = "15_minutes";

export function bandNote(answer: Answer, { name }: Column, zone: Zone, state: State): BandNote {
  const t = texts().forecast;
  const values = Object.values(answer.quantiles[name] ?? {});
  const last = answer.starts.findLastIndex((_, i) => values.some((column) => column[i] != null));
  if (last >= 0) return { sentence: t.bandEnds(timeWords(answer.ends[last] as number, zone)) };
  const spread = nameOf(SPREAD_COLUMN);
  const isFine = !spreadIsOf(Object.fromEntries(answer.request.query).frequency);
  const changes: Partial<State> = {
    ...(isFine && { frequency: SHORTEST }),
    ...(name !== SPREAD_COLUMN && {
      column: SPREAD_COLUMN,
      parameters: [...new Set([...state.parameters, SPREAD_COLUMN])],
    }),
  };
  if (name !== SPREAD_COLUMN) {
    return { sentence: t.bandOnly(spread), remedy: { words: t.bandShow(spread), changes } };
  }
  if (isFine) return { sentence: t.bandMinutes, remedy: { words: t.bandAsk, changes } };
  const said = answer.notices.find(({ code }) => code === "quantiles");
  return { sentence: said ? `${t.bandUnknown} ${t.bandSaid(said.message)}` : t.bandUnknown };
}

/** Which run it is, how old, and what was changed of it. */
export function runWords({ sources }: Pick<Answer, "sources">, zone: Zone, now: number): string[] {
  const t = texts().forecast;
  const runs = sources.flatMap(({ dataset, run, corrections = [] }) => {
    if (run === undefined) return [];
    const time = Date.parse(run);
    const changed = corrections.length > 0 ? t.changes(corrections.map(phrase).join("; ")) : t.unchanged;
    return [`${t.run(phrase(dataset), timeWords(time, zone), zone.label, ageWords(now - time))} ${changed}`];
  });
  return [...new Set(runs)];
}

function ageWords(ms: number): string {
  const t = texts().forecast;
  if (ms < HOUR) return t.ageMinutes(figure(Math.max(0, Math.floor(ms / MINUTE))));
  return t.age(figure(Math.floor(ms / HOUR)));
}
