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
  const rise = riseOf(look, expected);
  if (free.limit === undefined && rise < LEAST_RISE) lookAtHouse(look, rise);
  if (score !== undefined) lookAtScore(look, score);
  const { reasons, findings, refusal } = look;
  return { ...free, reasons, findings, refusal };
}

/** Shares of the highest expected power: rows under a high sun and under a low one. */
const TOP = 0.98;
const HIGH = 0.75;
const LOW = [0.25, 0.4] as const;
/** Of both, what one row in ten exceeds: 2.0 to 2.6 times as much under the high sun in metered systems, 1.0 to 1.4 in a house's load. */
const EXCEEDED = 0.9;
const LEAST_RISE = 1.7;

/** By how much power rises with the sun; NaN: too few rows. */
function riseOf({ days, reasons }: Look, expected: Float64Array): number {
  const top = valueAtShare(expected.filter((value) => value > 0), TOP) ?? 0;
  const exceeded = (from: number, to: number) =>
    valueAtShare(
      days.power.filter((_, row) => reasons[row] === 0 && expected[row]! > from * top && expected[row]! <= to * top),
      EXCEEDED,
    ) ?? Number.NaN;
  return exceeded(HIGH, Number.POSITIVE_INFINITY) / exceeded(...LOW);
}

function lookAtHouse(look: Look, rise: number): void {
  const message = `power follows consumption, not the sun: under a high sun it is ${rise.toFixed(1)} times that under a low one, where systems have 2.0 to 2.6 (zero export?)`;
  look.find("follows-load", [{ from: 0, to: look.days.count }], look.days.count, message);
  look.refuse("follows-load", message);
}

function lookAtScore(look: Look, score: number): void {
  if (score <= LOOK) return;
  const message = `the fitted system leaves ${percentText(score)} of the energy of clear days unexplained, where clean meters leave 2 to 10 %`;
  look.find("poor-fit", [{ from: 0, to: look.days.count }], look.days.count, message);
  if (score > REFUSED) look.refuse("poor-fit", message);
}
