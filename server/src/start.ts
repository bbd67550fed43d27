/** From settings to a running server, and back. */
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { WeatherSource } from "irradiance-archive";
import type { Pool, PoolOptions } from "irradiance-engine/bulk";
import type { Logger } from "pino";
import { accountsPlace } from "./accounts/accounts-database.js";
import { AccountsOutage, ClockWatch, createGrantWatch, noAccounts, openAccounts } from "./accounts/open.js";
import type { Accounts } from "./accounts/stored-accounts.js";
import type { YearGenerator } from "./answers/climate/year-generator.js";
import type { SourceState } from "./answers/sources.js";
import { type Following, followNamed } from "./following/following.js";
import { createApp } from "./http/app.js";
import { drain } from "./http/connections.js";
import type { Deprecation } from "./http/deprecations.js";
import { docs, explorer } from "./http/docs.js";
import { orderByPiece, siteMaker } from "./http/jobs/make-site.js";
import { type JobBackground, type JobService, openJobs, startJobBackground } from "./jobs/job-service.js";
import { queueName } from "./jobs/queue-name.js";
import { createMetrics, type Metrics } from "./metrics.js";
import { type OpenedService, openService } from "./open-service.js";
import { createOperations } from "./operations.js";
import type { Service } from "./service.js";
import { OPERATIONS_PORT, type Settings, SettingsError } from "./settings.js";

/** Connections that the system keeps until they are accepted, if it may: a long computation must not turn clients away. */
const MOST_TO_ACCEPT = 4096;
/** ms in which answers are computed in advance: a slow machine has those that it has by then. */
const MOST_WARMING = 5000;

/** What only a program can give: not to be had by settings. @experimental */
export interface StartOptions {
  readonly log: Logger;
  /** Unix ms. Default: the machine's. */
  readonly clock?: (() => number) | undefined;
  /** In place of those that the settings name. */
  readonly sources?: readonly WeatherSource[] | undefined;
  /** In place of the engine's. */
  readonly generator?: YearGenerator | undefined;
  /** Starts threads, in place of the engine's `createPool`: several servers of a process may share them. */
  readonly openPool?: ((options: PoolOptions) => Pool) | undefined;
  /** In place of the accounts in the folder `data`. */
  readonly accounts?: Accounts | undefined;
  /** In place of the deprecations of this version. */
  readonly deprecations?: readonly Deprecation[] | undefined;
}

/** @experimental */
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
 * @experimental
 */
