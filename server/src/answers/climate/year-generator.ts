/** Generates a year of weather from monthly values: the engine's generator in a thread, with the request's options. */

import type { Offer, Provenance } from "irradiance-archive";
import { plan } from "irradiance-archive";
import type { ArchiveWeather, Doubt, Plan, Survey } from "irradiance-archive/internal/server";
import { rankOf } from "irradiance-archive/internal/server";
import type { Notice, WeatherColumn, WeatherSeries } from "irradiance-engine";
import type { Pool } from "irradiance-engine/bulk";
import { extremeMonths, type MonthlyMeans, type TypicalYear, warmerMonths } from "irradiance-engine/climate";
import { describeExpectedError, loadWorldClimate } from "irradiance-engine/climatology";
import type { ClimateRequest } from "irradiance-engine/contract";
import type { CallOptions } from "irradiance-engine/internal/bulk";
import {
  GENERATION_ALGORITHM,
  worldMonths as libraryMonths,
  SELECTION_ALGORITHM,
  TYPICAL_YEAR,
} from "irradiance-engine/internal/climate";
import type { ExpectedError } from "irradiance-engine/internal/climatology";
import { isIrradiance, relabelYear, withDaysAround } from "irradiance-engine/internal/series";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import { missNotices as noticesOfMiss } from "irradiance-engine/internal/yield";
import type { PlaceData } from "../places.js";
import { Refusal } from "../refusal.js";

/** How a climate year was made, as `meta.climate` of an extended answer says it. */
export interface ClimateMethod {
  readonly method: "file" | "selection" | "generation" | "history";
  readonly version?: string | undefined;
  readonly seed?: number | undefined;
  readonly weights?: { readonly [index: string]: number } | undefined;
  /** Years that came into question. */
  readonly candidates?: number | undefined;
  readonly months_selected?: readonly { readonly month: number; readonly year: number }[] | undefined;
  readonly envelope_factors?: readonly number[] | undefined;
  readonly synthetic_columns?: readonly string[] | undefined;
}

/** Twelve monthly values of each kind, and whose they are. */
export interface MonthlyClimate {
  readonly values: MonthlyMeans;
  readonly dataset: string;
  readonly licence: string;
  readonly attribution?: string | undefined;
  /** First and last year that the values are of. Default: 1995 to 2014. */
  readonly period?: readonly [first: number, last: number] | undefined;
  /** Standard deviations of the months from year to year, where a record tells: shares of the mean, and K. */
  readonly spread?: { readonly irradiance: readonly number[]; readonly temperature: readonly number[] } | undefined;
  readonly notices: readonly Notice[];
}

export interface GeneratedSeries {
  /** Over the whole requested year in local time, plus a day on both sides. */
  readonly weather: WeatherSeries;
  readonly provenance: Provenance;
  readonly notices: readonly Notice[];
  readonly method?: ClimateMethod | undefined;
}

/** @experimental */
export interface YearGenerator {
  /** Changes with whatever changes the years it makes: it enters the ETag. */
  readonly version: string;
  /** @param surroundings of the place, with the altitude that the answer has */
  generate(
    climate: MonthlyClimate,
    request: ClimateRequest,
    surroundings: PlaceData,
    call: CallOptions,
  ): Promise<GeneratedSeries>;
}

export function createYearGenerator(pool: Pool): YearGenerator {
  return {
    version: GENERATION_ALGORITHM,
    async generate(climate, request, surroundings, call) {
      const { monthly, notices } = monthsOfRequest(climate, request);
      const { lat, lon, turbidity } = request;
      const { altitude, timeZone } = surroundings;
      const place = { latitude: lat, longitude: lon, altitude, timeZone };
      const options = {
        randomSeed: request.randomSeed,
        interval: request.frequency === "1_minute" ? 60 : 3600,
        clearSky: request.clearSkyModel,
        linkeTurbidity: turbidity === "auto" ? surroundings.linkeTurbidity : turbidity,
        year: request.futureYear ?? TYPICAL_YEAR,
      } as const;
      const { weather, report } = await pool.generateYear(place, monthly, options, call);
      const columns = Object.keys(weather.columns) as WeatherColumn[];
      const series = withDaysAround({ ...weather, start: weather.start as number });
      return {
        weather: series,
        provenance: provenanceOf(climate, series, columns, place),
        notices: [...climate.notices, ...notices, ...report.notices],
        method: {
          method: "generation",
          version: report.algorithm,
          seed: report.randomSeed,
          envelope_factors: report.months.map(({ envelopeFactor }) => envelopeFactor),
          synthetic_columns: columns,
        },
      };
    },
  };
}

