/** Which rows of a meter may be learnt from, before anything is fitted to them. */
import { PairSums, positiveAtShare } from "../../foundation/statistics/order.js";
import { lookForChanges } from "./capacity.js";
import { lookForFrozen, lookForSpikes } from "./frozen.js";
import { clearRows, lookForHeld, possiblePower } from "./held-back.js";
import type { KnownFacts } from "./known.js";
import { lookForLimit } from "./limit.js";
import { Look } from "./look.js";
import { lookAtNight } from "./night-power.js";
import { lookForNothing, lookForPartial } from "./nothing.js";
import { lookForUnits } from "./other-unit.js";
import { type FreeFinding, type Refusal, reasonByte } from "./reasons.js";
import type { ClockShift } from "./sky-rows.js";
import { SunDays } from "./sun-days.js";
import type { MeterPlace, MeterRows } from "./types.js";

export interface FreeRows {
  /** By row, `reasonByte` of a reason; 0: it may be learnt from. */
  readonly reasons: Uint8Array;
  readonly findings: readonly FreeFinding[];
  /** Nothing is to be learnt. */
  readonly refusal?: Refusal | undefined;
  /** kW that the meter shows in the dark, to be taken off, and that the system reaches. */
  readonly offset: number;
  readonly scale: number;
  /** kW that power is held at. */
  readonly limit?: number | undefined;
  /** Where power is held back: 1 for the rows of a clear sky, to fit a first plane to. */
  readonly clear?: Uint8Array | undefined;
  /** What was computed of the sun, for `heldRows`. */
  readonly days: SunDays;
}

/** Of the days: what the system reaches is no single one's. */
const REACHED = 0.95;

/** @param shift ms by which true time is ahead of the meter's stamps, by row */
export function freeRows(meter: MeterRows, place: MeterPlace, shift: ClockShift, known: KnownFacts = {}): FreeRows {
  const days = new SunDays(meter, place, shift);
  const look = new Look(days);
  const whole = [{ from: 0, to: days.count }];
  look.mark("missing", whole, (row) => Number.isNaN(days.power[row]!));
  lookForPartial(look);
  lookForFrozen(look);
  look.scale = scaleOf(look);
  let [limit, clear]: [number | undefined, Uint8Array | undefined] = [undefined, undefined];
  if (look.scale > 0) {
    lookForSpikes(look);
    lookForUnits(look);
    look.scale = scaleOf(look);
    lookAtNight(look);
    lookForNothing(look);
    lookForChanges(look);
    limit = lookForLimit(look, known.limit);
    const possible = possiblePower(look);
    if (lookForHeld(look, possible)) clear = clearRows(look, possible);
    else lookAtSun(look);
  } else look.refuse("empty", emptyText(days.power));
  look.mark("dark", whole, (row) => !(days.sine[row]! > 0));
  lookAtDays(look);
  const { reasons, findings, refusal, offset, scale } = look;
  return { reasons, findings, refusal, offset, scale, limit, clear, days };
}

function scaleOf({ days, reasons }: Look): number {
  return positiveAtShare(days.tops(reasons), REACHED);
}

function emptyText(power: Float64Array): string {
  const known = power.filter((value) => !Number.isNaN(value));
  if (known.length === 0) return `all ${power.length} rows have no value`;
  const highest = known.reduce((most, value) => Math.max(most, value));
  return `no day has power of its own: the highest of ${known.length} values is ${highest} kW`;
}

/** Correlation of power with the light of a clear sky: of systems 0.6 to 0.9, of houses and wind below 0.3. */
const FOLLOWS = 0.45;

function lookAtSun(look: Look): void {
  const { days, reasons } = look;
  // A house, or another unit, hides the sun: that has been said.
  if (look.refusal !== undefined) return;
  const pairs = new PairSums();
  for (let row = 0; row < days.count; row++) if (reasons[row] === 0) pairs.add(days.power[row]!, days.light[row]!);
  if (pairs.correlation >= FOLLOWS) return;
  const correlation = pairs.correlation.toFixed(2);
  look.refuse(
    "no-sun",
    `the values do not follow the sun: their correlation with clear light is ${correlation}, where systems have 0.6 and more`,
  );
}

/** Fits of a plane fail below: with 30 days in 18 of 36 runs on nine meters. A day counts if this share of its light is left. */
const FEWEST_DAYS = 60;
const HALF = 0.5;

function lookAtDays(look: Look): void {
  const { days, reasons } = look;
  const limit = reasonByte("limit");
  let usable = 0;
  for (let day = 0; day < days.days; day++) {
    const { from, to } = days.span(day);
    let [used, whole] = [0, 0];
    for (let row = from; row < to; row++) {
      whole += days.light[row]!;
      if (reasons[row] === 0 || reasons[row] === limit) used += days.light[row]!;
    }
    if (used > HALF * whole) usable++;
  }
  if (usable < FEWEST_DAYS)
    look.refuse("few-days", `${usable} of ${days.days} days can be learnt from, and ${FEWEST_DAYS} are needed`);
}
