/** The answer as files: made here from what is on the page, so that nothing is asked or charged again. */

import type { VNode } from "preact";
import type { Scene } from "../chart/months.js";
import type { Picture } from "../chart/picture.js";
import { timeWords, UTC } from "../chart/time.js";
import type { SeriesExchange } from "../request/questions.js";
import { type Answer, kindName, nameOf, noticeWords, phrase, phraseWords, type Source } from "../service/answer.js";
import { endpointOf, type State, type Store } from "../state/state.js";
import { amount } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { button, each, h, type View } from "../view.js";
import { captionOf, framed, pictureButtons, save } from "./picture.js";

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
): View {
  const picture = () => {
    const chart = shown();
    return chart && framed(chart, captionOf(store.state, scene(), alsoFrom(), new Date()));
  };
  // A file under the form's new place with the values of the place before would deceive for good.
  const isOld = () => lastAnswerText(exchange) !== undefined;
  const name = (ending: string) => `${viewName(store.state)}_${placeName(store.state, exchange.answer)}.${ending}`;
  const pictures = pictureButtons(picture, name, () => isOld() && !isOfState());
  const saved = (label: string, ending: string, textOf: (answer: Answer) => string, type: string) => {
    const { answer } = exchange;
    const keep = () => answer && save(`${baseName(answer)}.${ending}`, textOf(answer), type);
    return button(label, keep, { disabled: isOld() || answer === undefined });
  };
  return () =>
    h(
      "div.actions.downloads",
      h("span", texts().report.picture.saveLabel),
      saved("CSV", "csv", csvOf, "text/csv;charset=utf-8"),
      saved("JSON", "json", ({ text }) => text, "application/json"),
      pictures(),
    );
}

/** As the service's own CSV: the same columns and digits. */
export function csvOf({ startTexts, endTexts, columns }: Answer): string {
  const head = ["start_time", "end_time", ...columns.map(({ name }) => name)].join(",");
  const rows = startTexts.map((start, i) =>
    [start, endTexts[i], ...columns.map(({ values }) => values[i] ?? "")].join(","),
  );
  return `${[head, ...rows].join("\n")}\n`;
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

export function provenance(exchange: SeriesExchange): View {
  const t = texts().status.sources;
  return () => {
    const { answer } = exchange;
    if (!answer) return null;
    return h(
      "section.provenance",
      { "aria-label": t.title },
      h("h2", t.title),
      h("p.hint", lastAnswerText(exchange)),
      h("ul.notices", each("li", answer.notices.map(noticeWords))),
      h("ul.sources", answer.sources.map(sourceItem)),
    );
  };
}

/** What of a source is known wherever it is named. */
type ListedSource = Pick<Source, "dataset" | "licence"> & Partial<Source>;

/** One line for what it is, one for its licences; whom it credits is folded away. */
function sourceItem(source: ListedSource): VNode {
  const t = texts().status.sources;
  const { dataset, columns = [], corrections = [], attribution, licence } = source;
  const licences = distinct(licence);
  const line = [factsOf(source), columns.map(nameOf).join(", ")].filter(Boolean).join(": ");
  return h(
    "li",
    h("p", h("strong", phraseWords(dataset)), line === "" ? "" : ` – ${line}`),
    corrections.length === 0 ? null : h("p.hint", t.changes(corrections.map(phrase).join("; "))),
    h("p.hint", (licences.length === 1 ? t.licence : t.licences)(licences.join(" · "))),
    attribution === undefined
      ? null
      : h("details.hint", h("summary", t.credits), h("ul", each("li", distinct(attribution), { lang: "en" }))),
  );
}

function factsOf({ class: kind, cell, run }: ListedSource): string {
  const t = texts().status.sources;
  const away = cell && (cell.distance_km < 0.05 ? t.here : t.away(amount(Math.round(cell.distance_km * 10) / 10)));
  return [kind && kindName(kind), run === undefined ? undefined : t.run(`${timeWords(Date.parse(run), UTC)} UTC`), away]
    .filter((part) => part !== undefined)
    .join(", ");
}

/** Parts of a list that several data sets were put together from, each once. */
function distinct(list: string): string[] {
  return [...new Set(list.split(/;\s*/).filter((part) => part !== ""))];
}

/** Whose values are still shown; undefined where they are those of the form's request, or where there are none. */
export function lastAnswerText({
  answer,
  isCurrent,
}: Pick<SeriesExchange, "answer" | "isCurrent">): string | undefined {
  if (!answer || isCurrent) return undefined;
  const { place, request } = answer;
  return texts().status.sources.last(`${place.lat}, ${place.lon}`, endpointOf(request.path).name);
}
