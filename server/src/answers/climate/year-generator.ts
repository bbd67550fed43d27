/** Generates a year of weather from monthly values: the engine's generator in a thread, with the request's options. */
import type { Provenance } from "irradiance-archive";
import type { Notice, WeatherColumn, WeatherSeries } from "irradiance-engine";
import type { CallOptions, Pool } from "irradiance-engine/bulk";
import {
  extremeMonths,
  GENERATION_ALGORITHM,
  type MonthlyMeans,
  TYPICAL_YEAR,
  warmerMonths,
} from "irradiance-engine/climate";
import type { ClimateRequest } from "irradiance-engine/contract";
import { withDaysAround } from "irradiance-engine/series";
import type { PlaceData } from "../places.js";

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

/** @experimental */
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
