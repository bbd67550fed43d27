/** Options shared by `observe` and `explain`, and the request, weather and context made from them. */
import { readFile, stat } from "node:fs/promises";
import { type Command, InvalidArgumentError, Option } from "commander";
import type { Endpoint } from "../contract/observation/types.js";
import { readHorizon } from "../horizon/index.js";
import {
  type ObservationContext,
  type ObservationQuery,
  type ObservationRequest,
  parseObservationRequest,
} from "../index.js";
import { tracker } from "../models/tracking/index.js";
import { chunksOf } from "../weather/file-chunks.js";
import { readWeather, WEATHER_FORMATS, type WeatherReading } from "../weather/node.js";
import type { Label, ReadOptions } from "../weather/readers/format.js";
import type { WeatherPlace } from "../weather/series.js";
import { UsageError } from "./errors.js";
import type { NamedFiles } from "./files.js";
import { toNumber } from "./numbers.js";
import { inFlags } from "./option-names.js";
import { printNotice } from "./output.js";
import type { Progress } from "./progress.js";
import { addTableOptions, type TableFlags, tableOptionsOf } from "./table-options.js";
import { addTrackerOptions, type TrackerFlags, trackerOf, trackingModeOf } from "./tracker-options.js";

/** As commander gives them. Numbers of the query stay texts: the request parser has the better messages. */
export interface RequestOptions extends TableFlags, TrackerFlags {
  weather: string;
  weatherFormat: string;
  label?: Label;
  timeOffset?: number;
  year?: number;
  lat?: string;
  lon?: string;
  parameters?: string;
  frequency?: string;
  surfaceTilt?: string;
  surfaceAzimuth?: string;
  trackingMode?: string;
  responseFormat?: string | undefined;
  timeZone?: string;
  horizon?: string;
  horizonFile?: string;
  horizonZero?: "north" | "south";
  dem?: string[];
  start?: string;
  end?: string;
  endpoint?: Endpoint;
  now?: string;
  altitude?: number;
  albedo?: number;
  closure?: NonNullable<ObservationContext["closure"]>;
  temperature?: number;
  turbidity?: number | readonly number[];
  subSteps?: number | "auto";
  models?: ObservationContext["models"];
  quiet?: boolean;
}

export function addRequestOptions(command: Command): Command {
  const formats = ["auto", ...WEATHER_FORMATS.map(({ name }) => name)];
  command
    .requiredOption("--weather <file>", "weather file, optionally gzipped; - for standard input")
    .addOption(new Option("--weather-format <name>", "format of the weather file").choices(formats).default("auto"))
    .addOption(
      new Option("--label <mark>", "what the file's time stamps mark, if not the format's default").choices([
        "start",
        "center",
        "end",
      ]),
    )
    .option("--time-offset <hours>", "hours by which the file's times are ahead of UTC, overriding the file", toNumber)
    .option("--year <year>", "year to which a typical year is mapped (default: 2023)", toNumber);
  addTableOptions(command)
    .option("--lat <degrees>", "latitude, north positive (default: the weather's place)")
    .option("--lon <degrees>", "longitude, east positive (default: the weather's place)")
    .option(
      "--parameters <names>",
      "comma-separated parameter names, or all (default: global irradiance and temperature)",
    )
    .option(
      "--frequency <name>",
      "1_minute, 5_minutes, 10_minutes, 15_minutes, 30_minutes or 1_hour (default: 15_minutes)",
    )
    .option("--surface-tilt <degrees>", "0 = horizontal, 90 = vertical (default: 0)")
    .option("--surface-azimuth <degrees>", "0 = north, 90 = east, 180 = south (default: 0)")
    .option("--tracking-mode <mode>", "none or 1_axis: north–south, ±45°, backtracking (default: none)");
  return addTrackerOptions(command)
    .option("--horizon <line>", "flat, auto, or 360 comma-separated integers (default: flat)")
    .option(
      "--horizon-file <file>",
      "horizon line for auto: PVGIS, PVsyst .hor, pairs of azimuth and elevation, or JSON",
    )
    .addOption(
      new Option("--horizon-zero <side>", "where azimuth 0 of the horizon file is, if it does not say").choices([
        "north",
        "south",
      ]),
    )
    .option(
      "--dem <paths...>",
      "elevation files, folders or the address of tiles: horizon line for auto, and the altitude",
    )
    .option("--start <time>", "ISO 8601 UTC or relative, such as -24hours (default: the weather's)")
    .option("--end <time>", "exclusive (default: the weather's)")
    .addOption(
      new Option("--endpoint <name>", "apply the defaults and the window of an endpoint").choices([
        "realtime",
        "training",
        "historical",
      ]),
    )
    .option("--now <time>", "reference time of relative times (default: the clock)")
    .option("--altitude <metres>", "above sea level (default: the weather's place)", toNumber)
    .option("--albedo <share>", "albedo of the ground, 0 to 1", toNumber)
    .addOption(
      new Option("--closure <name>", "how three given components are made to close (default: keep-global)").choices([
        "keep-global",
        "keep-diffuse",
        "component-sum",
      ]),
    )
    .option("--temperature <celsius>", "air temperature for weather without one: a constant", toNumber)
    .option(
      "--turbidity <values>",
      "Linke turbidity of the clear sky, one number or twelve (default: of the embedded climatology)",
      toTurbidity,
    )
    .option("--sub-steps <count>", "sub-steps per interval, or auto", toSubSteps)
    .option(
      "--models <choices>",
      `models instead of the defaults, such as transposition=reindl,… (${FAMILIES})`,
      toModels,
    )
    .option("--quiet", "no notices on standard error");
}

