/** Days after which the system is another one: more panels, or fewer; and parts of a file in another unit. */
import type { RowSpan } from "../../data/weather/believe/types.js";
import { exp, log } from "../../foundation/math/index.js";
import { PairSums, valueAtShare } from "../../foundation/statistics/order.js";
import { dayYields } from "./nothing.js";
import type { SunDays } from "./sun-days.js";

/** Clear days: of the good ones within so many days, and the smooth ones among all. */
const CLEAR = 0.92;
const GOOD = 0.9;
const AROUND = 15;
const SMOOTH = 0.4;
/** A step is of at least this much: dirt takes less, and so does what a plane is unlike the one that is assumed. */
const LEAST = 1.25;
/** Clear days on each side that tell of it, within so many days; the nearest of them must, too. */
const TELLING = 10;
const NEAREST = 4;
const FEWEST = 6;
const REACH = 60;
/** Days of other years within so many of the season; and of all pairs before and after, so many show a part of the step. */
const SEASON = 30;
const YEAR = 365.2425;
const SURE = 0.85;
const PART = 0.4;
/** °C: snow may lie in months as cold, and go; and days without a clear one over which the season moves too far. */
const COLD = 4;
const GAP = 45;
/** Changes of one system, at most. */
const MOST = 4;

export interface CapacityChange {
  /** The first day that shows the new system, and the first after the last that shows the former. */
  readonly day: number;
  readonly earliest: number;
  /** What it gives over what the former gave. */
  readonly factor: number;
}

interface ClearDay {
  readonly day: number;
  readonly level: number;
}

export function capacityChanges(days: SunDays, reasons: Uint8Array, offset: number): CapacityChange[] {
  const clear = clearLevels(days, reasons, offset);
  const changes: CapacityChange[] = [];
  let from = 0;
  while (changes.length < MOST) {
    const change = strongest(days, reasons, clear.filter(({ day }) => day >= from));
    if (change === undefined) break;
    changes.push(change);
    from = change.day;
  }
  return changes;
}

function clearLevels(days: SunDays, reasons: Uint8Array, offset: number): ClearDay[] {
  const yields = dayYields(days, reasons, offset);
  const bright = [...yields.keys()].filter((day) => {
    const near = yields.subarray(Math.max(0, day - AROUND), day + AROUND + 1).filter((value) => value > 0);
    return yields[day]! > CLEAR * (valueAtShare(near, GOOD) ?? Number.POSITIVE_INFINITY);
  });
  const rough = new Map(bright.map((day) => [day, roughness(days, day)]));
  const smooth = valueAtShare([...rough.values()].filter((value) => !Number.isNaN(value)), SMOOTH) ?? 0;
  return bright.filter((day) => rough.get(day)! <= smooth).map((day) => ({ day, level: log(yields[day]!) }));
}

/** How much power bends from row to row, over its sum. */
function roughness({ power, light, from }: SunDays, day: number): number {
  let [bends, sum] = [0, 0];
  for (let row = from[day]! + 1; row < from[day + 1]! - 1; row++) {
    if (!(light[row]! > 0)) continue;
    const bend = power[row - 1]! - 2 * power[row]! + power[row + 1]!;
    if (Number.isNaN(bend)) continue;
    bends += Math.abs(bend);
    sum += power[row]!;
  }
  return sum > 0 ? bends / sum : Number.NaN;
}

function medianOf(list: readonly ClearDay[]): number {
  return valueAtShare(list.map(({ level }) => level), 0.5) ?? Number.NaN;
}

function strongest(days: SunDays, reasons: Uint8Array, clear: readonly ClearDay[]): CapacityChange | undefined {
  let best: { readonly at: number; readonly step: number } | undefined;
  for (let at = FEWEST; at <= clear.length - FEWEST; at++) {
    const step = stepAt(clear, at);
    if (Math.abs(step) < log(LEAST) || Math.abs(step) <= Math.abs(best?.step ?? 0)) continue;
    if (isLasting(days, clear, at, step)) best = { at, step };
  }
  if (best === undefined) return undefined;
  return { ...turnOf(days, reasons, clear[best.at - 1]!.day, clear[best.at]!.day), factor: exp(best.step) };
}

/** Of the logarithms, the smaller of that of the nearest clear days and of more of them; 0: they do not agree. */
function stepAt(clear: readonly ClearDay[], at: number): number {
  const day = clear[at]!.day;
  const last = clear[at - 1]!.day;
  const before = clear.slice(Math.max(0, at - TELLING), at).filter((one) => last - one.day <= REACH);
  const after = clear.slice(at, at + TELLING).filter((one) => one.day - day <= REACH);
  if (before.length < FEWEST || after.length < FEWEST) return 0;
  const near = medianOf(after.slice(0, NEAREST)) - medianOf(before.slice(-NEAREST));
  const far = medianOf(after) - medianOf(before);
  return near * far > 0 ? (Math.abs(near) < Math.abs(far) ? near : far) : 0;
}

