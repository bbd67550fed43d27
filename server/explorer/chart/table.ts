/** The table behind a chart: the same values, a page of rows at a time. */
import { button, h, replace, tableOf } from "../dom.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";

export interface TableModel {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: number;
  /** Text of a cell; null is missing. The first column names the row. */
  cell(row: number, column: number): string | null;
}

const PAGE = 96;
export const MISSING = "–";

export class PagedTable {
  readonly element: HTMLElement;
  private readonly body: HTMLElement;
  private readonly place = h("span.rows");
  private readonly pager: HTMLElement;
  private readonly details: HTMLDetailsElement;
  private model: TableModel | undefined;
  private first = 0;

  /** @param title of the disclosure; default: that of the table behind a chart */
  constructor(title = texts().chart.table) {
    const words = texts().chart;
    this.body = h("div.scroll", { tabindex: 0, role: "region", "aria-label": title });
    const turn = (label: string, pages: number) => button(label, () => this.turn(pages));
    this.pager = h(
      "div.pager",
      turn(words.first, Number.NEGATIVE_INFINITY),
      turn(words.previous, -1),
      this.place,
      turn(words.next, 1),
      turn(words.last, Number.POSITIVE_INFINITY),
    );
    this.details = h("details.table", { ontoggle: () => this.draw() }, h("summary", title), this.pager, this.body);
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
    replace(this.body, tableOf({ caption, head, rows }));
  }
}
