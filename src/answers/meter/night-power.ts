/** Power in the dark: the offset of a meter, a battery, a house, or no sun at all. */
import { valueAtShare } from "../../foundation/statistics/order.js";
import { DAY, HOUR } from "../../foundation/time/calendar.js";
import { markRows } from "./reasons.js";
import type { SunDays } from "./sun-days.js";

/** Of what the system reaches: less is a meter's offset; and of all energy: more is not the sun's. As `compareMeasured` has them. */
const OFFSET = 0.01;
const NOTABLE = 0.01;
/** Of what the system reaches: what a house takes on the mean of nights, and no inverter. */
const DRAWN = 0.02;
/** Sine of −2°: no light for a panel. */
const DOWN = -0.035;
/** Of the nights: a time of day that has power in more of them is a battery's. */
const OFTEN = 0.05;
const FEWEST_NIGHTS = 5;
/** ms of the day beyond which the rest cannot be trusted, and ms at its edges that are left out, too. */
const LONGEST = 8 * HOUR;
const EDGE = HOUR;

export interface NightPower {
  /** Median power in the dark, kW, where that is an offset; 0 else. */
  readonly offset: number;
  /** Of all energy that is given, in the dark; and what is taken there, on the mean of nights, of what the system reaches. */
  readonly share: number;
  readonly drawn: number;
  /** ms after midnight of the meter's clock, where the power in the dark keeps within these times. */
  readonly hours?: { readonly from: number; readonly to: number } | undefined;
}

export function nightPower(days: SunDays, reasons: Uint8Array, scale: number): NightPower {
  const { power, sine, count } = days;
  const dark = Array.from({ length: count }, (_, row) => row).filter((row) => reasons[row] === 0 && days.isDark(row));
  const middle =
    valueAtShare(
      dark.map((row) => power[row]!),
      0.5,
    ) ?? 0;
  const offset = Math.abs(middle) <= OFFSET * scale ? middle : 0;
  let [sure, given, drawn, all] = [0, 0, 0, 0];
  for (const row of dark) {
    const value = power[row]! - offset;
    if (value > OFFSET * scale) sure += value;
    if (value < -OFFSET * scale) drawn -= value;
  }
  for (let row = 0; row < count; row++) {
    const value = power[row]! - offset;
    if (reasons[row] !== 0 || !(value > 0)) continue;
    all += value;
    if (sine[row]! < DOWN) given += value;
  }
  const isNotable = sure > NOTABLE * all;
  const hours = isNotable ? hoursOf(days, reasons, offset + DRAWN * scale) : undefined;
  return { offset, share: isNotable ? given / all : 0, drawn: drawnOf(drawn, dark.length, scale), hours };
}

function drawnOf(sum: number, rows: number, scale: number): number {
  const drawn = rows > 0 && scale > 0 ? sum / rows / scale : 0;
  return drawn > DRAWN ? drawn : 0;
}

/**
 * The times of the day that have power in the dark, if they are one short stretch, and times before and after it are seen in the dark
 * without power: the days are then free of it at other times.
 */
function hoursOf(days: SunDays, reasons: Uint8Array, least: number): NightPower["hours"] {
  const { power, sine, start, step, count } = days;
  const slots = Math.round(DAY / step);
  const [nights, powered] = [new Float64Array(slots), new Float64Array(slots)];
  const slotOf = (row: number) => Math.floor(((((start + row * step) % DAY) + DAY) % DAY) / step) % slots;
  for (let row = 0; row < count; row++) {
    if (reasons[row] !== 0 || !(sine[row]! < DOWN)) continue;
    nights[slotOf(row)]!++;
    if (power[row]! > least) powered[slotOf(row)]!++;
  }
  const isSeen = (slot: number) => nights[slot]! >= FEWEST_NIGHTS;
  const isOn = (slot: number) => isSeen(slot) && powered[slot]! > OFTEN * nights[slot]!;
  const starts = [...nights.keys()].filter((slot) => isOn(slot) && !isOn((slot + slots - 1) % slots));
  if (starts.length !== 1) return undefined;
  const first = starts[0]!;
  let length = 0;
  while (isOn((first + length) % slots)) length++;
  if (length * step > LONGEST) return undefined;
  if (!isSeen((first + slots - 1) % slots) || !isSeen((first + length) % slots)) return undefined;
  return { from: first * step, to: ((first + length) % slots) * step };
}

/** The rows of these times, and those near them. */
export function markMixed(
  { start, step, count }: SunDays,
  reasons: Uint8Array,
  { from, to }: { from: number; to: number },
): number {
  const length = (to - from + DAY) % DAY;
  let rows = 0;
  for (let row = 0; row < count; row++) {
    const after = (((start + row * step - from + EDGE) % DAY) + DAY) % DAY;
    if (after < length + 2 * EDGE) rows += markRows(reasons, "mixed", { from: row, to: row + 1 });
  }
  return rows;
}
