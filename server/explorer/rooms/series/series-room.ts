/** A room of time series: what is asked for, and its pictures. */
import { planeFields } from "../../form/plane.js";
import type { Page } from "../../request/questions.js";
import { provenance } from "../../result/downloads.js";
import { codeLink, status } from "../../result/status.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { periodFields } from "../../time/period.js";
import { h, part, type View } from "../../view.js";
import { accuracyPlace, comparedPlace } from "../below.js";
import { curvesView } from "./curves-view.js";
import { heatMapView } from "./heat-map.js";
import { durationView, monthsView, yearsView } from "./months-view.js";
import { resultSection } from "./result.js";

export function make(page: Page): View {
  const { store, series, service } = page;
  const words = texts().series;
  const views = [curvesView(store), heatMapView(store), monthsView(store), yearsView(store), durationView(store)];
  const [period, plane, result] = [periodFields(page), planeFields(store), resultSection(store, series, views)];
  const below = [provenance(series), comparedPlace(page, "series"), accuracyPlace(page)];
  const planeName = () => {
    const { surface_tilt, surface_azimuth, tracking_mode } = store.state;
    return tracking_mode === "none" ? words.plane(figure(surface_tilt), figure(surface_azimuth)) : words.tracked;
  };
  return () =>
    h(
      "div.series-room",
      h(
        "section.ask",
        { "aria-label": words.settings },
        part(period),
        h("details.group", h("summary", planeName()), part(plane)),
      ),
      status(series, store, service),
      part(result),
      codeLink(store, "series"),
      below.map(part),
    );
}
