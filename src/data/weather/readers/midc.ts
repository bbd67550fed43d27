/**
 * MIDC, the stations of NREL's Measurement and Instrumentation Data Center, in both of its forms:
 *
 *     DATE (MM/DD/YYYY),MST,Global CMP22 (vent/cor) [W/m^2],…      10/30/2018,14:05,…
 *     ,Year,DOY,CST,Direct Normal [W/m^2],…                        0,2019,319,1405,…    (raw data: time without zeros)
 *
 * The name of the time column is the zone, standard time. Rows of raw data may be longer than the header: cells without a
 * name are ignored. −6999 and below (−7999, −99999) is missing. Weather columns are recognised by their names.
 *
 * Stamps are the END of their minute. MIDC's pages state what is averaged (each second, over a minute), not what is stamped;
 * its loggers are Campbell Scientific's, which stamp the end, and the station with the best closure, SRRL, agrees: there
 * the closure of GHI, DNI and DHI of 2018-05-10 spreads least with the sun half a minute before the stamp. The file does not
 * name its place.
 */

import { shown } from "../../../foundation/text/shown.js";
import { dateFromDays, daysFromDate } from "../../../foundation/time/calendar.js";
import type { Notice } from "../../contract/observation/types.js";
import { WeatherError } from "../series.js";
import type { ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import { readCell, readInteger, type Where } from "./rows/cells.js";
import { csvRows, headCells } from "./rows/csv-rows.js";
import { addHhmm, addStamp, type LocalRows, localRows, minuteOfDay, seriesOfLocalRows } from "./rows/local-rows.js";
import { recognise } from "./rows/units.js";
import type { WeatherText } from "./text.js";

export const midc: WeatherFormat = {
  name: "midc",
  description: "MIDC (NREL Measurement and Instrumentation Data Center)",
  detect: (head) => timeColumns(headCells(head.split("\n", 1)[0]!)) !== undefined,
  read: readMidc,
};

const DATE = "DATE (MM/DD/YYYY)";

/** Hours ahead of UTC, standard time. */
const ZONES: { readonly [name: string]: number } = {
  UTC: 0,
  GMT: 0,
  AST: -4,
  EST: -5,
  CST: -6,
  MST: -7,
  PST: -8,
  AKST: -9,
  HST: -10,
};

const MISSING = -6999;

interface TimeColumns {
  readonly kind: "raw" | "date";
  /** Index of the first column with a date; the others follow it. */
  readonly index: number;
  readonly zone: string;
}

function timeColumns(cells: readonly string[]): TimeColumns | undefined {
  const year = cells.indexOf("Year");
  const date = cells.indexOf(DATE);
  const found =
    year >= 0 && cells[year + 1] === "DOY"
      ? { kind: "raw" as const, index: year, zone: cells[year + 2] }
      : { kind: "date" as const, index: date, zone: cells[date + 1] };
  const { index, zone } = found;
  return index >= 0 && zone !== undefined && /^(?:[A-Z]{2,3}T|UTC|GMT)$/.test(zone) ? { ...found, zone } : undefined;
}

async function readMidc(text: WeatherText, options: ReaderOptions): Promise<ReadResult> {
  const { file, timeOffset } = options;
  const notices: Notice[] = [];
  const rows = localRows();
  let header: ReturnType<typeof readHeader> | undefined;
  await csvRows(text, file, (cells, line, isCut) => {
    const where = { file, line };
    if (header === undefined) {
      header = readHeader(cells, timeOffset, notices, where);
      return;
    }
    if (cells.length < header.length) {
      const cut = isCut ? "; the file ends within this row" : "";
      throw new WeatherError(`expected ${header.length} cells or more, got ${cells.length}${cut}`, where);
    }
    if (header.time.kind === "raw") readRawStamp(cells, header.time, rows, where);
    else readDateStamp(cells, header.time, rows, where);
    for (const column of header.columns) column.values.push(readCell(cells, column, where));
  });
  if (header === undefined) throw new WeatherError("the file has no header", { file, line: 1 });
  const { timeZone, columns } = header;
  const source = { label: "end", place: undefined, timeZone, isTypical: false } as const;
  return seriesOfLocalRows(rows, columns, source, options, notices);
}

function readHeader(cells: readonly string[], timeOffset: number | undefined, notices: Notice[], where: Where) {
  const time = timeColumns(cells);
  if (time === undefined) {
    throw new WeatherError(
      `expected ${DATE} or Year, DOY and after it the time zone, got ${shown(cells.join())}`,
      where,
    );
  }
  const timeZone = timeOffset ?? ZONES[time.zone];
  if (timeZone === undefined) {
    throw new WeatherError(`unknown time zone ${time.zone}: pass timeOffset in hours`, where);
  }
  const columns = recognise(cells, (value) => value <= MISSING, notices);
  if (columns.length === 0) throw new WeatherError("no column name is recognised as weather", where);
  return { length: cells.length, time, timeZone, columns };
}

function readRawStamp(cells: readonly string[], { index }: TimeColumns, rows: LocalRows, where: Where): void {
  const year = readInteger(cells[index]!, "Year", 1, 9998, where);
  const day = readInteger(cells[index + 1]!, "DOY", 1, 366, where);
  addDayHhmm(rows, year, day, cells[index + 2]!, where);
}

function readDateStamp(cells: readonly string[], { index }: TimeColumns, rows: LocalRows, where: Where): void {
  const [date, time] = [cells[index]!, cells[index + 1]!];
  const [, month, day, year] = (/^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(date) ?? []).map(Number);
  if (year === undefined) throw new WeatherError(`date must be MM/DD/YYYY, got ${shown(date)}`, where);
  const [, hour, minute] = (/^(\d{1,2}):(\d{2})$/.exec(time) ?? []).map(Number);
  const minutes = minuteOfDay(hour ?? Number.NaN, minute!);
  if (Number.isNaN(minutes)) throw new WeatherError(`time must be HH:MM, got ${shown(time)}`, where);
  addStamp(rows, year, month!, day!, minutes, where);
}

/** A stamp by the day of the year and its time as HHMM. @throws WeatherError for a day that the year does not have, and as `addHhmm` */
export function addDayHhmm(rows: LocalRows, year: number, day: number, cell: string, where: Where): void {
  const date = dateFromDays(daysFromDate(year, 1, 1) + day - 1);
  if (date.year !== year) throw new WeatherError(`the year ${year} has no day ${day}`, where);
  addHhmm(rows, year, date.month, date.day, cell, where);
}
