/** The caller of a request: an account by its key, or the demo key; the limits of each, and how often they may ask, counted by key or by address. */
import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { BlockList } from "node:net";
import type { Access } from "../accounts/accounts.js";
import { type Limits, limitsOf } from "../accounts/limits.js";
import { type RequestCounter, requestCounter } from "../accounts/store.js";
import type { Accounts } from "../accounts/stored-accounts.js";
import type { Settings } from "../settings.js";
import { HttpError, tooMany, unauthorized } from "./errors.js";

export const DEMO_KEY = "demo0000-0000-0000-0000-000000000000";

export interface Caller {
  /** undefined: the demo key. */
  readonly access: Access | undefined;
  /** Whose turns are counted: the account, or the address that the demo key came from. */
  readonly name: string;
  /** What people call it. */
  readonly shownName: string;
  readonly plan: string | null;
  readonly isSuspended: boolean;
  /** Of the client, as far as trusted proxies tell. */
  readonly address: string;
  /** Whether only the free places are served. */
  readonly limitedToPlaces: boolean;
  readonly limits: Limits;
  readonly rate: Rate;
}

/** Places that the demo key serves everywhere, degrees; the last one is the embedded sample's. */
const DEMO_PLACES: readonly (readonly [latitude: number, longitude: number])[] = [
  [50, 10],
  [21, 79],
  [-3, -60],
  [51, -114],
  [24, 33],
  [36.1, -79.95],
];
/** Degrees around each; decimals are not exact. */
const NEAR = 0.01 + 1e-9;

/** @throws HttpError 403, which lists the free places */
export function checkDemoPlace(caller: Caller, latitude: number, longitude: number): void {
  const isFree = DEMO_PLACES.some(
    ([lat, lon]) => Math.abs(lat - latitude) <= NEAR && Math.abs(lon - longitude) <= NEAR,
  );
  if (!caller.limitedToPlaces || isFree) return;
  const free = DEMO_PLACES.map((place) => place.join(",")).join("; ");
  throw new HttpError(
    "place_not_free",
    `the demo key serves only these places (lat,lon): ${free}; got ${latitude},${longitude}`,
  );
}

/**
 * @param what needs an account, in the plural
 * @throws HttpError 403 for the demo key
 */
export function accessOf({ access }: Caller, what: string): Access {
  if (access !== undefined) return access;
  throw new HttpError("account_needed", `${what} need the key of an account; the demo key belongs to no account`);
}

/** @throws HttpError 400 */
export function checkValues({ limits }: Caller, values: number): void {
  if (values <= limits.values) return;
  const message =
    `the answer would have ${values} values (intervals × columns); the limit is ${limits.values}: ` +
    "request a shorter period, fewer parameters or a lower frequency";
  throw new HttpError("answer_too_large", message);
}

const AUTHORIZATION = /^authorization$/i;
const BEARER = /^bearer +([\x21-\x7e]{1,256})$/i;

/** The key of a request; undefined without a key, with more than one, and for something else. */
export function keyOf({ rawHeaders }: Pick<IncomingMessage, "rawHeaders">): string | undefined {
  let given: string | undefined;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (!AUTHORIZATION.test(rawHeaders[i] as string)) continue;
    if (given !== undefined) return undefined;
    given = rawHeaders[i + 1];
  }
  return given === undefined ? undefined : BEARER.exec(given)?.[1];
}

/** Headers that only a proxy adds: then the machine that asks is not this one. */
const PROXY_HEADERS = ["forwarded", "via"];

export function isOfProxy(name: string): boolean {
  return PROXY_HEADERS.includes(name) || name.startsWith("x-forwarded-");
}

function isFromHere(raw: IncomingMessage): boolean {
  const proxied = Object.keys(raw.headers).some(isOfProxy);
  const address = raw.socket.remoteAddress ?? "";
  return !proxied && /^(::ffff:)?127\.|^::1$/.test(address);
}

export interface Callers {
  /**
   * Who sent a request, by its key; it is counted.
   *
   * @param address of the client, as far as trusted proxies tell
   * @throws HttpError 401; 429 for too many requests, or too many bad keys from one address
   */
  of(raw: IncomingMessage, address: string): Promise<Caller>;
  /**
   * Counts the further requests of a batch.
   *
   * @throws HttpError 429
   */
  further(caller: Caller, requests: number): Promise<Caller>;
}

export function createCallers(settings: Settings, accounts: Accounts, rates: Rates): Callers {
  return {
    async of(raw, address) {
      const key = keyOf(raw);
      const demo = settings.demo ?? (accounts.any ? "off" : "places");
      if (key === DEMO_KEY && demo !== "off") return demoCaller(raw, address, demo);
      const access = key === undefined ? undefined : accounts.find(key);
      if (access === undefined) throw await badKey(address);
      return payingCaller(access, address);
    },
    async further(caller, requests) {
      const { access, address, limits } = caller;
      return { ...caller, rate: await counted(access, limits, address, requests) };
    },
  };

  async function payingCaller(access: Access, address: string): Promise<Caller> {
    const { limits: own, ...standing } = accounts.standing(access.account);
    const limits = limitsOf(settings, own);
    const rate = await counted(access, limits, address, 1);
    return { access, name: access.account, ...standing, address, limitedToPlaces: false, limits, rate };
  }

  async function demoCaller(raw: IncomingMessage, address: string, demo: string): Promise<Caller> {
    const own = { rate: settings["demo-rate"], values: settings["demo-values"], running: settings["demo-running"] };
    const limits = limitsOf(settings, own);
    return {
      access: undefined,
      name: `demo ${networkOf(address)}`,
      shownName: "demo",
      plan: null,
      isSuspended: false,
      address,
      limitedToPlaces: demo === "places" || !isFromHere(raw),
      limits,
      rate: await counted(undefined, limits, address, 1),
    };
  }

  async function counted(access: Access | undefined, limits: Limits, address: string, requests: number): Promise<Rate> {
    const rate = access
      ? await rates.ofAccount(access.account, limits.rate, requests)
      : await rates.ofDemo(address, requests);
    if (!rate.allowed) throw tooFast(rate, access ? "this account" : "the demo key from your address");
    if (access) return rate;
    const all = await rates.ofAllDemo(requests);
    if (!all.allowed) throw tooFast(all, "all users of the demo key together");
    return rate;
  }

  async function badKey(address: string): Promise<HttpError> {
    const rate = await rates.ofBadKey(address);
    if (rate.allowed) return unauthorized();
    return tooMany(
      "too_many_bad_keys",
      `too many requests with a bad API key from your address: ${rate.limit} in ${rate.window} s`,
      rate.reset,
    );
  }
}

