/** What a system yields at a place, of a typical year as /v1/climate/tmy has it, or of years of history: the weather is found, and all else computed in a thread. */

import type { Provenance } from "irradiance-archive";
import type { ArchiveWeather } from "irradiance-archive/internal/server";
import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import { type ClimateRequest, parseClimateRequest } from "irradiance-engine/contract";
import type { CallOptions } from "irradiance-engine/internal/bulk";
import { climatePeriod, GENERATION_ALGORITHM, worldMonths } from "irradiance-engine/internal/climate";
import { isIrradiance } from "irradiance-engine/internal/series";
import { HOUR } from "irradiance-engine/internal/shared";
import type { LightSource, YieldRequest } from "irradiance-engine/internal/yield";
import type { PvSystem } from "irradiance-engine/system";
import { lastYearOf, typicalYear, type Year, type YearQuestion } from "../climate/climate-year.js";
import { DATASET, provenanceOf, WORLD_REVISION, worldCredits, worldError } from "../climate/year-generator.js";
import { type PlaceData, placeOn } from "../places.js";
import { asRefusal } from "../refusal.js";
import type { PreparedAnswer } from "../series.js";
import type { AnswerContext, Asker, HorizonChoice } from "../site.js";
import { allowsSynthetic, groundOf, horizonLine, systemSite } from "../site.js";
import { findWeather } from "../weather.js";
import { wireSource } from "../wire.js";

