/** Light or dark: as the system has it, or as chosen. */
import { effect, signal } from "@preact/signals";
import type { VNode } from "preact";
import type { State, Store } from "./state/state.js";
import { texts } from "./texts/texts.js";
import { labelled, select } from "./view.js";

export function themeChoice(store: Store): VNode {
  const { themes, colours } = texts().common;
  const { theme } = store.state;
  const choice = select(Object.entries(themes), theme, (value) => store.set({ theme: value as State["theme"] }));
  return labelled(colours, choice);
}

/** While what is shown is meant for paper it is light, whatever was chosen. */
export const onPaper = signal(false);

/** Before anything is drawn: pictures take their colours from the page. */
export function wearTheme(store: Store): void {
  effect(() => {
    const { theme } = store.state;
    wear(onPaper.value ? "light" : theme === "auto" ? undefined : theme);
  });
}

/** What is made with the light colours, whatever the page wears: between two frames, so that nobody sees it change. */
export function inLight<T>(make: () => T): T {
  const worn = document.documentElement.dataset.theme;
  wear("light");
  try {
    return make();
  } finally {
    wear(worn);
  }
}

function wear(theme: string | undefined): void {
  if (theme === undefined) delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
