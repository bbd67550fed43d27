/** The present answer as files, made here of what has come already: nothing is asked or charged again. */
import { h } from "../../dom.js";
import type { Asked } from "../../request/request.js";
import { baseName, csvOf } from "../../result/downloads.js";
import { save } from "../../result/save.js";
import { type Table, yieldTable } from "../../result/yield-csv.js";
import type { Answer } from "../../service/answer.js";
import type { YieldAnswer } from "../../service/yield-answer.js";
import type { Store } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { type Facts, metadataOf } from "./about.js";
import { sizeText } from "./formats.js";
import { pieceOf } from "./joined.js";

const CSV = "text/csv;charset=utf-8";
const JSON_TYPE = "application/json";

/** What the files need of an exchange: of a series, or of a yield. */
interface Answering {
  readonly answer: Answer | YieldAnswer | undefined;
  readonly isCurrent: boolean;
  onChange(listener: () => void): void;
}

export function answerFiles(store: Store, exchange: Answering): HTMLElement {
  const t = texts().data;
  const size = h("p", { class: "size" });
  const problem = h("p", { class: "problem", role: "alert" });
  const button = (label: string, work: (answer: Answer | YieldAnswer) => void | Promise<void>) => {
    const run = async () => {
      problem.textContent = "";
      try {
        if (exchange.answer) await work(exchange.answer);
      } catch (thrown) {
        problem.textContent = t.unwritten((thrown as Error).message);
      }
    };
    return h("button", { type: "button", onclick: () => void run() }, label);
  };
  const [csv, parquet, json] = [
    button(t.save("CSV"), (answer) => save(`${nameOf(answer)}.csv`, tableOf(answer).text, CSV)),
    button(t.save("Parquet"), (answer) => saveParquet(store, answer)),
    button(t.save("JSON"), (answer) => save(`${nameOf(answer)}.json`, answer.text, JSON_TYPE)),
  ];
  csv.classList.add("send");
  const show = () => {
    const { answer, isCurrent } = exchange;
    // A file under the form's new place with the values of the place before would deceive for good.
    for (const one of [csv, parquet, json]) one.disabled = !answer || !isCurrent;
    parquet.hidden = answer !== undefined && !isSeries(answer);
    size.textContent = answer && isCurrent ? sizeOf(answer) : t.notYet;
  };
  exchange.onChange(show);
  store.subscribe(show);
  show();
  return h("div", {}, size, h("div", { class: "actions" }, csv, parquet, json), problem);
}

function isSeries(answer: Answer | YieldAnswer): answer is Answer {
  return "starts" in answer;
}

function tableOf(answer: Answer | YieldAnswer): Table {
  if (!isSeries(answer)) return yieldTable(answer.text);
  return { text: csvOf(answer), rows: answer.starts.length, columns: answer.columns.length };
}

function sizeOf(answer: Answer | YieldAnswer): string {
  const { text, rows, columns } = tableOf(answer);
  return texts().data.exactSize(figure(rows), figure(columns), sizeText(text.length));
}

function nameOf(answer: Answer | YieldAnswer): string {
  if (isSeries(answer)) return baseName(answer);
  const { place, weather } = answer;
  return ["yield", place.latitude, place.longitude, ...(weather.synthetic ? ["synthetic"] : [])].join("_");
}

async function saveParquet({ state }: Store, answer: Answer | YieldAnswer): Promise<void> {
  if (!isSeries(answer)) return;
  const { parquetOf } = await import("./parquet.js");
  const piece = pieceOf(csvOf(answer));
  const facts: Facts = {
    sources: answer.sources.map(({ dataset, licence }) => ({ dataset, licence, synthetic: answer.synthetic })),
    notices: answer.notices.map(({ message }) => message),
    synthetic: answer.synthetic,
  };
  const subject = { state, period: "", facts, holes: [], requests: [requestText(answer.request)] };
  const blob = await parquetOf([piece], piece.header, metadataOf(subject, piece.header, Date.now()));
  save(`${nameOf(answer)}.parquet`, blob, blob.type);
}

function requestText({ path, query }: Asked): string {
  return `${path}?${query.map((pair) => pair.join("=")).join("&")}`;
}
