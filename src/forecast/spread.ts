/** How far a forecast may be off: quantiles of the clear-sky index around it. */
import { shown } from "../text/shown.js";
import type { Corrected } from "./correct.js";
import { DEFAULT_SPREAD } from "./default-table.generated.js";
import { between, LONGEST_LEAD, type SpreadSky, type SpreadTable } from "./table.js";

/** 5, 10, … 95 %. @experimental */
export const PROBABILITIES: readonly number[] = Array.from({ length: 19 }, (_, k) => (k + 1) / 20);

/** Forecast clear-sky indices for which there are quantiles; between them they are on straight lines. */
export const SPREAD_INDICES = [0.2, 0.4, 0.6, 0.8, 1] as const;

/** @experimental */
export interface ForecastQuantiles {
  /** 0.05, 0.10, … 0.95. */
  readonly probabilities: readonly number[];
  /** GHI in W/m² of each probability; NaN before the forecast, and beyond the 6 hours for which the spread is known. */
  readonly values: readonly Float64Array[];
  readonly table: string;
}

/** W/m²: with less clear sky there is no spread. */
const MIN_CLEAR_SKY = 5;
/** No quarter of an hour is clearer. */
const MOST_INDEX = 1.5;

/**
 * 19 quantiles of GHI around a corrected forecast, up to 6 hours after the last observation (or after now, without a correction).
 *
 * They come from past errors of the clear-sky index after the same kind of sky, at the same lead time and for a similar forecast;
 * they are never negative and never cross.
 *
 * @throws TypeError for a series that does not come from `correctForecast`
 */
export function forecastQuantiles(
  { series, correction, clear, first }: Corrected,
  table: SpreadTable = DEFAULT_SPREAD,
): ForecastQuantiles {
  const ghi = series?.columns?.global_horizontal_irradiance;
  if (ghi === undefined) throw new TypeError(`forecastQuantiles: expected a corrected forecast, got ${shown(series)}`);
  const sky = correction.sky ?? "unobserved";
  const values = PROBABILITIES.map(() => new Float64Array(ghi.length).fill(Number.NaN));
  for (let row = first; row < Math.min(ghi.length, first + LONGEST_LEAD); row++) {
    const light = ghi[row] ?? Number.NaN;
    for (let q = 0; q < values.length; q++) {
      values[q]![row] = lightQuantile(table, sky, light, clear[row]!, row - first + 1, q);
    }
  }
  return { probabilities: PROBABILITIES, values, table: table.name };
}

/** One quantile, W/m². @param q index into `PROBABILITIES` */
export function lightQuantile(
  table: SpreadTable,
  sky: SpreadSky,
  light: number,
  clear: number,
  lead: number,
  q: number,
): number {
  if (!(clear >= MIN_CLEAR_SKY)) return light;
  const clearSkyIndex = light / clear;
  const departure = between(table.leads, lead, (k) =>
    between(SPREAD_INDICES, clearSkyIndex, (bin) => table.departures[k]![sky][bin]![q]!),
  );
  return clear * Math.min(Math.max(0, clearSkyIndex + departure), MOST_INDEX);
}
