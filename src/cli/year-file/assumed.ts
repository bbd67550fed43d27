/**
 * What a year does not have and simulation tools compute with: constants, each with a note that says so. The formats' codes for
 * missing do not help there: pvlib 0.16 reads EPW's 999 as 999 m/s and as an albedo of 999, PVWatts v8 the wind as still air.
 */
import { standardPressure } from "../../models/atmosphere/pressure.js";
import { ASSUMED_WIND } from "../../models/pv/system.js";
import { albedoUnderSnow } from "../../models/transposition/ground-albedo.js";
import { checkWeather } from "../../weather/checked-series.js";
import type { WeatherColumn, WeatherSeries } from "../../weather/series.js";
import { UsageError } from "../errors.js";

const MOST_WIND = 60;

/** @throws UsageError for a wind that nowhere blows all year */
export function checkWind(wind: number | undefined): void {
  if (wind === undefined || (wind >= 0 && wind <= MOST_WIND)) return;
  throw new UsageError(`--wind must be from 0 to ${MOST_WIND} m/s, got ${wind}`);
}

/**
 * The year with a value in every row of wind and, where rows cannot leave them out (`isFixed`), of albedo and pressure.
 *
 * @param given m/s, for rows without wind: by default what the engine computes with, and the nominal cell temperature has (IEC 61215)
 * @returns the year, and notes on what is put in, and on a temperature that is missing: nothing can stand for it
 */
export function withAssumed(
  series: WeatherSeries,
  isFixed: boolean,
  given?: number,
): { series: WeatherSeries; notes: string[] } {
  const { columns, count, place } = checkWeather(series);
  const wind = given ?? ASSUMED_WIND;
  const pressure = standardPressure(place?.altitude ?? 0);
  const snow = columns.snow_depth;
  const filled: { [name in WeatherColumn]?: Float64Array } = { ...columns };
  const notes: string[] = [];
  const fill = (column: WeatherColumn, words: string, value: (row: number) => number) => {
    const missing = missingOf(columns[column], count);
    if (missing === 0) return false;
    const before = columns[column] ?? new Float64Array(count).fill(Number.NaN);
    filled[column] = before.map((one, row) => (Number.isNaN(one) ? value(row) : one));
    notes.push(`${column} is assumed in ${missing === count ? "all" : missing} rows: ${words}`);
    return true;
  };
  const isUsed = fill("wind_speed", `a constant ${wind} m/s (--wind)`, () => wind);
  if (given !== undefined && !isUsed) notes.push(`--wind ${given} is not used: the weather has its own wind`);
  if (isFixed) {
    fill("albedo", snow ? "0.2 to 0.7 by snow depth" : "a constant 0.2", (row) => albedoUnderSnow(snow?.[row] ?? 0));
    fill("pressure", `the standard pressure of the altitude, ${Math.round(pressure)} Pa`, () => pressure);
  }
  const missing = missingOf(columns.temperature, count);
  if (missing > 0) {
    const rows = missing === count ? "all" : missing;
    notes.push(
      `temperature is missing in ${rows} rows: the file has the format's code for it, which other programs may read as a number`,
    );
  }
  return { series: { ...series, columns: filled }, notes };
}

function missingOf(values: Float64Array | undefined, count: number): number {
  return values === undefined ? count : values.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0);
}
