/** What a horizon takes: the values with its shading beside those without. */
import type { Answer, Column } from "../service/answer.js";
import { SHADED } from "../state/state.js";
import { figure } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import { monthlyUnit, monthlyValue } from "./months.js";
import { isEnergy, isPower } from "./units.js";
import { nameOf } from "./words.js";

export interface Loss {
  /** Without the shading. */
  readonly column: Column;
  /** In {@link monthlyUnit}, over the whole answer. */
  readonly open: number;
  readonly shaded: number;
  /** Of the sum without the shading, %; 0 where there is no light at all. */
  readonly percent: number;
}

/** Of every parameter that the answer has with and without shading. */
export function lossesOf(answer: Answer): Loss[] {
  return answer.parameters.flatMap((column): Loss[] => {
    const partner = answer.parameters.find(({ name }) => name === column.name + SHADED);
    const [open, shaded] = [totalOf(answer, column), partner && totalOf(answer, partner)];
    if (open == null || shaded == null) return [];
    return [{ column, open, shaded, percent: open === 0 ? 0 : 100 * (1 - shaded / open) }];
  });
}

/** The energy of a column over the whole answer; null for a column of something else, or without values. */
export function totalOf(answer: Answer, column: Column): number | null {
  if (!isPower(column) && !isEnergy(column)) return null;
  return monthlyValue(answer, column, { from: 0, to: answer.starts.length });
}

/** "" where the answer has nothing with shading beside the same without. */
export function lossText(answer: Answer): string {
  const parts = lossesOf(answer).map(({ column, open, shaded, percent }) => {
    const sum = `${figure(open, 1)} ${monthlyUnit(column)}`;
    return texts().chart.lossOf(nameOf(column.name), figure(shaded, 1), sum, figure(percent, 1));
  });
  return parts.length === 0 ? "" : texts().chart.loss(parts.join("; "));
}
