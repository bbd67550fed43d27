/** Where the weather of a climate year comes from: a file, a choice among years, a generator, or history. */

import type { Offer, Provenance, Survey } from "irradiance-archive";
import type { Notice, WeatherSeries } from "irradiance-engine";
import type { CallOptions } from "irradiance-engine/bulk";
import { climatePeriod, globalWarming, SELECTION_ALGORITHM, warmingNotice } from "irradiance-engine/climate";
import type { ClimateRequest, MonthlyValues } from "irradiance-engine/contract";
import { HOUR } from "irradiance-engine/shared";
import { chooseYear, type LongRecord, longRecord } from "../../compute/chosen-year.js";
import type { ClimateMethod } from "../../compute/climate-method.js";
import { needsOf } from "../../compute/needs.js";
import { placeOn, type Surroundings } from "../../compute/places.js";
import { siteAltitude } from "../../compute/site-altitude.js";
import { findWeather } from "../../compute/weather.js";
import { WORLD_REVISION, worldMonths } from "../../compute/world-year.js";
import type { MonthlyClimate } from "../../compute/year-generator.js";
import { warmerSeries } from "../../compute/year-series.js";
import type { Service } from "../../service.js";
import type { Asked } from "../endpoint.js";
import { HttpError } from "../errors.js";

/** What the year's weather is, as far as it is known without reading any. */
export interface Year {
  readonly request: ClimateRequest;
  /** For the ETag; undefined: a source did not answer. */
  readonly revision: string | undefined;
  weather(call: CallOptions & { readonly signal: AbortSignal }): Promise<YearWeather>;
}

export interface YearWeather {
  readonly series: WeatherSeries;
  readonly provenance: readonly Provenance[];
  readonly notices: readonly Notice[];
  readonly method: ClimateMethod | undefined;
  readonly passing: boolean;
}

/**
 * A typical-year file at the place; else a choice from ten years or more; else, where synthetic weather may be given, a year
 * generated from the embedded climatology.
 *
 * @throws HttpError 404 where there is none of them
 */
export async function typicalYear(
  service: Service,
  request: ClimateRequest,
  ground: Surroundings,
  asked: Asked,
  signal: AbortSignal,
): Promise<Year> {
  const survey = await service.archive.survey(placeOf(request), asked.now, { signal });
  const isUnusual = request.extreme !== undefined;
  const file = () => weatherYear(service, request, "typical-year", ground, asked, signal);
  if (needsOf(request.parameters).length === 0) return file();
  if (!isUnusual && survey.offers.some(({ class: of }) => of === "typical")) return file();
  const record = longRecord(survey, ground.timeZone);
  if (record !== undefined && !(isUnusual && request.extremeScope === "month")) {
    return recordYear(service, request, record, survey, ground);
  }
  if (mayBeSynthetic(service, asked)) return worldYear(service, request, ground);
  if (isUnusual && survey.failures.length === 0) throw noExtreme(request, record);
  return file();
}

function placeOf({ lat, lon }: ClimateRequest): { readonly latitude: number; readonly longitude: number } {
  return { latitude: lat, longitude: lon };
}

function noExtreme({ extreme, extremeScope }: ClimateRequest, record: LongRecord | undefined): HttpError {
  if (record !== undefined) {
    const message = `parameter "extreme_scope": of a record only "year" can be chosen, got "${extremeScope}"`;
    return new HttpError(400, message, { parameter: "extreme_scope" });
  }
  return new HttpError(404, `no ${extreme} year: it is chosen from ten whole years of one source, which are not there`);
}

/** The last complete year of history, or the one that is named. */
export async function actualYear(
  service: Service,
  request: ClimateRequest,
  ground: Surroundings,
  asked: Asked,
  signal: AbortSignal,
): Promise<Year> {
  if (request.year !== undefined) return weatherYear(service, request, "history", ground, asked, signal);
  const { offers } = await service.archive.survey(placeOf(request), asked.now, { signal });
  const year = lastCompleteYear(offers.filter(isHistory(service, asked)), ground.timeZone, asked.now);
  if (year === undefined) {
    throw new HttpError(404, `no complete calendar year of weather at ${request.lat},${request.lon} (see /v1/sources)`);
  }
  return weatherYear(service, { ...request, year }, "history", ground, asked, signal);
}

/** Generated from the caller's own monthly values. */
export function importedYear(
  service: Service,
  request: ClimateRequest,
  values: MonthlyValues,
  ground: Surroundings,
): Year {
  const climate: MonthlyClimate = {
    values,
    dataset: "monthly values of the request",
    licence: "the caller's",
    notices: [],
  };
  return generatedYear(service, request, JSON.stringify(values), async () => climate, ground);
}

function worldYear(service: Service, request: ClimateRequest, ground: Surroundings): Year {
  const months = (altitude: number) => worldMonths(request.lat, request.lon, altitude);
  return generatedYear(service, request, WORLD_REVISION, months, ground);
}

