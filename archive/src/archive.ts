/** The archive: offers of the sources for a place, and the weather of a plan. */
import { breakerOf, budgetOf, limitsWith, type SomeLimits } from "./budget.js";
import { type Plan, type PlanOptions, plan } from "./plan.js";
import { type ArchiveWeather, readPlan } from "./reading.js";
import type { Place, WeatherSource } from "./source.js";
import { pieceOf, type SourceEvent, type Survey, type SurveyedSource, surveyOf } from "./survey.js";

export interface ArchiveOptions {
  /** In order of preference if all else is equal; ids must differ. */
  readonly sources: readonly WeatherSource[];
  /** Time limit in ms for a source to make its offers, or to read one stretch. Default: 15,000. */
  readonly timeout?: number | undefined;
  /** Limits of one read. */
  readonly limits?: SomeLimits | undefined;
  /** Monotonic clock in ms, for the pause of failing sources. Default: `performance.now`. */
  readonly clock?: (() => number) | undefined;
  /** Called each time a source made offers, was read, or failed: for logs. */
  readonly watch?: ((event: SourceEvent) => void) | undefined;
}

export interface WeatherOptions extends PlanOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface Archive {
  readonly sources: readonly WeatherSource[];
  /**
   * The weather of a place over a period: survey, plan and read in one call.
   *
   * @param now Unix ms: which forecast is the newest, and what is still to come
   * @throws as `survey`, `plan` and `read`
   */
  weather(place: Place, now: number, options: WeatherOptions): Promise<ArchiveWeather>;
  /**
   * The offers of all sources for a place, requested in parallel. Sources that fail or take too long are listed in `failures`.
   *
   * @param now Unix ms
   * @throws TypeError or RangeError for an invalid place; the signal's reason if it is aborted
   */
  survey(place: Place, now: number, options?: { readonly signal?: AbortSignal | undefined }): Promise<Survey>;
  /**
   * The weather of a plan. If a source cannot be read, the plan's next one replaces it, and the result says so.
   *
   * @throws ArchiveError `ERR_ARCHIVE_NO_WEATHER` if the plan is empty, `ERR_ARCHIVE_LIMIT` if it exceeds a limit,
   * `ERR_ARCHIVE_UNREADABLE` if all of its sources fail; the signal's reason if it is aborted
   */
  read(plan: Plan, options?: { readonly signal?: AbortSignal | undefined }): Promise<ArchiveWeather>;
  /**
   * Number of the piece of files that the weather of a place most likely comes from: whoever reads places in the order of these numbers
   * reads and decodes each piece once. Undefined where no source can tell.
   *
   * @throws ArchiveError for a source that cannot be opened: any other order is as right; the signal's reason if it is aborted
   */
  pieceOf(place: Place, options?: { readonly signal?: AbortSignal | undefined }): Promise<number | undefined>;
  close(): Promise<void>;
}

const TIMEOUT = 15_000;

/** @throws TypeError or RangeError for invalid options, naming them */
export function openArchive(options: ArchiveOptions): Archive {
  const { sources, timeout = TIMEOUT, clock = () => performance.now(), watch = () => {} } = options;
  const ids = sources.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new RangeError(`sources must have different ids, got ${ids.join(", ")}`);
  if (!(timeout > 0)) throw new RangeError(`timeout must be a positive number of ms, got ${timeout}`);
  const limits = limitsWith(options.limits);
  const known = new Map(
    sources.map((source): [string, SurveyedSource] => {
      const note: SurveyedSource["note"] = (event) => watch({ source: source.id, ...event });
      return [source.id, { source, breaker: breakerOf(clock), note }];
    }),
  );
  const archive: Archive = {
    sources,
    survey: (place, now, { signal } = {}) => surveyOf([...known.values()], place, now, timeout, signal),
    read: (plan, { signal } = {}) => readPlan(plan, { sources: known, timeout, budget: budgetOf(limits), signal }),
    weather: async (place, now, options) =>
      archive.read(plan(await archive.survey(place, now, options), options), options),
    pieceOf: (place, { signal } = {}) => pieceOf([...known.values()], place, timeout, signal),
    async close() {
      await Promise.all(sources.map((source) => source.close()));
    },
  };
  return archive;
}