/** The monthly values of the year that is asked for: an unusual one, or one to come. */
function monthsOfRequest(
  climate: MonthlyClimate,
  request: ClimateRequest,
): { monthly: MonthlyMeans; notices: Notice[] } {
  const { extreme, extremeScope: scope, futureScenario, futureYear } = request;
  const notices: Notice[] = [];
  let monthly = climate.values;
  if (extreme !== undefined) {
    const { spread } = climate;
    const known = spread && { monthSpread: spread.irradiance, temperatureSpread: spread.temperature };
    const unusual = extremeMonths(monthly, { level: extreme, scope, ...(scope === "month" ? known : {}) });
    monthly = unusual.monthly;
    notices.push(...unusual.notices);
  }
  if (futureScenario !== undefined && futureYear !== undefined) {
    const warmer = warmerMonths(monthly, futureScenario, futureYear, climate.period);
    monthly = warmer.monthly;
    notices.push(...warmer.notices);
  }
  return { monthly, notices };
}

export function provenanceOf(
  { dataset, licence, attribution }: Pick<MonthlyClimate, "dataset" | "licence" | "attribution">,
  series: WeatherSeries,
  columns: readonly WeatherColumn[],
  { latitude, longitude, altitude }: { latitude: number; longitude: number; altitude: number },
): Provenance {
  const start = series.start as number;
  const count = series.columns[columns[0]!]!.length;
  return {
    source: "generator",
    dataset,
    class: "synthetic",
    columns,
    start,
    end: start + count * series.interval * 1000,
    revision: GENERATION_ALGORITHM,
    cell: { latitude, longitude, altitude, distanceKm: 0 },
    method: "stochastic",
    corrections: ["a year drawn from twelve monthly values"],
    licence,
    attribution,
    synthetic: true,
  };
}

/** Years of the data set that its level of temperature is from. */
const PERIOD = [2010, 2018] as const;
/** With which the names of all data sets end that are drawn from it. */
export const DATASET = "world climatology";
/** Changes with the embedded values. */
export const WORLD_REVISION = "world climatology 2";

export async function worldMonths(latitude: number, longitude: number, altitude: number): Promise<MonthlyClimate> {
  const { monthly, expectedError } = await libraryMonths(latitude, longitude, { altitude });
  const { globalHorizontalIrradiance, temperature } = monthly;
  const message = `monthly values come from the embedded world climatology: ${describeExpectedError(expectedError)}`;
  return {
    values: { globalHorizontalIrradiance, temperature },
    dataset: DATASET,
    ...(await worldCredits()),
    period: PERIOD,
    notices: [{ code: "climatology", message }],
  };
}

/** What weather is worth that is drawn from the embedded climate of a place; undefined: it is from elsewhere. */
export async function worldError(
  provenance: readonly Pick<Provenance, "dataset" | "method">[],
  { lat, lon }: { readonly lat: number; readonly lon: number },
  altitude: number | undefined,
): Promise<ExpectedError | undefined> {
  const isDrawn = provenance.some(({ dataset, method }) => method === "stochastic" && dataset.endsWith(DATASET));
  return isDrawn ? (await loadWorldClimate()).at(lat, lon, { altitude }).expectedError : undefined;
}

/** Where that climate is known to be far off, as a yield says it. */
export async function missNotices(
  provenance: readonly Provenance[],
  place: { readonly lat: number; readonly lon: number },
): Promise<Notice[]> {
  const error = await worldError(provenance, place, undefined);
  return error === undefined ? [] : noticesOfMiss(error);
}

/** Whom the embedded climate is owed to. */
export async function worldCredits(): Promise<{ readonly licence: string; readonly attribution: string }> {
  const { sources } = await loadWorldClimate();
  return {
    licence: [...new Set(sources.map(({ licence }) => licence))].join("; "),
    attribution: sources.map(({ attribution }) => attribution).join("; "),
  };
}

/** Fewer years say too little of what is typical. */
const FEWEST_YEARS = 10;
/** More are as many as a normal of the climate has. */
const MOST_YEARS = 30;
const GLOBAL = "global_horizontal_irradiance";

/** Whole years on the clock of the place that one data set has. */
export type LongRecord = { readonly plan: Plan; readonly first: number; readonly last: number };

/** Weather as it was read or chosen. */
export interface SourceYear extends Pick<ArchiveWeather, "series" | "provenance" | "notices" | "passedOver"> {
  readonly method: ClimateMethod | undefined;
}

