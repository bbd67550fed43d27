/** The most that hours and minutes can have. */
import { airmassOfSine, brightestHour, brightestMinute } from "../../models/clear-sky/clearest.js";
import type { Envelope } from "./envelope.js";

/**
 * What an hour may have above its envelope, as a share of it: at any sun, and with each air mass. Where the air is moist or dusty this is
 * less than what a clean sky allows. The 99.9th percentile of measured hours at six stations is 1.06 to 1.14.
 */
const ABOVE = 0.035;
const ABOVE_BY_AIRMASS = 0.035;
/** Hours differ, so that they need room: the share of the most they can have that they reach together. */
const SHARE_TOGETHER = 0.93;

/**
 * Sets the most that the hours [from, to) can have: as bright as under a clean sky or the envelope, with what clouds beside the sun add,
 * whichever is less. Where they could not have `sum` (of hourly means, W/m²) together, more: snow throws light back to the sky, and
 * values that were given count.
 */
export function boundHours({ global, clean, most, sine }: Envelope, from: number, to: number, sum: number): void {
  let together = 0;
  for (let row = from; row < to; row++) {
    if (!(global[row]! > 0)) continue;
    const airmass = airmassOfSine(sine[row]!);
    const byEnvelope = global[row]! * (1 + ABOVE + ABOVE_BY_AIRMASS * airmass);
    most[row] = Math.min(clean[row]! * brightestHour(airmass), byEnvelope);
    together += most[row]!;
  }
  const factor = together > 0 ? sum / (SHARE_TOGETHER * together) : 0;
  for (let row = from; factor > 1 && row < to; row++) most[row]! *= factor;
}

/** The most that a minute of an hour can have, as a clear-sky index. */
export function mostOfMinutes({ global, most, sine }: Envelope, row: number): number {
  const airmass = airmassOfSine(sine[row]!);
  return ((most[row]! / global[row]!) * brightestMinute(airmass)) / brightestHour(airmass);
}
