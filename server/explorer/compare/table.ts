/** A plain table, whole at once: for what people read, print and copy. */
import { type Child, freshId, h } from "../dom.js";

export interface PlainTable {
  readonly caption: string;
  /** The first heads the rows' own heads. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly Child[])[];
  /** A row of sums below. */
  readonly foot?: readonly Child[];
}

/** Under its caption, in a frame that scrolls by itself where the page is narrow, and by keyboard. */
export function plainTable({ caption, head, rows, foot }: PlainTable): HTMLElement {
  const id = freshId();
  const row = (cells: readonly Child[]) =>
    h(
      "tr",
      {},
      cells.map((cell, k) => (k === 0 ? h("th", { scope: "row" }, cell) : h("td", {}, cell))),
    );
  const columns = head.map((name) => h("th", { scope: "col" }, name));
  const table = h(
    "table",
    { "aria-labelledby": id },
    h("thead", {}, h("tr", {}, columns)),
    h("tbody", {}, rows.map(row)),
    foot ? h("tfoot", {}, row(foot)) : null,
  );
  return h(
    "div",
    { class: "plain-table" },
    h("p", { class: "hint", id }, caption),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-labelledby": id }, table),
  );
}
