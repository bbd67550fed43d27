/** The horizon: flat, from the terrain, or a line of one's own, pasted or changed point by point. */
import { freshId, h, labelled, select } from "../../dom.js";
import type { Terrain } from "../../service/terrain.js";
import { FLAT, horizonText, lineOf, parseHorizon, wholeElevation } from "../../state/horizon.js";
import type { State, Store } from "../../state/state.js";

type Kind = "flat" | "auto" | "own";

export function horizonFields(store: Store, terrain: Terrain): HTMLElement {
  const kind = select(
    [
      ["flat", "Flat"],
      ["auto", "From the terrain"],
      ["own", "My own line"],
    ],
    kindOf(store.state),
    (value) => void choose(value as Kind),
  );
  const wrong = h("p", { class: "wrong", role: "alert" });
  const list = h("textarea", { rows: 4, spellcheck: "false" });
  list.addEventListener("change", () => tried(() => store.set({ horizon: horizonText(parseHorizon(list.value)) })));
  const [azimuth, elevation, width] = [numeric(0, 359, 180), numeric(0, 89, 10), numeric(1, 360, 15)];
  const own = h(
    "div",
    {},
    labelled(
      "Elevations, clockwise from north (°)",
      list,
      h("p", { class: "hint" }, "360 numbers, or fewer in equal steps."),
    ),
    h(
      "div",
      { class: "row" },
      labelled("Azimuth", azimuth),
      labelled("Elevation", elevation),
      labelled("Width", width),
    ),
    h("button", { type: "button", onclick: () => void raise() }, "Set this part of the line"),
  );
  const show = (state: State) => {
    kind.value = kindOf(state);
    own.hidden = kindOf(state) !== "own" && kind.value !== "own";
    const line = lineOf(state.horizon);
    if (line && document.activeElement !== list) list.value = line.join(", ");
  };
  show(store.state);
  store.subscribe(show);
  const hint = h("p", { class: "hint" }, "With a horizon, the view shows the values with and without its shading.");
  return h("div", {}, labelled("Horizon line", kind), hint, wrong, own);

  async function choose(chosen: Kind): Promise<void> {
    wrong.textContent = "";
    if (chosen !== "own") return store.set({ horizon: chosen });
    own.hidden = false;
    list.value = (await present()).join(", ");
    kind.value = "own";
    own.hidden = false;
  }

  /** The line as it stands; that from the terrain, where it is in use. */
  async function present(): Promise<readonly number[]> {
    const { horizon, lat, lon } = store.state;
    const line = lineOf(horizon);
    if (line) return line;
    return terrain.line(lat, lon).catch(({ message }: Error) => {
      wrong.textContent = message;
      return FLAT;
    });
  }

  async function raise(): Promise<void> {
    const next = [...(await present())];
    const half = Math.floor((width.valueAsNumber - 1) / 2);
    for (let k = 0; k < width.valueAsNumber; k++) {
      next[(azimuth.valueAsNumber - half + k + 720) % 360] = wholeElevation(elevation.valueAsNumber);
    }
    tried(() => store.set({ horizon: horizonText(parseHorizon(next.join())) }));
  }

  function tried(work: () => void): void {
    wrong.textContent = "";
    try {
      work();
    } catch (thrown) {
      wrong.textContent = (thrown as Error).message;
    }
  }
}

function kindOf({ horizon }: State): Kind {
  return horizon === "flat" || horizon === "auto" ? horizon : "own";
}

function numeric(least: number, most: number, first: number): HTMLInputElement {
  return h("input", { id: freshId(), type: "number", min: least, max: most, value: first });
}
