/** Series of one data set joined: a file for each day is one series of weather, not 365. And the columns that follow the sun. */
import type { ClearSky } from "../../physics/sky/clear-sky.js";
import { endOf, isSameRaster, type TimeGrid } from "../../physics/sky/time-grid.js";
import { type CheckedWeather, checkWeather, type WeatherColumn, type WeatherSeries } from "../weather/series.js";

/** Components of one irradiance: they close only with those of the same source, so they come as a set. */
export const IRRADIANCE = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "direct_horizontal_irradiance",
  "diffuse_horizontal_irradiance",
] as const satisfies readonly WeatherColumn[];

export type IrradianceColumn = (typeof IRRADIANCE)[number];

/** Whether a column is one of `IRRADIANCE`. */
export function isIrradiance(column: WeatherColumn): column is IrradianceColumn {
  return (IRRADIANCE as readonly WeatherColumn[]).includes(column);
}

/** The part of the clear sky that is a column's. */
export const CLEAR_SKY_OF = {
  global_horizontal_irradiance: "global",
  direct_normal_irradiance: "beam",
  direct_horizontal_irradiance: "direct",
  diffuse_horizontal_irradiance: "diffuse",
} as const satisfies { readonly [column in IrradianceColumn]: keyof ClearSky };

/** Columns on one grid, NaN = missing; `isInstant`: values are those of the middle of their interval. */
export interface JoinedSeries {
  readonly grid: TimeGrid;
  readonly isInstant: boolean;
  readonly columns: ReadonlyMap<WeatherColumn, Float64Array>;
}

/**
 * One joined series for each step, phase and sampling of those given. Where series overlap, the later one counts, but a missing value
 * never replaces one that is present.
 *
 * @throws WeatherError for a malformed series
 */
export function joinSeries(series: readonly WeatherSeries[]): JoinedSeries[] {
  const pieces = series.map((one) => pieceOf(checkWeather(one)));
  const families: (typeof pieces)[] = [];
  for (const piece of pieces) {
    const family = families.find(
      ([first]) => first!.isInstant === piece.isInstant && isSameRaster(first!.grid, piece.grid),
    );
    if (family === undefined) families.push([piece]);
    else family.push(piece);
  }
  return families.map((family) => (family.length === 1 ? family[0]! : together(family)));
}

function pieceOf({ start, interval, count, sampling, columns }: CheckedWeather): JoinedSeries {
  const isInstant = sampling === "instant";
  const step = interval * 1000;
  const grid = { start: start - (isInstant ? step / 2 : 0), step, count };
  return { grid, isInstant, columns: new Map(Object.entries(columns) as [WeatherColumn, Float64Array][]) };
}

function together(family: readonly JoinedSeries[]): JoinedSeries {
  const { isInstant, grid: first } = family[0]!;
  const start = Math.min(...family.map(({ grid }) => grid.start));
  const end = Math.max(...family.map(({ grid }) => endOf(grid)));
  const grid = { start, step: first.step, count: Math.round((end - start) / first.step) };
  const columns = new Map<WeatherColumn, Float64Array>();
  for (const piece of family) {
    const at = Math.round((piece.grid.start - start) / first.step);
    for (const [name, values] of piece.columns) {
      const column = columns.get(name) ?? new Float64Array(grid.count).fill(Number.NaN);
      columns.set(name, column);
      values.forEach((value, row) => {
        if (!Number.isNaN(value)) column[at + row] = value;
      });
    }
  }
  return { grid, isInstant, columns };
}
