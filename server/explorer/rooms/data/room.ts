/** Data and code: what is asked for, as files and as lines to copy. */
import { h } from "../../dom.js";
import { planeFields } from "../../plane/plane.js";
import { statusBar } from "../../result/status.js";
import { periodFields } from "../../time/period.js";
import type { Page } from "../page.js";
import { linesPanel } from "./lines-panel.js";
import { parameterFields } from "./parameters.js";

export function make({ store, series, service, session }: Page): HTMLElement {
  return h(
    "div",
    { class: "columns" },
    h(
      "section",
      { class: "ask settings", "aria-label": "Settings" },
      periodFields({ store, service, series }),
      planeFields(store),
      parameterFields(store),
    ),
    h("div", { class: "see" }, statusBar(series, store, service), linesPanel(store, service, session)),
  );
}
