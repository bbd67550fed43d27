/** Observations that take their time: an answer does not wait for them longer than a correction is worth, the next one may have it. */
import { type Archive, ArchiveError } from "irradiance-archive";
import { describeFailures } from "../failures.js";
import type { ObservedWeather, RecentObservations } from "./recent-observations.js";

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
