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

import { VALUE_NAMES } from "../../contract/observation/parameters.js";
import type { Notice } from "../../contract/observation/types.js";
import { shown } from "../../text/shown.js";
import { isWeatherColumn } from "../checked-series.js";
import { WeatherError } from "../errors.js";
import { WEATHER_COLUMNS, type WeatherColumn, type WeatherPlace, type WeatherSeries } from "../series.js";
import { labelShift, type ReaderOptions, type ReadResult, type WeatherFormat } from "./format.js";
import { csvRows, headCells } from "./rows/csv-rows.js";
import { equalSteps } from "./rows/equal-steps.js";
import { Runs, Values } from "./rows/growing.js";
import { placeIn } from "./rows/place.js";
import { parseStamp, parseValue } from "./rows/values.js";
import type { WeatherText } from "./text.js";

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
    checkLength(cells, header, isCut, where);
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

interface Where {
  readonly file: string | undefined;
  readonly line: number;
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

function checkLength(cells: readonly string[], header: Header, isCut: boolean, where: Where): void {
  if (cells.length === header.length) return;
  const cut = isCut && cells.length < header.length ? "; the file ends within this row" : "";
  throw new WeatherError(`expected ${header.length} cells as in the header, got ${cells.length}${cut}`, where);
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
