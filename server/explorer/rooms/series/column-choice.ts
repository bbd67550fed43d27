/** The choice of the one parameter that a view shows. */
import { nameOf } from "../../chart/words.js";
import { choices, labelled, replace, select } from "../../dom.js";
import type { Answer, Column } from "../../service/answer.js";
import type { State, Store } from "../../state/state.js";
import { texts } from "../../texts/texts.js";

export class ColumnChoice {
  readonly element: HTMLElement;
  private readonly control: HTMLSelectElement;
  private names = "";

  constructor(store: Store) {
    this.control = select([], "", (column) => store.set({ column }));
    this.element = labelled(texts().series.parameter, this.control);
  }

  /** The chosen column of an answer, or its first where the answer has not the chosen one. */
  of({ parameters }: Answer, { column }: State): Column {
    const names = parameters.map(({ name }) => name);
    if (names.join() !== this.names) {
      this.names = names.join();
      replace(this.control, choices(names.map((name) => [name, nameOf(name)])));
    }
    const found = parameters.find(({ name }) => name === column) ?? (parameters[0] as Column);
    this.control.value = found.name;
    return found;
  }
}
