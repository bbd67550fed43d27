/** The weather of a forecast: the newest run, corrected by the latest observations, or CLIPER where there is no run. */
import type { Provenance } from "irradiance-archive";
import type { Notice } from "irradiance-engine";
import { type CorrectionOptions, cliper } from "irradiance-engine/forecast";
import type { ForecastEndpoint, QuantileName } from "irradiance-engine/internal/contract";
import { HOUR } from "irradiance-engine/internal/shared";
import { WORLD_REVISION, worldCredits } from "../climate/year-generator.js";
import type { PlaceData } from "../places.js";
import type { FindSeries, PlannedSeries, SeriesWeather } from "../series.js";
import { type AnswerContext, siteAltitude } from "../site.js";
import { needsOf, nothingThere, type PlannedWeather, type WeatherQuery, weatherIn } from "../weather.js";
import type { AnswerRows, CorrectedRun, Correctors } from "./corrected-run.js";
import { correctedRun, plainRun, quantilesOfRows } from "./corrected-run.js";
import { KEPT_COLUMNS, type KeptPast } from "./kept-runs.js";
import type { ObservedWeather, RecentObservations } from "./recent-observations.js";
import { LIGHT, readPatiently, recentObservations, usable } from "./recent-observations.js";
import { siteWeights, USUAL_WEIGHTS } from "./site-weights.js";
import type { NearbyTuning } from "./tunings.js";

interface ForecastOptions {
  readonly endpoint: ForecastEndpoint;
  readonly quantiles: readonly QuantileName[] | undefined;
  /** Seconds: of the answer's intervals, where they are longer than the weather's. */
  readonly interval?: number;
  /** Whether the distribution of the light is asked for without its quantiles: a system's power is made of it. */
  readonly hasBands?: boolean;
}

const QUARTER = 900_000;
/** Seconds: hours of an answer are made of corrected quarters. */
const QUARTER_SECONDS = 900;
/** ms after which a run is no longer corrected, and before now that an observation may be. */
const CORRECTED_AHEAD = 12 * HOUR;
const CORRECTED_BACK = 2 * HOUR;

/** How the weather of a request is found: all of it on one survey of the sources. */
export function forecastFinder(
  context: AnswerContext,
  { endpoint, quantiles, interval, hasBands = false }: ForecastOptions,
): FindSeries {
  return async (given, ground, signal) => {
    const { archive } = context;
    const survey = await archive.survey(given.place, given.now, { signal });
    const now = quarterOf(given.now);
    const isPrecise = endpoint === "precision";
    const tunings = isPrecise ? await context.tunings.near(given.place.latitude, given.place.longitude) : [];
    const isTaught = tunings.some(({ tuning }) => tuning.dayAhead !== undefined);
    const query = isPrecise ? preciseQuery(given, isTaught) : given;
    const run = onCourse(weatherIn(archive, survey, query), given.period, interval ?? given.step, now);
    const isNear = isPrecise && mayMatter(query, now);
    const observations = isNear
      ? recentObservations(archive, survey, { from: query.period.start, until: now })
      : undefined;
    const task = { context, query, ground, now, quantiles, hasBands, rows: rowsOf(given) };
    if (run !== undefined && !run.synthetic) {
      if (isPrecise) context.keptRuns.note(given.place, given.now);
      if (!isNear && !(isTaught && isAhead(query, now))) return plainSeries(task, run);
      const past = await context.keptRuns.of(given.place, now);
      return correctedSeries(task, run, { observations, isNear, tunings, past, failures: survey.failures });
    }
    if (observations !== undefined && cliperServes(observations, query, now)) {
      const passing = survey.failures.length > 0;
      return cliperSeries(task, observations, passing, () => nothingThere(survey, query));
    }
    if (run === undefined) throw nothingThere(survey, query);
    return plainSeries(task, run);
  };
}

/** ms ahead: no run has finer steps than an hour for longer. */
const FINE_AHEAD = 72 * HOUR;

