/** Series beside one another: the sum or the mean of each parameter that all of them have, and their months. */
import { monthlyUnit, monthlyValue, monthsOf } from "../chart/months.js";
import type { Zone } from "../chart/time.js";
import { isEnergy, isPower } from "../chart/units.js";
import type { Answer, Column } from "../service/answer.js";

export interface SeriesFigure {
  readonly name: string;
  readonly unit: string;
  /** Of each answer over its whole period; null where it has no value. */
  readonly values: readonly (number | null)[];
  /** To the first, as shares of it; null of means such as a temperature, which have no zero. */
  readonly shares: readonly (number | null)[];
}

/** Of the parameters that every answer has, in the first one's order. */
export function seriesFigures(answers: readonly Answer[]): SeriesFigure[] {
  return sharedNames(answers).map((name) => {
    const columns = answers.map((answer) => columnOf(answer, name) as Column);
    const values = answers.map((answer, k) =>
      monthlyValue(answer, columns[k] as Column, { from: 0, to: answer.starts.length }),
    );
    const [first] = columns as [Column];
    const isSum = isPower(first) || isEnergy(first) || first.aggregation === "sum";
    const base = values[0] ?? null;
    const shares = values.map((value) => (isSum && value !== null && base ? value / base - 1 : null));
    return { name, unit: monthlyUnit(first), values, shares };
  });
}

export function sharedNames(answers: readonly Answer[]): string[] {
  const [first, ...others] = answers;
  if (!first) return [];
  return first.parameters
    .map(({ name }) => name)
    .filter((name) => others.every(({ parameters }) => parameters.some((column) => column.name === name)));
}

export function columnOf({ parameters }: Answer, name: string): Column | undefined {
  return parameters.find((column) => column.name === name);
}

/** Longer steps have no months. */
const LONGEST_STEP = 31 * 24 * 3_600_000;
const YEAR = 12;

/** January to December of one parameter; undefined where the answer has none of it by month, or a month twice. */
export function calendarMonths(answer: Answer, name: string, zone: Zone): (number | null)[] | undefined {
  const column = columnOf(answer, name);
  if (!column || (answer.ends[0] ?? 0) - (answer.starts[0] ?? 0) > LONGEST_STEP) return undefined;
  const values: (number | null)[] = new Array(YEAR).fill(null);
  const seen = new Set<number>();
  for (const month of monthsOf(answer, zone)) {
    if (seen.has(month.month)) return undefined;
    seen.add(month.month);
    values[month.month] = monthlyValue(answer, column, month);
  }
  return values;
}
