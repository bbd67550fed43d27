/** Where a forecast is for. */
import type { Place } from "../sky/clear-sky.js";

/** Degrees and metres, and what else the clear sky of a place depends on. */
export interface ForecastPlace extends Place {
  /** One value or 12 months; default 3. */
  readonly linkeTurbidity?: number | ArrayLike<number> | undefined;
}
