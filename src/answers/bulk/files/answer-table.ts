/**
 * Tables of answers that a service computes one by one: with the columns, types and metadata of the file that `irradiance bulk` writes, a
 * part at a time, each a file of its own. All of them together are one table.
 */

import type { ValueName } from "../../../data/contract/observation/parameters.js";
import { isPeriod, PERIODS, parseObservationRequest } from "../../../data/contract/observation/request.js";
import type { ObservationColumns } from "../../../data/contract/observation/types.js";
import { intervalStarts, resultShape } from "../results/columns.js";
import type { TableDescription } from "../table.js";
import type { YieldPeriod } from "../types.js";
import { planOf, START, tableOf } from "./parts.js";

/** What an answer is one of: observations, or yields of a site's mean year or of its hours. */
export type AnswerKind =
  | { readonly parameters?: unknown; readonly frequency?: unknown }
  | { readonly yields: Exclude<YieldPeriod, "monthly"> };

/** @throws RequestError for parameters or a frequency that no observation has */
export async function answerTable(kind: AnswerKind): Promise<TableDescription> {
  if ("yields" in kind) return (await planOf({ sites: [], yields: {}, aggregate: kind.yields })).description;
  const { parameters, frequency } = parseObservationRequest({ ...kind, lat: 0, lon: 0 } as never);
  // Days, months and years are those of a response: sums of powers, and each begins at a moment of UTC.
  const aggregate = isPeriod(frequency) ? ({ period: PERIODS[frequency], statistic: "sum" } as const) : null;
  const shape = resultShape({ names: parameters, aggregate, yields: null });
  return tableOf({ ...shape, precision: "float64" }, frequency, [START]);
}

/** The rows of an observation, column by column: when each begins, and the values that were asked for. NaN: there is none. */
export function observationRows(columns: ObservationColumns, names: readonly ValueName[]): Float64Array[] {
  const { count, edges, values } = columns;
  // Copies: the columns may be views on memory that the next observation has.
  return [edges?.slice(0, count) ?? intervalStarts(columns), ...names.map((name) => values[name]!.slice(0, count))];
}
