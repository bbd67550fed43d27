/** Where the values come from, and what a reader of them should know. */
import { timeWords, UTC } from "../chart/time.js";
import { nameOf } from "../chart/words.js";
import { h, replace } from "../dom.js";
import type { SeriesExchange } from "../request/questions.js";
import type { Source } from "../service/answer.js";
import { kindName, noticeWords, phrase, phraseWords } from "../service/words.js";
import { amount } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { lastAnswerText } from "./last-answer.js";

export function provenance(exchange: SeriesExchange): HTMLElement {
  const t = texts().status.sources;
  const notices = h("ul", { class: "notices" });
  const sources = h("ul", { class: "sources" });
  const last = h("p", { class: "hint" });
  const show = () => {
    const { answer } = exchange;
    last.textContent = lastAnswerText(exchange) ?? "";
    section.hidden = answer === undefined;
    replace(
      notices,
      (answer?.notices ?? []).map((notice) => h("li", {}, noticeWords(notice))),
    );
    replace(sources, (answer?.sources ?? []).map(sourceItem));
  };
  const section = h(
    "section",
    { class: "provenance", "aria-label": t.title },
    h("h2", {}, t.title),
    last,
    notices,
    sources,
  );
  exchange.onChange(show);
  show();
  return section;
}

/** What of a source is known wherever it is named. */
export type ListedSource = Pick<Source, "dataset" | "licence"> & Partial<Source>;

/** One line for what it is, one for its licences; whom it credits is folded away. */
export function sourceItem(source: ListedSource): HTMLElement {
  const t = texts().status.sources;
  const { dataset, columns = [], corrections = [], attribution, licence } = source;
  const licences = distinct(licence);
  const line = [factsOf(source), columns.map(nameOf).join(", ")].filter(Boolean).join(": ");
  return h(
    "li",
    {},
    h("p", {}, h("strong", {}, phraseWords(dataset)), line === "" ? "" : ` – ${line}`),
    corrections.length === 0 ? null : h("p", { class: "hint" }, t.changes(corrections.map(phrase).join("; "))),
    h("p", { class: "hint" }, (licences.length === 1 ? t.licence : t.licences)(licences.join(" · "))),
    attribution === undefined
      ? null
      : h("details", { class: "hint" }, h("summary", {}, t.credits), h("ul", {}, distinct(attribution).map(credit))),
  );
}

function factsOf({ class: kind, cell, run }: ListedSource): string {
  const t = texts().status.sources;
  const away = cell && (cell.distance_km < 0.05 ? t.here : t.away(amount(Math.round(cell.distance_km * 10) / 10)));
  return [kind && kindName(kind), run === undefined ? undefined : t.run(`${timeWords(Date.parse(run), UTC)} UTC`), away]
    .filter((part) => part !== undefined)
    .join(", ");
}

function credit(text: string): HTMLElement {
  return h("li", { lang: "en" }, text);
}

/** Parts of a list that several data sets were put together from, each once. */
function distinct(list: string): string[] {
  return [...new Set(list.split(/;\s*/).filter((part) => part !== ""))];
}
