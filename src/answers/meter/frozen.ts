/** One value to the last digit, and values that no system gives. */
import type { RowSpan } from "../../data/weather/believe/types.js";
import { log } from "../../foundation/math/index.js";
import { positiveAtShare, valueAtShare } from "../../foundation/statistics/order.js";
import { HOUR } from "../../foundation/time/calendar.js";
import type { Look } from "./look.js";

/** Equal values, as `stuck.ts` has them; hours by night and by day, and by day alone; and the chance below which it is none. */
const SAME = 1e-5;
const HOURS = 2;
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

export function lookForFrozen(look: Look): void {
  const tops = look.days.tops(look.reasons).filter((top) => top > 0);
  const runs = runsOf(look, ZERO * (valueAtShare(tops, 0.5) ?? 0));
  const times = new Map<string, number>();
  const nameOf = (value: number) => value.toPrecision(5);
  for (const { value } of runs) times.set(nameOf(value), (times.get(nameOf(value)) ?? 0) + 1);
  const stuck = runs.filter(({ value }) => times.get(nameOf(value))! < AGAIN).map(({ from, to }) => ({ from, to }));
  look.mark("frozen", stuck);
  look.find("frozen", stuck, `the value stands still to the last digit: ${look.named(stuck)}; left out`);
}

function runsOf({ days, reasons }: Look, zero: number): (RowSpan & { readonly value: number })[] {
  const { power, sine, count } = days;
  const hours = days.step / HOUR;
  const resolution = resolutionOf(power);
  const runs: (RowSpan & { readonly value: number })[] = [];
  let [from, to, value, dark, lit, rows] = [-1, -1, Number.NaN, 0, 0, 0];
  const close = () => {
    if (Math.abs(value) > zero && rows > 3) {
      const again = Math.min(1, (NEAR * resolution) / Math.abs(value));
      const isDay = lit * hours >= DAY_HOURS && (Math.min(rows, 2 * lit) - 1) * log(again) < log(CHANCE);
      if (isDay || (dark * hours >= HOURS && lit * hours >= HOURS)) runs.push({ from, to, value });
    }
    [dark, lit, rows] = [0, 0, 0];
  };
  for (let row = 0; row < count; row++) {
    const here = power[row]!;
    if (Number.isNaN(here) || reasons[row] !== 0) continue;
    if (!(Math.abs(here - value) <= SAME * Math.abs(value))) {
      close();
      [from, value] = [row, here];
    }
    to = row + 1;
    rows++;
    if (days.isDark(row)) dark++;
    else if (sine[row]! > LIT) lit++;
  }
  close();
  return runs;
}

/** How small differences are, by some thousand rows. */
export function resolutionOf(power: Float64Array): number {
  const every = Math.ceil(power.length / 5000);
  const steps = power.map((value, row) => (row % every === 0 ? Math.abs(value - power[row - 1]!) : 0));
  return positiveAtShare(steps, 0.05);
}

/** Of what the system reaches: no cloud edge gives more, no inverter takes so much. */
const HIGHEST = 2;
const LOWEST = -0.3;
/** Of the rows with light of a day: where more are so high, it is the system that has grown. */
const FEW = 0.25;

/** Sentinels, such as −999, and energy that a counter gives at once after a gap. */
export function lookForSpikes(look: Look): void {
  const { days, reasons, scale } = look;
  const rows: number[] = [];
  for (let day = 0; day < days.days; day++) {
    const { from, to } = days.span(day);
    const high: number[] = [];
    let lit = 0;
    for (let row = from; row < to; row++) {
      const value = days.power[row]!;
      if (days.sine[row]! > 0) lit++;
      if (reasons[row] !== 0) continue;
      if (value < LOWEST * scale) rows.push(row);
      else if (value > HIGHEST * scale) high.push(row);
    }
    if (high.length <= Math.max(2, FEW * lit)) rows.push(...high);
  }
  const spans = rows.sort((a, b) => a - b).map((row) => ({ from: row, to: row + 1 }));
  look.mark("spike", spans);
  const example = days.power[rows[0] ?? 0];
  look.find(
    "spike",
    spans,
    `${rows.length} values that no system of this size gives, such as ${example} kW (${look.named(spans)}); left out`,
  );
}