/** Says of rows that are finer than their run what they are. */
function onCourse(
  run: PlannedWeather | undefined,
  period: WeatherQuery["period"],
  interval: number,
  now: number,
): PlannedWeather | undefined {
  if (run === undefined || period.end <= now + FINE_AHEAD) return run;
  const coarse = run.stepAfter(now + FINE_AHEAD);
  if (coarse <= interval) return run;
  const message =
    `beyond 72 hours the run has values of ${coarse / 3600} h: shorter intervals follow the course of the sun within them, and know ` +
    "nothing of their single clouds";
  return {
    ...run,
    async read(signal) {
      const read = await run.read(signal);
      return { ...read, notices: [...read.notices, { code: "course", message }] };
    },
  };
}

function rowsOf({ period: { start, end }, step }: WeatherQuery): AnswerRows {
  return { start, interval: step, count: (end - start) / (step * 1000) };
}

/**
 * The time that a correction is made at: equal requests within a quarter of an hour have equal answers, whose tag says which
 * quarter it was.
 */
export function quarterOf(now: number): number {
  return Math.floor(now / QUARTER) * QUARTER;
}

/** The run at its finest step, with its light even where only the temperature is asked for: both are corrected together. */
function preciseQuery(query: WeatherQuery, isTaught: boolean): WeatherQuery {
  const welcome = [...LIGHT, ...(isTaught ? KEPT_COLUMNS : []), ...(query.welcome ?? [])];
  return { ...query, step: Math.min(query.step, QUARTER_SECONDS), welcome: [...new Set(welcome)] };
}

/** Whether an observation can change anything of what is asked for. */
function mayMatter({ parameters, period: { start, end } }: WeatherQuery, now: number): boolean {
  const needs = needsOf(parameters);
  const isCorrected = needs.includes("irradiance") || needs.includes("temperature");
  return isCorrected && start < now + CORRECTED_AHEAD && end > now - CORRECTED_BACK;
}

/** Whether what corrects all leads can change anything of what is asked for. */
function isAhead({ parameters, period: { end } }: WeatherQuery, now: number): boolean {
  return needsOf(parameters).includes("irradiance") && end > now;
}

function cliperServes({ until }: RecentObservations, { parameters, period }: WeatherQuery, now: number): boolean {
  const isFresh = until >= now - CLIPER_STALE;
  const isNear = period.start < now + CLIPER_REACH && period.end > now;
  return isFresh && isNear && needsOf(parameters).includes("irradiance");
}

interface Task {
  readonly context: AnswerContext;
  readonly query: WeatherQuery;
  readonly ground: PlaceData;
  /** A whole quarter of an hour. */
  readonly now: number;
  readonly quantiles: readonly QuantileName[] | undefined;
  readonly hasBands: boolean;
  readonly rows: AnswerRows;
}

function plainSeries(task: Task, run: PlannedWeather): PlannedSeries {
  const { quantiles, hasBands, now } = task;
  if (quantiles === undefined && !hasBands) return run;
  return {
    revision: ["plain", run.revision, now, quantiles],
    passing: run.passing,
    async read(signal) {
      const read = await run.read(signal);
      return withQuantiles(task, plainRun(read, await optionsOf(task)));
    },
  };
}

interface Around extends Pick<Correctors, "isNear" | "failures"> {
  readonly observations: RecentObservations | undefined;
  readonly tunings: readonly NearbyTuning[];
  readonly past: KeptPast;
}

function correctedSeries(task: Task, run: PlannedWeather, around: Around): PlannedSeries {
  const { quantiles, hasBands, now, context } = task;
  const { observations, tunings, past, ...beside } = around;
  // Nothing observed, nothing that grows older; quantiles, and weights that were learnt, begin now.
  const at =
    observations === undefined && quantiles === undefined && !hasBands && tunings.length === 0 ? undefined : now;
  const learnt = tunings.map(({ revision }) => revision);
  const earlier = tunings.length === 0 ? [] : past.earlier;
  const kept = [past.refusal, ...earlier.map((one) => [one.run, one.issued, one.revision])];
  return {
    revision: ["corrected", run.revision, observations?.revision, at, quantiles, learnt, kept],
    passing: run.passing,
    async read(signal) {
      const [read, observed] = await Promise.all([
        run.read(signal),
        observations && readPatiently(context.archive, observations, signal),
      ]);
      const seen = { observed: observed?.provenance ?? [], interval: observed?.series?.interval };
      // Of a run without values: what stands in for it is drawn, and nothing observed corrects it.
      if (read.provenance.some(({ synthetic }) => synthetic)) {
        return withQuantiles(task, plainRun(read, await optionsOf(task)));
      }
      const weights = siteWeights(tunings, { now, run: read.provenance, ...seen }, past.refusal);
      const by = { ...beside, observed, earlier };
      return withQuantiles(task, correctedRun(read, by, await optionsOf(task), weights));
    },
  };
}

