/** What a plan is made from: the place of a request, its grids, its models, and which parts of the chain run at all. */

import { type Need, PARAMETERS } from "../../data/contract/observation/parameters.js";
import { FREQUENCIES, formatTime, outputGrid } from "../../data/contract/observation/period.js";
import { RequestError } from "../../data/contract/observation/readers.js";
import { asIntervals, type IntervalRequest } from "../../data/contract/observation/request.js";
import type { Notice, ObservationRequest } from "../../data/contract/observation/types.js";
import { type CheckedWeather, WeatherError } from "../../data/weather/series.js";
import { defaultPvStage } from "../../physics/models/pv/linear-temperature.js";
import type { Family, Reach, Site, Stage } from "../../physics/models/stage.js";
import type { Lattice } from "../grid/lattice.js";
import type { SubSteps } from "../grid/sub-steps.js";
import type { DiagnosticName, ModelChoice, ObservationContext, Settings } from "./context.js";
import {
  DEFAULT_CLEAR_SKY,
  DEFAULT_DECOMPOSITION,
  DEFAULT_TRANSPOSITION,
  INSTANT_DECOMPOSITION,
  type ReadyStage,
  readyStage,
} from "./models.js";
import { rangeNotices, windNotices } from "./weather-notices.js";

/** Longest panel (s) of two sub-steps when `subSteps` is "auto" (research/accuracy.md has the study). */
const LONGEST_PANEL = 900;

/** Which parts of the chain run. */
export interface Switches {
  readonly sun: boolean;
  readonly light: boolean;
  readonly plane: boolean;
  readonly shading: boolean;
  readonly temperature: boolean;
  readonly snow: boolean;
  readonly tracker: boolean;
}

/** Weather intervals that the decomposition may look at before and after its own; Infinity: the whole series. */
export interface Neighbours {
  readonly before: number;
  readonly after: number;
}

export interface Basis {
  readonly request: ObservationRequest;
  readonly series: CheckedWeather;
  readonly settings: Settings;
  readonly site: Site;
  readonly timeZone: number;
  readonly weather: Lattice;
  readonly output: Lattice;
  /** Output intervals [0, count) of the output lattice. */
  readonly count: number;
  readonly subSteps: SubSteps;
  /** Whether sub-steps are wanted at night, too. */
  readonly everyStep: boolean;
  readonly run: Switches;
  /** 360 elevations, or null for a flat horizon (a list of zeros is flat). */
  readonly horizon: ArrayLike<number> | null;
  readonly clearSky: ReadyStage;
  readonly decomposition: ReadyStage;
  readonly transposition: ReadyStage;
  /** null: the default formula. */
  readonly pv: ReadyStage | null;
  readonly reach: Neighbours;
  readonly notices: Notice[];
}

export function makeBasis(
  asked: ObservationRequest,
  given: CheckedWeather,
  settings: Settings,
  context: ObservationContext,
): Basis {
  const notices: Notice[] = [];
  const request = asIntervals(asked, "what is computed interval by interval");
  const series = withTemperature(given, settings);
  const run = switches(request, settings);
  const site = locate(request, series, settings, notices);
  const weather = weatherLattice(series);
  const { start, interval, count } = outputGrid(
    ...period(request, series, weather),
    request.frequency,
    settings.gridOffset,
  );
  const stage = (family: Family, choice: ModelChoice) =>
    readyStage(family, choice, site, context.registry, settings.rows !== null);
  const models = context.models ?? {};
  const pv = stage("pv", models.pv ?? { stage: defaultPvStage as Stage });
  const decomposition = stage("decomposition", models.decomposition ?? defaultDecomposition(series));
  const clearSky = stage("clear-sky", models.clearSky ?? DEFAULT_CLEAR_SKY);
  const output = { origin: start, step: interval * 1000 };
  noticeAssumptions(request, series, settings, run, notices);
  if (run.sun) notices.push(...rangeNotices(clearSky.stage, site, series));
  if (request.parameters.some((name) => name.startsWith("pv_")))
    notices.push(...windNotices(pv.stage, series, weather, start, start + count * output.step));
  if (context.tracker !== undefined && !run.tracker) {
    const message = 'context.tracker is not used: the plane is fixed unless tracking_mode is "1_axis"';
    notices.push({ code: "tracker", message });
  }
  if (request.horizon !== "auto" && settings.horizon !== undefined && !isFlat(settings.horizon)) {
    const message = 'context.horizon is not used: it applies to queries with horizon "auto"';
    notices.push({ code: "horizon", message });
  }
  if (settings.albedo !== undefined && run.plane && !isEmpty(series.columns.albedo)) {
    notices.push({ code: "albedo", message: "context.albedo is not used: the weather has its own" });
  }
  for (const key of ["rows", "shade"] as const) {
    if (settings[key] === null || !run.plane || run.shading) continue;
    notices.push({ code: key, message: `context.${key} is not used: it shades only the values with shading` });
  }
  if (settings.shade && run.tracker)
    throw new RangeError("context.shade is for fixed planes: tracking_mode must be none, got 1_axis");
  return {
    request,
    series,
    settings,
    site,
    timeZone: timeZoneOf(request.lon, series, settings),
    weather,
    output,
    count,
    subSteps: settings.subSteps === "auto" ? { panel: LONGEST_PANEL } : { count: settings.subSteps },
    everyStep: settings.extra.some((name) => !DARK_AT_NIGHT.includes(name)),
    run,
    horizon: horizonLine(request, settings),
    clearSky,
    decomposition,
    transposition: stage("transposition", models.transposition ?? DEFAULT_TRANSPOSITION),
    // The default formula, named or not, takes the means of the interval unless `pv.step` says otherwise.
    pv: pv.stage === defaultPvStage && settings.pvStep === "interval" ? null : pv,
    reach: reachInIntervals(decomposition.stage.reach, series.interval),
    notices,
  };
}

