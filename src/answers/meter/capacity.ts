/** Days after which the system is another one: more panels, or fewer. */
import { exp, log } from "../../foundation/math/index.js";
import { valueAtShare } from "../../foundation/statistics/order.js";
import type { Look } from "./look.js";
import { dayYields } from "./nothing.js";

/** Clear days: near the best of the days before, or after, and of these the smooth half. */
const CLEAR = 0.92;
const GOOD = 0.9;
const AROUND = 30;
/** Tilts between which planes lie: a season makes no step on all of them, a step shows on all. */
const TILTS = [0, 30, 60];
/** A step is of at least this much: dirt takes less. */
const LEAST = 1.25;
/** Clear days on each side that tell of it, and the nearest of them, which must, too. */
const TELLING = 10;
const NEAREST = 4;
/** Days without a clear one over which the season moves too far: other years tell. */
const GAP = 45;
const SEASON = 30;
const YEAR = 365.2425;
/** Of all pairs of days before and after, so many show so much of the step. */
const SURE = 0.85;
const PART = 0.4;
/** Changes of one system, at most. */
const MOST = 4;

interface ClearDay {
  readonly day: number;
  /** Logarithms of what the day made of each light. */
  readonly levels: readonly number[];
}

/**
 * Marks all but the last system.
 *
 * @param expected power by row, of a plane that is known; default: light on tilts between which it lies
 */
export function lookForChanges(look: Look, expected?: Float64Array): void {
  const lights = expected === undefined ? TILTS.map((tilt) => look.days.lightOn(tilt)) : [expected];
  const clear = clearDays(look, lights);
  const texts: string[] = [];
  let begin = 0;
  while (texts.length < MOST) {
    const change = strongest(clear.filter(({ day }) => day >= begin));
    if (change === undefined) break;
    const [first, last] = turnOf(look, change.before, change.after);
    const percent = `${change.step > 0 ? "+" : "−"}${Math.round(100 * Math.abs(exp(change.step) - 1))} %`;
    const [from, to] = [first, last].map((day) => look.dateOf(look.days.from[day]!));
    texts.push(first === last ? `${percent} from ${to} on` : `${percent} between ${from} and ${to}`);
    begin = last;
  }
  if (begin === 0) return;
  const former = [look.days.span(0, begin - 1)];
  look.mark("former", former);
  look.find("capacity", former, `the system changed: ${texts.join(", ")}; learnt from its last state alone`);
}

function clearDays(look: Look, lights: readonly Float64Array[]): ClearDay[] {
  const own = lights.map((light) => dayYields(look, light));
  const yields = own[own.length >> 1]!;
  const isBright = (day: number, first: number) => {
    const near = yields.subarray(Math.max(0, first), first + AROUND + 1).filter((value) => value > 0);
    return yields[day]! > CLEAR * (valueAtShare(near, GOOD) ?? Number.POSITIVE_INFINITY);
  };
  const bright = [...yields.keys()]
    .filter((day) => isBright(day, day - AROUND) || isBright(day, day))
    .map((day) => ({ day, levels: own.map((of) => log(of[day]!)), rough: roughness(look, day) }));
  return bright.filter(({ day, rough }) => {
    const near = bright.filter((other) => Math.abs(other.day - day) <= AROUND).map((other) => other.rough);
    return rough <= valueAtShare(near, 0.5)!;
  });
}

/** How much power bends from row to row, over its sum. */
function roughness({ days }: Look, day: number): number {
  const { from, to } = days.span(day);
  let [bends, sum] = [0, 0];
  for (let row = from + 1; row < to - 1; row++) {
    const bend = days.power[row - 1]! - 2 * days.power[row]! + days.power[row + 1]!;
    if (!(days.light[row]! > 0) || Number.isNaN(bend)) continue;
    bends += Math.abs(bend);
    sum += days.power[row]!;
  }
  return bends / sum;
}

