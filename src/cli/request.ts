/** The request, weather and context that the options of a command say. */
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { readHorizon } from "../data/horizon/index.js";
import { chunksOf } from "../data/weather/file-chunks.js";
import { readWeather, type WeatherReading } from "../data/weather/node.js";
import type { ReadWeatherOptions } from "../data/weather/read-weather.js";
import type { WeatherPlace } from "../data/weather/series.js";
import { namedSource } from "../data/weather/source-names.js";
import { given } from "../foundation/text/shown.js";
import {
  type ObservationContext,
  type ObservationQuery,
  type ObservationRequest,
  parseObservationRequest,
} from "../index.js";
import { tracker } from "../physics/models/tracking/index.js";
import { refuseMistyped } from "./archive-weather.js";
import { believed, refuseIdleZone, skyOf, withZoneName } from "./believed.js";
import { UsageError } from "./errors.js";
import { inFlags } from "./option-names.js";
import type { PlacedOptions, RequestOptions, TrackerFlags } from "./options/shared.js";
import { type NamedFiles, printNotice } from "./output.js";
import { placeOr } from "./place-context.js";
import type { Progress } from "./progress.js";
import { trackerOf, trackingModeOf } from "./tracker.js";

/** The files that a command reads, by option. */
export function inputFiles({ weather, horizonFile, dem }: PlacedOptions): NamedFiles {
  return { "--weather": weather === "-" ? undefined : weather, "--horizon-file": horizonFile, "--dem": dem };
}

/** The one file of a command as it computes with it: read, looked at, and believed. */
export async function believedWeather(options: PlacedOptions, progress: Progress): Promise<WeatherReading> {
  const reading = await loadWeather(options, progress);
  const { weather } = options;
  refuseIdleZone([reading], weather);
  try {
    return believed(reading, weather, options);
  } catch (cause) {
    throw await withZoneName(cause, reading.series.place);
  }
}

/** The weather, looked at in the sky of its place; what follows from that is `believed`'s. @param examine false: not looked at */
export async function loadWeather(
  options: PlacedOptions,
  progress: Progress,
  examine: ReadWeatherOptions["examine"] = (place) => skyOf(place, options.turbidity),
): Promise<WeatherReading> {
  const place = placeOf(options);
  const readOptions = { ...readOptionsOf(options), ...given({ place, examine }) };
  const { weather } = options;
  refuseSources(weather);
  const [file, chunks, size] =
    weather === "-"
      ? ["standard input", process.stdin as AsyncIterable<Uint8Array>, undefined]
      : [weather, chunksOf(weather, weather), await sizeOf(weather)];
  return readWeather(progress.follow(file, chunks, size), { ...readOptions, file }).catch(async (cause) => {
    throw await withZoneName(cause, place);
  });
}

/** The options of `readWeather` among the flags; the reader checks their values. */
export function readOptionsOf(flags: Omit<PlacedOptions, "weather">): ReadWeatherOptions {
  const { weatherFormat: format, label, timeOffset, year, columns, units, dateFormat, delimiter, decimal } = flags;
  const { weatherTimeZone: zone, duplicates, missing } = flags;
  return given({
    ...{ format, label, timeOffset, year, columns, units, dateFormat, delimiter, decimal, zone, duplicates, missing },
  });
}

/** Public sources are for commands that know a period. */
function refuseSources(weather: string): void {
  if (namedSource(weather) === undefined) refuseMistyped([weather]);
  else if (!existsSync(weather)) {
    throw new UsageError(
      `--weather ${weather} names a public source, which observe, bulk and yield take: give this command a file`,
    );
  }
}

/** In bytes; undefined if unknown. Reading reports a missing file better. */
async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  );
}

/** For files without a location, so that they can be looked at; the request validates it. */
export function placeOf({
  lat,
  lon,
  altitude,
}: Pick<PlacedOptions, "lat" | "lon" | "altitude">): WeatherPlace | undefined {
  const [latitude, longitude] = [lat, lon].map((text) => (text?.trim() ? Number(text) : Number.NaN)) as [
    number,
    number,
  ];
  if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) return undefined;
  // One that is none is refused with the context, by the name of its option.
  const isAltitude = altitude !== undefined && altitude >= -500 && altitude <= 9000;
  return isAltitude ? { latitude, longitude, altitude } : { latitude, longitude };
}

/** @throws UsageError without a place; RequestError from the request parser */
export function toRequest(options: RequestOptions, weather: WeatherReading | undefined): ObservationRequest {
  const lack = weather === undefined ? "an archive covers many places" : "the weather file does not state its location";
  const { latitude: lat, longitude: lon } = placeOr<string | number>(options, weather?.series.place, lack);
  const query = given({
    lat,
    lon,
    parameters: options.parameters,
    frequency: options.frequency,
    surface_tilt: options.surfaceTilt,
    surface_azimuth: options.surfaceAzimuth,
    tracking_mode: trackingModeOf(options),
    response_format: options.responseFormat,
    time_zone: options.timeZone,
    horizon: options.horizon ?? ((options.horizonFile ?? options.dem) ? "auto" : undefined),
    start: options.start,
    end: options.end,
  });
  return parseObservationRequest(query as unknown as ObservationQuery, {
    now: options.now ?? Date.now(),
    endpoint: options.endpoint,
  });
}

export async function toContext(options: PlacedOptions): Promise<ObservationContext> {
  const { altitude, albedo, closure, temperature, turbidity: linkeTurbidity, subSteps } = options;
  const context: ObservationContext = given({ altitude, albedo, closure, temperature, linkeTurbidity, subSteps });
  if (options.models !== undefined) {
    // Half of the library's files: loaded only for a model outside the core.
    context.registry = (await import("../physics/models/index.js")).allModels;
    context.models = options.models;
  }
  if (options.horizonZero !== undefined && options.horizonFile === undefined)
    throw new UsageError("--horizon-zero needs --horizon-file: it says where azimuth 0 of that file is");
  const tracking = trackerOf(options);
  if (tracking !== undefined) context.tracker = tracker(tracking, "context.tracker.");
  if (options.horizonFile !== undefined) context.horizon = await horizonOf(options.horizonFile, options);
  return context;
}

/** Without the tracker: that is the planes' own. */
export function toPlaneContext(options: Omit<PlacedOptions, keyof TrackerFlags>): Promise<ObservationContext> {
  const none = { axisTilt: undefined, axisAzimuth: undefined, maxAngle: undefined, gcr: undefined };
  return toContext({ ...options, ...none, crossAxisTilt: undefined, backtrack: true, dualAxis: undefined });
}

/** The place decides what azimuths below 0 count from; the request checks it. */
async function horizonOf(path: string, { lat, horizonZero, quiet }: PlacedOptions): Promise<number[]> {
  const latitude = lat?.trim() ? Number(lat) : Number.NaN;
  const { elevation, notices } = readHorizon(await readFile(path), {
    zero: horizonZero,
    latitude: Math.abs(latitude) <= 90 ? latitude : undefined,
    file: path,
  });
  if (!quiet) for (const { message } of notices) printNotice(`horizon: ${inFlags(message)}`);
  return elevation;
}
