/** The caller of a request: an account by its key, or the demo key, and the limits of each. */
import type { IncomingMessage } from "node:http";
import type { Access, Accounts } from "../accounts/accounts.js";
import { type Limits, limitsOf } from "../accounts/limits.js";
import type { Settings } from "../settings.js";
import { HttpError, tooMany, unauthorized } from "./errors.js";
import { networkOf, type Rate, type Rates, rateHeaders } from "./rates.js";

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

/** The key of a request; undefined if there is none, more than one, or something else. */
function keyOf({ rawHeaders }: IncomingMessage): string | undefined {
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

function isFromHere(raw: IncomingMessage): boolean {
  const proxied = Object.keys(raw.headers).some(
    (name) => PROXY_HEADERS.includes(name) || name.startsWith("x-forwarded-"),
  );
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
