/** A room of time series: what is asked for, and its pictures. */
import { accuracyPlace } from "../../accuracy/place.js";
import { comparedPlace } from "../../compare/place.js";
import { h } from "../../dom.js";
import { planeFields } from "../../plane/plane.js";
import { provenance } from "../../result/provenance.js";
import { statusBar } from "../../result/status.js";
import type { State } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { periodFields } from "../../time/period.js";
import { codeLink } from "../data/code-link.js";
import type { Page } from "../page.js";
import { curvesView } from "./curves-view.js";
import { durationView } from "./duration-view.js";
import { heatMapView } from "./heat-map.js";
import { monthsView } from "./months-view.js";
import { resultSection } from "./result.js";
import { yearsView } from "./years-view.js";

export function seriesRoom(page: Page): HTMLElement {
  const { store, series, service } = page;
  const words = texts().series;
  const views = [curvesView(store), heatMapView(store), monthsView(store), yearsView(store), durationView(store)];
  const plane = h("summary", {});
  const show = ({ surface_tilt, surface_azimuth, tracking_mode }: State) => {
    const isFixed = tracking_mode === "none";
    plane.textContent = isFixed ? words.plane(figure(surface_tilt), figure(surface_azimuth)) : words.tracked;
  };
  show(store.state);
  store.subscribe(show);
  return h(
    "div",
    { class: "series-room" },
    h(
      "section",
      { class: "ask", "aria-label": words.settings },
      periodFields({ store, service, series }),
      h("details", { class: "group" }, plane, planeFields(store)),
    ),
    statusBar(series, store, service),
    resultSection(store, series, views),
    provenance(series),
    codeLink(store, "series"),
    comparedPlace(page, "series"),
    accuracyPlace(page),
  );
}
