/** Sun and horizon. */
import { h } from "../../dom.js";
import { statusBar } from "../../result/status.js";
import type { Page } from "../page.js";
import { resultSection } from "../series/result.js";
import { horizonFields } from "./horizon.js";
import { sunPathView } from "./sun-path.js";

export function make({ store, series, service, terrain }: Page): HTMLElement {
  return h(
    "div",
    { class: "columns" },
    h("section", { class: "ask settings", "aria-label": "Horizon" }, horizonFields(store, terrain)),
    h(
      "div",
      { class: "see" },
      statusBar(series, store, service),
      resultSection(store, series, [sunPathView(store, terrain)]),
    ),
  );
}
