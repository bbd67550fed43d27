import { atan2, cos, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { model } from "../model.js";

/** Refraction at sunrise and sunset that SPA takes by default, degrees (Reda & Andreas 2008, section 3.14). */
export const ATMOS_REFRACT = 0.5667;
/** The sun's radius, degrees (same place): with it, the elevation of the centre below which nothing is refracted. */
export const SUN_RADIUS = 0.26667;
/** sin of −1°, safely below every switch of {@link refractVectorRows}: rows further down need no angle. */
const SIN_BELOW_SWITCH = -0.0174524064372835;

/** Refraction of equation 42 in degrees per cotangent, for unit air factor. */
export const REFRACTION_SCALE = 1.02 / 60;
/** Elevation (degrees) at which twilight begins and light with it. */
export const TWILIGHT = -6;
/** Air temperature that the engine refracts at (°C): the sun's path does not depend on the weather. */
export const REFRACTION_TEMPERATURE = 12;

/** Factor of equation 42 that depends on the air: pressure in hPa, temperature in °C. */
export function airFactor(pressureHpa: number, temperature: number): number {
  return (pressureHpa / 1010) * (283 / (273 + temperature));
}

/** Refraction in degrees at the true elevation `elevation` (degrees) for unit air factor (equation 42). */
function unitRefraction(elevation: number): number {
  const angle = (elevation + 10.3 / (elevation + 5.11)) * DEG;
  return (1.02 * cos(angle)) / (60 * sin(angle)); // over the tangent
}

/**
 * Row kernel of {@link atmosphericRefraction}: true elevation (degrees), pressure (Pa), temperature (°C) →
 * refraction (degrees), to be added to the true elevation.
 */
export function atmosphericRefractionRows(
  i0: number,
  i1: number,
  elevation: Float64Array,
  pressure: Float64Array,
  temperature: Float64Array,
  atmosRefract: number,
  refraction: Float64Array,
): void {
  const lowest = -(SUN_RADIUS + atmosRefract);
  for (let i = i0; i < i1; i++) {
    const e0 = elevation[i]!;
    const air = airFactor(pressure[i]! / 100, temperature[i]!);
    refraction[i] = e0 < lowest ? air * 0 : air * unitRefraction(e0);
  }
}

/**
 * Turns true topocentric unit vectors (east, north, up) into apparent ones, in place: equation 42 with the usual switch at
 * −0.83337°. Rows of NaN stay NaN.
 *
 * @param pressureHpa air pressure in hPa, one for all rows
 * @param temperature air temperature in °C, one for all rows
 */
export function refractVectorRows(
  i0: number,
  i1: number,
  east: Float64Array,
  north: Float64Array,
  up: Float64Array,
  pressureHpa: number,
  temperature: number,
): void {
  const air = airFactor(pressureHpa, temperature);
  for (let i = i0; i < i1; i++) {
    const u = up[i]!;
    if (u < SIN_BELOW_SWITCH) continue;
    const e = east[i]!;
    const n = north[i]!;
    const h = Math.sqrt(e * e + n * n);
    const e0 = atan2(u, h) * RAD;
    if (e0 < -(SUN_RADIUS + ATMOS_REFRACT)) continue;
    const delta = air * unitRefraction(e0) * DEG;
    // Rotation in the vertical plane. |delta| < 0.02 rad: the series are exact to 1e-16.
    const d2 = delta * delta;
    const s = delta * (1 - d2 * (1 / 6 - d2 * (1 / 120)));
    const c = 1 - d2 * (0.5 - d2 * (1 / 24 - d2 * (1 / 720)));
    up[i] = u * c + h * s;
    if (h > 0) {
      const stretch = c - (u * s) / h;
      east[i] = e * stretch;
      north[i] = n * stretch;
    } else {
      north[i] = -u * s; // exactly overhead there is no azimuth: north, as azimuthRows says of (0, 0)
    }
  }
}

/**
 * Atmospheric refraction of the Solar Position Algorithm.
 *
 * Δe = (P/1010)·(283/(273 + T))·1.02/(60·tan(e₀ + 10.3/(e₀ + 5.11))), and 0 where the true elevation e₀ of the sun's
 * centre is below −(0.26667 + atmosRefract)°: there Δe jumps from about 0.64° to 0.
 *
 * @param columns.elevation true (unrefracted) elevation of the sun's centre, degrees, −90…90
 * @param columns.pressure air pressure in Pa, default 101325
 * @param columns.temperature air temperature in °C, default 12
 * @param options.atmosRefract refraction at sunrise and sunset in degrees, 0…4, default 0.5667; only moves the switch.
 *   (pvlib takes 0 for "not given".)
 * @returns `refraction` in degrees (slightly negative within 0.11° of the zenith, as the formula has it) and
 *   `apparentElevation` = elevation + refraction
 * @throws RangeError when atmosRefract is out of range; TypeError when it is not a number
 *
 * Source: Reda & Andreas, NREL/TP-560-34302, revised 2008, equation 42 and section 3.14. Same as pvlib
 * `spa.atmospheric_refraction_correction` (whose pressure is in hPa).
 * @experimental
 */
export const atmosphericRefraction = /* @__PURE__ */ model("atmosphericRefraction", {
  inputs: ["elevation"],
  defaults: { pressure: 101325, temperature: 12 },
  outputs: ["refraction", "apparentElevation"],
  settings({ atmosRefract = ATMOS_REFRACT }: { atmosRefract?: number | undefined }): number {
    checkAtmosRefract("atmosphericRefraction", atmosRefract);
    return atmosRefract;
  },
  rows(from, to, { elevation, pressure, temperature, refraction, apparentElevation }, atmosRefract) {
    atmosphericRefractionRows(from, to, elevation, pressure, temperature, atmosRefract, refraction);
    for (let i = from; i < to; i++) apparentElevation[i] = elevation[i]! + refraction[i]!;
  },
});

/** Refuses values for which the formula's pole at −5.11° would lie above the switch. */
export function checkAtmosRefract(model: string, atmosRefract: unknown): void {
  if (typeof atmosRefract !== "number") {
    throw new TypeError(`${model}: atmosRefract must be a number of degrees, got ${String(atmosRefract)}`);
  }
  if (!(atmosRefract >= 0 && atmosRefract <= 4)) {
    throw new RangeError(`${model}: atmosRefract must be within 0…4 degrees, got ${atmosRefract}`);
  }
}
