/** What a system yields at a place: the weather is found, and all else computed in a thread. */
import type { Notice } from "irradiance-engine";
import type { YieldRequest } from "irradiance-engine/yield";
import type { AnswerContext, Asker } from "../context.js";
import { type HorizonChoice, horizonLine } from "../horizon.js";
import type { PlaceData } from "../places.js";
import { Refusal } from "../refusal.js";
import type { PreparedAnswer } from "../render.js";
import { siteAltitude } from "../site-altitude.js";
import { wireSource } from "../wire.js";
import { type YearsWeather, yieldWeather } from "./yield-weather.js";

export interface YieldQuestion {
  readonly request: YieldRequest;
  readonly horizon: HorizonChoice;
  /** `meta=extended` */
  readonly extended: boolean;
}

/** @throws Refusal */
export async function prepareYield(
  context: AnswerContext,
  asker: Asker,
  { request, horizon, extended }: YieldQuestion,
  signal: AbortSignal,
): Promise<PreparedAnswer> {
  const { lat, lon, system, best, output, responseFormat } = request;
  const ground = await context.places.surroundings(lat, lon);
  const planned = await yieldWeather(context, request, ground, asker, signal);
  const { revision, isTypical, years } = planned;
  return {
    identity: revision === undefined ? undefined : [request, revision, years, extended, horizon.kind],
    async render({ encoding, signal: stop, priority }) {
      const call = { signal: stop, priority } as const;
      const [weather, line] = await Promise.all([planned.read(call), horizonLine(context, horizon, lat, lon)]);
      const site = siteOf(request, ground, weather);
      const notices = [...weather.notices, ...line.notices, ...site.notices];
      const profile = line.profile ?? (typeof request.horizon === "object" ? request.horizon : undefined);
      const answer = await context.pool
        .yieldBody(weather.series, system, {
          ...call,
          ...{ best, hours: output === "hours", as: responseFormat, encoding },
          options: {
            ...{ latitude: lat, longitude: lon, typicalYear: isTypical, lightSource: weather.lightSource },
            context: {
              altitude: site.altitude,
              linkeTurbidity: site.clearTurbidity,
              timeZone: ground.timeZone,
              ...(profile && { horizon: profile }),
            },
          },
          parts: { notices, weather: aboutWeather(weather, isTypical, years, extended) },
        })
        .catch(asRefusal);
      return {
        ...answer,
        notices: [...notices, ...answer.notices],
        sources: weather.provenance,
        passing: revision === undefined || weather.passing,
      };
    },
  };
}

interface Site {
  readonly altitude: number;
  readonly clearTurbidity: readonly number[];
  readonly notices: readonly Notice[];
}

function siteOf({ altitude, lat, lon }: YieldRequest, ground: PlaceData, { series }: YearsWeather): Site {
  if (altitude === "auto") return siteAltitude(ground, series.place?.altitude, lat, lon);
  return { altitude, clearTurbidity: ground.clearTurbidity(altitude), notices: [] };
}

function aboutWeather(
  { provenance }: YearsWeather,
  isTypical: boolean,
  years: readonly [number, number] | undefined,
  extended: boolean,
): object {
  return {
    kind: isTypical ? "typical" : "history",
    ...(years && { startYear: years[0], endYear: years[1] }),
    synthetic: provenance.some(({ synthetic }) => synthetic),
    ...(extended && { sources: provenance.map(wireSource) }),
  };
}

/** What a yield cannot be computed of is the weather's fault, or the system's: both say which. */
function asRefusal(cause: unknown): never {
  const { code, name, message = "" } = (cause ?? {}) as { code?: unknown; name?: unknown; message?: string };
  const text = message.replace(/^(?:yieldOf|optimumOf|yieldSeries|resolveSystem): /, "");
  const isCheck = code === "ERR_WEATHER" || name === "RangeError" || name === "TypeError";
  if (isCheck && text.startsWith("system")) throw new Refusal("request", text, { parameter: "system", cause });
  if (code === "ERR_WEATHER") throw new Refusal("no data", text, { cause });
  throw cause;
}
