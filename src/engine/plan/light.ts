/**
 * Decisions of the weather grid: which irradiances are given, how they are completed and spread, and the neighbours needed.
 */

import { formatTime } from "../../data/contract/observation/period.js";
import type { UPPER_LIMITS } from "../../data/weather/limits.js";
import type { CheckedWeather, WeatherColumn } from "../../data/weather/series.js";
import { prepareSunSite, type SunSite, sunVectorRows } from "../../physics/models/solar-position/ephemeris.js";
import type { Column, Site } from "../../physics/models/stage.js";
import { cellStart, type Lattice } from "../grid/lattice.js";
import type { IntervalColumn } from "../memory/columns.js";
import type { Basis, Neighbours } from "./basis.js";

const IRRADIANCES = [
  ["ghi", "global_horizontal_irradiance"],
  ["directHorizontal", "direct_horizontal_irradiance"],
  ["dni", "direct_normal_irradiance"],
  ["dhi", "diffuse_horizontal_irradiance"],
] as const;

/** The given columns, on the grid and in the series. */
export const GIVEN: readonly (readonly [IntervalColumn, WeatherColumn])[] = [
  ...IRRADIANCES,
  ["temperature", "temperature"],
  ["dewPoint", "dew_point_temperature"],
  ["windSpeed", "wind_speed"],
  ["snowDepth", "snow_depth"],
  ["pressure", "pressure"],
  ["precipitableWater", "precipitable_water"],
  ["aerosolOpticalDepth", "aerosol_optical_depth"],
  ["relativeHumidity", "relative_humidity"],
];

/** Columns of the weather grid that are read, and which of those are constant. */
export interface Inputs {
  readonly needed: ReadonlySet<IntervalColumn>;
  readonly constant: ReadonlySet<IntervalColumn>;
}

