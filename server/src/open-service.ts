/** Opens what answers are made of: weather, places, threads. A server answers requests with it, a worker makes parts of jobs. */
import { isTileAddress, openArchive, type WeatherSource } from "irradiance-archive";
import { createPool, type Pool } from "irradiance-engine/bulk";
import { openPlaceZones, type PlaceZones } from "irradiance-engine/climatology";
import type { Logger } from "pino";
import type { Accounts } from "./accounts/accounts.js";
import type { GrantWatch } from "./accounts/grant-watch.js";
import type { AccountsOutage } from "./accounts/outage.js";
import { createYearGenerator, type YearGenerator } from "./answers/climate/year-generator.js";
import { createCompute } from "./answers/compute.js";
import { elevationRevision } from "./answers/elevation-revision.js";
import { withoutPaths } from "./answers/failures.js";
import { openTunings } from "./answers/forecast/tunings.js";
import { checkElevation, lookAtElevation } from "./answers/look-at-elevation.js";
import { lookAtSources, warnOfSampleAlone } from "./answers/look-at-sources.js";
import { createPlaces } from "./answers/places.js";
import { Products } from "./answers/products.js";
import { agesOf, type SourceState, watchedArchive, watchSources } from "./answers/source-watch.js";
import { sourcesOf, type WeatherSources } from "./answers/sources.js";
import { warm, warmYield } from "./answers/warm.js";
import { rememberingArchive } from "./answers/weather-memory.js";
import { FeedWatch } from "./following/feed-watch.js";
import { createCallers } from "./http/callers.js";
import { createRates } from "./http/rates.js";
import { RequestIds } from "./http/request-ids.js";
import { Turns } from "./http/turns.js";
import { Unsent } from "./http/unsent.js";
import { warmAnswers } from "./http/warm-answers.js";
import type { JobService } from "./jobs/job-service.js";
import { openKeeping } from "./learning/start-keeping.js";
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
  /** Hears of each failure of a source. */
  onSourceFailure(source: string, kind: string): void;
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
  /** Threads and tables are ready. Elevation data may be out of reach: they may be back when they are needed. */
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
  const pool = poolOf(settings);
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
    generator: options.generator ?? createYearGenerator(pool),
    identity: [SOFTWARE, settings.compatibility, elevation],
    software: SOFTWARE,
    forCaller: ({ access }) => (access === undefined && accounts.any ? demo.service : service),
  };
  const demo = new DemoThread(service, () => poolOf(settings, DEMO_THREAD), zones);
  return {
    service,
    sources,
    states: fares.states,
    ages: () => new Map([...agesOf(newest), ...feeds.ages()]),
    feeds,
    learns: () => keeping.works(),
    async warm() {
      await pool.warm();
      await warmed(service);
    },
    async warmAnswers(signal) {
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
    keep: () => keeping.start(),
    async close() {
      feeds.stop();
      await keeping.stop();
      await Promise.all([pool.close({ now: true }), demo.close()]);
      await archive.close();
    },
  };
}

/** A server whose elevation data are out of reach starts all the same: they may be back when they are needed. */
async function warmed({ places, compute, settings, log }: Service): Promise<void> {
  try {
    const hasFiles = settings.dem.some((path) => !isTileAddress(path));
    await warm(places, compute, hasFiles);
  } catch (thrown) {
    const { code, message: cause } = thrown as { readonly code?: unknown; readonly message: string };
    if (code !== "ERR_TERRAIN_UNREADABLE") throw thrown;
    log.warn({ cause }, "the elevation data cannot be read at the moment");
  }
}

/** Behind all that is paid for: it has what the machine has left. */
const DEMO_THREAD = { threads: 1, niceness: 10 };

function poolOf(settings: Settings, { threads = settings.threads, niceness = 0 } = {}): Pool {
  const { dem, deadline, "max-waiting": maxQueue } = settings;
  const terrain = dem.length > 0 ? { terrain: { paths: dem } } : {};
  return createPool({ threads, niceness, maxQueue, deadline: deadline * 1000, ...terrain });
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
    };
    return { ...this.#whole, ...made };
  }

  async close(): Promise<void> {
    await this.#service?.pool.close({ now: true });
  }
}
