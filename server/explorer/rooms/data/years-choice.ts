/** Which years, and in which steps. */
import { choices, h, labelled, replace, select } from "../../dom.js";
import { endpointOf } from "../../state/endpoints.js";
import type { State, Store } from "../../state/state.js";
import { texts } from "../../texts/texts.js";
import { FIRST_OF_HISTORICAL, latestYear, pathOf, type Years } from "./plan.js";

/** From short to long. */
const STEPS = [
  "1_minute",
  "5_minutes",
  "10_minutes",
  "15_minutes",
  "30_minutes",
  "1_hour",
  "1_day",
  "1_month",
  "1_year",
];

/** The years of a state: its own, or the last ten that have ended. */
export function yearsOf({ years }: Pick<State, "years">, now: number): Years {
  const [, first, last] = /^(\d{4})-(\d{4})$/.exec(years) ?? [];
  return first === undefined ? lastYears(10, now) : { first: Number(first), last: Number(last) };
}

function lastYears(count: number, now: number): Years {
  const last = new Date(now).getUTCFullYear() - 1;
  return { first: last - count + 1, last };
}

/** The state in which years are asked for: their endpoint, with its columns and steps. */
export function changesFor(state: State, years: Years): Partial<State> {
  const endpoint = pathOf(years);
  const isOffered = endpointOf(endpoint).frequencies.includes(state.frequency);
  return {
    data: "years",
    endpoint,
    years: `${years.first}-${years.last}`,
    frequency: isOffered && state.data === "years" ? state.frequency : "1_hour",
  };
}

export function yearsChoice(store: Store): HTMLElement {
  const t = texts().data;
  const field = (name: keyof Years) => {
    const input = h("input", {
      type: "number",
      step: 1,
      min: 1900,
      max: 2100,
      inputmode: "numeric",
      "data-parameter": name,
    });
    input.addEventListener("change", () => {
      const years = { ...yearsOf(store.state, Date.now()), [name]: Number(input.value) };
      // What is no year is said, and left to be mended; a link could not hold it.
      if (/^\d{4}$/.test(input.value)) store.set(changesFor(store.state, years));
    });
    return input;
  };
  const [first, last] = [field("first"), field("last")];
  const step = select([], "", (frequency) => store.set({ frequency }));
  const preset = (label: string, years: () => Years) =>
    h("button", { type: "button", onclick: () => store.set(changesFor(store.state, years())) }, label);
  const show = (state: State) => {
    const years = yearsOf(state, Date.now());
    const { frequencies } = endpointOf(pathOf(years));
    if (document.activeElement !== first) first.value = String(years.first);
    if (document.activeElement !== last) last.value = String(years.last);
    const isWrong = !(years.first <= years.last);
    first.setAttribute("aria-invalid", String(isWrong));
    last.setAttribute("aria-invalid", String(isWrong || years.last > latestYear(years, Date.now())));
    const offered = STEPS.filter((name) => frequencies.includes(name));
    replace(step, choices(offered.map((name) => [name, t.steps[name] ?? name])));
    step.value = state.frequency;
  };
  show(store.state);
  store.subscribe(show);
  return h(
    "div",
    { class: "years-choice" },
    h("div", { class: "row" }, labelled(t.firstYear, first), labelled(t.lastYear, last)),
    h(
      "div",
      { class: "presets", role: "group", "aria-label": t.presets },
      preset(t.lastTen, () => lastYears(10, Date.now())),
      preset(t.lastTwenty, () => lastYears(20, Date.now())),
      preset(t.since2020, () => {
        const since = { first: FIRST_OF_HISTORICAL, last: FIRST_OF_HISTORICAL };
        return { ...since, last: latestYear(since, Date.now()) };
      }),
    ),
    labelled(t.step, step),
    h("p", { class: "hint" }, t.reach),
    h("p", { class: "hint" }, t.times),
  );
}
