/** The weather that a yield is computed of: a typical year as /v1/climate/tmy has it, or years of history. */
import type { Provenance } from "irradiance-archive";
import type { Notice, WeatherColumn, WeatherSeries } from "irradiance-engine";
import type { CallOptions } from "irradiance-engine/bulk";
import { climatePeriod } from "irradiance-engine/climate";
import { type ClimateRequest, parseClimateRequest } from "irradiance-engine/contract";
import { isIrradiance } from "irradiance-engine/series";
import { HOUR } from "irradiance-engine/shared";
import type { LightSource, YieldRequest } from "irradiance-engine/yield";
import { lastYearOf, typicalYear } from "../climate/climate-year.js";
import { worldError } from "../climate/world-year.js";
import { type AnswerContext, type Asker, allowsSynthetic } from "../context.js";
import { type PlaceData, placeOn } from "../places.js";
import { findWeather } from "../weather.js";
import { bareYear, ownAltitude } from "./bare-year.js";

/** The weather of a yield, as far as it is known without reading any. */
export interface PlannedYears {
  /** For the ETag; undefined: a source did not answer. */
  readonly revision: string | undefined;
  readonly isTypical: boolean;
  /** First and last year of history. */
  readonly years: readonly [first: number, last: number] | undefined;
  read(call: CallOptions & { readonly signal: AbortSignal }): Promise<YearsWeather>;
}

export interface YearsWeather {
  /** Whole years on the clock of the place. */
  readonly series: WeatherSeries;
  readonly provenance: readonly Provenance[];
  readonly notices: readonly Notice[];
  readonly passing: boolean;
  /** What the light is worth. */
  readonly lightSource: LightSource;
}

/** What a yield needs, by the names of an answer's parameters; wind is assumed where there is none. */
const PARAMETERS = ["global_horizontal_irradiance", "temperature", "wind_speed"] as const;

/** Snow and soiling are computed of them; snow depth is welcome to everything that needs light. */
const RAIN_AND_SNOW = ["precipitation", "snowfall"] as const;

/** @throws Refusal */
export function yieldWeather(
  context: AnswerContext,
  request: YieldRequest,
  ground: PlaceData,
  asker: Asker,
  signal: AbortSignal,
): Promise<PlannedYears> {
  const find = request.weather === "typical" ? typicalWeather : historyWeather;
  return find(context, request, ground, asker, signal);
}

async function typicalWeather(
  context: AnswerContext,
  request: YieldRequest,
  ground: PlaceData,
  asker: Asker,
  signal: AbortSignal,
): Promise<PlannedYears> {
  const asked = climateRequest(request, asker.now);
  const year = await typicalYear(context, asked, ground, asker, signal, bareYear);
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

async function historyWeather(
  context: AnswerContext,
  request: YieldRequest,
  ground: PlaceData,
  asker: Asker,
  signal: AbortSignal,
): Promise<PlannedYears> {
  const { lat, lon } = request;
  const first = request.startYear ?? (await lastYearOf(context, request, ground, asker, signal));
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
