/** The yield of a site in a thread: its system, its weather or the typical year of its place, and what the maps know of it. */
import { placeContext } from "../../../data/climatology/climatology.js";
import { parseObservationRequest } from "../../../data/contract/observation/request.js";
import type { ObservationRequest } from "../../../data/contract/observation/types.js";
import { checkWeather, type WeatherSeries } from "../../../data/weather/series.js";
import type { ObservationContext } from "../../../engine/plan/context.js";
import { lruOf } from "../../../foundation/cache/lru.js";
import { type WorldYear, worldYear } from "../../climate/world-year.js";
import { optimumOf } from "../../yield/optimum.js";
import { yieldSeries } from "../../yield/series.js";
import type { Yield, YieldOptions, YieldReading, YieldSystem } from "../../yield/types.js";
import { yieldOf } from "../../yield/yield-of.js";
import type { RunSpec, YieldSpec } from "../messages/messages.js";
import { hourRows, yieldRows } from "../results/columns.js";
import { siteContext, siteQuery } from "../sites/site.js";
import { PLANE_KEYS, siteSystem } from "../sites/site-system.js";
import type { BulkSite, SiteNote } from "../types.js";
import { resolved, turned } from "./worker-yield.js";

export interface SiteYield extends Pick<Yield, "place" | "notices"> {
  /** Unix ms and seconds: of hours, else of the weather. */
  readonly start: number;
  readonly interval: number;
  /** Its rows, column by column. */
  readonly columns: readonly Float64Array[];
}

type SiteOptions = YieldOptions & {
  readonly latitude: number;
  readonly longitude: number;
  readonly context: ObservationContext;
};

/** The site as its place is looked at: without its plane, which no observation could have. */
export function bareSite(site: BulkSite): BulkSite {
  return { ...site, ...Object.fromEntries(PLANE_KEYS.map((key) => [key, undefined])) };
}

/**
 * @param site as the terrain knows it @param given undefined: the typical year of the place
 * @throws TypeError, RangeError, WeatherError as `yieldOf` and `optimumOf`; RequestError for an invalid place
 */
export async function siteYield(
  { yields, query }: Pick<RunSpec, "query"> & { readonly yields: YieldSpec },
  site: BulkSite,
  given: WeatherSeries | YieldReading | undefined,
  common: ObservationContext,
  tell: (note: SiteNote) => void,
): Promise<SiteYield> {
  const { system, best } = siteSystem(yields, site);
  const known = await resolved(system);
  const request = parseObservationRequest(siteQuery(query, bareSite(site)));
  const context = horizonOf(request, siteContext(common, site));
  const { lat: latitude, lon: longitude } = request;
  const place = { latitude, longitude, altitude: context.altitude };
  const reading = given === undefined ? await typicalYear(place, yields.randomSeed, tell) : readingOf(given);
  const all = await placeContext(latitude, longitude, reading.series.place, closed(context, reading, yields));
  if (all.altitude !== context.altitude) tell(altitudeNote(all.altitude!));
  const ofWeather = given !== undefined && !("series" in given) && yields.weather;
  const options = { ...yields.options, ...ofWeather, latitude, longitude, context: all };
  const whole = best ? turned(known, optimumOf(reading, known, options)) : known;
  return yields.period === "hourly" ? hoursOf(reading, whole, options) : sumsOf(reading, whole, options, yields.period);
}

function sumsOf(
  reading: YieldReading,
  system: YieldSystem,
  options: YieldOptions,
  period: "annual" | "monthly",
): SiteYield {
  const found = yieldOf(reading, system, options);
  const { start, interval } = checkWeather(reading.series);
  const { place, notices } = found;
  return { place, notices, start, interval, columns: yieldRows(found, period) };
}

function hoursOf(reading: YieldReading, system: YieldSystem, options: SiteOptions): SiteYield {
  const found = yieldSeries(reading, system, options);
  const { start, interval, notices, timeZone } = found;
  const { latitude, longitude, context } = options;
  const altitude = context.altitude ?? reading.series.place?.altitude ?? Number.NaN;
  const place = { latitude, longitude, altitude, timeZone };
  return { place, notices, start, interval, columns: hourRows(found) };
}

function readingOf(given: WeatherSeries | YieldReading): YieldReading {
  return "series" in given ? given : { series: given };
}

/** Neighbours in the list often are variants of a system at one place. */
const KEPT = 4;
const kept = /* @__PURE__ */ lruOf<Promise<WorldYear>>(KEPT);

async function typicalYear(
  { latitude, longitude, altitude }: { latitude: number; longitude: number; altitude: number | undefined },
  randomSeed: number | undefined,
  tell: (note: SiteNote) => void,
): Promise<WorldYear> {
  const key = `${latitude},${longitude},${altitude},${randomSeed}`;
  const known = kept.get(key) ?? worldYear(latitude, longitude, { altitude, randomSeed });
  kept.set(key, known);
  const year = await known;
  for (const notice of year.notices) tell({ ...notice, about: "the embedded world climatology" });
  return year;
}

function altitudeNote(altitude: number): SiteNote {
  const message = `altitude ${altitude} m comes from a coarse map; it can be far off in mountains`;
  return { code: "altitude", about: "the embedded map", message };
}

/** With the closure that suits the weather, where nobody gives one. */
function closed(
  context: ObservationContext,
  { examination }: YieldReading,
  { weather }: YieldSpec,
): ObservationContext {
  const closure = context.closure ?? (examination ?? weather.examination)?.closure;
  return closure === undefined ? context : { ...context, closure };
}

/** Without the horizon line that the site does not want, or with the one that it gives as text. */
function horizonOf({ horizon }: ObservationRequest, context: ObservationContext): ObservationContext {
  if (horizon === "auto") return context;
  const { horizon: _line, ...rest } = context;
  return horizon === "flat" ? rest : { ...rest, horizon };
}
