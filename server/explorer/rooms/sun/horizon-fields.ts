/** The horizon: flat, from the terrain, or a line of one's own, from a file or changed by numbers. */
import { type Signal, signal } from "@preact/signals";
import {
  HORIZON_FORMATS,
  type HorizonCompass,
  HorizonError,
  type HorizonFileOptions,
  type HorizonFormat,
  readHorizon,
  writeHorizon,
} from "irradiance-engine/horizon";
import type { VNode } from "preact";
import { save } from "../../result/picture.js";
import { terrainLine } from "../../service/provenance.js";
import type { Service } from "../../service/service.js";
import { type Direction, drawnFrom, FLAT, horizonText, lineOf, wholeElevation } from "../../state/lists.js";
import { Observable, type State, type Store } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { button, type Child, fileButton, freshId, h, labelled, select, type View } from "../../view.js";
import { parseHorizon } from "./elevations.js";
import { words } from "./words.js";

type Kind = "flat" | "auto" | "own";

export function horizonFields(store: Store, present: HorizonLine) {
  const t = words();
  const id = freshId();
  const wrong = signal("");
  const isOpen = signal(false);
  const part = { azimuth: signal(180), elevation: signal(10), width: signal(15) };
  const take = (line: readonly number[]) => store.set({ horizon: horizonText(line) });
  const tried = (text: string) => {
    try {
      take(parseHorizon(text));
      wrong.value = "";
    } catch (thrown) {
      wrong.value = (thrown as Error).message;
    }
  };
  const raise = () => {
    const next = [...present.line];
    const [azimuth, width] = [part.azimuth.value, part.width.value];
    for (let k = 0; k < width; k++)
      next[(azimuth - Math.floor((width - 1) / 2) + k + 720) % 360] = wholeElevation(part.elevation.value);
    tried(next.join());
  };
  /** A line of one's own begins as the present one. */
  const choose = (chosen: Kind) => {
    if (chosen !== "own") return store.set({ horizon: chosen });
    isOpen.value = true;
    if (store.state.horizon === "auto") take(present.line);
    // The fields are there once they have been drawn.
    setTimeout(() => document.getElementById(id)?.focus());
  };
  const files = horizonFiles(store, present, take);
  const view = () =>
    h(
      "section.settings.horizon-fields",
      { "aria-label": t.kind },
      labelled(
        t.kind,
        select(
          KINDS.map((name) => [name, t.kinds[name]]),
          kindOf(store.state),
          (kind) => choose(kind as Kind),
        ),
      ),
      h("p.problem", { role: "status" }, present.problem && `${t.terrainUnknown} ${present.problem}`),
      files.view(),
      h(
        "details.group",
        {
          open: isOpen.value,
          ontoggle: (event: Event) => (isOpen.value = (event.currentTarget as HTMLDetailsElement).open),
        },
        h("summary", t.numbers),
        labelled(
          t.list,
          h("textarea", {
            ...{
              id,
              rows: 3,
              spellcheck: false,
              "aria-describedby": `${id}-wrong`,
              "aria-invalid": String(wrong.value !== ""),
            },
            value: present.line.join(", "),
            onchange: (event: Event) => tried((event.currentTarget as HTMLTextAreaElement).value),
          }),
          h("p.hint", t.listHint),
        ),
        h("p.wrong", { role: "alert", id: `${id}-wrong` }, wrong.value),
        h(
          "div.row",
          labelled(t.partAzimuth, numeric(part.azimuth, 0, 359)),
          labelled(t.partElevation, numeric(part.elevation, 0, 89)),
          labelled(t.partWidth, numeric(part.width, 1, 360)),
        ),
        button(t.setPart, raise),
      ),
    );
  return { view, take: files.read };
}

const KINDS: readonly Kind[] = ["flat", "auto", "own"];

function kindOf({ horizon }: State): Kind {
  return lineOf(horizon) === undefined ? "auto" : horizon === "flat" ? "flat" : "own";
}

function numeric(value: Signal<number>, min: number, max: number): VNode {
  const take = (event: Event) => (value.value = (event.currentTarget as HTMLInputElement).valueAsNumber);
  return h("input", { type: "number", min, max, value: value.value, oninput: take });
}

/** Bytes: 360 lines are some 5 kB. */
const LARGEST = 1e6;
type Zero = "north" | "south";

