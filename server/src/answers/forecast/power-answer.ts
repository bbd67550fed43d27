/** The power of a system in the days to come: the weather of a forecast is found, and all else computed in a thread. */
import type { Provenance } from "irradiance-archive";
import { DAY, fixedZone, HOUR_SECONDS, zoneNamed } from "irradiance-engine/internal/shared";
import { localDays, type PowerPeriod, type PowerRequest } from "irradiance-engine/internal/yield";
import { missNotices } from "../climate/year-generator.js";
import { type PlaceData, placeOn } from "../places.js";
import { asRefusal } from "../refusal.js";
import type { PreparedAnswer } from "../series.js";
import type { AnswerContext, Asker, HorizonChoice } from "../site.js";
import { allowsSynthetic, groundOf, horizonLine, systemSite } from "../site.js";
import type { WeatherQuery } from "../weather.js";
import { wireSource } from "../wire.js";
import { forecastFinder, quarterOf } from "./forecast-weather.js";

/** What power needs, by the names of an answer's parameters. */
const PARAMETERS = ["global_horizontal_irradiance", "temperature", "wind_speed"] as const;
/** What lies on the modules is computed of them. */
const RAIN_AND_SNOW = ["snow_depth", "snowfall", "precipitation"] as const;
/** Seconds: hours of a corrected run are made of them, too. */
const QUARTER = 900;

/** @throws Refusal */
export async function preparePower(
  context: AnswerContext,
  asker: Asker,
  { request, horizon }: { readonly request: PowerRequest; readonly horizon: HorizonChoice },
  signal: AbortSignal,
): Promise<PreparedAnswer> {
  const { lat, lon, system, frequency, responseFormat, timeZone = "UTC" } = request;
  const now = quarterOf(asker.now);
  const ground = await groundOf(context, request, asker.now, signal);
  const find = forecastFinder(context, { endpoint: request.weather, quantiles: request.quantiles });
  const planned = await find(weatherQuery(context, request, ground, asker, wholeDays(request, now)), ground, signal);
  return {
    identity: planned.passing
      ? undefined
      : [request, planned.revision, ground.altitude, now, horizon.kind, process.versions.tz],
    async render({ encoding, signal: stop, priority }) {
      const [weather, line] = await Promise.all([planned.read(stop), horizonLine(context, horizon, lat, lon)]);
      const site = systemSite(request, ground, line);
      const notices = [...weather.notices, ...(await missNotices(weather.provenance, request)), ...site.notices];
      const { bands } = weather;
      const answer = await context.pool
        .powerBody(weather.series, system, {
          ...{ signal: stop, priority, as: responseFormat, encoding },
          options: {
            ...{ latitude: lat, longitude: lon, context: site.context, now, frequency, timeZone },
            period: { start: request.start, end: request.end },
            bands: bands && { names: request.quantiles!, ...bands },
          },
          parts: { notices, software: context.software, weather: aboutWeather(weather.provenance) },
        })
        .catch(asRefusal);
      return {
        ...answer,
        notices: [...notices, ...answer.notices],
        sources: weather.provenance,
        passing: planned.passing || weather.passedOver.length > 0,
      };
    },
  };
}

/** The days that rows touch, today and tomorrow: what is in a day's sum is known from its midnight to the next. */
function wholeDays({ start, end, timeZone }: PowerRequest, now: number): PowerPeriod {
  const zone = (timeZone === undefined ? undefined : zoneNamed(timeZone)) ?? fixedZone(0);
  const days = localDays({ start: Math.min(start, now), end: Math.max(end, now + DAY) }, zone);
  return { start: days[0]!.start, end: days.at(-1)!.end };
}

function weatherQuery(
  context: AnswerContext,
  { lat, lon, weather, frequency }: PowerRequest,
  ground: PlaceData,
  { caller, now }: Asker,
  period: PowerPeriod,
): WeatherQuery {
  return {
    ...{ purpose: "forecast", place: placeOn(ground, lat, lon), period, now },
    step: weather === "basic" && frequency === "1_hour" ? HOUR_SECONDS : QUARTER,
    ...{ parameters: PARAMETERS, welcome: RAIN_AND_SNOW },
    synthetic: allowsSynthetic(context, caller),
  };
}

function aboutWeather(provenance: readonly Provenance[]): object {
  return {
    kind: "forecast",
    synthetic: provenance.some(({ synthetic }) => synthetic),
    sources: provenance.map(wireSource),
  };
}
