/** The way from what a room shows to its data and the lines that give it elsewhere. */
import { h } from "../../dom.js";
import type { State, Store } from "../../state/state.js";
import { texts } from "../../texts/texts.js";

/** @param subject what the room shows: a series, or the yield of the roof */
export function codeLink(store: Store, subject: State["data"]): HTMLElement {
  return h(
    "button",
    { type: "button", class: "code-link", onclick: () => store.set({ room: "data", data: subject }) },
    texts().data.codeForThis,
  );
}
