import type { WeatherColumn, WeatherPlace } from "../../src/data/weather/series.js";

export interface CleanSeries {
  readonly start: number;
  readonly interval: number;
  readonly place: WeatherPlace;
  readonly columns: { readonly [name in WeatherColumn]?: Float64Array };
}

export interface Way {
  readonly name: string;
  readonly sizes: readonly (number | string)[];
  readonly right: readonly string[];
  readonly unit: string;
  readonly label?: "start" | "end";
  readonly fine?: boolean;
  readonly years?: boolean;
  readonly components?: boolean;
  readonly apply: (series: CleanSeries, size: number | string, tools: unknown) => CleanSeries;
}

export interface Broken {
  readonly clean: CleanSeries;
  readonly made: CleanSeries;
  readonly size: number | string;
  /** Minutes by which all times come late. */
  readonly shift: number;
}

export interface Wanted {
  readonly right: readonly string[];
  readonly wrong?: readonly string[];
  readonly must: boolean;
  readonly shift: number;
  readonly effect?: number;
}

export const WAYS: readonly Way[];
export const CLOCK_CODES: readonly string[];
export const GHI: "global_horizontal_irradiance";
export function broken(
  series: CleanSeries,
  way: Way,
  k: number,
  options: { readonly step: number; readonly seed: number },
): Broken | undefined;
export function wanted(way: Way, made: Broken, options: { readonly step: number; readonly climate?: unknown }): Wanted;
export function resampled(series: CleanSeries, seconds: number): CleanSeries;
export function sumOf(series: CleanSeries, name?: WeatherColumn): number;
export function sunAt(time: number, place: WeatherPlace): { readonly sine: number; readonly azimuth: number };
