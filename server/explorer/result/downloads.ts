/** The answer as files: made here from what is on the page, so that nothing is asked or charged again. */
import type { Picture } from "../chart/picture.js";
import { h } from "../dom.js";
import type { SeriesExchange } from "../request/questions.js";
import type { Scene } from "../rooms/series/view.js";
import type { Answer, Source } from "../service/answer.js";
import type { State, Store } from "../state/state.js";
import { texts } from "../texts/texts.js";
import { captionOf } from "./caption.js";
import { framed } from "./framed.js";
import { lastAnswerText } from "./last-answer.js";
import { pictureButtons } from "./picture-buttons.js";
import { save } from "./save.js";

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
    return chart && framed(chart, captionOf(store.state, scene(), alsoFrom(), new Date()));
  };
  const name = (ending: string) => `${viewName(store.state)}_${placeName(store.state, exchange.answer)}.${ending}`;
  const pictures = pictureButtons(picture, name, problem);
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
  return h(
    "div",
    { class: "actions downloads" },
    h("span", {}, texts().report.picture.saveLabel),
    series,
    pictures,
    problem,
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
