/** Where the weather of a climate year comes from: a file, a choice among years, a generator, or history. */
import type { Offer } from "irradiance-archive";
import type { Survey } from "irradiance-archive/internal/server";
import type { Notice, WeatherColumn, WeatherSeries } from "irradiance-engine";
import type { ClimateRequest, MonthlyValues } from "irradiance-engine/contract";
import type { CallOptions } from "irradiance-engine/internal/bulk";
import { climatePeriod, globalWarming, SELECTION_ALGORITHM, warmingNotice } from "irradiance-engine/internal/climate";
import { HOUR } from "irradiance-engine/internal/shared";
import { type PlaceData, placeOn } from "../places.js";
import { Refusal } from "../refusal.js";
import { type PreparedAnswer, renderAnswer } from "../series.js";
import { type AnswerContext, type Asker, allowsSynthetic, type HorizonChoice, horizonLine } from "../site.js";
import { findWeather, needsOf } from "../weather.js";
import type { LongRecord, MonthlyClimate } from "./year-generator.js";
import { chooseYear, longRecord, type SourceYear, WORLD_REVISION, worldMonths } from "./year-generator.js";

/** What the year's weather is, as far as it is known without reading any. */
export interface Year {
  readonly request: ClimateRequest;
  /** For the ETag; undefined: a source did not answer. */
  readonly revision: string | undefined;
  weather(call: CallOptions & { readonly signal: AbortSignal }): Promise<YearWeather>;
}

interface YearWeather extends Pick<SourceYear, "series" | "provenance" | "notices" | "method"> {
  readonly passing: boolean;
}

interface YearAnswer {
  readonly ground: PlaceData;
  readonly horizon: HorizonChoice;
  /** `meta=extended` */
  readonly extended: boolean;
  /** Output intervals, at most. */
  readonly rows: number;
}

export function preparedYear(context: AnswerContext, year: Year, about: YearAnswer): PreparedAnswer {
  const { request, revision } = year;
  const { horizon, ...given } = about;
  const { altitude } = given.ground;
  return {
    identity: revision === undefined ? undefined : [request, revision, altitude, given.extended, horizon.kind],
    async render(options) {
      const [weather, line] = await Promise.all([
        year.weather({ signal: options.signal, priority: options.priority }),
        horizonLine(context, horizon, request.lat, request.lon),
      ]);
      const { series, provenance, notices, method } = weather;
      const rendered = await renderAnswer(
        context,
        { request, ...given, series, provenance, notices, line, method },
        options,
      );
      return { ...rendered, passing: revision === undefined || weather.passing };
    },
  };
}

/** What is asked of a place, and by whom. */
export interface YearQuestion<Request = ClimateRequest> {
  readonly context: AnswerContext;
  readonly request: Request;
  readonly ground: PlaceData;
  readonly asker: Asker;
  readonly signal: AbortSignal;
}

/**
 * A typical-year file at the place; else a choice from ten years or more; else, where synthetic weather may be given, a year
 * generated from the embedded climatology.
 *
 * @param drawn generates it
 * @throws Refusal
 */
export async function typicalYear(asked: YearQuestion, drawn = worldYear): Promise<Year> {
  const { context, request, ground, asker, signal } = asked;
  const survey = await context.archive.survey(placeOf(request), asker.now, { signal });
  const isUnusual = request.extreme !== undefined;
  const file = () => weatherYear(asked, "typical-year");
  if (needsOf(request.parameters).length === 0) return file();
  if (!isUnusual && survey.offers.some(({ class: of }) => of === "typical")) return file();
  const record = longRecord(survey, ground.timeZone);
  if (record !== undefined && !(isUnusual && request.extremeScope === "month")) {
    return recordYear(context, request, record, survey, ground);
  }
  if (allowsSynthetic(context, asker.caller)) return drawn(context, request, ground);
  if (isUnusual && survey.failures.length === 0) throw noExtreme(request, record);
  return file();
}

function placeOf({ lat, lon }: ClimateRequest): { readonly latitude: number; readonly longitude: number } {
  return { latitude: lat, longitude: lon };
}

function noExtreme({ extreme, extremeScope }: ClimateRequest, record: LongRecord | undefined): Refusal {
  if (record !== undefined) {
    const message = `parameter "extreme_scope" must be "year" for a year chosen from records, got "${extremeScope}"`;
    return new Refusal("request", message, { parameter: "extreme_scope" });
  }
  return new Refusal("no data", `no ${extreme} year: it needs ten whole years of one source, and no source has them`);
}

/** The last complete year of history, or the one that is named. */
export async function actualYear(asked: YearQuestion): Promise<Year> {
  const { request } = asked;
  const year = request.year ?? (await lastYearOf(asked));
  return weatherYear({ ...asked, request: { ...request, year } }, "history");
}

