/** Rows of an answer of ours as Solcast has them: the end of each period, and how long it is. */
import type { Query } from "../../endpoint.js";
import { invalidParameter } from "../../errors.js";
import { oneOf, refuseValue, textOf } from "../readers.js";

export interface Period {
  readonly name: string;
  readonly frequency: string;
}

const FREQUENCIES = { PT15M: "15_minutes", PT30M: "30_minutes", PT60M: "1_hour", PT1H: "1_hour" };

/** @throws HttpError 400 for periods that answers of ours do not have */
export function periodOf(query: Query): Period {
  const frequency = oneOf(query, "period", FREQUENCIES) ?? FREQUENCIES.PT30M;
  return { name: textOf(query, "period") ?? "PT30M", frequency };
}

/** Values of a row by their names. */
export type Column = readonly (number | null)[];

export interface Rows {
  readonly end_times: readonly string[];
  readonly columns: { readonly [name: string]: Column };
}

/**
 * Rows with nothing are left out: after the end of a run, and before something was observed.
 *
 * @param until Unix ms: those that end later are left out, too, as of a period that has not ended no actual is known, even at night
 */
export function rowsOf({ end_times: ends, columns }: Rows, { name: period }: Period, until = Infinity): object[] {
  const entries = Object.entries(columns);
  return ends.flatMap((end, k) => {
    if (Date.parse(end) > until || entries.every(([, column]) => (column[k] ?? null) === null)) return [];
    const values = Object.fromEntries(entries.map(([name, column]) => [name, column[k] ?? null]));
    return [{ ...values, period_end: `${new Date(end).toISOString().slice(0, 19)}.0000000Z`, period }];
  });
}

/** kW. */
export function inKilowatts(watts: Column | undefined): Column {
  return (watts ?? []).map((value) => (value === null ? null : value / 1000));
}

/** What is asked for, each once. @param names that there are, or why there is none of them @throws HttpError 400 */
export function namesOf<Value>(
  query: Query,
  names: { readonly [name: string]: Value },
  fallback: readonly string[],
): [string, Value][] {
  const text = textOf(query, "output_parameters");
  const asked = text === undefined ? fallback : [...new Set(text.split(","))];
  const unknown = asked.find((name) => !Object.hasOwn(names, name));
  if (unknown !== undefined) {
    refuseValue("output_parameters", `of ${Object.keys(names).join(", ")}; this server has no others`, unknown);
  }
  return asked.map((name) => [name, names[name] as Value]);
}

/** Values that only this one is taken of, as they would change the answer. @throws HttpError 400 */
export function refuseOtherThan(query: Query, taken: { readonly [name: string]: readonly string[] }): void {
  for (const [name, values] of Object.entries(taken)) {
    const text = textOf(query, name);
    if (text === undefined || values.includes(text.toLowerCase())) continue;
    const expected =
      values.length === 0 ? "left out: this server does not know it" : `left out, or ${values.join(", ")}`;
    throw invalidParameter(name, `parameter "${name}" must be ${expected}, got ${JSON.stringify(text.slice(0, 60))}`);
  }
}
