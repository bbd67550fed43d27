/** How often somebody may ask: requests in a window of time, counted by key or by address. */
import type { Accounts } from "../accounts/accounts.js";
import { type RequestCounter, requestCounter } from "../accounts/request-counter.js";
import type { Settings } from "../settings.js";

/** The remainder of a window. */
export interface Rate {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Seconds to the window's end, at least 1. */
  readonly reset: number;
  readonly window: number;
}

export interface Rates {
  /** Counts requests of an account, which may send so many. */
  ofAccount(account: string, limit: number, requests: number): Promise<Rate>;
  /** Counts a request with the demo key. */
  ofDemo(address: string, requests?: number): Promise<Rate>;
  /** Counts a request with the demo key among those of all addresses. */
  ofAllDemo(requests?: number): Promise<Rate>;
  /** Counts a request with a bad key. */
  ofBadKey(address: string): Promise<Rate>;
}

/** Accounts are counted over all servers on their store, addresses by each server. */
export function createRates(settings: Settings, accounts: Accounts): Rates {
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
    ofAccount: (account, limit, requests) => taken(counter, account, requests, limit, window),
    ofDemo: (address, requests) => ofDemo(networkOf(address), requests),
    ofAllDemo: (requests) => ofAllDemo("", requests),
    ofBadKey: (address) => ofBadKey(networkOf(address)),
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
