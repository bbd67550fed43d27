/** A room of time series: what is asked for, and its pictures. */
import { h } from "../../dom.js";
import { planeFields } from "../../form/fields.js";
import type { Page } from "../../request/questions.js";
import { provenance } from "../../result/downloads.js";
import { codeLink, status } from "../../result/status.js";
import type { State } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { periodFields } from "../../time/period.js";
import { live } from "../../view.js";
import { accuracyPlace, comparedPlace } from "../below.js";
import { curvesView } from "./curves-view.js";
import { heatMapView } from "./heat-map.js";
import { durationView, monthsView, yearsView } from "./months-view.js";
import { resultSection } from "./result.js";

export function make(page: Page): HTMLElement {
  const { store, series, service } = page;
  const words = texts().series;
  const views = [curvesView(store), heatMapView(store), monthsView(store), yearsView(store), durationView(store)];
  const plane = h("summary");
  store.follow(({ surface_tilt, surface_azimuth, tracking_mode }: State) => {
    const isFixed = tracking_mode === "none";
    plane.textContent = isFixed ? words.plane(figure(surface_tilt), figure(surface_azimuth)) : words.tracked;
  });
  return h(
    "div.series-room",
    h(
      "section.ask",
      { "aria-label": words.settings },
      periodFields({ store, service, series }),
      h("details.group", plane, planeFields(store)),
    ),
    live("div", () => status(series, store, service)),
    resultSection(store, series, views),
    live("div", provenance(series)),
    live("span", () => codeLink(store, "series")),
    live("div", comparedPlace(page, "series")),
    live("div", accuracyPlace(page)),
  );
}
