/** The run of `irradiance forecast`, and what corrects it. */
import { readFile } from "node:fs/promises";
import { monthlySkyIndex, openClimatology } from "../../climatology/index.js";
import {
  type Corrected,
  correctForecast,
  parseSiteTuning,
  type SiteTuning,
  type SpreadTable,
} from "../../forecast/index.js";
import type { WeatherPlace, WeatherSeries } from "../../weather/series.js";
import {
  type FileOption,
  namedSources,
  openArchiveWeather,
  PASSED_OVER,
  refuseFileOptions,
} from "../archive-weather.js";
import { UsageError } from "../errors.js";
import { fileItems, inItemsOf } from "../file-items.js";
import { printWeatherNotices } from "../notices.js";
import { inFlags } from "../option-names.js";
import type { PlacedOptions } from "../options.js";
import { printNotice } from "../output.js";
import { type Progress, startProgress } from "../progress.js";
import { believedWeather } from "../request.js";
import { coordinate } from "../yield/coordinate.js";
import type { ForecastFlags } from "./flags.js";

/** Unix ms. */
export interface RunPeriod {
  readonly start: number;
  readonly end: number;
}

export interface RunWeather {
  readonly series: WeatherSeries;
  readonly latitude: number;
  readonly longitude: number;
  /** What it is, for a headline. */
  readonly name: string;
}

const QUARTER = 900;

/** @param period what sources by name are asked for */
export async function runWeather(
  flags: ForecastFlags,
  period: RunPeriod,
  now: number,
  progress: Progress,
): Promise<RunWeather> {
  const place = { latitude: coordinate("--lat", flags.lat, 90), longitude: coordinate("--lon", flags.lon, 180) };
  const named = namedSources(flags.weather);
  if (named !== undefined) return fromSources(named, flags, place, period, now);
  const [file, second] = flags.weather as [string, string?];
  if (second !== undefined) throw new UsageError("--weather takes one run: give one file, or sources by name");
  const reading = await believedWeather({ ...flags, weather: file }, progress);
  const { series } = reading;
  progress.clear();
  if (!flags.quiet) printWeatherNotices(file, reading);
  const { latitude = series.place?.latitude, longitude = series.place?.longitude } = place;
  if (latitude === undefined || longitude === undefined) {
    const missing = latitude === undefined ? "--lat" : "--lon";
    throw new UsageError(`${missing} is required: the run's file does not state its location`);
  }
  return { series, latitude, longitude, name: file };
}

async function fromSources(
  words: readonly string[],
  flags: ForecastFlags,
  { latitude, longitude }: { readonly latitude: number | undefined; readonly longitude: number | undefined },
  period: RunPeriod,
  now: number,
): Promise<RunWeather> {
  const ofObservations: FileOption[] = flags.observations === undefined ? [] : ["--trust-clock", "--drop-flagged"];
  refuseFileOptions(flags, words, ["--temperature", ...ofObservations]);
  if (latitude === undefined || longitude === undefined) {
    throw new UsageError(`--weather ${words.join(" ")} needs --lat and --lon`);
  }
  const archive = await openArchiveWeather(words);
  try {
    const { altitude } = flags;
    const place = altitude === undefined ? { latitude, longitude } : { latitude, longitude, altitude };
    const found = await archive.read({ place, period, interval: QUARTER, now, purpose: "forecast" });
    if (!flags.quiet) {
      for (const note of archive.notes) printNotice(`weather: ${note}`);
      for (const { code, message } of found.notices) if (code !== PASSED_OVER) printNotice(`weather: ${message}`);
      for (const { source, message } of found.failures) printNotice(`weather: ${source}: ${message}`);
    }
    return { series: found.series, latitude, longitude, name: words.join(", ") };
  } finally {
    await archive.close();
  }
}

/**
 * The run corrected by what was observed and learnt.
 *
 * @param altitude metres
 * @throws UsageError for files that cannot be used, naming their option
 */
export async function correctedRun(
  { series, latitude, longitude }: RunWeather,
  flags: ForecastFlags,
  altitude: number,
  now: number,
): Promise<{ readonly corrected: Corrected; readonly spread: SpreadTable | undefined }> {
  const tuning = flags.tuning === undefined ? undefined : await readTuning(flags.tuning);
  const maps = await openClimatology();
  const clearTurbidity = maps.clearTurbidity(latitude, longitude, { altitude });
  const linkeTurbidity = flags.turbidity ?? clearTurbidity;
  const climatology = tuning?.climatology ?? (await monthlySkyIndex(latitude, longitude, { altitude, clearTurbidity }));
  const place = { latitude, longitude, altitude };
  const observed =
    flags.observations === undefined ? nothing(now) : await observations(flags.observations, flags, place);
  try {
    const corrected = correctForecast(series, observed, {
      ...{ now, place: { ...place, linkeTurbidity }, climatology },
      ...{ table: tuning?.table, dayAhead: tuning?.dayAhead },
    });
    return { corrected, spread: tuning?.spread };
  } catch (cause) {
    if (!(cause instanceof TypeError || cause instanceof RangeError)) throw cause;
    const text = cause.message.replace(/^correctForecast: /, "");
    const isOfRun = text.startsWith("the run");
    throw new UsageError(`${isOfRun ? "--weather" : "--observations"}: ${inFlags(text)}`, { cause });
  }
}

async function readTuning(file: string): Promise<SiteTuning> {
  try {
    return parseSiteTuning(await readFile(file, "utf8"));
  } catch (cause) {
    throw new UsageError(`--tuning: ${file} cannot be used: ${(cause as Error).message}`, { cause });
  }
}

/** What was observed, read and looked at as the run is. The options of weather files are the run's. */
async function observations(
  file: string,
  { observationsAs, trustClock, dropFlagged, turbidity, quiet }: ForecastFlags,
  place: Required<Omit<WeatherPlace, "timeZone">>,
): Promise<WeatherSeries> {
  const { column, unit, zone, ...items } = fileItems("--observations-as", observationsAs);
  const options = {
    ...{ ...items, weather: file, weatherFormat: "auto", weatherTimeZone: zone, trustClock, dropFlagged, turbidity },
    ...{ lat: String(place.latitude), lon: String(place.longitude), altitude: place.altitude },
    ...(column !== undefined && { columns: { ghi: column } }),
    ...(unit !== undefined && { units: { ghi: unit } }),
  } as PlacedOptions;
  return inItemsOf("--observations-as", place, async (inWords) => {
    const reading = await believedWeather(options, startProgress(true));
    if (!quiet) printWeatherNotices(file, reading, inWords);
    return reading.series;
  });
}

function nothing(now: number): WeatherSeries {
  return { start: now, interval: QUARTER, columns: { global_horizontal_irradiance: [Number.NaN] } };
}