/** One number, or twelve. */
export function toTurbidity(text: string): number | readonly number[] {
  const values = text.split(",").map(toNumber);
  if (values.length === 1) return values[0]!;
  if (values.length === 12) return values;
  throw new InvalidArgumentError(`It must be one number or twelve with commas between, got ${values.length}.`);
}

function toSubSteps(text: string): number | "auto" {
  return text === "auto" ? text : toNumber(text);
}

type ModelFamily = keyof NonNullable<ObservationContext["models"]>;
const MODEL_FAMILIES: readonly ModelFamily[] = ["clearSky", "decomposition", "transposition", "pv"];
const FAMILIES = MODEL_FAMILIES.join(", ");

/** family=name,…: the engine checks the names. */
function toModels(text: string): NonNullable<ObservationContext["models"]> {
  const models: NonNullable<ObservationContext["models"]> = {};
  for (const choice of text.split(",")) {
    const [family, name, ...rest] = choice.split("=").map((part) => part.trim());
    const known = MODEL_FAMILIES.find((candidate) => candidate === family);
    if (!known || !name || rest.length > 0) {
      throw new InvalidArgumentError(`It must be family=name,… with a family of ${FAMILIES}; got "${choice}".`);
    }
    models[known] = name;
  }
  return models;
}

/** The files that a command reads, by option. */
export function inputFiles({ weather, horizonFile, dem }: RequestOptions): NamedFiles {
  return { "--weather": weather === "-" ? undefined : weather, "--horizon-file": horizonFile, "--dem": dem };
}

export async function loadWeather(options: RequestOptions, progress: Progress): Promise<WeatherReading> {
  const readOptions: ReadOptions = { format: options.weatherFormat, ...tableOptionsOf(options) };
  if (options.label !== undefined) readOptions.label = options.label;
  if (options.timeOffset !== undefined) readOptions.timeOffset = options.timeOffset;
  if (options.year !== undefined) readOptions.year = options.year;
  const place = placeOf(options);
  if (place !== undefined) readOptions.place = place;
  const { weather } = options;
  const [file, chunks, size] =
    weather === "-"
      ? ["standard input", process.stdin as AsyncIterable<Uint8Array>, undefined]
      : [weather, chunksOf(weather, weather), await sizeOf(weather)];
  return readWeather(progress.follow(file, chunks, size), { ...readOptions, file });
}

/** In bytes; undefined if unknown. Reading reports a missing file better. */
async function sizeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    (found) => (found.isFile() ? found.size : undefined),
    () => undefined,
  );
}

/** For files without a location, so that their labels can be checked against the sun; the request validates it. */
function placeOf({ lat, lon, altitude }: RequestOptions): WeatherPlace | undefined {
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
    const why = weather === undefined ? "an archive has many places" : "the weather file does not state its location";
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

export async function toContext(options: RequestOptions): Promise<ObservationContext> {
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
    throw new UsageError("--horizon-zero is that of a horizon line: give --horizon-file, too");
  }
  const tracking = trackerOf(options);
  if (tracking !== undefined) context.tracker = tracker(tracking, "context.tracker.");
  if (options.horizonFile !== undefined) context.horizon = await horizonOf(options.horizonFile, options);
  return context;
}

/** The place decides what azimuths below 0 count from; the request checks it. */
async function horizonOf(path: string, { lat, horizonZero, quiet }: RequestOptions): Promise<number[]> {
  const latitude = lat?.trim() ? Number(lat) : Number.NaN;
  const { elevation, notices } = readHorizon(await readFile(path), {
    zero: horizonZero,
    latitude: Math.abs(latitude) <= 90 ? latitude : undefined,
    file: path,
  });
  if (!quiet) for (const { message } of notices) printNotice(`horizon: ${inFlags(message)}`);
  return elevation;
}
