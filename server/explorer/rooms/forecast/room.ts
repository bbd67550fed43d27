/** Tomorrow: what the roof feeds in on the days to come, with its range; and the light that it comes from. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { curvesChart } from "../../chart/curves.js";
import type { CurvesModel } from "../../chart/drawing.js";
import { MINUTE, timeWords, UTC, type Zone, zoneOfName } from "../../chart/time.js";
import { type Page, type PowerExchange, powerQuestion } from "../../request/questions.js";
import { isSame, yieldRequestOf } from "../../request/request.js";
import { provenance } from "../../result/downloads.js";
import { codeLink, status } from "../../result/status.js";
import { amount, type PowerAnswer, type PowerDay } from "../../service/answer.js";
import { Exchange } from "../../service/exchange.js";
import type { State } from "../../state/state.js";
import { dayName, figure, longDate, plain } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { periodFields } from "../../time/period.js";
import { each, h, of, part, type View } from "../../view.js";
import { planeName } from "../roof/figures.js";
import { resultSection } from "../series/result.js";
import { forecastView, runWords } from "./forecast-view.js";
import { goodness } from "./goodness.js";

export function make(page: Page): View {
  const { store, series, service, session } = page;
  const power: PowerExchange = new Exchange(powerQuestion(bestOf(page)), store, service, session);
  power.restart();
  const [light, period] = [resultSection(store, series, [forecastView(page)]), periodFields(page)];
  const origin = provenance(series);
  return () =>
    h(
      "div.forecast-room",
      of(Head, { page, power }),
      status(series, store, service),
      part(light),
      codeLink(store, "series"),
      h("details.group", h("summary", texts().forecast.settings), part(period)),
      part(origin),
    );
}

/** The best plane of a state, as far as its yield has told it. */
function bestOf({ yields }: Page) {
  return (state: State) => {
    const { answer } = yields;
    return answer?.optimum && isSame(answer.request, yieldRequestOf(state)) ? answer.optimum : undefined;
  };
}

/** Minutes after which a forecast that is left open is asked for again, where it is free. */
const OLD = 30;

function Head({ page, power }: { readonly page: Page; readonly power: PowerExchange }): VNode {
  const t = texts().forecast;
  const { store, service } = page;
  const { answer, isCurrent } = power;
  const { state } = store;
  const now = useNow(power);
  const zone = useMemo(() => answer && zoneOf(answer, state), [answer, state.zone]);
  const model = useMemo(() => answer && zone && modelOf(answer, zone, now), [answer, zone, now]);
  const isSynthetic = answer?.meta.weather.synthetic === true;
  return h(
    "section.forecast-head",
    { "aria-label": t.title, class: isCurrent ? "" : "old" },
    h("div.actions", h("h2", t.title), isSynthetic && h("p.badge.caution.synthetic", t.simulated)),
    h(
      "div.days",
      { role: "region", "aria-live": "polite", "aria-label": t.days, tabindex: 0 },
      answer && dayCards(answer).map(cardOf),
    ),
    status(power, store, service),
    h("div.power-chart", model && curvesChart(model), h("p.summary", model?.summary)),
    answer && zone && each("p", weatherWords(answer, state, zone, now), { class: "reading" }),
    answer && goodness(answer.meta.weather),
  );
}

/** Unix ms, by the minute. What is left open is asked again when it is old. */
function useNow(power: PowerExchange): number {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now();
      const { answer, stage, price } = power;
      const isOld = answer && now.value - Date.parse(answer.issued) > OLD * MINUTE;
      if (isOld && stage.kind === "answered" && price?.cost === 0) power.restart();
    }, MINUTE);
    return () => clearInterval(timer);
  }, []);
  return now.value;
}

/** The clock of the place, as its days have it. */
function zoneOf({ meta, start_times, end_times }: PowerAnswer, { zone }: State): Zone {
  if (zone === "utc") return UTC;
  const [from, to] = [start_times[0], end_times.at(-1)].map((time) => Date.parse(time ?? "")) as [number, number];
  return zoneOfName(meta.time_zone, from, to) ?? UTC;
}

