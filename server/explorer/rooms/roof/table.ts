/** A small table, all of it in sight: the first cell of each row names it. */
import { type Child, h } from "../../dom.js";

export interface SmallTable {
  readonly caption?: string;
  readonly head: readonly string[];
  readonly rows: readonly (readonly Child[])[];
  /** The last row is the sum of the others. */
  readonly hasSum?: boolean;
  /** The last column is of words, not of numbers. */
  readonly endsInWords?: boolean;
}

/** It scrolls sideways in its own box where it is wider than the page. */
export function smallTable({ caption, head, rows, hasSum, endsInWords }: SmallTable): HTMLElement {
  const row = ([name, ...cells]: readonly Child[], isSum: boolean) =>
    h(
      "tr",
      { class: isSum ? "sum" : undefined },
      h("th", { scope: "row" }, name),
      cells.map((cell) => h("td", {}, cell)),
    );
  const table = h(
    "table",
    { class: endsInWords ? "ends-in-words" : undefined },
    caption === undefined ? null : h("caption", {}, caption),
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        head.map((name) => h("th", { scope: "col" }, name)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map((cells, k) => row(cells, hasSum === true && k === rows.length - 1)),
    ),
  );
  return h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": caption ?? head.join(", ") }, table);
}
