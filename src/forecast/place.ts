/** Where a forecast is for. */

import type { Place } from "../sky/clear-sky.js";
import { MINUTE } from "../time/calendar.js";

/** ms in which the mean sun moves by a degree of longitude. */
export const SOLAR_DEGREE = 4 * MINUTE;

/** Degrees and metres, and what else the clear sky of a place depends on. */
export interface ForecastPlace extends Place {
  /** One value or 12 months; default 3. */
  readonly linkeTurbidity?: number | ArrayLike<number> | undefined;
}
