/** A run corrected by the last observations. */
import type { Notice } from "../../data/contract/observation/types.js";
import { checkWeather, type WeatherColumn, type WeatherSeries } from "../../data/weather/series.js";
import { shown } from "../../foundation/text/shown.js";
import { HOUR } from "../../foundation/time/calendar.js";
import { refuseSeconds } from "../../foundation/time/iso-time.js";
import { clearHoursOf, hourPhase, runHoursOf } from "./day-ahead/clear-hours.js";
import { MOST_EARLIER } from "./day-ahead/fit.js";
import { betterLight, type DayAheadTable, expectedIndex } from "./day-ahead/predictors.js";
import { DEFAULT_TABLE } from "./default-table.generated.js";
import { ALONE_AFTER, fadedLight, splitAnew, unobservedWeight, weightsAt } from "./forecast-light.js";
import type { PastRun } from "./known-past.js";
import {
  besideDayAhead,
  type ForecastPlace,
  type IndexClimatology,
  isTelling,
  type Observed,
  observedOn,
  onRows,
  QUARTER_HOUR,
  type QuarterHours,
  quarterHoursOf,
  type SkyState,
  siteOf,
  skyState,
} from "./quarter-hours.js";
import { type CorrectionTable, PREDICTORS, type Sky } from "./table.js";

export interface CorrectionOptions {
  /** When the forecast is made, Unix ms: nothing after it is known. */
  readonly now: number;
  readonly place: ForecastPlace;
  /** Mean clear-sky index of the place. */
  readonly climatology: IndexClimatology;
  /** Default: `DEFAULT_TABLE`. */
  readonly table?: CorrectionTable | undefined;
  /** Corrects the run at every lead, before the observations correct its first hours. Default: no such correction. */
  readonly dayAhead?: DayAheadTable | undefined;
  /** Runs of the same model that were there before this one, in any order: `dayAhead` looks at the newest that cover an hour. */
  readonly earlier?: readonly PastRun[] | undefined;
}

/** The weight of an observation at a lead time. */
export interface CorrectionWeight {
  /** Seconds from the end of the last observation to the end of the time forecast. */
  readonly lead: number;
  /** Of the observed clear-sky index, of the run's, and of the run's in the last hour observed, against the climatology. */
  readonly observation: number;
  readonly run: number;
  readonly runLastHour: number;
}

/** How a run was corrected, for its provenance. */
export interface Correction {
  /**
   * `past`: no observation corrects the run, but the place's own past weighs it against the climatology; `none`: the run is
   * unchanged. Later versions may add further values.
   */
  readonly method: "observation" | "past" | "none";
  /** Why no observation corrects it. */
  readonly reason: string | undefined;
  /** Name of the table of weights. */
  readonly table: string;
  /** End of the last observation, Unix ms, and its age in seconds; undefined if there is none. */
  readonly observedUntil: number | undefined;
  readonly age: number | undefined;
  /** How the sky was before it. */
  readonly sky: Sky | undefined;
  /** At some lead times; empty for an unchanged run. */
  readonly weights: readonly CorrectionWeight[];
  /** What the table that corrected all leads was learnt from; undefined: none did. */
  readonly dayAhead: string | undefined;
  /** Initial offset of the run's temperature, K; undefined: no offset. */
  readonly temperature: number | undefined;
}

/** @experimental */
export interface Corrected {
  /**
   * In quarters of an hour: GHI, its beam and diffuse part if the run has them, and the run's other columns. A corrected run has
   * the observed values where there are any, which avoids a step between the run's past and the corrected hours.
   */
  readonly series: WeatherSeries;
  readonly correction: Correction;
  /** GHI of the clear sky in the same rows, W/m²: with it the spread is found (`forecastQuantiles`). */
  readonly clear: Float64Array;
  /** The first row forecast, one lead time after the last observation, or after `now`. */
  readonly first: number;
  readonly notices: readonly Notice[];
}

/** ms: an older observation corrects nothing. */
const STALE = 2 * HOUR;
/** Leads of the weights in a provenance: 15 min, 1, 3 and 6 hours. */
const TOLD_LEADS = [1, 4, 12, 24];

/**
 * Corrects the first hours of a run by the last observations. The clear-sky index is the climatology's, plus weighted departures
 * from it: those in the last observed quarter hour and hour, in the run, and in the run during that last hour. The weights depend
 * on lead time, step of the observations and kind of sky (`CorrectionTable`), up to 6 hours; from there to 12 hours they fade into
 * the run. Beam and diffuse light are split again; temperature shifts by its last difference, which fades over the same 12 hours.
 *
 * There is no correction without an observation within the last two hours with the sun above 5°, or if the run does not cover the
 * last observed hour; `correction.reason` says so. The run is then unchanged or, with a table learnt at the place, weighed against
 * the climatology. Temperature is corrected without sun, too.
 *
 * @param run means in steps up to 15 minutes or of whole quarters of an hour; GHI is required
 * @param observations the same, optionally with temperature; intervals that end after `now` are ignored
 * @throws TypeError, RangeError that name an unusable argument; WeatherError for a malformed series
 */
