/** The weather for a request: what the archive has of what the requested parameters need, or a 404 that says what is missing. */
import type { Archive, ArchiveWeather, Period, Place, Plan, Purpose, Survey } from "irradiance-archive";
import type { WeatherColumn } from "irradiance-engine";
import { HttpError } from "../http/errors.js";
import { type Need, needsOf } from "./needs.js";

export interface WeatherWish {
  readonly purpose: Purpose;
  readonly place: Place;
  readonly period: Period;
  /** Names of the requested parameters. */
  readonly parameters: readonly string[];
  /** Whether synthetic weather may be given. */
  readonly synthetic: boolean;
  /** Arrival, Unix ms. */
  readonly now: number;
}

export interface FoundWeather {
  readonly plan: Plan;
  /** For the ETag. */
  readonly revision: string;
  /** A source did not answer: the plan was made without it. */
  readonly passing: boolean;
  read(signal: AbortSignal): Promise<ArchiveWeather>;
}

const HOUR = 3_600_000;
/** What decomposition may look at beyond the period: then a day is the same alone and within its year. */
const MARGIN = 24 * HOUR;

/** What else the engine makes use of where a source has it. */
const HELPFUL: readonly WeatherColumn[] = [
  "albedo",
  "pressure",
  "relative_humidity",
  "precipitable_water",
  "aerosol_optical_depth",
  "linke_turbidity",
];

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
 * @throws HttpError 404 when every requested parameter that needs data has none: it names the nearest period there is
 */
export async function findWeather(archive: Archive, wish: WeatherWish, signal: AbortSignal): Promise<FoundWeather> {
  const survey = await archive.survey(wish.place, wish.now, { signal });
  const needs = needsOf(wish.parameters);
  const columns = columnsFor(needs);
  const period = { start: wish.period.start - MARGIN, end: wish.period.end + MARGIN };
  const plan = archive.plan(survey, {
    purpose: wish.purpose,
    period,
    core: wish.period,
    columns,
    synthetic: wish.synthetic,
  });
  const isThere = (need: Need) => COLUMNS[need].some((column) => plan.columns.includes(column));
  if (needs.length > 0 && !needs.some(isThere)) throw nothingThere(wish, needs, survey, plan);
  return {
    plan,
    revision: plan.revision,
    passing: survey.failures.length > 0,
    read: (stop) => archive.read(plan, wish.place, { signal: stop }),
  };
}

function columnsFor(needs: readonly Need[]): readonly WeatherColumn[] {
  const columns = new Set(needs.flatMap((need) => COLUMNS[need]));
  if (needs.includes("irradiance"))
    for (const column of [...HELPFUL, "snow_depth", "temperature"] as const) columns.add(column);
  return [...columns];
}

const WHAT: { readonly [purpose in Purpose]: string } = {
  history: "no weather",
  forecast: "no forecast",
  "typical-year": "no typical year",
};

function nothingThere(
  { purpose, place }: WeatherWish,
  needs: readonly Need[],
  { failures }: Survey,
  { nearest }: Plan,
): HttpError {
  const where = `at ${place.latitude},${place.longitude}`;
  const what = `${WHAT[purpose]} with ${needs.join(", ")} ${where} for this period`;
  const instead =
    nearest === null
      ? "no source covers this place (see /v1/sources)"
      : `there is some from ${iso(nearest.start)} to ${iso(nearest.end)}`;
  const failed = failures.length > 0 ? `; not answering now: ${failures.map(({ source }) => source).join(", ")}` : "";
  return new HttpError(404, `${what}: ${instead}${failed}`);
}

function iso(time: number): string {
  return new Date(time).toISOString().replace(".000Z", "Z");
}
