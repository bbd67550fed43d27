/** Horizon files in and out: what was read, how its azimuths were taken, and a question where nothing tells. */
import { HORIZON_FORMATS, HorizonError, type HorizonFormat } from "irradiance-engine/horizon";
import { h, replace } from "../../dom.js";
import { save } from "../../result/save.js";
import type { Store } from "../../state/state.js";
import { figure } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { type HorizonFile, horizonFileName, horizonOfFile, MEDIA_TYPES, writeHorizon } from "./files.js";
import type { HorizonLine } from "./line.js";

/** Bytes: 360 lines are some 5 kB. */
const LARGEST = 1e6;
type Zero = "north" | "south";

export function horizonFiles(
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
  const said = h("div", { class: "file-said", role: "status" });
  const saving = HORIZON_FORMATS.map((format) =>
    h(
      "button",
      { type: "button", "aria-label": t.saveName(nameOf(format)), onclick: () => saved(format) },
      nameOf(format),
    ),
  );
  const element = h(
    "div",
    { class: "horizon-files" },
    h("button", { type: "button", onclick: () => input.click() }, t.load),
    input,
    h("p", { class: "hint" }, t.loadHint),
    said,
    h("div", { class: "actions" }, h("span", {}, t.save), saving),
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
        replace(said, h("p", {}, `${name}: ${wordsOf(found)}`), otherWay(found, name, text));
      }
    } catch (thrown) {
      refuse(name, reasonOf(thrown as Error));
    }
  }

  function ask(name: string, text: string, question: "zero" | "hemisphere"): void {
    const answer = (zero: Zero) => h("button", { type: "button", onclick: () => tryText(name, text, zero) }, t[zero]);
    const words = question === "zero" ? t.askZero : t.askHemisphere;
    replace(said, h("p", {}, `${name}: ${words}`), h("div", { class: "actions" }, answer("south"), answer("north")));
  }

  /** What a convention alone says may be otherwise. */
  function otherWay({ compass }: HorizonFile, name: string, text: string): HTMLElement | null {
    if (compass === "list" || (compass.from !== "convention" && compass.from !== "option")) return null;
    const [other, words] =
      compass.zero === "south" ? (["north", t.insteadNorth] as const) : (["south", t.insteadSouth] as const);
    return h("button", { type: "button", onclick: () => tryText(name, text, other) }, words);
  }

  function refuse(name: string, reason: string): void {
    replace(said, h("p", { class: "wrong" }, `${t.fileRefused(name)} ${reason}`));
  }

  function saved(format: HorizonFormat): void {
    save(horizonFileName(store.state, format), writeHorizon(present.line, format), MEDIA_TYPES[format]);
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
export function reasonOf(thrown: Error): string {
  if (!(thrown instanceof HorizonError)) return thrown.message;
  const t = texts().sun;
  const place = thrown.line === undefined ? "" : t.atLine(figure(thrown.line));
  return `${place}${t.reasons[thrown.reason](thrown.value ?? "")}`;
}
