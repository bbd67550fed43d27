/** Light or dark: as the system has it, or as chosen. */
import { labelled, select } from "./dom.js";
import type { State, Store } from "./state/state.js";
import { texts } from "./texts/texts.js";

export function themeChoice(store: Store): HTMLElement {
  const control = select(
    [
      ["auto", texts().common.themes.auto],
      ["light", texts().common.themes.light],
      ["dark", texts().common.themes.dark],
    ],
    store.state.theme,
    (value) => store.set({ theme: value as State["theme"] }),
  );
  store.follow(({ theme }: State) => {
    control.value = theme;
    wear(theme === "auto" ? undefined : theme);
  });
  return labelled(texts().common.colours, control);
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
