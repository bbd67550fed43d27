/**
 * PVGIS, the European Commission's Photovoltaic Geographical Information System: hourly series and typical years (TMY),
 * each as CSV and as JSON. Times are UTC.
 *
 * Sources: JRC, PVGIS "Hourly radiation" and "TMY" tools; pvlib-python, iotools.get_pvgis_hourly: "SARAH and SARAH2 provide
 * instantaneous values, whereas values from ERA5 are averages for the hour".
 *
 * Hourly series: the stamps (20160101:0010) are the moments of the satellite's picture, so the series is one of instants;
 * those of PVGIS-ERA5 (hh:30) are the centres of their hours. The irradiances are those on the requested plane, so
 * they are read only for a fixed plane of slope 0 (where G(i), Gb(i), Gd(i) are global, direct and diffuse horizontal) and
 * ignored, with a notice, for any other.
 *
 * Typical years: stamps are whole hours, irradiance is that of the stamp plus the file's irradiance time offset (hours; PVGIS
 * 5.3). They are used as hours centred there; temperature, wind and pressure, which are those of the stamp, are shifted along.
 *
 * PVGIS includes terrain shading by default (option usehorizon).
 */

import { shown } from "../../../foundation/text/shown.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import type { Notice } from "../../contract/observation/types.js";
import { type WeatherColumn, WeatherError, type WeatherPlace } from "../series.js";
import type { ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import { checkLength, parseValue, placeIn, readCell, type SourceColumn, Values, type Where } from "./rows/cells.js";
import { type Dictionary, isDictionary, parseJson } from "./rows/csv-rows.js";
import { addStamp, type LocalRows, localRows, minuteOfDay, seriesOfLocalRows } from "./rows/local-rows.js";
import { lineAt, textLines, type WeatherText, wholeText } from "./text.js";

export const pvgis: WeatherFormat = {
  name: "pvgis",
  description: "PVGIS hourly series or typical year, CSV or JSON",
  detect: (head) => /^Latitude \(decimal degrees\):/.test(head) || isPvgisJson(head),
  read: (text, options) =>
    text.head.trimStart().startsWith("{") ? readPvgisJson(text, options) : readPvgisCsv(text, options),
};

/** Metadata of a table. */
interface PvgisFile {
  readonly place: WeatherPlace;
  readonly isTypical: boolean;
  /** Name of the radiation database, "" if not stated. */
  readonly database: string;
  /** Hours from the stamp to the time of the irradiance; undefined if not stated. */
  readonly offset: number | undefined;
  /** Whether the plane of an hourly series is fixed and horizontal. */
  readonly isHorizontal: boolean;
}

const WEATHER = {
  T2m: "temperature",
  RH: "relative_humidity",
  WS10m: "wind_speed",
  SP: "pressure",
} as const;

const HORIZONTAL = {
  "G(h)": "global_horizontal_irradiance",
  "Gb(n)": "direct_normal_irradiance",
  "Gd(h)": "diffuse_horizontal_irradiance",
} as const;

const PLANE = {
  "G(i)": "global_horizontal_irradiance",
  "Gb(i)": "direct_horizontal_irradiance",
  "Gd(i)": "diffuse_horizontal_irradiance",
} as const;

/** @throws WeatherError if there is none */
function pvgisColumns(
  names: readonly string[],
  { isHorizontal }: PvgisFile,
  notices: Notice[],
  where: Where,
): SourceColumn[] {
  const known: { readonly [name: string]: WeatherColumn } = { ...WEATHER, ...HORIZONTAL, ...(isHorizontal && PLANE) };
  const tilted = names.filter((name) => name in PLANE);
  if (tilted.length > 0 && !isHorizontal) {
    const message = `columns on a tilted plane are ignored: ${tilted.join(", ")}; ask PVGIS for a fixed slope of 0`;
    notices.push({ code: "columns", message });
  }
  const columns = names.flatMap((name, index): SourceColumn[] => {
    const column = known[name];
    const isMissing = (value: number) => value <= -999;
    return column === undefined ? [] : [{ name, index, column, factor: 1, isMissing, values: new Values() }];
  });
  if (columns.length === 0) throw new WeatherError("no weather column of PVGIS on the horizontal", where);
  return columns;
}

const STAMP = /^(\d{4})(\d{2})(\d{2}):(\d{2})(\d{2})$/;

/** Adds the row's stamp, such as 20160101:0010. */
function addPvgisStamp(text: string, rows: LocalRows, where: Where): void {
  const [year, month, day, hour, minute] = (STAMP.exec(text) ?? []).slice(1).map(Number);
  const minutes = minuteOfDay(hour ?? Number.NaN, minute ?? Number.NaN);
  if (Number.isNaN(minutes)) throw new WeatherError(`time must be YYYYMMDD:HHMM, got ${shown(text)}`, where);
  addStamp(rows, year!, month!, day!, minutes, where);
}

function seriesOfPvgis(
  rows: LocalRows,
  columns: readonly SourceColumn[],
  { place, isTypical, database, offset }: PvgisFile,
  notices: readonly Notice[],
  options: ReaderOptions,
): ReadResult {
  const isAverage = /ERA5/i.test(database);
  const source = {
    label: "center",
    place,
    timeZone: 0,
    isTypical,
    step: HOUR,
    offset: Math.round((offset ?? 0) * HOUR),
    ...(!isTypical && !isAverage && { sampling: "instant" as const }),
  } as const;
  const unsaid: Notice[] =
    isTypical && offset === undefined
      ? [{ code: "irradiance-time", message: "the file does not state its irradiance time offset: 0 is used" }]
      : [];
  return seriesOfLocalRows(rows, columns, source, options, [...notices, ...unsaid]);
}

const TYPICAL_TIME = "time(UTC)";
const TIMES = ["time", TYPICAL_TIME];

/** A line of the legend after the table, and the last lines. */
const LEGEND = /^(?:[A-Za-z]\w*(?:\([a-z]\))?:\s|PVGIS\b)/;

type Fields = ReadonlyMap<string, { readonly value: string; readonly line: number }>;

async function readPvgisCsv(text: WeatherText, options: ReaderOptions): Promise<ReadResult> {
  const { file } = options;
  const notices: Notice[] = [];
  const rows = localRows();
  const fields = new Map<string, { value: string; line: number }>();
  let lastLine = 1;
  let table: { length: number; about: PvgisFile; columns: readonly SourceColumn[] } | undefined;
  let isOver = false;
  await textLines(text, (content, line, isCut) => {
    const where = { file, line };
    lastLine = line;
    const cells = content.split(",").map((cell) => cell.trim());
    if (table === undefined) {
      if (STAMP.test(cells[0]!)) throw new WeatherError("no line of column names before the data", where);
      if (TIMES.includes(cells[0]!)) {
        const about = readFields(fields, cells[0] === TYPICAL_TIME, where);
        table = { length: cells.length, about, columns: pvgisColumns(cells, about, notices, where) };
      } else {
        const [, name, value] = /^([^:(]*)(?:\([^)]*\))?:(.*)$/s.exec(content)?.map((part) => part.trim()) ?? [];
        if (name !== undefined) fields.set(name, { value: value!, line });
      }
    } else if (isOver || LEGEND.test(content)) {
      if (STAMP.test(cells[0]!)) throw new WeatherError("a row of data after the end of the table", where);
      isOver = true;
    } else {
      checkLength(cells, table.length, isCut, where);
      addPvgisStamp(cells[0]!, rows, where);
      for (const column of table.columns) column.values.push(readCell(cells, column, where));
    }
  });
  if (table === undefined) throw new WeatherError("the file ends before its column names", { file, line: lastLine });
  return seriesOfPvgis(rows, table.columns, table.about, notices, options);
}

function readFields(fields: Fields, isTypical: boolean, where: Where): PvgisFile {
  const number = (name: string) => {
    const field = fields.get(name);
    return field && (parseValue(field.value) ?? Number.NaN);
  };
  const place = { latitude: number("Latitude"), longitude: number("Longitude"), altitude: number("Elevation") };
  const offset = number("Irradiance Time Offset");
  if (Number.isNaN(offset)) {
    const { line } = fields.get("Irradiance Time Offset")!;
    throw new WeatherError("the irradiance time offset must be a number of hours", { ...where, line });
  }
  // Trackers have no azimuth, or no slope.
  const isFixed = /^-?[\d.]+ deg/.test(fields.get("Azimuth")?.value ?? "");
  const slope = /^(-?[\d.]+) deg/.exec(fields.get("Slope")?.value ?? "")?.[1];
  return {
    place: placeIn(place, where.file, fields.get("Latitude")?.line ?? where.line),
    isTypical,
    database: fields.get("Radiation database")?.value ?? "",
    offset,
    isHorizontal: isFixed && Number(slope) === 0,
  };
}

/** The records' key under `outputs` and that of their time. */
const TABLES = [
  ["tmy_hourly", "time(UTC)"],
  ["hourly", "time"],
] as const;

export function isPvgisJson(head: string): boolean {
  return head.trimStart().startsWith("{") && /"outputs"\s*:/.test(head) && /"(?:tmy_)?hourly"\s*:\s*\[/.test(head);
}

async function readPvgisJson(source: WeatherText, options: ReaderOptions): Promise<ReadResult> {
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
