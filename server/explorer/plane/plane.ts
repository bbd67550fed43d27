/** The plane: the drawn panel, its angles as numbers, and the tracker. */
import { h, labelled, select } from "../dom.js";
import { numberField } from "../form/number-field.js";
import type { State, Store } from "../state/state.js";
import { panel } from "./panel.js";

export function planeFields(store: Store): HTMLElement {
  const tilt = numberField("Tilt (°)", { least: 0, most: 90, step: "any" }, (value) =>
    store.set({ surface_tilt: value }),
  );
  const azimuth = numberField("Azimuth (°)", { least: 0, most: 360, step: "any" }, (value) =>
    store.set({ surface_azimuth: value }),
  );
  const tracking = select(
    [
      ["none", "Fixed"],
      ["1_axis", "Tracked, one horizontal axis from north to south"],
    ],
    store.state.tracking_mode,
    (value) => store.set({ tracking_mode: value as State["tracking_mode"] }),
  );
  const angles = h("div", { class: "row" }, tilt.element, azimuth.element);
  const show = (state: State) => {
    tilt.show(state.surface_tilt);
    azimuth.show(state.surface_azimuth);
    tracking.value = state.tracking_mode;
    for (const input of angles.querySelectorAll("input")) input.disabled = state.tracking_mode !== "none";
  };
  show(store.state);
  store.subscribe(show);
  return h(
    "div",
    {},
    panel(store),
    angles,
    h("p", { class: "hint" }, "Azimuth: 0 north, 90 east, 180 south, 270 west."),
    labelled("Mounting", tracking),
  );
}
