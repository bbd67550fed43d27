/** PVGIS as JSON: `inputs` and, under `outputs`, one record an hour; see `pvgis.ts`. */

import type { Notice } from "../../contract/observation/types.js";
import { shown } from "../../text/shown.js";
import { WeatherError } from "../errors.js";
import type { ReaderOptions, ReadResult } from "./format.js";
import { addPvgisStamp, type PvgisFile, pvgisColumns, seriesOfPvgis } from "./pvgis-table.js";
import { readCell, type Where } from "./rows/cells.js";
import { type Dictionary, isDictionary, parseJson } from "./rows/json-text.js";
import { localRows } from "./rows/local-rows.js";
import { placeIn } from "./rows/place.js";
import { lineAt, type WeatherText, wholeText } from "./text.js";

/** The records' key under `outputs` and that of their time. */
const TABLES = [
  ["tmy_hourly", "time(UTC)"],
  ["hourly", "time"],
] as const;

export function isPvgisJson(head: string): boolean {
  return head.trimStart().startsWith("{") && /"outputs"\s*:/.test(head) && /"(?:tmy_)?hourly"\s*:\s*\[/.test(head);
}

export async function readPvgisJson(source: WeatherText, options: ReaderOptions): Promise<ReadResult> {
  const { file } = options;
  const text = await wholeText(source);
  const answer = parseJson(text, file);
  const { inputs, outputs } = dictionary(answer);
  if (!isDictionary(inputs) || !isDictionary(outputs)) {
    throw new WeatherError("a PVGIS response must have inputs and outputs", { file, line: 1 });
  }
  const [key, time] = TABLES.find(([name]) => name in outputs) ?? ["hourly", "time"];
  const at = (name: string) => ({ file, line: lineOfKey(text, name) });
  const records = outputs[key];
  if (!Array.isArray(records) || records.length === 0) {
    throw new WeatherError(`outputs.${key} must be an array of records, got ${shown(records)}`, at(key));
  }
  const about = readInputs(inputs, key === "tmy_hourly", at("location"));
  const names = isDictionary(records[0]) ? Object.keys(records[0]) : [];
  const notices: Notice[] = [];
  const columns = pvgisColumns(names, about, notices, at(key));
  const rows = localRows();
  const nextLine = recordLines(text, text.indexOf(`"${key}"`), time);
  // A record without a time has no line of its own: its error names that of the previous record.
  let where = at(key);
  for (const [k, record] of records.entries()) {
    if (!isDictionary(record)) throw new WeatherError(`outputs.${key}[${k}] must be a record`, where);
    const stamp = record[time];
    if (typeof stamp !== "string") throw new WeatherError(`outputs.${key}[${k}] has no ${time}`, where);
    where = { file, line: nextLine() };
    addPvgisStamp(stamp, rows, where);
    const cells = names.map((name) => cellOf(record[name]));
    for (const column of columns) column.values.push(readCell(cells, column, where));
  }
  const result = seriesOfPvgis(rows, columns, about, notices, options);
  return dictionary(inputs.meteo_data).use_horizon === true ? { ...result, horizonInLight: true } : result;
}

/** As a cell of a table: a value that is neither a number nor null becomes text. */
function cellOf(value: unknown): string {
  if (value === null) return "";
  return typeof value === "number" ? String(value) : shown(value);
}

function readInputs(inputs: Dictionary, isTypical: boolean, where: Where): PvgisFile {
  const location = dictionary(inputs.location);
  const { latitude, longitude, elevation: altitude, irradiance_time_offset: offset } = location;
  if (offset !== undefined && typeof offset !== "number") {
    throw new WeatherError(`irradiance_time_offset must be a number of hours, got ${shown(offset)}`, where);
  }
  const database = dictionary(inputs.meteo_data).radiation_db;
  const slope = dictionary(dictionary(dictionary(inputs.mounting_system).fixed).slope).value;
  return {
    place: placeIn({ latitude, longitude, altitude }, where.file, where.line),
    isTypical,
    database: typeof database === "string" ? database : "",
    offset,
    isHorizontal: slope === 0,
  };
}

function dictionary(value: unknown): Dictionary {
  return isDictionary(value) ? value : {};
}

function lineOfKey(text: string, key: string): number {
  return lineAt(text, Math.max(text.indexOf(`"${key}"`), 0));
}

/** The lines of one record after the other, each known by its time. */
function recordLines(text: string, from: number, key: string): () => number {
  let at = from;
  let line = lineAt(text, from);
  let feed = text.indexOf("\n", from);
  return () => {
    at = text.indexOf(`"${key}"`, at + 1);
    while (feed >= 0 && feed < at) {
      line += 1;
      feed = text.indexOf("\n", feed + 1);
    }
    return line;
  };
}
