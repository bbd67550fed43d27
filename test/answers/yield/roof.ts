/** The roof that most tests of yields stand on: a plane to the south, in the weather of the sample. */
import { type YieldOptions, type YieldSystem, yieldOf } from "../../../src/answers/yield/index.js";
import { loadSample } from "../../../src/data/weather/index.js";
import type { WeatherSeries } from "../../../src/index.js";

export const weather = await loadSample();
export const typical = { typicalYear: true };
export const tilted = (surfaceTilt: number, surfaceAzimuth: number) => ({ surfaceTilt, surfaceAzimuth });
export const SOUTH = tilted(35, 180);

/** The yield of a typical year; `system`, `options` and `series` have what a test is about. */
export const yearOf = (system: Partial<YieldSystem> = {}, options: YieldOptions = {}, series = weather) =>
  yieldOf(series, { planes: [SOUTH], ...system }, { ...typical, ...options });

/** The yield of the roof in weather that is measured, or of a part of a year. */
export const roofOf = (series: WeatherSeries, options: YieldOptions = {}) =>
  yieldOf(series, { planes: [SOUTH] }, options);

type Noticed = { notices: readonly { code: string; message: string }[] };
export const codesOf = ({ notices }: Noticed) => notices.map(({ code }) => code);
export const messagesOf = ({ notices }: Noticed) => notices.map(({ message }) => message);

export const sum = (values: Iterable<number>) => Array.from(values).reduce((total, value) => total + value, 0);

/** The series with each of its values of GHI made new. */
export function withLight(series: WeatherSeries, of: (value: number, row: number) => number): WeatherSeries {
  const ghi = Array.from(series.columns.global_horizontal_irradiance!, (value, row) => of(value!, row));
  return { ...series, columns: { ...series.columns, global_horizontal_irradiance: ghi } };
}

/** Rows `from` to `to` of each column. */
export function rowsOf(series: WeatherSeries, from: number, to: number): WeatherSeries {
  const part = (values: ArrayLike<number | null | undefined>) => Array.from(values).slice(from, to);
  const columns = Object.entries(series.columns).map(([name, values]) => [name, part(values!)]);
  const start = Number(series.start) + from * series.interval * 1000;
  return { ...series, start, columns: Object.fromEntries(columns) };
}

/** Calendar years of the sample's hours after one another, each with its own brightness. */
export function yearsOf(...factors: readonly number[]): WeatherSeries {
  const { global_horizontal_irradiance: ghi, temperature, wind_speed } = weather.columns;
  const repeat = (column: typeof ghi, factor: (year: number) => number) =>
    Float64Array.from(factors.flatMap((_, year) => Array.from(column!, (value) => value! * factor(year))));
  return {
    ...{ start: Date.UTC(2017, 0, 1), interval: 3600, place: weather.place },
    columns: {
      global_horizontal_irradiance: repeat(ghi, (year) => factors[year]!),
      temperature: repeat(temperature, () => 1),
      wind_speed: repeat(wind_speed, () => 1),
    },
  };
}
