/** What went wrong, as a sentence that says what to do. */
import { ENDPOINTS, type SeriesEndpoint } from "../state/endpoints.js";
import { type Price, priceOf } from "./price.js";

export class Problem extends Error {
  override readonly name = "Problem";
  /** Of the answer; 0 when there was none. */
  readonly status: number;
  /** The query key at fault. */
  readonly parameter: string | undefined;
  /** Seconds after which a new try may succeed. */
  readonly retryAfter: number | undefined;
  /** Places that the demo key serves. */
  readonly places: readonly (readonly [lat: number, lon: number])[];
  /** Identifies the request in the server's log. */
  readonly requestId: string | undefined;
  /** The price of the answer, if the server sent it all the same. */
  readonly price: Price | undefined;

  constructor(status: number, message: string, details: Partial<Omit<Problem, "status" | "message">> = {}) {
    super(message);
    this.status = status;
    this.parameter = details.parameter;
    this.retryAfter = details.retryAfter;
    this.places = details.places ?? [];
    this.requestId = details.requestId;
    this.price = details.price;
  }
}

export const UNREACHABLE =
  "The server does not answer. Check that it is running and that you are online, then try again.";

/** @param body the answer's text; "" for HEAD, which has none. @param path of the request, below `v1/`: advice is what it can take */
export function problemOf(status: number, headers: Headers, body: string, isDemo: boolean, path = ""): Problem {
  const { message, parameter } = errorOf(body);
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN) || undefined;
  const said = message === undefined ? "" : sentence(message);
  const requestId = headers.get("x-request-id") ?? undefined;
  const text = [said, advice(status, headers, isDemo, { retryAfter, said, requestId, path })].filter(Boolean).join(" ");
  return new Problem(status, text, {
    retryAfter,
    requestId,
    ...(headers.has("api-tokens-cost") && { price: priceOf(headers) }),
    ...(parameter !== undefined && { parameter }),
    places: status === 403 ? placesIn(message ?? "") : [],
  });
}

interface AdviceContext {
  readonly retryAfter: number | undefined;
  readonly said: string;
  readonly requestId: string | undefined;
  readonly path: string;
}

function advice(status: number, headers: Headers, isDemo: boolean, context: AdviceContext): string {
  const { retryAfter, said, requestId, path } = context;
  const { period }: { period?: SeriesEndpoint["period"] } = ENDPOINTS[path as keyof typeof ENDPOINTS] ?? {};
  const hasPeriod = period === undefined || period === "span";
  const then = retryAfter === undefined ? "Try again in a moment." : `Try again in ${retryAfter} s.`;
  switch (status) {
    case 400:
      return said === "" ? "The server refuses these settings. Change them and try again." : "Change it and try again.";
    case 401:
      return isDemo
        ? "The demo key is switched off on this server. Enter your own key under “Key”."
        : "The server does not know this key, or the key has expired or been revoked. Check under “Key” that no character is missing.";
    case 402:
      return `${pricesOf(headers)}${hasPeriod ? "Choose a shorter period, or ask" : "Ask"} the operator for tokens.`;
    case 403:
      return "Choose one of these places, or enter your own key under “Key”.";
    case 404:
      return `Choose another ${hasPeriod ? "period, " : period === "year" ? "year, " : ""}place or endpoint; “Sources” lists the data sets for this place.`;
    case 408:
      return "The request did not reach the server in time: check your connection and try again.";
    case 429:
    case 503:
      return then;
    case 504:
      return `The server needed too long; nothing was charged. Choose ${hasPeriod ? "a shorter period or " : ""}a coarser frequency.`;
    case 500:
      return `This is an error of the server. Try again; if it happens again, contact the operator${requestId ? ` (request ${requestId})` : ""}.`;
    default:
      return said === ""
        ? `Something on the way to the server answered instead of it (status ${status}). Try again.`
        : "";
  }
}

function pricesOf(headers: Headers): string {
  const cost = headers.get("api-tokens-cost");
  const left = headers.get("api-tokens-remaining");
  return cost !== null && left !== null ? `This costs ${cost} token${cost === "1" ? "" : "s"}, ${left} are left. ` : "";
}

/** Empty for a body that is not the service's, such as a proxy's page. */
function errorOf(body: string): { message?: string; parameter?: string } {
  try {
    return JSON.parse(body).error ?? {};
  } catch {
    return {};
  }
}

function sentence(message: string): string {
  const text = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** "50,10; 21,79": the pairs in what the server says. */
function placesIn(message: string): [number, number][] {
  const list = message.split("got")[0] as string;
  return [...list.matchAll(/(?<![\d.-])(-?\d+(?:\.\d+)?),(-?\d+(?:\.\d+)?)/g)].map(([, lat, lon]) => [
    Number(lat),
    Number(lon),
  ]);
}
