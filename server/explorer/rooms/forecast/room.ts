/** The forecast of the next hours and days. */
import { Curves } from "../../chart/curves.js";
import { isDark } from "../../chart/picture.js";
import { timeWords, UTC, type Zone, zoneOfName } from "../../chart/time.js";
import { each, h, replace } from "../../dom.js";
import { type Page, type PowerExchange, powerQuestion } from "../../request/questions.js";
import { isSame, yieldRequestOf } from "../../request/request.js";
import { provenance } from "../../result/downloads.js";
import { codeLink, status } from "../../result/status.js";
import { amount, type PowerAnswer, type PowerDay } from "../../service/answer.js";
import { Exchange } from "../../service/exchange.js";
import type { State } from "../../state/state.js";
import { figure, longDate, plain } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { periodFields } from "../../time/period.js";
import { live } from "../../view.js";
import { planeName } from "../roof/pictures.js";
import { resultSection } from "../series/result.js";
import { forecastView, runWords } from "./forecast-view.js";

export function make(page: Page): HTMLElement {
  const { store, series, service } = page;
  return h(
    "div.forecast-room",
    forecastHead(page),
    live("div", () => status(series, store, service)),
    resultSection(store, series, [forecastView(page)]),
    live("span", () => codeLink(store, "series")),
    h("details.group", h("summary", texts().forecast.settings), periodFields(page)),
    live("div", provenance(series)),
  );
}

function forecastHead({ store, service, session, yields }: Page): HTMLElement {
  const t = texts().forecast;
  const bestOf = (state: State) => {
    const { answer } = yields;
    return answer?.optimum && isSame(answer.request, yieldRequestOf(state)) ? answer.optimum : undefined;
  };
  const power: PowerExchange = new Exchange(powerQuestion(bestOf), store, service, session);
  const badge = h("p.badge.caution.synthetic", { hidden: true }, t.simulated);
  const days = h("div.days", { role: "status" });
  const system = h("p.hint");
  const words = h("p.summary");
  const curves = new Curves();
  const runs = h("div");
  const chart = h("div.power-chart", curves.element, words);
  const parts = [badge, days, system, live("div", () => status(power, store, service)), chart, runs];
  const head = h("section.forecast-head", { "aria-label": t.days }, h("h2", t.title), parts);
  let shown: readonly unknown[] = [];
  const show = () => {
    const { answer } = power;
    const { state } = store;
    if (state.room !== "forecast") return;
    head.classList.toggle("old", !power.isCurrent);
    const key = [answer, state.zone, isDark()];
    if (!answer || key.every((part, k) => part === shown[k])) return;
    shown = key;
    const zone = zoneOf(answer, state);
    const { weather } = answer.meta;
    badge.hidden = !weather.synthetic;
    replace(
      days,
      dayCards(answer).map((day) => cardOf(day, weather.synthetic)),
    );
    system.textContent = systemWords(answer, state);
    words.textContent = drawPower(curves, answer, zone);
    const { sources = [] } = weather;
    replace(runs, each("p", runWords({ sources }, zone, Date.now()), { class: "reading" }));
  };
  power.onChange(show);
  store.onChange(show);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", show);
  power.restart();
  show();
  return head;
}

/** The clock of the place, as its days have it. */
function zoneOf({ meta, start_times, end_times }: PowerAnswer, { zone }: State): Zone {
  if (zone === "utc") return UTC;
  const [from, to] = [start_times[0], end_times.at(-1)].map((time) => Date.parse(time ?? "")) as [number, number];
  return zoneOfName(meta.time_zone, from, to) ?? UTC;
}

function cardOf({ date, name, energy, range, left }: DayCard, isSynthetic: boolean): HTMLElement {
  const t = texts().forecast;
  return h(
    "div.day",
    { "data-date": date },
    h("h3", name, isSynthetic ? h("span.badge.caution", t.synthetic) : null),
    energy === undefined ? h("p", t.unknown) : h("p.energy", energy),
    [range, left].map((text) => (text === undefined ? null : h("p.hint", text))),
  );
}

function systemWords({ planes, meta }: PowerAnswer, { horizon }: State): string {
  const t = texts().forecast;
  const names = planes.map((plane) => `${plain(plane.kwp)} kWp, ${planeName(plane)}`).join("; ");
  const behind = horizon === "flat" ? [] : [t.behind];
  return [t.ofRoof(planes.length > 1 ? `${plain(meta.kwp)} kWp: ${names}` : names), t.ranges, ...behind].join(" ");
}

/** @returns what there is to see, in words */
function drawPower(curves: Curves, { start_times, end_times, values, quantiles }: PowerAnswer, zone: Zone): string {
  const t = texts().forecast;
  const kilowatts = (column: readonly (number | null)[] = []) => column.map((value) => value && value / 1000);
  const power = kilowatts(values.ac_power);
  const { p10, p90 } = quantiles?.ac_power ?? {};
  const [unit, starts] = ["kW", start_times.map((time) => Date.parse(time))];
  const most = power.reduce((best: number, value, k) => ((value ?? 0) > (power[best] ?? 0) ? k : best), 0);
  const summary = power[most]
    ? t.summary(amount(power[most], unit), timeWords(starts[most] as number, zone))
    : t.summaryDark;
  curves.draw({
    title: t.powerChart,
    summary,
    times: starts.map((start, k) => (start + Date.parse(end_times[k] as string)) / 2),
    curves: [{ name: t.forecast, unit, values: power }],
    ...(p10 && p90 && { band: { name: t.band, unit, low: kilowatts(p10), high: kilowatts(p90) } }),
    zone,
    now: Date.now(),
  });
  return summary;
}

interface DayCard {
  readonly date: string;
  readonly name: string;
  /** "17.3 kWh"; undefined where it is not known. */
  readonly energy: string | undefined;
  readonly range: string | undefined;
  readonly left: string | undefined;
}

/** kWh: a range that is narrower, or what is less, is none. */
const LITTLE = 0.05;

export function dayCards({ days, issued }: { readonly days: readonly PowerDay[]; readonly issued: string }): DayCard[] {
  const today = issued.slice(0, "2026-01-31".length);
  const first = days.findIndex(({ date }) => date === today);
  return days.map((day, k) => ({
    ...wordsOf(day, k === first),
    date: day.date,
    name: nameOf(day, first < 0 ? -1 : k - first),
  }));
}

/** @param ahead days from today; below 0: it is not known which day is today */
function nameOf({ date }: PowerDay, ahead: number): string {
  const t = texts().forecast;
  const near = [t.today, t.tomorrow][ahead];
  const written = longDate(Date.parse(date));
  return near === undefined ? written : t.dayName(near, written);
}

function wordsOf({ energy, remaining, quantiles }: PowerDay, isToday: boolean): Omit<DayCard, "date" | "name"> {
  const t = texts().forecast;
  const { p10, p90 } = quantiles ?? {};
  const hasRange = p10 !== undefined && p90 !== undefined && p90 - p10 > LITTLE;
  return {
    energy: energy === null ? undefined : t.power(figure(energy, 1)),
    range: hasRange ? t.range(figure(p10, 1), figure(p90, 1)) : undefined,
    left: isToday && remaining !== null ? t.left(figure(remaining, 1)) : undefined,
  };
}