/** A change stays: what comes back, an outage or snow, is none. */
function isLasting(days: SunDays, clear: readonly ClearDay[], at: number, step: number): boolean {
  const isUnsure = days.airOf(clear[at - 1]!.day) < COLD || clear[at]!.day - clear[at - 1]!.day > GAP;
  let [pairs, shown, season, alike, others] = [0, 0, 0, 0, 0];
  for (const before of clear.slice(0, at)) {
    for (const after of clear.slice(at)) {
      const isShown = (after.level - before.level) / step > PART;
      pairs++;
      if (isShown) shown++;
      const apart = after.day - before.day;
      if (Math.abs(apart - YEAR * Math.round(apart / YEAR)) > SEASON) continue;
      season++;
      if (isShown) alike++;
      if (apart > YEAR / 2) others++;
    }
  }
  // Snow, and the season over a long gap, are told from a change by another year alone.
  if (isUnsure && others < FEWEST) return false;
  return shown >= SURE * pairs && alike >= SURE * season;
}

/** Between two clear days, by what the days reach: cloudy ones of the smaller system are on neither side. */
function turnOf(days: SunDays, reasons: Uint8Array, before: number, after: number) {
  const tops = days.tops(reasons);
  const isMore = tops[after]! > tops[before]!;
  const middle = (tops[before]! + tops[after]!) / 2;
  let [earliest, day] = [before + 1, after];
  // Of the larger system, each day that reaches above the middle is a witness; of the smaller there are none but the clear days.
  if (isMore) for (let k = after - 1; k > before; k--) if (tops[k]! > middle) day = k;
  if (!isMore) for (let k = before + 1; k < after; k++) if (tops[k]! > middle) earliest = k + 1;
  return { day, earliest };
}

/** A unit is another where days are so far from the usual ones; the two then agree within a factor, at a thousand times. */
const FAR = 30;
const THOUSAND = 1000;
const AGREES = 3;
/** Days that tell of it, and how far they must follow the sun. */
const FEWEST_DAYS = 3;
const FOLLOWS = 0.6;
/** Of what the system reaches, in half of the rows with light: no inverter takes so much. */
const TAKEN = 0.02;
const HALF = 0.5;

export interface OtherUnit {
  readonly spans: readonly RowSpan[];
  readonly days: number;
  /** 1000, 0.001 or −1: what their values are, over the others. */
  readonly factor: number;
}

/** Days with values of the other sign, or a thousand times as high or as low as the others; the fewer of the two kinds. */
export function otherUnit(days: SunDays, reasons: Uint8Array): OtherUnit | undefined {
  const tops = days.tops(reasons);
  const turned = turnedDays(days, reasons);
  if (turned.length >= FEWEST_DAYS) return { spans: spansOfDays(days, turned), days: turned.length, factor: -1 };
  const known = [...tops.keys()].filter((day) => tops[day]! > 0);
  const usual = valueAtShare(known.map((day) => tops[day]!), 0.5) ?? 0;
  const high = (list: readonly number[]) => valueAtShare(list.map((day) => tops[day]!), GOOD) ?? 0;
  for (const factor of [THOUSAND, 1 / THOUSAND]) {
    const isOther = (day: number) => (factor > 1 ? tops[day]! > FAR * usual : tops[day]! < usual / FAR);
    const others = known.filter(isOther);
    const ratio = high(others) / high(known.filter((day) => !isOther(day))) / factor;
    if (others.length < FEWEST_DAYS || !(ratio > 1 / AGREES && ratio < AGREES)) continue;
    if (!(correlationOf(days, others) > FOLLOWS)) continue;
    return { spans: spansOfDays(days, others), days: others.length, factor };
  }
  return undefined;
}

/** Days whose power is taken by the light. */
function turnedDays(days: SunDays, reasons: Uint8Array): number[] {
  const least = TAKEN * days.scale(reasons);
  return Array.from({ length: days.days }, (_, day) => day).filter((day) => {
    let [lit, low] = [0, 0];
    for (let row = days.from[day]!; row < days.from[day + 1]!; row++) {
      if (!(days.light[row]! > 0) || Number.isNaN(days.power[row]!)) continue;
      lit++;
      if (days.power[row]! < -least) low++;
    }
    return low > HALF * lit && correlationOf(days, [day]) < -FOLLOWS;
  });
}

function correlationOf({ power, light, from }: SunDays, list: readonly number[]): number {
  const pairs = new PairSums();
  for (const day of list)
    for (let row = from[day]!; row < from[day + 1]!; row++)
      if (!Number.isNaN(power[row]!)) pairs.add(power[row]!, light[row]!);
  return pairs.correlation;
}

export function spansOfDays({ from }: SunDays, list: readonly number[]): RowSpan[] {
  const spans: RowSpan[] = [];
  for (const day of list) {
    const last = spans.at(-1);
    const span = { from: from[day]!, to: from[day + 1]! };
    if (last?.to === span.from) spans[spans.length - 1] = { from: last.from, to: span.to };
    else spans.push(span);
  }
  return spans;
}
