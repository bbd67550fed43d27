/** What all sources offer for a place. */
import type { Breaker } from "./breaker.js";
import { withDeadline } from "./deadline.js";
import { messageOf } from "./errors.js";
import { checkPlace } from "./place.js";
import type { Offer, Place, WeatherSource } from "./source.js";

export interface SourceFailure {
  readonly source: string;
  readonly message: string;
}

/** Plain data: a plan needs nothing else. */
export interface Survey {
  readonly place: Place;
  /** Unix ms. */
  readonly now: number;
  readonly offers: readonly Offer[];
  /** Sources that did not answer: an answer without them is not the whole truth. */
  readonly failures: readonly SourceFailure[];
}

export interface SurveyedSource {
  readonly source: WeatherSource;
  readonly breaker: Breaker;
}

/** Asks all side by side. A source that fails, rests or takes too long is passed over, and said so. */
export async function surveyOf(
  sources: readonly SurveyedSource[],
  place: Place,
  now: number,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<Survey> {
  checkPlace(place);
  if (!Number.isFinite(now)) throw new RangeError(`now must be Unix ms, got ${String(now)}`);
  const failures: SourceFailure[] = [];
  const offers = await Promise.all(
    sources.map(async ({ source, breaker }) => {
      const rest = breaker.rest();
      if (rest > 0) {
        failures.push({ source: source.id, message: `failed repeatedly and is not asked for another ${rest} s` });
        return [];
      }
      try {
        const found = await withDeadline(`the source ${source.id}`, timeout, signal, (own) =>
          source.offer(place, now, { signal: own }),
        );
        breaker.succeeded();
        return found;
      } catch (error) {
        signal?.throwIfAborted();
        breaker.failed();
        failures.push({ source: source.id, message: messageOf(error) });
        return [];
      }
    }),
  );
  return { place, now, offers: offers.flat(), failures };
}
