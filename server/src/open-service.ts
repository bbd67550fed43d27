/** Opens what answers are made of: weather, places, threads. A server answers requests with it, a worker makes parts of jobs. */

import { openArchive, type WeatherSource } from "irradiance-archive";
import { isTileAddress } from "irradiance-archive/internal/server";
import { createPool, type Pool, type PoolOptions } from "irradiance-engine/bulk";
import { openPlaceZones, type PlaceZones } from "irradiance-engine/internal/climatology";
import type { Logger } from "pino";
import type { AccountsOutage, GrantWatch } from "./accounts/open.js";
import type { Accounts } from "./accounts/stored-accounts.js";
import { createYearGenerator, type YearGenerator } from "./answers/climate/year-generator.js";
import { elevationRevision } from "./answers/elevation-revision.js";
import { openTunings } from "./answers/forecast/tunings.js";
import type { LearningContext } from "./answers/learnt-system.js";
import { checkElevation, lookAtElevation, lookAtSources, warnOfSampleAlone } from "./answers/look-at-sources.js";
import { createCompute, createPlaces, tryTerrain, warm, warmYield } from "./answers/places.js";
import { withoutPaths } from "./answers/refusal.js";
import { Products } from "./answers/site.js";
import type { SourceState, WeatherSources } from "./answers/sources.js";
import { agesOf, sourcesOf, watchedArchive, watchSources } from "./answers/sources.js";
import { rememberingArchive } from "./answers/weather.js";
import { FeedWatch } from "./following/following.js";
import { createCallers, createRates, RequestIds } from "./http/callers.js";
import { Turns, Unsent } from "./http/connections.js";
import { MOST_METERS_BYTES } from "./http/meter-body.js";
import { warmAnswers } from "./http/warm-answers.js";
import type { JobService } from "./jobs/job-service.js";
import { keptMeters } from "./learning/kept-meters.js";
import { type LearningFigures, openKeeping } from "./learning/start-keeping.js";
import type { Service } from "./service.js";
import { type Settings, trustedHops } from "./settings.js";
import { SOFTWARE } from "./software.js";

const MIB = 1_048_576;

/** The code of this thread is compiled once, however many servers it has. */
let isWarm = false;

export interface OpenServiceOptions {
  readonly log: Logger;
  readonly clock: () => number;
  readonly accounts: Accounts;
  readonly outage: AccountsOutage;
  readonly grantWatch: GrantWatch;
  readonly jobs: JobService | undefined;
  /** In place of those that the settings name. */
  readonly sources?: readonly WeatherSource[] | undefined;
  /** In place of the engine's. */
  readonly generator?: YearGenerator | undefined;
  /** Starts threads, in place of the engine's way. */
  readonly openPool?: ((options: PoolOptions) => Pool) | undefined;
  /** Hears of each failure of a source. */
  onSourceFailure(source: string, kind: string): void;
  /** Hears what came of each file of a meter. */
  readonly onLearning?: LearningContext["noteLearning"] | undefined;
}

export interface OpenedService {
  readonly service: Service;
  readonly sources: readonly WeatherSource[];
  states(): readonly SourceState[];
  /** Of each source's newest value, in seconds. */
  ages(): ReturnType<typeof agesOf>;
  readonly feeds: FeedWatch;
  /** Whether runs are kept and learnt from without a failure; undefined: none are kept. */
  learns(): boolean | undefined;
  readonly learning: LearningFigures;
  /** Seconds since the system of each kept meter was learnt. */
  learntAges(): ReadonlyMap<string, number>;
  /** Threads and tables are ready, unless the start is a cold one. Elevation data may be out of reach: they may be back when they are needed. */
  warm(): Promise<void>;
  /** First answers and a first yield are as soon there as the next ones; for when the server listens already. */
  warmAnswers(signal: AbortSignal): Promise<void>;
  /** Begins to keep runs and to learn from them, if the settings say so. */
  keep(): void;
  /** Resolves when enough of the sources have been looked at. */
  look(): Promise<unknown>;
  close(): Promise<void>;
}

