/** The twelve months against sun and clear sky: how clear they are, and an envelope that none of them passes. */

import { MIN_EXTRATERRESTRIAL, MOST_CLEARNESS } from "../../contract/climate/irradiance-units.js";
import type { Notice } from "../../contract/observation/types.js";
import { MONTH_NAMES } from "../../time/calendar.js";
import { boundHours } from "./bound.js";
import { HOURS, MONTH_BEGINS } from "./calendar.js";
import type { Envelope } from "./envelope.js";
import type { GeneratedMonth } from "./types.js";

/** Clear-sky index of a month from which on its envelope is raised: no law of days has room above. */
export const MOST_CLEAR = 0.965;

/** Where a month's energy may go. */
export interface Month extends GeneratedMonth {
  readonly firstDay: number;
  readonly endDay: number;
  /** Sum of the hourly means that the month has to have, W/m². */
  readonly sum: number;
}

/**
 * Compares given means with the envelope, raises it where a month is clearer than it allows, and cuts down what the sun of
 * a month at the edge of the polar night has not got.
 */
export function fitMonths(given: readonly number[], envelope: Envelope, notices: Notice[]): Month[] {
  return given.map((mean, month) => fitMonth(mean, month, envelope, notices));
}

function fitMonth(given: number, month: number, envelope: Envelope, notices: Notice[]): Month {
  const firstDay = MONTH_BEGINS[month]!;
  const endDay = MONTH_BEGINS[month + 1]!;
  const hours = (endDay - firstDay) * HOURS;
  const above = sumOf(envelope.extraterrestrial, firstDay * HOURS, endDay * HOURS) / hours;
  const clear = sumOf(envelope.global, firstDay * HOURS, endDay * HOURS) / hours;
  const most = above < MIN_EXTRATERRESTRIAL ? MOST_CLEARNESS * above : Number.POSITIVE_INFINITY;
  const mean = Math.min(given, most);
  if (mean < given) {
    const name = MONTH_NAMES[month]!;
    const message = `${name}: ${given} W/m² given, but the extraterrestrial mean is ${above.toPrecision(3)}: reduced to ${mean.toPrecision(3)}`;
    notices.push({ code: "cut-down", message });
  }
  const clearSkyIndex = clear > 0 ? mean / clear : 0;
  const envelopeFactor = Math.max(clearSkyIndex / MOST_CLEAR, 1);
  if (envelopeFactor > 1) raise(envelope, firstDay * HOURS, endDay * HOURS, envelopeFactor);
  boundHours(envelope, firstDay * HOURS, endDay * HOURS, mean * hours);
  return {
    given,
    mean,
    clearness: above > 0 ? mean / above : 0,
    clearSkyIndex,
    envelopeFactor,
    firstDay,
    endDay,
    sum: mean * hours,
  };
}

function raise(envelope: Envelope, from: number, to: number, factor: number): void {
  for (let row = from; row < to; row++) {
    envelope.global[row]! *= factor;
    envelope.direct[row]! *= factor;
  }
  const { minutes } = envelope;
  if (!minutes) return;
  for (let row = from * 60; row < to * 60; row++) {
    minutes.global[row]! *= factor;
    minutes.direct[row]! *= factor;
  }
}

export function sumOf(column: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let row = from; row < to; row++) sum += column[row]!;
  return sum;
}
