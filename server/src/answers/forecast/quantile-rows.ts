/** Quantiles of GHI on the rows of an answer. */
import type { Notice } from "irradiance-engine";
import type { QuantileName } from "irradiance-engine/contract";
import { type Corrected, forecastQuantiles, type SpreadTable } from "irradiance-engine/forecast";
import { evidenceOf } from "./correction-text.js";

/** Equal intervals, 15 minutes or an hour. */
export interface AnswerRows {
  /** Unix ms. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  readonly count: number;
}

/** As `meta.quantiles` has them: null where no spread is known. */
export interface QuantilesOfRows {
  readonly global_horizontal_irradiance: { readonly [name in QuantileName]?: readonly (number | null)[] };
}

const QUARTER = 900;
/** As values in answers. */
const DECIMALS = 100;

/** @param corrected undefined: a forecast without a known spread */
export function quantilesOfRows(
  corrected: Corrected | undefined,
  spread: SpreadTable,
  names: readonly QuantileName[],
  rows: AnswerRows,
): { readonly quantiles: QuantilesOfRows; readonly notices: readonly Notice[] } {
  if (corrected === undefined) {
    const empty = Object.fromEntries(names.map((name) => [name, Array.from({ length: rows.count }, () => null)]));
    const message = "quantiles are null: the spread of this forecast is not known";
    return { quantiles: { global_horizontal_irradiance: empty }, notices: [{ code: "quantiles", message }] };
  }
  const { probabilities, values } = forecastQuantiles(corrected, spread);
  const start = new Date(corrected.series.start).getTime();
  const of = (name: QuantileName) => {
    const quantile = probabilities.findIndex((probability) => `p${Math.round(100 * probability)}` === name);
    return meansOf(values[quantile]!, start, rows);
  };
  return {
    quantiles: { global_horizontal_irradiance: Object.fromEntries(names.map((name) => [name, of(name)])) },
    notices: [{ code: "quantiles", message: sentenceOf(corrected, spread, rows) }],
  };
}

function meansOf(values: Float64Array, start: number, rows: AnswerRows): (number | null)[] {
  const ratio = rows.interval / QUARTER;
  const first = (rows.start - start) / (QUARTER * 1000);
  return Array.from({ length: rows.count }, (_, row) => {
    let sum = 0;
    for (let k = first + row * ratio; k < first + (row + 1) * ratio; k++) sum += values[k] ?? Number.NaN;
    return Number.isNaN(sum) ? null : Math.round((sum / ratio) * DECIMALS) / DECIMALS;
  });
}

function sentenceOf({ correction }: Corrected, spread: SpreadTable, { interval }: AnswerRows): string {
  const run = correction.method === "none" ? " of uncorrected runs" : "";
  const hours =
    interval > QUARTER
      ? "; an hour's quantiles are means over its quarter hours and a little too wide (p10 to p90 held 84 % of hours)"
      : "";
  return `quantiles come from past errors${run} (table ${spread.name}, ${evidenceOf(spread)}), for 6 h${hours}`;
}
