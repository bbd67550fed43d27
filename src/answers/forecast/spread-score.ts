/** How good quantiles are: reliability, sharpness, pinball loss, CRPS, and its skill against ensembles of persistence. */
import { PROBABILITIES } from "./spread.js";

/** Of 19 or 99 quantiles. */
export interface SpreadScore {
  /** Share of the rows that are not above each quantile: reliable where it is its probability. */
  readonly below: readonly number[];
  /** Share of the rows from the 10 % to the 90 % quantile, and the mean width between them, in the unit of the values. */
  readonly coverage: number;
  readonly width: number;
  /** Mean pinball loss of each quantile, and the continuous ranked probability score: twice the mean of these. */
  readonly pinball: readonly number[];
  readonly crps: number;
  /** By ensemble; null: there is none in these rows. */
  readonly skills: { readonly [ensemble: string]: EnsembleSkill | null };
}

/** On the rows that have the ensemble. */
export interface EnsembleSkill {
  readonly rows: number;
  /** Of the ensemble, from its quantiles of the same probabilities. */
  readonly crps: number;
  /** 1 − (CRPS of the forecast / CRPS of the ensemble); null: the ensemble makes no error. */
  readonly skill: number | null;
}

/** Quantiles in ascending order of their probabilities, each a column. */
export type Quantiles = readonly ArrayLike<number>[];

export interface JudgedQuantiles {
  readonly observed: ArrayLike<number>;
  readonly quantiles: Quantiles;
  readonly ensembles: { readonly [name: string]: Quantiles };
}

const PERCENTILES: readonly number[] = Array.from({ length: 99 }, (_, k) => (k + 1) / 100);

/** Of 19 quantiles 5, 10 … 95 %, of 99 1, 2 … 99 %; undefined of another number. */
export function probabilitiesOf(count: number): readonly number[] | undefined {
  return [PROBABILITIES, PERCENTILES].find(({ length }) => length === count);
}

/** @param rows one or more, all with a value of every quantile */
export function spreadScore(judged: JudgedQuantiles, rows: readonly number[]): SpreadScore {
  const { observed, quantiles, ensembles } = judged;
  const share = (isIn: (row: number) => boolean) => rows.filter(isIn).length / rows.length;
  const [low, high] = [0.1, 0.9].map((p) => quantiles[Math.round(p * (quantiles.length + 1)) - 1]!) as [
    ArrayLike<number>,
    ArrayLike<number>,
  ];
  const pinball = pinballLosses(observed, quantiles, rows);
  return {
    below: quantiles.map((values) => share((row) => observed[row]! <= values[row]!)),
    coverage: share((row) => observed[row]! >= low[row]! && observed[row]! <= high[row]!),
    width: rows.reduce((sum, row) => sum + high[row]! - low[row]!, 0) / rows.length,
    pinball,
    crps: crpsOf(pinball),
    skills: Object.fromEntries(
      Object.entries(ensembles).map(([name, ensemble]) => [name, skillAgainst(judged, ensemble, rows)]),
    ),
  };
}

function skillAgainst({ observed, quantiles }: JudgedQuantiles, ensemble: Quantiles, rows: readonly number[]) {
  const own = rows.filter((row) => Number.isFinite(ensemble[0]![row]!));
  if (own.length === 0) return null;
  const [crps, reference] = [quantiles, ensemble].map((one) => crpsOf(pinballLosses(observed, one, own))) as [
    number,
    number,
  ];
  return { rows: own.length, crps: reference, skill: reference > 0 ? 1 - crps / reference : null };
}

function pinballLosses(observed: ArrayLike<number>, quantiles: Quantiles, rows: readonly number[]): number[] {
  const probabilities = probabilitiesOf(quantiles.length)!;
  return quantiles.map((values, q) => {
    const p = probabilities[q]!;
    const loss = (miss: number) => (miss >= 0 ? p * miss : (p - 1) * miss);
    return rows.reduce((sum, row) => sum + loss(observed[row]! - values[row]!), 0) / rows.length;
  });
}

function crpsOf(pinball: readonly number[]): number {
  return (2 * pinball.reduce((sum, loss) => sum + loss, 0)) / pinball.length;
}
