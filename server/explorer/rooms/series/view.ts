/** What every view of an answer has. */
import type { Picture } from "../../chart/picture.js";
import type { TableModel } from "../../chart/table.js";
import type { Zone } from "../../chart/time.js";
import type { Answer, Source } from "../../service/answer.js";
import type { State, ViewName } from "../../state/state.js";

export interface Scene {
  readonly answer: Answer;
  readonly state: State;
  readonly zone: Zone;
}

/** Why a view cannot show an answer, and the change after which it can. */
export interface Lack {
  readonly sentence: string;
  readonly remedy: string;
  readonly changes: Partial<State>;
}

export interface View {
  readonly name: ViewName | "sun-path" | "forecast";
  readonly title: string;
  readonly element: HTMLElement;
  /** Whether power or the energy of an interval is a choice: sums over months are energies in any case. */
  readonly hasUnits: boolean;
  /** Whether it shows a series; else it is drawn without an answer, too. */
  readonly needsAnswer: boolean;
  /** Whether all that it draws is of the state or the account: nothing of it is old when the answer is. */
  readonly isOfState?: true;
  /** What an answer lacks for this view; undefined where it can be drawn. */
  lack?(scene: Scene): Lack | undefined;
  /** Draws, and returns the table behind what is drawn. */
  draw(scene: Scene | undefined, state: State): TableModel | undefined;
  /** What was drawn last, in words. */
  summary?(): string;
  /** The picture to save. */
  picture?(): Picture | undefined;
  /** Where what is drawn comes from, besides the answer. */
  alsoFrom?(): readonly Source[];
}
