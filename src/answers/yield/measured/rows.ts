/** Which rows of measured power can be held against a model, and why the others cannot. */

/** Why a row is left out; "used" is not. */
export const ROW_REASONS = ["used", "dark", "missing", "outage", "frozen", "curtailed"] as const;
export type RowReason = (typeof ROW_REASONS)[number];

/** Shares of the peak power: below the first the model is dark; an outage gives less than the second where the third is due. */
const DARK = 0.002;
const NOTHING = 0.005;
const DUE = 0.1;
/** Seconds for which power must be gone, or the same to the last digit. */
const LONG = 3600;
/** The plateau of a limit: how many of the highest rows are within how much of it, and how much more the model gives. */
const LIMITED_SHARE = 0.03;
const PLATEAU = 0.004;
const MORE = 1.08;
/** Fewer rows are no plateau. */
const FEWEST = 20;

/**
 * @param measured kW
 * @param modelled kW, on the same intervals
 * @param limit kW that power is known to be held below; undefined: found by its plateau; null: there is none
 * @param isSpread whether power stays the same because the energy between readings is spread evenly
 * @returns the place in `ROW_REASONS` of each row, and the limit that was used
 */
export function rowReasons(
  measured: Float64Array,
  modelled: Float64Array,
  interval: number,
  kwp: number,
  limit: number | null | undefined,
  isSpread = false,
): { readonly reasons: Uint8Array; readonly limit: number | undefined } {
  const reasons = new Uint8Array(measured.length);
  const set = (k: number, reason: RowReason) => {
    reasons[k] = ROW_REASONS.indexOf(reason);
  };
  for (let k = 0; k < measured.length; k++) {
    if (Number.isNaN(measured[k]! + modelled[k]!)) set(k, "missing");
    else if (modelled[k]! < DARK * kwp) set(k, "dark");
  }
  const rows = Math.max(Math.ceil(LONG / interval), 2);
  const markRuns = (reason: RowReason, isPart: (k: number) => boolean) => {
    for (let k = 0; k < measured.length; ) {
      let end = k;
      while (end < measured.length && reasons[end] === 0 && isPart(end)) end++;
      if (end - k >= rows) for (let row = k; row < end; row++) set(row, reason);
      k = Math.max(end, k + 1);
    }
  };
  markRuns("outage", (k) => measured[k]! < NOTHING * kwp && modelled[k]! > DUE * kwp);
  const held = limit === null ? undefined : (limit ?? plateauOf(measured, modelled, reasons));
  if (held !== undefined) {
    for (let k = 0; k < measured.length; k++)
      if (reasons[k] === 0 && isAt(measured[k]!, held) && modelled[k]! > MORE * held) set(k, "curtailed");
  }
  // What a limit holds stays the same, too: these rows come last.
  if (!isSpread) markRuns("frozen", (k) => measured[k] === measured[k - 1] && modelled[k] !== modelled[k - 1]);
  return { reasons, limit: held };
}

function isAt(power: number, limit: number): boolean {
  return power > (1 - PLATEAU) * limit;
}

/** The highest measured power, if many rows lie there while the model gives more. */
function plateauOf(measured: Float64Array, modelled: Float64Array, reasons: Uint8Array): number | undefined {
  const used = measured.filter((_, k) => reasons[k] === 0).sort();
  // A few spikes above a limit are no power that is let through.
  const top = used[Math.floor(0.998 * (used.length - 1))] ?? 0;
  let held = 0;
  for (let k = 0; k < measured.length; k++)
    if (reasons[k] === 0 && isAt(measured[k]!, top) && modelled[k]! > MORE * top) held++;
  return held >= FEWEST && held >= LIMITED_SHARE * used.length ? top : undefined;
}

export interface Means {
  /** Unix ms. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  readonly values: Float64Array;
}

export interface OneGrid {
  readonly start: number;
  readonly interval: number;
  readonly columns: readonly Float64Array[];
}

/** Over the time that all have; the grid is that of the coarsest, the first of equal ones. */
export function onOneGrid(series: readonly Means[]): OneGrid {
  const grid = series.reduce((coarsest, one) => (one.interval > coarsest.interval ? one : coarsest));
  const step = grid.interval * 1000;
  const begin = Math.max(...series.map(({ start }) => start));
  const end = Math.min(...series.map(({ start, interval, values }) => start + values.length * interval * 1000));
  const first = Math.ceil((begin - grid.start) / step);
  const last = Math.floor((end - grid.start) / step);
  const start = grid.start + first * step;
  const count = Math.max(last - first, 0);
  return { start, interval: grid.interval, columns: series.map((one) => meansOn(one, start, step, count)) };
}

/** NaN where any part of an interval is missing. */
function meansOn({ start, interval, values }: Means, first: number, step: number, count: number): Float64Array {
  const own = interval * 1000;
  const out = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const from = (first + k * step - start) / own;
    const to = from + step / own;
    let sum = 0;
    for (let row = Math.floor(from); row < to; row++)
      sum += values[row]! * (Math.min(row + 1, to) - Math.max(row, from));
    out[k] = sum / (to - from);
  }
  return out;
}
