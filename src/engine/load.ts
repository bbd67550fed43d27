/** The given weather on the rows of a block, and what stands in where a column says nothing. */
import { positivePow } from "../math/index.js";
import { TYPICAL_ANGSTROM_ALPHA } from "../models/atmosphere/aerosol.js";
import { MAGNUS, tdewFromRhRows } from "../models/atmosphere/humidity.js";
import { linkeTurbidity } from "../models/atmosphere/linke-turbidity.js";
import { BARE_GROUND_ALBEDO, FULL_COVER_DEPTH, SNOW_ALBEDO } from "../models/transposition/ground-albedo.js";
import type { CheckedWeather } from "../weather/checked-series.js";
import type { WeatherColumn } from "../weather/series.js";
import { INTERVALS, type IntervalColumn, type IntervalColumns } from "./block-columns.js";
import { cellStart } from "./grids.js";
import { monthlyValue } from "./monthly.js";
import type { Plan } from "./plan.js";

const w = INTERVALS;

/** The depth at 700 nm stands for the broadband one (Molineaux et al. 1998); given is that at 550 nm. */
const BROADBAND_PER_AOD550 = positivePow(550 / 700, TYPICAL_ANGSTROM_ALPHA);

/**
 * The given columns. States far outside what there is on Earth are missing codes or other units, as −9999 °C or a
 * pressure in hPa, and count as missing; irradiances have limits of their own (weather/quality.ts).
 */
const GIVEN: readonly (readonly [IntervalColumn, WeatherColumn, least: number, most: number])[] = [
  ["ghi", "global_horizontal_irradiance", -Infinity, Infinity],
  ["directHorizontal", "direct_horizontal_irradiance", -Infinity, Infinity],
  ["dni", "direct_normal_irradiance", -Infinity, Infinity],
  ["dhi", "diffuse_horizontal_irradiance", -Infinity, Infinity],
  ["temperature", "temperature", -273.15, 1000],
  ["dewPoint", "dew_point_temperature", -273.15, 1000],
  ["windSpeed", "wind_speed", 0, 150],
  ["snowDepth", "snow_depth", 0, 20_000],
  ["pressure", "pressure", 30_000, 115_000],
  ["precipitableWater", "precipitable_water", 0, 20],
  ["aerosolOpticalDepth", "aerosol_optical_depth", 0, 10],
  ["relativeHumidity", "relative_humidity", 0, 120],
];

/** Counts the rows [countFrom, countTo) of the block whose states were taken as missing. */
export interface StateCounts {
  implausible_state: number;
}

/** Columns of the weather grid that this plan reads, and which of those are the same in every row. */
export interface LoadPlan {
  readonly needed: ReadonlySet<IntervalColumn>;
  readonly constant: ReadonlySet<IntervalColumn>;
}

/** @param direct irradiances and states are read elsewhere, straight from the series */
export function planLoad(plan: Plan, direct = false): LoadPlan {
  const { run, series, settings } = plan;
  const given = series.columns;
  const read = new Set<string>([
    ...(run.light ? plan.decomposition.stage.reads : []),
    ...(run.sun ? plan.clearSky.stage.reads : []),
    ...(plan.pv && run.plane ? plan.pv.stage.reads : []),
  ]);
  const needed = new Set<IntervalColumn>(["pressure", "linkeTurbidity"]);
  for (const [column] of GIVEN) if (plan.everyStep || read.has(column)) needed.add(column);
  if (run.light && !direct) for (const column of ["ghi", "directHorizontal", "dni", "dhi"] as const) needed.add(column);
  if ((run.temperature && !direct) || needed.has("dewPoint")) needed.add("temperature");
  if (needed.has("dewPoint")) needed.add("relativeHumidity");
  if (run.plane || run.shading) needed.add("albedo");
  if (plan.everyStep || read.has("time")) needed.add("time");
  const constant = new Set<IntervalColumn>();
  if (!given.pressure) constant.add("pressure");
  if (!given.linke_turbidity && !given.aerosol_optical_depth && sameMonths(settings.linkeTurbidity)) {
    constant.add("linkeTurbidity");
  } else for (const column of ["aerosolOpticalDepth", "precipitableWater", "time"] as const) needed.add(column);
  if (!given.albedo && (settings.albedo !== undefined || !given.snow_depth)) constant.add("albedo");
  else if (needed.has("albedo")) needed.add("snowDepth");
  if (run.snow && !direct) needed.add("snowDepth");
  return { needed, constant };
}

function sameMonths(months: readonly number[]): boolean {
  return months.every((value) => value === months[0]);
}

/** Fills the weather rows [0, n) of the block, the first of which is interval `first` of the weather lattice. */
export function loadWeather(
  plan: Plan,
  { needed, constant }: LoadPlan,
  first: number,
  n: number,
  countFrom: number,
  countTo: number,
  standardPressure: number,
  counts: StateCounts,
): void {
  const { series } = plan;
  for (const [column, name, least, most] of GIVEN) {
    if (!needed.has(column)) continue;
    copyRows(series, name, first, n, w[column]);
    if (least > -Infinity && series.columns[name])
      keepPlausible(0, n, least, most, countFrom, countTo, w[column], counts);
  }
  if (needed.has("time")) {
    for (let j = 0; j < n; j++) w.time[j] = cellStart(plan.weather, first + j) + plan.weather.step / 2;
  }
  if (constant.has("pressure")) w.pressure.fill(standardPressure, 0, n);
  else for (let j = 0; j < n; j++) if (Number.isNaN(w.pressure[j]!)) w.pressure[j] = standardPressure;
  if (needed.has("dewPoint") && series.columns.relative_humidity) loadDewPoint(n, w);
  if (constant.has("linkeTurbidity")) w.linkeTurbidity.fill(plan.settings.linkeTurbidity[0]!, 0, n);
  else loadTurbidity(plan, first, n, w);
  if (!needed.has("albedo")) return;
  if (constant.has("albedo")) w.albedo.fill(plan.settings.albedo ?? BARE_GROUND_ALBEDO, 0, n);
  else loadAlbedo(plan, first, n, w);
}

