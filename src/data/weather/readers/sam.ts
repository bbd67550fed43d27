/**
 * SAM CSV, the weather format of NREL's System Advisor Model, shared by NSRDB downloads: line 1 names of the station's
 * fields, line 2 their values, line 3 the column names (line 4 their units if the field "Units" says yes), then rows in
 * standard time of the field "Time Zone".
 *
 * Source: SAM's reader, NREL/ssc shared/lib_weatherfile.cpp: names, units (mbar, cm of snow) and labels. Without a column
 * Minute (or an hour with decimals) the Hour 0 … 23 is the START of its interval, SAM puts the sun at its middle; with
 * one, the stamp is where SAM puts the sun: the CENTRE. −99 and below is missing. Columns of other names are ignored;
 * so are the aerosol columns, whose wavelength is not stated.
 *
 * The years of a typical year are those of its months; a file with consecutive years is a real period.
 */

import { shown } from "../../../foundation/text/shown.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import type { Notice } from "../../contract/observation/types.js";
import { type WeatherColumn, WeatherError } from "../series.js";
import type { ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import {
  checkCells,
  parseValue,
  placeIn,
  Runs,
  readCell,
  readInteger,
  type SourceColumn,
  Values,
  type Where,
} from "./rows/cells.js";
import { csvRows } from "./rows/csv-rows.js";
import {
  addStamp,
  type LocalRows,
  localRows,
  minuteOfDay,
  NOMINAL_YEAR,
  seriesOfLocalRows,
} from "./rows/local-rows.js";
import { conversion } from "./rows/units.js";
import type { WeatherText } from "./text.js";

export const sam: WeatherFormat = {
  name: "sam",
  description: "SAM CSV (NREL System Advisor Model; NSRDB typical years)",
  detect: (head) => stationLines(head) !== undefined,
  read: (text, options) => readStationCsv(text, options),
};

/** Fields of the station known to SAM. */
const FIELDS = {
  latitude: ["latitude", "lat"],
  longitude: ["longitude", "lon", "long", "lng"],
  timeZone: ["time zone", "timezone", "tz"],
  localTimeZone: ["local time zone"],
  altitude: ["elevation", "elev", "el", "site elevation"],
  source: ["source", "src"],
  units: ["hasunits", "units"],
} as const;

const DATES = {
  year: ["year", "yr"],
  month: ["month", "mo"],
  day: ["day"],
  hour: ["hour", "hr"],
  minute: ["minute", "min"],
} as const;

/** Column names, in lower case, and the default unit. */
const COLUMNS: readonly (readonly [column: WeatherColumn, unit: string, names: readonly string[]])[] = [
  [
    "global_horizontal_irradiance",
    "W/m2",
    ["ghi", "gh", "global", "global horizontal", "global horizontal irradiance"],
  ],
  ["direct_normal_irradiance", "W/m2", ["dni", "dn", "beam", "direct normal", "direct normal irradiance"]],
  ["diffuse_horizontal_irradiance", "W/m2", ["dhi", "df", "diffuse", "diffuse horizontal", "diffuse horizontal irradiance"]], // biome-ignore format: one name after the other
  ["temperature", "C", ["tdry", "dry bulb", "dry bulb temp", "temperature", "air temperature", "ambient", "ambient temp"]], // biome-ignore format: one name after the other
  ["dew_point_temperature", "C", ["tdew", "dew point", "dew point temperature"]],
  ["wind_speed", "m/s", ["wspd", "wind speed"]],
  ["relative_humidity", "%", ["rh", "rhum", "relative humidity", "humidity"]],
  ["pressure", "mbar", ["pres", "pressure", "surface pressure"]],
  ["snow_depth", "cm", ["snow", "snow cover", "snow depth"]],
  ["albedo", "-", ["alb", "albedo", "surface albedo"]],
  ["precipitable_water", "cm", ["precipitable water"]],
];

const MISSING = -99;

type Fields = ReadonlyMap<string, string>;

/** The first lines as cells, if they are those of a SAM CSV. */
function stationLines(head: string): string[][] | undefined {
  const lines = head.split("\n", 5).map((line) =>
    line.split(",").map((cell) =>
      cell
        .trim()
        .toLowerCase()
        .replace(/^"(.*)"$/, "$1"),
    ),
  );
  const has = (cells: readonly string[] | undefined, names: readonly string[]) =>
    cells?.some((cell) => names.includes(cell)) ?? false;
  const isStation = has(lines[0], FIELDS.latitude) && has(lines[0], FIELDS.longitude);
  return isStation && has(lines[2], DATES.month) && has(lines[2], DATES.hour) ? lines : undefined;
}

type Dates = { readonly [part in keyof typeof DATES]: number };

/** @param sampling "instant" if the values are instantaneous at the stamp */
async function readStationCsv(text: WeatherText, options: ReaderOptions, sampling?: "instant"): Promise<ReadResult> {
  const { file } = options;
  const rows = localRows();
  let names: readonly string[] | undefined;
  let station: ReturnType<typeof readStation> | undefined;
  let columnNames: readonly string[] | undefined;
  let table: ReturnType<typeof readColumns> | undefined;
  let isCentred = false;
  const hours: Hours = { first: undefined, has0: false, has24: false, lineOf24: undefined };
  await csvRows(text, file, (cells, line, isCut) => {
    const where = { file, line };
    if (names === undefined) {
      names = cells.map((cell) => cell.toLowerCase());
    } else if (station === undefined) {
      station = readStation(new Map(names.map((name, k) => [name, cells[k] ?? ""])), where);
    } else if (columnNames === undefined) {
      columnNames = cells;
      if (!station.hasUnits) table = readColumns(columnNames, undefined, station.fields, where);
    } else if (table === undefined) {
      table = readColumns(columnNames, cells, station.fields, where);
    } else {
      checkCells(cells, table.length, isCut, where);
      isCentred = readStamp(cells, table.dates, rows, hours, where) || isCentred;
      for (const column of table.columns) column.values.push(readCell(cells, column, where));
    }
  });
  if (station === undefined || table === undefined) {
    throw new WeatherError("the file ends before its column names", { file, line: names === undefined ? 1 : 2 });
  }
  const { place, timeZone } = station;
  const numbered = fromNumberedHours(rows, hours, file);
  const source = {
    label: isCentred ? "center" : "start",
    place,
    timeZone,
    ...(sampling && { sampling }),
    // Typical without a year, or if the file says so; otherwise the years decide.
    ...((station.isTypical || table.dates.year < 0) && { isTypical: true }),
  } as const;
  return seriesOfLocalRows(rows, table.columns, source, options, numbered);
}

function readStation(fields: Fields, where: Where) {
  const text = (names: readonly string[]) => names.map((name) => fields.get(name)).find((value) => value !== undefined);
  const number = (name: keyof typeof FIELDS) => {
    const given = text(FIELDS[name]);
    const value = given === undefined || given === "-" ? Number.NaN : parseValue(given);
    if (value === undefined) throw new WeatherError(`${FIELDS[name][0]} must be a number, got ${shown(given)}`, where);
    return Number.isNaN(value) ? undefined : value;
  };
  const timeZone = number("timeZone");
  if (timeZone === undefined) throw new WeatherError("the station has no field Time Zone", where);
  const place = placeIn(
    {
      latitude: number("latitude"),
      longitude: number("longitude"),
      altitude: number("altitude"),
      timeZone: number("localTimeZone") ?? timeZone,
    },
    where.file,
    where.line,
  );
  return {
    place,
    timeZone,
    isTypical: /\bT[MRGD]Y/i.test(text(FIELDS.source) ?? ""),
    hasUnits: /^(?:yes|1|true)$/i.test(text(FIELDS.units) ?? ""),
    fields,
  };
}

function readColumns(names: readonly string[], units: readonly string[] | undefined, fields: Fields, where: Where) {
  const plain = names.map((name) => name.toLowerCase());
  const indexOf = (known: readonly string[]) => plain.findIndex((name) => known.includes(name));
  const dates = Object.fromEntries(Object.entries(DATES).map(([part, known]) => [part, indexOf(known)])) as Dates;
  for (const part of ["month", "day", "hour"] as const) {
    if (dates[part] < 0) throw new WeatherError(`no column ${part}`, where);
  }
  const columns = COLUMNS.flatMap(([column, usual, known]): SourceColumn[] => {
    const index = indexOf(known);
    if (index < 0) return [];
    const unit = units?.[index] || fields.get(`${plain[index]} units`) || usual;
    const factors = conversion(column, unit);
    if (factors === undefined) throw new WeatherError(`${names[index]}: unknown unit ${shown(unit)}`, where);
    return [
      { name: names[index]!, index, column, ...factors, isMissing: (value) => value <= MISSING, values: new Values() },
    ];
  });
  if (columns.length === 0) throw new WeatherError("no weather column of SAM", where);
  // Spreadsheets put empty cells at the end.
  return { length: plain.findLastIndex((name) => name !== "") + 1, dates, columns };
}

/** Which hours there are: some writers number them from 1 to 24. */
interface Hours {
  first: number | undefined;
  has0: boolean;
  has24: boolean;
  /** Line of a time after 24:00. */
  lineOf24: number | undefined;
}

/**
 * Sets rows back by an hour if their hours are numbered, the first being 1: 00:00 to 01:00.
 *
 * @throws WeatherError for a time after 24:00 where there is an hour 0
 */
function fromNumberedHours(rows: LocalRows, hours: Hours, file: string | undefined): Notice[] {
  const { first, has0, has24, lineOf24 } = hours;
  if (has0 && lineOf24 !== undefined) {
    throw new WeatherError("Hour and Minute must be 0:00 to 24:00 where there is an hour 0", { file, line: lineOf24 });
  }
  if (!has24 || has0 || (first !== 1 && lineOf24 === undefined)) return [];
  const { times } = rows;
  rows.times = new Runs();
  for (const time of times) rows.times.push(time - HOUR);
  return [{ code: "hours", message: "hours are numbered from 1 to 24: hour 1 is read as 00:00 to 01:00" }];
}

/** Adds the row's stamp; true if it has more than an hour: minutes, or decimals. */
function readStamp(cells: readonly string[], dates: Dates, rows: LocalRows, hours: Hours, where: Where): boolean {
  const year = dates.year < 0 ? NOMINAL_YEAR : readInteger(cells[dates.year]!, "Year", 1, 9998, where);
  const month = readInteger(cells[dates.month]!, "Month", 1, 12, where);
  const day = readInteger(cells[dates.day]!, "Day", 1, 31, where);
  const hour = parseValue(cells[dates.hour]!) ?? Number.NaN;
  const minute = dates.minute < 0 ? 0 : (parseValue(cells[dates.minute]!) ?? Number.NaN);
  const minutes = hour >= 24 && hour < 25 ? 24 * 60 + minuteOfDay(hour - 24, minute) : minuteOfDay(hour, minute);
  if (Number.isNaN(minutes)) {
    const given = dates.minute < 0 ? cells[dates.hour] : `${cells[dates.hour]}:${cells[dates.minute]}`;
    throw new WeatherError(`Hour and Minute must be 0:00 to 24:00, got ${shown(given)}`, where);
  }
  hours.first ??= hour;
  hours.has0 ||= hour < 1;
  if (minutes > 24 * 60) hours.lineOf24 ??= where.line;
  hours.has24 ||= hour >= 24;
  // Whole seconds: an hour of 0.0833 is five minutes.
  addStamp(rows, year, month, day, Math.round(minutes * 60) / 60, where);
  return dates.minute >= 0 || !Number.isInteger(hour);
}

/**
 * NSRDB PSM3 and PSM4 (physical solar model) time series as downloaded: a SAM CSV with the units and legends of all
 * columns in its first two lines, every 5, 15, 30 or 60 minutes, in the time of the field "Time Zone" (0 if UTC was
 * requested).
 *
 * The values are satellite-based and represent the INSTANT of their stamp (Sengupta et al. 2018, The National Solar
 * Radiation Data Base, Renewable and Sustainable Energy Reviews 89, 51–60), so the series is one of instants. Typical
 * years made of them are used as hours centred on the stamp, and so are files without legends, which have no more information
 * than any SAM CSV (format "sam").
 */
export const psm: WeatherFormat = {
  name: "psm",
  description: "NSRDB PSM3/PSM4 time series as downloaded",
  detect(head) {
    const lines = stationLines(head);
    if (lines === undefined) return false;
    const [fields, , columns, first, second] = lines;
    const hasUnits = fields!.some((field) => /^(?:ghi|dni|dhi) units$/.test(field));
    const hasLegend = fields!.some((field) => /^(?:clearsky \w+ units|cloud type \S+|fill flag \S+)$/.test(field));
    const minute = columns!.indexOf("minute");
    const isSubHourly = minute >= 0 && second?.[minute] !== undefined && first![minute] !== second[minute];
    return (hasUnits || hasLegend) && minute >= 0 && (hasLegend || isSubHourly);
  },
  read: (text, options) => readStationCsv(text, options, "instant"),
};
