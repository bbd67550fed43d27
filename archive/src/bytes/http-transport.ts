/** Bytes of files on web servers and object stores, by range requests. */
import { type Breaker, breakerOf, expectMany, type Work } from "../budget.js";
import { ArchiveError, messageOf } from "../errors.js";
import { type AskedServer, serverAt, Transient, withRetries } from "./flights.js";
import {
  type ByteRange,
  changed,
  checkWithin,
  type Fetched,
  ForbiddenError,
  isOfThisMachine,
  type Transport,
  tooLarge,
  unreadable,
  unusable,
  withoutQuery,
} from "./location.js";

// Requests through the proxy that HTTPS_PROXY or HTTP_PROXY names, except to the hosts of NO_PROXY and to this machine. Node's own fetch
// reads these variables from 22.21 on, and only with NODE_USE_ENV_PROXY=1; undici, which it is made of, reads them everywhere.

type Fetch = typeof globalThis.fetch;

const VARIABLES = ["https_proxy", "HTTPS_PROXY", "http_proxy", "HTTP_PROXY"];

let known: { readonly proxies: string; readonly fetch: Promise<Fetch | undefined> } | undefined;

/** What asks for an address. */
async function fetchFor(url: string): Promise<Fetch> {
  return (isProxied(url) ? await throughProxy() : undefined) ?? fetch;
}

/** What a failure to reach an address adds, where a proxy is named and nothing here can use it. */
async function proxyAdvice(url: string): Promise<string> {
  if (!isProxied(url) || (await throughProxy()) !== undefined) return "";
  return ` (${variable()} names a proxy, which needs the package undici: npm install undici@6)`;
}

function isProxied(url: string): boolean {
  return variable() !== undefined && !isOfThisMachine(url) && !readsVariables();
}

/** The variable that names a proxy. */
function variable(): string | undefined {
  return VARIABLES.find((name) => (process.env[name] ?? "") !== "");
}

/** Whether Node itself does. */
function readsVariables(): boolean {
  return process.env.NODE_USE_ENV_PROXY === "1" && process.allowedNodeEnvironmentFlags.has("--use-env-proxy");
}

function throughProxy(): Promise<Fetch | undefined> {
  const proxies = VARIABLES.map((name) => process.env[name]).join("\n");
  if (known?.proxies !== proxies) known = { proxies, fetch: undiciFetch() };
  return known.fetch;
}

/** Undefined if the package is not installed. */
async function undiciFetch(): Promise<Fetch | undefined> {
  try {
    const { EnvHttpProxyAgent, fetch } = await import("undici");
    const dispatcher = new EnvHttpProxyAgent();
    return ((url: string, options: object) => fetch(url, { ...options, dispatcher })) as unknown as Fetch;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_MODULE_NOT_FOUND") return undefined;
    throw error;
  }
}

export interface HttpOptions {
  /** Sent with every request to `own`, and never anywhere else: keys of a private archive. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Addresses, with everything below them, that requests and redirects may go to. */
  readonly allow: readonly string[];
  /** Origins that get the headers. */
  readonly own: readonly string[];
  /** Time limit of one attempt, ms. Default: 10,000. */
  readonly timeout?: number | undefined;
  /** Attempts of a request. Default: 3. */
  readonly attempts?: number | undefined;
  /** First pause between attempts, ms. Default: 200. */
  readonly pause?: number | undefined;
  /** Monotonic clock in ms. Default: `performance.now`. */
  readonly clock?: (() => number) | undefined;
}

/** How the version of a file begins that its server gives neither an ETag nor a date. */
export const UNDATED = "undated";

const REDIRECTS = 5;
/** A server without ranges sends whole files: small ones are taken, and cut here. */
const SMALL = 1024 * 1024;
/** Answers to a wrong or missing key; object stores give them, too, where a file is not there. */
const KEYS = new Set([401, 403, 407]);
const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);

interface Host {
  readonly server: AskedServer;
  readonly breaker: Breaker;
  /** What its last failure was. */
  last: string;
}

