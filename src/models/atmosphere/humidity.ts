/**
 * Relative humidity and dew point by the Magnus equation e(T) = A·exp(B·T / (C + T)).
 *
 * Source: Guide to Instruments and Methods of Observation, WMO-No. 8 (2023), the coefficients recommended there.
 */
import { exp, log } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** Magnus coefficients A (hPa), B, C (°C) over water, as recommended by the WMO. A cancels in both functions. @experimental */
export const MAGNUS: MagnusCoefficients = [6.112, 17.62, 243.12];

/** @experimental */
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
 * Relative humidity from dew point.
 *
 * @param inputs `tempAir`, `tempDew` in °C
 * @param options `coeff`: Magnus coefficients [A, B, C]
 * @returns `relativeHumidity` in %, above 100 when the dew point exceeds the air temperature; NaN for NaN
 * @throws TypeError, RangeError for columns or coefficients of wrong kind or length
 * @experimental
 */
export function rhFromTdew(
  inputs: { tempAir: ColumnInput; tempDew: ColumnInput },
  options: { coeff?: MagnusCoefficients | undefined } = {},
): { relativeHumidity: Float64Array } {
  const [, b, c] = checked("rhFromTdew", options.coeff);
  const { tempAir, tempDew, n } = toColumns("rhFromTdew", { tempAir: inputs.tempAir, tempDew: inputs.tempDew });
  const relativeHumidity = new Float64Array(n);
  rhFromTdewRows(0, n, tempAir, tempDew, b, c, relativeHumidity);
  return { relativeHumidity };
}

/**
 * Dew point from relative humidity; the inverse of `rhFromTdew`.
 *
 * @param inputs `tempAir` in °C, `relativeHumidity` in %
 * @param options `coeff`: Magnus coefficients [A, B, C]
 * @returns `tempDew` in °C; NaN for NaN and for a humidity of 0 or less, which has no dew point
 * @throws TypeError, RangeError for columns or coefficients of wrong kind or length
 * @experimental
 */
export function tdewFromRh(
  inputs: { tempAir: ColumnInput; relativeHumidity: ColumnInput },
  options: { coeff?: MagnusCoefficients | undefined } = {},
): { tempDew: Float64Array } {
  const [, b, c] = checked("tdewFromRh", options.coeff);
  const { tempAir, relativeHumidity, n } = toColumns("tdewFromRh", {
    tempAir: inputs.tempAir,
    relativeHumidity: inputs.relativeHumidity,
  });
  const tempDew = new Float64Array(n);
  tdewFromRhRows(0, n, tempAir, relativeHumidity, b, c, tempDew);
  return { tempDew };
}

function checked(model: string, coeff: MagnusCoefficients = MAGNUS): MagnusCoefficients {
  if (!Array.isArray(coeff)) throw new TypeError(`${model}: coeff must be an array [A, B, C], got ${String(coeff)}`);
  if (coeff.length !== 3 || !coeff.every(Number.isFinite)) {
    throw new RangeError(`${model}: coeff must be three finite numbers [A, B, C], got ${JSON.stringify(coeff)}`);
  }
  return coeff;
}
