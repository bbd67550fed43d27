/** The typical year that is written as EPW, SAM CSV and TMY3, here and in fixtures/climate/write-files.mjs. */
import { selectTypicalYear } from "../../../src/answers/climate/selection/select.js";
import type { WeatherSeries } from "../../../src/data/weather/series.js";
import { madeWeather } from "./made-weather.js";

export const WRITTEN = ["epw", "sam", "tmy3"] as const;

/** No commas: SAM and TMY3 have none. */
export const COMMENTS = ["Typical year: months of different years put together (tmy3)", "the history of no date"];

/** With every column that a format can hold. */
export function writtenYear(): { series: WeatherSeries; sourceTimes: Float64Array } {
  const made = madeWeather({ site: 9, firstYear: 1998, years: 11, timeZone: 1 });
  const { series, sourceTimes } = selectTypicalYear(made);
  const ghi = series.columns.global_horizontal_irradiance as Float64Array;
  const waves = (least: number, most: number, period: number) =>
    Float64Array.from(ghi, (_, row) => least + ((most - least) * ((row * 7) % period)) / period);
  return {
    sourceTimes,
    series: {
      ...series,
      columns: {
        ...series.columns,
        diffuse_horizontal_irradiance: ghi.map((value) => value / 3),
        pressure: waves(97_000, 99_500, 997),
        snow_depth: waves(0, 300, 1009),
        albedo: waves(0.15, 0.8, 991),
        precipitable_water: waves(0.4, 3, 983),
        aerosol_optical_depth: waves(0.05, 0.4, 977),
      },
    },
  };
}
