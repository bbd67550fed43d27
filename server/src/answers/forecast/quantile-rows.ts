/** Quantiles of GHI on the rows of an answer. */
import type { Notice } from "irradiance-engine";
import { probabilityOf, type QuantileName } from "irradiance-engine/contract";
import { type Corrected, DEFAULT_SPREAD, forecastQuantiles, type SpreadTable } from "irradiance-engine/forecast";
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
  const of = rows.interval > QUARTER ? "hours" : "quarters";
  const { values } = forecastQuantiles(corrected, spread, { probabilities: names.map(probabilityOf), of });
  const start = new Date(corrected.series.start).getTime();
  return {
    quantiles: {
      global_horizontal_irradiance: Object.fromEntries(
        names.map((name, k) => [name, meansOf(values[k]!, start, rows)]),
      ),
    },
    notices: [{ code: "quantiles", message: sentenceOf(corrected, spread), facts: { table: spread.name } }],
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

function sentenceOf({ correction }: Corrected, spread: SpreadTable): string {
  const run = correction.method === "none" ? " of uncorrected runs" : "";
  const first = `quantiles come from past errors${run} (table ${spread.name}, ${evidenceOf(spread)})`;
  if (spread.ahead !== DEFAULT_SPREAD.ahead) return first;
  return `${first}; those beyond the first hours are of unbiased runs at other places: they know no bias of this run`;
}