export function httpTransport(options: HttpOptions): Transport {
  const { attempts = 3, pause = 200, timeout = 10_000, clock = () => performance.now() } = options;
  const hosts = new Map<string, Host>();
  const hostOf = (location: string) => {
    const { host } = new URL(location);
    const known = hosts.get(host) ?? { server: serverAt(host), breaker: breakerOf(clock), last: "" };
    hosts.set(host, known);
    return known;
  };

  const ask = <T>(location: string, signal: AbortSignal, work: Work<T>) => {
    const host = hostOf(location);
    const { server, breaker } = host;
    let last: ArchiveError | undefined;
    const once = async () => {
      const rest = breaker.rest();
      // What went wrong is worth more than that it is not tried again.
      if (rest > 0 && last !== undefined) throw new ArchiveError(last.code, last.message, { kind: last.kind });
      if (rest > 0) {
        const text = `its server failed repeatedly and is not asked again for ${rest} s (${host.last})`;
        throw unreadable(location, text, "unreachable");
      }
      try {
        const answer = await withTimeout(location, timeout, signal, work);
        breaker.succeeded();
        return answer;
      } catch (error) {
        if (error instanceof Transient) {
          breaker.failed();
          if (error.wait !== undefined) server.rest(error.wait);
          last = error;
          host.last = error.message;
        }
        throw error;
      }
    };
    return withRetries(attempts, pause, signal, () => server.run(signal, once));
  };

  return {
    fetch: (location, range, version, signal) =>
      ask(location, signal, async (own) => {
        const headers = { ...rangeHeader(range), ...condition(version) };
        const response = await follow(location, headers, options, own);
        // What is refused is not received to its end.
        const leave = () => void response.body?.cancel().catch(() => {});
        return fetchedOf(response, { location, range, version }).finally(leave);
      }),
    isStill: (location, version, signal) =>
      ask(location, signal, async (own) => {
        const condition = isTag(version) ? { "if-none-match": version } : {};
        const response = await follow(location, { range: "bytes=0-0", ...condition }, options, own);
        await response.body?.cancel();
        if (response.status === 304) return true;
        if (response.status === 404 || response.status === 410) return false;
        if (response.status !== 416 && !response.ok) throw refused(response, location);
        return versionOf(response, sizeOf(response)) === version;
      }),
  };
}

/** Redirects are followed here: `fetch` would follow them to anywhere. */
async function follow(
  location: string,
  headers: Readonly<Record<string, string>>,
  { allow, own, headers: secret }: HttpOptions,
  signal: AbortSignal,
): Promise<Response> {
  let url = location;
  for (let hops = 0; hops <= REDIRECTS; hops++) {
    checkWithin(url, allow, location);
    const isOwn = own.includes(new URL(url).origin);
    const ask = await fetchFor(url);
    const response = await ask(url, {
      headers: { "accept-encoding": "identity", ...headers, ...(isOwn && secret) },
      redirect: "manual",
      signal,
    });
    const next = response.headers.get("location");
    if (![301, 302, 303, 307, 308].includes(response.status) || next === null) return response;
    await response.body?.cancel();
    url = new URL(next, url).href;
  }
  throw unusable(location, `it redirects more than ${REDIRECTS} times`);
}

async function withTimeout<T>(location: string, ms: number, signal: AbortSignal, work: Work<T>): Promise<T> {
  const late = AbortSignal.timeout(ms);
  expectMany(signal);
  try {
    return await work(AbortSignal.any([signal, late]));
  } catch (error) {
    signal.throwIfAborted();
    const [file, advice] = [withoutQuery(location), await proxyAdvice(location)];
    if (late.aborted) throw new Transient(`${file} took longer than ${ms / 1000} s${advice}`, undefined, TIMEOUT);
    if (error instanceof ArchiveError) throw error;
    const { cause } = error as Error;
    throw new Transient(`${file} cannot be reached: ${messageOf(cause ?? error)}${advice}`);
  }
}

const TIMEOUT = "ERR_ARCHIVE_TIMEOUT";

function rangeHeader(range: ByteRange): Record<string, string> {
  if ("whole" in range) return {};
  if ("tail" in range) return { range: `bytes=-${range.tail}` };
  return { range: `bytes=${range.offset}-${range.offset + range.length - 1}` };
}

/** Weak tags do not vouch for bytes, and `If-Match` never matches them (RFC 9110, 13.1.1). */
function condition(version: string | undefined): Record<string, string> {
  return version !== undefined && isTag(version) && !version.startsWith("W/") ? { "if-match": version } : {};
}

function isTag(version: string): boolean {
  return /^(W\/)?"/.test(version);
}

/** What a file is asked for, and the version that it must be of. */
interface Asked {
  readonly location: string;
  readonly range: ByteRange;
  readonly version: string | undefined;
}

