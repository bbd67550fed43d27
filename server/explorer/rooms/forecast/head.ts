/** What the roof brings in the next days, and its power with the band of likely values: the service's own forecast of all its planes. */
import { isDark } from "../../chart/colours.js";
import { Curves } from "../../chart/curves.js";
import { timeWords, UTC, type Zone } from "../../chart/time.js";
import { amount } from "../../chart/words.js";
import { h, replace } from "../../dom.js";
import { type PowerExchange, powerQuestion } from "../../request/questions.js";
import { isSame } from "../../request/request.js";
import { yieldRequestOf } from "../../request/yield-request.js";
import { statusBar } from "../../result/status.js";
import { Exchange } from "../../service/exchange.js";
import type { PowerAnswer } from "../../service/power-answer.js";
import type { State } from "../../state/state.js";
import { plain } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { zoneOfName } from "../../time/zone.js";
import type { Page } from "../page.js";
import { planeName } from "../roof/pictures.js";
import { type DayCard, dayCards } from "./days.js";
import { runWords } from "./words.js";

export function forecastHead({ store, service, session, yields }: Page): HTMLElement {
  const t = texts().forecast;
  const bestOf = (state: State) => {
    const { answer } = yields;
    return answer?.optimum && isSame(answer.request, yieldRequestOf(state)) ? answer.optimum : undefined;
  };
  const power: PowerExchange = new Exchange(powerQuestion(bestOf), store, service, session);
  const badge = h("p", { class: "badge caution synthetic", hidden: true }, t.simulated);
  const days = h("div", { class: "days", role: "status" });
  const system = h("p", { class: "hint" });
  const words = h("p", { class: "summary" });
  const curves = new Curves();
  const runs = h("div", {});
  const chart = h("div", { class: "power-chart" }, curves.element, words);
  const parts = [badge, days, system, statusBar(power, store, service), chart, runs];
  const head = h("section", { class: "forecast-head", "aria-label": t.days }, h("h2", {}, t.title), parts);
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
    replace(
      runs,
      runWords({ sources }, zone, Date.now()).map((text) => h("p", { class: "reading" }, text)),
    );
  };
  power.onChange(show);
  store.subscribe(show);
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
    "div",
    { class: "day", "data-date": date },
    h("h3", {}, name, isSynthetic ? h("span", { class: "badge caution" }, t.synthetic) : null),
    energy === undefined ? h("p", {}, t.unknown) : h("p", { class: "energy" }, energy),
    [range, left].map((text) => (text === undefined ? null : h("p", { class: "hint" }, text))),
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
