/** The next days in numbers: the light, and what the roof makes of it by the simple formula; and what kind of forecast it is. */
import { clockText, dateText, type Zone, zoneOf } from "../../chart/time.js";
import { h, replace } from "../../dom.js";
import { isForecast } from "../../state/endpoints.js";
import type { State } from "../../state/state.js";
import { figure, longDate } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import type { Page } from "../page.js";
import { type DayLight, dayLights, nearness } from "./days.js";
import type { Past } from "./past.js";
import { runWords } from "./words.js";

export function forecastHead({ store, series }: Page, past: Past): HTMLElement {
  const t = texts().forecast;
  const badge = h("p", { class: "badge caution synthetic", hidden: true }, t.simulated);
  const days = h("div", { class: "days", role: "status" });
  const runs = h("div", {});
  const head = h("section", { class: "forecast-head", "aria-label": t.days }, h("h2", {}, t.title), badge, days, runs);
  const show = () => {
    const { answer } = series;
    const { state } = store;
    if (state.room !== "forecast") return;
    head.classList.toggle("old", !series.isCurrent);
    if (!answer || !isForecast(answer.request.path)) return;
    const zone = zoneOf(state, answer);
    badge.hidden = !answer.synthetic;
    const found = dayLights(answer, past.answer, zone);
    replace(
      days,
      found.map((day) => dayCard(day, state, zone, answer.synthetic)),
    );
    replace(
      runs,
      runWords(answer, zone, Date.now()).map((text) => h("p", { class: "reading" }, text)),
      h("p", { class: "hint" }, t.formula),
      state.horizon === "flat" ? null : h("p", { class: "hint" }, t.behind),
    );
  };
  series.onChange(show);
  past.onChange(show);
  store.subscribe(show);
  show();
  return head;
}

/** A described system has a power of its own, which the page does not read. */
function powerOf({ kwp, system }: State): number | undefined {
  return system === "" ? kwp : undefined;
}

function dayCard(day: DayLight, state: State, zone: Zone, isSynthetic: boolean): HTMLElement {
  const t = texts().forecast;
  const kwp = powerOf(state);
  const energy = day.power === undefined ? undefined : day.power * (kwp ?? 1);
  const card = h(
    "div",
    { class: "day" },
    h("h3", {}, dayName(day, zone), isSynthetic ? h("span", { class: "badge caution" }, t.synthetic) : null),
    energy === undefined
      ? null
      : [
          h("p", { class: "energy" }, t.power(figure(energy, 1))),
          h("p", { class: "hint" }, kwp === undefined ? t.ofKwp : t.ofRoof(figure(kwp, kwp % 1 === 0 ? 0 : 1))),
        ],
    day.plane === undefined ? null : h("p", {}, t.plane(figure(day.plane, 2))),
    day.level === undefined ? h("p", {}, t.unknown) : h("p", {}, t.level(figure(day.level, 2))),
    partWords(day, zone),
  );
  // Unrounded, for those who compare with the service.
  const numbers = { date: dateText(day.day, zone), level: day.level, plane: day.plane, energy };
  for (const [name, value] of Object.entries(numbers)) if (value !== undefined) card.dataset[name] = String(value);
  return card;
}

function dayName(day: DayLight, zone: Zone): string {
  const t = texts().forecast;
  const near = nearness(day, Date.now(), zone);
  const date = longDate(Date.parse(dateText(day.day, zone)));
  return near ? t.dayName(t[near], date) : date;
}

/** Which part of the day the sums are of, and which of it is forecast. */
function partWords({ day, from, forecastFrom }: DayLight, zone: Zone): HTMLElement | null {
  const t = texts().forecast;
  if (from > day) return h("p", { class: "hint" }, t.fromClock(clockText(from, zone)));
  return forecastFrom > day ? h("p", { class: "hint" }, t.observedUntil(clockText(forecastFrom, zone))) : null;
}
