/** The given weather on the rows of a block, with substitutes for missing columns. */

import { COMPUTED, type StateColumn, type ValueRange } from "../../data/weather/limits.js";
import type { CheckedWeather, WeatherColumn } from "../../data/weather/series.js";
import { monthlyRows } from "../../foundation/time/monthly.js";
import { BROADBAND_PER_AOD550, linkeTurbidity } from "../../physics/models/atmosphere/turbidity.js";
import { MAGNUS, tdewFromRhRows } from "../../physics/models/atmosphere/water.js";
import { albedoUnderSnow, BARE_GROUND_ALBEDO } from "../../physics/models/transposition/plane.js";
import { cellStart } from "../grid/lattice.js";
import { INTERVALS, type IntervalColumns } from "../memory/columns.js";
import { GIVEN, type Inputs, sameMonths } from "../plan/light.js";
import type { Plan } from "../plan/plan.js";

const w = INTERVALS;

/** Counts the rows [countFrom, countTo) of the block whose states were treated as missing. */
export interface StateCounts {
  implausible_state: number;
}

/** Fills the weather rows [0, n) of the block, the first of which is interval `first` of the weather lattice. */
export function loadWeather(
  plan: Plan,
  { needed, constant }: Inputs,
  first: number,
  n: number,
  countFrom: number,
  countTo: number,
  counts: StateCounts,
): void {
  const { series } = plan;
  const { standardPressure } = plan.steps;
  for (const [column, name] of GIVEN) {
    if (!needed.has(column)) continue;
    copyRows(series, name, first, n, w[column]);
    const limits = (COMPUTED as { readonly [name in WeatherColumn]?: ValueRange })[name];
    if (limits && series.columns[name]) keepPlausible(0, n, limits, countFrom, countTo, w[column], counts);
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
  else {
    copyRows(series, "albedo", first, n, w.albedo);
    keepPlausible(0, n, COMPUTED.albedo, countFrom, countTo, w.albedo, counts);
    completeAlbedo(plan, n, w);
  }
}

/** A state of intervals [first, first + n), which the series covers, written to out[offset…]; implausible values are missing. */
export function loadState(
  series: CheckedWeather,
  state: "temperature" | "snowDepth",
  first: number,
  n: number,
  out: Float64Array,
  offset: number,
  counts: StateCounts,
): void {
  const name = state === "temperature" ? "temperature" : "snow_depth";
  const given = series.columns[name];
  if (given === undefined) {
    out.fill(Number.NaN, offset, offset + n);
    return;
  }
  out.set(given.subarray(first, first + n), offset);
  keepPlausible(offset, offset + n, COMPUTED[name], offset, offset + n, out, counts);
}

/** Intervals [first, first + n) of a column, NaN outside the series; implausible values are missing, and counted. */
export function loadColumn(
  series: CheckedWeather,
  name: StateColumn,
  first: number,
  n: number,
  out: Float64Array,
  counts: StateCounts,
): void {
  copyRows(series, name, first, n, out);
  keepPlausible(0, n, COMPUTED[name], 0, n, out, counts);
}

function keepPlausible(
  j0: number,
  j1: number,
  [least, most]: ValueRange,
  countFrom: number,
  countTo: number,
  column: Float64Array,
  counts: StateCounts,
): void {
  // V8 knows that a product is a number; it checks an argument in every row.
  const from = 1 * least;
  const to = 1 * most;
  for (let j = j0; j < j1; j++) {
    // Nearly every row passes. Testing four at a time takes half as long, because the overhead of so short a loop dominates (measured).
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

/** Intervals [first, first + n) of a column, NaN outside the series. */
export function copyRows(
  series: CheckedWeather,
  name: WeatherColumn,
  first: number,
  n: number,
  out: Float64Array,
): void {
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

/** Linke turbidity: the given value, else from aerosol and water vapour (Kasten), else the context's monthly values. */
function loadTurbidity(plan: Plan, first: number, n: number, w: IntervalColumns): void {
  const given = plan.series.columns.linke_turbidity;
  const months = plan.settings.linkeTurbidity;
  if (sameMonths(months)) w.linkeTurbidity.fill(months[0]!, 0, n);
  else monthlyRows(months, w.time, n, w.linkeTurbidity);
  for (let j = 0; j < n; j++) {
    const value = given?.[first + j] ?? Number.NaN;
    if (value > 0 && value < Number.POSITIVE_INFINITY) w.linkeTurbidity[j] = value;
    else {
      const aod = w.aerosolOpticalDepth[j]!;
      const water = w.precipitableWater[j]!;
      if (aod >= 0 && water > 0) w.linkeTurbidity[j] = linkeTurbidity(2, water, aod * BROADBAND_PER_AOD550);
    }
  }
}

/** Ground albedo where it is not given: the context's, else that of bare ground brightened by snow. */
function completeAlbedo({ settings }: Plan, n: number, { albedo, snowDepth }: IntervalColumns): void {
  for (let j = 0; j < n; j++)
    if (Number.isNaN(albedo[j]!)) albedo[j] = settings.albedo ?? albedoUnderSnow(snowDepth[j]!);
}
