/** The weather for a request: the archive's data for the requested parameters, or a refusal that names what is missing. */

import type { Archive, ArchiveWeather, Period, Place, Plan, Purpose, Survey } from "irradiance-archive";
import type { WeatherColumn, WeatherSeries } from "irradiance-engine";
import { HOUR } from "irradiance-engine/shared";
import { hasValues } from "./empty-weather.js";
import { describeFailures } from "./failures.js";
import { type Need, needsOf } from "./needs.js";
import { Refusal } from "./refusal.js";
import { rememberedPlan } from "./weather-memory.js";
import { wireTime } from "./wire.js";

export interface WeatherQuery {
  readonly purpose: Purpose;
  readonly place: Place;
  readonly period: Period;
  /** Length of the intervals of the answer, seconds. */
  readonly step: number;
  /** Names of the requested parameters. */
  readonly parameters: readonly string[];
  /** Columns that are read beside those of the parameters, if the sources have them. */
  readonly welcome?: readonly WeatherColumn[] | undefined;
  /** Whether synthetic weather may be given. */
  readonly synthetic: boolean;
  /** Arrival, Unix ms. */
  readonly now: number;
}

export interface PlannedWeather {
  /** For the ETag. */
  readonly revision: string;
  /** A source did not answer: the plan was made without it. */
  readonly passing: boolean;
  readonly synthetic: boolean;
  read(signal: AbortSignal): Promise<ArchiveWeather>;
}

/** Margin that decompositions may read beyond the period, so that a day is the same alone and within its year. */
const MARGIN = 24 * HOUR;

/** Further columns that the engine uses if a source has them. */
const HELPFUL: readonly WeatherColumn[] = [
  "temperature",
  "snow_depth",
  "albedo",
  "pressure",
  "relative_humidity",
  "precipitable_water",
  "aerosol_optical_depth",
  "linke_turbidity",
];

/** What each need is met by: any of these. */
const COLUMNS: { readonly [name in Need]: readonly WeatherColumn[] } = {
  irradiance: [
    "global_horizontal_irradiance",
    "direct_normal_irradiance",
    "direct_horizontal_irradiance",
    "diffuse_horizontal_irradiance",
  ],
  temperature: ["temperature"],
  snow: ["snow_depth"],
  "dew point": ["dew_point_temperature"],
  humidity: ["relative_humidity"],
  wind: ["wind_speed"],
};

/**
 * @throws Refusal "no data" when every requested parameter that needs data has none: it names the nearest period with data;
 *   "no response" when a source that may have some does not respond
 */
export async function findWeather(archive: Archive, query: WeatherQuery, signal: AbortSignal): Promise<PlannedWeather> {
  const survey = await archive.survey(query.place, query.now, { signal });
  const found = weatherIn(archive, survey, query);
  if (found === undefined) throw nothingThere(survey, query);
  return found;
}

/** What a survey has of it; undefined if every requested parameter that needs data has none. */
export function weatherIn(archive: Archive, survey: Survey, query: WeatherQuery): PlannedWeather | undefined {
  const needs = needsOf(query.parameters);
  if (needs.length === 0) return noWeatherNeeded(query);
  const plan = planOf(survey, query);
  if (!needs.some((need) => COLUMNS[need].some((column) => !plan.missing.includes(column)))) return undefined;
  return {
    revision: plan.revision,
    passing: plan.failures.length > 0,
    synthetic: plan.synthetic,
    async read(signal) {
      const read = await archive.read(plan, { signal });
      const wanted = needs.flatMap((need) => COLUMNS[need]);
      if (hasValues(read.series, wanted, query.period, query.place)) return read;
      return withoutEmpty(archive, survey, query, plan, read, signal);
    },
  };
}

/**
 * What covers the time without a value is passed over, as if it did not cover it.
 *
 * @throws Refusal where nothing else has any: "no response" beside a source that could not be read
 */
async function withoutEmpty(
  archive: Archive,
  survey: Survey,
  query: WeatherQuery,
  { synthetic }: Plan,
  empty: ArchiveWeather,
  signal: AbortSignal,
): Promise<ArchiveWeather> {
  const offers = survey.offers.filter((offer) => offer.class === "synthetic");
  const instead = synthetic ? undefined : weatherIn(archive, { ...survey, offers }, query);
  const own = empty.notices.filter(({ code }) => code === "missing");
  if (instead === undefined) {
    const why = own.map(({ message }) => message).join("; ") || "what covers it has no value in it";
    const unread = empty.failures.filter(({ kind }) => kind !== "no values");
    if (unread.length === 0) throw new Refusal("no data", `${whatIsMissing(query)}: ${why}`);
    const passed = `sources passed over: ${describeFailures(unread)}`;
    throw new Refusal("no response", `${whatIsMissing(query)}: ${why}; ${passed}`);
  }
  const read = await instead.read(signal);
  const passedOver = [...new Set([...empty.passedOver, ...empty.provenance.map(({ source }) => source)])];
  return { ...read, notices: [...own, ...read.notices], passedOver };
}

function planOf(survey: Survey, { parameters, purpose, period, step, synthetic, welcome = [] }: WeatherQuery): Plan {
  const needs = needsOf(parameters);
  const helpful = needs.includes("irradiance") ? HELPFUL : [];
  return rememberedPlan(survey, {
    ...{ purpose, period, interval: step, synthetic, margin: MARGIN, firstHours: true },
    columns: needs.flatMap((need) => COLUMNS[need]),
    welcome: [...helpful, ...welcome],
  });
}

/** The sun and a clear sky need no weather. */
function noWeatherNeeded({ place, period: { start, end } }: WeatherQuery): PlannedWeather {
  const first = Math.floor(start / HOUR) * HOUR;
  const temperature = new Float64Array(Math.ceil((end - first) / HOUR)).fill(Number.NaN);
  const series = { start: first, interval: 3600, columns: { temperature }, place: { ...place } } as WeatherSeries;
  const weather = { series, provenance: [], notices: [], failures: [], passedOver: [], revision: "none" };
  return { revision: "none", passing: false, synthetic: false, read: async () => weather };
}

const WHAT: { readonly [purpose in Purpose]: string } = {
  history: "no weather",
  forecast: "no forecast",
  "typical-year": "no typical year",
};

const WANTED: { readonly [purpose in Purpose]: string } = {
  history: "any",
  forecast: "a forecast",
  "typical-year": "a typical year",
};

/** Names the nearest period with data. */
export function nothingThere(survey: Survey, query: WeatherQuery): Refusal {
  const { purpose } = query;
  const { nearest, failures } = planOf(survey, query);
  const what = whatIsMissing(query);
  const instead =
    nearest === undefined
      ? `no source has ${WANTED[purpose]} for this place (see /v1/sources)`
      : `the nearest available is from ${wireTime(nearest.start)} to ${wireTime(nearest.end)}`;
  if (failures.length === 0) return new Refusal("no data", `${what}: ${instead}`);
  return new Refusal("no response", `${what}: ${instead}; sources passed over: ${describeFailures(failures)}`);
}

function whatIsMissing({ purpose, place, parameters }: WeatherQuery): string {
  const when = purpose === "typical-year" ? "" : " for this period";
  return `${WHAT[purpose]} with ${needsOf(parameters).join(", ")} at ${place.latitude},${place.longitude}${when}`;
}
