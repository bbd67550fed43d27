/** The power of a system in the days to come, or in the past: the weather of a forecast, or what was observed, is found, and all else computed in a thread. */
import type { Provenance } from "irradiance-archive";
import { outputGrid } from "irradiance-engine/internal/contract";
import { DAY, fixedZone, HOUR_SECONDS, zoneNamed } from "irradiance-engine/internal/shared";
import { localDays, type PowerPeriod, type PowerRequest, type PowerTuning } from "irradiance-engine/internal/yield";
import { missNotices } from "../climate/year-generator.js";
import { type PlaceData, placeOn } from "../places.js";
import { asRefusal } from "../refusal.js";
import { endedFinder, type PlannedSeries, type PreparedAnswer, type SeriesWeather } from "../series.js";
import type { AnswerContext, Asker, HorizonChoice } from "../site.js";
import { allowsSynthetic, groundOf, horizonLine, systemSite } from "../site.js";
import { wireSource } from "../wire.js";
import { forecastFinder, quarterOf } from "./forecast-weather.js";
import { plannedPower } from "./taught-power.js";

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
  // As the run is corrected: what the plain run gives has no part in what was learnt.
  const near = request.weather === "precision" ? await context.tunings.powerNear(lat, lon) : [];
  const power = await plannedPower(near, system);
  const planned = await plannedWeather(context, asker, { ...request, hasBands: power.isTaught }, ground, signal);
  return {
    identity: planned.passing
      ? undefined
      : [request, planned.revision, power.revisions, ground.altitude, now, horizon.kind, process.versions.tz],
    async render({ encoding, signal: stop, priority }) {
      const [weather, line] = await Promise.all([planned.read(stop), horizonLine(context, horizon, lat, lon)]);
      const site = systemSite(request, ground, line);
      const run = weather.provenance.filter((one) => one.class === "forecast");
      const { tuning, notices: ofPower } = power.of(run);
      const misses = await missNotices(weather.provenance, request);
      const notices = [...weather.notices, ...ofPower, ...misses, ...site.notices];
      const answer = await context.pool
        .powerBody(weather.series, system, {
          ...{ signal: stop, priority, as: responseFormat, encoding },
          options: {
            ...{ latitude: lat, longitude: lon, context: site.context, now, frequency, timeZone },
            period: { start: request.start, end: request.end },
            bands: bandsOf(weather, request, tuning),
          },
          parts: { notices, software: context.software, weather: aboutWeather(request, weather.provenance) },
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

function bandsOf({ bands }: SeriesWeather, { quantiles = [] }: PowerRequest, tuning: PowerTuning | undefined) {
  if (bands === undefined || (quantiles.length === 0 && tuning === undefined)) return undefined;
  const { corrected, spread, raw } = bands;
  return { names: quantiles, corrected, spread, taught: tuning && { tuning, run: raw } };
}

/** @throws Refusal */
function plannedWeather(
  context: AnswerContext,
  { caller, now }: Asker,
  request: PowerRequest & { readonly hasBands: boolean },
  ground: PlaceData,
  signal: AbortSignal,
): Promise<PlannedSeries> {
  const { lat, lon, weather, frequency, quantiles, hasBands } = request;
  const common = {
    ...{ place: placeOn(ground, lat, lon), now, parameters: PARAMETERS, welcome: RAIN_AND_SNOW },
    synthetic: allowsSynthetic(context, caller),
  };
  if (weather !== "observed") {
    const step = weather === "basic" && frequency === "1_hour" ? HOUR_SECONDS : QUARTER;
    const around = { start: Math.min(request.start, quarterOf(now)), end: Math.max(request.end, quarterOf(now) + DAY) };
    const query = { ...common, purpose: "forecast", period: wholeDays(request, around), step } as const;
    const { interval } = outputGrid(request.start, request.end, frequency);
    return forecastFinder(context, { endpoint: weather, quantiles, interval, hasBands })(query, ground, signal);
  }
  const step = frequency === "1_hour" ? HOUR_SECONDS : QUARTER;
  const ended = Math.floor(now / (1000 * step)) * 1000 * step;
  const last = Math.ceil(request.end / (1000 * step)) * 1000 * step;
  const { start, end } = wholeDays(request, request);
  const period = { start, end: Math.min(end, Math.max(ended, last)) };
  return endedFinder(context.archive, ended)({ ...common, purpose: "history", period, step }, ground, signal);
}

/** The days of the request's clocks that a period touches, from midnight to midnight: what is known of a day is in its sum. */
function wholeDays({ timeZone }: PowerRequest, period: PowerPeriod): PowerPeriod {
  const zone = (timeZone === undefined ? undefined : zoneNamed(timeZone)) ?? fixedZone(0);
  const days = localDays(period, zone);
  return { start: days[0]!.start, end: days.at(-1)!.end };
}

function aboutWeather({ weather }: PowerRequest, provenance: readonly Provenance[]): object {
  return {
    kind: weather === "observed" ? "observation" : "forecast",
    synthetic: provenance.some(({ synthetic }) => synthetic),
    sources: provenance.map(wireSource),
  };
}
