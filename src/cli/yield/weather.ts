/** The weather of `irradiance yield`: files one after the other, or a generated typical year of a place. */
import { sourceOfFormat } from "../../yield/uncertainty/light-source.js";
import { namedSources } from "../archive-weather.js";
import { UsageError } from "../errors.js";
import { lookedAt, type NamedReading, namesOf, printJoinedNotices } from "../joined-weather.js";
import { printNotice } from "../output.js";
import type { Progress } from "../progress.js";
import { loadWeather } from "../request.js";
import { mergeReadings } from "../typical-year/merge.js";
import { coordinate } from "./coordinate.js";
import { fromSources } from "./named-weather.js";
import type { YieldFlags } from "./rows.js";
import type { YieldWeather } from "./yield-weather.js";

export async function yieldWeather(flags: YieldFlags, progress: Progress): Promise<YieldWeather> {
  const named = namedSources(flags.weather);
  if (named !== undefined) return fromSources(named, flags, progress);
  return flags.weather === undefined ? generated(flags) : fromFiles(flags, flags.weather, progress);
}

async function fromFiles(flags: YieldFlags, files: readonly string[], progress: Progress): Promise<YieldWeather> {
  const readings: NamedReading[] = [];
  for (const file of files) {
    readings.push({ file, reading: await loadWeather({ ...flags, weather: file }, progress, false) });
  }
  const typicalYear = flags.typicalYear ?? readings.every(({ reading }) => reading.typicalYear);
  const horizonInLight = readings.every(({ reading }) => reading.horizonInLight === true);
  const merged = readings.length === 1 ? readings[0]!.reading.series : mergeReadings(readings, flags.duplicates);
  progress.show("looking at the weather");
  const joined = await lookedAt(readings, merged, flags, typicalYear);
  progress.clear();
  if (!flags.quiet) printJoinedNotices(joined);
  const { series, examination } = joined.whole;
  const name = namesOf(files);
  const sources = readings.map(({ reading: { format } }) => sourceOfFormat(format, typicalYear));
  const lightSource = sources.every((source) => source === sources[0]) ? sources[0] : "unknown";
  return { series, typicalYear, horizonInLight, examination, lightSource, name, source: name };
}

/** @throws UsageError without a place */
export function generatedPlace(flags: YieldFlags): { lat: number; lon: number } {
  const [lat, lon] = [coordinate("--lat", flags.lat, 90), coordinate("--lon", flags.lon, 180)];
  if (lat === undefined || lon === undefined) {
    throw new UsageError(
      "give --weather FILE, or --lat and --lon for a typical year from the embedded world climatology",
    );
  }
  return { lat, lon };
}

async function generated({ altitude, randomSeed, quiet, ...flags }: YieldFlags): Promise<YieldWeather> {
  const { lat, lon } = generatedPlace(flags);
  const { worldYear } = await import("../../climatology/world-year.js");
  const { describeYearError } = await import("../../climatology/world/error-clause.js");
  const { series, expectedError, notices } = await worldYear(lat, lon, { altitude, randomSeed });
  if (!quiet) {
    for (const { code, message } of notices) {
      printNotice(code === "altitude" ? `note: ${message}: give --altitude` : `weather: ${message}`);
    }
  }
  return {
    series,
    typicalYear: true,
    horizonInLight: false,
    lightSource: expectedError,
    name: "a generated typical year",
    source: `a typical year generated from the embedded world climatology; ${describeYearError(expectedError)}`,
  };
}