function tooFast(rate: Rate, who: string): HttpError {
  const message = `too many requests: ${who} may send ${rate.limit} in ${rate.window} s; try again in ${rate.reset} s`;
  return tooMany("rate_limited", message, rate.reset, rateHeaders(rate));
}

/** The remainder of a window. */
interface Rate {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds to the window's end, at least 1. */
  readonly reset: number;
  readonly window: number;
}

/** Each counts requests, and says what remains of a window. */
type Rates = ReturnType<typeof createRates>;

/** Accounts are counted over all servers on their store, addresses by each server. */
export function createRates(settings: Settings, accounts: Accounts) {
  const window = settings["rate-window"];
  const here = (limit: number) => {
    const counter = requestCounter(window);
    return (who: string, requests = 1) => taken(counter, who, requests, limit, window);
  };
  const ofDemo = here(settings["demo-rate"]);
  const ofAllDemo = here(Math.max(settings["demo-rate-all"], settings["demo-rate"]));
  const ofBadKey = here(settings["bad-keys"]);
  const counter = accounts.counter(window);
  return {
    ofAccount: (account: string, limit: number, requests: number) => taken(counter, account, requests, limit, window),
    ofDemo: (address: string, requests?: number) => ofDemo(networkOf(address), requests),
    ofAllDemo: (requests?: number) => ofAllDemo("", requests),
    ofBadKey: (address: string) => ofBadKey(networkOf(address)),
  };
}

/**
 * Who an address is: an IPv4 address itself, of an IPv6 address the first 64 bits. A home line has a whole /64 network, so that its
 * single addresses count nobody.
 */
export function networkOf(address: string): string {
  const host = `http://[${address.split("%", 1)[0]}]`;
  if (!address.includes(":") || !URL.canParse(host)) return address;
  const [head = "", tail = ""] = new URL(host).hostname.slice(1, -1).split("::");
  const [first, last] = [head, tail].map((side) => side.split(":").filter((group) => group !== ""));
  const groups = [...first!, ...Array<string>(8 - first!.length - last!.length).fill("0"), ...last!];
  if (groups.slice(0, 6).join() === "0,0,0,0,0,ffff") return groups.slice(6).flatMap(bytesOf).join(".");
  return `${groups.slice(0, 4).join(":")}::/64`;
}

/** The two numbers of an IPv4 address that a group holds: ::ffff:102:304 is 1.2.3.4. */
function bytesOf(group: string): number[] {
  const bits = Number.parseInt(group, 16);
  return [bits >> 8, bits & 0xff];
}

async function taken(
  counter: RequestCounter,
  who: string,
  requests: number,
  limit: number,
  window: number,
): Promise<Rate> {
  const { requests: counted, left } = await counter.count(who, requests);
  return {
    allowed: counted <= limit,
    limit,
    remaining: Math.max(0, limit - counted),
    reset: Math.max(1, Math.ceil(left / 1000)),
    window,
  };
}

/** The headers of the IETF draft "RateLimit header fields for HTTP" (2025-09). */
export function rateHeaders({ limit, remaining, reset, window }: Rate): { readonly [name: string]: string } {
  return { "RateLimit-Policy": `"key";q=${limit};w=${window}`, RateLimit: `"key";r=${remaining};t=${reset}` };
}

/** Names of requests: our own, or the name that a trusted proxy gave. */
const FOREIGN_ID = /^[\w.-]{1,64}$/;

export class RequestIds {
  /** Unique among all starts of all servers, as charges are kept by it. */
  readonly #start = randomBytes(9).toString("base64url");
  readonly #hops: BlockList;
  #count = 0;

  /** @param hops proxies whose X-Request-Id is believed */
  constructor(hops: BlockList) {
    this.#hops = hops;
  }

  /** What a request is called in its answer and in the log. */
  of({ headers, socket }: IncomingMessage): string {
    const foreign = headers["x-request-id"];
    if (typeof foreign === "string" && FOREIGN_ID.test(foreign) && this.#isTrusted(socket.remoteAddress))
      return foreign;
    return this.#next();
  }

  /** Whether an id came from outside: then it may come again. */
  isForeign(id: string): boolean {
    return !id.startsWith(this.#start);
  }

  #next(): string {
    return `${this.#start}-${(this.#count++).toString(36)}`;
  }

  #isTrusted(address: string | undefined): boolean {
    if (address === undefined) return false;
    const plain = address.replace(/^::ffff:(?=\d+\.)/, "");
    return this.#hops.check(plain, plain.includes(":") ? "ipv6" : "ipv4");
  }
}
