/** The weather for a request: the archive's data for the requested parameters, or a refusal that names what is missing. */
import type { Archive, Period, Place } from "irradiance-archive";
import { plan } from "irradiance-archive";
import type { ArchiveWeather, Plan, PlanOptions, Purpose, Survey } from "irradiance-archive/internal/server";
import { PARAMETERS, type WeatherColumn, type WeatherSeries } from "irradiance-engine";
import { shareWeather } from "irradiance-engine/bulk";
import { isIrradiance, sunAt } from "irradiance-engine/internal/series";
import { HOUR, type Lru, lruOf } from "irradiance-engine/internal/shared";
import { loopTurn } from "../loop-slices.js";
import { describeFailures, Refusal } from "./refusal.js";
import { wireTime } from "./wire.js";

/*
 * Recent surveys are not repeated, and series read for an answer are kept while there is room: many requests are for few
 * places. Cached data are keyed by their revision, so they never outlive it.
 */

/** Lifetime of a survey in ms: well below the time in which the archive notices its own changes. */
const SURVEY_HOLDS = 250;
const MOST_SURVEYS = 1000;
/** Bytes of series that are kept. */
const MOST_BYTES = 128 * 1024 * 1024;
/** Approximate overhead of a cached answer beyond its values. */
const BYTES_OF_ANY = 4096;

/** @param most bytes of series */
export function rememberingArchive(archive: Archive, most = MOST_BYTES): Archive {
  return { ...archive, survey: rememberedSurvey(archive), read: rememberedRead(archive, most) };
}

interface CachedSurvey {
  readonly survey: Survey;
  /** Its offers in one text: a survey that says the same is the same, and so are its plans. */
  readonly text: string;
  /** On the clock of `performance`, and as the request's time. */
  readonly made: number;
  readonly now: number;
}

/** A survey with failures is repeated each time: the archive knows which sources to skip. */
function rememberedSurvey(archive: Archive): Archive["survey"] {
  const surveys = lruOf<CachedSurvey>(MOST_SURVEYS);
  return async (place, now, options) => {
    const key = `${place.latitude},${place.longitude},${place.altitude}`;
    const known = surveys.get(key);
    if (known !== undefined && isFresh(known, now)) return known.survey;
    await loopTurn(); // of places not seen before, those asked for together would hold the loop together
    const found = await archive.survey(place, now, options);
    surveys.delete(key);
    if (found.failures.length > 0) return found;
    const text = JSON.stringify(found.offers);
    const survey = known?.text === text ? known.survey : found;
    surveys.set(key, { survey, text, made: performance.now(), now });
    return survey;
  };
}

function isFresh({ made, now: then }: CachedSurvey, now: number): boolean {
  return performance.now() - made < SURVEY_HOLDS && Math.abs(now - then) < SURVEY_HOLDS;
}

function rememberedRead(archive: Archive, most: number): Archive["read"] {
  const kept = lruOf(most, sizeOf);
  return async (wanted, options) => {
    const key = nameOf(wanted);
    const known = kept.get(key);
    if (known !== undefined) return known;
    await loopTurn();
    const read = await archive.read(wanted, options);
    // Data read instead of a failed source have another revision than their plan.
    if (read.passedOver.length > 0 || sizeOf(read) > most) return read;
    await loopTurn();
    // Threads take it as it is.
    const weather = { ...read, series: shareWeather(read.series) };
    kept.set(key, weather);
    return weather;
  };
}

function sizeOf({ series }: ArchiveWeather): number {
  return Object.values(series.columns).reduce((sum, column) => sum + 8 * (column?.length ?? 0), BYTES_OF_ANY);
}

const NAMES = new WeakMap<Plan, string>();

/** Everything that a reading depends on: the request, and the data that serve it. */
function nameOf(made: Plan): string {
  const known = NAMES.get(made);
  if (known !== undefined) return known;
  const { purpose, place, period, margin, columns, welcome, synthetic, revision } = made;
  const name = JSON.stringify([purpose, place, period, margin, columns, welcome, synthetic, revision]);
  NAMES.set(made, name);
  return name;
}

const PLANS = new WeakMap<Survey, Lru<Plan>>();
const MOST_PLANS = 1000;

/** The archive's plan: of the same survey and the same wish it is the same. */
export function rememberedPlan(survey: Survey, options: PlanOptions): Plan {
  let plans = PLANS.get(survey);
  if (plans === undefined) PLANS.set(survey, (plans = lruOf(MOST_PLANS)));
  const key = JSON.stringify(options);
  const known = plans.get(key);
  if (known !== undefined) return known;
  const made = plan(survey, options);
  plans.set(key, made);
  return made;
}

