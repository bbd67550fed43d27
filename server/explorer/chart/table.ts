/** The table behind a chart: the same values, a page of rows at a time. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { button, h, of, tableOf } from "../view.js";

export interface TableModel {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Text of a cell; null is missing. The first column names the row. */
  cell(row: number, column: number): string | null;
}

const PAGE = 96;
export const MISSING = "–";

/** @param title of the disclosure; default: that of the table behind a chart */
export function pagedTable(model: TableModel | undefined, title = texts().chart.table): VNode | null {
  return model ? of(PagedTable, { model, title }) : null;
}

/** Nothing of it is made while nobody looks. */
function PagedTable({ model, title }: { readonly model: TableModel; readonly title: string }): VNode {
  const isOpen = useSignal(false);
  const ontoggle = ({ currentTarget }: { currentTarget: HTMLDetailsElement }) => (isOpen.value = currentTarget.open);
  return h("details.table", { ontoggle }, h("summary", title), isOpen.value && of(Rows, { model, title }));
}

/** The page stays while the rows are as many. */
function Rows({ model, title }: { readonly model: TableModel; readonly title: string }): VNode[] {
  const words = texts().chart;
  const { caption, columns: head, rows } = model;
  const turned = useSignal({ rows, first: 0 });
  const first = turned.value.rows === rows ? turned.value.first : 0;
  const last = Math.max(0, Math.floor((rows - 1) / PAGE) * PAGE);
  const end = Math.min(rows, first + PAGE);
  const turn = (label: string, to: number) =>
    button(label, () => (turned.value = { rows, first: Math.min(last, Math.max(0, to)) }));
  const cells = (row: number) => head.map((_name, column) => model.cell(row, column) ?? MISSING);
  const place = rows === 0 ? words.noRows : words.rows(figure(first + 1), figure(end), figure(rows));
  return [
    h(
      "div.pager",
      { hidden: rows <= PAGE },
      turn(words.first, 0),
      turn(words.previous, first - PAGE),
      h("span.rows", place),
      turn(words.next, first + PAGE),
      turn(words.last, last),
    ),
    h(
      "div.scroll",
      { tabindex: 0, role: "region", "aria-label": title },
      tableOf({ caption, head, rows: Array.from({ length: end - first }, (_, k) => cells(first + k)) }),
    ),
  ];
}
