/** The present answer as files, made here of what has come already: nothing is asked or charged again. */
import { signal } from "@preact/signals";
import { baseName, csvOf } from "../../result/downloads.js";
import { save } from "../../result/picture.js";
import type { Answer, YieldAnswer } from "../../service/answer.js";
import type { Store } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { button, h, type View } from "../../view.js";
import { sizeText } from "./formats.js";
import { words } from "./words.js";
import { type Facts, metadataOf, pieceOf } from "./years-work.js";

const CSV = "text/csv;charset=utf-8";
const JSON_TYPE = "application/json";

/** What the files need of an exchange: of a series, or of a yield. */
interface Answering {
  readonly answer: Answer | YieldAnswer | undefined;
  readonly isCurrent: boolean;
}

export function answerFiles(store: Store, exchange: Answering): View {
  const t = words();
  const problem = signal("");
  const saved = (label: string, work: (answer: Answer | YieldAnswer) => void | Promise<void>, attributes = {}) => {
    const { answer, isCurrent } = exchange;
    const run = async () => {
      problem.value = "";
      try {
        if (answer) await work(answer);
      } catch (thrown) {
        problem.value = t.unwritten((thrown as Error).message);
      }
    };
    // A file under the form's new place with the values of the place before would deceive for good.
    return button(label, () => void run(), { disabled: !answer || !isCurrent, ...attributes });
  };
  return () => {
    const { answer, isCurrent } = exchange;
    const hasRows = !answer || isSeries(answer);
    return h(
      "div",
      h("p.size", answer && isCurrent ? sizeOf(answer) : t.notYet),
      h(
        "div.actions",
        saved(t.save("CSV"), (found) => save(`${nameOf(found)}.csv`, tableOf(found).text, CSV), { class: "send" }),
        hasRows && saved(t.save("Parquet"), (found) => saveParquet(store, found)),
        saved(t.save("JSON"), (found) => save(`${nameOf(found)}.json`, found.text, JSON_TYPE)),
      ),
      h("p.problem", { role: "alert" }, problem.value),
    );
  };
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
  return words().exactSize(figure(rows), figure(columns), sizeText(text.length));
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
  const { path, query } = answer.request;
  const requests = [`${path}?${query.map((pair) => pair.join("=")).join("&")}`];
  const subject = { state, period: "", facts, holes: [], requests };
  const blob = await parquetOf([piece], piece.header, metadataOf(subject, piece.header, Date.now()));
  save(`${nameOf(answer)}.parquet`, blob, blob.type);
}

/** In their order, before the energies after each stage. */
const COLUMNS = [
  "month",
  "years",
  "horizontal_irradiation",
  "plane_irradiation",
  "energy",
  "specific_yield",
  "performance_ratio",
  "missing",
  "doubtful",
];

interface Months {
  readonly months: readonly ({ readonly [name: string]: unknown } & {
    readonly stages: { readonly [stage: string]: number | null };
  })[];
  readonly losses: readonly { readonly name: string }[];
}

interface Table {
  readonly text: string;
  readonly rows: number;
  readonly columns: number;
}

/** @param json the answer of `/v1/yield` as it came */
export function yieldTable(json: string): Table {
  const { months, losses }: Months = JSON.parse(json);
  const stages = losses.map(({ name }) => name);
  const head = [...COLUMNS, ...stages.map((name) => `after_${name}`)];
  const rows = months.map((month) => [
    ...COLUMNS.map((name) => month[name]),
    ...stages.map((name) => month.stages[name]),
  ]);
  const text = [head, ...rows.map((row) => row.map((value) => value ?? ""))]
    .map((row) => `${row.join(",")}\n`)
    .join("");
  return { text, rows: rows.length, columns: head.length };
}
