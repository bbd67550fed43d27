/** Undo and redo: buttons, keys, and the browser's own back and forward. */
import { h, s } from "../dom.js";
import { texts } from "../texts/texts.js";
import type { Store } from "./state.js";
import { type Part, Steps, type Trail } from "./steps.js";

/** Of several parts that one step changed, the first one here is what was done; the others follow from it. */
const ORDER: readonly Part[] = [
  ...(["lat", "lon", "name", "horizon", "endpoint", "system", "pins", "roof_plane", "roof_weather"] as const),
  ...(["room", "view", "start", "end", "year", "zoom"] as const),
];

const BROWSER: Trail = {
  hash: () => location.hash,
  mark: () => history.state,
  push: (mark, hash) => history.pushState(mark, "", addressOf(hash)),
  replace: (mark, hash) => history.replaceState(mark, "", addressOf(hash)),
  go: (by) => history.go(by),
  field: () => (isTyped(document.activeElement) ? document.activeElement : undefined),
};

function addressOf(hash: string): string {
  return hash === "" ? location.pathname + location.search : hash;
}

/** Whether an element takes keys as text: its own undo is then the browser's. */
function isTyped(element: Element | null): boolean {
  if (element instanceof HTMLInputElement) return !/^(?:button|checkbox|radio|range|submit)$/.test(element.type);
  return element instanceof HTMLTextAreaElement || (element as HTMLElement | null)?.isContentEditable === true;
}

/** @param arriving before the state becomes that of an address gone back to, or pasted over the present one */
export function keepSteps(store: Store, arriving: (hash: string) => void): Steps {
  const steps = new Steps(store, BROWSER);
  addEventListener("popstate", () => {
    arriving(location.hash);
    steps.arrive();
  });
  addEventListener("pointerdown", () => steps.hold(), { capture: true });
  // What hears of the release comes first.
  for (const end of ["pointerup", "pointercancel", "blur"])
    addEventListener(end, () => setTimeout(() => steps.release()));
  document.addEventListener("change", () => steps.endTyping());
  addEventListener("keydown", (event) => {
    const key = event.key.toLowerCase();
    const isMeant = (event.ctrlKey || event.metaKey) && !event.altKey && !isTyped(event.target as Element);
    if (!isMeant || (key !== "z" && key !== "y")) return;
    event.preventDefault();
    if (key === "y" || event.shiftKey) steps.redo();
    else steps.undo();
  });
  return steps;
}

export function undoButtons(steps: Steps): HTMLElement {
  const t = texts().time;
  const undo = button("M7 4 3 8l4 4M3 8h7a4 4 0 0 1 0 8H7", () => steps.undo());
  const redo = button("M13 4l4 4-4 4M17 8h-7a4 4 0 0 0 0 8h3", () => steps.redo());
  const show = () => {
    label(undo, steps.canUndo, t.undo(wordOf(steps.undoes)), t.undoNothing);
    label(redo, steps.canRedo, t.redo(wordOf(steps.redoes)), t.redoNothing);
  };
  steps.onChange(show);
  show();
  return h("div", { class: "undo", role: "group", "aria-label": t.steps }, undo, redo);
}

function button(path: string, work: () => void): HTMLButtonElement {
  const icon = s("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, s("path", { d: path }));
  return h("button", { type: "button", class: "icon", onclick: work }, icon);
}

/** A button that can do nothing keeps the focus: who undoes by keyboard can go on. */
function label(element: HTMLButtonElement, can: boolean, text: string, nothing: string): void {
  element.title = can ? text : nothing;
  element.setAttribute("aria-label", can ? text : nothing);
  element.setAttribute("aria-disabled", String(!can));
}

/** What a step changed, in a word. */
export function wordOf(parts: readonly Part[]): string {
  const { parts: words, otherPart } = texts().time;
  const first = ORDER.find((part) => parts.includes(part)) ?? parts[0];
  return (first !== undefined && (words as { readonly [name: string]: string })[first]) || otherPart;
}
