/**
 * Hours by TAG, a time-dependent autoregressive Gaussian model: R. Aguiar, M. Collares-Pereira (1992), TAG: a time-dependent,
 * autoregressive, Gaussian model for generating synthetic hourly radiation, Solar Energy 49, 167–174. Its hourly clearness
 * stays between 0 and the clear sky. Kept to be compared with.
 */
import { cos, exp } from "../../math/index.js";
import { HOURS } from "./calendar.js";
import type { HourlyLaw } from "./hourly.js";
import { PURPOSE } from "./purpose.js";

/** Share of the clear sky that an hour has at least: the day's sum could not be met by hours of nothing. */
const LEAST = 0.004;

export const tagHours: HourlyLaw = (
  random,
  { day, row: first, clearness: k },
  { sine, global, extraterrestrial },
  indices,
) => {
  const level = -0.19 + 1.12 * k + 0.24 * exp(-8 * k);
  const drop = 0.32 - 1.6 * (k - 0.5) * (k - 0.5);
  const depth = 0.19 + k * k * (2.27 - 2.51 * k);
  const correlation = 0.38 + 0.06 * cos(7.4 * k - 2.5);
  const spread = 0.14 * exp(-20 * (k - 0.35) * (k - 0.35));
  const growth = 3 * (k - 0.45) * (k - 0.45) + 16 * k * k * k * k * k;
  let y = Number.NaN;
  for (let hour = 0; hour < HOURS; hour++) {
    const i = first + hour;
    if (!(global[i]! > 0)) continue;
    const fresh = random.normal(PURPOSE.hours, day, hour, 0);
    y = Number.isNaN(y) ? fresh : correlation * y + Math.sqrt(1 - correlation * correlation) * fresh;
    const height = sine[i]!;
    const mean = level + drop * exp(-depth / height);
    const clearness = mean + spread * exp(growth * (1 - height)) * y;
    indices[i] = Math.min(Math.max((clearness * extraterrestrial[i]!) / global[i]!, LEAST), 1);
  }
};