async function fetchedOf(response: Response, asked: Asked): Promise<Fetched | undefined> {
  const { location } = asked;
  const { status } = response;
  if (status === 200 || status === 206) {
    const encoding = response.headers.get("content-encoding");
    if (encoding !== null && encoding !== "identity") throw unusable(location, `it comes encoded as ${encoding}`);
    return status === 206 ? partOf(response, asked) : wholeOf(response, asked);
  }
  if (status === 404 || status === 410) return undefined;
  if (status === 412) throw changed(location);
  // Beyond the end, or a file without bytes.
  if (status === 416) return emptyAt(response, asked);
  throw refused(response, location);
}

async function partOf(response: Response, { location, range, version: expected }: Asked): Promise<Fetched> {
  const declared = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
  if (declared === null) throw unusable(location, "the server does not say which part of the file it sent");
  const [offset, last, size] = declared.slice(1).map(Number) as [number, number, number];
  const version = checkedVersion(response, location, size, expected);
  const wanted = "tail" in range ? Math.max(0, size - range.tail) : "whole" in range ? 0 : range.offset;
  const most = "tail" in range ? range.tail : "whole" in range ? range.whole : range.length;
  const length = Math.min(most, size - wanted);
  if (offset !== wanted || last !== wanted + length - 1) {
    throw unusable(location, `the server sent bytes ${offset} to ${last} instead of ${length} from ${wanted}`);
  }
  return { bytes: await bodyOf(response, location, length, length), offset, size, version };
}

/** The server ignores ranges, or all was asked for. */
async function wholeOf(response: Response, { location, range, version: expected }: Asked): Promise<Fetched> {
  const declared = sizeOf(response);
  const most = "whole" in range ? range.whole : SMALL;
  if (declared !== undefined && declared > most) {
    if ("whole" in range) throw tooLarge(location, declared, most);
    throw unusable(location, "the server sends the whole file instead of a part: it does not support range requests");
  }
  const bytes = await bodyOf(response, location, declared, most);
  const version = checkedVersion(response, location, bytes.length, expected);
  return { bytes, offset: 0, size: bytes.length, version };
}

function emptyAt(response: Response, { location, version: expected }: Asked): Fetched {
  const size = Number(/\/(\d+)$/.exec(response.headers.get("content-range") ?? "")?.[1] ?? Number.NaN);
  if (Number.isNaN(size)) throw unusable(location, "the server refuses the range and does not give the file's length");
  return { bytes: new Uint8Array(0), offset: size, size, version: checkedVersion(response, location, size, expected) };
}

/** @throws ArchiveError for fewer bytes than declared, or more than allowed */
async function bodyOf(response: Response, location: string, declared: number | undefined, most: number) {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > most) throw tooLarge(location, length, most);
    parts.push(part);
  }
  if (declared !== undefined && length !== declared) {
    throw new Transient(`${withoutQuery(location)} broke off after ${length} of ${declared} bytes`);
  }
  if (parts.length === 1) return parts[0]!;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

function checkedVersion(response: Response, location: string, size: number, expected: string | undefined): string {
  const version = versionOf(response, size);
  if (expected !== undefined && version !== expected) throw changed(location);
  return version;
}

/** The ETag; without one, the time of the last change, to the second, and the size. */
function versionOf(response: Response, size: number | undefined): string {
  return response.headers.get("etag") ?? `${response.headers.get("last-modified") ?? UNDATED}, ${size} bytes`;
}

function sizeOf(response: Response): number | undefined {
  const range = /\/(\d+)$/.exec(response.headers.get("content-range") ?? "");
  const length = range?.[1] ?? (response.status === 200 ? response.headers.get("content-length") : null);
  return length === null ? undefined : Number(length);
}

function refused(response: Response, location: string): ArchiveError {
  const message =
    `${withoutQuery(location)} cannot be read: the server answers ${response.status} ${response.statusText}`.trim();
  const kind = KEYS.has(response.status) ? "refused" : "unreachable";
  if (response.status === 403) return new ForbiddenError("ERR_ARCHIVE_UNREADABLE", message, { kind });
  if (!PASSING.has(response.status)) return new ArchiveError("ERR_ARCHIVE_UNREADABLE", message, { kind });
  return new Transient(message, waitOf(response.headers.get("retry-after")));
}

/** ms that a server asks to wait: seconds, or until a date (RFC 9110, 10.2.3). */
function waitOf(retryAfter: string | null): number | undefined {
  if (retryAfter === null) return undefined;
  const wait = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * 1000 : Date.parse(retryAfter) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}