export function correctForecast(
  run: WeatherSeries,
  observations: WeatherSeries,
  options: CorrectionOptions,
): Corrected {
  const { now, place, climatology, table = DEFAULT_TABLE } = options;
  refuseSeconds("correctForecast: now", now);
  if (!Number.isFinite(now)) throw new TypeError(`correctForecast: now must be Unix ms, got ${shown(now)}`);
  const model = checkRun(run);
  const end = model.start + model.count * model.interval * 1000;
  const rows = quarterHoursOf({ start: model.start, end }, place, climatology);
  const columns = columnsOf(model, rows);
  const observed = observedOn(rows, observations, now);
  const quarterHours = options.dayAhead === undefined ? rows : besideDayAhead(rows, observed.isCoarse);
  const ghi = runLight(run, columns.get("global_horizontal_irradiance")!, quarterHours, options);
  const known = lastKnown(observed.ghi);
  const why = whyNot(known, observed, ghi, quarterHours, now);
  const state = why === undefined ? skyState(quarterHours, observed.ghi, ghi, known + 1) : undefined;
  // The row that now lies in is the first to forecast.
  const first = state === undefined ? Math.max(0, Math.floor((now - quarterHours.start) / QUARTER_HOUR)) : known + 2;
  const corrected = correctLight(
    ghi,
    quarterHours,
    table,
    state,
    state === undefined ? first : known + 1,
    first,
    observed,
  );
  const temperature = correctTemperature(columns, observed, quarterHours, now);
  const isWeighed = table.unobserved.some(({ weights }) => weights[0] !== 1);
  const isPast = isWeighed || options.dayAhead !== undefined;
  return {
    series: seriesOf(columns, corrected, quarterHours, place),
    correction: {
      method: state !== undefined ? "observation" : isPast ? "past" : "none",
      reason: why,
      table: table.name,
      observedUntil: known < 0 ? undefined : quarterHours.start + (known + 1) * QUARTER_HOUR,
      age: known < 0 ? undefined : (now - quarterHours.start - (known + 1) * QUARTER_HOUR) / 1000,
      sky: state?.sky,
      weights:
        state !== undefined || isWeighed ? TOLD_LEADS.map((lead) => weightTold(table, state, lead, observed)) : [],
      dayAhead: options.dayAhead && (options.dayAhead.evidence || options.dayAhead.name),
      temperature,
    },
    clear: quarterHours.sky.global,
    first,
    notices: noticesOf(model.columns),
  };
}

function checkRun(run: WeatherSeries) {
  const model = checkWeather(run);
  if (model.columns.global_horizontal_irradiance === undefined)
    throw new TypeError("correctForecast: the run must have global_horizontal_irradiance");
  if (model.sampling === "instant") throw new TypeError("correctForecast: the run must be means, got instants");
  return model;
}

/** GHI of the run, corrected at every lead where a table is given. */
function runLight(
  run: WeatherSeries,
  light: Float64Array,
  quarterHours: QuarterHours,
  { dayAhead, earlier = [], now, place }: CorrectionOptions,
): Float64Array {
  if (dayAhead === undefined) return light;
  const model = checkWeather(run);
  // One that had ended when this one begins says nothing of its hours.
  const before = earlier
    .filter(({ issued, series }) => issued <= now && endOf(series) > model.start)
    .sort((a, b) => b.issued - a.issued);
  const all = [run, ...before.slice(0, MOST_EARLIER).map(({ series }) => series)];
  const start = Math.min(...all.map((series) => checkWeather(series).start));
  const end = quarterHours.start + quarterHours.count * QUARTER_HOUR;
  const phase = hourPhase(run);
  const clear = clearHoursOf({ start: Math.floor((start - phase) / HOUR) * HOUR + phase, end }, place);
  const hours = all.map((series, k) =>
    runHoursOf(series, clear, `correctForecast: ${k === 0 ? "the run" : "earlier"}`),
  );
  const expected = expectedIndex(dayAhead, hours, clear);
  return betterLight(light, quarterHours.sky.global, quarterHours, expected, hours[0]!, clear);
}

function endOf(series: WeatherSeries): number {
  const { start, count, interval } = checkWeather(series);
  return start + count * interval * 1000;
}

type Columns = Map<WeatherColumn, Float64Array>;

/** Everything that the run has, on quarter hours; of its components the beam on level ground. */
function columnsOf(model: ReturnType<typeof checkRun>, quarterHours: QuarterHours): Columns {
  const { global, direct } = quarterHours.sky;
  const { global_horizontal_irradiance: ghi, direct_horizontal_irradiance: beam, ...others } = model.columns;
  const { diffuse_horizontal_irradiance: diffuse, direct_normal_irradiance: _normal, ...states } = others;
  const on = (values: Float64Array, clear?: Float64Array) => onRows(quarterHours, model, "the run", values, clear);
  const columns: Columns = new Map([["global_horizontal_irradiance", on(ghi!, global)]]);
  const level = beam ?? diffuse?.map((value, k) => ghi![k]! - value);
  if (level !== undefined) {
    const light = columns.get("global_horizontal_irradiance")!;
    const course = on(level, direct).map((value, k) => Math.min(Math.max(value, 0), light[k]!));
    columns.set("direct_horizontal_irradiance", course);
  }
  for (const [name, values] of Object.entries(states)) columns.set(name as WeatherColumn, on(values));
  return columns;
}