/** @param direct irradiances and states that are read elsewhere, directly from the series */
export function planInputs(basis: Basis, direct = false): Inputs {
  const { run, series, settings } = basis;
  const given = series.columns;
  const read = new Set<string>([
    ...(run.light ? basis.decomposition.stage.reads : []),
    ...(run.sun ? basis.clearSky.stage.reads : []),
    ...(basis.pv && run.plane ? basis.pv.stage.reads : []),
  ]);
  const needed = new Set<IntervalColumn>(["pressure", "linkeTurbidity"]);
  for (const [column] of GIVEN) if (basis.everyStep || read.has(column)) needed.add(column);
  if (run.light && !direct) for (const [column] of IRRADIANCES) needed.add(column);
  if ((run.temperature && !direct) || needed.has("dewPoint")) needed.add("temperature");
  if (needed.has("dewPoint")) needed.add("relativeHumidity");
  if (run.plane || run.shading) needed.add("albedo");
  if (basis.everyStep || read.has("time")) needed.add("time");
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

export function sameMonths(months: readonly number[]): boolean {
  return months.every((value) => value === months[0]);
}

export type Irradiance = keyof typeof UPPER_LIMITS;

/** Intervals on either side that the smooth course of an interval depends on. */
export const NEIGHBOURS = 1;

export interface LightPlan {
  /** The given irradiances. */
  readonly given: readonly Irradiance[];
  /** Whether more than GHI is given, so that the components must be closed. */
  readonly closes: boolean;
  /** Whether GHI, direct and diffuse are all given and GHI is kept, so that it is told how well they close. */
  readonly judgesClosure: boolean;
  /** Whether clear-sky indices, temperature and snow vary smoothly from interval to interval. */
  readonly smooth: boolean;
  /** Whether DNI is converted to the horizontal along its own course, using its neighbours. */
  readonly followsDni: boolean;
  /** Whether direct-horizontal and DNI are given, and their ratio says when in an interval there was beam. */
  readonly bothBeams: boolean;
  /** Whether the weather tells the albedo of the ground or the depth of snow on it, so that GHI is split as over bare ground. */
  readonly seesSnow: boolean;
  /** Whether sun and clear sky of the intervals are needed: by the decomposition, for snow, or for diagnostics. */
  readonly asksSky: boolean;
  /** Whether their apparent zenith is, too. */
  readonly asksApparent: boolean;
  /** Weather intervals on either side of a block that its results depend on; Infinity: the whole series. */
  readonly halo: Neighbours;
}

/** The results of `skyMeans`, computed only if a decomposition reads them. */
const SKY_COLUMNS: readonly Column[] = [
  "apparentZenith",
  "zenith",
  "sunlitFraction",
  "relativeAirmass",
  "clearGhi",
  "clearDirectHorizontal",
  "clearDhi",
];

/** Those of them that need the apparent zenith. */
const APPARENT_COLUMNS: readonly Column[] = ["apparentZenith", "relativeAirmass"];

export function planLight({ series, settings, site, weather, everyStep, decomposition, reach, run }: Basis): LightPlan {
  const given = IRRADIANCES.filter(([, column]) => series.columns[column]).map(([name]) => name);
  const smooth = settings.spread === "smooth";
  // A mean's course depends on its neighbours; with DNI given, so do theirs.
  const followsDni = smooth && given.includes("dni");
  const near = (smooth ? NEIGHBOURS : 0) + (run.light && followsDni ? NEIGHBOURS : 0);
  const { albedo, snow_depth: snowDepth } = series.columns;
  const seesSnow = run.light && given.includes("ghi") && (albedo !== undefined || snowDepth !== undefined);
  return {
    given,
    closes: given.some((name) => name !== "ghi"),
    judgesClosure:
      given.includes("ghi") && given.includes("dhi") && given.length > 2 && settings.closure !== "component-sum",
    smooth,
    followsDni,
    bothBeams: followsDni && run.light && hasOwnRatio(series, weather, site),
    asksApparent: everyStep || decomposition.stage.reads.some((column) => APPARENT_COLUMNS.includes(column)),
    seesSnow,
    asksSky: everyStep || seesSnow || decomposition.stage.reads.some((column) => SKY_COLUMNS.includes(column)),
    halo: { before: near + (run.light ? reach.before : 0), after: near + (run.light ? reach.after : 0) },
  };
}

/**
 * Says that the newest interval of the series may change: a decomposition that looks at the next one has none yet. The run of
 * the whole series for snow, which has no parameters, does not say it again.
 */
export function noticeProvisional(basis: Basis): void {
  const { series, weather, output, count, run, reach, request, notices } = basis;
  const newest = cellStart(weather, series.count - 1);
  const isAsked = run.light && request.parameters.length > 0 && cellStart(output, count) > newest;
  if (!isAsked || reach.after === 0 || cellStart(output, 0) >= newest + weather.step) return;
  const known = IRRADIANCES.filter(([, column]) => !Number.isNaN(series.columns[column]?.at(-1) ?? Number.NaN));
  const isAlone = known.length === 1 && known[0]![0] === "ghi";
  if (!isAlone || !(series.columns.global_horizontal_irradiance!.at(-1)! > 0)) return;
  notices.push({
    code: "provisional",
    message:
      `direct and diffuse irradiance of the weather interval that begins ${formatTime(newest)} are provisional: ` +
      "they were computed without the interval after it",
  });
}

/** Most intervals looked at, evenly spaced, and the fewest of which something can be told. */
const LOOKED_AT = 2000;
const FEWEST = 5;
/** Cosine of the zenith above which an interval is looked at: lower, refraction, of which not every program knows, is in the way. */
const LEAST_COSINE = 0.17;
/** As a share of what the cosine changes by within the interval: so near to one position is a beam that hardly changes. */
const NEAR = 0.05;
/** Least change of the cosine, as a share of it, beyond which programs' suns do not differ. */
const LEAST_RANGE = 0.005;
/**
 * Share of the intervals near to it from which on one column was computed from the other. A series of clear sky has that, too,
 * and its ratios tell as little.
 */
const MOST_NEAR = 0.95;

/** Of a rounded value times its power of ten: the error of the product, and of values that were stored as f32. */
const ROUNDED = 1e-3;

/** Whether the ratios of the series depart from the mean cosine of their intervals, and from that of the middle. */
function hasOwnRatio(series: CheckedWeather, weather: Lattice, site: Site): boolean {
  const { direct_horizontal_irradiance: direct, direct_normal_irradiance: normal } = series.columns;
  if (!direct || !normal) return false;
  const every = Math.ceil(series.count / LOOKED_AT);
  const place = prepareSunSite(site.latitude, site.longitude, site.altitude);
  const rounding = [roundingOf(direct, every), roundingOf(normal, every)] as const;
  let rows = 0;
  let nearMean = 0;
  let nearMiddle = 0;
  for (let j = 0; j < series.count; j += every) {
    const ratio = direct[j]! / normal[j]!;
    if (!(ratio > 0 && ratio < Number.POSITIVE_INFINITY)) continue;
    const [start, middle, end] = cosinesOf(cellStart(weather, j), weather.step, place);
    const range = Math.max(start, middle, end) - Math.min(start, middle, end);
    if (!(Math.min(start, end) > LEAST_COSINE && range > LEAST_RANGE * middle)) continue;
    const near = NEAR * range + (ratio * (rounding[0] / direct[j]! + rounding[1] / normal[j]!)) / 2;
    if (near > range / 4) continue; // so coarse that it tells nothing
    rows++;
    if (Math.abs(ratio - (start + 4 * middle + end) / 6) < near) nearMean++;
    if (Math.abs(ratio - middle) < near) nearMiddle++;
  }
  return rows >= FEWEST && Math.max(nearMean, nearMiddle) < MOST_NEAR * rows;
}

const time = /* @__PURE__ */ new Float64Array(3);
const east = /* @__PURE__ */ new Float64Array(3);
const north = /* @__PURE__ */ new Float64Array(3);
const up = /* @__PURE__ */ new Float64Array(3);
const distance = /* @__PURE__ */ new Float64Array(3);

/** cos z of the true sun at the start, the middle and the end of an interval. */
function cosinesOf(from: number, step: number, place: SunSite): readonly [start: number, middle: number, end: number] {
  for (let k = 0; k < 3; k++) time[k] = from + (k * step) / 2;
  sunVectorRows(0, 3, time, place, east, north, up, distance);
  return [up[0]!, up[1]!, up[2]!];
}

/** To what the values of a column are rounded: 1, 0.1 or 0.01 W/m²; 0 if they are finer. */
function roundingOf(column: Float64Array, every: number): number {
  let digits = 1;
  for (let j = 0; j < column.length; j += every) {
    while (Math.abs(column[j]! * digits - Math.round(column[j]! * digits)) > ROUNDED) {
      if (digits === 100) return 0;
      digits *= 10;
    }
  }
  return 1 / digits;
}
