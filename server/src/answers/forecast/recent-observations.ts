/**
 * What was observed in the last hours, for a correction. An answer does not wait for observations longer than a correction is worth: the
 * next one may have them.
 */
import type { Archive, Period } from "irradiance-archive";
import { ArchiveError, plan } from "irradiance-archive";
import type { ArchiveWeather, Plan, SourceClass, Survey } from "irradiance-archive/internal/server";
import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import { HOUR } from "irradiance-engine/internal/shared";
import { describeFailures } from "../refusal.js";

export interface RecentObservations {
  /** For the ETag. */
  readonly revision: string;
  /** Of all that is read. */
  readonly key: string;
  /** Ids of the sources that are read. */
  readonly sources: readonly string[];
  /** End of the newest irradiance as the sources offer it, Unix ms. */
  readonly until: number;
  read(signal: AbortSignal): Promise<ObservedWeather>;
}

export type ObservedWeather = Pick<ArchiveWeather, "provenance" | "notices" | "passedOver"> & {
  /** undefined: they could not be read, for the reason given. */
  readonly series: ArchiveWeather["series"] | undefined;
  readonly failure?: ArchiveError | undefined;
};

/** ms: what a correction looks back, and as much again for gaps. */
const LOOK_BACK = 6 * HOUR;
/** Seconds. */
const STEP = 900;

export const LIGHT: readonly WeatherColumn[] = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "direct_horizontal_irradiance",
  "diffuse_horizontal_irradiance",
];

/** Notices of a plan about its own period, which nobody asked for. */
const OF_PERIOD = ["no-data", "missing"];

/**
 * @param from Unix ms: the first that is asked for; what a correction looks back is read in any case
 * @param until Unix ms: nothing later is looked at
 * @returns undefined if no source has any irradiance of that time
 */
export function recentObservations(
  archive: Archive,
  survey: Survey,
  { from, until }: { readonly from: number; readonly until: number },
): RecentObservations | undefined {
  const made = observedPlan(survey, { start: Math.min(from, until - LOOK_BACK), end: until });
  const light = made.stretches.filter(({ columns }) => columns.some((column) => LIGHT.includes(column)));
  if (light.length === 0) return undefined;
  return {
    revision: made.revision,
    key: JSON.stringify([made.place, made.period, made.revision]),
    sources: sourcesOf(made),
    until: Math.max(...light.map(({ end }) => end)),
    read: (signal) => observed(archive, made, signal),
  };
}

/** What was measured or seen, and no model's. */
const OBSERVED: readonly SourceClass[] = ["measured", "satellite"];

/** Of what was measured or seen by satellite, unless other classes are named. */
export function observedPlan(survey: Survey, period: Period, classes = OBSERVED): Plan {
  const offers = survey.offers.filter((offer) => classes.includes(offer.class));
  const needs = { columns: LIGHT, welcome: ["temperature"], interval: STEP } as const;
  return plan({ ...survey, offers }, { purpose: "history", period, ...needs });
}

/** A forecast can do without them: sources that cannot be read are reported, not thrown. */
async function observed(archive: Archive, made: Plan, signal: AbortSignal): Promise<ObservedWeather> {
  try {
    const { series, provenance, notices, passedOver } = await archive.read(made, { signal });
    return { series, provenance, notices: notices.filter(({ code }) => !OF_PERIOD.includes(code)), passedOver };
  } catch (thrown) {
    signal.throwIfAborted();
    if (!(thrown instanceof ArchiveError)) throw thrown;
    const used = sourcesOf(made);
    const skipped = describeFailures(used.map((source) => ({ source, kind: thrown.kind, message: thrown.message })));
    return {
      series: undefined,
      provenance: [],
      notices: [{ code: "passed-over", message: `passed over: ${skipped}` }],
      passedOver: used,
      failure: thrown,
    };
  }
}

function sourcesOf({ stretches, offers }: Plan): readonly string[] {
  return [...new Set(stretches.map(({ offer }) => offers[offer]!.source))];
}

const QUARTER = 900;

/** With its global irradiance; undefined for a series without, or of other intervals. */
export function usable(series: WeatherSeries): WeatherSeries | undefined {
  return fitsQuarters(series) ? withGlobal(series) : undefined;
}

/** Global irradiance may be left to a diffuse and a direct part, which add up to it. */
function withGlobal(series: WeatherSeries): WeatherSeries | undefined {
  const { columns } = series;
  const { global_horizontal_irradiance: global, direct_horizontal_irradiance: direct } = columns;
  const diffuse = columns.diffuse_horizontal_irradiance;
  if (global !== undefined) return series;
  if (direct === undefined || diffuse === undefined) return undefined;
  const sum = Float64Array.from(direct, (value, k) => (value ?? Number.NaN) + (diffuse[k] ?? Number.NaN));
  return { ...series, columns: { ...columns, global_horizontal_irradiance: sum } };
}

/** Whether quarters of an hour are made of its intervals, or its intervals of quarters. */
function fitsQuarters({ start, interval }: WeatherSeries): boolean {
  const first = new Date(start).getTime() / 1000;
  return interval <= QUARTER || (interval % QUARTER === 0 && first % QUARTER === 0);
}

/** ms for which an answer waits for what corrects it. */
const PATIENCE = 2_000;

/** Readings that answers wait for, or no longer do, by what they read. */
const UNDER_WAY = new WeakMap<Archive, Map<string, Promise<ObservedWeather>>>();

/**
 * What the observations are, or within two seconds that they are late. Reading goes on, up to the archive's own limit of time: what it finds is
 * there for the next answer.
 *
 * @throws the signal's reason when the caller has left
 */
export async function readPatiently(
  archive: Archive,
  observations: RecentObservations,
  signal: AbortSignal,
  patience = PATIENCE,
): Promise<ObservedWeather> {
  signal.throwIfAborted();
  const reading = sharedReading(archive, observations);
  let stop = () => {};
  const late = new Promise<ObservedWeather>((resolve, reject) => {
    const timer = setTimeout(() => resolve(lateFrom(observations)), patience);
    const leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    stop = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", leave);
    };
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    stop();
  }
}

/** One for all answers that want the same: who leaves does not end it. */
function sharedReading(archive: Archive, { key, read }: RecentObservations): Promise<ObservedWeather> {
  const underWay = UNDER_WAY.get(archive) ?? new Map<string, Promise<ObservedWeather>>();
  UNDER_WAY.set(archive, underWay);
  const known = underWay.get(key);
  if (known !== undefined) return known;
  const reading = read(new AbortController().signal);
  underWay.set(key, reading);
  const done = () => void underWay.delete(key);
  reading.then(done, done);
  return reading;
}

function lateFrom({ sources }: RecentObservations): ObservedWeather {
  const skipped = describeFailures(sources.map((source) => ({ source, kind: "too slow", message: "" })));
  return {
    series: undefined,
    provenance: [],
    notices: [{ code: "passed-over", message: `passed over: ${skipped}` }],
    passedOver: sources,
    failure: new ArchiveError("ERR_ARCHIVE_TIMEOUT", "reading the observations took longer than an answer waits"),
  };
}
