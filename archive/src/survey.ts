/** What all sources offer for a place. */
import { type Breaker, withDeadline } from "./budget.js";
import { type FailureKind, kindOf, messageOf } from "./errors.js";
import { checkPlace, type Offer, type Place, type WeatherSource } from "./source.js";

export interface SourceFailure {
  readonly source: string;
  /** Of which data set; undefined: of all of them. */
  readonly dataset?: string | undefined;
  /** The public part of it. */
  readonly kind: FailureKind;
  /** For the operator: with paths and addresses. */
  readonly message: string;
}

/** "era5", "files/roof.csv": the source, and which of its data sets. */
export function nameOf({ source, dataset }: Pick<SourceFailure, "source" | "dataset">): string {
  return dataset === undefined ? source : `${source}/${dataset}`;
}

/** That a source was asked, and what came of it. */
export interface SourceEvent {
  readonly source: string;
  readonly work: "offer" | "read";
  /** Undefined: it did what it was asked for. */
  readonly failure: SourceFailure | undefined;
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
  /** Told of everything that is asked of it. */
  readonly note: (event: Omit<SourceEvent, "source">) => void;
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
    sources.map(async ({ source, breaker, note }) => {
      const rest = breaker.rest();
      if (rest > 0) {
        const message = `failed repeatedly and is not asked again for ${rest} s`;
        failures.push({ source: source.id, kind: breaker.why, message });
        return [];
      }
      try {
        const found = await withDeadline(`the source ${source.id}`, timeout, signal, (own) =>
          source.offer(place, now, { signal: own }),
        );
        breaker.succeeded();
        // Where it has nothing it may not have looked at anything.
        if (found.length > 0) note({ work: "offer", failure: undefined });
        return found;
      } catch (error) {
        signal?.throwIfAborted();
        const failure = { source: source.id, kind: kindOf(error), message: messageOf(error) };
        breaker.failed(failure.kind);
        note({ work: "offer", failure });
        failures.push(failure);
        return [];
      }
    }),
  );
  return { place, now, offers: offers.flat(), failures };
}

/** Numbers of one source's pieces: far more than any has, and so few that those of many sources are whole numbers. */
const PIECES = 2 ** 40;

/** The piece of the first source that knows one, which mostly is the one that a plan prefers. @throws as `Archive.pieceOf` */
export async function pieceOf(
  sources: readonly SurveyedSource[],
  place: Place,
  timeout: number,
  signal: AbortSignal | undefined,
): Promise<number | undefined> {
  for (const [k, { source, breaker }] of sources.entries()) {
    if (source.pieceOf === undefined || breaker.rest() > 0) continue;
    const ask = (own: AbortSignal) => source.pieceOf!(place, own);
    const piece = await withDeadline(`the source ${source.id}`, timeout, signal, ask);
    if (piece !== undefined) return k * PIECES + piece;
  }
  return undefined;
}