function strongest(clear: readonly ClearDay[]) {
  let best: { readonly at: number; readonly step: number } | undefined;
  for (let at = TELLING / 2; at <= clear.length - TELLING / 2; at++) {
    const step = stepAt(clear, at);
    if (Math.abs(step) < log(LEAST) || Math.abs(step) <= Math.abs(best?.step ?? 0)) continue;
    if (clear[at]!.levels.some((_, light) => isLasting(clear, at, step, light))) best = { at, step };
  }
  return best && { before: clear[best.at - 1]!.day, after: clear[best.at]!.day, step: best.step };
}

/** Of the logarithms, the smallest in all lights of the nearest clear days and of more of them; 0: they do not agree. */
function stepAt(clear: readonly ClearDay[], at: number): number {
  if (clear[at]!.day - clear[at - 1]!.day > GAP) return stepOfSeasons(clear, at);
  const [before, after] = [clear.slice(Math.max(0, at - TELLING), at), clear.slice(at, at + TELLING)];
  const lights = [...clear[at]!.levels.keys()];
  const near = lights.map((k) => share(after.slice(0, NEAREST), k) - share(before.slice(-NEAREST), k));
  const least = leastOf([...near, ...lights.map((k) => share(after, k) - share(before, k))]);
  // Melting snow has no level of its own.
  const spread = (list: readonly ClearDay[], k: number) => share(list, k, 0.8) - share(list, k, 0.2);
  const spreads = lights.map((k) => spread(before, k) + spread(after, k));
  return spreads.some((both) => both < Math.abs(least)) ? least : 0;
}

function share(list: readonly ClearDay[], light: number, of = 0.5): number {
  return valueAtShare(
    list.map(({ levels }) => levels[light]!),
    of,
  )!;
}

function isOfSeason(apart: number): boolean {
  return Math.abs(apart - YEAR * Math.round(apart / YEAR)) <= SEASON;
}

function stepOfSeasons(clear: readonly ClearDay[], at: number): number {
  const pairs = clear.slice(at).flatMap((after) => {
    const others = clear.slice(0, at).filter(({ day }) => isOfSeason(after.day - day));
    return others.map(({ day, levels }) => ({ day, levels: levels.map((level, k) => after.levels[k]! - level) }));
  });
  return pairs.length < TELLING * TELLING ? 0 : leastOf([...clear[at]!.levels.keys()].map((k) => share(pairs, k)));
}

/** The one nearest 0; 0 where they are not of one sign. */
function leastOf(steps: readonly number[]): number {
  const least = steps.reduce((a, b) => (Math.abs(b) < Math.abs(a) ? b : a));
  return steps.every((step) => step * least > 0) ? least : 0;
}

/** A change stays: what comes back, an outage or snow, is none. */
function isLasting(clear: readonly ClearDay[], at: number, step: number, light: number): boolean {
  let [pairs, shown, season, alike] = [0, 0, 0, 0];
  for (const before of clear.slice(0, at)) {
    for (const after of clear.slice(at)) {
      const isShown = (after.levels[light]! - before.levels[light]!) / step > PART;
      pairs++;
      if (isShown) shown++;
      if (!isOfSeason(after.day - before.day)) continue;
      season++;
      if (isShown) alike++;
    }
  }
  return shown >= SURE * pairs && alike >= SURE * season;
}

/** The first and the last day that the change can have been on, by what the days between two clear ones reach. */
function turnOf({ days, reasons }: Look, before: number, after: number): [first: number, last: number] {
  const tops = days.tops(reasons);
  const middle = (tops[before]! + tops[after]!) / 2;
  // A day above the middle is a witness of the larger system; a dull one is of neither.
  const high = Array.from({ length: after - before - 1 }, (_, k) => before + 1 + k).filter(
    (day) => tops[day]! > middle,
  );
  return tops[after]! > tops[before]! ? [before + 1, high[0] ?? after] : [(high.at(-1) ?? before) + 1, after];
}