function noticesOf(columns: { readonly [name in WeatherColumn]?: Float64Array }): Notice[] {
  const {
    direct_normal_irradiance: normal,
    direct_horizontal_irradiance: direct,
    diffuse_horizontal_irradiance,
  } = columns;
  if (normal === undefined || direct !== undefined || diffuse_horizontal_irradiance !== undefined) return [];
  const message = "the run's direct normal irradiance is left out: a model splits the corrected light";
  return [{ code: "split", message }];
}

function lastKnown(values: Float64Array): number {
  let row = values.length - 1;
  while (row >= 0 && Number.isNaN(values[row]!)) row--;
  return row;
}

/** Why there is no correction; undefined if there is one. */
function whyNot(known: number, { ghi }: Observed, run: Float64Array, quarterHours: QuarterHours, now: number) {
  if (known < 0) return "no observation falls within the run";
  const age = now - quarterHours.start - (known + 1) * QUARTER_HOUR;
  if (age > STALE) return `the last observation is ${Math.round(age / 60_000)} minutes old, more than 120`;
  if (!isTelling(quarterHours, ghi, known)) return "the sun was too low at the last observation";
  const state = skyState(quarterHours, ghi, run, known + 1);
  if (Number.isNaN(state.runLastHour)) return "the run does not cover the last observed hour";
  return undefined;
}

/** @param from first row that changes @param first row of a lead of one quarter */
function correctLight(
  ghi: Float64Array,
  quarterHours: QuarterHours,
  table: CorrectionTable,
  state: SkyState | undefined,
  from: number,
  first: number,
  { ghi: seen, isCoarse }: Observed,
): Float64Array {
  return ghi.map((run, row) => {
    const lead = row - first + 1;
    if (state !== undefined && row < from && !Number.isNaN(run) && !Number.isNaN(seen[row]!)) return seen[row]!;
    if (row < from || Number.isNaN(run)) return run;
    return fadedLight(table, quarterHours, state, row, run, lead, isCoarse);
  });
}

/** @returns K that the first row is moved by; undefined: none */
function correctTemperature(columns: Columns, observed: Observed, quarterHours: QuarterHours, now: number) {
  const run = columns.get("temperature");
  if (run === undefined || observed.temperature === undefined) return undefined;
  const known = lastKnown(observed.temperature);
  const age = now - quarterHours.start - (known + 1) * QUARTER_HOUR;
  const difference = known < 0 || age > STALE ? Number.NaN : observed.temperature[known]! - run[known]!;
  if (Number.isNaN(difference)) return undefined;
  const seen = observed.temperature;
  const moved = run.map((value, row) => {
    const lead = row - known;
    if (lead <= 0) return Number.isNaN(seen[row]!) || Number.isNaN(value) ? value : seen[row]!;
    return value + difference * Math.max(0, 1 - lead / ALONE_AFTER);
  });
  columns.set("temperature", moved);
  return difference;
}

function seriesOf(
  columns: Columns,
  corrected: Float64Array,
  quarterHours: QuarterHours,
  place: ForecastPlace,
): WeatherSeries {
  const before = columns.get("global_horizontal_irradiance")!;
  const direct = columns.get("direct_horizontal_irradiance");
  const out = new Map(columns).set("global_horizontal_irradiance", corrected);
  if (direct !== undefined) {
    const beam = splitAnew(before, direct, corrected, quarterHours.sky);
    out.set("direct_horizontal_irradiance", beam);
    out.set(
      "diffuse_horizontal_irradiance",
      corrected.map((value, k) => value - beam[k]!),
    );
  }
  return {
    start: quarterHours.start,
    interval: QUARTER_HOUR / 1000,
    columns: Object.fromEntries(out),
    place: siteOf(place),
  };
}

function weightTold(
  table: CorrectionTable,
  state: SkyState | undefined,
  lead: number,
  { isCoarse }: Observed,
): CorrectionWeight {
  // With nothing observed a lead time begins now.
  const seconds = ((state === undefined ? lead : lead + 1) * QUARTER_HOUR) / 1000;
  if (state === undefined) return { lead: seconds, observation: 0, run: unobservedWeight(table, lead), runLastHour: 0 };
  const weights = weightsAt(table, state, lead, isCoarse);
  const names: readonly string[] = PREDICTORS[isCoarse ? "hour" : "quarter"];
  const of = (name: string) => weights[names.indexOf(name)] ?? 0;
  return {
    lead: seconds,
    observation: of("lastQuarter") + of("lastHour"),
    run: of("run"),
    runLastHour: of("runLastHour"),
  };
}
