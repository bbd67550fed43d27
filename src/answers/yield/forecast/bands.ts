/**
 * Quantiles of a system's power and of a day's energy, and what it gives in the mean: the chain on quantiles of the light, and the
 * distribution of its power between them. A day's energy is a sum of hours that hang together (`sumQuantiles`).
 */
import { probabilityOf, type QuantileName } from "../../../data/contract/forecast/request.js";
import type { WeatherSeries } from "../../../data/weather/series.js";
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { BAND_HIGH, BAND_LOW, heldAround } from "../../forecast/curves.js";
import type { RowQuantiles, SumOptions } from "../../forecast/day-ahead/sums.js";
import { DEFAULT_SPREAD } from "../../forecast/default-table.generated.js";
import { withLights } from "../../forecast/forecast-light.js";
import { forecastQuantiles, sumQuantiles } from "../../forecast/index.js";
import type { CalendarDay, PowerRows } from "./days.js";
import { besideLight, type PowerSpread, type TaughtCurves, taughtSpread } from "./taught.js";
import type { EnergyQuantiles, PowerBandOptions } from "./types.js";

/** AC power of weather on the rows of the forecast, W. */
export type PowerOf = (weather: WeatherSeries) => Float64Array;

export interface PowerBands {
  /** What may come in the mean, between P10 and P90, on the rows of the forecast; NaN where no band is known. */
  readonly means: Float64Array;
  /** By name, likewise. */
  readonly quantiles: readonly (readonly [QuantileName, Float64Array])[];
  /** Of a day whose own energy is known, kWh, around it; null where no band is known for some of it. */
  energiesOf(day: CalendarDay, energy: number): EnergyQuantiles | null;
}

/** Levels of light at which the chain is run whatever is asked for: between them a day's energy needs no more. */
const LEVELS = [0.02, 0.1, 0.3, 0.5, 0.7, 0.9, 0.98];
const WATT_MS_PER_KWH = 3.6e9;

/**
 * @param rows of the forecast, with the power of the expected light: what is known of the hours that are over
 * @param until Unix ms: what comes later is not looked at
 */
export function powerBands(
  options: PowerBandOptions,
  rows: PowerRows,
  until: number,
  powerOf: PowerOf,
  taught?: TaughtCurves,
): PowerBands {
  const { names, corrected, spread = DEFAULT_SPREAD } = options;
  const asked = names.map(probabilityOf);
  const probabilities = [...new Set([...LEVELS, ...asked])].sort((a, b) => a - b);
  const isHourly = rows.step === HOUR;
  const lightsOf = (of: "hours" | "quarters") =>
    afterKnown(forecastQuantiles(corrected, spread, { probabilities, of }).values, corrected);
  const lights = lightsOf(isHourly ? "hours" : "quarters");
  const start = new Date(corrected.series.start).getTime();
  const step = corrected.series.interval * 1000;
  const begin = start + corrected.first * step;
  const [from, to] = stretch(corrected.series, begin, until);
  const weathers = withLights(
    cut(corrected.series, from, to),
    lights.map((light) => light.subarray(from, to)),
  );
  const onRows = (light: Float64Array) =>
    meansOver(light, (rows.start - start) / step, rows.step / step, rows.acPower.length);
  const chain: ChainRows = {
    ...{ probabilities, lights: lights.map(onRows), powers: weathers.map(powerOf) },
    ...{ expected: onRows(corrected.series.columns.global_horizontal_irradiance as Float64Array), own: rows.acPower },
    over: rowsOver(rows.start, rows.step, begin),
  };
  const isObserved = corrected.correction.method === "observation";
  const beside = (own: PowerSpread, isHours: boolean) =>
    taught === undefined ? own : besideLight(own, probabilities, taught, { spread, begin, isObserved, isHours });
  const { means, values } = beside(distributed(chain, chain.lights), isHourly);
  // Quantiles of hours lie closer than those of their quarters.
  const hours = isHourly ? values : beside(distributed(chain, lightsOf("hours").map(onRows)), true).values;
  const sums = filled({ probabilities, values: hours }, rows, begin);
  const ofDays = { probabilities: asked, spread: taught === undefined ? spread : taughtSpread(taught.table, spread) };
  return {
    means,
    quantiles: names.map((name, k) => [name, values[probabilities.indexOf(asked[k]!)]!]),
    energiesOf(day, energy) {
      if (names.length === 0) return null;
      const sum = dayEnergies(sums, rows, day, ofDays);
      return sum && Object.fromEntries(names.map((name, k) => [name, heldAround(energy, asked[k]!, sum[k]!)]));
    },
  };
}

