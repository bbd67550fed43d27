/** What a system yields at a place: the weather is found, and all else computed in a thread. */
import type { YieldRequest } from "irradiance-engine/yield";
import type { AnswerContext, Asker } from "../context.js";
import { type HorizonChoice, horizonLine } from "../horizon.js";
import type { PreparedAnswer } from "../render.js";
import { groundOf } from "../site-altitude.js";
import { wireSource } from "../wire.js";
import { asRefusal } from "./as-refusal.js";
import { systemSite } from "./system-site.js";
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
  const ground = await groundOf(context, request, asker.now, signal);
  const planned = await yieldWeather(context, request, ground, asker, signal);
  const { revision, isTypical, years } = planned;
  return {
    identity: revision === undefined ? undefined : [request, revision, ground.altitude, years, extended, horizon.kind],
    async render({ encoding, signal: stop, priority }) {
      const call = { signal: stop, priority } as const;
      const [weather, line] = await Promise.all([planned.read(call), horizonLine(context, horizon, lat, lon)]);
      const site = systemSite(request, ground, line);
      const notices = [...weather.notices, ...site.notices];
      const answer = await context.pool
        .yieldBody(weather.series, system, {
          ...call,
          ...{ best, hours: output === "hours", as: responseFormat, encoding },
          options: {
            ...{ latitude: lat, longitude: lon, typicalYear: isTypical, lightSource: weather.lightSource },
            context: site.context,
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
