/** The answer as files: made here from what is on the page, so that nothing is asked or charged again. */
import { monthlyUnit } from "../chart/months.js";
import type { Picture } from "../chart/picture.js";
import { totalOf } from "../chart/shading.js";
import { dateText } from "../chart/time.js";
import { h } from "../dom.js";
import type { SeriesExchange } from "../request/questions.js";
import type { Scene } from "../rooms/series/view.js";
import { type Answer, type Source, sourceText } from "../service/answer.js";
import { parameterTitle } from "../state/endpoints.js";
import { lineOf } from "../state/horizon.js";
import type { State, Store } from "../state/state.js";
import { inLight } from "../theme.js";
import { type Caption, framed } from "./framed.js";
import { lastAnswerText } from "./last-answer.js";
import { pngOf } from "./png.js";
import { save } from "./save.js";

const NO_PICTURE = "This view has no picture yet.";
const COMMA_SEPARATED = "text/csv;charset=utf-8";

/**
 * @param isOfState whether the view that is shown draws nothing of the answer
 * @param shown its picture
 * @param alsoFrom the sources of what it draws besides the answer
 */
export function downloads(
  store: Store,
  exchange: SeriesExchange,
  scene: () => Scene | undefined,
  isOfState: () => boolean,
  shown: () => Picture | undefined,
  alsoFrom: () => readonly Source[],
): HTMLElement {
  const problem = h("span", { class: "problem", role: "status" });
  const button = (label: string, work: () => void) => h("button", { type: "button", onclick: work }, label);
  const withAnswer = (work: (answer: Answer) => void) => () => exchange.answer && work(exchange.answer);
  const picture = () => {
    const chart = shown();
    return chart && framed(chart, captionOf(store.state, scene(), alsoFrom()));
  };
  const name = (ending: string) => `${viewName(store.state)}_${placeName(store.state, exchange.answer)}.${ending}`;
  const pictures = [
    button("SVG", () => {
      const text = picture();
      problem.textContent = text === undefined ? NO_PICTURE : "";
      if (text !== undefined) save(name("svg"), text, "image/svg+xml");
    }),
    button("PNG", () => {
      const text = inLight(picture);
      problem.textContent = text === undefined ? NO_PICTURE : "";
      if (text === undefined) return;
      pngOf(text).then(
        (blob) => save(name("png"), blob, "image/png"),
        ({ message }: Error) => (problem.textContent = `The PNG cannot be made: ${message}. Use the SVG instead.`),
      );
    }),
  ];
  const series = [
    button(
      "CSV",
      withAnswer((answer) => save(`${baseName(answer)}.csv`, csvOf(answer), COMMA_SEPARATED)),
    ),
    button(
      "JSON",
      withAnswer((answer) => save(`${baseName(answer)}.json`, answer.text, "application/json")),
    ),
  ];
  const show = () => {
    // A file under the form's new place with the values of the place before would deceive for good.
    const isOld = lastAnswerText(exchange) !== undefined;
    for (const one of series) one.disabled = isOld || exchange.answer === undefined;
    for (const one of pictures) one.disabled = isOld && !isOfState();
  };
  exchange.onChange(show);
  store.subscribe(show);
  show();
  return h("div", { class: "actions downloads" }, h("span", {}, "Download:"), series, pictures, problem);
}

/** As the service's own CSV: the same columns and digits. */
export function csvOf({ startTexts, endTexts, columns }: Answer): string {
  const head = ["start_time", "end_time", ...columns.map(({ name }) => name)].join(",");
  const rows = startTexts.map((start, i) =>
    [start, endTexts[i], ...columns.map(({ values }) => values[i] ?? "")].join(","),
  );
  return `${[head, ...rows].join("\n")}\n`;
}

/** A picture leaves the page alone: its caption says all that it shows. The sun's path has a place and a horizon, but no answer. */
export function captionOf(state: State, scene: Scene | undefined, also: readonly Source[]): Caption {
  const { lat, lon } = state;
  const horizon = `horizon: ${horizonName(state)}`;
  if (!scene || state.room === "sun")
    return { place: `${lat}, ${lon} · ${horizon}`, sources: ["Sun: irradiance-engine."] };
  const { answer, zone } = scene;
  const { place, starts, ends, synthetic, sources, notices } = answer;
  const dates = `${dateText(starts[0] ?? 0, zone)} to ${dateText((ends.at(-1) ?? 1) - 1, zone)}`;
  const period = `${zone.isYearless ? "typical year" : dates}, ${zone.label}`;
  return {
    place: `${place.lat}, ${place.lon}, ${place.altitude} m · ${period} · ${planeText(state)} · ${horizon}`,
    sources: [
      ...[sumsText(answer)].filter((text) => text !== ""),
      ...(synthetic ? ["Synthetic weather: plausible, but not what happened."] : []),
      ...[...sources, ...also].map((source) => `Source: ${sourceText(source)}`),
      ...notices.map((notice) => `Notice: ${notice}.`),
    ],
  };
}

function planeText({ tracking_mode, surface_tilt, surface_azimuth }: State): string {
  return tracking_mode === "none"
    ? `fixed plane, tilt ${surface_tilt}°, azimuth ${surface_azimuth}°`
    : "tracked, one horizontal axis from north to south";
}

function horizonName({ horizon }: State): string {
  const line = lineOf(horizon);
  if (!line) return "from the terrain";
  return horizon === "flat" ? horizon : `own line, up to ${Math.max(...line)}°`;
}

/** The energies of the whole period; "" where there are none. */
function sumsText(answer: Answer): string {
  const sums = answer.parameters.flatMap((column) => {
    const total = totalOf(answer, column);
    return total === null ? [] : [`${parameterTitle(column.name)} ${total.toFixed(1)} ${monthlyUnit(column)}`];
  });
  return sums.length === 0 ? "" : `Sum of the period: ${sums.join("; ")}.`;
}

/** What is drawn: a way to show a series, or the room's own picture. */
function viewName({ room, view }: State): string {
  return room === "sun" ? "sun-path" : room === "forecast" ? room : view;
}

function placeName({ lat, lon, room }: State, answer: Answer | undefined): string {
  return room === "sun" || !answer ? `${lat}_${lon}` : baseName(answer);
}

export function baseName({ request, place, synthetic }: Answer): string {
  return [request.path.replaceAll("/", "-"), place.lat, place.lon, ...(synthetic ? ["synthetic"] : [])].join("_");
}
