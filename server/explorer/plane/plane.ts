/** The plane: the drawn panel, its angles as numbers, and the tracker. */
import { h, labelled, select } from "../dom.js";
import { typedField } from "../form/typed-field.js";
import type { State, Store } from "../state/state.js";
import { texts } from "../texts/texts.js";
import { panel } from "./panel.js";

export function planeFields(store: Store): HTMLElement {
  const t = texts().roof;
  const tilt = typedField(t.tilt, { least: 0, most: 90 }, (surface_tilt = 0) => store.set({ surface_tilt }));
  const azimuth = typedField(t.direction, { least: 0, most: 360 }, (surface_azimuth = 0) =>
    store.set({ surface_azimuth }),
  );
  const tracking = mountingChoice(store);
  const show = (state: State) => {
    tilt.show(state.surface_tilt);
    azimuth.show(state.surface_azimuth);
    tracking.value = state.tracking_mode;
    for (const { input } of [tilt, azimuth]) input.disabled = state.tracking_mode !== "none";
  };
  show(store.state);
  store.subscribe(show);
  return h(
    "div",
    {},
    panel(store).element,
    h("div", { class: "row" }, tilt.element, azimuth.element),
    h("p", { class: "hint" }, t.azimuthHint),
    labelled(t.mounting, tracking),
  );
}

export function mountingChoice(store: Store): HTMLSelectElement {
  return select(Object.entries(texts().roof.mountings), store.state.tracking_mode, (value) =>
    store.set({ tracking_mode: value as State["tracking_mode"] }),
  );
}
