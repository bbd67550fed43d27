/** The forecast of the next hours and days. */
import { h } from "../../dom.js";
import { provenance } from "../../result/provenance.js";
import { statusBar } from "../../result/status.js";
import { texts } from "../../texts/texts.js";
import { periodFields } from "../../time/period.js";
import { codeLink } from "../data/code-link.js";
import type { Page } from "../page.js";
import { resultSection } from "../series/result.js";
import { forecastView } from "./forecast-view.js";
import { forecastHead } from "./head.js";
import { Past } from "./past.js";

export function make(page: Page): HTMLElement {
  const { store, series, service } = page;
  const past = new Past(service);
  return h(
    "div",
    { class: "forecast-room" },
    forecastHead(page),
    statusBar(series, store, service),
    resultSection(store, series, [forecastView(store, past)]),
    codeLink(store, "series"),
    h("details", { class: "group" }, h("summary", {}, texts().forecast.settings), periodFields(page)),
    provenance(series),
  );
}
