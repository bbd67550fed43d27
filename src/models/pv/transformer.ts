/**
 * Losses of a transformer: some always, and some with the square of its output power.
 *
 * Central Station Engineers of the Westinghouse Electric Corporation, Electrical Transmission and Distribution Reference Book, 4th
 * edition, p. 101, solved for the output as `pvlib.transformer.simple_efficiency` has it.
 */
import { type ColumnInput, toColumns } from "../columns.js";
import { checkNumbers, checkPositive } from "../options.js";

/** @experimental */
export interface SimpleEfficiencyOptions {
  /** Share of the rating that is lost always, 0…1. */
  noLoadLoss: number;
  /** Share of the rating that is lost in addition at rated output, 0…1; it goes with the square of the output. */
  loadLoss: number;
  /** Rated output power, W. */
  transformerRating: number;
}

/**
 * Row kernel: inputPower and rating in W, losses as shares of the rating → outputPower in W, which may be the same column. Where more is
 * drawn through it than any output can be, it draws the most, −rating/(2·loadLoss) or less.
 */
export function simpleEfficiencyRows(
  i0: number,
  i1: number,
  inputPower: Float64Array,
  noLoadLoss: number,
  loadLoss: number,
  rating: number,
  outputPower: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    // out + noLoad + load·out² = in, all over the rating; this form of the root holds without load losses, too.
    const lacking = noLoadLoss - inputPower[i]! / rating;
    outputPower[i] = (-2 * lacking * rating) / (1 + Math.sqrt(Math.max(1 - 4 * loadLoss * lacking, 0)));
  }
}

/**
 * Power behind a transformer: the input less a constant loss and one that goes with the square of the output.
 *
 * Without input the output is below 0: the transformer takes its losses from the grid. Where more is drawn than the losses let
 * through, the output is that limit (pvlib: NaN).
 *
 * @param inputs inputPower (W); a number or an array
 * @param options noLoadLoss, loadLoss (shares of the rating), transformerRating (W)
 * @returns outputPower in W; NaN where inputPower is NaN
 * @throws TypeError, RangeError for a bad column or option
 * @experimental
 */
export function simpleEfficiency(
  inputs: { inputPower: ColumnInput },
  options: SimpleEfficiencyOptions,
): { outputPower: Float64Array } {
  const { noLoadLoss, loadLoss, transformerRating } = options ?? {};
  checkNumbers("simpleEfficiency", { noLoadLoss, loadLoss }, 0, 1);
  checkPositive("simpleEfficiency", { transformerRating });
  const { inputPower, n } = toColumns("simpleEfficiency", { inputPower: inputs.inputPower });
  const outputPower = new Float64Array(n);
  simpleEfficiencyRows(0, n, inputPower, noLoadLoss, loadLoss, transformerRating, outputPower);
  return { outputPower };
}
