/**
 * Quantiles of a system's power: the chain on each quantile of the light.
 *
 * Power rises with the light at a time, so that a quantile of the light gives that of the power. Where a plane faces away from the sun more
 * light may be less on it (its diffuse part falls): there the values are put in order again (Chernozhukov, Fernández-Val & Galichon 2010,
 * Econometrica 78, 1093–1125).
 */
import type { QuantileName } from "../../contract/forecast/quantiles.js";
import { forecastQuantiles, withLights } from "../../forecast/index.js";
import type { WeatherSeries } from "../../weather/series.js";
import type { PowerBandOptions } from "./types.js";

/** AC power of weather on the rows of the forecast, W. */
export type PowerOf = (weather: WeatherSeries) => Float64Array;

/** Of rows; NaN where no band is known. */
export interface PowerBands {
  readonly names: readonly QuantileName[];
  readonly values: readonly Float64Array[];
}

/** @param powerOf the chain */
export function powerBands({ names, corrected, spread }: PowerBandOptions, powerOf: PowerOf): PowerBands {
  const { probabilities, values } = forecastQuantiles(corrected, spread);
  const lights = names.map((name) => values[probabilities.findIndex((one) => `p${Math.round(100 * one)}` === name)]!);
  return { names, values: ascending(withLights(corrected.series, lights).map(powerOf)) };
}

/** The values of each row in order. */
function ascending(columns: readonly Float64Array[]): readonly Float64Array[] {
  const row = new Float64Array(columns.length);
  for (let k = 0; k < (columns[0]?.length ?? 0); k++) {
    for (let q = 0; q < row.length; q++) row[q] = columns[q]![k]!;
    row.sort(); // NaN last: rows without a band have no other
    for (let q = 0; q < row.length; q++) columns[q]![k] = row[q]!;
  }
  return columns;
}
