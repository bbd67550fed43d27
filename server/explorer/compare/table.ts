/** A plain table, whole at once: for what people read, print and copy. */
import { type Child, h } from "../dom.js";

export interface PlainTable {
  readonly caption?: string;
  /** The first heads the rows' own heads. */
  readonly head: readonly string[];
  readonly rows: readonly (readonly Child[])[];
  /** A row of sums below. */
  readonly foot?: readonly Child[];
}

/** In a frame that scrolls by itself where the page is narrow, and by keyboard. */
export function plainTable({ caption, head, rows, foot }: PlainTable): HTMLElement {
  const row = (cells: readonly Child[]) =>
    h(
      "tr",
      {},
      cells.map((cell, k) => (k === 0 ? h("th", { scope: "row" }, cell) : h("td", {}, cell))),
    );
  const table = h(
    "table",
    {},
    caption ? h("caption", {}, caption) : null,
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((name) => h("th", { scope: "col" }, name)),
      ),
    ),
    h("tbody", {}, rows.map(row)),
    foot ? h("tfoot", {}, row(foot)) : null,
  );
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption ?? head.join(", ") }, table);
}