export async function startServer(settings: Settings, options: StartOptions): Promise<RunningServer> {
  const { log, clock = Date.now } = options;
  const metrics = createMetrics();
  const outage = new AccountsOutage(log, () => metrics.noteAccountsRefusal());
  const accounts = options.accounts ?? (await accountsOf(settings, clock, outage));
  const grantWatch = createGrantWatch({ accounts, log, reached: (share) => metrics.noteGrantReached(share) });
  const jobs = await openJobs(settings, { accounts, grantWatch, log, metrics });
  const opened = await openService(settings, {
    ...{ log, clock, accounts, outage, grantWatch, jobs },
    ...{ sources: options.sources, generator: options.generator, openPool: options.openPool },
    onLearning: (outcome) => metrics.noteLearning(outcome),
    onSourceFailure: (source, kind) => metrics.noteSourceFailure(source, kind),
  });
  const { service } = opened;
  const operations = createOperations(metrics, opened.states, () => accounts.available);
  watch(service, metrics);
  const clocks = new ClockWatch(accounts, log);
  await clocks.look();
  watchClocks(clocks, metrics);
  watchWeather(opened, metrics);
  let background: JobBackground | undefined;
  let following: Following | undefined;
  const app = await createApp(service, metrics, options.deprecations);
  try {
    const frames = settings["frame-ancestors"];
    await app.register(explorer, { tiles: settings["map-tiles"], attribution: settings["map-attribution"], frames });
    await app.register(docs, { frames });
    await app.ready();
    await opened.warm();
    await listen(app.server, "port", settings.port, settings.host);
    await listenToOperator(operations.server, settings, log);
  } catch (thrown) {
    await closeAll();
    throw thrown;
  }
  let stopping: Promise<void> | undefined;
  const warming = new AbortController();
  setTimeout(() => warming.abort(), MOST_WARMING).unref();
  if (jobs) background = startMaking(jobs, opened, metrics);
  if (options.sources === undefined) following = keepAndFollow(opened, settings, metrics, log);
  // It fails where the server is stopped meanwhile.
  const warmed = opened
    .warmAnswers(warming.signal)
    .catch((cause: unknown) => log.debug({ err: cause }, "not all answers were computed in advance"));
  void Promise.all([opened.look(), warmed]).then(() => {
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
    warming.abort();
    // First, so that another server has what it was making as soon as may be.
    await background?.stop();
    await drain(app.server, settings["drain-delay"] * 1000, settings["stop-grace"] * 1000);
    await closeAll();
  }

  async function closeAll(): Promise<void> {
    clocks.stop();
    await following?.stop();
    await app.close();
    for (const server of [app.server, operations.server]) {
      server.close();
      server.closeAllConnections();
    }
    await opened.close();
    await accounts.close();
  }
}

function watchClocks(clocks: ClockWatch, metrics: Metrics): void {
  if (clocks.offset === undefined) return;
  const help = "Seconds by which this machine's clock is ahead of the accounts' database";
  metrics.watch("irradiance_clock_offset_seconds", help, () => (clocks.offset as number) / 1000);
}

function watchWeather({ states, ages, feeds }: OpenedService, { watchEach }: Metrics): void {
  watchEach("irradiance_source_up", "Whether a source could be used when it was last asked", "source", () =>
    upOf(states()),
  );
  const age = "Age of a source's newest value when it was last asked";
  watchEach("irradiance_source_age_seconds", age, "source", ages);
  const limit = "Age that a source's newest value has at most, by the catalogue";
  watchEach("irradiance_source_age_limit_seconds", limit, "source", () => feeds.limits());
  const newest = "End of the newest scan of a source, in Unix seconds; 0: none ever came";
  watchEach("irradiance_scan_newest_seconds", newest, "source", () => feeds.newest());
}

/** This server makes parts of jobs, or passes them to workers. */
function startMaking(jobs: JobService, { service, sources }: OpenedService, metrics: Metrics): JobBackground {
  const { settings, clock, archive } = service;
  const make = siteMaker(service, (of, index, failure) => jobs.watch.siteFailed(of, index, failure));
  const ids = sources.map(({ id }) => id);
  const queue = queueName(jobs.results.place, settings, ids);
  const order = orderByPiece(archive);
  return startJobBackground(jobs, { settings, clock, metrics, make, order, pool: service.pool, queue });
}

/** Runs are kept and learnt from, and folders of scans are fed, as the settings say. */
function keepAndFollow(opened: OpenedService, settings: Settings, metrics: Metrics, log: Logger): Following {
  opened.keep();
  if (opened.learns() !== undefined) {
    const help = "Whether runs are kept and learnt from without a failure";
    metrics.watch("irradiance_learning_up", help, () => (opened.learns() ? 1 : 0));
    const { places, bytes, failed } = opened.learning;
    const states = "Places whose runs are kept, by what was learnt from them";
    metrics.watchEach("irradiance_learning_places", states, "state", places);
    const read = "Bytes read from disks and servers to keep runs and to learn from them, since the start";
    metrics.watch("irradiance_learning_read_bytes", read, bytes);
    const last = "When keeping or learning began to fail last, in Unix seconds; 0: it never did";
    metrics.watch("irradiance_learning_failed_seconds", last, failed);
  }
  const age = "Time since the system of a kept meter was learnt";
  metrics.watchEach("irradiance_learnt_system_age_seconds", age, "meter", opened.learntAges);
  const followed = followNamed(settings.weather, log);
  const help = "Whether a thread takes the new scans of a source, or waits for another process that does";
  metrics.watchEach("irradiance_scans_followed", help, "source", () => followed.states());
  return followed;
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

/** Of several servers on a machine one has the usual port: the others go on without, unless they are given one. */
async function listenToOperator(server: Server, settings: Settings, log: Logger): Promise<void> {
  const { "operations-port": given, "operations-host": host } = settings;
  if (given === "off") return;
  try {
    await listen(server, "operations-port", given ?? OPERATIONS_PORT, host);
  } catch (thrown) {
    const { cause, message } = thrown as { readonly cause?: NodeJS.ErrnoException; readonly message: string };
    if (given !== undefined || cause?.code !== "EADDRINUSE") throw thrown;
    log.warn({ cause: message }, "no health and no metrics: give this server an --operations-port of its own, or off");
  }
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
