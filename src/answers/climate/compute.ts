/** The climate year of a place: a request and a year of weather in, columns out. */
import {
  CLIMATE_PARAMETERS,
  CLIMATE_VALUE_NAMES,
  type ClimateParameterName,
  type ClimateValueName,
} from "../../data/contract/climate/parameters.js";
import { type ClimateRequest, checkClimateRequest } from "../../data/contract/climate/request.js";
import { guardAs } from "../../data/contract/observation/columns.js";
import { PARAMETERS, type ParameterName } from "../../data/contract/observation/parameters.js";
import { FREQUENCIES, formatTime } from "../../data/contract/observation/period.js";
import { parseObservationRequest } from "../../data/contract/observation/request.js";
import { holdsData } from "../../data/contract/observation/response.js";
import type { Notice, ObservationColumns, ObservationRequest } from "../../data/contract/observation/types.js";
import type { StateColumn } from "../../data/weather/limits.js";
import { type CheckedWeather, checkForm, WeatherError, type WeatherSeries } from "../../data/weather/series.js";
import { computeColumns } from "../../engine/compute.js";
import { cellAt, cellStart, type Lattice } from "../../engine/grid/lattice.js";
import type { Workspace } from "../../engine/memory/workspace.js";
import { timeZoneOf, weatherLattice } from "../../engine/plan/basis.js";
import { checkContext, type ObservationContext, type Settings } from "../../engine/plan/context.js";
import { stateMeanRows } from "../../engine/weather-grid/air-and-snow.js";
import { loadColumn, type StateCounts } from "../../engine/weather-grid/inputs.js";
import { monthlyValue } from "../../foundation/time/monthly.js";
import { aerosolOfTurbidity, USUAL_WATER } from "../../physics/models/atmosphere/turbidity.js";
import { MAGNUS, rhFromTdewRows, tdewFromRhRows } from "../../physics/models/atmosphere/water.js";
import { esra } from "../../physics/models/clear-sky/esra.js";
import { simplifiedSolis } from "../../physics/models/clear-sky/solis.js";
import {
  type ClimateColumns,
  type ClimateMetadata,
  type ClimateYear,
  climateYear,
  withoutSkipped,
  type YearGrid,
  yearGrid,
} from "./year.js";

/**
 * The climate year of a request from a year of weather: 8760 hours (525,600 minutes) in local standard time; an
 * actual leap year has 24 more. Full precision, NaN = missing, null = not requested, or without any data.
 *
 * Intervals begin at whole local hours in every zone, and the sun is that of the labelled year: 2005, the scenario's, or
 * the actual one. In a typical year labelled with a leap year, 29 February is omitted and other days keep their dates. Minutes
 * from hourly weather follow the smooth course of its means, without the variability of passing clouds: a notice says so.
 *
 * Altitude, albedo, turbidity and the clear-sky model come from the request; where it says "auto", albedo and turbidity come from
 * the weather or the context, as for observations. A missing dew point or humidity is computed from the other.
 *
 * Pure: no clock, no I/O, inputs untouched. With `workspace` the columns are views on it, valid until its next use.
 *
 * @param request from `parseClimateRequest`, for an actual year with its `year`; a copy is checked again
 * @param weather with the stamps of the labelled year, in UTC, extended on either side by the offset of local time from UTC
 * @param context as for observations; `context.timeZone` (hours), else the weather's, else the longitude's determines local time
 * @throws RequestError, WeatherError, TypeError, RangeError as `computeColumns`; WeatherError for weather of another year;
 * TypeError for an actual year without its number; RangeError for a time zone that is not a whole number of minutes
 */
export function computeClimate(
  request: ClimateRequest,
  weather: WeatherSeries,
  context: ObservationContext = {},
  workspace?: Workspace,
): ClimateColumns {
  const asked = checkClimateRequest(request);
  const settings = checkContext(context);
  const series = checkForm(weather);
  const timeZone = timeZoneOf(asked.lon, series, settings);
  const year = climateYear(asked, timeZone);
  const step = FREQUENCIES[asked.frequency];
  const grid = yearGrid(year, step);
  const notices = [...coverageNotices(series, year), ...minuteNotices(series, step)];
  const observed = computeColumns(
    observationRequest(asked, year),
    climateWeather(asked, series, asked.turbidity === "auto" ? settings.linkeTurbidity : asked.turbidity),
    climateContext(asked, context, year, timeZone),
    workspace,
  );
  const counts = observed.diagnostics.counts as ObservationColumns["diagnostics"]["counts"] & {
    implausible_state: number;
  };
  const states = new States(series, settings, { origin: year.start, step }, observed.count, counts);
  const { values, empty } = climateValues(asked, observed, states, grid);
  if (empty.length > 0)
    notices.push({ code: "no-data", message: `the weather has no data for ${empty.join(", ")}: null` });
  const columns: ClimateColumns = {
    ...grid,
    values,
    meta: climateMetadata(asked, observed),
    diagnostics: { counts, notices: [...observed.diagnostics.notices, ...notices] },
  };
  return guardAs(columns, observed);
}

