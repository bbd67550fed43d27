/**
 * BSRN station-to-archive files, a month of a station of the Baseline Surface Radiation Network (gzip or not).
 *
 * Source: Update of the Technical Plan for BSRN Data Management (2013), GCOS-174: logical records under lines `*C0100` (the
 * C says that something changed since the month before, else U). Read are 0001 (month), 0004 (place) and 0100 (basic
 * measurements, two lines a minute). Times are UTC; "all time labels in the station-to-archive files denote the start of a
 * time interval". −999, −99.9 in fields with a decimal, is missing.
 *
 * The archive counts latitude from the south pole, 0…180, and longitude from the date line eastwards, 0…360.
 */

import { WeatherError, type WeatherPlace } from "../series.js";
import type { ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import {
  blankCells,
  checkLength,
  type Field,
  fieldColumns,
  parseValue,
  placeIn,
  readCell,
  readInteger,
  type Where,
} from "./rows/cells.js";
import { addStamp, localRows, seriesOfLocalRows } from "./rows/local-rows.js";
import { textLines, type WeatherText } from "./text.js";

const RECORD = /^\*[CU](\d{4})\s*$/;

export const bsrn: WeatherFormat = {
  name: "bsrn",
  description: "BSRN station-to-archive file (.dat)",
  detect: (head) => RECORD.exec(head.split("\n", 1)[0]!)?.[1] === "0001",
  read: readBsrn,
};

/** Cells of the first line (day, minute, mean, deviation, minimum, maximum of global and direct) and of both. */
const FIRST_CELLS = 10;
const ALL_CELLS = 21;

/** Positions among the cells of both lines. */
const FIELDS: readonly Field[] = [
  ["global_horizontal_irradiance", "global", 2, 1],
  ["direct_normal_irradiance", "direct", 6, 1],
  ["diffuse_horizontal_irradiance", "diffuse", 10, 1],
  ["temperature", "air temperature", 18, 1],
  ["relative_humidity", "relative humidity", 19, 1],
  ["pressure", "pressure", 20, 100],
];

/** Line of record 0004 with latitude, longitude, altitude, counted from its head. */
const PLACE_LINE = 6;

async function readBsrn(text: WeatherText, options: ReaderOptions): Promise<ReadResult> {
  const { file } = options;
  const rows = localRows();
  const columns = fieldColumns(FIELDS, (value) => value === -999 || value === -99.9);
  let record = "";
  let recordLine = 0;
  let lastLine = 1;
  let hasMeasurements = false;
  let date: { year: number; month: number } | undefined;
  let place: WeatherPlace | undefined;
  let first: { cells: readonly string[]; where: Where } | undefined;
  await textLines(text, (content, line, isCut) => {
    const where = { file, line };
    lastLine = line;
    const head = RECORD.exec(content);
    if (head !== null) {
      if (first !== undefined) throw new WeatherError("the second line of the previous minute is missing", where);
      record = head[1]!;
      recordLine = line;
      hasMeasurements ||= record === "0100";
    } else if (record === "0001" && line === recordLine + 1) {
      date = readMonth(blankCells(content), where);
    } else if (record === "0004" && line === recordLine + PLACE_LINE) {
      place = readPlace(blankCells(content), where);
    } else if (record === "0100") {
      if (date === undefined) throw new WeatherError("no record 0001 with the month before the measurements", where);
      const cells = blankCells(content);
      if (first === undefined) {
        checkLength(cells, FIRST_CELLS, isCut, where);
        first = { cells, where };
        const day = readInteger(cells[0]!, "day", 1, 31, where);
        addStamp(rows, date.year, date.month, day, readInteger(cells[1]!, "minute", 0, 1439, where), where);
      } else {
        checkLength(cells, ALL_CELLS - FIRST_CELLS, isCut, where);
        const all = [...first.cells, ...cells];
        for (const column of columns) {
          column.values.push(readCell(all, column, column.index < FIRST_CELLS ? first.where : where));
        }
        first = undefined;
      }
    }
  });
  const end = { file, line: lastLine };
  if (first !== undefined) throw new WeatherError("the file ends before the second line of its last minute", end);
  if (!hasMeasurements) throw new WeatherError("no record 0100 (basic measurements)", end);
  return seriesOfLocalRows(rows, columns, { label: "start", place, timeZone: 0, isTypical: false }, options);
}

/** Station number, month, year, version. */
function readMonth(cells: readonly string[], where: Where): { year: number; month: number } {
  if (cells.length < 4) throw new WeatherError("expected station number, month, year and version", where);
  return {
    month: readInteger(cells[1]!, "month", 1, 12, where),
    year: readInteger(cells[2]!, "year", 1900, 9998, where),
  };
}

function readPlace(cells: readonly string[], where: Where): WeatherPlace {
  const [south, west, altitude] = cells.slice(0, 3).map((cell) => parseValue(cell) ?? Number.NaN);
  const place = { latitude: shifted(south, 90), longitude: shifted(west, 180), altitude };
  return placeIn(place, where.file, where.line);
}

/** Without the digits that a subtraction leaves; the file has three. */
function shifted(degrees = Number.NaN, by: number): number {
  return Math.round((degrees - by) * 1e6) / 1e6;
}
