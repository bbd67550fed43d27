import { exp } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";

/** Row kernel: precipitable water (cm) from air temperature (°C) and relative humidity (%). */
export function gueymard94PwRows(
  i0: number,
  i1: number,
  tempAir: Float64Array,
  relativeHumidity: Float64Array,
  precipitableWater: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
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
export function gueymard94Pw(inputs: { tempAir: ColumnInput; relativeHumidity: ColumnInput }): {
  precipitableWater: Float64Array;
} {
  const { tempAir, relativeHumidity, n } = toColumns("gueymard94Pw", {
    tempAir: inputs.tempAir,
    relativeHumidity: inputs.relativeHumidity,
  });
  const precipitableWater = new Float64Array(n);
  gueymard94PwRows(0, n, tempAir, relativeHumidity, precipitableWater);
  return { precipitableWater };
}
