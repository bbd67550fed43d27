/**
 * Quantiles of a system's power and of a day's energy: the chain on quantiles of the light.
 *
 * Power rises with the light at a time, so that a quantile of the light gives that of the power. Where a plane faces away from the sun more
 * light may be less on it (its diffuse part falls): there the values are put in order again (Chernozhukov, Fernández-Val & Galichon 2010,
 * Econometrica 78, 1093–1125). A day's energy is a sum of hours that hang together (`sumQuantiles`).
 */
import { probabilityOf, type QuantileName } from "../../contract/forecast/quantiles.js";
import { forecastQuantiles, type RowQuantiles, sumQuantiles, withLights } from "../../forecast/index.js";
import { DAY, HOUR } from "../../time/calendar.js";
import type { WeatherSeries } from "../../weather/series.js";
import type { CalendarDay, PowerRows } from "./days.js";
import type { EnergyQuantiles, PowerBandOptions } from "./types.js";

/** AC power of weather on the rows of the forecast, W. */
export type PowerOf = (weather: WeatherSeries) => Float64Array;

export interface PowerBands {
  /** By name, on the rows of the forecast; NaN where no band is known. */
  readonly quantiles: readonly (readonly [QuantileName, Float64Array])[];
  /** Of a day whose own energy is known, kWh; null where no band is known for some of it. */
  energiesOf(day: CalendarDay): EnergyQuantiles | null;
}

/** Levels of light at which the chain is run whatever is asked for: between them a day's energy needs no more. */
const LEVELS = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98];
const WATT_MS_PER_KWH = 3.6e9;

/**
 * @param rows of the forecast: what is known of the hours that are over
 * @param until Unix ms: what comes later is not looked at
 */
export function powerBands(options: PowerBandOptions, rows: PowerRows, until: number, powerOf: PowerOf): PowerBands {
  const { names, corrected, spread } = options;
  const asked = names.map(probabilityOf);
  const probabilities = [...new Set([...LEVELS, ...asked])].sort((a, b) => a - b);
  const isHourly = rows.step === HOUR;
  const { values } = forecastQuantiles(corrected, spread, { probabilities, of: isHourly ? "hours" : "quarters" });
  const lights = afterKnown(values, corrected);
  const start = new Date(corrected.series.start).getTime();
  const step = corrected.series.interval * 1000;
  const begin = start + corrected.first * step;
  const [from, to] = stretch(corrected.series, begin, until);
  const weathers = withLights(
    cut(corrected.series, from, to),
    lights.map((light) => light.subarray(from, to)),
  );
  const powers = ascending(weathers.map((weather) => withoutOver(powerOf(weather), rows, begin)));
  const hours = { probabilities, values: isHourly ? powers : hourlyPowers() };
  const sums = filled(hours, rows, begin);
  return {
    quantiles: names.map((name, k) => [name, powers[probabilities.indexOf(asked[k]!)]!]),
    energiesOf: (day) => dayEnergies(sums, rows, day, options, asked),
  };

  /** Quantiles of hours lie closer: what they give is read off the powers of the quarters' light, row by row. */
  function hourlyPowers(): readonly Float64Array[] {
    const { values } = forecastQuantiles(corrected, spread, { probabilities, of: "hours" });
    const offset = Math.round((rows.start - start) / rows.step);
    return values.map((light) => {
      const power = new Float64Array(rows.acPower.length);
      for (let row = 0; row < power.length; row++) {
        power[row] = at(light[row + offset] ?? Number.NaN, lights, row + offset, powers, row);
      }
      return power;
    });
  }
}

/** Power of a light, on straight lines between the levels of a row. */
function at(
  light: number,
  lights: readonly Float64Array[],
  lightRow: number,
  powers: readonly Float64Array[],
  row: number,
): number {
  let level = 1;
  while (level < lights.length - 1 && lights[level]![lightRow]! < light) level++;
  const [low, high] = [lights[level - 1]![lightRow]!, lights[level]![lightRow]!];
  const [least, most] = [powers[level - 1]![row]!, powers[level]![row]!];
  if (!(high > low)) return Number.isNaN(light) ? Number.NaN : least;
  return least + (most - least) * Math.min(1, Math.max(0, (light - low) / (high - low)));
}

