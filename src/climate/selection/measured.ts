/** The columns of a record as statistics take them: what cannot be is missing, and short gaps are bridged. */
import { MAGNUS, rhFromTdewRows, tdewFromRhRows } from "../../models/atmosphere/humidity.js";
import type { CheckedWeather } from "../../weather/checked-series.js";
import { BRIGHTEST, COMPUTED, type StateColumn } from "../../weather/limits.js";
import { isThermalOffset } from "../../weather/quality.js";
import { WEATHER_COLUMNS, type WeatherColumn } from "../../weather/series.js";

/** Columns without the impossible: NaN = missing. A column wholly without values is not there. */
export type MeasuredColumns = { readonly [name in WeatherColumn]?: Float64Array };

export interface Measured {
  readonly columns: MeasuredColumns;
  /** Those that were worked out from others. */
  readonly derived: readonly WeatherColumn[];
}

/** Dew point and humidity come from one another, with the temperature, where one of them is missing altogether. */
export function measuredColumns({ columns, count }: CheckedWeather): Measured {
  const measured: { [name in WeatherColumn]?: Float64Array } = {};
  for (const name of WEATHER_COLUMNS) {
    const clean = columns[name]?.map(cleanOf(name));
    if (clean?.some((value) => !Number.isNaN(value))) measured[name] = clean;
  }
  const { temperature, dew_point_temperature: dewPoint, relative_humidity: humidity } = measured;
  const derived: WeatherColumn[] = [];
  if (temperature && humidity && !dewPoint) {
    measured.dew_point_temperature = new Float64Array(count);
    tdewFromRhRows(0, count, temperature, humidity, MAGNUS[1], MAGNUS[2], measured.dew_point_temperature);
    derived.push("dew_point_temperature");
  }
  if (temperature && dewPoint && !humidity) {
    measured.relative_humidity = new Float64Array(count);
    rhFromTdewRows(0, count, temperature, dewPoint, MAGNUS[1], MAGNUS[2], measured.relative_humidity);
    derived.push("relative_humidity");
  }
  return { columns: measured, derived };
}

export function isIrradiance(name: WeatherColumn): boolean {
  return name.endsWith("_irradiance");
}

function cleanOf(name: WeatherColumn): (value: number) => number {
  if (isIrradiance(name)) return cleanIrradiance;
  // An albedo passes as it is: no statistics take it, and the engine looks at it.
  if (!(name in COMPUTED) || name === "albedo") return (value) => value;
  const [least, most] = COMPUTED[name as StateColumn];
  return (value) => (value >= least && value <= most ? value : Number.NaN);
}

function cleanIrradiance(value: number): number {
  if (isThermalOffset(value)) return 0;
  return value >= 0 && value <= BRIGHTEST ? value : Number.NaN;
}

/** A copy with straight lines across what is missing; at the ends the nearest value. */
export function bridged(column: Float64Array): Float64Array {
  const filled = column.slice();
  let last = -1; // row of the last value
  for (let row = 0; row < filled.length; row++) {
    const value = filled[row]!;
    if (Number.isNaN(value)) continue;
    if (row - last > 1) bridge(filled, last, row);
    last = row;
  }
  if (last >= 0) filled.fill(filled[last]!, last + 1);
  return filled;
}

/** @param before row of the value before the gap, −1 for none */
function bridge(column: Float64Array, before: number, after: number): void {
  const to = column[after]!;
  const from = before < 0 ? to : column[before]!;
  for (let row = before + 1; row < after; row++) {
    column[row] = from + ((to - from) * (row - before)) / (after - before);
  }
}
