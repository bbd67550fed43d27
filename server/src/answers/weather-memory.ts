/**
 * Recent surveys are not repeated, and series read for an answer are kept while there is room: many requests are for few
 * places. Cached data are keyed by their revision, so they never outlive it.
 */
import { type Archive, type ArchiveWeather, type Plan, type PlanOptions, plan, type Survey } from "irradiance-archive";
import { shareWeather } from "irradiance-engine/bulk";
import { type Lru, lruOf } from "irradiance-engine/shared";
import { loopTurn } from "../loop-slices.js";

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
