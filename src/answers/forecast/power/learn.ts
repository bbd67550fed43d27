/** Learns how a system's power departs from the chain's under the runs of a weather model. */
import { shown } from "../../../foundation/text/shown.js";
import { DEFAULT_SPREAD } from "../default-table.generated.js";
import { learnBins } from "./bins.js";
import { checkRows, type LitRows, litRows, type PowerRows, solarDayOf } from "./rows.js";
import type { PowerTable } from "./table.js";

export interface PowerLearningOptions {
  /** W that inverters and grid let through. */
  readonly limit: number;
}

/** Hours at the limit for which a factor of 1 counts: dark months say little, and a winter under snow does not rule the spring. */
const PRIOR_HOURS = 12;

/**
 * Learns quantiles of measured power over the clear-sky power of the system's own chain.
 *
 * @param rows of past forecasts, as they were there
 * @param measured mean AC power in each row, W; NaN where it must not teach: not known, held back, an outage, another system
 * @throws RangeError for rows, a measured column or a limit that do not fit
 * @experimental
 */
export function learnPower(rows: PowerRows, measured: Float64Array, { limit }: PowerLearningOptions): PowerTable {
  checkRows("learnPower", rows);
  if (!(limit > 0 && limit < Number.POSITIVE_INFINITY))
    throw new RangeError(`learnPower: options.limit must be W above 0, got ${shown(limit)}`);
  if (measured?.length !== rows.chain.length)
    throw new RangeError(`learnPower: measured must have ${rows.chain.length} values, got ${shown(measured?.length)}`);
  const lit = litRows(rows, limit);
  const share = Float64Array.from(lit.row, (row, k) => Math.max(measured[row]!, 0) / lit.scale[k]!);
  const days = new Set(
    Array.from(lit.row)
      .filter((_, k) => !Number.isNaN(share[k]!))
      .map((row) => solarDayOf(rows, row)),
  ).size;
  const bins = learnBins(lit, share, factorOf(lit, share, limit), limit);
  return { recipe: "bins", why: "", days, limit, bins, correlation: DEFAULT_SPREAD.ahead.correlation };
}

function factorOf(lit: LitRows, share: Float64Array, limit: number): number {
  let [own, chain] = [PRIOR_HOURS * limit, PRIOR_HOURS * limit];
  for (let k = 0; k < lit.count; k++) {
    if (Number.isNaN(share[k]!)) continue;
    own += lit.scale[k]! * share[k]!;
    chain += lit.scale[k]! * lit.index[k]!;
  }
  return own / chain;
}
