/** The horizon: flat, from the terrain, or a line of one's own, from a file or changed by numbers. */
import {
  HORIZON_FORMATS,
  type HorizonCompass,
  HorizonError,
  type HorizonFileOptions,
  type HorizonFormat,
  readHorizon,
  writeHorizon,
} from "irradiance-engine/horizon";
import { button, freshId, h, labelled, replace, select } from "../../dom.js";
import { save } from "../../result/picture.js";
import { terrainLine } from "../../service/provenance.js";
import type { Service } from "../../service/service.js";
import {
  type Direction,
  drawnFrom,
  FLAT,
  horizonText,
  lineOf,
  parseHorizon,
  wholeElevation,
} from "../../state/lists.js";
import { Observable, type State, type Store } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";

type Kind = "flat" | "auto" | "own";

export function horizonFields(store: Store, present: HorizonLine) {
  const t = texts().sun;
  const kind = select(
    (["flat", "auto", "own"] as const).map((name) => [name, t.kinds[name]]),
    kindOf(store.state),
    (value) => choose(value as Kind),
  );
  const unknown = h("p.problem", { role: "status" });
  const wrong = h("p.wrong", { role: "alert", id: freshId() });
  const list = h("textarea", { rows: 3, spellcheck: "false", "aria-describedby": wrong.id });
  list.addEventListener("change", () => tried(() => take(parseHorizon(list.value))));
  const [azimuth, elevation, width] = [numeric(0, 359, 180), numeric(0, 89, 10), numeric(1, 360, 15)];
  const numbers = h(
    "details.group",
    h("summary", t.numbers),
    labelled(t.list, list, h("p.hint", t.listHint)),
    wrong,
    h("div.row", labelled(t.partAzimuth, azimuth), labelled(t.partElevation, elevation), labelled(t.partWidth, width)),
    button(t.setPart, () => raise()),
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
      "section.settings.horizon-fields",
      { "aria-label": t.kind },
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

/** Bytes: 360 lines are some 5 kB. */
const LARGEST = 1e6;
type Zero = "north" | "south";

function horizonFiles(
  store: Store,
  present: HorizonLine,
  take: (line: readonly number[]) => void,
): { readonly element: HTMLElement; read(file: File): Promise<void> } {
  const t = texts().sun;
  // The browser chooses its words, not the page: a button takes its place.
  const input = h("input", { type: "file", accept: ".csv,.txt,.hor,.json", hidden: true, "aria-label": t.load });
  input.addEventListener("change", () => {
    const [file] = input.files ?? [];
    if (file) void read(file);
    // The same file can be chosen again once it is mended.
    input.value = "";
  });
  const said = h("div.file-said", { role: "status" });
  const saving = HORIZON_FORMATS.map((format) =>
    button(nameOf(format), () => saved(format), { "aria-label": t.saveName(nameOf(format)) }),
  );
  const element = h(
    "div.horizon-files",
    button(t.load, () => input.click()),
    input,
    h("p.hint", t.loadHint),
    said,
    h("div.actions", h("span", t.save), saving),
  );
  return { element, read };

  async function read(file: File): Promise<void> {
    if (file.size > LARGEST) return refuse(file.name, t.fileTooLarge);
    tryText(file.name, await file.text());
  }

  function tryText(name: string, text: string, zero?: Zero): void {
    try {
      const found = horizonOfFile(text, { latitude: store.state.lat, zero });
      if ("asks" in found) ask(name, text, found.asks);
      else {
        take(found.line);
        replace(said, h("p", `${name}: ${wordsOf(found)}`), otherWay(found, name, text));
      }
    } catch (thrown) {
      refuse(name, reasonOf(thrown as Error));
    }
  }

  function ask(name: string, text: string, question: "zero" | "hemisphere"): void {
    const answer = (zero: Zero) => button(t[zero], () => tryText(name, text, zero));
    const words = question === "zero" ? t.askZero : t.askHemisphere;
    replace(said, h("p", `${name}: ${words}`), h("div.actions", answer("south"), answer("north")));
  }

  /** What a convention alone says may be otherwise. */
  function otherWay({ compass }: HorizonFile, name: string, text: string): HTMLElement | null {
    if (compass === "list" || (compass.from !== "convention" && compass.from !== "option")) return null;
    const [other, words] =
      compass.zero === "south" ? (["north", t.insteadNorth] as const) : (["south", t.insteadSouth] as const);
    return button(words, () => tryText(name, text, other));
  }

  function refuse(name: string, reason: string): void {
    replace(said, h("p.wrong", `${t.fileRefused(name)} ${reason}`));
  }

  function saved(format: HorizonFormat): void {
    const { lat, lon } = store.state;
    save(`horizon_${lat}_${lon}.${format}`, writeHorizon(present.line, format), MEDIA_TYPES[format]);
  }
}

function nameOf(format: HorizonFormat): string {
  return format === "hor" ? ".hor" : format.toUpperCase();
}

function wordsOf({ points, compass, isRounded }: HorizonFile): string {
  const t = texts().sun;
  const taken = compass === "list" ? t.listTaken : `${t.azimuthFrom[compass.zero]} (${t.saidBy[compass.from]}).`;
  return `${t.readPoints(figure(points), isRounded)} ${taken}`;
}

/** In the language of the page: the engine says which problem it is, where, and what is there. */
function reasonOf(thrown: Error): string {
  if (!(thrown instanceof HorizonError)) return thrown.message;
  const t = texts().sun;
  const place = thrown.line === undefined ? "" : t.atLine(figure(thrown.line));
  return `${place}${t.reasons[thrown.reason](thrown.value ?? "")}`;
}

export interface HorizonFile {
  /** 360 whole degrees, from north over east. */
  readonly line: readonly number[];
  readonly points: number;
  /** How azimuths were taken; "list": elevations without azimuths, from north over east. */
  readonly compass: HorizonCompass | "list";
  /** Whether elevations were between whole degrees. */
  readonly isRounded: boolean;
}

/** A number a line: elevations alone, as PVGIS takes them. With a decimal comma it would look like a pair. */
const LONE = /^\s*[+-]?\d+(?:\.\d+)?\s*$/;

/**
 * @param options.zero where azimuth 0 is, once somebody has said it
 * @throws HorizonError, RangeError that say what is wrong, and where
 */
export function horizonOfFile(
  text: string,
  options: HorizonFileOptions,
): HorizonFile | { readonly asks: "zero" | "hemisphere" } {
  const lines = text
    .replace(/^\uFEFF/, "")
    .split(/\r\n?|\n/)
    .filter((line) => line.trim() !== "");
  const isJson = /^\s*[[{]/.test(text);
  const isList = !isJson && lines.length > 0 && (lines.length === 1 || lines.every((line) => LONE.test(line)));
  if (isList) {
    const list = lines.join(" ");
    const points = list.split(/[\s,;]+/).filter((item) => item !== "").length;
    return { line: parseHorizon(list), points, compass: "list", isRounded: /\d\.\d*[1-9]/.test(list) };
  }
  try {
    const { elevation, points, compass } = readHorizon(text, options);
    const line = elevation.map(wholeElevation);
    return { line, points, compass, isRounded: line.some((height, azimuth) => height !== elevation[azimuth]) };
  } catch (thrown) {
    if (thrown instanceof HorizonError && (thrown.reason === "zero" || thrown.reason === "hemisphere")) {
      return { asks: thrown.reason };
    }
    throw thrown;
  }
}

const MEDIA_TYPES: { readonly [Format in HorizonFormat]: string } = {
  csv: "text/csv",
  hor: "text/plain",
  json: "application/json",
};

export class HorizonLine extends Observable {
  line: readonly number[] = FLAT;
  /** Why the terrain's is not known, as the service says it. */
  problem = "";
  private readonly store: Store;
  private readonly service: Service;
  private isDrawing = false;

  constructor(store: Store, service: Service) {
    super();
    this.store = store;
    this.service = service;
    store.onChange((state, before) => {
      const isSame = (["room", "horizon", "lat", "lon"] as const).every((name) => state[name] === before[name]);
      if (!isSame) void this.follow(state);
    });
    void this.follow(store.state);
  }

  /** A stretch of a line under the hand: shown at once, but no part of the state before the hand lets go. */
  draw(from: Direction, to: Direction): void {
    this.isDrawing = true;
    this.line = drawnFrom(this.line, from, to);
    this.tell();
  }

  /** The whole drawing is one change of the state: one step to undo, one question to the service. */
  end(): void {
    if (!this.isDrawing) return;
    this.isDrawing = false;
    this.store.set({ horizon: horizonText(this.line) });
  }

  private async follow(state: State): Promise<void> {
    const { room, horizon, lat, lon } = state;
    if (room !== "sun") return;
    this.problem = "";
    const own = lineOf(horizon);
    if (own) return this.take(own);
    try {
      const found = await terrainLine(this.service, lat, lon);
      if (this.isPresent(state)) this.take(found);
    } catch (thrown) {
      if (!this.isPresent(state)) return;
      this.problem = (thrown as Error).message;
      this.take(FLAT);
    }
  }

  private isPresent({ horizon, lat, lon }: State): boolean {
    const { state } = this.store;
    return state.horizon === horizon && state.lat === lat && state.lon === lon;
  }

  private take(line: readonly number[]): void {
    this.line = line;
    this.tell();
  }
}

/** The line follows the hand; it becomes the state's when the hand lets go. */
export function drawBy(
  place: HTMLElement,
  takes: (event: PointerEvent) => boolean,
  directionOf: (event: PointerEvent) => Direction,
  present: HorizonLine,
): void {
  let last: Direction | undefined;
  place.addEventListener("pointerdown", (event) => {
    if (event.button !== 0 || !takes(event)) return;
    last = directionOf(event);
    place.setPointerCapture(event.pointerId);
    event.preventDefault();
  });
  place.addEventListener("pointermove", (event) => {
    if (!last) return;
    const next = directionOf(event);
    present.draw(last, next);
    last = next;
  });
  const end = () => {
    last = undefined;
    present.end();
  };
  place.addEventListener("pointerup", end);
  place.addEventListener("pointercancel", end);
}