/** The best record of ten whole years or more, the last thirty of them; undefined where none is so long. */
export function longRecord(survey: Survey, timeZone: number): LongRecord | undefined {
  const records = survey.offers
    .filter(({ class: of, columns }) => isHistory(of) && columns.includes(GLOBAL))
    .map((offer) => ({ offer, years: wholeYears(offer, timeZone, survey.now) }))
    .filter(({ years }) => years.length >= FEWEST_YEARS)
    .sort((a, b) => rankOf(a.offer) - rankOf(b.offer) || a.offer.cell.distanceKm - b.offer.cell.distanceKm);
  const best = records[0];
  if (best === undefined) return undefined;
  const years = best.years.slice(-MOST_YEARS);
  const [first, last] = [years[0]!, years.at(-1)!];
  const period = { start: turnOf(first, timeZone), end: turnOf(last + 1, timeZone) };
  const alone = { ...survey, offers: [best.offer] };
  return { first, last, plan: plan(alone, { purpose: "history", period, columns: best.offer.columns }) };
}

function isHistory(of: Offer["class"]): boolean {
  return of === "measured" || of === "satellite" || of === "reanalysis";
}

/** Years in Unix ms on the clock of a place. */
function turnOf(year: number, timeZone: number): number {
  return Date.UTC(year, 0, 1) - timeZone * HOUR;
}

/** A record of whole UTC years lacks some hours of the local ones: a day is given. */
function wholeYears({ first, last, covers }: Offer, timeZone: number, now: number): number[] {
  const times = covers ?? [{ start: first, end: last }];
  const years: number[] = [];
  for (let year = new Date(first).getUTCFullYear(); turnOf(year + 1, timeZone) <= now; year++) {
    const [start, end] = [turnOf(year, timeZone), turnOf(year + 1, timeZone)];
    if (start > last) break;
    if (times.some((time) => time.start <= start + DAY && time.end >= end - DAY)) years.push(year);
  }
  return years;
}

/** Light of a dead, stuck or saturated sensor is missing: a month with much of it is not chosen. */
function withoutLost(read: ArchiveWeather, doubts: readonly Doubt[]): ArchiveWeather {
  const lost = doubts.filter(({ isLost }) => isLost);
  if (lost.length === 0) return read;
  const { interval, columns } = read.series;
  const [start, step] = [read.series.start as number, interval * 1000];
  const kept = Object.entries(columns).map(([name, values]) => {
    if (!isIrradiance(name as WeatherColumn)) return [name, values];
    const own = Float64Array.from(values as ArrayLike<number>);
    for (const { periods } of lost) {
      for (const period of periods) {
        const [from, to] = [(period.start - start) / step, (period.end - start) / step];
        own.fill(Number.NaN, Math.max(0, Math.floor(from)), Math.max(0, Math.ceil(to)));
      }
    }
    return [name, own];
  });
  const message = "light of a dead, stuck or saturated sensor counts as missing: months with much of it are not chosen";
  return {
    ...read,
    series: { ...read.series, columns: Object.fromEntries(kept) },
    notices: [...read.notices, { code: "selection", message }],
  };
}

/** @throws Refusal for a record with too few valid months */
export async function chooseYear(
  pool: Pool,
  { plan: { offers } }: LongRecord,
  recorded: ArchiveWeather,
  request: ClimateRequest,
  timeZone: number,
  call: CallOptions,
): Promise<SourceYear> {
  const { extreme } = request;
  const read = withoutLost(
    recorded,
    offers.flatMap(({ doubts = [] }) => doubts),
  );
  const options = extreme === undefined ? { timeZone } : { timeZone, extreme };
  const chosen = await pool.selectYear(read.series, options, call).catch((cause: unknown) => {
    if ((cause as { code?: unknown })?.code !== "ERR_WEATHER") throw cause;
    throw new Refusal("no data", `no typical year can be chosen: ${(cause as Error).message}`, { cause });
  });
  const months = chosen.audit.months.map(({ month, year }) => ({ month, year }));
  const selection = `${chosen.audit.method}: months of ${months.map(({ year }) => year).join(", ")}`;
  const year = { ...chosen.series, start: chosen.series.start as number };
  return {
    series: withDaysAround(relabelYear(year, TYPICAL_YEAR, request.futureYear ?? TYPICAL_YEAR)),
    provenance: read.provenance.map((one) => ({ ...one, corrections: [...one.corrections, selection] })),
    notices: [...read.notices, ...chosen.notices, ...extremeNotices(request)],
    passedOver: read.passedOver,
    method: methodOf(chosen, months),
  };
}

function methodOf({ audit }: TypicalYear, months: readonly { month: number; year: number }[]): ClimateMethod {
  return {
    method: "selection",
    version: SELECTION_ALGORITHM,
    ...(audit.weights ? { weights: audit.weights as { [index: string]: number } } : {}),
    candidates: audit.wholeYears.length,
    months_selected: months,
  };
}

function extremeNotices({ extreme }: ClimateRequest): Notice[] {
  if (extreme === undefined) return [];
  const message = `${extreme.toUpperCase()} refers to the year's GHI; temperature and all other columns come from the chosen months`;
  return [{ code: "extreme", message }];
}
