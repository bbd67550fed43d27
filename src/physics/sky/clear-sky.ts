/**
 * The clear sky of a place at instants and as means over the intervals of a grid: the one that every clear-sky index outside the engine
 * refers to. It needs no weather.
 *
 * Model: `ineichenAltitude`, as the engine's chain computes it.
 */
import { acos, RAD } from "../../foundation/math/index.js";
import { shown } from "../../foundation/text/shown.js";
import { MINUTE } from "../../foundation/time/calendar.js";
import { monthlyRows } from "../../foundation/time/monthly.js";
import { standardPressure } from "../models/atmosphere/pressure.js";
import { prepareSunSite, sunVectorRows } from "../models/solar-position/ephemeris.js";
import { REFRACTION_TEMPERATURE, refractVectorRows } from "../models/solar-position/refraction.js";
import { SunAndSky } from "./sun-and-sky.js";
import type { TimeGrid } from "./time-grid.js";

/**
 * Degrees north and east; metres, where they are known.
 *
 * @experimental
 */
export interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly altitude?: number | undefined;
}

/** One value a row, never NaN: W/m², on level ground but for `beam`, which is normal to the sun; degrees. */
export interface ClearSky {
  readonly global: Float64Array;
  readonly direct: Float64Array;
  readonly diffuse: Float64Array;
  readonly beam: Float64Array;
  /** Without an atmosphere. */
  readonly extraterrestrial: Float64Array;
  /** Apparent; of means that of the mean height of the sun. */
  readonly zenith: Float64Array;
}

const DEFAULT_TURBIDITY = 3;
/** Means are those of moments no farther apart, ms. */
export const MOMENT = 5 * MINUTE;
/** Instants computed at once. */
const ROWS = 1440;
/** Sine of a sun 6° below the horizon, the end of civil twilight: light below it is less than 1 W/m². */
export const NIGHT = -0.104_528;

/**
 * @param times Unix ms
 * @param turbidity Linke turbidity, one value or 12 months; default 3: enough where only the shape counts
 * @throws RangeError for a latitude or a turbidity that cannot be
 */
export function clearSkyAt(times: Float64Array, place: Place, turbidity?: number | ArrayLike<number>): ClearSky {
  return clearSkyMeans(
    times.length,
    1,
    (from, into) => into.set(times.subarray(from, from + into.length)),
    place,
    turbidity,
  );
}

/**
 * Means over the intervals of a grid.
 *
 * @param turbidity as in `clearSkyAt`
 * @throws RangeError for a latitude or a turbidity that cannot be
 */
export function clearSkyOn(
  { start, step, count }: TimeGrid,
  place: Place,
  turbidity?: number | ArrayLike<number>,
): ClearSky {
  const many = Math.ceil(step / MOMENT);
  const momentsFrom = (from: number, into: Float64Array) => {
    for (let k = 0; k < into.length; k++) into[k] = start + ((from + k + 0.5) * step) / many;
  };
  return clearSkyMeans(count, many, momentsFrom, place, turbidity);
}

const PARTS = ["global", "direct", "diffuse", "beam", "extraterrestrial"] as const;

/**
 * Means of `many` moments each.
 *
 * @param momentsFrom writes the times of the moments from a number on
 */
function clearSkyMeans(
  count: number,
  many: number,
  momentsFrom: (from: number, into: Float64Array) => void,
  { latitude, longitude, altitude = 0 }: Place,
  turbidity: number | ArrayLike<number> = DEFAULT_TURBIDITY,
): ClearSky {
  const months = monthsOf(turbidity);
  const batch = Math.max(1, Math.floor(ROWS / many));
  const sky = new SunAndSky({ latitude, longitude, altitude }, Math.min(batch, count) * many);
  const means = Object.fromEntries(PARTS.map((part) => [part, new Float64Array(count)])) as Omit<
    { [part in (typeof PARTS)[number]]: Float64Array },
    "zenith"
  >;
  const zenith = new Float64Array(count);
  for (let first = 0; first < count; first += batch) {
    const rows = Math.min(batch, count - first);
    const n = rows * many;
    momentsFrom(first * many, sky.time.subarray(0, n));
    if (months === undefined) sky.turbidity.fill(turbidity as number, 0, n);
    else monthlyRows(months, sky.time, n, sky.turbidity);
    sky.compute(n);
    for (let row = 0; row < rows; row++) {
      for (const part of PARTS) means[part][first + row] = meanOf(sky[part], row * many, many);
      const height = meanOf(sky.apparentSine, row * many, many);
      zenith[first + row] = acos(Math.min(1, Math.max(-1, height))) * RAD;
    }
  }
  return { ...means, zenith };
}

function meanOf(values: Float64Array, from: number, many: number): number {
  let sum = 0;
  for (let k = from; k < from + many; k++) sum += values[k]!;
  return sum / many;
}

/** Twelve values; undefined for one. */
function monthsOf(turbidity: number | ArrayLike<number>): readonly number[] | undefined {
  const isOne = typeof turbidity === "number";
  const values = isOne ? [turbidity] : Array.from(turbidity);
  const isPossible = values.every((value) => value >= 1 && value <= 15) && (isOne || values.length === 12);
  if (isPossible) return isOne ? undefined : values;
  throw new RangeError(`the Linke turbidity must be one value or 12 months from 1 to 15, got ${shown(turbidity)}`);
}

/**
 * Sines of the apparent elevation of the sun, also below the horizon.
 *
 * @param times Unix ms
 */
export function sunHeightsAt(times: Float64Array, place: Place): Float64Array {
  const { east, north, sine } = sunVectorsAt(times, place);
  const pressure = standardPressure(place.altitude ?? 0) / 100;
  refractVectorRows(0, times.length, east, north, sine, pressure, REFRACTION_TEMPERATURE);
  return sine;
}

/**
 * The sun without refraction.
 *
 * @param times Unix ms
 * @returns sines of the true elevation; distances from the sun in astronomical units
 */
export function sunAt(times: Float64Array, place: Place): { sine: Float64Array; distance: Float64Array } {
  const { sine, distance } = sunVectorsAt(times, place);
  return { sine, distance };
}

function sunVectorsAt(times: Float64Array, { latitude, longitude, altitude = 0 }: Place) {
  const column = () => new Float64Array(times.length);
  const [east, north, sine, distance] = [column(), column(), column(), column()];
  sunVectorRows(0, times.length, times, prepareSunSite(latitude, longitude, altitude), east, north, sine, distance);
  return { east, north, sine, distance };
}
