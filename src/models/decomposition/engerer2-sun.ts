/**
 * The astronomy and the clear sky that the re-parameterised Engerer2 brings along: they were part of its fit.
 *
 * Source: J. M. Bright, N. A. Engerer (2019), Engerer2: Global re-parameterisation, update, and validation of an
 * irradiance separation model at different temporal resolutions, J. Renewable and Sustainable Energy 11, 033701, and the
 * authors' code. Clear sky: J. L. Threlkeld, R. C. Jordan (1957), as in the same code.
 */
import { acos, cos, DEG, exp, RAD, sin } from "../../math/index.js";
import { DAY, dayOfYearOf } from "../../time/calendar.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { modelExtraRadiation } from "./diffuse-fraction.js";

/** Row kernel: true zenith in degrees from `time` (Unix ms), latitude (degrees) and apparent solar time (hours). */
export function engerer2ZenithRows(
  i0: number,
  i1: number,
  time: Float64Array,
  latitude: Float64Array,
  ast: Float64Array,
  zenith: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const t = time[i]!;
    const fraction = t / DAY - Math.floor(t / DAY);
    const p = ((2 * Math.PI) / 365) * (dayOfYearOf(t) + fraction - 1);
    const declination =
      0.006918 +
      (-0.399912 * cos(p) + 0.070257 * sin(p)) +
      (-0.006758 * cos(2 * p) + 0.000907 * sin(2 * p)) +
      (-0.002697 * cos(3 * p) + 0.00148 * sin(3 * p));
    const phi = latitude[i]! * DEG;
    const hourAngle = (ast[i]! - 12) * 15 * DEG;
    const mu = sin(phi) * sin(declination) + cos(phi) * cos(declination) * cos(hourAngle);
    zenith[i] = acos(Math.min(Math.max(mu, -1), 1)) * RAD;
  }
}

/**
 * Extraterrestrial normal irradiance in W/m² from the day of the year: the authors' code puts 2πn/365 into Spencer's series
 * where 2π(n − 1)/365 belongs, which is the value of the day after.
 */
export function engerer2Extra(dayOfYear: Float64Array): Float64Array {
  return modelExtraRadiation(dayOfYear.map((day) => day + 1));
}

/**
 * Row kernel: clear-sky DNI, DHI and GHI (W/m²) from the day of the year and the true zenith (degrees); 0 beyond 90°.
 * DHI = C·DNI.
 */
export function threlkeldJordanRows(
  i0: number,
  i1: number,
  dayOfYear: Float64Array,
  zenith: Float64Array,
  dni: Float64Array,
  dhi: Float64Array,
  ghi: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const n = dayOfYear[i]!;
    const mu = cos(Math.min(zenith[i]!, 90) * DEG);
    const season = sin((360 / 365) * (n - 100) * DEG);
    const apparent = 1160 + 75 * sin((360 / 365) * (n - 275) * DEG);
    const direct = apparent * exp(-(0.174 + 0.035 * season) / mu);
    dni[i] = zenith[i]! > 90 ? 0 * direct : direct;
    dhi[i] = (0.095 + 0.04 * season) * dni[i]!;
    ghi[i] = dni[i]! * mu + dhi[i]!;
  }
}

/**
 * Clear sky by the season alone (Threlkeld and Jordan), the one inside Engerer2.
 *
 * @param inputs `dayOfYear`: 1 January = 1; `zenith`: true zenith in degrees
 * @returns `ghi`, `dni`, `dhi` in W/m²; 0 beyond a zenith of 90°, NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: Threlkeld and Jordan (1957), as in Bright and Engerer (2019).
 * @experimental
 */
export function threlkeldJordan(inputs: { dayOfYear: ColumnInput; zenith: ColumnInput }): {
  ghi: Float64Array;
  dni: Float64Array;
  dhi: Float64Array;
} {
  const { dayOfYear, zenith, n } = toColumns("threlkeldJordan", { dayOfYear: inputs.dayOfYear, zenith: inputs.zenith });
  const ghi = new Float64Array(n);
  const dni = new Float64Array(n);
  const dhi = new Float64Array(n);
  threlkeldJordanRows(0, n, dayOfYear, zenith, dni, dhi, ghi);
  return { ghi, dni, dhi };
}
