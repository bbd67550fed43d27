/** The horizon: flat, from the terrain, or a line of one's own, from a file or changed by numbers. */
import { freshId, h, labelled, replace, select } from "../../dom.js";
import { horizonText, lineOf, parseHorizon, wholeElevation } from "../../state/horizon.js";
import type { State, Store } from "../../state/state.js";
import { texts } from "../../texts/texts.js";
import { horizonFiles } from "./horizon-files.js";
import type { HorizonLine } from "./line.js";

type Kind = "flat" | "auto" | "own";

export interface HorizonFields {
  readonly element: HTMLElement;
  /** As the file that somebody chose; also of one that was dropped elsewhere. */
  take(file: File): Promise<void>;
}

export function horizonFields(store: Store, present: HorizonLine): HorizonFields {
  const t = texts().sun;
  const kind = select(
    (["flat", "auto", "own"] as const).map((name) => [name, t.kinds[name]]),
    kindOf(store.state),
    (value) => choose(value as Kind),
  );
  const unknown = h("p", { class: "problem", role: "status" });
  const wrong = h("p", { class: "wrong", role: "alert", id: freshId() });
  const list = h("textarea", { rows: 3, spellcheck: "false", "aria-describedby": wrong.id });
  list.addEventListener("change", () => tried(() => take(parseHorizon(list.value))));
  const [azimuth, elevation, width] = [numeric(0, 359, 180), numeric(0, 89, 10), numeric(1, 360, 15)];
  const numbers = h(
    "details",
    { class: "group" },
    h("summary", {}, t.numbers),
    labelled(t.list, list, h("p", { class: "hint" }, t.listHint)),
    wrong,
    h(
      "div",
      { class: "row" },
      labelled(t.partAzimuth, azimuth),
      labelled(t.partElevation, elevation),
      labelled(t.partWidth, width),
    ),
    h("button", { type: "button", onclick: () => raise() }, t.setPart),
  );
  const files = horizonFiles(store, present, take);
  present.onChange(() => {
    kind.value = kindOf(store.state);
    if (document.activeElement !== list) list.value = present.line.join(", ");
    replace(unknown, present.problem && `${t.terrainUnknown} ${present.problem}`);
  });
  list.value = present.line.join(", ");
  return {
    element: h(
      "section",
      { class: "settings horizon-fields", "aria-label": t.kind },
      labelled(t.kind, kind),
      unknown,
      files.element,
      numbers,
    ),
    take: files.read,
  };

  /** A line of one's own begins as the present one. */
  function choose(chosen: Kind): void {
    if (chosen !== "own") {
      store.set({ horizon: chosen });
      return;
    }
    numbers.open = true;
    if (store.state.horizon === "auto") take(present.line);
    list.focus();
  }

  function take(line: readonly number[]): void {
    store.set({ horizon: horizonText(line) });
  }

  function raise(): void {
    const next = [...present.line];
    const half = Math.floor((width.valueAsNumber - 1) / 2);
    for (let k = 0; k < width.valueAsNumber; k++) {
      next[(azimuth.valueAsNumber - half + k + 720) % 360] = wholeElevation(elevation.valueAsNumber);
    }
    tried(() => take(parseHorizon(next.join())));
  }

  function tried(work: () => void): void {
    wrong.textContent = "";
    try {
      work();
    } catch (thrown) {
      wrong.textContent = (thrown as Error).message;
    }
    list.setAttribute("aria-invalid", String(wrong.textContent !== ""));
  }
}

function kindOf({ horizon }: State): Kind {
  return lineOf(horizon) === undefined ? "auto" : horizon === "flat" ? "flat" : "own";
}

function numeric(least: number, most: number, first: number): HTMLInputElement {
  return h("input", { id: freshId(), type: "number", min: least, max: most, value: first });
}
