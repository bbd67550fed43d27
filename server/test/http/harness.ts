/** A server to ask over its wire: with an account, with weather everywhere, and with every answer held to openapi.yaml. */
import { rmSync } from "node:fs";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import type { WeatherSource } from "irradiance-archive";
import { createPool, type Pool, type PoolOptions } from "irradiance-engine/bulk";
import pino from "pino";
import { onTestFinished } from "vitest";
import { MICRO } from "../../src/accounts/accounts.js";
import type { AccountsDatabase, AccountsPlace, Actor, GrantOptions } from "../../src/accounts/accounts-database.js";
import { accountsPlace } from "../../src/accounts/accounts-database.js";
import { Administration } from "../../src/accounts/administration.js";
import { openAccounts } from "../../src/accounts/open.js";
import type { Accounts } from "../../src/accounts/stored-accounts.js";
import type { YearGenerator } from "../../src/answers/climate/year-generator.js";
import { type Settings, settingsWith } from "../../src/settings.js";
import { type RunningServer, type StartOptions, startServer } from "../../src/start.js";
import { withDatabase } from "../accounts/fixture.js";
import { expectAnswer } from "../contract/validate.js";
import { everywhere } from "../everywhere.mjs";
import { memoryFolder } from "../memory-folder.js";

export { until } from "../until.js";

/** A moment of 2026 within an interval of every length, in Unix ms. */
export const NOW = Date.UTC(2026, 5, 21, 12, 34, 56, 789);
export const DEMO = "demo0000-0000-0000-0000-000000000000";
export const DAY = "/v1/observation/realtime?lat=50&lon=10";
export const BATCH = "/v1/observation/batch";
export const IMPORT = "/v1/climate/import/monthly";
export const JSON_TYPE = { "Content-Type": "application/json" };
/** The body of an import. */
export const MONTHS = {
  ...{ lat: 1, lon: 1 },
  global_horizontal_irradiance: Array<number>(12).fill(200),
  temperature: Array<number>(12).fill(20),
};
export const YEAR = "/v1/observation/historical?lat=50&lon=10&start=2024-01-01T00:00Z&end=2025-01-01T00:00Z";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  /** Decompressed. */
  readonly body: string;
  /** As it came. */
  readonly bytes: Buffer;
  /** The body as JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of many shapes
  readonly json: any;
}

export interface Asking {
  readonly method?: string;
  /** undefined: the account's. null: none. */
  readonly key?: string | null;
  /** Names and values in turn, or an object. */
  readonly headers?: readonly string[] | { readonly [name: string]: string };
  readonly body?: string;
  /** Whether the answer is held to openapi.yaml. Default: true. */
  readonly judged?: boolean;
  readonly localAddress?: string;
}

export interface Stand {
  readonly server: RunningServer;
  readonly accounts: Accounts;
  readonly key: string;
  /** Moves to tell the server another time. */
  readonly clock: (() => number) & { now: number };
  /** Every line of the log. */
  readonly log: string[];
  ask(path: string, asking?: Asking): Promise<Answer>;
  /** Bytes on a connection, and all that comes back until it ends. */
  raw(text: string | Buffer, options?: { readonly patience?: number }): Promise<string>;
  remaining(): number;
  /** What the command line does to the accounts. */
  administer<T>(work: (administration: Administration) => Promise<T>): Promise<T>;
  /** The same with the database itself. */
  operate<T>(work: (database: AccountsDatabase, actor: Actor) => Promise<T>): Promise<T>;
}

export interface StandOptions {
  readonly settings?: Partial<Settings>;
  readonly grant?: GrantOptions;
  readonly sources?: readonly WeatherSource[];
  readonly generator?: YearGenerator;
  readonly deprecations?: StartOptions["deprecations"];
  /** What stands between the server and its accounts. */
  readonly accounts?: (real: Accounts) => Accounts;
  /** In place of a file of their own. */
  readonly place?: AccountsPlace;
  readonly keep?: boolean;
  /** Of another server on the same place, which has made the account. */
  readonly key?: string;
}

/** A request with a body of JSON: a value, or its text. */
export function posted(body: unknown, headers: { readonly [name: string]: string } = {}): Asking {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return { method: "POST", headers: { ...JSON_TYPE, ...headers }, body: text };
}

/** The values of lines of JSON. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into lines of many shapes
export function linesOf(body: string): any[] {
  return body
    .trimEnd()
    .split("\n")
    .map((text) => JSON.parse(text));
}

/** Threads by their options: to start one takes longer than most of what it is asked. */
const pools = new Map<string, Pool>();

/** The threads that all servers of a process share. They end with the process. */
function sharedPool(options: PoolOptions): Pool {
  const key = JSON.stringify(options);
  const pool = pools.get(key) ?? createPool(options);
  pools.set(key, pool);
  return Object.create(pool, { close: { value: async () => {} } });
}

/** What makes threads a server's own. */
const OF_THREADS = ["threads", "deadline", "max-waiting", "dem"] as const;

