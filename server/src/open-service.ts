/** Opens what answers are made of: weather, places, threads. A server answers requests with it, a worker makes parts of jobs. */
import { isTileAddress, openArchive, type WeatherSource } from "irradiance-archive";
import { createPool, type Pool } from "irradiance-engine/bulk";
import { openPlaceZones } from "irradiance-engine/climatology";
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
import { agesOf, type SourceState, watchedArchive, watchSources } from "./answers/source-watch.js";
import { sourcesOf, type WeatherSources } from "./answers/sources.js";
import { warm, warmYield } from "./answers/warm.js";
import { rememberingArchive } from "./answers/weather-memory.js";
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
  const pool = poolOf(settings);
  const given: WeatherSources =
    options.sources === undefined ? await sourcesOf(settings) : { sources: options.sources };
  const { sources } = given;
  const fares = watchSources(
    sources.map(({ id }) => id),
    log,
    clock,
    ({ source, kind }) => options.onSourceFailure(source, kind),
  );
  const opened = openArchive({ ...given, watch: (event) => fares.note(event) });
  const { archive: watched, newest } = watchedArchive(withoutPaths(opened));
  const archive = rememberingArchive(watched);
  const places = createPlaces(pool, settings.dem.length > 0, await openPlaceZones());
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
  };
  return {
    service,
    sources,
    states: fares.states,
    ages: () => agesOf(newest, clock()),
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
      await keeping.stop();
      await pool.close({ now: true });
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

function poolOf(settings: Settings): Pool {
  const { threads, dem } = settings;
  const terrain = dem.length > 0 ? { terrain: { paths: dem } } : {};
  return createPool({ threads, maxQueue: settings["max-waiting"], deadline: settings.deadline * 1000, ...terrain });
}
