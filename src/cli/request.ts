/** The request, weather and context that the options of a command say. */
import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { readHorizon } from "../horizon/index.js";
import {
  type ObservationContext,
  type ObservationQuery,
  type ObservationRequest,
  parseObservationRequest,
} from "../index.js";
import { tracker } from "../models/tracking/index.js";
import { chunksOf } from "../weather/file-chunks.js";
import { readWeather, type WeatherReading } from "../weather/node.js";
import type { ReadWeatherOptions } from "../weather/read-weather.js";
import type { WeatherPlace } from "../weather/series.js";
import { namedSource } from "../weather/source-names.js";
import { refuseMistyped } from "./archive-weather.js";
import { UsageError } from "./errors.js";
import { believed, refuseIdleZone, skyOf, withZoneName } from "./examined.js";
import type { NamedFiles } from "./files.js";
import { inFlags } from "./option-names.js";
import type { PlacedOptions, RequestOptions } from "./options.js";
import { printNotice } from "./output.js";
import type { Progress } from "./progress.js";
import { tableOptionsOf } from "./table-options.js";
import { trackerOf, trackingModeOf } from "./tracker-options.js";

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
  const readOptions: ReadWeatherOptions = { format: options.weatherFormat, ...tableOptionsOf(options), examine };
  if (options.label !== undefined) readOptions.label = options.label;
  if (options.timeOffset !== undefined) readOptions.timeOffset = options.timeOffset;
  if (options.year !== undefined) readOptions.year = options.year;
  const place = placeOf(options);
  if (place !== undefined) readOptions.place = place;
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
function placeOf({ lat, lon, altitude }: PlacedOptions): WeatherPlace | undefined {
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
  const lat = options.lat ?? weather?.series.place?.latitude;
  const lon = options.lon ?? weather?.series.place?.longitude;
  if (lat === undefined || lon === undefined) {
    const why =
      weather === undefined ? "an archive covers many places" : "the weather file does not state its location";
    throw new UsageError(`--${lat === undefined ? "lat" : "lon"} is required: ${why}`);
  }
  const query: { [key: string]: string | number } = { lat, lon };
  const texts = {
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
  };
  for (const [key, value] of Object.entries(texts)) if (value !== undefined) query[key] = value;
  return parseObservationRequest(query as unknown as ObservationQuery, {
    now: options.now ?? Date.now(),
    endpoint: options.endpoint,
  });
}

export async function toContext(options: PlacedOptions): Promise<ObservationContext> {
  const context: ObservationContext = {};
  if (options.models !== undefined) {
    // Half of the library's files: loaded only for a model outside the core.
    context.registry = (await import("../models/index.js")).allModels;
    context.models = options.models;
  }
  if (options.altitude !== undefined) context.altitude = options.altitude;
  if (options.albedo !== undefined) context.albedo = options.albedo;
  if (options.closure !== undefined) context.closure = options.closure;
  if (options.temperature !== undefined) context.temperature = options.temperature;
  if (options.turbidity !== undefined) context.linkeTurbidity = options.turbidity;
  if (options.subSteps !== undefined) context.subSteps = options.subSteps;
  if (options.horizonZero !== undefined && options.horizonFile === undefined) {
    throw new UsageError("--horizon-zero needs --horizon-file: it says where azimuth 0 of that file is");
  }
  const tracking = trackerOf(options);
  if (tracking !== undefined) context.tracker = tracker(tracking, "context.tracker.");
  if (options.horizonFile !== undefined) context.horizon = await horizonOf(options.horizonFile, options);
  return context;
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
