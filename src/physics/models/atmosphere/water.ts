/** Water in the air: relative humidity and dew point by the Magnus equation, and precipitable water. */
import { exp, log } from "../../../foundation/math/index.js";
import { model } from "../model.js";

/** Magnus coefficients A (hPa), B, C (°C) over water, as recommended by the WMO. A cancels in both functions. */
export const MAGNUS: MagnusCoefficients = [6.112, 17.62, 243.12];

export type MagnusCoefficients = readonly [number, number, number];

function exponent(temperature: number, b: number, c: number): number {
  return (b * temperature) / (c + temperature);
}

/** Row kernel: relative humidity (%) from air temperature and dew point (°C); b, c: Magnus coefficients. */
export function rhFromTdewRows(
  i0: number,
  i1: number,
  tempAir: Float64Array,
  tempDew: Float64Array,
  b: number,
  c: number,
  relativeHumidity: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    relativeHumidity[i] = 100 * exp(exponent(tempDew[i]!, b, c) - exponent(tempAir[i]!, b, c));
  }
}

/** Row kernel: dew point (°C) from air temperature (°C) and relative humidity (%); b, c: Magnus coefficients. */
export function tdewFromRhRows(
  i0: number,
  i1: number,
  tempAir: Float64Array,
  relativeHumidity: Float64Array,
  b: number,
  c: number,
  tempDew: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const humidity = relativeHumidity[i]!;
    const term = exponent(tempAir[i]!, b, c) + log(humidity / 100);
    tempDew[i] = humidity > 0 ? (c * term) / (b - term) : Number.NaN;
  }
}

/**
 * Relative humidity from dew point, by the Magnus equation e(T) = A·exp(B·T / (C + T)).
 *
 * Source: Guide to Instruments and Methods of Observation, WMO-No. 8 (2023), the coefficients recommended there.
 *
 * @param inputs `tempAir`, `tempDew` in °C
 * @param options `coeff`: Magnus coefficients [A, B, C]
 * @returns `relativeHumidity` in %, above 100 when the dew point exceeds the air temperature; NaN for NaN
 * @throws TypeError, RangeError for columns or coefficients of wrong kind or length
 * @experimental
 */
export const rhFromTdew = /* @__PURE__ */ model("rhFromTdew", {
  inputs: ["tempAir", "tempDew"],
  outputs: ["relativeHumidity"],
  settings: ({ coeff }: { coeff?: MagnusCoefficients | undefined }) => checked("rhFromTdew", coeff),
  rows: (from, to, c, [, b, slope]) => rhFromTdewRows(from, to, c.tempAir, c.tempDew, b, slope, c.relativeHumidity),
});

/**
 * Dew point from relative humidity; the inverse of `rhFromTdew`.
 *
 * Source: Guide to Instruments and Methods of Observation, WMO-No. 8 (2023), the coefficients recommended there.
 *
 * @param inputs `tempAir` in °C, `relativeHumidity` in %
 * @param options `coeff`: Magnus coefficients [A, B, C]
 * @returns `tempDew` in °C; NaN for NaN and for a humidity of 0 or less, which has no dew point
 * @throws TypeError, RangeError for columns or coefficients of wrong kind or length
 * @experimental
 */
export const tdewFromRh = /* @__PURE__ */ model("tdewFromRh", {
  inputs: ["tempAir", "relativeHumidity"],
  outputs: ["tempDew"],
  settings: ({ coeff }: { coeff?: MagnusCoefficients | undefined }) => checked("tdewFromRh", coeff),
  rows: (from, to, c, [, b, slope]) => tdewFromRhRows(from, to, c.tempAir, c.relativeHumidity, b, slope, c.tempDew),
});

function checked(model: string, coeff: MagnusCoefficients = MAGNUS): MagnusCoefficients {
  if (!Array.isArray(coeff)) throw new TypeError(`${model}: coeff must be an array [A, B, C], got ${String(coeff)}`);
  if (coeff.length !== 3 || !coeff.every(Number.isFinite)) {
    throw new RangeError(`${model}: coeff must be three finite numbers [A, B, C], got ${JSON.stringify(coeff)}`);
  }
  return coeff;
}

/**
 * Precipitable water from air temperature and relative humidity at the ground.
 *
 * About 20 % accurate between 1 and 3 cm, worse elsewhere.
 *
 * @param inputs `tempAir` in °C, `relativeHumidity` in %
 * @returns `precipitableWater` in cm, never below 0.1; NaN for NaN
 * @throws TypeError, RangeError for columns of wrong kind or unequal length
 *
 * Source: C. Gueymard (1994), Analysis of monthly average atmospheric precipitable water and turbidity in Canada and
 * northern United States, Solar Energy 53, 57–71, eqs. 1, 2, 4; C. Gueymard (1993), J. Applied Meteorology 32,
 * 1294–1300, eq. 1; combined as W. M. Keogh, A. W. Blakers (2004), Prog. Photovoltaics 12, 1–19, eq. 1.
 * @experimental
 */
export const gueymard94Pw = /* @__PURE__ */ model("gueymard94Pw", {
  inputs: ["tempAir", "relativeHumidity"],
  outputs: ["precipitableWater"],
  rows(from, to, { tempAir, relativeHumidity, precipitableWater }) {
    for (let i = from; i < to; i++) {
      const kelvin = tempAir[i]! + 273.15;
      const theta = kelvin / 273.15;
      const hundreds = 100 / kelvin;
      // Gueymard 1994 eq. 4: apparent scale height of water vapour, km
      const scaleHeight = 0.4976 + 1.5265 * theta + exp(13.6897 * theta - 14.9188 * theta * theta * theta);
      // Gueymard 1993 eq. 1: saturation pressure, hPa
      const saturation = exp(22.33 - 49.14 * hundreds - 10.922 * hundreds * hundreds - (0.39015 * kelvin) / 100);
      // Gueymard 1994 eq. 2: vapour density at the ground, g/m³
      const density = ((216.7 * relativeHumidity[i]!) / (100 * kelvin)) * saturation;
      precipitableWater[i] = Math.max(0.1 * scaleHeight * density, 0.1);
    }
  },
});