/**
 * Behind the light that is known: an hour that has begun is forecast with the quarters that are over, as its power is, and light is split
 * by whole days.
 */
function afterKnown(
  lights: readonly Float64Array[],
  { series, first }: PowerBandOptions["corrected"],
): readonly Float64Array[] {
  const known = (series.columns.global_horizontal_irradiance as Float64Array).subarray(0, first);
  for (const light of lights) light.set(known);
  return lights;
}

/** Without the rows that are over: of them no band is known. */
function withoutOver(power: Float64Array, { start, step }: PowerRows, begin: number): Float64Array {
  return power.fill(Number.NaN, 0, rowsOver(start, step, begin));
}

function rowsOver(start: number, step: number, begin: number): number {
  return Math.max(0, Math.floor((begin - start) / step));
}

/** With the hours that are over, of which no band is needed; the few rows without a power add nothing, as in the day's own sum. */
function filled(
  { probabilities, values }: RowQuantiles,
  { start, step, acPower }: PowerRows,
  begin: number,
): RowQuantiles {
  const over = rowsOver(start, step, begin);
  const whole = values.map((power) => {
    const known = new Float64Array(power.length);
    for (let row = 0; row < known.length; row++) {
      const own = acPower[row]!;
      known[row] = Number.isNaN(own) ? 0 : row < over ? own : power[row]!;
    }
    return known;
  });
  return { probabilities, values: whole };
}

/** Of a day whose own energy is known. */
function dayEnergies(
  hours: RowQuantiles,
  { start, step, acPower }: PowerRows,
  day: CalendarDay,
  { names, spread }: PowerBandOptions,
  probabilities: readonly number[],
): EnergyQuantiles | null {
  // Rows whose middle lies in the day.
  const rowAt = (time: number) => Math.min(Math.max(Math.ceil((time - start) / step - 0.5), 0), acPower.length);
  const span = { from: rowAt(day.start), to: rowAt(day.end) };
  if (span.from >= span.to) return null;
  const sums = sumQuantiles(hours, { start, step, spans: [span], spread, probabilities });
  const energies = sums.map((sum) => (sum[0]! * step) / WATT_MS_PER_KWH);
  if (energies.some(Number.isNaN)) return null;
  return Object.fromEntries(names.map((name, k) => [name, energies[k]!]));
}

/** Rows from the solar midnight before the first that is forecast, since light is split by whole days; from the first with snow, which lies on. */
function stretch({ start, interval, columns, place }: WeatherSeries, first: number, until: number): [number, number] {
  const [origin, step] = [new Date(start).getTime(), interval * 1000];
  const count = columns.global_horizontal_irradiance!.length;
  const solar = ((place?.longitude ?? 0) / 360) * DAY;
  const midnight = Math.floor((first + solar) / DAY) * DAY - solar;
  const hasSnow = columns.snow_depth !== undefined || columns.snowfall !== undefined;
  const from = hasSnow ? 0 : Math.max(0, Math.floor((midnight - origin) / HOUR) * (HOUR / step));
  return [Math.min(from, count), Math.max(from, Math.min(count, Math.ceil((until - origin) / step)))];
}

function cut(series: WeatherSeries, from: number, to: number): WeatherSeries {
  const columns = Object.entries(series.columns).map(([name, values]) => [
    name,
    (values as Float64Array).subarray(from, to),
  ]);
  const start = new Date(series.start).getTime() + from * series.interval * 1000;
  return { ...series, start, columns: Object.fromEntries(columns) };
}

/** The values of each row in order. */
function ascending(columns: readonly Float64Array[]): readonly Float64Array[] {
  const row = new Float64Array(columns.length);
  for (let k = 0; k < columns[0]!.length; k++) {
    for (let q = 0; q < row.length; q++) row[q] = columns[q]![k]!;
    row.sort(); // NaN last: rows without a band have no other
    for (let q = 0; q < row.length; q++) columns[q]![k] = row[q]!;
  }
  return columns;
}
