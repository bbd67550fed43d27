/** Endpoint, period and frequency. */
import { DAY } from "irradiance-engine/shared";
import { choices, h, labelled, replace, select } from "../dom.js";
import { ENDPOINT_PATHS, type EndpointPath, endpointOf } from "../state/endpoints.js";
import type { State, Store } from "../state/state.js";
import { monthlyFields } from "./monthly.js";

/** In the order in which they are offered. */
const FREQUENCIES: { readonly [name: string]: string } = {
  "1_minute": "1 minute",
  "5_minutes": "5 minutes",
  "10_minutes": "10 minutes",
  "15_minutes": "15 minutes",
  "30_minutes": "30 minutes",
  "1_hour": "1 hour",
  "1_day": "1 day (sums)",
  "1_month": "1 month (sums)",
  "1_year": "1 year (sums)",
};
const HINT = "UTC, such as 2024-06-21T00:00Z, or relative to now, such as -3days.";
const RECENT_DAYS = 10;

export function periodFields(store: Store): HTMLElement {
  const endpoint = select(
    ENDPOINT_PATHS.map((path) => [path, endpointOf(path).name]),
    store.state.endpoint,
    (value) => store.set(withPeriod(store.state, value as EndpointPath)),
  );
  const frequency = select([], "", (value) => store.set({ frequency: value }));
  const field = (name: "start" | "end" | "year") => {
    const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", "data-parameter": name });
    input.addEventListener("change", () => store.set({ [name]: input.value.trim() }));
    return input;
  };
  const [start, end, year] = [field("start"), field("end"), field("year")];
  const span = h("div", {}, labelled("Start", start), labelled("End", end), h("p", { class: "hint" }, HINT));
  const inYear = labelled("Calendar year", year, h("p", { class: "hint" }, "Empty: the last complete year."));
  const monthly = monthlyFields(store);
  const show = (state: State) => {
    const { period, frequencies, start: from, end: to } = endpointOf(state.endpoint);
    endpoint.value = state.endpoint;
    const offered = Object.entries(FREQUENCIES).filter(([name]) => frequencies.includes(name));
    replace(frequency, choices(offered));
    frequency.value = state.frequency;
    span.hidden = period !== "span";
    inYear.hidden = period !== "year";
    monthly.hidden = period !== "months";
    start.placeholder = from;
    end.placeholder = to;
    for (const [input, value] of [
      [start, state.start],
      [end, state.end],
      [year, state.year],
    ] as const) {
      if (document.activeElement !== input) input.value = value;
    }
  };
  show(store.state);
  store.subscribe(show);
  return h("div", {}, labelled("Endpoint", endpoint), span, inYear, monthly, labelled("Frequency", frequency));
}

/** Where start and end must be given, the year before the current one is a start. */
function withPeriod(state: State, endpoint: EndpointPath): Partial<State> {
  const { period, start } = endpointOf(endpoint);
  if (period !== "span" || start !== "") return { endpoint, start: "", end: "" };
  const year = new Date(Date.now() - RECENT_DAYS * DAY).getUTCFullYear() - 1;
  return {
    endpoint,
    start: state.start || `${year}-01-01T00:00Z`,
    end: state.end || `${year + 1}-01-01T00:00Z`,
    frequency: "1_hour",
  };
}