function isEmpty(column: Float64Array | undefined): boolean {
  return column === undefined || !column.some((value) => Number.isFinite(value));
}

/** The weather with the context's temperature, if it has none of its own. */
function withTemperature(series: CheckedWeather, { temperature }: Settings): CheckedWeather {
  if (temperature === undefined || !isEmpty(series.columns.temperature)) return series;
  return { ...series, columns: { ...series.columns, temperature: new Float64Array(series.count).fill(temperature) } };
}

/** What an answer rests on that neither the weather nor the context says. */
function noticeAssumptions(
  { parameters }: ObservationRequest,
  { columns }: CheckedWeather,
  settings: Settings,
  run: Switches,
  notices: Notice[],
): void {
  const pv = parameters.filter((name) => name.startsWith("pv_"));
  if (pv.length > 0 && run.light && isEmpty(columns.temperature)) {
    const message =
      `${pv.join(" and ")} cannot be computed without an air temperature, which the weather does not have: values are null wherever ` +
      "there is light; give a column of it, or a constant (temperature)";
    notices.push({ code: "temperature", message });
  }
  const showsClearSky = parameters.includes("global_clear_sky_irradiance") || settings.extra.some(isOfClearSky);
  const hasTurbidity = !isEmpty(columns.linke_turbidity) || !isEmpty(columns.aerosol_optical_depth);
  if (showsClearSky && settings.isTurbidityAssumed && !hasTurbidity) {
    const message =
      "no turbidity is given: the clear sky is computed with a Linke turbidity of 3 in every month; the embedded climatology has the place's own " +
      "(createEngine, or clearTurbidity of irradiance-engine/climatology)";
    notices.push({ code: "turbidity", message });
  }
}

function isOfClearSky(name: DiagnosticName): boolean {
  return name.startsWith("clear_sky");
}

function defaultDecomposition({ sampling }: CheckedWeather): ModelChoice {
  return sampling === "instant" ? INSTANT_DECOMPOSITION : DEFAULT_DECOMPOSITION;
}

/** Standard-time UTC offset in hours: of the context, else of the weather's place, else of the longitude. */
export function timeZoneOf(lon: number, { place }: CheckedWeather, { timeZone }: Settings): number {
  return timeZone ?? place?.timeZone ?? Math.round(lon / 15) + 0;
}

function locate(request: ObservationRequest, series: CheckedWeather, settings: Settings, notices: Notice[]): Site {
  const place = series.place;
  if (place) {
    const away = Math.max(
      Math.abs(place.latitude - request.lat),
      Math.abs(((((place.longitude - request.lon) % 360) + 540) % 360) - 180),
    );
    // A rounding error is no distance: 50.1 - 50 is 0.10000000000000142.
    if (away > 0.1 + 1e-9) {
      notices.push({
        code: "place",
        message: `the weather is for ${place.latitude}, ${place.longitude}, the request for ${request.lat}, ${request.lon}`,
      });
    }
  }
  const altitude = settings.altitude ?? place?.altitude;
  if (altitude === undefined) {
    notices.push({
      code: "altitude",
      message: "no altitude given: 0 m is used",
    });
  }
  return { latitude: request.lat, longitude: request.lon, altitude: altitude ?? 0 };
}

