/** A server that serves what a satellite sees feeds the folder of its scans, unless another process does: the folder's lock decides. */

import type { WeatherSource } from "irradiance-archive";
import { catalogueEntry, messageOf, type ScanProductName } from "irradiance-archive/internal/server";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import { namedSource } from "irradiance-engine/internal/weather";
import type { Logger } from "pino";
import type { SourceWatch } from "../answers/sources.js";
import { PAUSES, type Pauses } from "../background/back-off.js";
import { LastingThread } from "../background/lasting-thread.js";
import type { Followed } from "./worker.js";

export interface Following {
  /** By source: 1 while a thread takes its scans, or waits for another process that does; 0 while none runs. */
  states(): ReadonlyMap<string, number>;
  /** Resolves when no thread writes any more. */
  stop(): Promise<void>;
}

/** For tests: another thread, shorter pauses. */
type FollowingOptions = { readonly program?: URL | undefined; readonly pauses?: Pauses | undefined };

const WORKER = new URL("./worker.js", import.meta.url);

/** @param words of the setting "weather" */
export function followNamed(
  words: readonly string[],
  log: Logger,
  { program = WORKER, pauses = PAUSES.part }: FollowingOptions = {},
): Following {
  const threads = words.flatMap(followedIn).map((followed) => {
    const options = { program, pauses, data: followed, what: "takes new scans" };
    return {
      name: followed.name,
      thread: new LastingThread({ ...options, log: log.child({ source: followed.name }) }),
    };
  });
  return {
    states: () => new Map(threads.map(({ name, thread }) => [name, thread.isRunning ? 1 : 0])),
    async stop() {
      await Promise.all(threads.map(({ thread }) => thread.stop()));
    },
  };
}

function followedIn(word: string): Followed[] {
  const named = namedSource(word);
  if (named === undefined || catalogueEntry(named.name).follows === undefined) return [];
  return [{ name: named.name as ScanProductName, address: named.address }];
}

/** ms between two looks. */
const EVERY = 60_000;

interface Limits {
  /** ms that the newest value of a source may be old, by the catalogue. */
  readonly age: ReadonlyMap<string, number>;
  /** Sources that are fed scan by scan. */
  readonly fed: ReadonlySet<string>;
}

/** @param words of the setting "weather" */
function limitsOf(words: readonly string[]): Limits {
  const [age, fed] = [new Map<string, number>(), new Set<string>()];
  for (const word of words) {
    const name = namedSource(word)?.name;
    if (name === undefined) continue;
    const { sources, follows } = catalogueEntry(name);
    for (const { described, pinned } of sources) {
      const lag = follows
        ? HOUR * Math.max(...follows.map(({ lagHours }) => lagHours))
        : DAY * (pinned?.lagDays ?? Number.NaN);
      if (!Number.isNaN(lag)) age.set(described.id, lag);
      if (follows) fed.add(described.id);
    }
  }
  return { age, fed };
}

interface FeedWatchOptions {
  /** Words of the setting "weather". */
  readonly words: readonly string[];
  readonly sources: readonly WeatherSource[];
  readonly fares: SourceWatch;
  /** Unix ms. */
  readonly clock: () => number;
  /** ms between two looks. */
  readonly every?: number | undefined;
}

export class FeedWatch {
  readonly #options: FeedWatchOptions;
  readonly #limits: Limits;
  /** End of the newest scan of the satellite that is furthest behind, Unix ms, by source; 0: none ever came. */
  readonly #newest = new Map<string, number>();
  readonly #failing = new Set<string>();
  readonly #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  constructor(options: FeedWatchOptions) {
    this.#options = options;
    this.#limits = limitsOf(options.words);
    if (this.#limits.fed.size === 0) return;
    const { every = EVERY } = options;
    this.#timer = setInterval(() => {
      this.#looking = this.#looking.then(() => this.look());
    }, every).unref();
  }

  /** Unix seconds by source; 0: none ever came. */
  newest(): ReadonlyMap<string, number> {
    return new Map([...this.#newest].map(([source, last]) => [source, last / 1000]));
  }

  /** Seconds by source, of those that have scans. */
  ages(): ReadonlyMap<string, number> {
    const now = this.#options.clock();
    return new Map([...this.#newest].flatMap(([source, last]) => (last === 0 ? [] : [[source, (now - last) / 1000]])));
  }

  /** Seconds that the newest value of a source may be old, by the catalogue. */
  limits(): ReadonlyMap<string, number> {
    return new Map([...this.#limits.age].map(([source, age]) => [source, age / 1000]));
  }

  /** Never rejects: what fails is noted. */
  async look(): Promise<void> {
    for (const source of this.#options.sources) if (this.#limits.fed.has(source.id)) await this.#lookAt(source);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  async #lookAt({ id, look }: WeatherSource): Promise<void> {
    const ends = await look!(AbortSignal.timeout(EVERY)).then(
      ({ datasets }) => datasets.flatMap(({ last }) => last ?? []),
      (thrown: unknown) => messageOf(thrown),
    );
    const isEmpty = ends.length === 0;
    if (typeof ends !== "string") this.#newest.set(id, isEmpty ? 0 : Math.min(...ends));
    const message = typeof ends === "string" ? ends : "no scan has come yet, or none for as long as they are kept";
    const fails = isEmpty || typeof ends === "string";
    // One that goes on failing is counted once.
    if (fails === this.#failing.has(id)) return;
    if (fails) this.#failing.add(id);
    else this.#failing.delete(id);
    const failure = fails ? ({ source: id, kind: "no values", message } as const) : undefined;
    this.#options.fares.note({ source: id, work: "feed", failure });
  }
}
