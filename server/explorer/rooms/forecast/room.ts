/** The forecast of the next hours and days. */
import { h } from "../../dom.js";
import { provenance } from "../../result/provenance.js";
import { statusBar } from "../../result/status.js";
import { periodFields } from "../../time/period.js";
import type { Page } from "../page.js";
import { resultSection } from "../series/result.js";
import { forecastView } from "./forecast-view.js";

export function make({ store, series, service }: Page): HTMLElement {
  return h(
    "div",
    { class: "columns" },
    h("section", { class: "ask settings", "aria-label": "Settings" }, periodFields({ store, service, series })),
    h(
      "div",
      { class: "see" },
      statusBar(series, store, service),
      resultSection(store, series, [forecastView(store, service)]),
      provenance(series),
    ),
  );
}
