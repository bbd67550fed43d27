/** Executes `irradiance yield`: its weather, its place, and the yield of the system. */
import { type Optimum, optimumOf, yieldOf, yieldSeries } from "../../answers/yield/index.js";
import type { YieldPlane } from "../../answers/yield/types.js";
import { sourceOfFormat } from "../../answers/yield/uncertainty/budget.js";
import type { PvSystem } from "../../data/system/index.js";
import type { WeatherSeries } from "../../data/weather/series.js";
import { DAY, HOUR, yearStart } from "../../foundation/time/calendar.js";
import { formatTime } from "../../foundation/time/iso-time.js";
import { type ObservationContext, parseObservationRequest } from "../../index.js";
import { namedSources, openArchiveWeather, SERVED, SYNTHETIC, weatherFor } from "../archive-weather.js";
import { withClosure } from "../believed.js";
import { UsageError } from "../errors.js";
import { lookedAt, mergeReadings, type NamedReading, namesOf, printJoinedNotices } from "../joined-weather.js";
import type { YieldFlags } from "../options/power.js";
import { printNotice, writeResult } from "../output.js";
import { givenPlace, placeOr, withPlaceContext, withTerrainContext } from "../place-context.js";
import { type Progress, startProgress } from "../progress.js";
import { loadWeather, toPlaneContext } from "../request.js";
import { checkFlags, inOptions } from "./system.js";
import { checkFiles, compared, seriesBytes, write, type YieldWeather } from "./write.js";

/** Days by which a reanalysis may be behind: a year that is over for less may lack its end. */
const BEHIND = 15;

/** @throws UsageError without a place; ArchiveError where there is no weather */
async function fromSources(words: readonly string[], flags: YieldFlags, progress: Progress): Promise<YieldWeather> {
  const { lat, lon } = givenPlace(flags);
  if (lat === undefined || lon === undefined)
    throw new UsageError(`--weather ${words.join(" ")} needs --lat and --lon`);
  const now = Date.now();
  const year = flags.year ?? new Date(now - BEHIND * DAY).getUTCFullYear() - 1;
  if (!(Number.isInteger(year) && year >= 1940 && year <= 2200))
    throw new UsageError(`--year must be a calendar year such as 2024, got ${year}`);
  const [begin, over] = await yearAt(lat, lon, year);
  const [start, end] = [formatTime(begin), formatTime(over)];
  const request = parseObservationRequest({ lat, lon, start, end, frequency: "1_hour" }, { now });
  progress.show(`reading ${year} from ${words.join(", ")}`);
  const archive = await openArchiveWeather(words);
  try {
    const { series, notes, lightSource } = await weatherFor(archive, words, request, now, flags.altitude);
    progress.clear();
    if (!flags.quiet) for (const { message } of notes) printNotice(`weather: ${message}`);
    const served = notes.filter(({ code }) => code === SERVED || code === SYNTHETIC).map(({ about }) => String(about));
    const name = `${year} from ${served.length === 0 ? words.join(", ") : [...new Set(served)].join(", ")}`;
    return {
      series: within(series, begin, over),
      typicalYear: false,
      horizonInLight: false,
      lightSource,
      name,
      source: name,
    };
  } finally {
    await archive.close();
  }
}

/**
 * Unix ms of a year in standard time, as the months of a yield are: east of Greenwich its first hours are of the year before in UTC. Hours
 * of UTC count to the year that their middle is in.
 */
async function yearAt(lat: number, lon: number, year: number): Promise<readonly [number, number]> {
  const { standardTimeOffset } = await import("../../data/climatology/climatology.js");
  const offset = (await standardTimeOffset(lat, lon)) * HOUR;
  const startOf = (one: number) => Math.floor((yearStart(one) - offset) / HOUR) * HOUR;
  return [startOf(year), startOf(year + 1)];
}

/** Of a request's weather without the hours beside its period. */
function within(series: WeatherSeries, start: number, end: number): WeatherSeries {
  const [begin, step] = [Number(series.start), Number(series.interval) * 1000];
  const [from, to] = [start, end].map((time) => Math.max(0, Math.ceil((time - begin) / step))) as [number, number];
  const columns = Object.entries(series.columns).map(([name, values = []]) => [
    name,
    Float64Array.from(values as ArrayLike<number>).subarray(from, to),
  ]);
  return { ...series, start: begin + from * step, columns: Object.fromEntries(columns) };
}

async function yieldWeather(flags: YieldFlags, progress: Progress): Promise<YieldWeather> {
  const named = namedSources(flags.weather);
  if (named !== undefined) return fromSources(named, flags, progress);
  return flags.weather === undefined ? generated(flags) : fromFiles(flags, flags.weather, progress);
}

