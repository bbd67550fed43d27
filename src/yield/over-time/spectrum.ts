/** Whether the weather has what the spectral correction of a system is computed from. */
import type { Notice } from "../../contract/observation/types.js";
import { ASSUMED_AOD500, ASSUMED_WATER, spectralReads } from "../../models/pv/system-spectra.js";
import type { CheckedSystem } from "../../system/checked.js";
import type { CheckedWeather } from "../../weather/checked-series.js";
import { WeatherError } from "../../weather/errors.js";

const COLUMNS = {
  precipitableWater: {
    column: "precipitable_water",
    unit: "cm",
    assumed: `${ASSUMED_WATER} cm`,
    other: "gueymard94Pw makes one from temperature and relative humidity",
  },
  aerosolOpticalDepth: {
    column: "aerosol_optical_depth",
    unit: "at 550 nm",
    assumed: `${ASSUMED_AOD500} at 500 nm`,
    other: "firstSolar does without",
  },
} as const;
/** Share of the rows from which a gap is worth a word. */
const GAPS = 0.01;

/** @throws WeatherError for a column that is missing altogether */
export function spectrumNotices({ options }: Pick<CheckedSystem, "options">, { columns }: CheckedWeather): Notice[] {
  return spectralReads(options.spectrum).flatMap((read) => {
    const { column, unit, assumed, other } = COLUMNS[read];
    const values = columns[column];
    const gaps = values?.filter((value) => Number.isNaN(value)).length ?? 0;
    if (values === undefined || gaps === values.length) {
      throw new WeatherError(
        `yieldOf: system.spectrum ${options.spectrum} needs the weather's ${column} (${unit}), and it has none; ${other}`,
      );
    }
    if (gaps < values.length * GAPS) return [];
    const share = ((100 * gaps) / values.length).toFixed(0);
    const message = `${column} is missing in ${share} % of the rows: ${assumed} is assumed there`;
    return [{ code: "spectrum", message }];
  });
}
