/** Weather for the engine from described sources, in one call: what command lines and scripts need. */

import type { WeatherColumn } from "irradiance-engine";
import { DAY } from "irradiance-engine/shared";
import { openArchive } from "../archive.js";
import { type Purpose, plan } from "../plan.js";
import type { ArchiveWeather } from "../reading.js";
import type { Period, Place } from "../source.js";
import { type DescriptionOptions, readDescription } from "./description.js";
import { describeWords } from "./words.js";

/** @experimental */
export interface OpenWeatherQuery {
  readonly place: Place;
  readonly period: Period;
  /** Length of the intervals of the answer, seconds. */
  readonly interval: number;
  /** Unix ms: separates history from forecast and decides which run is the newest. */
  readonly now: number;
  /** Default: "history". */
  readonly purpose?: Purpose | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** @experimental */
export interface DescribedWeather {
  /** Notes that apply to all its answers. */
  readonly notes: readonly string[];
  /**
   * The weather of a place and period, with a day around it for models that look at neighbours.
   *
   * @throws ArchiveError as `Archive.read`
   */
  read(query: OpenWeatherQuery): Promise<ArchiveWeather>;
  /** As `Archive.pieceOf`. */
  pieceOf(place: Place): Promise<number | undefined>;
  close(): Promise<void>;
}

const MARGIN = DAY;
const COLUMNS: readonly WeatherColumn[] = [
  "global_horizontal_irradiance",
  "direct_normal_irradiance",
  "direct_horizontal_irradiance",
  "diffuse_horizontal_irradiance",
  "temperature",
];
const SYNTHETIC = "where no other source has irradiance, weather is synthetic, drawn from the climate of the place";
/** What the engine uses where it is there. */
const WELCOME: readonly WeatherColumn[] = [
  "wind_speed",
  "snow_depth",
  "albedo",
  "pressure",
  "dew_point_temperature",
  "relative_humidity",
  "precipitable_water",
  "aerosol_optical_depth",
  "linke_turbidity",
  "precipitation",
  "snowfall",
];

/**
 * Opens the sources that a description names. Synthetic weather is given only where it names a synthetic source, and none that is real
 * has irradiance.
 *
 * @param from path of the JSON file, or a list of words as `describeWords` takes them
 * @param given `cache`: by default the user's
 * @throws ArchiveError `ERR_ARCHIVE_DESCRIPTION`
 * @experimental
 */
export async function openWeather(
  from: string | readonly string[],
  given: DescriptionOptions = {},
): Promise<DescribedWeather> {
  const options = { ...given, cache: given.cache ?? {} };
  const description = await (typeof from === "string" ? readDescription(from, options) : describeWords(from, options));
  const archive = openArchive(description);
  return {
    notes: description.kinds.includes("synthetic") ? [SYNTHETIC] : [],
    async read({ place, period, interval, now, purpose = "history", signal }) {
      const survey = await archive.survey(place, now, { signal });
      const request = {
        purpose,
        period,
        margin: MARGIN,
        columns: COLUMNS,
        welcome: WELCOME,
        interval,
        synthetic: true,
      };
      return archive.read(plan(survey, request), { signal });
    },
    pieceOf: (place) => archive.pieceOf(place),
    close: () => archive.close(),
  };
}
