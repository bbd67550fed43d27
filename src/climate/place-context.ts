/** The request's values for the place, in the form that the engine takes: they override context and weather. */
import type { ClimateParameterName } from "../contract/climate/parameters.js";
import type { ClimateRequest } from "../contract/climate/request.js";
import type { ObservationContext } from "../engine/plan/context.js";
import { aerosolOfTurbidity, USUAL_WATER } from "../models/atmosphere/turbidity-aerosol.js";
import { esra } from "../models/clear-sky/esra.js";
import { simplifiedSolis } from "../models/clear-sky/simplified-solis.js";
import { monthlyValue } from "../time/monthly.js";
import type { CheckedWeather } from "../weather/checked-series.js";
import type { WeatherSeries } from "../weather/series.js";
import type { ClimateYear } from "./year.js";

/** Whether a parameter is a clear-sky component; observations have only its global. */
export function isClearSkyPart(name: ClimateParameterName): boolean {
  return name.endsWith("_clear_sky_irradiance") && name !== "global_clear_sky_irradiance";
}

/** The context with the values of the request. */
export function climateContext(
  request: ClimateRequest,
  context: ObservationContext,
  year: ClimateYear,
  timeZone: number,
): ObservationContext {
  const { altitude, albedo, turbidity, clearSkyModel } = request;
  return {
    ...context,
    ...(altitude === "auto" ? {} : { altitude }),
    ...(albedo === "auto" ? {} : { albedo }),
    ...(turbidity === "auto" ? {} : { linkeTurbidity: turbidity }),
    models: { ...context.models, clearSky: clearSkyModel === "solis" ? simplifiedSolis : esra },
    timeZone,
    gridOffset: year.phase / 1000,
    extra: request.parameters.some(isClearSkyPart) ? ["clear_sky_dni", "clear_sky_dhi"] : [],
  };
}

/**
 * The weather, without columns that the request overrides by a fixed albedo or turbidity. Solis
 * needs aerosol optical depth, which is computed from the turbidity.
 *
 * @param months Linke turbidity of the 12 months
 */
export function climateWeather(
  request: ClimateRequest,
  series: CheckedWeather,
  months: readonly number[],
): WeatherSeries {
  const columns = { ...series.columns };
  if (request.albedo !== "auto") delete columns.albedo;
  if (request.turbidity !== "auto") {
    delete columns.linke_turbidity;
    delete columns.aerosol_optical_depth;
  }
  if (request.clearSkyModel === "solis" && !columns.aerosol_optical_depth) {
    columns.aerosol_optical_depth = aerosolOf({ ...series, columns }, months);
  }
  const { start, interval, sampling, place } = series;
  return { start, interval, sampling, columns, ...(place ? { place } : {}) };
}

/** Aerosol optical depth at 550 nm from the Linke turbidity, given or monthly. */
function aerosolOf({ columns, start, interval, count }: CheckedWeather, months: readonly number[]): Float64Array {
  const { linke_turbidity: given, precipitable_water: vapour } = columns;
  return Float64Array.from({ length: count }, (_, row) => {
    const known = given?.[row];
    const turbidity = known !== undefined && known > 0 ? known : monthlyValue(months, start + row * interval * 1000);
    const cm = vapour?.[row];
    return aerosolOfTurbidity(turbidity, cm !== undefined && cm > 0 ? cm : USUAL_WATER);
  });
}