function cardOf({ date, name, when, energy, range, left }: DayCard): VNode {
  return h(
    "div.day",
    { key: date, "data-date": date },
    h("h3", name, " ", h("small", when)),
    energy === undefined ? h("p", texts().forecast.unknown) : h("p.energy", energy),
    [range, left].map((text) => text !== undefined && h("p.hint", text)),
  );
}

/** Of which system, of which weather, and how old it is. */
function weatherWords(answer: PowerAnswer, state: State, zone: Zone, now: number): string[] {
  const t = texts().forecast;
  const { planes, meta } = answer;
  const names = planes.map((plane) => `${plain(plane.kwp)} kWp, ${planeName(plane)}`).join("; ");
  const behind = state.horizon === "flat" ? [] : [t.behind];
  const { sources = [] } = meta.weather;
  const system = t.ofRoof(planes.length > 1 ? `${plain(meta.kwp)} kWp: ${names}` : names);
  const { taught } = meta;
  const learnt = taught ? [t.taught(figure(taught.days), longDate(Date.parse(taught.until)))] : [];
  const source = meta.weather.synthetic ? [t.plausible] : [];
  return [
    [system, t.ranges, t.beforeNow, ...behind, ...learnt, ...source].join(" "),
    ...runWords({ sources }, zone, now),
  ];
}

function modelOf(answer: PowerAnswer, zone: Zone, now: number): CurvesModel {
  const t = texts().forecast;
  const { start_times, end_times, values, quantiles } = answer;
  const kilowatts = (column: readonly (number | null)[] = []) => column.map((value) => value && value / 1000);
  const power = kilowatts(values.ac_power);
  const { p10, p90 } = quantiles?.ac_power ?? {};
  const [unit, starts] = ["kW", start_times.map((time) => Date.parse(time))];
  const most = power.reduce((best: number, value, k) => ((value ?? 0) > (power[best] ?? 0) ? k : best), 0);
  return {
    title: t.powerChart,
    summary: power[most]
      ? t.summary(amount(power[most], unit), timeWords(starts[most] as number, zone))
      : t.summaryDark,
    times: starts.map((start, k) => (start + Date.parse(end_times[k] as string)) / 2),
    curves: [{ name: t.forecast, unit, values: power }],
    ...(p10 && p90 && { band: { name: t.band, unit, low: kilowatts(p10), high: kilowatts(p90) } }),
    zone,
    now,
  };
}

interface DayCard {
  readonly date: string;
  /** "Tomorrow", "Saturday"; and "29 November 2026". */
  readonly name: string;
  readonly when: string;
  /** "17.3 kWh"; undefined where it is not known. */
  readonly energy: string | undefined;
  readonly range: string | undefined;
  readonly left: string | undefined;
}

/** kWh: a range that is narrower, or what is less, is none. */
const LITTLE = 0.05;

/** From today on. */
export function dayCards({ days, issued }: { readonly days: readonly PowerDay[]; readonly issued: string }): DayCard[] {
  const t = texts().forecast;
  const today = issued.slice(0, "2026-01-31".length);
  const ahead = days.filter(({ date }) => date >= today);
  return ahead.map((day, k) => {
    const time = Date.parse(day.date);
    const near = ahead[0]?.date === today ? [t.today, t.tomorrow][k] : undefined;
    return { ...wordsOf(day, day.date === today), date: day.date, name: near ?? dayName(time), when: longDate(time) };
  });
}

function wordsOf(
  { energy, remaining, quantiles }: PowerDay,
  isToday: boolean,
): Pick<DayCard, "energy" | "range" | "left"> {
  const t = texts().forecast;
  const { p10, p90 } = quantiles ?? {};
  const hasRange = p10 !== undefined && p90 !== undefined && p90 - p10 > LITTLE;
  return {
    energy: energy === null ? undefined : t.power(figure(energy, 1)),
    range: hasRange ? t.range(figure(p10, 1), figure(p90, 1)) : undefined,
    left: isToday && remaining !== null ? t.left(figure(remaining, 1)) : undefined,
  };
}