export interface WeatherQuery {
  readonly purpose: Purpose;
  readonly place: Place;
  readonly period: Period;
  /** Length of the intervals of the answer, seconds. */
  readonly step: number;
  /** Names of the requested parameters. */
  readonly parameters: readonly string[];
  /** Columns that are read beside the parameters' own, if the sources have them. */
  readonly welcome?: readonly WeatherColumn[] | undefined;
  /** Whether synthetic weather may be given. */
  readonly synthetic: boolean;
  /** Arrival, Unix ms. */
  readonly now: number;
}

export interface PlannedWeather {
  /** For the ETag. */
  readonly revision: string;
  /** A source did not answer: the plan was made without it. */
  readonly passing: boolean;
  readonly synthetic: boolean;
  /** Seconds: the longest intervals of the sources of light after a time; 0 without light. @param time Unix ms */
  stepAfter(time: number): number;
  read(signal: AbortSignal): Promise<ArchiveWeather>;
}

/** Margin that decompositions may read beyond the period, so that a day is the same alone and within its year. */
const MARGIN = 24 * HOUR;

/** Further columns that the engine uses if a source has them. */
const HELPFUL: readonly WeatherColumn[] = [
  "temperature",
  "snow_depth",
  "albedo",
  "pressure",
  "relative_humidity",
  "precipitable_water",
  "aerosol_optical_depth",
  "linke_turbidity",
];

/** What each need is met by: any of these. */
const COLUMNS: { readonly [name in Need]: readonly WeatherColumn[] } = {
  irradiance: [
    "global_horizontal_irradiance",
    "direct_normal_irradiance",
    "direct_horizontal_irradiance",
    "diffuse_horizontal_irradiance",
  ],
  temperature: ["temperature"],
  snow: ["snow_depth"],
  "dew point": ["dew_point_temperature"],
  humidity: ["relative_humidity"],
  wind: ["wind_speed"],
};

/**
 * @throws Refusal "no data" when every requested parameter that needs data has none: it names the nearest period with data;
 *   "no response" when a source that may have some does not respond
 */
export async function findWeather(archive: Archive, query: WeatherQuery, signal: AbortSignal): Promise<PlannedWeather> {
  const survey = await archive.survey(query.place, query.now, { signal });
  const found = weatherIn(archive, survey, query);
  if (found === undefined) throw nothingThere(survey, query);
  return found;
}

/** What a survey has of it; undefined if every requested parameter that needs data has none. */
export function weatherIn(archive: Archive, survey: Survey, query: WeatherQuery): PlannedWeather | undefined {
  const needs = needsOf(query.parameters);
  if (needs.length === 0) return noWeatherNeeded(query);
  const plan = planOf(survey, query);
  if (!needs.some((need) => COLUMNS[need].some((column) => !plan.missing.includes(column)))) return undefined;
  return {
    revision: plan.revision,
    passing: plan.failures.length > 0,
    synthetic: plan.synthetic,
    stepAfter: (time) => stepAfter(plan, time),
    async read(signal) {
      const read = await archive.read(plan, { signal });
      const wanted = needs.flatMap((need) => COLUMNS[need]);
      if (hasValues(read.series, wanted, query.period, query.place)) return read;
      return withoutEmpty(archive, survey, query, plan, read, signal);
    },
  };
}

function stepAfter({ stretches, offers }: Plan, time: number): number {
  const own = stretches.filter(({ end, columns }) => end > time && columns.some(isIrradiance));
  return Math.max(0, ...own.map(({ offer }) => offers[offer]!.interval));
}

/**
 * What covers the time without a value is passed over, as if it did not cover it.
 *
 * @throws Refusal where nothing else has any: "no response" beside a source that could not be read
 */
async function withoutEmpty(
  archive: Archive,
  survey: Survey,
  query: WeatherQuery,
  { synthetic }: Plan,
  empty: ArchiveWeather,
  signal: AbortSignal,
): Promise<ArchiveWeather> {
  const offers = survey.offers.filter((offer) => offer.class === "synthetic");
  const instead = synthetic ? undefined : weatherIn(archive, { ...survey, offers }, query);
  const own = empty.notices.filter(({ code }) => code === "missing");
  if (instead === undefined) {
    const why = own.map(({ message }) => message).join("; ") || "what covers it has no value in it";
    const unread = empty.failures.filter(({ kind }) => kind !== "no values");
    if (unread.length === 0) throw new Refusal("no data", `${whatIsMissing(query)}: ${why}`);
    const passed = `sources passed over: ${describeFailures(unread)}`;
    throw new Refusal("no response", `${whatIsMissing(query)}: ${why}; ${passed}`);
  }
  const read = await instead.read(signal);
  const passedOver = [...new Set([...empty.passedOver, ...empty.provenance.map(({ source }) => source)])];
  return { ...read, notices: [...own, ...read.notices], passedOver };
}

