/**
 * The course of clear-sky irradiance at a place, along which irradiance is distributed if its intervals differ from those of
 * the answer. Only the shape matters, so a mean turbidity and solar constant suffice.
 *
 * Model: Ineichen and Perez (2002) as in irradiance-engine/models/clear-sky, Linke turbidity 3.
 */
import { acos, RAD } from "../math/index.js";
import { getAbsoluteAirmass } from "../models/atmosphere/absolute-airmass.js";
import { standardPressure } from "../models/atmosphere/pressure.js";
import { getRelativeAirmass } from "../models/atmosphere/relative-airmass.js";
import { ineichenRows } from "../models/clear-sky/ineichen.js";
import { prepareSunSite, refractVectorRows, sunVectorRows } from "../models/solar-position/index.js";
import type { IrradianceColumn } from "./columns.js";
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

const LINKE_TURBIDITY = 3;
/** W/m². */
const SOLAR_CONSTANT = 1361.1;
/** As in the engine: refraction at this temperature, °C. */
const REFRACTION_TEMPERATURE = 12;
/** Clear sky is averaged over moments no farther apart, ms. */
export const MOMENT = 5 * 60_000;

/** W/m², one value per time. */
export type ClearSky = { readonly [column in IrradianceColumn]: Float64Array };

/** @param times Unix ms */
export function clearSkyAt(times: Float64Array, { latitude, longitude, altitude = 0 }: Place): ClearSky {
  const n = times.length;
  const pressure = standardPressure(altitude);
  const up = sunHeights(times, latitude, longitude, altitude, pressure);
  const zenith = up.map((cosine) => acos(Math.min(1, Math.max(-1, cosine))) * RAD);
  const { airmassRelative } = getRelativeAirmass({ zenith });
  const { airmassAbsolute } = getAbsoluteAirmass({ airmassRelative, pressure });
  const turbidity = new Float64Array(n).fill(LINKE_TURBIDITY);
  const extra = new Float64Array(n).fill(SOLAR_CONSTANT);
  const [ghi, dni, dhi] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  ineichenRows(0, n, up, airmassAbsolute, turbidity, altitude, extra, false, ghi, dni, dhi);
  return {
    global_horizontal_irradiance: ghi,
    direct_normal_irradiance: dni,
    direct_horizontal_irradiance: ghi.map((global, i) => global - dhi[i]!),
    diffuse_horizontal_irradiance: dhi,
  };
}

/** Means over the intervals of a grid. */
export function clearSkyMeans({ start, step, count }: TimeGrid, place: Place): ClearSky {
  const many = Math.ceil(step / MOMENT);
  const times = Float64Array.from({ length: count * many }, (_, k) => start + ((k + 0.5) * step) / many);
  const moments = Object.entries(clearSkyAt(times, place)) as [IrradianceColumn, Float64Array][];
  return Object.fromEntries(moments.map(([name, values]) => [name, meansOf(values, many)])) as unknown as ClearSky;
}

function meansOf(values: Float64Array, many: number): Float64Array {
  return Float64Array.from({ length: values.length / many }, (_, row) => {
    let sum = 0;
    for (let k = row * many; k < (row + 1) * many; k++) sum += values[k]!;
    return sum / many;
  });
}

/** Sines of the apparent elevation; @param times Unix ms */
export function sunHeightsAt(times: Float64Array, { latitude, longitude, altitude = 0 }: Place): Float64Array {
  return sunHeights(times, latitude, longitude, altitude, standardPressure(altitude));
}

function sunHeights(times: Float64Array, latitude: number, longitude: number, altitude: number, pressure: number) {
  const n = times.length;
  const [east, north, up, distance] = [0, 1, 2, 3].map(() => new Float64Array(n)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  sunVectorRows(0, n, times, prepareSunSite(latitude, longitude, altitude), east, north, up, distance);
  refractVectorRows(0, n, east, north, up, pressure / 100, REFRACTION_TEMPERATURE);
  return up;
}