/** Instants stand for the interval centred on them. Whole milliseconds, so that edges can be compared exactly. */
export function weatherLattice(series: CheckedWeather): Lattice {
  const step = Math.round(series.interval * 1000);
  if (Math.abs(step - series.interval * 1000) > 1e-6 || !Number.isInteger(series.start)) {
    throw new WeatherError(
      `weather.start and weather.interval must be whole milliseconds, got ${series.start} ms and ${series.interval} s`,
    );
  }
  return { origin: series.sampling === "instant" ? series.start - step / 2 : series.start, step };
}

/** Output intervals of one request: 30 years of minutes, 130 MB a column. A query alone cannot ask for more memory. */
const MOST_OUTPUTS = 1.6e7;

/** The unrounded period: as requested, else the weather's own. */
function period(request: IntervalRequest, series: CheckedWeather, weather: Lattice): [number, number] {
  const begin = weather.origin;
  const end = weather.origin + series.count * weather.step;
  // The span of instants sticks out of their period by half a step on either side. Finer outputs begin at the whole one that
  // is nearest; coarser ones hold whatever instant is in them.
  const whole = (time: number) => {
    if (series.sampling !== "instant") return time;
    const step = FREQUENCIES[request.frequency];
    return step > weather.step ? time + weather.step / 2 : Math.round(time / step) * step;
  };
  const from = request.start ?? whole(begin);
  const to = request.end ?? whole(end);
  checkOverlap(from, to, begin, end);
  if ((to - from) / FREQUENCIES[request.frequency] > MOST_OUTPUTS) {
    refusePeriod(from, to, `has more than ${MOST_OUTPUTS} intervals`);
  }
  return [from, to];
}

/** @throws RequestError for a period [from, to) without any of the weather in [begin, end) */
export function checkOverlap(from: number, to: number, begin: number, end: number): void {
  if (from < to && from < end && to > begin) return;
  refusePeriod(from, to, `does not overlap the weather, which covers ${formatTime(begin)} to ${formatTime(end)}`);
}

function refusePeriod(from: number, to: number, why: string): never {
  const period = `the period from ${formatTime(from)} to ${formatTime(to)}`;
  throw new RequestError("start", `invalid value for parameter "start": ${period} ${why}`);
}

/** Diagnostics that are 0 where there are no sub-steps. */
const DARK_AT_NIGHT: readonly DiagnosticName[] = ["clear_sky_dni", "clear_sky_dhi", "rear_irradiance"];

/** Diagnostics that look at the light or the plane, not at the sun alone. */
const LIGHT_EXTRAS: readonly DiagnosticName[] = ["clearness_index", "incidence_angle", "rear_irradiance"];

function switches(request: ObservationRequest, settings: Settings): Switches {
  const needs = new Set<Need>(request.parameters.flatMap((name) => PARAMETERS[name].needs));
  const tracker = request.trackingMode === "1_axis";
  const extra = settings.extra.length > 0;
  const rear = settings.extra.includes("rear_irradiance");
  const light = needs.has("irradiance") || settings.extra.some((name) => LIGHT_EXTRAS.includes(name));
  return {
    sun: light || needs.has("clear-sky") || tracker || extra,
    light,
    plane: needs.has("plane") || settings.extra.includes("incidence_angle") || rear,
    shading: needs.has("shading") || rear,
    temperature: needs.has("temperature"),
    snow: needs.has("snow"),
    tracker,
  };
}

function horizonLine({ horizon }: ObservationRequest, settings: Settings): ArrayLike<number> | null {
  if (horizon === "flat") return null;
  const line = horizon === "auto" ? settings.horizon : horizon;
  if (line === undefined) {
    throw new RequestError(
      "horizon",
      'invalid value for parameter "horizon": "auto" needs a horizon line in context.horizon (360 elevations in degrees)',
    );
  }
  return isFlat(line) ? null : line;
}

function isFlat(line: ArrayLike<number>): boolean {
  return Array.from(line).every((elevation) => elevation === 0);
}

function reachInIntervals(reach: Reach, interval: number): Neighbours {
  if (typeof reach === "number") return { before: reach, after: reach };
  if (reach === "series") return { before: Number.POSITIVE_INFINITY, after: Number.POSITIVE_INFINITY };
  if (typeof reach === "string") {
    const span = Math.ceil((reach === "hour" ? 3600 : 86_400) / interval) + 1;
    return { before: span, after: span };
  }
  if ("before" in reach) return { before: Math.max(Math.ceil(reach.before / interval) - 1, 1), after: reach.after };
  const each = reach.map((one) => reachInIntervals(one, interval));
  return {
    before: Math.max(...each.map(({ before }) => before)),
    after: Math.max(...each.map(({ after }) => after)),
  };
}
