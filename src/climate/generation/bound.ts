/** The most that the hours of a month or a day can have. */
import { airmassOfSine } from "../../models/clear-sky/clearest.js";
import type { Envelope } from "./envelope.js";

/**
 * What an hour may have above its envelope, as a share of it: at any sun, and with each air mass. Where the air is moist or dusty this is
 * less than what a clean sky allows.
 */
const ABOVE = 0.035;
const ABOVE_BY_AIRMASS = 0.035;
/** Hours differ, so that they need room: the share of the most they can have that they reach together. */
const SHARE_TOGETHER = 0.93;

/**
 * Lowers `most` of the rows [from, to) to what the envelope allows, and raises it where they could not have `sum` (of hourly means,
 * W/m²) together: snow throws light back to the sky, and values that were given count.
 */
export function boundHours({ global, most, sine }: Envelope, from: number, to: number, sum: number): void {
  let together = 0;
  for (let row = from; row < to; row++) {
    if (!(global[row]! > 0)) continue;
    most[row] = Math.min(most[row]!, global[row]! * (1 + ABOVE + ABOVE_BY_AIRMASS * airmassOfSine(sine[row]!)));
    together += most[row]!;
  }
  const factor = together > 0 ? sum / (SHARE_TOGETHER * together) : 0;
  for (let row = from; factor > 1 && row < to; row++) most[row]! *= factor;
}
