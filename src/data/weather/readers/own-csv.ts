/**
 * Plain weather CSV: a header with `start_time` and any of the WeatherColumn names, in any order; UTC; an empty cell is
 * a missing value. Comment lines may state what the columns cannot:
 *
 *     # latitude: 36.1
 *     # longitude: -79.95
 *     # altitude: 273
 *     # time_zone: -5
 *     # sampling: instant
 *     # typical_year: true
 *     start_time,global_horizontal_irradiance,temperature
 *     2024-06-21T12:00:00Z,812.5,24.1
 *
 * A typical year, chosen or drawn, is the history of no year, whatever its dates are.
 *
 * A CSV response of the observation service has this form, too: `end_time` is checked against `start_time`, and columns
 * that are not weather are ignored.
 */
import { shown } from "../../../foundation/text/shown.js";
import { VALUE_NAMES } from "../../contract/observation/parameters.js";
import { PERIODS } from "../../contract/observation/request.js";
import type { Notice } from "../../contract/observation/types.js";
import {
  isWeatherColumn,
  WEATHER_COLUMNS,
  type WeatherColumn,
  WeatherError,
  type WeatherPlace,
  type WeatherSeries,
} from "../series.js";
import { labelShift, type ReaderOptions, type ReadResult, refuseTableOptions, type WeatherFormat } from "./format.js";
import { readJsonTable } from "./json-table.js";
import { checkLength, parseStamp, parseValue, placeIn, Runs, Values, type Where } from "./rows/cells.js";
import { csvRows, type Dictionary, headCells, isDictionary, parseJson } from "./rows/csv-rows.js";
import { equalSteps } from "./rows/equal-steps.js";
import { type WeatherText, wholeText } from "./text.js";

