/** From settings to a running server, and back. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { isTileAddress, openArchive, type WeatherSource } from "irradiance-archive";
import { createPool, type Pool } from "irradiance-engine/bulk";
import { openPlaceZones } from "irradiance-engine/climatology";
import type { Logger } from "pino";
import type { Accounts } from "./accounts/accounts.js";
import { ClockWatch } from "./accounts/clock-watch.js";
import { noAccounts } from "./accounts/none.js";
import { openAccounts } from "./accounts/open.js";
import { AccountsOutage } from "./accounts/outage.js";
import { accountsPlace } from "./accounts/place.js";
import { createYearGenerator, type YearGenerator } from "./answers/climate/year-generator.js";
import { createCompute } from "./answers/compute.js";
import { elevationRevision } from "./answers/elevation-revision.js";
import { withoutPaths } from "./answers/failures.js";
import { openTunings } from "./answers/forecast/tunings.js";
import { checkElevation, lookAtElevation } from "./answers/look-at-elevation.js";
import { lookAtSources } from "./answers/look-at-sources.js";
import { createPlaces } from "./answers/places.js";
import { agesOf, watchedArchive } from "./answers/source-ages.js";
import { type SourceState, watchSources } from "./answers/source-watch.js";
import { sourcesOf, type WeatherSources } from "./answers/sources.js";
import { warm } from "./answers/warm.js";
import { rememberingArchive } from "./answers/weather-memory.js";
import { explorer } from "./explorer/explorer.js";
import { createApp } from "./http/app.js";
import { createCallers } from "./http/callers.js";
import { docs } from "./http/docs.js";
import { drain } from "./http/drain.js";
import { allEndpoints } from "./http/endpoints/index.js";
import { siteMaker } from "./http/jobs/make-site.js";
import { createRates } from "./http/rates.js";
import { RequestIds } from "./http/request-ids.js";
import { Turns } from "./http/turns.js";
import { Unsent } from "./http/unsent.js";
import { openJobs } from "./jobs/job-service.js";
import { type JobWorkers, startJobWorkers } from "./jobs/workers.js";
import { createMetrics, type Metrics } from "./metrics.js";
import { createOperations } from "./operations.js";
import type { Service } from "./service.js";
import { type Settings, SettingsError, trustedHops } from "./settings.js";
import { SOFTWARE } from "./software.js";

const MIB = 1_048_576;
/** Connections that the system keeps until they are accepted, if it may: a long computation must not turn clients away. */
const MOST_TO_ACCEPT = 4096;

/** What only a program can give: not to be had by settings. */
export interface StartOptions {
  readonly log: Logger;
  /** Unix ms. Default: the machine's. */
  readonly clock?: (() => number) | undefined;
  /** In place of those that the settings name. */
  readonly sources?: readonly WeatherSource[] | undefined;
  /** In place of the engine's. */
  readonly generator?: YearGenerator | undefined;
  /** In place of those of the folder `data`. */
  readonly accounts?: Accounts | undefined;
}

export interface RunningServer {
  /** http://host:port */
  readonly address: string;
  /** Of the operations port; undefined when it is off. */
  readonly operations: string | undefined;
  readonly service: Service;
  /** No longer ready; answers what still comes within the delay, and what is under way within the grace; writes what is pending, and closes everything. */
  stop(): Promise<void>;
}

/**
 * Starts the service.
 *
 * @throws SettingsError for paths and ports that cannot be used; what opening accounts and elevation files throws
 */
