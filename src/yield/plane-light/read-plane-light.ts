/** Light on the plane of the modules from a table: "POA", "GTI", "Globalstrahlung geneigt", with temperature and wind beside it. */
import type { Notice } from "../../contract/observation/types.js";
import { WeatherError } from "../../weather/errors.js";
import { readWeather } from "../../weather/read-weather.js";
import { type OneColumnOptions, readOneColumn, type WantedColumn } from "../../weather/readers/one-column.js";
import type { WeatherColumn, WeatherPlace } from "../../weather/series.js";
import type { PlaneLight } from "./yield-of-plane-light.js";

const UNITS: { readonly [unit: string]: number } = { "w/m2": 1, "w/m²": 1, wm2: 1, "kw/m2": 1000, "kw/m²": 1000 };

const ON_PLANE: WantedColumn = {
  quantity: "light on the plane",
  patterns: [/\b(?:gti|\w*poa\w*|globinc)\b/, /\b(?:tilt\w*|inclin\w*|geneigt\w*|inplane|plane|array)\b/],
  not: /\b(?:rear|back|std|min|max|angle|azimuth|temp\w*|power|diffuse|direct|beam|number)\b/,
  units: Object.keys(UNITS),
};

/** Beside the light. */
const OTHERS: readonly WeatherColumn[] = ["temperature", "wind_speed", "snow_depth", "relative_humidity"];

/** @experimental */
export interface ReadPlaneLightOptions extends OneColumnOptions {
  readonly place?: WeatherPlace | undefined;
}

/**
 * Reads light that was measured on a plane, and the temperature, wind, snow depth and humidity beside it.
 *
 * @param source the text, or its bytes
 * @returns for `yieldOfPlaneLight`; W/m², NaN where there is none
 * @throws WeatherError for a table without such a column, naming file and line
 * @experimental
 */
export async function readPlaneLight(
  source: string | Uint8Array,
  { place, ...options }: ReadPlaneLightOptions = {},
): Promise<{ light: PlaneLight; notices: readonly Notice[] }> {
  const { name, unit, start, interval, values, notices } = await readOneColumn(source, ON_PLANE, options);
  const factor = UNITS[unit ?? "w/m2"]!;
  const columns = await columnsBeside(source, options, start, interval, values.length);
  return {
    light: { start, interval, irradiance: values.map((value) => value * factor), columns, ...(place && { place }) },
    notices: [{ code: "columns", message: `"${name}" is read as light on the plane` }, ...notices],
  };
}

async function columnsBeside(
  source: string | Uint8Array,
  { column: _light, ...options }: OneColumnOptions,
  start: number,
  interval: number,
  count: number,
): Promise<PlaneLight["columns"]> {
  try {
    const { series } = await readWeather(source, { ...options, format: "timestamped", examine: false });
    if (series.start !== start || series.interval !== interval) return {};
    const found = OTHERS.flatMap((name) => {
      const values = series.columns[name];
      return values?.length === count ? [[name, values as Float64Array] as const] : [];
    });
    return Object.fromEntries(found);
  } catch (error) {
    // A table of the light alone is no weather.
    if (error instanceof WeatherError) return {};
    throw error;
  }
}
