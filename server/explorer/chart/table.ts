/** The table behind a chart: the same values, a page of rows at a time. */
import { useSignal } from "@preact/signals";
import type { VNode } from "preact";
import { button as ob, h as oh, tableOf as ot, replace } from "../dom.js";
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

export class OldTable {
  readonly element: HTMLElement;
  private readonly body: HTMLElement;
  private readonly place = oh("span.rows");
  private readonly pager: HTMLElement;
  private readonly details: HTMLDetailsElement;
  private model: TableModel | undefined;
  private first = 0;

  /** @param title of the disclosure; default: that of the table behind a chart */
  constructor(title = texts().chart.table) {
    const words = texts().chart;
    this.body = oh("div.scroll", { tabindex: 0, role: "region", "aria-label": title });
    const turn = (label: string, pages: number) => ob(label, () => this.turn(pages));
    this.pager = oh(
      "div.pager",
      turn(words.first, Number.NEGATIVE_INFINITY),
      turn(words.previous, -1),
      this.place,
      turn(words.next, 1),
      turn(words.last, Number.POSITIVE_INFINITY),
    );
    this.details = oh("details.table", { ontoggle: () => this.draw() }, oh("summary", title), this.pager, this.body);
    this.element = this.details;
  }

  show(model: TableModel | undefined): void {
    const sameShape = model?.rows === this.model?.rows;
    this.model = model;
    if (!sameShape) this.first = 0;
    this.details.hidden = model === undefined;
    this.draw();
  }

  private turn(pages: number): void {
    const last = Math.max(0, Math.floor(((this.model?.rows ?? 0) - 1) / PAGE) * PAGE);
    this.first = Math.min(last, Math.max(0, this.first + pages * PAGE));
    this.draw();
  }

  /** Nothing is made while nobody looks. */
  private draw(): void {
    const { model, first } = this;
    if (!model || !this.details.open) return;
    const end = Math.min(model.rows, first + PAGE);
    const words = texts().chart;
    this.place.textContent =
      model.rows === 0 ? words.noRows : words.rows(figure(first + 1), figure(end), figure(model.rows));
    this.pager.hidden = model.rows <= PAGE;
    const { caption, columns: head } = model;
    const rows = Array.from({ length: end - first }, (_, k) =>
      head.map((_name, column) => model.cell(first + k, column) ?? MISSING),
    );
    replace(this.body, ot({ caption, head, rows }));
  }
}