/** @param nothing what is thrown if the observations turn out to be of no use */
function cliperSeries(
  task: Task,
  observations: RecentObservations,
  passing: boolean,
  nothing: () => Error,
): PlannedSeries {
  const { quantiles, now } = task;
  return {
    revision: ["cliper", observations.revision, now, quantiles],
    passing,
    async read(signal) {
      const observed = await observations.read(signal);
      const weather = await cliperWeather(observed, await optionsOf(task));
      if (weather === undefined) throw nothing();
      return withQuantiles(task, weather);
    },
  };
}

/** The clear sky of a correction is the answer's own: of the same altitude and turbidity. */
async function optionsOf({ context, query, ground, now }: Task): Promise<CorrectionOptions> {
  const { latitude, longitude } = query.place;
  const { altitude, clearTurbidity: linkeTurbidity } = siteAltitude(ground);
  const climatology = await context.places.skyIndex(latitude, longitude, altitude);
  return { now, place: { latitude, longitude, altitude, linkeTurbidity }, climatology };
}

function withQuantiles(
  { quantiles: names, rows }: Task,
  { corrected, spread, raw, ...weather }: CorrectedRun,
): SeriesWeather {
  const bands = corrected && { corrected, spread, raw };
  if (names === undefined) return { ...weather, bands };
  const { quantiles, notices } = quantilesOfRows(corrected, spread, names, rows);
  return { ...weather, quantiles, bands, notices: [...weather.notices, ...notices] };
}

/** ms after now up to which CLIPER is made. */
const CLIPER_REACH = 6 * HOUR;
/** ms: an older observation says nothing of the sky now. */
const CLIPER_STALE = 2 * HOUR;

/**
 * @returns undefined where what was observed cannot be used
 * @throws ArchiveError where it cannot be read
 */
async function cliperWeather(observed: ObservedWeather, options: CorrectionOptions): Promise<CorrectedRun | undefined> {
  if (observed.failure) throw observed.failure;
  const seen = observed.series && usable(observed.series);
  if (seen === undefined) return undefined;
  const { series, observedUntil } = cliper(seen, options);
  const light = observed.provenance
    .map((one) => ({ ...one, columns: one.columns.filter((column) => LIGHT.includes(column)) }))
    .filter(({ columns }) => columns.length > 0);
  const { latitude, longitude } = options.place;
  const { interval, columns } = series;
  const start = series.start as number;
  const end = start + columns.global_horizontal_irradiance!.length * interval * 1000;
  const made: Provenance = {
    source: "cliper",
    dataset: "climatology and persistence",
    class: "forecast",
    columns: ["global_horizontal_irradiance"],
    start,
    end,
    revision: WORLD_REVISION,
    cell: { latitude, longitude, distanceKm: 0 },
    method: "point",
    corrections: [sentenceOf(observedUntil)],
    ...(await worldCredits()),
    synthetic: false,
  };
  return {
    series: { ...series, ...(observed.series?.place && { place: observed.series.place }) },
    provenance: observedUntil === undefined ? [made] : [made, ...light],
    notices: [...observed.notices, noticeOf(observedUntil, end)],
    passedOver: observed.passedOver,
    corrected: undefined,
    spread: USUAL_WEIGHTS.spread,
    raw: series,
  };
}

function sentenceOf(observedUntil: number | undefined): string {
  if (observedUntil === undefined)
    return "the month's mean clear-sky index, since no observation of the last 2 hours has the sun above 5 degrees";
  return `the clear-sky index of ${timeOf(observedUntil)}, which gradually gives way to its monthly mean`;
}

function noticeOf(observedUntil: number | undefined, end: number): Notice {
  const message =
    `no run of a weather model covers this place: until ${timeOf(end)} the forecast is CLIPER (${sentenceOf(observedUntil)}); ` +
    "later values, and columns that CLIPER does not have, are null";
  return { code: "no-run", message };
}

function timeOf(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16)}Z`;
}