function horizonFiles(
  store: Store,
  present: HorizonLine,
  take: (line: readonly number[]) => void,
): { readonly view: View; read(file: File): Promise<void> } {
  const t = words();
  const said = signal<Child>(null);
  const refuse = (name: string, reason: string) => {
    said.value = h("p.wrong", `${t.fileRefused(name)} ${reason}`);
  };
  const saved = (format: HorizonFormat) => {
    const { lat, lon } = store.state;
    save(`horizon_${lat}_${lon}.${format}`, writeHorizon(present.line, format), MEDIA_TYPES[format]);
  };
  const saving = HORIZON_FORMATS.map((format) =>
    button(nameOf(format), () => saved(format), { "aria-label": t.saveName(nameOf(format)) }),
  );
  return {
    view: () =>
      h(
        "div.horizon-files",
        fileButton(t.load, ".csv,.txt,.hor,.json", (file) => void read(file)),
        h("p.hint", t.loadHint),
        h("div.file-said", { role: "status" }, said.value),
        h("div.actions", h("span", t.save), saving),
      ),
    read,
  };

  async function read(file: File): Promise<void> {
    if (file.size > LARGEST) return refuse(file.name, t.fileTooLarge);
    tryText(file.name, await file.text());
  }

  function tryText(name: string, text: string, zero?: Zero): void {
    try {
      const found = horizonOfFile(text, { latitude: store.state.lat, zero });
      if ("asks" in found) said.value = question(name, text, found.asks);
      else {
        take(found.line);
        said.value = [h("p", `${name}: ${wordsOf(found)}`), otherWay(found, name, text)];
      }
    } catch (thrown) {
      refuse(name, reasonOf(thrown as Error));
    }
  }

  function question(name: string, text: string, asks: "zero" | "hemisphere"): Child {
    const answer = (zero: Zero) => button(t[zero], () => tryText(name, text, zero));
    const words = asks === "zero" ? t.askZero : t.askHemisphere;
    return [h("p", `${name}: ${words}`), h("div.actions", answer("south"), answer("north"))];
  }

  /** What a convention alone says may be otherwise. */
  function otherWay({ compass }: HorizonFile, name: string, text: string): Child {
    if (compass === "list" || (compass.from !== "convention" && compass.from !== "option")) return null;
    const [other, words] =
      compass.zero === "south" ? (["north", t.insteadNorth] as const) : (["south", t.insteadSouth] as const);
    return button(words, () => tryText(name, text, other));
  }
}

function nameOf(format: HorizonFormat): string {
  return format === "hor" ? ".hor" : format.toUpperCase();
}

function wordsOf({ points, compass, isRounded }: HorizonFile): string {
  const t = words();
  const taken = compass === "list" ? t.listTaken : `${t.azimuthFrom[compass.zero]} (${t.saidBy[compass.from]}).`;
  return `${t.readPoints(figure(points), isRounded)} ${taken}`;
}

/** In the language of the page: the engine says which problem it is, where, and what is there. */
function reasonOf(thrown: Error): string {
  if (!(thrown instanceof HorizonError)) return thrown.message;
  const t = words();
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
  private present: readonly number[] = FLAT;
  private unknown = "";
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

  get line(): readonly number[] {
    return this.read(this.present);
  }

  /** Why the terrain's is not known, as the service says it. */
  get problem(): string {
    return this.read(this.unknown);
  }

  /** A stretch of a line under the hand: shown at once, but no part of the state before the hand lets go. */
  draw(from: Direction, to: Direction): void {
    this.isDrawing = true;
    this.present = drawnFrom(this.present, from, to);
    this.tell();
  }

  /** The whole drawing is one change of the state: one step to undo, one question to the service. */
  end(): void {
    if (!this.isDrawing) return;
    this.isDrawing = false;
    this.store.set({ horizon: horizonText(this.present) });
  }

  private async follow(state: State): Promise<void> {
    const { room, horizon, lat, lon } = state;
    if (room !== "sun") return;
    this.unknown = "";
    const own = lineOf(horizon);
    if (own) return this.take(own);
    try {
      const found = await terrainLine(this.service, lat, lon);
      if (this.isPresent(state)) this.take(found);
    } catch (thrown) {
      if (!this.isPresent(state)) return;
      this.unknown = (thrown as Error).message;
      this.take(FLAT);
    }
  }

  private isPresent({ horizon, lat, lon }: State): boolean {
    const { state } = this.store;
    return state.horizon === horizon && state.lat === lat && state.lon === lon;
  }

  private take(line: readonly number[]): void {
    this.present = line;
    this.tell();
  }
}

/** The line follows the hand; it becomes the state's when the hand lets go. @returns what hears of the hand */
export function drawnBy(
  takes: (event: PointerEvent) => boolean,
  directionOf: (event: PointerEvent) => Direction,
  present: HorizonLine,
) {
  let last: Direction | undefined;
  const end = () => {
    last = undefined;
    present.end();
  };
  return {
    onpointerdown(event: PointerEvent) {
      if (event.button !== 0 || !takes(event)) return;
      last = directionOf(event);
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      event.preventDefault();
    },
    onpointermove(event: PointerEvent) {
      if (!last) return;
      const next = directionOf(event);
      present.draw(last, next);
      last = next;
    },
    onpointerup: end,
    onpointercancel: end,
  };
}