/** A state of intervals [first, first + n), which the series holds, written to out[offset…]; the implausible is missing. */
export function loadState(
  series: CheckedWeather,
  state: "temperature" | "snowDepth",
  first: number,
  n: number,
  out: Float64Array,
  offset: number,
  counts: StateCounts,
): void {
  const [, name, least, most] = GIVEN.find(([column]) => column === state)!;
  const given = series.columns[name];
  if (given === undefined) {
    out.fill(Number.NaN, offset, offset + n);
    return;
  }
  out.set(given.subarray(first, first + n), offset);
  keepPlausible(offset, offset + n, least, most, offset, offset + n, out, counts);
}

/** Intervals [first, first + n) of a column, NaN outside of the series; what is implausible is missing, and counted. */
export function loadColumn(
  series: CheckedWeather,
  name: WeatherColumn,
  first: number,
  n: number,
  out: Float64Array,
  counts: StateCounts,
): void {
  const [, , least, most] = GIVEN.find(([, column]) => column === name)!;
  copyRows(series, name, first, n, out);
  keepPlausible(0, n, least, most, 0, n, out, counts);
}

function keepPlausible(
  j0: number,
  j1: number,
  least: number,
  most: number,
  countFrom: number,
  countTo: number,
  column: Float64Array,
  counts: StateCounts,
): void {
  // A product is a number for certain; an argument is looked at in every row.
  const from = 1 * least;
  const to = 1 * most;
  for (let j = j0; j < j1; j++) {
    // Nearly every row passes. Four at once take half of the time: most of so short a loop is the loop itself (measured).
    while (
      j + 3 < j1 &&
      isWithin(column[j]!, from, to) &&
      isWithin(column[j + 1]!, from, to) &&
      isWithin(column[j + 2]!, from, to) &&
      isWithin(column[j + 3]!, from, to)
    ) {
      j += 4;
    }
    if (j >= j1) return;
    const value = column[j]!;
    if (isWithin(value, from, to)) continue;
    if (j >= countFrom && j < countTo && Number.isFinite(value)) counts.implausible_state++;
    column[j] = Number.NaN;
  }
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function copyRows(series: CheckedWeather, name: WeatherColumn, first: number, n: number, out: Float64Array): void {
  const column = series.columns[name];
  const begin = Math.min(Math.max(-first, 0), n);
  const end = column === undefined ? begin : Math.max(begin, Math.min(n, series.count - first));
  out.fill(Number.NaN, 0, begin);
  if (column !== undefined && end > begin) out.set(column.subarray(first + begin, first + end), begin);
  out.fill(Number.NaN, end, n);
}

/** Dew point from air temperature and relative humidity where it is not given. */
function loadDewPoint(n: number, w: IntervalColumns): void {
  tdewFromRhRows(0, n, w.temperature, w.relativeHumidity, MAGNUS[1], MAGNUS[2], w.scratch);
  for (let j = 0; j < n; j++) if (Number.isNaN(w.dewPoint[j]!)) w.dewPoint[j] = w.scratch[j]!;
}

/** Linke turbidity: given, else from aerosol and water vapour (Kasten), else the context's months. */
function loadTurbidity(plan: Plan, first: number, n: number, w: IntervalColumns): void {
  const given = plan.series.columns.linke_turbidity;
  const months = plan.settings.linkeTurbidity;
  const constant = sameMonths(months);
  for (let j = 0; j < n; j++) {
    let value = given?.[first + j] ?? Number.NaN;
    if (!(value > 0 && value < Number.POSITIVE_INFINITY)) {
      const aod = w.aerosolOpticalDepth[j]!;
      const water = w.precipitableWater[j]!;
      if (aod >= 0 && water > 0) value = linkeTurbidity(2, water, aod * BROADBAND_PER_AOD550);
      else value = constant ? months[0]! : monthlyValue(months, w.time[j]!);
    }
    w.linkeTurbidity[j] = value;
  }
}

/** Ground albedo: given, else the context's, else that of bare ground whitened by snow. */
function loadAlbedo(plan: Plan, first: number, n: number, w: IntervalColumns): void {
  const given = plan.series.columns.albedo;
  for (let j = 0; j < n; j++) {
    const value = given?.[first + j] ?? Number.NaN;
    w.albedo[j] = value >= 0 && value <= 1 ? value : (plan.settings.albedo ?? snowyAlbedo(w.snowDepth[j]!));
  }
}

function snowyAlbedo(snowDepth: number): number {
  const cover = snowDepth > 0 ? Math.min(snowDepth / FULL_COVER_DEPTH, 1) : 0;
  return BARE_GROUND_ALBEDO + (SNOW_ALBEDO - BARE_GROUND_ALBEDO) * cover;
}