interface YieldQuestion {
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
  const { lat, lon, best, output, obstacles, responseFormat } = request;
  const system = withHouseClocks(request.system, context.places.zoneAt("local", lat, lon));
  const ground = await groundOf(context, request, asker.now, signal);
  const find = request.weather === "typical" ? typicalWeather : historyWeather;
  const planned = await find({ context, request, ground, asker, signal });
  const { revision, isTypical, years } = planned;
  return {
    identity: revision === undefined ? undefined : [request, revision, ground.altitude, years, extended, horizon.kind],
    async render({ encoding, signal: stop, priority, asTable }) {
      const call = { signal: stop, priority } as const;
      const [weather, line] = await Promise.all([planned.read(call), horizonLine(context, horizon, lat, lon)]);
      const site = systemSite(request, ground, line);
      const notices = [...weather.notices, ...site.notices];
      const answer = await context.pool
        .yieldBody(weather.series, system, {
          ...call,
          ...{ best, hours: output === "hours", as: asTable ? "table" : responseFormat, encoding },
          options: {
            ...{ latitude: lat, longitude: lon, typicalYear: isTypical, lightSource: weather.lightSource, obstacles },
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

/** A house without a zone has the clocks of its place. */
function withHouseClocks(system: PvSystem, timeZone: string | undefined): PvSystem {
  const { house } = system;
  return house === undefined || house.timeZone !== undefined ? system : { ...system, house: { ...house, timeZone } };
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

/** The weather of a yield, as far as it is known without reading any. */
interface PlannedYears {
  /** For the ETag; undefined: a source did not answer. */
  readonly revision: string | undefined;
  readonly isTypical: boolean;
  /** First and last year of history. */
  readonly years: readonly [first: number, last: number] | undefined;
  read(call: CallOptions & { readonly signal: AbortSignal }): Promise<YearsWeather>;
}

/** Whole years on the clock of the place. */
interface YearsWeather extends Pick<ArchiveWeather, "series" | "provenance" | "notices"> {
  readonly passing: boolean;
  /** What the light is worth. */
  readonly lightSource: LightSource;
}

/** What a yield needs, by the names of an answer's parameters; wind is assumed where no source has it. */
const PARAMETERS = ["global_horizontal_irradiance", "temperature", "wind_speed"] as const;

/** Snow and soiling are computed of them; snow depth is welcome to everything that needs light. */
const RAIN_AND_SNOW = ["precipitation", "snowfall"] as const;

/** @throws Refusal */
async function typicalWeather(question: YearQuestion<YieldRequest>): Promise<PlannedYears> {
  const { request, ground, asker } = question;
  const asked = climateRequest(request, asker.now);
  const year = await typicalYear({ ...question, request: asked }, bareYear);
  const period = climatePeriod(asked, ground.timeZone);
  return {
    revision: year.revision,
    isTypical: true,
    years: undefined,
    async read(call) {
      const { series, provenance, notices, passing } = await year.weather(call);
      const lightSource = await lightSourceOf(provenance, request, ground);
      return { series: within(series, period), provenance, notices, passing, lightSource };
    },
  };
}

function climateRequest({ lat, lon, altitude, randomSeed }: YieldRequest, now: number): ClimateRequest {
  const query = { lat, lon, altitude, random_seed: randomSeed, parameters: [...PARAMETERS] };
  return parseClimateRequest(query, { endpoint: "tmy", now });
}

/** @throws Refusal */
async function historyWeather(question: YearQuestion<YieldRequest>): Promise<PlannedYears> {
  const { context, request, ground, asker, signal } = question;
  const { lat, lon } = request;
  const first = request.startYear ?? (await lastYearOf(question));
  const last = request.endYear ?? first;
  const turn = (year: number) => Date.UTC(year, 0, 1) - ground.timeZone * HOUR;
  const period = { start: turn(first), end: turn(last + 1) };
  const query = {
    purpose: "history",
    place: placeOn(ground, lat, lon),
    period,
    step: 3600,
    parameters: PARAMETERS,
    welcome: RAIN_AND_SNOW,
    synthetic: allowsSynthetic(context, asker.caller),
    now: asker.now,
  } as const;
  const found = await findWeather(context.archive, query, signal);
  return {
    revision: found.passing ? undefined : found.revision,
    isTypical: false,
    years: [first, last],
    async read(call) {
      const { series, provenance, notices, passedOver } = await found.read(call.signal);
      const lightSource = await lightSourceOf(provenance, request, ground);
      return { series: within(series, period), provenance, notices, passing: passedOver.length > 0, lightSource };
    },
  };
}

const KINDS: { readonly [kind in Provenance["class"]]?: LightSource } = {
  measured: "pyranometer",
  satellite: "satellite",
  reanalysis: "reanalysis",
  typical: "typical-year",
  synthetic: "generated",
};

/** By the source that the light is from; of a climate that weather is drawn from, its error at the place. The sample is a typical year on any dates. */
async function lightSourceOf(
  provenance: readonly Provenance[],
  request: YieldRequest,
  ground: PlaceData,
): Promise<LightSource> {
  const source = provenance.find(({ columns }) => columns.some((name) => isIrradiance(name)));
  if (source === undefined) return "unknown";
  const drawn = await worldError([source], request, ownAltitude(request, ground));
  return drawn ?? (source.source === "sample" ? "typical-year" : KINDS[source.class]) ?? "unknown";
}

/** The rows of a period. Sources give some more, so that a day is the same alone and within its year. */
function within(
  series: WeatherSeries,
  { start, end }: { readonly start: number; readonly end: number },
): WeatherSeries {
  const step = series.interval * 1000;
  const before = series.start as number;
  const first = Math.max(0, Math.ceil((start - before) / step));
  const last = Math.max(first, Math.floor((end - before) / step));
  const rows = (values: WeatherSeries["columns"][WeatherColumn]) =>
    values instanceof Float64Array ? values.subarray(first, last) : Array.from(values!).slice(first, last);
  const columns = Object.entries(series.columns).map(([name, values]) => [name, rows(values)]);
  return {
    ...series,
    start: before + first * step,
    columns: Object.fromEntries(columns) as { [name in WeatherColumn]?: Float64Array },
  };
}

/** At the height of the request, of the elevation files, of a station, or of the map. */
function bareYear({ pool }: AnswerContext, request: ClimateRequest, ground: PlaceData): Year {
  const { lat, lon, randomSeed } = request;
  const altitude = ownAltitude(request, ground);
  return {
    request,
    revision: JSON.stringify([GENERATION_ALGORITHM, WORLD_REVISION, altitude ?? "map"]),
    async weather(call) {
      const { place, monthly, notices } = await worldMonths(lat, lon, { altitude });
      const { weather, report } = await pool.generateYear(place, monthly, { randomSeed }, call);
      const series = { ...weather, start: weather.start as number };
      const columns = Object.keys(series.columns) as WeatherColumn[];
      const owed = { dataset: DATASET, ...(await worldCredits()) };
      return {
        series,
        provenance: [provenanceOf(owed, series, columns, place)],
        // Of the altitude all answers say the same.
        notices: [...notices.filter(({ code }) => code !== "altitude"), ...report.notices],
        method: undefined,
        passing: false,
      };
    },
  };
}

/** undefined: the map's. */
function ownAltitude({ altitude }: Pick<ClimateRequest, "altitude">, ground: PlaceData): number | undefined {
  if (altitude !== "auto") return altitude;
  return ground.altitudeFrom === "terrain" || ground.altitudeFrom === "station" ? ground.altitude : undefined;
}
