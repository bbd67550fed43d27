/** Days after which the system is another one: more panels, or fewer; and parts of a file in another unit. */
import type { RowSpan } from "../../data/weather/believe/types.js";
import { exp, log } from "../../foundation/math/index.js";
import { PairSums, valueAtShare } from "../../foundation/statistics/order.js";
import { dayYields } from "./nothing.js";
import type { SunDays } from "./sun-days.js";

/** Clear days: of the good ones within so many days, and the smooth half of them. */
const CLEAR = 0.92;
const GOOD = 0.9;
const AROUND = 30;
const SMOOTH = 0.5;
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
/** Days without a clear one over which the season moves too far. */
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

/** Tilts between which planes lie: a season makes no step on all of them, a step shows on all. */
const TILTS = [0, 30, 60];

interface ClearDay {
  readonly day: number;
  /** Logarithm of what the day made of the light on each tilt. */
  readonly levels: readonly number[];
}

export function capacityChanges(days: SunDays, reasons: Uint8Array, offset: number): CapacityChange[] {
  const clear = clearLevels(days, reasons, offset);
  const changes: CapacityChange[] = [];
  let from = 0;
  while (changes.length < MOST) {
    const change = strongest(
      days,
      reasons,
      clear.filter(({ day }) => day >= from),
    );
    if (change === undefined) break;
    changes.push(change);
    from = change.day;
  }
  return changes;
}

/** Clear days by the days before them, or by those after: a step between them hides none. */
function clearLevels(days: SunDays, reasons: Uint8Array, offset: number): ClearDay[] {
  const yields = dayYields(days, reasons, offset);
  const tilted = TILTS.map((tilt) => dayYields(days, reasons, offset, days.lightOn(tilt)));
  const isBright = (day: number, first: number) => {
    const near = yields.subarray(Math.max(0, first), first + AROUND + 1).filter((value) => value > 0);
    return yields[day]! > CLEAR * (valueAtShare(near, GOOD) ?? Number.POSITIVE_INFINITY);
  };
  const bright = [...yields.keys()]
    .filter((day) => isBright(day, day - AROUND) || isBright(day, day))
    .map((day) => ({ day, levels: tilted.map((own) => log(own[day]!)), rough: roughness(days, day) }));
  return bright.filter(({ day, rough }) => {
    const near = bright.filter((other) => Math.abs(other.day - day) <= AROUND && other.rough >= 0);
    return (
      rough <=
      valueAtShare(
        near.map((other) => other.rough),
        SMOOTH,
      )!
    );
  });
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

function medianOf(list: readonly ClearDay[], tilt: number): number {
  return valueAtShare(
    list.map(({ levels }) => levels[tilt]!),
    0.5,
  )!;
}

function strongest(days: SunDays, reasons: Uint8Array, clear: readonly ClearDay[]): CapacityChange | undefined {
  let best: { readonly at: number; readonly step: number } | undefined;
  for (let at = FEWEST; at <= clear.length - FEWEST; at++) {
    const step = stepAt(clear, at);
    if (Math.abs(step) < log(LEAST) || Math.abs(step) <= Math.abs(best?.step ?? 0)) continue;
    if (TILTS.some((_, tilt) => isLasting(clear, at, step, tilt))) best = { at, step };
  }
  if (best === undefined) return undefined;
  return { ...turnOf(days, reasons, clear[best.at - 1]!.day, clear[best.at]!.day), factor: exp(best.step) };
}

/** Of the logarithms, the smallest on all tilts of the nearest clear days and of more of them; 0: they do not agree. */
function stepAt(clear: readonly ClearDay[], at: number): number {
  const [last, day] = [clear[at - 1]!.day, clear[at]!.day];
  if (day - last > GAP) return stepOfSeasons(clear, at);
  const before = clear.slice(Math.max(0, at - TELLING), at).filter((one) => last - one.day <= REACH);
  const after = clear.slice(at, at + TELLING).filter((one) => one.day - day <= REACH);
  if (before.length < FEWEST || after.length < FEWEST) return 0;
  const steps = TILTS.flatMap((_, tilt) => [
    medianOf(after.slice(0, NEAREST), tilt) - medianOf(before.slice(-NEAREST), tilt),
    medianOf(after, tilt) - medianOf(before, tilt),
  ]);
  const least = leastOf(steps);
  // Melting snow has no level of its own.
  const spread = leastOf(TILTS.map((_, tilt) => spreadOf(before, tilt) + spreadOf(after, tilt)));
  return spread < Math.abs(least) ? least : 0;
}

/** Over a long gap: between the same seasons of other years. */
function stepOfSeasons(clear: readonly ClearDay[], at: number): number {
  const pairs = clear.slice(at).flatMap((after) =>
    clear
      .slice(0, at)
      .filter((before) => isOfSeason(after.day - before.day))
      .map((before) => ({ day: 0, levels: after.levels.map((level, tilt) => level - before.levels[tilt]!) })),
  );
  return pairs.length < FEWEST * FEWEST ? 0 : leastOf(TILTS.map((_, tilt) => medianOf(pairs, tilt)));
}

function isOfSeason(apart: number): boolean {
  return Math.abs(apart - YEAR * Math.round(apart / YEAR)) <= SEASON;
}

/** The one nearest 0; 0 where they are not of one sign. */
function leastOf(steps: readonly number[]): number {
  const least = steps.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  return steps.every((step) => step * least > 0) ? least : 0;
}

function spreadOf(list: readonly ClearDay[], tilt: number): number {
  const levels = list.map(({ levels }) => levels[tilt]!);
  return valueAtShare(levels, 0.8)! - valueAtShare(levels, 0.2)!;
}

/** A change stays: what comes back, an outage or snow, is none. */
function isLasting(clear: readonly ClearDay[], at: number, step: number, tilt: number): boolean {
  let [pairs, shown, season, alike] = [0, 0, 0, 0];
  for (const before of clear.slice(0, at)) {
    for (const after of clear.slice(at)) {
      const isShown = (after.levels[tilt]! - before.levels[tilt]!) / step > PART;
      pairs++;
      if (isShown) shown++;
      if (!isOfSeason(after.day - before.day)) continue;
      season++;
      if (isShown) alike++;
    }
  }
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
/** Days that tell of it, and how far each must follow the sun. */
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
  const usual =
    valueAtShare(
      known.map((day) => tops[day]!),
      0.5,
    ) ?? 0;
  const high = (list: readonly number[]) =>
    valueAtShare(
      list.map((day) => tops[day]!),
      GOOD,
    ) ?? 0;
  for (const factor of [THOUSAND, 1 / THOUSAND]) {
    const isOther = (day: number) => (factor > 1 ? tops[day]! > FAR * usual : tops[day]! < usual / FAR);
    const others = known.filter(isOther);
    const ratio = high(others) / high(known.filter((day) => !isOther(day))) / factor;
    if (others.length < FEWEST_DAYS || !(ratio > 1 / AGREES && ratio < AGREES)) continue;
    const follows = valueAtShare(
      others.map((day) => correlationOf(days, day)),
      0.5,
    )!;
    if (!(follows > FOLLOWS)) continue;
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
    return low > HALF * lit && correlationOf(days, day) < -FOLLOWS;
  });
}

function correlationOf({ power, light, from }: SunDays, day: number): number {
  const pairs = new PairSums();
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