function generatedYear(
  { generator }: Service,
  request: ClimateRequest,
  revision: string,
  months: (altitude: number) => Promise<MonthlyClimate>,
  ground: Surroundings,
): Year {
  const { lat, lon } = request;
  const altitude = request.altitude === "auto" ? siteAltitude(ground, undefined, lat, lon).altitude : request.altitude;
  return {
    request,
    revision: JSON.stringify([generator.version, revision]),
    async weather(call) {
      const climate = await months(altitude);
      const year = await generator.generate(climate, request, { ...ground, altitude }, call).catch(asRefusal);
      const { weather: series, provenance, notices, method } = year;
      return { series, provenance: [provenance], notices, method, passing: false };
    },
  };
}

/** What the generator says of values is for the caller: no more than the sun sends, no diffuse that goes with no global. */
function asRefusal(cause: unknown): never {
  if (!(cause instanceof RangeError && cause.message.startsWith("generateYear: "))) throw cause;
  throw new HttpError(400, cause.message.replace("generateYear: ", ""), { cause });
}

function recordYear(
  service: Service,
  request: ClimateRequest,
  { plan, first, last }: LongRecord,
  { failures }: Survey,
  { timeZone }: Surroundings,
): Year {
  const warming = warmingOf(request, [first, last]);
  return {
    request,
    revision: failures.length > 0 ? undefined : JSON.stringify([SELECTION_ALGORITHM, plan.revision, first, last]),
    async weather(call) {
      const read = await service.archive.read(plan, { signal: call.signal });
      return warmed(await chooseYear(service.pool, read, request, timeZone, call), warming);
    },
  };
}

/** Years that the temperature of a typical-year file is taken to be of. */
const FILE_PERIOD = [1995, 2014] as const;
/** Before it no warming is known here. */
const FIRST_KNOWN = 1995;

interface Warming {
  readonly kelvin: number;
  readonly notices: readonly Notice[];
}

/** By how much the air of a request is warmer than that of the years of its weather. */
function warmingOf({ futureScenario, futureYear }: ClimateRequest, period: readonly [number, number]): Warming {
  if (futureScenario === undefined || futureYear === undefined) return { kelvin: 0, notices: [] };
  const middle = Math.max((period[0] + period[1]) / 2, FIRST_KNOWN);
  const kelvin = globalWarming(futureScenario, futureYear) - globalWarming(futureScenario, middle);
  return { kelvin, notices: [warmingNotice(kelvin, period)] };
}

/** Weather as it was read or chosen. */
interface Found {
  readonly series: WeatherSeries;
  readonly provenance: readonly Provenance[];
  readonly notices: readonly Notice[];
  readonly passedOver: readonly string[];
  readonly method: ClimateMethod | undefined;
}

function warmed(
  { series, provenance, notices, passedOver, method }: Found,
  { kelvin, notices: why }: Warming,
): YearWeather {
  return {
    series: kelvin === 0 ? series : warmerSeries(series, kelvin),
    provenance,
    notices: [...notices, ...why],
    method,
    passing: passedOver.length > 0,
  };
}

function mayBeSynthetic({ settings }: Service, { caller }: Asked): boolean {
  return caller.access === undefined || settings.synthetic;
}

function isHistory(service: Service, asked: Asked): (offer: Offer) => boolean {
  const synthetic = mayBeSynthetic(service, asked);
  return ({ class: of, run }) =>
    of === "measured" ||
    of === "satellite" ||
    of === "reanalysis" ||
    (of === "synthetic" && synthetic && run === undefined);
}

/** The last calendar year on the clock of the place that an offer has from its first to its last hour. */
function lastCompleteYear(offers: readonly Offer[], timeZone: number, now: number): number | undefined {
  const clock = timeZone * HOUR;
  const turn = (year: number) => Date.UTC(year, 0, 1) - clock;
  const years = offers.map(({ first, last }) => {
    const year = new Date(Math.min(last, now) + clock).getUTCFullYear() - 1;
    return first <= turn(year) ? year : undefined;
  });
  return years.reduce(
    (best, year) => (year !== undefined && !(best !== undefined && best >= year) ? year : best),
    undefined,
  );
}

const SECONDS: { readonly [name in ClimateRequest["frequency"]]: number } = { "1_hour": 3600, "1_minute": 60 };

/** @throws HttpError 404 */
async function weatherYear(
  service: Service,
  request: ClimateRequest,
  purpose: "typical-year" | "history",
  ground: Surroundings,
  asked: Asked,
  signal: AbortSignal,
): Promise<Year> {
  const wish = {
    purpose,
    place: placeOn(ground, request.lat, request.lon),
    period: climatePeriod(request, ground.timeZone),
    step: SECONDS[request.frequency],
    parameters: request.parameters,
    synthetic: mayBeSynthetic(service, asked),
    now: asked.now,
  } as const;
  const found = await findWeather(service.archive, wish, signal);
  const warming = warmingOf(request, FILE_PERIOD);
  return {
    request,
    revision: found.passing ? undefined : found.revision,
    async weather(call) {
      const read = await found.read(call.signal);
      const method = { method: purpose === "history" ? "history" : "file" } as const;
      return warmed({ ...read, method: read.provenance.length === 0 ? undefined : method }, warming);
    },
  };
}
