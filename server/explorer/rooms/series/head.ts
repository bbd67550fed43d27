/** The head of a chart: which place and time it is of, and whether its weather ever happened. */
import { spanText, zoneOf } from "../../chart/time.js";
import { h } from "../../dom.js";
import type { SeriesExchange } from "../../request/questions.js";
import type { Answer } from "../../service/answer.js";
import { isForecast } from "../../state/endpoints.js";
import type { State, Store } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";

export function chartHead(store: Store, exchange: SeriesExchange): HTMLElement {
  const place = h("h2", {});
  const when = h("p", { class: "facts" });
  const origin = h("p", { class: "badge" });
  const show = () => {
    const { answer } = exchange;
    const { state } = store;
    place.textContent = placeText(state, answer);
    when.textContent = answer ? whenText(state, answer) : "";
    origin.hidden = answer === undefined;
    origin.className = answer?.synthetic ? "synthetic badge caution" : "badge";
    origin.textContent = answer ? originText(answer) : "";
  };
  exchange.onChange(show);
  store.subscribe(show);
  show();
  return h("div", { class: "chart-head" }, h("div", {}, place, when), origin);
}

/** The name is that of the state: an answer of another place has none. */
function placeText({ lat, lon, name }: State, answer: Answer | undefined): string {
  const { place = { lat, lon } } = answer ?? {};
  const isOfState = place.lat === lat && place.lon === lon;
  return isOfState && name !== "" ? name : `${place.lat}, ${place.lon}`;
}

function whenText(state: State, answer: Answer): string {
  const { starts, ends, place } = answer;
  const zone = zoneOf(state, answer);
  const span = spanText(starts[0] ?? 0, (ends.at(-1) ?? 1) - 1, zone);
  const period = zone.isYearless ? texts().chart.typicalYear : span;
  return `${period} · ${texts().series.altitude(figure(place.altitude))}`;
}

function originText({ synthetic, sources, request }: Answer): string {
  const { series } = texts();
  const hint = isForecast(request.path) ? series.syntheticAhead : series.syntheticHint;
  if (synthetic) return `${series.synthetic}: ${hint}`;
  return series.measured([...new Set(sources.map(({ dataset }) => dataset))].join(", "));
}
