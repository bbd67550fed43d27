/**
 * EPW, the weather files of EnergyPlus.
 *
 * Source: EnergyPlus documentation, Auxiliary Programs, "EnergyPlus Weather File (EPW) Data Dictionary": eight header
 * lines from LOCATION to DATA PERIODS, then rows in local standard time. The hour 1 … 24 is the END of its hour (hour 1 is
 * 00:01 to 01:00), whatever the minute: irradiance is that of the 60 minutes before it. Temperature, wind and
 * pressure are readings at the stamp; they are used for the hour that ends there. Values that reach the limit in the
 * dictionary (9999 for irradiance) are missing.
 *
 * Ignored: precipitable water and aerosol optical depth, whose units differ between the writers of these files.
 *
 * N records an hour end at N equal parts of it: minutes 30 and 60, or 0 and 30 where they begin with 0. Their Wh/m² are those of an hour
 * at this power, W/m², as EnergyPlus and SAM take them.
 *
 * Months come from different years in a typical year; a file with consecutive years is a real period. A year that begins in April and goes on
 * with January (OpenStudio) is turned.
 *
 * PVGIS writes its typical years as EPW, too, and says in a comment by how many hours the irradiance differs from the stamp
 * (see `pvgis.ts`): there the stamp plus that offset is the CENTRE, and stamps are UTC whatever zone LOCATION names (its
 * components close so, and an hour off otherwise).
 */