function planOf(survey: Survey, { parameters, purpose, period, step, synthetic, welcome = [] }: WeatherQuery): Plan {
  const needs = needsOf(parameters);
  const helpful = needs.includes("irradiance") ? HELPFUL : [];
  return rememberedPlan(survey, {
    ...{ purpose, period, interval: step, synthetic, margin: MARGIN, firstHours: true },
    columns: needs.flatMap((need) => COLUMNS[need]),
    welcome: [...helpful, ...welcome],
  });
}

/** The sun and a clear sky need no weather. */
function noWeatherNeeded({ place, period: { start, end } }: WeatherQuery): PlannedWeather {
  const first = Math.floor(start / HOUR) * HOUR;
  const temperature = new Float64Array(Math.ceil((end - first) / HOUR)).fill(Number.NaN);
  const series = { start: first, interval: 3600, columns: { temperature }, place: { ...place } } as WeatherSeries;
  const weather = { series, provenance: [], notices: [], failures: [], passedOver: [], revision: "none" };
  return { revision: "none", passing: false, synthetic: false, stepAfter: () => 0, read: async () => weather };
}

const WHAT: { readonly [purpose in Purpose]: string } = {
  history: "no weather",
  forecast: "no forecast",
  "typical-year": "no typical year",
};

const WANTED: { readonly [purpose in Purpose]: string } = {
  history: "any",
  forecast: "a forecast",
  "typical-year": "a typical year",
};

/** Names the nearest period with data. */
export function nothingThere(survey: Survey, query: WeatherQuery): Refusal {
  const { purpose } = query;
  const { nearest, failures } = planOf(survey, query);
  const what = whatIsMissing(query);
  const instead =
    nearest === undefined
      ? `no source has ${WANTED[purpose]} for this place (see /v1/sources)`
      : `the nearest available is from ${wireTime(nearest.start)} to ${wireTime(nearest.end)}`;
  if (failures.length === 0) return new Refusal("no data", `${what}: ${instead}`);
  return new Refusal("no response", `${what}: ${instead}; sources passed over: ${describeFailures(failures)}`);
}

function whatIsMissing({ purpose, place, parameters }: WeatherQuery): string {
  const when = purpose === "typical-year" ? "" : " for this period";
  return `${WHAT[purpose]} with ${needsOf(parameters).join(", ")} at ${place.latitude},${place.longitude}${when}`;
}

type Need = "irradiance" | "temperature" | "snow" | "dew point" | "humidity" | "wind";

/** Of the climate parameters beyond the observation's. */
const CLIMATE_NEEDS: { readonly [name: string]: readonly Need[] } = {
  dew_point_temperature: ["dew point"],
  relative_humidity: ["humidity"],
  wind_speed: ["wind"],
};

/** The needs of the parameters, without repetition. PV production needs irradiance; without temperature it is still computed. */
export function needsOf(parameters: readonly string[]): readonly Need[] {
  return [...new Set(parameters.flatMap(needsOfOne))];
}

function needsOfOne(name: string): readonly Need[] {
  if (!(name in PARAMETERS)) return CLIMATE_NEEDS[name] ?? [];
  const { needs } = PARAMETERS[name as keyof typeof PARAMETERS];
  if (needs.includes("irradiance" as never)) return ["irradiance"];
  if (needs.includes("temperature" as never)) return ["temperature"];
  return needs.includes("snow" as never) ? ["snow"] : [];
}

/** Sine of the sun's height, some 6°: below it none may be light, and a night's zeros tell nothing of the day. */
const BY_DAY = 0.1;

/** @param columns one with values is enough; light counts by day, if there is a day */
function hasValues(
  series: WeatherSeries,
  columns: readonly WeatherColumn[],
  { start, end }: Period,
  place: Place,
): boolean {
  const step = series.interval * 1000;
  const first = series.start as number;
  const [from, to] = [Math.max(0, Math.floor((start - first) / step)), Math.ceil((end - first) / step)];
  const rowWith = (name: WeatherColumn, isWanted: (value: number, row: number) => boolean) => {
    const values = series.columns[name] ?? [];
    for (let row = from; row < Math.min(to, values.length); row++) {
      const value = values[row];
      if (typeof value === "number" && !Number.isNaN(value) && isWanted(value, row)) return true;
    }
    return false;
  };
  const light = columns.filter(isIrradiance);
  const others = columns.filter((name) => !isIrradiance(name));
  if (others.some((name) => rowWith(name, () => true))) return true;
  if (light.some((name) => rowWith(name, (value) => value > 0))) return true;
  if (!light.some((name) => rowWith(name, () => true))) return false;
  const times = Float64Array.from({ length: to - from }, (_, k) => first + (from + k + 0.5) * step);
  const { sine } = sunAt(times, place);
  const isDay = (row: number) => sine[row - from]! > BY_DAY;
  return !sine.some((height) => height > BY_DAY) || light.some((name) => rowWith(name, (_, row) => isDay(row)));
}