/** The last complete year of history. @throws Refusal where no source has one */
export async function lastYearOf(asked: YearQuestion<Pick<ClimateRequest, "lat" | "lon">>): Promise<number> {
  const { context, asker, signal } = asked;
  const { lat, lon } = asked.request;
  const { offers } = await context.archive.survey({ latitude: lat, longitude: lon }, asker.now, { signal });
  const year = lastCompleteYear(offers.filter(isHistory(context, asker)), asked.ground.timeZone, asker.now);
  if (year !== undefined) return year;
  throw new Refusal("no data", `no complete calendar year of weather at ${lat},${lon} (see /v1/sources)`);
}

/** Generated from the caller's own monthly values. */
export function importedYear(
  context: AnswerContext,
  request: ClimateRequest,
  values: MonthlyValues,
  ground: PlaceData,
): Year {
  const climate: MonthlyClimate = {
    values,
    dataset: "monthly values of the request",
    licence: "the caller's",
    notices: [],
  };
  const altitude = altitudeOf(request, ground);
  return generatedYear(context, request, JSON.stringify(values), async () => climate, { ...ground, altitude });
}

function altitudeOf({ altitude }: ClimateRequest, ground: PlaceData): number {
  return altitude === "auto" ? ground.altitude : altitude;
}

function worldYear(context: AnswerContext, request: ClimateRequest, ground: PlaceData): Year {
  const altitude = altitudeOf(request, ground);
  const months = () => worldMonths(request.lat, request.lon, altitude);
  return generatedYear(context, request, WORLD_REVISION, months, { ...ground, altitude });
}

function generatedYear(
  { generator }: AnswerContext,
  request: ClimateRequest,
  revision: string,
  months: () => Promise<MonthlyClimate>,
  ground: PlaceData,
): Year {
  return {
    request,
    revision: JSON.stringify([generator.version, revision]),
    async weather(call) {
      const climate = await months();
      const year = await generator.generate(climate, request, ground, call).catch(asRefusal);
      const { weather: series, provenance, notices, method } = year;
      return { series, provenance: [provenance], notices, method, passing: false };
    },
  };
}

/** What the generator says of values is for the caller: no more than the sun sends, no diffuse that goes with no global. */
function asRefusal(cause: unknown): never {
  const { code, problem } = (cause ?? {}) as { readonly code?: unknown; readonly problem?: string };
  if (code !== "ERR_GENERATION") throw cause;
  throw new Refusal("body", String(problem), { cause });
}

function recordYear(
  context: AnswerContext,
  request: ClimateRequest,
  record: LongRecord,
  { failures }: Survey,
  { timeZone }: PlaceData,
): Year {
  const { plan, first, last } = record;
  const warming = warmingOf(request, [first, last]);
  return {
    request,
    revision: failures.length > 0 ? undefined : JSON.stringify([SELECTION_ALGORITHM, plan.revision, first, last]),
    async weather(call) {
      const read = await context.archive.read(plan, { signal: call.signal });
      return warmed(await chooseYear(context.pool, record, read, request, timeZone, call), warming);
    },
  };
}

/** Years that the temperature of a typical-year file is taken to be of. */
const FILE_PERIOD = [1995, 2014] as const;
/** Before it no warming is known here. */
const FIRST_KNOWN = 1995;

type Warming = { readonly kelvin: number; readonly notices: readonly Notice[] };

/** By how much the air of a request is warmer than the air in the years of its weather. */
function warmingOf({ futureScenario, futureYear }: ClimateRequest, period: readonly [number, number]): Warming {
  if (futureScenario === undefined || futureYear === undefined) return { kelvin: 0, notices: [] };
  const middle = Math.max((period[0] + period[1]) / 2, FIRST_KNOWN);
  const kelvin = globalWarming(futureScenario, futureYear) - globalWarming(futureScenario, middle);
  return { kelvin, notices: [warmingNotice(kelvin, period)] };
}

function warmed(
  { series, provenance, notices, passedOver, method }: SourceYear,
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

function isHistory(context: AnswerContext, asker: Asker): (offer: Offer) => boolean {
  const synthetic = allowsSynthetic(context, asker.caller);
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

/** @throws Refusal */
async function weatherYear(asked: YearQuestion, purpose: "typical-year" | "history"): Promise<Year> {
  const { context, request, ground, asker, signal } = asked;
  const query = {
    purpose,
    place: placeOn(ground, request.lat, request.lon),
    period: climatePeriod(request, ground.timeZone),
    step: SECONDS[request.frequency],
    parameters: request.parameters,
    synthetic: allowsSynthetic(context, asker.caller),
    now: asker.now,
  } as const;
  const found = await findWeather(context.archive, query, signal);
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

/** What a warmer air carries with it. */
const AIR: readonly WeatherColumn[] = ["temperature", "dew_point_temperature"];

/** The same weather in warmer air: temperature and dew point rise alike, so that humidity stays about as near to saturation. */
function warmerSeries(series: WeatherSeries, kelvin: number): WeatherSeries {
  const columns = { ...series.columns };
  for (const name of AIR) {
    const column = columns[name];
    if (column) columns[name] = Float64Array.from(column as ArrayLike<number>, (value) => value + kelvin);
  }
  return { ...series, columns };
}
