/** The first recipe: the chain × one factor, and quantiles of what it was off by, by clearness and height. */
import { quantileOfSorted } from "../../../foundation/statistics/order.js";
import { cellOf, KNOTS, nearestKnot } from "../curves.js";
import { aheadCurve } from "../day-ahead/bands.js";
import { DEFAULT_SPREAD } from "../default-table.generated.js";
import { type LitRows, shortened } from "./rows.js";

/** Departures of the measured share of clear power from factor × the chain's. */
export interface PowerBins {
  /** Measured over the chain's power. */
  readonly factor: number;
  /** The chain's shares of clear power, and clear powers as shares of the limit; between them quantiles are on straight lines. */
  readonly indices: readonly number[];
  readonly clears: readonly number[];
  /** By index, then clear power: at the probabilities of `KNOTS`. */
  readonly departures: readonly (readonly (readonly number[])[])[];
}

const INDICES = [0.1, 0.25, 0.4, 0.55, 0.7, 0.8, 0.9, 1];
const CLEARS = [0.1, 0.3, 0.55, 0.8];
/** W/m² of the clear sky at which a system reaches its limit: what the bands of light know it by. */
const FULL = 1000;
/** Rows of a bin for which the bands of light without a past count. */
const PRIOR_ROWS = 20;

/** @param share measured power over `lit.scale` @param used rows that teach @param limit W */
export function learnBins(
  lit: LitRows,
  share: Float64Array,
  used: readonly number[],
  factor: number,
  limit: number,
): PowerBins {
  const cells = INDICES.map(() => CLEARS.map((): number[] => []));
  for (const k of used) {
    const cell = cells[nearestKnot(INDICES, lit.index[k]!)]![nearestKnot(CLEARS, lit.scale[k]! / limit)]!;
    cell.push(share[k]! - factor * lit.index[k]!);
  }
  const departures = INDICES.map((index, i) =>
    CLEARS.map((clear, c) => {
      const prior = aheadCurve(DEFAULT_SPREAD.ahead, { clearSkyIndex: index, clear: FULL * clear });
      return shrunk(Float64Array.from(cells[i]![c]!).sort(), prior);
    }),
  );
  return { factor: shortened(factor), indices: INDICES, clears: CLEARS, departures };
}

function shrunk(sorted: Float64Array, prior: readonly number[]): readonly number[] {
  const own = sorted.length / (sorted.length + PRIOR_ROWS);
  const departure = (p: number, q: number) => own * (quantileOfSorted(sorted, p) - prior[q]!);
  return KNOTS.map((p, q) => shortened(prior[q]! + (sorted.length === 0 ? 0 : departure(p, q))));
}

/** Writes the quantiles of a row at the knots, as shares of clear power. */
export function binQuantiles(bins: PowerBins, index: number, clear: number, into: Float64Array): void {
  const { factor, indices, clears, departures } = bins;
  const { k: i, share: along } = cellOf(indices, index);
  const { k: c, share: up } = cellOf(clears, clear);
  const [low, high] = [departures[i]!, departures[i + 1]!];
  for (let q = 0; q < into.length; q++) {
    const faint = low[c]![q]! + along * (high[c]![q]! - low[c]![q]!);
    const bright = low[c + 1]![q]! + along * (high[c + 1]![q]! - low[c + 1]![q]!);
    into[q] = factor * index + faint + up * (bright - faint);
  }
}
