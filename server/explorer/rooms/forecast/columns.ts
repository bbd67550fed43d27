/** The parameters of a forecast in people's words, and the choice of the one that is shown. */
import { h, replace } from "../../dom.js";
import type { Answer, Column } from "../../service/answer.js";
import { parameterTitle } from "../../state/endpoints.js";
import { SHADED, type State, type Store } from "../../state/state.js";
import { texts } from "../../texts/texts.js";

/** In people's words where there are any, else by the name that the service has. */
export function columnName(name: string): string {
  const t = texts().forecast;
  const names: { readonly [name: string]: string } = t.names;
  const plain = name.replace(SHADED, "");
  const known = names[plain];
  if (known === undefined) return parameterTitle(name);
  return plain === name ? known : t.behindHorizon(known);
}

/** Buttons, one of which is pressed. */
export class ColumnButtons {
  readonly element = h("div", { class: "forecast-columns", role: "group", "aria-label": texts().forecast.shown });
  private readonly store: Store;
  private buttons: readonly HTMLButtonElement[] = [];
  private names = "";

  constructor(store: Store) {
    this.store = store;
  }

  /** The chosen column of an answer, or its first where the answer has not the chosen one. */
  of({ parameters }: Answer, { column }: State): Column {
    const found = parameters.find(({ name }) => name === column) ?? (parameters[0] as Column);
    const names = parameters.map(({ name }) => name);
    // Made anew only for other columns: the focus stays where it is.
    if (names.join() !== this.names) {
      this.names = names.join();
      this.buttons = names.map((name) =>
        h("button", { type: "button", onclick: () => this.store.set({ column: name }) }, columnName(name)),
      );
      replace(this.element, this.buttons);
    }
    for (const [k, button] of this.buttons.entries()) {
      button.setAttribute("aria-pressed", String(names[k] === found.name));
    }
    return found;
  }
}