export const ownCsv: WeatherFormat = {
  name: "csv",
  description: "plain CSV with start_time and weather column names",
  detect(head) {
    const header = head.split("\n").find((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
    return header !== undefined && headCells(header).includes("start_time");
  },
  read: readOwnCsv,
};

interface Header {
  readonly length: number;
  readonly startTime: number;
  readonly endTime: number | undefined;
  readonly columns: readonly { readonly index: number; readonly name: WeatherColumn; readonly values: Values }[];
}

async function readOwnCsv(text: WeatherText, options: ReaderOptions): Promise<ReadResult> {
  const { file, timeOffset, label = "start", duplicates = "refuse" } = options;
  const comments = new Map<string, number | string>();
  const notices: Notice[] = [];
  const times = new Runs();
  const lines = new Runs();
  let header: Header | undefined;
  let step: number | undefined;
  await csvRows(text, file, (cells, line, isCut) => {
    const where = { file, line };
    if (cells[0]!.startsWith("#")) return readComment(cells.join(","), comments, where);
    if (header === undefined) {
      header = readHeader(cells, where, notices);
      return;
    }
    checkLength(cells, header.length, isCut, where, "as in the header");
    const time = readTime("start_time", cells[header.startTime]!, timeOffset, where);
    if (header.endTime !== undefined) {
      const length = readTime("end_time", cells[header.endTime]!, timeOffset, where) - time;
      step ??= length;
      checkEnd(length, step, where);
    }
    times.push(time);
    lines.push(line);
    for (const { index, name, values } of header.columns) values.push(readValue(name, cells[index]!, where));
  });
  if (header === undefined) throw new WeatherError("no header line with start_time", { file, line: 1 });
  const columns = new Map(header.columns.map(({ name, values }) => [name, values]));
  const steps = equalSteps({ times, lines, columns }, { file, step, duplicates });
  notices.push(...steps.notices);
  const series: WeatherSeries = {
    start: steps.start - labelShift(label, steps.step),
    interval: steps.step / 1000,
    columns: steps.columns,
  };
  if (comments.get("sampling") === "instant") series.sampling = "instant";
  const place = placeOf(comments, file);
  if (place) series.place = place;
  if (comments.get("typical_year") !== "true") return { series, label, notices };
  notices.push({ code: "typical-year", message: "a typical or generated year: it does not describe any actual year" });
  return { series, label, notices, typicalYear: true };
}

const COMMENT = /^#\s*(latitude|longitude|altitude|time_zone|sampling|typical_year)\s*[:=](.*)$/is;
/** What keys that are no numbers may say. */
const WORDS: { readonly [key: string]: readonly string[] } = {
  sampling: ["average", "instant"],
  typical_year: ["true", "false"],
};

function readComment(text: string, comments: Map<string, number | string>, where: Where): void {
  const match = COMMENT.exec(text);
  if (match === null) return;
  const key = match[1]!.toLowerCase();
  const given = match[2]!.trim();
  const words = WORDS[key];
  if (words?.includes(given)) {
    comments.set(key, given);
    return;
  }
  if (words !== undefined) throw new WeatherError(`${key} must be ${words.join(" or ")}, got ${shown(given)}`, where);
  const value = parseValue(given);
  if (value === undefined || Number.isNaN(value)) {
    throw new WeatherError(`${key} must be a number, got ${shown(given)}`, where);
  }
  comments.set(key, value);
}

function placeOf(comments: ReadonlyMap<string, unknown>, file: string | undefined): WeatherPlace | undefined {
  const [latitude, longitude, altitude, timeZone] = ["latitude", "longitude", "altitude", "time_zone"].map((key) =>
    comments.get(key),
  );
  if (latitude === undefined && longitude === undefined) return undefined;
  return placeIn({ latitude, longitude, altitude, timeZone }, file);
}

function readHeader(cells: readonly string[], where: Where, notices: Notice[]): Header {
  const known = `start_time, end_time and ${WEATHER_COLUMNS.join(", ")}`;
  const seen = new Set<string>();
  const ignored: string[] = [];
  const columns: Header["columns"][number][] = [];
  for (const [index, name] of cells.entries()) {
    if (seen.has(name)) throw new WeatherError(`the column ${shown(name)} occurs twice`, where);
    seen.add(name);
    if (isWeatherColumn(name)) columns.push({ index, name, values: new Values() });
    else if ((VALUE_NAMES as readonly string[]).includes(name)) ignored.push(name);
    else if (name !== "start_time" && name !== "end_time") {
      throw new WeatherError(`unknown column ${shown(name)}: known are ${known}`, where);
    }
  }
  if (!seen.has("start_time")) throw new WeatherError(`no column start_time: known are ${known}`, where);
  if (columns.length === 0) throw new WeatherError(`no weather column: known are ${WEATHER_COLUMNS.join(", ")}`, where);
  if (ignored.length > 0) {
    notices.push({ code: "columns", message: `columns that are not weather are ignored: ${ignored.join(", ")}` });
  }
  const endTime = seen.has("end_time") ? cells.indexOf("end_time") : undefined;
  return { length: cells.length, startTime: cells.indexOf("start_time"), endTime, columns };
}

function readTime(name: string, cell: string, timeOffset: number | undefined, where: Where): number {
  const time = parseStamp(cell, timeOffset);
  if (!Number.isNaN(time)) return time;
  throw new WeatherError(`${name} must be ISO 8601 UTC such as 2024-06-21T12:00:00Z, got ${shown(cell)}`, where);
}

function checkEnd(length: number, step: number, where: Where): void {
  if (!(length > 0)) throw new WeatherError("end_time must be after start_time", where);
  if (length !== step) {
    throw new WeatherError(`the interval is ${length / 1000} s long, the one of the first row ${step / 1000} s`, where);
  }
}

function readValue(name: WeatherColumn, cell: string, where: Where): number {
  const value = parseValue(cell);
  if (value !== undefined) return value;
  throw new WeatherError(`${name} must be a number, or empty for missing, got ${shown(cell)}`, where);
}

/*
 * The JSON response of the observation service: its weather columns, times and place. Other values are ignored. JSON of other services is
 * read as a table (`json-table.ts`).
 */

export const responseJson: WeatherFormat = {
  name: "json",
  description: "JSON of the observation service, Open-Meteo, NASA POWER, Solcast, or of pandas",
  detect: (head) => /^\s*(?:\{|\[\s*\{)/.test(head),
  async read(text, options) {
    const response = parseJson(await wholeText(text), options.file);
    return isDictionary(response) && OWN.some((key) => key in response)
      ? readResponse(response, options)
      : readJsonTable(response, options);
  },
};

const OWN = ["start_times", "end_times", "values"];

function readResponse(response: Dictionary, options: ReaderOptions): ReadResult {
  const { file, timeOffset, label = "start", duplicates = "refuse" } = options;
  refuseTableOptions(options, "json");
  refuseSums(response.meta, file);
  const starts = readTimes(response, "start_times", timeOffset, file);
  const ends = readTimes(response, "end_times", timeOffset, file);
  if (ends.length !== starts.length) {
    throw new WeatherError(`start_times has ${starts.length} items, end_times ${ends.length}`, { file });
  }
  const step = starts.length > 0 ? ends[0]! - starts[0]! : undefined;
  const odd = starts.findIndex((start, k) => ends[k]! - start !== step || !(ends[k]! > start));
  if (odd >= 0) {
    throw new WeatherError(
      `end_times[${odd}] must be one interval after start_times[${odd}] (${step! / 1000} s as in the first)`,
      { file },
    );
  }
  const columns = readColumns(response, starts.length, file);
  const steps = equalSteps({ times: Runs.from(starts), lines: undefined, columns }, { file, step, duplicates });
  const series: WeatherSeries = {
    start: steps.start - labelShift(label, steps.step),
    interval: steps.step / 1000,
    columns: steps.columns,
  };
  const place = readPlace(response.meta, file);
  if (place) series.place = place;
  return { series, label, notices: steps.notices };
}

/** @throws WeatherError for days, months and years, whose irradiance is in Wh/m² */
function refuseSums(meta: unknown, file: string | undefined): void {
  const frequency = isDictionary(meta) ? meta.frequency : undefined;
  if (typeof frequency !== "string" || !Object.hasOwn(PERIODS, frequency)) return;
  throw new WeatherError(`a response with frequency ${frequency} contains sums, not weather: request 1_hour`, {
    file,
  });
}

function readTimes(response: Dictionary, key: string, timeOffset: number | undefined, file: string | undefined) {
  const items = response[key];
  if (!Array.isArray(items)) throw new WeatherError(`${key} must be an array of times, got ${shown(items)}`, { file });
  return items.map((item, k) => {
    const time = typeof item === "string" ? parseStamp(item, timeOffset) : Number.NaN;
    if (!Number.isNaN(time)) return time;
    throw new WeatherError(`${key}[${k}] must be an ISO 8601 UTC time, got ${shown(item)}`, { file });
  });
}

function readColumns(response: Dictionary, length: number, file: string | undefined): Map<WeatherColumn, Values> {
  const { values } = response;
  if (!isDictionary(values))
    throw new WeatherError(`values must be an object of arrays, got ${shown(values)}`, { file });
  const columns = new Map<WeatherColumn, Values>();
  for (const [name, items] of Object.entries(values)) {
    if (!isWeatherColumn(name) || items === null) continue;
    if (!Array.isArray(items)) {
      throw new WeatherError(`values.${name} must be an array or null, got ${shown(items)}`, { file });
    }
    if (items.length !== length) {
      throw new WeatherError(`values.${name} has ${items.length} items, start_times ${length}`, { file });
    }
    columns.set(name, Values.from(items.map((item, k) => readItem(name, item, k, file))));
  }
  if (columns.size === 0) {
    throw new WeatherError("values has no weather: request for example global_horizontal_irradiance", { file });
  }
  return columns;
}

function readItem(name: string, item: unknown, k: number, file: string | undefined): number {
  if (typeof item === "number" && Number.isFinite(item)) return item;
  if (item === null) return Number.NaN;
  throw new WeatherError(`values.${name}[${k}] must be a finite number or null, got ${shown(item)}`, { file });
}

function readPlace(meta: unknown, file: string | undefined): WeatherPlace | undefined {
  if (meta === undefined || meta === null) return undefined;
  if (!isDictionary(meta)) throw new WeatherError(`meta must be an object, got ${shown(meta)}`, { file });
  const { lat, lon, altitude, time_zone: timeZone } = meta;
  if (lat === undefined && lon === undefined) return undefined;
  return placeIn(
    { latitude: lat, longitude: lon, altitude: altitude ?? undefined, timeZone: timeZone ?? undefined },
    file,
  );
}