export async function startServer(settings: Settings, options: StartOptions): Promise<RunningServer> {
  const { log, clock = Date.now } = options;
  const metrics = createMetrics();
  const outage = new AccountsOutage(log, () => metrics.noteAccountsRefusal());
  const accounts = options.accounts ?? (await accountsOf(settings, clock, outage));
  const jobs = await openJobs(settings, accounts, log, metrics);
  checkElevation(settings.dem);
  const elevation = await elevationRevision(settings.dem);
  const tunings = await openTunings(settings["forecast-tuning"], log);
  const pool = poolOf(settings);
  const given: WeatherSources =
    options.sources === undefined ? await sourcesOf(settings) : { sources: options.sources };
  const { sources } = given;
  const fares = watchSources(
    sources.map(({ id }) => id),
    log,
    clock,
    ({ source, kind }) => metrics.noteSourceFailure(source, kind),
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
    jobs,
    archive,
    pool,
    places,
    tunings,
    compute: createCompute(pool, settings),
    callers: createCallers(settings, accounts, createRates(settings, accounts)),
    requestIds: new RequestIds(trustedHops(settings)),
    turns: new Turns(),
    unsent: new Unsent(settings["max-unsent"] * MIB),
    generator: options.generator ?? createYearGenerator(pool),
    identity: [SOFTWARE, settings.compatibility, elevation],
    software: SOFTWARE,
  };
  const operations = createOperations(metrics, fares.states, () => accounts.available);
  watch(service, metrics);
  const clocks = new ClockWatch(accounts, log);
  await clocks.look();
  if (clocks.offset !== undefined) {
    const help = "Seconds that this machine's clock is ahead of that of the accounts' database";
    metrics.watch("irradiance_clock_offset_seconds", help, () => (clocks.offset as number) / 1000);
  }
  metrics.watchEach("irradiance_source_up", "Whether a source could be used when it was last asked", "source", () =>
    upOf(fares.states()),
  );
  metrics.watchEach("irradiance_source_age_seconds", "Age of a source's newest value", "source", () =>
    agesOf(newest, clock()),
  );
  let workers: JobWorkers | undefined;
  const app = await createApp(service, allEndpoints(service), metrics);
  try {
    await app.register(explorer);
    await app.register(docs);
    await app.ready();
    await pool.warm();
    await warmed(service);
    await listen(app.server, "port", settings.port, settings.host);
    const port = settings["operations-port"];
    if (port !== "off") await listen(operations.server, "operations-port", port, settings["operations-host"]);
  } catch (thrown) {
    await closeAll();
    throw thrown;
  }
  let stopping: Promise<void> | undefined;
  if (jobs) workers = startJobWorkers(jobs, siteMaker(service), settings, clock, metrics);
  void lookAtElevation(settings.dem, log);
  void lookAtSources(sources, fares, log, given.timeout).enough.then(() => {
    operations.ready = stopping === undefined;
  });

  return {
    address: addressOf(app.server, settings.host),
    operations: operations.server.listening ? addressOf(operations.server, settings["operations-host"]) : undefined,
    service,
    stop: () => {
      stopping ??= stop();
      return stopping;
    },
  };

  async function stop(): Promise<void> {
    operations.ready = false;
    // First, so that another server has what it was making as soon as may be.
    await workers?.stop();
    await drain(app.server, settings["drain-delay"] * 1000, settings["stop-grace"] * 1000);
    await closeAll();
  }

  async function closeAll(): Promise<void> {
    clocks.stop();
    await app.close();
    for (const server of [app.server, operations.server]) {
      server.close();
      server.closeAllConnections();
    }
    await pool.close({ now: true });
    await archive.close();
    await accounts.close();
  }
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

async function accountsOf({ data }: Settings, clock: () => number, outage: AccountsOutage): Promise<Accounts> {
  if (data === undefined) return noAccounts();
  return openAccounts({
    ...accountsPlace(data),
    clock,
    report: (message) => outage.begin(message),
    well: () => outage.end(),
  });
}

function poolOf(settings: Settings): Pool {
  const { threads, dem } = settings;
  const terrain = dem.length > 0 ? { terrain: { paths: dem } } : {};
  return createPool({ threads, maxQueue: settings["max-waiting"], deadline: settings.deadline * 1000, ...terrain });
}

/** 1 and 0 by source; none of those that nobody has asked yet. */
function upOf(states: readonly SourceState[]): ReadonlyMap<string, number> {
  return new Map(states.flatMap(({ source, isUp }) => (isUp === undefined ? [] : [[source, isUp ? 1 : 0] as const])));
}

function watch({ pool, unsent, turns, accounts }: Service, { watch }: Metrics): void {
  watch("irradiance_pool_waiting", "Requests waiting for a thread", () => pool.waiting);
  watch("irradiance_pool_running", "Requests computing in threads", () => pool.running);
  watch("irradiance_unsent_bytes", "Bytes of answers not yet received by clients", () => unsent.size);
  watch("irradiance_accounts_active", "Accounts with a running request", () => turns.size);
  watch("irradiance_accounts_available", "Whether the store of accounts answers and takes charges", () =>
    accounts.available ? 1 : 0,
  );
  watch("irradiance_accounts", "Whether any account exists", () => (accounts.any ? 1 : 0));
}

function listen(server: Server, name: string, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", (cause: NodeJS.ErrnoException) => {
      reject(
        new SettingsError(`cannot listen on ${host}:${port} (--${name}): ${cause.code ?? cause.message}`, { cause }),
      );
    });
    server.listen({ port, host, backlog: MOST_TO_ACCEPT }, resolve);
  });
}

function addressOf(server: Server, host: string): string {
  const { port } = server.address() as AddressInfo;
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
