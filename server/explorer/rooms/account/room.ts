/** The account of the key, and the key. */
import { h } from "../../dom.js";
import type { Page } from "../page.js";
import { accountView } from "./account-view.js";
import { keyFields } from "./key.js";

export function make({ service, session, series }: Page): HTMLElement {
  return h(
    "div",
    { class: "columns" },
    h("section", { class: "ask settings", "aria-label": "Key" }, keyFields(session, series)),
    h("div", { class: "see" }, accountView(service, session)),
  );
}
