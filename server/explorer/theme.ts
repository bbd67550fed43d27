/** Light or dark: as the system has it, or as chosen. */
import { labelled, select } from "./dom.js";
import type { State, Store } from "./state/state.js";

export function themeChoice(store: Store): HTMLElement {
  const control = select(
    [
      ["auto", "As the system"],
      ["light", "Light"],
      ["dark", "Dark"],
    ],
    store.state.theme,
    (value) => store.set({ theme: value as State["theme"] }),
  );
  const show = ({ theme }: State) => {
    control.value = theme;
    if (theme === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  show(store.state);
  store.subscribe(show);
  return labelled("Colours", control);
}
