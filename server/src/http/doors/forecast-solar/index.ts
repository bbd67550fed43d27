/** The interface of forecast.solar, as its clients use it: at the root, with the key as the first part of the path. */
import type { HttpError } from "../../errors.js";
import type { Door, DoorAnswer, DoorRequest, OwnAnswer } from "../door.js";
import { ownNotice, saidOfWeather } from "../said.js";
import { estimateOf, type Power } from "./estimate.js";
import { KEYS, readPath, readWishes } from "./request.js";
import { localText, withOffset } from "./stamps.js";

/** Hours before now that reach back to midnight on any day. */
const BACK = "-26hours";

async function estimate({ params, query, ours, now }: DoorRequest): Promise<DoorAnswer> {
  const { part, lat, lon, system } = readPath(params["*"] ?? "", query);
  const wishes = readWishes(query);
  const power = await ours<Power>({
    path: "forecast/pv",
    query: { lat, lon, start: BACK, end: `+${wishes.days}days`, horizon: wishes.horizon },
    body: system,
  });
  const found = estimateOf(power.json, wishes, now);
  const answer = answered(part === undefined ? found : found[part], power, {
    ...{ latitude: lat, longitude: lon, timezone: power.json.meta.time_zone },
    ...{ time: withOffset(localText(now, power.json.issued)), time_utc: utcText(now) },
    notices: [...wishes.idle, ...power.notices],
  });
  return { ...answer, notices: wishes.idle };
}

function utcText(time: number): string {
  return `${new Date(time).toISOString().slice(0, 19)}+00:00`;
}

/** Whether an estimate of the place and the planes would be tried. Nothing is asked of ours: clients check without their key. */
async function check({ params, query }: DoorRequest): Promise<DoorAnswer> {
  const { lat, lon, system } = readPath(params["*"] ?? "", query);
  const planes = system.planes.length;
  return {
    body: { result: { latitude: lat, longitude: lon, planes }, message: success("irradiance-server") },
  };
}

/** Whether the key is one. */
async function info({ ours }: DoorRequest): Promise<DoorAnswer> {
  const account = await ours<{ readonly account: string; readonly plan: string | null }>({ path: "account" });
  const { account: name, plan } = account.json;
  return {
    body: {
      result: { account: name, plan },
      message: { ...success("irradiance-server"), ratelimit: rateOf(account.headers) },
    },
    headers: rateHeaders(account.headers),
  };
}

function answered(result: object, power: OwnAnswer<Power>, about: object): DoorAnswer {
  const said = saidOfWeather(power.json.meta.weather, []);
  const text = ownNotice(said, "forecast.solar", "a forecast");
  return {
    body: {
      result,
      message: { ...success(text), info: about, ratelimit: rateOf(power.headers) },
    },
    headers: rateHeaders(power.headers),
  };
}

function success(text: string) {
  return { code: 0, type: "success", text };
}

type Headers = { readonly [name: string]: unknown };

/** `"key";q=LIMIT;w=SECONDS` and `"key";r=REMAINING;t=SECONDS`. */
function rateOf({ "ratelimit-policy": policy, ratelimit }: Headers) {
  const numberOf = (expression: RegExp, field: unknown) => Number(expression.exec(String(field))?.[1] ?? 0);
  return {
    zone: "key",
    period: numberOf(/;w=(\d{1,9})/, policy),
    limit: numberOf(/;q=(\d{1,9})/, policy),
    remaining: numberOf(/;r=(\d{1,9})/, ratelimit),
  };
}

function rateHeaders(headers: Headers): { [name: string]: string } {
  const { limit, period, remaining } = rateOf(headers);
  return {
    "X-Ratelimit-Limit": String(limit),
    "X-Ratelimit-Period": String(period),
    "X-Ratelimit-Remaining": String(remaining),
  };
}

/** Clients of 429 read `ratelimit["retry-at"]`, and fail without it. */
function refusal(error: HttpError, retryAt: number | undefined): object {
  const { code, message: text, headers } = error;
  const ratelimit = retryAt === undefined ? {} : { ratelimit: { ...rateOf(headers), "retry-at": utcText(retryAt) } };
  return { result: null, message: { code: statusOf(error), type: "error", text, reason: code, ...ratelimit } };
}

/** What is well formed and not to be had is 422 there. */
function statusOf({ status, parameter = "" }: HttpError): number {
  return status === 400 && parameter.startsWith("damping") ? 422 : status;
}

const ROUTES = { estimate, check } as const;

export const forecastSolar: Door = {
  name: "forecast-solar",
  keyAt: "send it as the first part of the path: /KEY/estimate/…",
  routes: [
    ...Object.entries(ROUTES).flatMap(([name, answer]) => [
      { method: "GET", url: `/${name}`, keys: KEYS, answer } as const,
      { method: "GET", url: `/${name}/*`, keys: KEYS, answer } as const,
      { method: "GET", url: `/:key/${name}`, keys: KEYS, key: "key", answer } as const,
      { method: "GET", url: `/:key/${name}/*`, keys: KEYS, key: "key", answer } as const,
    ]),
    { method: "GET", url: "/info", answer: info },
    { method: "GET", url: "/:key/info", key: "key", answer: info },
  ],
  refusal,
  statusOf,
};