/** @throws SettingsError for paths that cannot be used; what opening elevation files throws */
export async function openService(settings: Settings, options: OpenServiceOptions): Promise<OpenedService> {
  const { log, clock, accounts, outage, grantWatch, jobs } = options;
  checkElevation(settings.dem);
  const elevation = await elevationRevision(settings.dem);
  const keeping = openKeeping(settings, log);
  const tunings = await openTunings(settings["forecast-tuning"], log, { own: keeping.tunings });
  const given: WeatherSources =
    options.sources === undefined ? await sourcesOf(settings) : { sources: options.sources };
  const poolOf = poolsOf(settings, options.openPool);
  const pool = poolOf();
  const { sources } = given;
  const fares = watchSources(
    sources.map(({ id }) => id),
    log,
    clock,
    ({ source, kind }) => options.onSourceFailure(source, kind),
  );
  const words = options.sources === undefined ? settings.weather : [];
  const feeds = new FeedWatch({ words, sources, fares, clock });
  const opened = openArchive({ ...given, watch: (event) => fares.note(event) });
  const { archive: watched, newest } = watchedArchive(withoutPaths(opened));
  const archive = rememberingArchive(watched);
  const zones = await openPlaceZones();
  let learners: Pool | undefined;
  const places = createPlaces(pool, settings.dem.length > 0, zones);
  const service: Service = {
    settings,
    clock,
    log,
    accounts,
    outage,
    grantWatch,
    jobs,
    archive,
    pool,
    places,
    products: new Products(pool),
    tunings,
    keptRuns: keeping.keptRuns,
    compute: createCompute(pool, settings),
    callers: createCallers(settings, accounts, createRates(settings, accounts)),
    requestIds: new RequestIds(trustedHops(settings)),
    turns: new Turns(),
    unsent: new Unsent(settings["max-unsent"] * MIB),
    meters: new Unsent(MOST_METERS_BYTES),
    learners: () => (learners ??= poolOf(learnersOf(settings))),
    noteLearning: options.onLearning ?? (() => {}),
    generator: options.generator ?? createYearGenerator(pool),
    identity: [SOFTWARE, settings.compatibility, elevation],
    software: SOFTWARE,
    forCaller: ({ access }) => (access === undefined && accounts.any ? demo.service : service),
  };
  const kept = keptMeters(settings, { context: service, clock, log });
  const demo = new DemoThread(service, () => poolOf(DEMO_THREAD), zones);
  return {
    service,
    sources,
    states: fares.states,
    ages: () => new Map([...agesOf(newest), ...feeds.ages()]),
    feeds,
    learns: () => keeping.works(),
    learning: keeping.figures,
    learntAges: kept.ages,
    async warm() {
      if (!settings["cold-start"]) await Promise.all([pool.warm(), warm(service.compute)]);
      if (settings.dem.some((path) => !isTileAddress(path))) await triedTerrain(service);
    },
    async warmAnswers(signal) {
      if (settings["cold-start"]) return;
      const isFirst = !isWarm;
      isWarm = true;
      await Promise.all([isFirst ? warmAnswers(service, signal) : undefined, warmYield(pool)]);
    },
    look() {
      void lookAtElevation(settings.dem, log);
      const hasAccounts = settings.data !== undefined || accounts.any;
      if (hasAccounts && !settings.synthetic) warnOfSampleAlone(sources, log);
      return lookAtSources(sources, fares, log, given.timeout).enough;
    },
    keep() {
      keeping.start();
      kept.start();
    },
    async close() {
      feeds.stop();
      await Promise.all([keeping.stop(), kept.stop()]);
      await Promise.all([pool.close({ now: true }), learners?.close({ now: true }), demo.close()]);
      await archive.close();
    },
  };
}

/** A server whose elevation data are out of reach starts all the same: they may be back when they are needed. */
async function triedTerrain({ places, log }: Service): Promise<void> {
  try {
    await tryTerrain(places);
  } catch (thrown) {
    const { code, message: cause } = thrown as { readonly code?: unknown; readonly message: string };
    if (code !== "ERR_TERRAIN_UNREADABLE") throw thrown;
    log.warn({ cause }, "the elevation data cannot be read at the moment");
  }
}

/** Behind all that is paid for: it has what the machine has left. */
const DEMO_THREAD = { threads: 1, niceness: 10 };
/** MiB of heap: a file that takes more is a hostile one. */
const LEARNERS_MEMORY = 1024;

/** Of four threads one more: ten years of minutes take ten seconds. */
function learnersOf({ threads }: Settings): ThreadsWanted {
  return { threads: Math.ceil(threads / 4), niceness: 10, memoryLimit: LEARNERS_MEMORY };
}

type ThreadsWanted = Pick<PoolOptions, "threads" | "niceness" | "memoryLimit">;

function poolsOf(settings: Settings, open: (options: PoolOptions) => Pool = createPool) {
  const { dem, deadline, "max-waiting": maxQueue } = settings;
  const terrain = dem.length > 0 ? { terrain: { paths: dem } } : {};
  return (wanted: ThreadsWanted = {}): Pool =>
    open({ threads: settings.threads, niceness: 0, ...wanted, maxQueue, deadline: deadline * 1000, ...terrain });
}

/** Started by the first answer that nobody pays for on a server with accounts. */
class DemoThread {
  readonly #whole: Service;
  readonly #open: () => Pool;
  readonly #zones: PlaceZones;
  #service: Service | undefined;

  constructor(whole: Service, open: () => Pool, zones: PlaceZones) {
    this.#whole = whole;
    this.#open = open;
    this.#zones = zones;
  }

  get service(): Service {
    this.#service ??= this.#made(this.#open());
    return this.#service;
  }

  #made(pool: Pool): Service {
    const { settings } = this.#whole;
    const places = createPlaces(pool, settings.dem.length > 0, this.#zones);
    const products = new Products(pool);
    const made = {
      pool,
      places,
      products,
      compute: createCompute(pool, settings),
      generator: createYearGenerator(pool),
      learners: () => pool,
    };
    return { ...this.#whole, ...made };
  }

  async close(): Promise<void> {
    await this.#service?.pool.close({ now: true });
  }
}