/** Ends with the test, or with `stop` of its server when `keep` is set. */
export async function stand(options: StandOptions = {}): Promise<Stand> {
  const directory = memoryFolder("irradiance-http-");
  const place = options.place ?? accountsPlace(directory);
  const clock = Object.assign(() => clock.now, { now: NOW });
  const operate: Stand["operate"] = (work) =>
    withDatabase(place, (database) => work(database, { name: "test", now: clock.now }));
  const administer: Stand["administer"] = (work) =>
    operate((database, actor) => work(new Administration(database, actor)));
  const key =
    options.key ??
    (await administer(async (administration) => {
      await administration.createAccount("lab", options.grant ?? { tokens: 100_000 * MICRO });
      return (await administration.createKey("lab", { label: "first" })).text;
    }));
  const real = await openAccounts({ ...place, clock, poll: 20 });
  const accounts = options.accounts?.(real) ?? real;
  const log: string[] = [];
  const server = await startServer(
    settingsWith({
      port: 0,
      "operations-port": "off",
      threads: 1,
      "stop-grace": 2,
      // Tests of deadlines set their own.
      deadline: 600,
      rate: 100_000,
      "cold-start": true,
      ...options.settings,
    }),
    {
      log: pino({ base: null }, { write: (line: string) => void log.push(line) }),
      clock,
      accounts,
      sources: options.sources ?? [everywhere({ last: clock })],
      generator: options.generator,
      deprecations: options.deprecations,
      openPool: OF_THREADS.some((name) => options.settings?.[name] !== undefined) ? undefined : sharedPool,
    },
  );
  const end = async () => {
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  };
  if (!options.keep) onTestFinished(end);
  return {
    server,
    accounts,
    key,
    clock,
    log,
    ask: (path, asking = {}) =>
      ask(server.address, path, { ...asking, key: asking.key === undefined ? key : asking.key }),
    raw: (text, { patience = 60_000 } = {}) => raw(server.address, text, patience),
    remaining: () => real.balance("lab").remaining / MICRO,
    administer,
    operate,
  };
}

export async function ask(address: string, path: string, asking: Asking = {}): Promise<Answer> {
  const { method = "GET", key = null, headers = {}, body, judged = true, localAddress } = asking;
  const { hostname, port } = new URL(address);
  const given = Array.isArray(headers) ? headers : Object.entries(headers).flat();
  const all = [
    ["Host", `${hostname}:${port}`],
    key === null ? [] : ["Authorization", `Bearer ${key}`],
    body === undefined ? [] : ["Content-Length", String(Buffer.byteLength(body))],
    given,
  ].flat();
  const answer = await new Promise<Answer>((resolve, reject) => {
    const options = {
      hostname,
      port,
      path,
      method,
      headers: all as never,
      agent: false,
      ...(localAddress && { localAddress }),
    };
    const request = httpRequest(options, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => {
        const bytes = Buffer.concat(chunks);
        const text = decompressed(bytes, response.headers["content-encoding"]).toString("utf8");
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          bytes,
          body: text,
          get json() {
            return JSON.parse(text);
          },
        });
      });
    });
    request.on("error", reject);
    request.end(body);
  });
  if (judged) expectAnswer(method, path, answer);
  return answer;
}

function decompressed(bytes: Buffer, coding: string | undefined): Buffer {
  if (bytes.length === 0) return bytes;
  if (coding === "br") return brotliDecompressSync(bytes);
  return coding === "gzip" ? gunzipSync(bytes) : bytes;
}

export function raw(address: string, text: string | Buffer, patience = 60_000): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(text));
    const alarm = Number.isFinite(patience) ? setTimeout(() => socket.destroy(), patience) : undefined;
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      clearTimeout(alarm);
      resolve(received);
    });
  });
}

/** Status, headers and body of the first answer of raw bytes. */
export function parseRaw(text: string): { status: number; headers: { [name: string]: string }; body: string } {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [first = "", ...lines] = head.split("\r\n");
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return { status: Number(first.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
}

/** The source that answers everywhere, with some of its methods taken over. */
export function sourceWith(clock: () => number, over: Partial<WeatherSource>): WeatherSource {
  return { ...everywhere({ last: clock }), ...over };
}

/** A door that work waits at until it is opened. */
export function gate() {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Accounts that cannot record a charge. */
export function refusing<A extends { charge: unknown; release(hold: never): void }>(
  real: A,
  cause = new Error("SQLITE_FULL: /var/lib/irradiance.db"),
): A {
  const charge = async (hold: never) => {
    real.release(hold);
    throw cause;
  };
  return withMembers(real, { charge } as unknown as Partial<A>);
}

/** The same object, with members of its own in place of some. */
export function withMembers<Real extends object>(real: Real, own: Partial<Real>): Real {
  return new Proxy(real, {
    get: (target, name) => {
      if (name in own) return Reflect.get(own, name);
      const value = Reflect.get(target, name, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}
