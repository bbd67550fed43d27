/** A room of time series: what is asked for, and its pictures. */
import { h } from "../../dom.js";
import { planeFields } from "../../plane/plane.js";
import { provenance } from "../../result/provenance.js";
import { statusBar } from "../../result/status.js";
import { periodFields } from "../../time/period.js";
import { parameterFields } from "../data/parameters.js";
import type { Page } from "../page.js";
import { curvesView } from "./curves-view.js";
import { durationView } from "./duration-view.js";
import { heatMapView } from "./heat-map.js";
import { monthsView } from "./months-view.js";
import { resultSection } from "./result.js";
import { yearsView } from "./years-view.js";

export function seriesRoom({ store, series, service }: Page): HTMLElement {
  const views = [curvesView(), heatMapView(store), monthsView(store), yearsView(store), durationView(store)];
  const group = (title: string, content: HTMLElement) =>
    h("details", { class: "group", open: title === "Period" }, h("summary", {}, title), content);
  return h(
    "div",
    { class: "columns" },
    h(
      "section",
      { class: "ask settings", "aria-label": "Settings" },
      group("Period", periodFields({ store, service, series })),
      group("Plane", planeFields(store)),
      group("Parameters", parameterFields(store)),
    ),
    h(
      "div",
      { class: "see" },
      statusBar(series, store, service),
      resultSection(store, series, views),
      provenance(series),
    ),
  );
}
