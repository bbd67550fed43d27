/** Names of quantiles in queries and answers: p1, p2, … p99. */
import { shown } from "../../text/shown.js";
import { refuse } from "../observation/readers.js";

/** @experimental */
export type QuantileName = `p${number}`;

/** Those for which a spread is known: every percent. @experimental */
export const QUANTILE_NAMES: readonly QuantileName[] = /* @__PURE__ */ Object.freeze(
  Array.from({ length: 99 }, (_, k): QuantileName => `p${k + 1}`),
);

/** 0.01 … 0.99. @experimental */
export function probabilityOf(name: QuantileName): number {
  return Number(name.slice(1)) / 100;
}

/**
 * Without repetition, ascending: a comma-separated list or an array.
 *
 * @throws RequestError for anything else
 */
export function readQuantiles(value: unknown): readonly QuantileName[] | undefined {
  if (value === undefined) return undefined;
  const names: unknown = typeof value === "string" ? value.split(",") : value;
  const isKnown = (name: unknown) => QUANTILE_NAMES.includes(name as QuantileName);
  if (!Array.isArray(names) || names.length === 0 || !names.every(isKnown)) {
    return refuse("quantiles", "a comma-separated list without blanks of p1, p2 and so on to p99", shown(value));
  }
  return Object.freeze(QUANTILE_NAMES.filter((name) => names.includes(name)));
}