/** The part of the year that the observation chain computes: at least one parameter, for the surface angles and the site. */
function observationRequest(request: ClimateRequest, { start, end }: ClimateYear): ObservationRequest {
  const names = new Set<string>(request.parameters.filter((name) => name in PARAMETERS));
  if (request.parameters.some(isClearSkyPart)) names.add("global_clear_sky_irradiance");
  if (names.size === 0) names.add("temperature");
  return parseObservationRequest({
    kind: "observation-request",
    endpoint: undefined,
    lat: request.lat,
    lon: request.lon,
    parameters: [...names] as ParameterName[],
    frequency: request.frequency,
    responseFormat: request.responseFormat,
    surfaceAzimuth: request.surfaceAzimuth,
    surfaceTilt: request.surfaceTilt,
    trackingMode: request.trackingMode,
    horizon: request.horizon,
    start,
    end,
    notices: request.notices,
  });
}

/**
 * Means of the clear sky over the output intervals. Its global is the engine's; direct and diffuse must close with it. The
 * three separate fits of Solis close only within their accuracy: the diffuse part is kept, unless it exceeds the
 * global.
 */
const CLEAR_SKY: { readonly [name: string]: (observed: ObservationColumns) => Float64Array } = {
  direct_horizontal_clear_sky_irradiance: ({ values, extra }) =>
    values.global_clear_sky_irradiance!.map((global, row) => Math.max(global - extra.clear_sky_dhi![row]!, 0)),
  diffuse_clear_sky_irradiance: ({ values, extra }) =>
    values.global_clear_sky_irradiance!.map((global, row) => Math.min(extra.clear_sky_dhi![row]!, global)),
  direct_normal_clear_sky_irradiance: ({ extra }) => extra.clear_sky_dni!,
};

/** The requested columns, and the names of those without data. */
function climateValues(request: ClimateRequest, observed: ObservationColumns, states: States, grid: YearGrid) {
  const values = Object.fromEntries(CLIMATE_VALUE_NAMES.map((name) => [name, null])) as {
    [name in ClimateValueName]: Float64Array | null;
  };
  const empty: ClimateParameterName[] = [];
  for (const name of request.parameters) {
    const column = withoutSkipped(climateColumn(name, observed, states), grid);
    if (holdsData(name, column, grid.count)) values[name] = column;
    else empty.push(name);
  }
  for (const name of ["surface_azimuth", "surface_tilt"] as const)
    values[name] = withoutSkipped(observed.values[name]!, grid);
  return { values, empty };
}

function climateColumn(name: ClimateParameterName, observed: ObservationColumns, states: States): Float64Array {
  if (name in PARAMETERS) return observed.values[name as ParameterName]!;
  const clearSky = CLEAR_SKY[name];
  if (clearSky) return clearSky(observed);
  // No supported weather format has precipitation.
  if (name === "precipitation") return new Float64Array(observed.count).fill(Number.NaN);
  return states.of(name as StateName);
}

function climateMetadata(request: ClimateRequest, { meta }: ObservationColumns): ClimateMetadata {
  const parameters = request.parameters.map((name) => {
    const { description, unit, aggregation } = CLIMATE_PARAMETERS[name];
    return { name, description, unit: { ...unit }, aggregation_method: aggregation };
  });
  return { ...meta, parameters };
}

/** @throws WeatherError if the weather covers no part of the year */
function coverageNotices(series: CheckedWeather, { year, start, end }: ClimateYear): Notice[] {
  const from = series.start;
  const to = from + series.count * series.interval * 1000;
  const covered = `the weather covers ${formatTime(from)} to ${formatTime(to)}`;
  const wanted = `the year ${year} from ${formatTime(start)} to ${formatTime(end)}`;
  if (to <= start || from >= end) throw new WeatherError(`${covered}: no part of ${wanted}`);
  return from <= start && to >= end ? [] : [{ code: "coverage", message: `${covered}, only part of ${wanted}` }];
}