/** The chain on levels of light, and on the expected light; on the rows of the forecast, of which the first ones are over. */
interface ChainRows {
  readonly probabilities: readonly number[];
  /** W/m²: for each probability, and expected. */
  readonly lights: readonly Float64Array[];
  readonly expected: Float64Array;
  /** W: for each probability, and of the expected light. */
  readonly powers: readonly Float64Array[];
  readonly own: Float64Array;
  readonly over: number;
}

/** @param lights quantiles of the light, of quarters or of hours */
function distributed(chain: ChainRows, lights: readonly Float64Array[]): PowerSpread {
  const { probabilities, own, over } = chain;
  const values = lights.map(() => new Float64Array(own.length).fill(Number.NaN));
  const means = new Float64Array(own.length).fill(Number.NaN);
  // A long tail may draw the mean beyond nine tenths of its distribution.
  const [low, high] = [BAND_LOW, BAND_HIGH].map((p) => values[probabilities.indexOf(p)]!) as [
    Float64Array,
    Float64Array,
  ];
  const all = probabilities.map((_, q) => q);
  // What is asked for must not move the mean.
  const always = LEVELS.map((p) => probabilities.indexOf(p));
  const curve = new PowerCurve(lights.length);
  for (let row = over; row < own.length; row++) {
    if (!bend(curve, chain, lights, row, all)) continue;
    curve.quantiles(probabilities, values, row);
    if (all.length > always.length) bend(curve, chain, lights, row, always);
    means[row] = Math.min(Math.max(curve.mean(), low[row]!), high[row]!);
  }
  return { means, values };
}

/** Power over the probability of the light in a row; false where it is not known. @param levels indices of the probabilities */
function bend(
  curve: PowerCurve,
  chain: ChainRows,
  lights: readonly Float64Array[],
  row: number,
  levels: readonly number[],
): boolean {
  const { probabilities, powers, own, expected } = chain;
  const middle = expected[row]!;
  let [before, from] = [Number.NaN, 0];
  curve.begin();
  for (const q of levels) {
    const [light, p] = [lights[q]![row]!, probabilities[q]!];
    const power = lights === chain.lights ? powers[q]![row]! : powerAt(chain, light, row);
    if (Number.isNaN(power) || Number.isNaN(light)) return false;
    if (before < middle && middle < light)
      curve.add(from + ((middle - before) / (light - before)) * (p - from), own[row]!);
    curve.add(p, power);
    [before, from] = [light, p];
  }
  return true;
}

/** Of light on the rows of its series, the means over `each` of them from `first` on. */
function meansOver(light: Float64Array, first: number, each: number, count: number): Float64Array {
  const means = new Float64Array(count);
  for (let row = 0; row < count; row++) {
    let sum = 0;
    for (let k = first + row * each; k < first + (row + 1) * each; k++) sum += light[k] ?? Number.NaN;
    means[row] = sum / each;
  }
  return means;
}

