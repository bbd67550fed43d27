/** Which rows of a meter may be learnt from once a plane has been fitted to it, and whether the fit is to be believed. */
import { valueAtShare } from "../../foundation/statistics/order.js";
import { lookForChanges } from "./capacity.js";
import type { FreeRows } from "./free-rows.js";
import { clearRows, lookForHeld } from "./held-back.js";
import { Look, percentText } from "./look.js";
import { reasonByte } from "./reasons.js";

export interface Fitted {
  /** kW of a clear sky by row, of the system that was fitted. */
  readonly expected: Float64Array;
  /** Absolute errors of the fit on clear days, over their energy. */
  readonly score: number;
}

/** What `freeRows` found, with the expected power for what each row could have had. */
export function heldRows(free: FreeRows, { expected, score }: Fitted): FreeRows {
  const look = new Look(free.days);
  look.reasons.set(free.reasons.map((reason) => (reason === reasonByte("curtailed") ? 0 : reason)));
  look.findings.push(...free.findings.filter(({ code }) => code !== "curtailed"));
  [look.refusal, look.scale, look.offset] = [free.refusal, free.scale, free.offset];
  lookForChanges(look, expected);
  const clear = lookForHeld(look, expected) ? clearRows(look, expected) : undefined;
  if (clear !== undefined) lookAtNoon(look, clear);
  lookAtHouse(look, expected, free.limit !== undefined);
  lookAtScore(look, score);
  const { reasons, findings, refusal } = look;
  return { ...free, reasons, findings, refusal, clear };
}

/** Of the energy of clear rows: with less after noon, tilt, azimuth and power are one question (SERF's mornings: tilt 10° off). */
const AFTERNOON = 0.1;

function lookAtNoon(look: Look, clear: Uint8Array): void {
  const { power, slot, slots } = look.days;
  const energyOf = (isMeant: (row: number) => boolean) =>
    power.reduce((sum, value, row) => sum + (clear[row] === 1 && isMeant(row) ? value : 0), 0);
  const after = energyOf((row) => 2 * slot[row]! >= slots) / energyOf(() => true);
  if (after >= AFTERNOON) return;
  const share = `${percentText(after)} of the energy under a clear sky is after noon`;
  look.refusal ??= {
    code: "curtailed",
    message: `power is held back so often that ${share}: no plane can be learnt; say tilt and azimuth`,
  };
}

/** Shares of the highest expected power: rows under a high sun and under a low one. */
const TOP = 0.98;
const HIGH = 0.75;
const LOW = [0.25, 0.4] as const;
/**
 * What one row in ten exceeds under the high sun, over the same under the low one: 1.9 to 2.7 in metered systems, 0.8 to 1.9 where power
 * follows a house, 3.0 to 5.6 where a house takes its part first; and what one in four exceeds: 2.0 to 3.0, and 3.3 to 35 there.
 */
const FEW = 0.9;
const LEAST_RISE = 1.7;
const MOST_RISE = 2.85;
const MANY = 0.75;
const MOST_OF_MANY = 3.1;

/** By how much power rises with the sun; NaN: too few rows. */
function riseOf({ days, reasons }: Look, expected: Float64Array, share: number): number {
  const top =
    valueAtShare(
      expected.filter((value) => value > 0),
      TOP,
    ) ?? 0;
  const exceeded = (from: number, to: number) => {
    const isOf = (row: number) => reasons[row] === 0 && expected[row]! > from * top && expected[row]! <= to * top;
    return (
      valueAtShare(
        days.power.filter((_, row) => isOf(row)),
        share,
      ) ?? Number.NaN
    );
  };
  return exceeded(HIGH, Number.POSITIVE_INFINITY) / exceeded(...LOW);
}

/** Zero export, or a meter of what is left over. */
function lookAtHouse(look: Look, expected: Float64Array, isLimited: boolean): void {
  const rise = riseOf(look, expected, FEW);
  const isFollowing = rise < LEAST_RISE && !isLimited;
  if (!isFollowing && !(rise > MOST_RISE && riseOf(look, expected, MANY) > MOST_OF_MANY)) return;
  const what = isFollowing
    ? "power follows consumption, not the sun (zero export?)"
    : "a house takes its part first, and this is what is left over for the grid";
  look.refuse(
    "follows-load",
    `${what}: under a high sun it is ${rise.toFixed(1)} times that under a low one, where systems have 1.9 to 2.7`,
  );
}

/** Clean meters have 0.02 to 0.11, and synthetic faults of a house 0.2 to 0.6. */
const LOOK = 0.12;
const REFUSED = 0.2;

function lookAtScore(look: Look, score: number): void {
  if (score <= LOOK) return;
  const message = `the fitted system leaves ${percentText(score)} of the energy of clear days unexplained, where clean meters leave 2 to 11 %`;
  if (score > REFUSED) look.refuse("poor-fit", message);
  else look.find("poor-fit", [{ from: 0, to: look.days.count }], message);
}
