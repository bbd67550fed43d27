/** What weather without state is drawn from, and what comes out. */
import type { Envelope } from "../generation/envelope.js";

/** Degrees and metres; `turbidity` is the Linke turbidity of the twelve months, raw as a climatology has it. */
export interface SyntheticPlace {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude: number;
  readonly turbidity: readonly number[];
}

/** The climate of the place, months from January: `PlaceClimate` of "irradiance-engine/climatology" is one. */
export interface SyntheticClimate {
  /** Means over all 24 hours, W/m²: of the ground, and above the air. */
  readonly globalHorizontal: ArrayLike<number>;
  readonly extraterrestrial: ArrayLike<number>;
  /** Daily means (W/m²) that the shares `levels` of a month's days stay below. */
  readonly daily: { readonly levels: ArrayLike<number>; nodes(month: number): ArrayLike<number> };
  /** Means of the air, °C. */
  readonly temperature: ArrayLike<number>;
  /** Default "land". Over the sea the air hardly follows the day. */
  readonly surface?: "land" | "coast" | "sea" | undefined;
}

/** Means of hours in UTC: row k is that from start + k hours. */
export interface SyntheticHours {
  /** Unix ms. */
  readonly start: number;
  /** W/m². */
  readonly globalHorizontal: Float64Array;
  /** °C. */
  readonly temperature: Float64Array;
}

/** Means of minutes in UTC: row k is that from start + k minutes. */
export interface SyntheticMinutes {
  /** Unix ms. */
  readonly start: number;
  /** W/m². */
  readonly globalHorizontal: Float64Array;
}

/** Days of weather as they are drawn, and what they were drawn under. */
export interface DrawnDays {
  /** Number of the first day, and how many there are. */
  readonly first: number;
  readonly count: number;
  readonly envelope: Envelope;
  /** By how much each day's envelope is raised above the clear sky. */
  readonly raised: Float64Array;
  /** W/m², hour after hour. */
  readonly global: Float64Array;
  /** Clearness of each day over that of the mean day of its date; and its deviate. */
  readonly brighter: Float64Array;
  readonly deviates: Float64Array;
}

const PER_DEGREE = 4;
const ROWS = 180 * PER_DEGREE;
const COLUMNS = 360 * PER_DEGREE;
/** Keeps clear of the seeds that callers of the generator choose; changes with the weather that it makes. */
const SERIES = 0x5_7001;

export interface SyntheticCell {
  /** Of its middle, degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** Of all that is random in it. */
  readonly seed: number;
}

/** The cell of a place; around a pole one for all longitudes, and 180° E is 180° W. */
export function cellOf(latitude: number, longitude: number): SyntheticCell {
  const row = Math.min(Math.floor((latitude + 90) * PER_DEGREE), ROWS - 1);
  const isPole = row === 0 || row === ROWS - 1;
  const column = isPole ? 0 : Math.floor((longitude + 180) * PER_DEGREE) % COLUMNS;
  return {
    latitude: (row + 0.5) / PER_DEGREE - 90,
    longitude: (column + 0.5) / PER_DEGREE - 180,
    seed: SERIES * 0x1_0000_0000 + row * COLUMNS + column,
  };
}

/** Added to numbers of days, hours and runs since 1970: addresses of random numbers are not negative. */
export const EPOCH = 0x8000_0000;