/** Power of a light, on straight lines between the levels of a row. */
function powerAt({ lights, powers }: ChainRows, light: number, row: number): number {
  let level = 1;
  while (level < lights.length - 1 && lights[level]![row]! < light) level++;
  const [low, high] = [lights[level - 1]![row]!, lights[level]![row]!];
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

/** Of a day whose own energy is known, kWh, by probability. */
function dayEnergies(
  hours: RowQuantiles,
  { start, step, acPower }: PowerRows,
  day: CalendarDay,
  options: Pick<SumOptions, "spread" | "probabilities">,
): readonly number[] | null {
  // Rows whose middle lies in the day.
  const rowAt = (time: number) => Math.min(Math.max(Math.ceil((time - start) / step - 0.5), 0), acPower.length);
  const span = { from: rowAt(day.start), to: rowAt(day.end) };
  if (span.from >= span.to) return null;
  const sums = sumQuantiles(hours, { start, step, spans: [span], ...options });
  const energies = sums.map((sum) => (sum[0]! * step) / WATT_MS_PER_KWH);
  return energies.some(Number.isNaN) ? null : energies;
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

/*
 * How a row's power is distributed, from the chain on quantiles of its light.
 *
 * Between the levels at which the chain was run power is on straight lines over the probability of the light. More light is not always more
 * power: with the sun behind, a plane has most under half a sky. So the power's own quantiles are read off its own distribution, whose
 * measure below a value is exact for straight lines.
 */

/** Knots of one row: room for as many as there are levels and three more. */
export class PowerCurve {
  readonly #p: Float64Array;
  readonly #power: Float64Array;
  readonly #sorted: Float64Array;
  #count = 0;
  #ascends = true;

  constructor(most: number) {
    this.#p = new Float64Array(most + 3);
    this.#power = new Float64Array(most + 3);
    this.#sorted = new Float64Array(most + 3);
  }

  /** Beyond its ends the power is that of the first and the last level. */
  begin(): void {
    this.#count = 0;
    this.#ascends = true;
  }

  /** @param p ascending, 0…1 */
  add(p: number, power: number): void {
    const k = this.#count++;
    if (k > 0 && power < this.#power[k - 1]!) this.#ascends = false;
    this.#p[k] = p;
    this.#power[k] = power;
  }

  /** What may come in the mean. */
  mean(): number {
    const [p, power, last] = [this.#p, this.#power, this.#count - 1];
    let sum = p[0]! * power[0]! + (1 - p[last]!) * power[last]!;
    for (let k = 0; k < last; k++) sum += ((p[k + 1]! - p[k]!) * (power[k]! + power[k + 1]!)) / 2;
    return sum;
  }

  /** @param p ascending, each of which was added @param out receives the power that is not exceeded with each of them, at `row` */
  quantiles(p: readonly number[], out: readonly Float64Array[], row: number): void {
    if (this.#ascends) {
      this.#ofLight(p, out, row);
      return;
    }
    const sorted = this.#sorted.subarray(0, this.#count);
    sorted.set(this.#power.subarray(0, this.#count));
    sorted.sort();
    let value = 0;
    let [before, below, upTo] = [0, 0, this.#below(sorted[0]!, true)];
    for (let q = 0; q < p.length; q++) {
      while (upTo < p[q]! && value < sorted.length - 1) {
        before = upTo;
        value++;
        below = this.#below(sorted[value]!, false);
        upTo = this.#below(sorted[value]!, true);
      }
      const [high, low] = [sorted[value]!, sorted[Math.max(value - 1, 0)]!];
      const isBetween = p[q]! < below && below > before;
      out[q]![row] = isBetween ? low + ((high - low) * Math.max(p[q]! - before, 0)) / (below - before) : high;
    }
  }

  /** Where more light is nowhere less power, a quantile of the light has that of the power. */
  #ofLight(p: readonly number[], out: readonly Float64Array[], row: number): void {
    let k = 0;
    for (let q = 0; q < p.length; q++) {
      while (this.#p[k]! < p[q]!) k++;
      out[q]![row] = this.#power[k]!;
    }
  }

  /** Probability of less than a power, or of at most that. */
  #below(limit: number, isIncluded: boolean): number {
    const [p, power, last] = [this.#p, this.#power, this.#count - 1];
    let sum = counts(power[0]!, limit, isIncluded) * p[0]! + counts(power[last]!, limit, isIncluded) * (1 - p[last]!);
    for (let k = 0; k < last; k++) {
      const [low, high] = [Math.min(power[k]!, power[k + 1]!), Math.max(power[k]!, power[k + 1]!)];
      const share =
        low === high ? counts(low, limit, isIncluded) : Math.min(Math.max((limit - low) / (high - low), 0), 1);
      sum += (p[k + 1]! - p[k]!) * share;
    }
    return sum;
  }
}

function counts(power: number, limit: number, isIncluded: boolean): number {
  return power < limit || (isIncluded && power === limit) ? 1 : 0;
}