async function fromFiles(flags: YieldFlags, files: readonly string[], progress: Progress): Promise<YieldWeather> {
  const readings: NamedReading[] = [];
  for (const file of files)
    readings.push({ file, reading: await loadWeather({ ...flags, weather: file }, progress, false) });
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
function generatedPlace(flags: YieldFlags): { lat: number; lon: number } {
  const { lat, lon } = givenPlace(flags);
  if (lat === undefined || lon === undefined)
    throw new UsageError(
      "give --weather FILE, or --lat and --lon for a typical year from the embedded world climatology",
    );
  return { lat, lon };
}

async function generated({ altitude, randomSeed, quiet, ...flags }: YieldFlags): Promise<YieldWeather> {
  const { lat, lon } = generatedPlace(flags);
  const { worldYear } = await import("../../answers/climate/world-year.js");
  const { describeYearError } = await import("../../data/climatology/world/error-clause.js");
  const { series, expectedError, notices } = await worldYear(lat, lon, { altitude, randomSeed });
  if (!quiet) {
    for (const { code, message } of notices)
      printNotice(code === "altitude" ? `note: ${message}: give --altitude` : `weather: ${message}`);
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

export async function runYield(flags: YieldFlags): Promise<void> {
  await checkFiles(flags);
  const asked = await checkFlags(flags);
  const progress = startProgress(flags.quiet);
  try {
    const given = await toPlaneContext({ ...flags, weather: "" });
    // A generated year is that of the altitude, which --dem may know.
    const context = flags.weather === undefined ? await terrainContext(flags, generatedPlace(flags), given) : given;
    const altitude = flags.altitude ?? context.altitude;
    const weather = await yieldWeather({ ...flags, ...(altitude !== undefined && { altitude }) }, progress);
    const options = await optionsOf(flags, weather, context);
    progress.show("computing");
    const { wantsBest } = asked;
    const optimum = wantsBest || flags.optimum ? optimumOf(weather.series, asked.system, options) : undefined;
    const system = wantsBest ? { ...asked.system, planes: [bestPlane(optimum!, flags.kwp)] } : asked.system;
    const { obstacles } = flags;
    const found = yieldOf(weather.series, await withHouseClocks(system, options), { ...options, obstacles });
    const seriesOf = (frequency: string | undefined) => yieldSeries(weather.series, system, { ...options, frequency });
    const measured = flags.measured === undefined ? undefined : await compared(flags, found, seriesOf);
    if (flags.series !== undefined)
      await writeResult(seriesBytes(seriesOf(flags.frequency), flags.series), flags.series);
    progress.clear();
    await write(flags, { asked, weather, found, optimum, measured, horizon: options.context.horizon });
  } catch (cause) {
    progress.clear();
    throw inOptions(cause, flags);
  }
}

/** A house without a zone has the clocks of its place. */
async function withHouseClocks(
  system: PvSystem,
  { latitude, longitude }: { readonly latitude: number; readonly longitude: number },
): Promise<PvSystem> {
  if (system.house === undefined || system.house.timeZone !== undefined) return system;
  const { openPlaceZones } = await import("../../data/climatology/climatology.js");
  const timeZone = (await openPlaceZones())("local", latitude, longitude);
  return { ...system, house: { ...system.house, timeZone } };
}

function terrainContext(flags: YieldFlags, place: { lat: number; lon: number }, context: ObservationContext) {
  return withTerrainContext({ ...flags, weather: "" }, place, context);
}

function bestPlane({ surfaceTilt, surfaceAzimuth }: Optimum, kwp: number | undefined): YieldPlane {
  return { surfaceTilt, surfaceAzimuth, kwp };
}

async function optionsOf(
  flags: YieldFlags,
  { series, typicalYear, horizonInLight, examination, lightSource }: YieldWeather,
  context: ObservationContext,
) {
  const lack = "the weather file does not state its location";
  const { latitude, longitude } = placeOr(givenPlace(flags), series.place, lack);
  const place = { lat: latitude, lon: longitude };
  const withTerrain = flags.weather === undefined ? context : await terrainContext(flags, place, context);
  const closed = withClosure(withTerrain, examination, flags.quiet);
  return {
    latitude,
    longitude,
    typicalYear,
    horizonInLight,
    examination,
    lightSource,
    acceptDoubts: flags.acceptDoubts,
    uncertainty: flags.uncertainty,
    context: await withPlaceContext(place, series, closed, flags.quiet),
  };
}