import { shown } from "../../../foundation/text/shown.js";
import { DAY, dateFromDays, daysFromDate, HOUR, SECOND } from "../../../foundation/time/calendar.js";
import { type WeatherColumn, WeatherError, type WeatherPlace } from "../series.js";
import type { ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import {
  blankCells,
  checkLength,
  parseValue,
  placeIn,
  readCell,
  readInteger,
  type SourceColumn,
  Values,
  type Where,
} from "./rows/cells.js";
import {
  addStamp,
  addTime,
  type LocalRows,
  localRows,
  NOMINAL_YEAR,
  seriesOfLocalRows,
  startDay,
} from "./rows/local-rows.js";
import { textLines, type WeatherText } from "./text.js";

export const epw: WeatherFormat = {
  name: "epw",
  description: "EPW (EnergyPlus weather)",
  detect: (head) => head.startsWith("LOCATION,"),
  read: readEpw,
};

/** Column, name, position in the row, from what value on it is missing, factor to the column's unit. */
const FIELDS: readonly (readonly [WeatherColumn, name: string, index: number, missing: number, factor: number])[] = [
  ["temperature", "dry bulb temperature", 6, 99.9, 1],
  ["dew_point_temperature", "dew point temperature", 7, 99.9, 1],
  ["relative_humidity", "relative humidity", 8, 999, 1],
  ["pressure", "atmospheric station pressure", 9, 999_999, 1],
  ["global_horizontal_irradiance", "global horizontal radiation", 13, 9999, 1],
  ["direct_normal_irradiance", "direct normal radiation", 14, 9999, 1],
  ["diffuse_horizontal_irradiance", "diffuse horizontal radiation", 15, 9999, 1],
  ["wind_speed", "wind speed", 21, 999, 1],
  ["snow_depth", "snow depth", 30, 999, 10],
  ["albedo", "albedo", 32, 999, 1],
  ["precipitation", "liquid precipitation depth", 33, 999, 1],
];

/** Cells up to the wind speed; the following ones are not in all files. */
const FEWEST_CELLS = 22;

async function readEpw(text: WeatherText, options: ReaderOptions): Promise<ReadResult> {
  const { file } = options;
  const rows = localRows();
  let station: { place: WeatherPlace; isTypical: boolean } | undefined;
  let inHeader = true;
  let offset: number | undefined;
  let lastLine = 1;
  let length: number | undefined;
  let records = 1;
  const minutes = new Set<number>();
  let columns: SourceColumn[] = [];
  await textLines(text, (content, line, isCut) => {
    const where = { file, line };
    lastLine = line;
    const cells = content.split(",").map((cell) => cell.trim());
    if (station === undefined) {
      station = readLocation(cells, where);
    } else if (inHeader) {
      if (cells[0] === "DATA PERIODS") records = recordsPerHour(cells, where);
      else if (/^\d+$/.test(cells[0]!)) throw new WeatherError("no line DATA PERIODS before the data", where);
      else offset ??= irradianceOffset(content, where);
      inHeader = cells[0] !== "DATA PERIODS";
    } else {
      if (length === undefined) {
        length = cells.length;
        columns = readColumns(length, where);
      }
      checkLength(cells, length, isCut, where, "as in the first row");
      readStamp(cells, rows, records, minutes, where);
      for (const column of columns) column.values.push(readCell(cells, column, where));
    }
  });
  if (station === undefined || inHeader) {
    throw new WeatherError("the file ends before its line DATA PERIODS", { file, line: lastLine });
  }
  if (records > 1 && minutes.size !== records) {
    const found = `its rows have ${minutes.size === 1 ? "one" : minutes.size}, by their minutes`;
    throw new WeatherError(`DATA PERIODS says ${records} records an hour, but ${found}`, { file, line: lastLine });
  }
  const { place, isTypical } = station;
  const source = {
    label: offset === undefined ? "end" : "center",
    place,
    timeZone: offset === undefined ? place.timeZone! : 0,
    step: HOUR / records,
    wraps: wrapsOnce(rows),
    offset: Math.round((offset ?? 0) * HOUR),
    ...(isTypical && { isTypical }),
  } as const;
  return seriesOfLocalRows(rows, withoutDryRain(columns), source, options);
}

function readLocation(cells: readonly string[], where: Where): { place: WeatherPlace; isTypical: boolean } {
  if (cells[0] !== "LOCATION" || cells.length < 10) {
    throw new WeatherError(
      `expected LOCATION, city, region, country, source, station, latitude, longitude, time zone, altitude; got ${cells.length} cells`,
      where,
    );
  }
  const [latitude, longitude, timeZone, altitude] = cells.slice(6, 10).map((cell) => parseValue(cell) ?? Number.NaN);
  const place = placeIn({ latitude, longitude, altitude, timeZone }, where.file, where.line);
  return { place, isTypical: /TMY/i.test(cells[4]!) };
}

/** Hours, from the comments of PVGIS. */
function irradianceOffset(comment: string, where: Where): number | undefined {
  const given = /^COMMENTS \d,Irradiance Time Offset \(h\):(.*)$/s.exec(comment)?.[1]?.trim();
  if (given === undefined) return undefined;
  const offset = parseValue(given);
  if (offset === undefined || Number.isNaN(offset)) {
    throw new WeatherError(`the irradiance time offset must be a number of hours, got ${shown(given)}`, where);
  }
  return offset;
}

function recordsPerHour(cells: readonly string[], where: Where): number {
  const records = readInteger(cells[2] ?? "", "the number of records per hour", 1, 60, where);
  if (60 % records === 0) return records;
  throw new WeatherError(`the records of an hour must be equal whole minutes long, got ${records} records`, where);
}

export function readColumns(length: number, where: Where): SourceColumn[] {
  if (length < FEWEST_CELLS) {
    throw new WeatherError(`expected ${FEWEST_CELLS} cells or more, got ${length}`, where);
  }
  return FIELDS.flatMap(([column, name, index, missing, factor]): SourceColumn[] => {
    if (index >= length) return [];
    // An albedo of 0 means that it is not known.
    const isMissing = (value: number, cells: readonly string[]) =>
      value >= missing ||
      (column === "albedo" && value <= 0) ||
      (column === "precipitation" && isOfMoreHours(cells[index + 1]));
    return [{ name, index, column, factor, isMissing, values: new Values() }];
  });
}

/** The hours in which the rain fell; where they are not known writers have 0 or 99, and the rain of the row's hour. */
function isOfMoreHours(cell: string | undefined): boolean {
  const hours = parseValue(cell ?? "") ?? Number.NaN;
  return hours > 1 && hours < 99;
}

/** A file without a drop of rain says 0 for "not known". */
function withoutDryRain(columns: readonly SourceColumn[]): SourceColumn[] {
  return columns.filter(({ column, values }) => column !== "precipitation" || values.some((depth) => depth > 0));
}

/** @param minutes those of the rows before, if there are several an hour */
function readStamp(
  cells: readonly string[],
  rows: LocalRows,
  records: number,
  minutes: Set<number>,
  where: Where,
): void {
  const year = readInteger(cells[0]!, "year", 1, 9998, where);
  const month = readInteger(cells[1]!, "month", 1, 12, where);
  const day = readInteger(cells[2]!, "day", 1, 31, where);
  const hour = readInteger(cells[3]!, "hour", 1, 24, where);
  const minute = records === 1 ? 60 : readInteger(cells[4]!, "minute", 0, 60, where);
  minutes.add(minute);
  // Where minute 0 comes first, beginnings are counted; else it is the end of its hour.
  const end = minutes.values().next().value === 0 ? minute + 60 / records : minute || 60;
  addStamp(rows, year, month, day, (hour - 1) * 60 + end, where);
}

/** Whether the rows go on with January behind December, once, and end before the date on which they begin. */
function wrapsOnce({ dates }: LocalRows): boolean {
  const offsets = dates.map(({ offset }) => offset).filter((offset) => !Number.isNaN(offset));
  const turns = offsets.filter((offset, k) => k > 0 && offset < offsets[k - 1]!).length;
  return turns === 1 && offsets.at(-1)! < offsets[0]!;
}

const TABLE = /^[ \t]*double[ \t]+\w+[ \t]*\([ \t]*(\d+)[ \t]*,[ \t]*30[ \t]*\)/m;
/** Of EPW stand before the dry bulb: date, time, source of the data. Of Modelica: the time. */
const BEFORE = ["", "", "", "", "", ""];
const COMMON_HOURS = 8760;
const LEAP_YEAR = 2024;

/**
 * Weather of Modelica (.mos) for the reader of the Buildings and IBPSA libraries: an EPW file turned into a table of 30 columns.
 *
 * Source: Modelica Buildings library, `BoundaryConditions.WeatherData.ReaderTMY3`, and its converter `ConvertWeatherData`: comments repeat
 * the header of the EPW file; the first column is the time in seconds from the beginning of the year in local standard time, the others are
 * those of EPW from the dry bulb on. A stamp is the END of its hour, as in EPW; the converter has put the hour that ends at 1:00 also at
 * 0:00, in the place of the year's last one.
 */
export const mos: WeatherFormat = {
  name: "mos",
  description: "Modelica weather table (.mos), made of EPW",
  detect: (head) => /^#1\b/.test(head) && TABLE.test(head),
  async read(text, options) {
    const { file } = options;
    const rows = localRows();
    const count = Number(TABLE.exec(text.head)?.[1]);
    const first = daysFromDate(count > COMMON_HOURS + 1 ? LEAP_YEAR : NOMINAL_YEAR, 1, 1);
    let station: { place: WeatherPlace; isTypical: boolean } | undefined;
    let columns: SourceColumn[] = [];
    let today = Number.NaN;
    await textLines(text, (content, line, isCut) => {
      const where = { file, line };
      if (/^#LOCATION,/.test(content))
        station = readLocation(
          content
            .slice(1)
            .split(",")
            .map((cell) => cell.trim()),
          where,
        );
      if (/^\s*(?:#|double\b)/.test(content)) return;
      const cells = blankCells(content);
      checkLength(cells, 30, isCut, where);
      const seconds = parseValue(cells[0]!) ?? Number.NaN;
      if (!(seconds >= 0 && seconds <= 367 * (DAY / SECOND))) {
        throw new WeatherError(
          `the first column must be seconds from the beginning of the year, got ${cells[0]}`,
          where,
        );
      }
      // Some end with the last hour, too.
      if (count === COMMON_HOURS + 1 && seconds === 0) return;
      const day = first + Math.floor((seconds * SECOND) / DAY);
      if (day !== today) {
        const { year, month, day: dayOfMonth } = dateFromDays(day);
        startDay(rows, year, month, dayOfMonth, where);
        today = day;
      }
      addTime(rows, seconds * SECOND - (day - first) * DAY, line);
      if (columns.length === 0) columns = readColumns(35, where);
      const epw = [...BEFORE, ...cells.slice(1)];
      for (const column of columns) column.values.push(readCell(epw, column, where));
    });
    if (station === undefined) throw new WeatherError("no line #LOCATION with the place", { file, line: 1 });
    const { place } = station;
    const source = { label: "end", place, timeZone: place.timeZone!, isTypical: true } as const;
    return seriesOfLocalRows(rows, withoutDryRain(columns), source, options);
  },
};
