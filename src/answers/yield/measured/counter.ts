/** What a counter has counted between its readings. */
import type { OneColumn } from "../../../data/weather/readers/one-column.js";
import { countsUpAnew } from "../../../data/weather/readers/rows/held.js";
import { WeatherError } from "../../../data/weather/series.js";
import { HOUR_SECONDS } from "../../../foundation/time/calendar.js";
import { datesOf } from "./impossible.js";
import { POWERS } from "./unit.js";

/** Hours in which the power of a day falls again. */
const EVENING = 18;
/** Fewer rows may rise by chance. */
const FEW = 12;
/** What begins anew more often does so each day. */
const FEW_TIMES = 3;

/** The energies between the readings of a counter; anything else as it is. */
export function differenced(
  { name, values, start, interval, notices, unit: stated }: OneColumn,
  asked: string | undefined,
  isLabelled: boolean,
  file: string | undefined,
): Pick<OneColumn, "start" | "values" | "notices"> & { readonly isCounter: boolean } {
  const known = values.reduce((count, value) => count + (Number.isNaN(value) ? 0 : 1), 0);
  const isShort = values.length * interval < EVENING * HOUR_SECONDS;
  const isPower = asked === undefined ? isShort && (stated ?? "") in POWERS : asked in POWERS;
  if (isPower || known < FEW || !countsUpAnew(values)) return { start, values, notices, isCounter: false };
  if (isShort)
    throw new WeatherError(`"${name}" never falls: of a counter, or of a morning? Give a whole day and more`, { file });
  const { energy, resets, jumps, unseen } = counted(values);
  const often = ({ length }: readonly number[]) => (length === 1 ? "once" : `${length} times`);
  const when = (rows: readonly number[]) => (rows.length > FEW_TIMES ? "" : ` (${datesOf(rows, start, interval)})`);
  const message = [
    `"${name}" counts up${resets.length > 0 ? ` and begins anew ${often(resets)}${when(resets)}` : ""}: the differences of its readings are taken`,
    ...(jumps.length > 0 ? [`it jumps ${often(jumps)}, as a counter that is replaced: left out${when(jumps)}`] : []),
    ...(unseen > 0 ? [`${Number(unseen.toPrecision(3))} of its units came in gaps, at unknown times: left out`] : []),
  ].join("; ");
  // A reading is that of its time: what came before it is the interval that ends there.
  const isAssumed = !isLabelled && notices.some(({ code }) => code === "label-assumed");
  return {
    start: isAssumed ? start - interval * 1000 : start,
    values: energy,
    notices: [{ code: "counter", message }, ...notices.filter(({ code }) => code !== "label-assumed")],
    isCounter: true,
  };
}

/** Lower than this share of the one before, a reading is that of a counter that began anew; above, one that was corrected. */
const ANEW = 0.9;
/** Beyond so many times the 99 % quantile of its steps, a counter jumped. */
const JUMP = 3;

export interface Counted {
  /** In the counter's unit; NaN: unknown. */
  readonly energy: Float64Array;
  /** The rows at which it began anew at 0, and at which it jumped, as one that was replaced does. */
  readonly resets: readonly number[];
  readonly jumps: readonly number[];
  /** Energy that came while readings were missing, at unknown times. */
  readonly unseen: number;
}

/** @param values readings at the end of each interval; NaN: missing */
export function counted(values: Float64Array): Counted {
  const most = JUMP * usualStep(values);
  const energy = new Float64Array(values.length).fill(Number.NaN);
  const [resets, jumps]: [number[], number[]] = [[], []];
  let unseen = 0;
  let [high, seen] = [Number.NaN, -1];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    const isAnew = value < ANEW * high;
    const step = isAnew ? value : Math.max(0, value - high);
    const isNext = row === seen + 1;
    // What came in a gap may be as much as that many steps.
    if (step > most * (row - seen)) jumps.push(row);
    else {
      if (isAnew) resets.push(row);
      if (isNext) energy[row] = step;
      else if (seen >= 0) unseen += step;
    }
    high = isAnew || !(value < high) ? value : high;
    seen = row;
  }
  return { energy, resets, jumps, unseen };
}

/** By row: readings that are all further apart have steps, too. */
function usualStep(values: Float64Array): number {
  const steps: number[] = [];
  let seen = -1;
  values.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    const step = seen < 0 ? 0 : (value - values[seen]!) / (row - seen);
    if (step > 0) steps.push(step);
    seen = row;
  });
  steps.sort((a, b) => a - b);
  return steps[Math.floor(0.99 * (steps.length - 1))] ?? 0;
}
