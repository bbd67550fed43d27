/** What went wrong, as a sentence that says what to do. */
import { ENDPOINTS, type SeriesEndpoint } from "../state/state.js";
import { amount } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";

export class Problem extends Error {
  override readonly name = "Problem";
  /** Of the answer; 0 when there was none. */
  readonly status: number;
  /** The server's own words, in English; "" where it had none. */
  readonly said: string;
  /** What to do about it, in the language of the page. */
  readonly advice: string;
  /** Whether nobody answered: another try may succeed at any time. */
  readonly isSilence: boolean;
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

  constructor(
    status: number,
    advice: string,
    details: Partial<Omit<Problem, "status" | "message" | "advice" | "isSilence">> & { isSilence?: boolean } = {},
  ) {
    super([details.said, advice].filter(Boolean).join(" "));
    this.status = status;
    this.advice = advice;
    this.said = details.said ?? "";
    this.isSilence = details.isSilence ?? false;
    this.parameter = details.parameter;
    this.retryAfter = details.retryAfter;
    this.places = details.places ?? [];
    this.requestId = details.requestId;
    this.price = details.price;
  }
}

export function silence(): Problem {
  return new Problem(0, texts().status.unreachable, { isSilence: true });
}

/** @param body the answer's text; "" for HEAD, which has none. @param request path and query below `v1/`: advice is what it can take */
export function problemOf(status: number, headers: Headers, body: string, isDemo: boolean, request = ""): Problem {
  const { message, parameter, code } = errorOf(body);
  const retryAfter = Number(headers.get("retry-after") ?? Number.NaN) || undefined;
  // The header that a key goes into is for programs: the page has a field for it.
  const said = message === undefined || status === 401 ? "" : sentence(message);
  const requestId = headers.get("x-request-id") ?? undefined;
  const isWithoutWeather = code === "no_weather";
  return new Problem(
    status,
    advice(status, headers, isDemo, { retryAfter, said, requestId, request, isWithoutWeather }),
    {
      said,
      retryAfter,
      requestId,
      ...(headers.has("api-tokens-cost") && { price: priceOf(headers) }),
      ...(parameter !== undefined && { parameter }),
      places: status === 403 ? placesIn(message ?? "") : [],
    },
  );
}

interface AdviceContext {
  readonly retryAfter: number | undefined;
  readonly said: string;
  readonly requestId: string | undefined;
  readonly request: string;
  /** Whether the server has no weather for what is asked. */
  readonly isWithoutWeather: boolean;
}

/** What can be made smaller: a period, a year, the years of a yield, or of a typical one the work; "none" where there is no choice. */
type Extent = SeriesEndpoint["period"] | "yield" | "typical";

function extentOf(request: string): Extent {
  const [path = "", query = ""] = request.split("?");
  if (path === "yield") return /(?:^|&)weather=history/.test(query) ? path : "typical";
  const endpoint: SeriesEndpoint | undefined = ENDPOINTS[path as keyof typeof ENDPOINTS];
  return endpoint?.period ?? "span";
}

function advice(status: number, headers: Headers, isDemo: boolean, context: AdviceContext): string {
  const { retryAfter, said, requestId, request, isWithoutWeather } = context;
  const t = texts().status.advice;
  const extent = extentOf(request);
  switch (status) {
    case 400:
      return said === "" ? t.settings : t.change;
    case 401:
      return isDemo ? t.demoOff : t.key;
    case 402:
      return [pricesOf(headers), { span: t.tokensOfPeriod, yield: t.tokensOfYears }[extent as string] ?? t.tokens]
        .filter(Boolean)
        .join(" ");
    case 403:
      return t.places;
    case 404:
      return [
        isWithoutWeather ? t.noWeather : "",
        { span: t.noneOfPeriod, year: t.noneOfYear, yield: t.noneOfYears }[extent as string] ?? t.none,
      ]
        .filter(Boolean)
        .join(" ");
    case 408:
      return t.late;
    case 429:
    case 503:
      return retryAfter === undefined ? t.moment : t.wait(String(retryAfter));
    case 504:
      return { span: t.longOfPeriod, yield: t.longOfYears, typical: t.longOfYield }[extent as string] ?? t.long;
    case 500:
      return t.broken(requestId ?? "");
    default:
      return said === "" ? t.stranger(String(status)) : "";
  }
}

function pricesOf(headers: Headers): string {
  const { cost, remaining } = priceOf(headers);
  if (!headers.has("api-tokens-cost") || remaining === undefined) return "";
  return texts().status.advice.cost(tokens(cost), amount(remaining));
}

/** Empty for a body that is not the service's, such as a proxy's page. */
function errorOf(body: string): { message?: string; parameter?: string; code?: string } {
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

export interface Price {
  readonly cost: number;
  /** It was sent before under its Idempotency-Key, and paid for then. */
  readonly isRepeat?: boolean;
  /** undefined with the demo key, which has no tokens to count. */
  readonly remaining: number | undefined;
}

export function priceOf(headers: Headers): Price {
  const remaining = headers.get("api-tokens-remaining");
  return {
    cost: Number(headers.get("api-tokens-cost") ?? 0),
    ...(headers.get("idempotent-replayed") === "true" && { isRepeat: true }),
    remaining: remaining === null ? undefined : Number(remaining),
  };
}

/** "200 tokens"; "0 tokens" for what costs nothing. */
export function tokens(count: number): string {
  return texts().status.tokens(amount(count), count === 1);
}
