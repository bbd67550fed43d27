/** Which rows of a meter may be learnt from, once a plane has been fitted to them: and whether the fit is to be believed. */
import { valueAtShare } from "../../foundation/statistics/order.js";
import { type FreeRows, Look, lookAtHeld } from "./free-rows.js";
import { heldBack } from "./held-back.js";
import { FREE_REASONS, percentText } from "./reasons.js";

/** Scores (absolute errors on clear days over their energy): clean meters have 0.02 to 0.10. */
const LOOK = 0.12;
const REFUSED = 0.2;

export interface Fitted {
  /** kW of a clear sky by row, of the system that was fitted. */
  readonly expected: Float64Array;
  /** Of the fit; undefined: not known. */
  readonly score?: number | undefined;
}

/** What `freeRows` found, with the expected power for what the rows could have had. */
export function heldRows(free: FreeRows, { expected, score }: Fitted): FreeRows {
  const look = new Look(free.days);
  const curtailed = FREE_REASONS.indexOf("curtailed");
  look.reasons.set(free.reasons.map((reason) => (reason === curtailed ? 0 : reason)));
  look.findings.push(...free.findings.filter(({ code }) => code !== "curtailed"));
  look.refusal = free.refusal;
  const held = heldBack(look.days, look.reasons, expected);
  if (held.isHeld || free.clear !== undefined) lookAtHeld(look, expected, held);
  lookAtHouse(look, expected, free.limit !== undefined);
  if (score !== undefined) lookAtScore(look, score);
  const { reasons, findings, refusal } = look;
  return { ...free, reasons, findings, refusal };
}

/** Shares of the highest expected power: rows under a high sun and under a low one. */
const TOP = 0.98;
const HIGH = 0.75;
const LOW = [0.25, 0.4] as const;
/**
 * What one row in ten exceeds under the high sun, over the same under the low one: 1.9 to 2.7 in metered systems, 0.8 to 1.9 where power
 * follows a house, 3.0 to 5.6 where a house takes its part first; and what one in four exceeds: 2.0 to 3.0, and 3.6 to 35 there.
 */
const FEW = 0.9;
const LEAST_RISE = 1.7;
const MOST_RISE = 2.85;
const MANY = 0.75;
const MOST_OF_MANY = 3.3;

/** By how much power rises with the sun; NaN: too few rows. */
function riseOf({ days, reasons }: Look, expected: Float64Array, share: number): number {
  const top =
    valueAtShare(
      expected.filter((value) => value > 0),
      TOP,
    ) ?? 0;
  const exceeded = (from: number, to: number) =>
    valueAtShare(
      days.power.filter((_, row) => reasons[row] === 0 && expected[row]! > from * top && expected[row]! <= to * top),
      share,
    ) ?? Number.NaN;
  return exceeded(HIGH, Number.POSITIVE_INFINITY) / exceeded(...LOW);
}

/** Zero export, or a meter of what is left over. */
function lookAtHouse(look: Look, expected: Float64Array, isLimited: boolean): void {
  const rise = riseOf(look, expected, FEW);
  const isFollowing = rise < LEAST_RISE && !isLimited;
  const isLeftOver = rise > MOST_RISE && riseOf(look, expected, MANY) > MOST_OF_MANY;
  if (!isFollowing && !isLeftOver) return;
  const what = isFollowing
    ? "power follows consumption, not the sun (zero export?)"
    : "a house takes its part first: this is what is left over for the grid";
  const message = `${what}; under a high sun it is ${rise.toFixed(1)} times that under a low one, where systems have 1.9 to 2.7`;
  look.find("follows-load", [{ from: 0, to: look.days.count }], look.days.count, message);
  look.refuse("follows-load", message);
}

function lookAtScore(look: Look, score: number): void {
  if (score <= LOOK) return;
  const message = `the fitted system leaves ${percentText(score)} of the energy of clear days unexplained, where clean meters leave 2 to 10 %`;
  look.find("poor-fit", [{ from: 0, to: look.days.count }], look.days.count, message);
  if (score > REFUSED) look.refuse("poor-fit", message);
}
