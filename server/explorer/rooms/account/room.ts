/** The account of the key, and the key. */
import { h } from "../../dom.js";
import { texts } from "../../texts/texts.js";
import type { Page } from "../page.js";
import { accountView } from "./account-view.js";
import { keyFields } from "./key.js";

export function make(page: Page): HTMLElement {
  const title = texts().account.keyTitle;
  return h(
    "div",
    { class: "columns" },
    h("section", { class: "ask settings", "aria-label": title }, h("h2", {}, title), keyFields(page)),
    h("div", { class: "see" }, accountView(page)),
  );
}
