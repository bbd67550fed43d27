/** One value to the last digit, and values that no system gives. */
import type { RowSpan } from "../../data/weather/believe/types.js";
import { log } from "../../foundation/math/index.js";
import { valueAtShare } from "../../foundation/statistics/order.js";
import { HOUR } from "../../foundation/time/calendar.js";
import { markRows } from "./reasons.js";
import type { SunDays } from "./sun-days.js";

/** Equal values, as `stuck.ts` has them; hours by night and by day, and by day alone; and the chance below which it is none. */
const SAME = 1e-5;
const DARK_HOURS = 2;
const LIT_HOURS = 2;
const DAY_HOURS = 4;
const CHANCE = 1e-7;
/** Sine of 5°. */
const LIT = 0.087;
/** Of the power of a usual day: what stands below is the zero of a meter. */
const ZERO = 0.01;
/** A limit or a battery comes to its value on so many days, a stuck value once. */
const AGAIN = 3;
/** Steps of resolution within which values follow one another by chance. */
const NEAR = 10;

interface Run extends RowSpan {
  readonly value: number;
}

export function markFrozen(days: SunDays, reasons: Uint8Array): RowSpan[] {
  const usual = valueAtShare(
    days.tops(reasons).filter((top) => top > 0),
    0.5,
  );
  const runs = runsOf(days, reasons, ZERO * (usual ?? 0));
  const times = new Map<string, number>();
  for (const { value } of runs) times.set(value.toPrecision(5), (times.get(value.toPrecision(5)) ?? 0) + 1);
  const stuck = runs.filter(({ value }) => times.get(value.toPrecision(5))! < AGAIN);
  for (const span of stuck) markRows(reasons, "frozen", span);
  return stuck.map(({ from, to }) => ({ from, to }));
}

function runsOf(days: SunDays, reasons: Uint8Array, zero: number): Run[] {
  const { power, sine, count, step } = days;
  const hours = step / HOUR;
  const resolution = resolutionOf(power);
  const runs: Run[] = [];
  let [from, to, value, dark, lit, rows] = [-1, -1, Number.NaN, 0, 0, 0];
  const close = () => {
    if (Math.abs(value) > zero && rows > 3) {
      const isNight = dark * hours >= DARK_HOURS && lit * hours >= LIT_HOURS;
      const again = Math.min(1, (NEAR * resolution) / Math.abs(value));
      const isDay = lit * hours >= DAY_HOURS && (Math.min(rows, 2 * lit) - 1) * log(again) < log(CHANCE);
      if (isNight || isDay) runs.push({ from, to, value });
    }
    [dark, lit, rows] = [0, 0, 0];
  };
  for (let row = 0; row < count; row++) {
    const here = power[row]!;
    if (Number.isNaN(here) || reasons[row] !== 0) continue;
    if (!(Math.abs(here - value) <= SAME * Math.abs(value))) {
      close();
      from = row;
      value = here;
    }
    to = row + 1;
    rows++;
    if (days.isDark(row)) dark++;
    else if (sine[row]! > LIT) lit++;
  }
  close();
  return runs;
}

/** How small differences are. */
export function resolutionOf(power: Float64Array): number {
  const steps = power.map((value, row) => Math.abs(value - power[row - 1]!)).filter((step) => step > 0);
  return valueAtShare(steps, 0.05) ?? 0;
}

/** Of what the system reaches: no cloud edge gives more, no inverter takes so much. */
const HIGHEST = 2;
const LOWEST = -0.3;
/** Of the rows with light of a day: where more are so high, it is the system that has grown. */
const FEW = 0.25;

/** Sentinels, such as −999, and energy that a counter gives at once after a gap. */
export function markSpikes(days: SunDays, reasons: Uint8Array): RowSpan[] {
  const scale = days.scale(reasons);
  const spans: RowSpan[] = [];
  if (scale === 0) return spans;
  for (let day = 0; day < days.days; day++) {
    const [first, end] = [days.from[day]!, days.from[day + 1]!];
    const high: number[] = [];
    let lit = 0;
    for (let row = first; row < end; row++) {
      const value = days.power[row]!;
      if (days.sine[row]! > 0) lit++;
      if (reasons[row] !== 0) continue;
      if (value < LOWEST * scale) spans.push({ from: row, to: row + 1 });
      else if (value > HIGHEST * scale) high.push(row);
    }
    if (high.length <= Math.max(2, FEW * lit)) for (const row of high) spans.push({ from: row, to: row + 1 });
  }
  for (const span of spans) markRows(reasons, "spike", span);
  return spans.sort((a, b) => a.from - b.from);
}
