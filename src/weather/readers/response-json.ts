/**
 * The JSON response of the observation service: its weather columns, times and place. Other values are ignored. JSON of other services is
 * read as a table (`json-table.ts`).
 */

import { PERIODS } from "../../contract/observation/periods.js";
import { shown } from "../../text/shown.js";
import { isWeatherColumn } from "../checked-series.js";
import { WeatherError } from "../errors.js";
import type { WeatherColumn, WeatherPlace, WeatherSeries } from "../series.js";
import { labelShift, type ReaderOptions, type ReadResult, type WeatherFormat } from "./format.js";
import { readJsonTable } from "./json-table.js";
import { refuseTableOptions } from "./options.js";
import { equalSteps } from "./rows/equal-steps.js";
import { Runs, Values } from "./rows/growing.js";
import { type Dictionary, isDictionary, parseJson } from "./rows/json-text.js";
import { placeIn } from "./rows/place.js";
import { parseStamp } from "./rows/values.js";
import { wholeText } from "./text.js";

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
