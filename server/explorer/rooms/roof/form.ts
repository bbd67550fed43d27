/** The roof in people's words: how large, how it lies, and behind “More” all that an engineer sets. */
import { freshId, h, replace } from "../../dom.js";
import { type Fields, typedField } from "../../form/typed-field.js";
import { panel } from "../../plane/panel.js";
import type { State } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import type { Page } from "../page.js";
import { areaOf, directionName, eighthOf } from "./figures.js";
import { moreFields } from "./more.js";

const TILTS = [0, 15, 30, 45, 90];

/** @param heard is called when a field has become right or wrong */
export function roofForm(page: Page, heard: () => void): Fields {
  const { store, yields } = page;
  const t = texts().roof;
  const apart = true;
  const size = typedField(t.size, { least: 0.001, most: 1e9 }, (kwp = 1) => store.set({ kwp }), {
    heard,
    unit: "kWp",
    apart,
  });
  const tilt = typedField(t.tilt, { least: 0, most: 90 }, (surface_tilt = 0) => store.set({ surface_tilt }), {
    heard,
    apart,
  });
  const azimuth = typedField(
    t.direction,
    { least: 0, most: 360 },
    (surface_azimuth = 0) => store.set({ surface_azimuth }),
    { heard, apart },
  );
  /** The plane that is calculated: the state's, or the best one as it was found. */
  const anglesOf = (state: State) => (state.roof_plane === "best" ? (yields.answer?.optimum ?? state) : state);
  const drawn = panel(store, anglesOf);
  const area = h("p", { class: "hint" });
  const away = h("p", { class: "wrong" });
  const tilts = chips(t.tilts, TILTS.map(tiltName), (k) => store.set({ surface_tilt: TILTS[k] as number }));
  const directions = chips(
    t.directions,
    t.shortDirections,
    (k) => store.set({ surface_azimuth: 45 * k }),
    t.longDirections,
  );
  const best = h("button", { type: "button", class: "best", onclick: () => toggleBest() }, t.best);
  const toggleBest = () => store.set({ roof_plane: store.state.roof_plane === "best" ? "own" : "best" });
  const more = moreFields(page, heard);
  const plane = h("div", { class: "roof-plane" }, tilts.element, directions.element, best, away, drawn.element);
  const fields = [size, tilt, azimuth];
  const ofOnePlane = h(
    "div",
    {},
    h(
      "div",
      { class: "row roof-fields" },
      fields.map(({ element }) => element),
    ),
    fields.map(({ words }) => words),
  );
  return {
    element: h(
      "section",
      { class: "roof-form", "aria-label": t.form },
      h("h2", {}, t.form),
      ofOnePlane,
      area,
      plane,
      more.element,
    ),
    get isWrong() {
      return more.isWrong || (store.state.system === "" && fields.some(({ isWrong }) => isWrong));
    },
    show() {
      const { state } = store;
      const angles = anglesOf(state);
      const isPlane = state.system === "" && state.tracking_mode === "none";
      size.show(state.kwp);
      tilt.show(angles.surface_tilt);
      azimuth.show(angles.surface_azimuth);
      ofOnePlane.hidden = state.system !== "";
      for (const { input } of [tilt, azimuth]) input.disabled = !isPlane;
      plane.hidden = !isPlane;
      area.textContent = state.system === "" ? areaText(state.kwp) : t.asSystem;
      tilts.press(TILTS.indexOf(angles.surface_tilt));
      directions.press(angles.surface_azimuth % 45 === 0 ? eighthOf(angles.surface_azimuth) : -1);
      best.setAttribute("aria-pressed", String(state.roof_plane === "best"));
      replace(away, awayText(page));
      drawn.show();
      more.show();
    },
  };
}

function tiltName(tilt: number): string {
  const { flat, wall } = texts().roof.tiltNames;
  return tilt === 0 ? flat : tilt === 90 ? wall : `${tilt}°`;
}

function areaText(kwp: number): string {
  const { least, most } = areaOf(kwp);
  const digits = most < 10 ? 1 : 0;
  return texts().roof.area(figure(least, digits), figure(most, digits));
}

/** The service compares the plane with others of its tilt, and says so where it gets much less than they. */
function awayText({ yields, store }: Page): string | null {
  const { answer, isCurrent } = yields;
  if (!isCurrent || !answer?.notices.some(({ code }) => code === "azimuth")) return null;
  return texts().roof.facesAway(directionName(store.state.lat < 0 ? 0 : 180));
}

/** Usual values beside a field, one of which may be its own: radio buttons, so that the arrow keys go through them. */
function chips(
  label: string,
  names: readonly string[],
  choose: (k: number) => void,
  spoken: readonly string[] = names,
): { readonly element: HTMLElement; press(chosen: number): void } {
  const name = freshId();
  const inputs = names.map((_, k) =>
    h("input", { type: "radio", name, "aria-label": spoken[k], onchange: () => choose(k) }),
  );
  const chip = (words: string, k: number) => h("label", { title: spoken[k] }, inputs[k], h("span", {}, words));
  return {
    element: h("div", { class: "roof-chips", role: "radiogroup", "aria-label": label }, names.map(chip)),
    press(chosen) {
      for (const [k, input] of inputs.entries()) input.checked = k === chosen;
    },
  };
}