function minuteNotices({ interval }: CheckedWeather, step: number): Notice[] {
  if (interval * 1000 <= step) return [];
  const message =
    `values of ${step / 1000} s follow the smooth course of means over ${interval} s, ` +
    "without the variability of passing clouds";
  return [{ code: "smooth", message }];
}

/** Whether a parameter is a clear-sky component; observations have only its global. */
function isClearSkyPart(name: ClimateParameterName): boolean {
  return name.endsWith("_clear_sky_irradiance") && name !== "global_clear_sky_irradiance";
}

/** The context with the values of the request. */
function climateContext(
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
 * The weather, without columns that the request overrides by a fixed albedo or turbidity. Solis needs aerosol optical
 * depth, which is computed from the turbidity.
 * @param months Linke turbidity of the 12 months
 */
function climateWeather(request: ClimateRequest, series: CheckedWeather, months: readonly number[]): WeatherSeries {
  const columns = { ...series.columns };
  if (request.albedo !== "auto") delete columns.albedo;
  if (request.turbidity !== "auto") {
    delete columns.linke_turbidity;
    delete columns.aerosol_optical_depth;
  }
  if (request.clearSkyModel === "solis" && !columns.aerosol_optical_depth)
    columns.aerosol_optical_depth = aerosolOf({ ...series, columns }, months);
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

export type StateName = "dew_point_temperature" | "relative_humidity" | "wind_speed";

/** Averages columns of the weather over the intervals of a year. */
export class States {
  private readonly series: CheckedWeather;
  private readonly settings: Settings;
  private readonly counts: StateCounts;
  private readonly weather: Lattice;
  private readonly output: Lattice;
  private readonly count: number;
  /** Number of the weather interval in the first loaded row, and the count: one more on each side. */
  private readonly first: number;
  private readonly rows: number;

  constructor(series: CheckedWeather, settings: Settings, output: Lattice, count: number, counts: StateCounts) {
    this.series = series;
    this.settings = settings;
    this.counts = counts;
    this.output = output;
    this.count = count;
    this.weather = weatherLattice(series);
    this.first = cellAt(this.weather, output.origin) - 1;
    this.rows = cellAt(this.weather, cellStart(output, count)) + 2 - this.first;
  }

  /** Means over the output intervals; NaN where the weather has no data. */
  of(name: StateName): Float64Array {
    if (name === "wind_speed") return this.means(this.given(name), true);
    if (name === "dew_point_temperature") return this.means(this.dewPoint(), false);
    // The saturation deficit varies like snow, never below 0, so that no mean exceeds 100 %.
    const dryness = this.means(
      this.humidity().map((percent) => 100 - Math.min(percent, 100)),
      true,
    );
    return dryness.map((missing) => Math.max(100 - missing, 0));
  }

  private given(name: StateColumn): Float64Array {
    const column = new Float64Array(this.rows);
    loadColumn(this.series, name, this.first, this.rows, column, this.counts);
    return column;
  }

  /** Given, or computed from air temperature and humidity. */
  private dewPoint(): Float64Array {
    const dewPoint = this.given("dew_point_temperature");
    if (!this.series.columns.relative_humidity) return dewPoint;
    const derived = new Float64Array(this.rows);
    const temperature = this.given("temperature");
    tdewFromRhRows(0, this.rows, temperature, this.given("relative_humidity"), MAGNUS[1], MAGNUS[2], derived);
    return withoutGaps(dewPoint, derived);
  }

  /** Given, or computed from air temperature and dew point. */
  private humidity(): Float64Array {
    const humidity = this.given("relative_humidity");
    if (!this.series.columns.dew_point_temperature) return humidity;
    const derived = new Float64Array(this.rows);
    const temperature = this.given("temperature");
    rhFromTdewRows(0, this.rows, temperature, this.given("dew_point_temperature"), MAGNUS[1], MAGNUS[2], derived);
    return withoutGaps(humidity, derived);
  }

  private means(mean: Float64Array, positive: boolean): Float64Array {
    const { count, output, weather, first, settings } = this;
    const out = new Float64Array(count);
    const course = { smooth: settings.spread === "smooth", positive };
    stateMeanRows(count, output, 0, weather, first, course, settings.minimumCoverage, mean, out, 0);
    return out;
  }
}

function withoutGaps(column: Float64Array, instead: Float64Array): Float64Array {
  return column.map((value, row) => (Number.isNaN(value) ? instead[row]! : value));
}
