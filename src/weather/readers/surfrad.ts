/**
 * SURFRAD daily files (.dat), the surface radiation network of NOAA.
 *
 * Source: NOAA GML, "Description of SURFRAD daily data files" (README_SURFRAD.txt): a line with the station's name, one
 * with latitude, longitude, metres and the version, then rows of 48 numbers in UTC, every 3 minutes before 2009, every
 * minute since. "Reported times are the end times of the 1- or 3-min. averaging periods". Rows may be absent. −9999.9 is
 * missing; every value is followed by a flag, and one above 0 "failed at least one level" of quality control: it is taken
 * as missing, too.
 *
 * The longitude is taken as it is written. All stations lie west of Greenwich, but the network leaves the sign off (in the
 * README's example, and in files: Alamosa, 2016, is at "105.92", and its zenith angles are those of −105.92). A remark
 * says so: such a file's own place is the wrong one to ask for.
 */
import { shown } from "../../contract/observation/errors.js";
import type { Notice } from "../../contract/observation/types.js";
import { WeatherError } from "../errors.js";
import type { WeatherColumn, WeatherPlace } from "../series.js";
import type { ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import { checkLength, readCell, readInteger, type SourceColumn, type Where } from "./rows/cells.js";
import { addStamp, type LocalRows, localRows, seriesOfLocalRows } from "./rows/local-rows.js";
import { placeIn } from "./rows/place.js";
import { textLines, type WeatherText } from "./text.js";

/** Latitude, longitude, metres. */
const PLACE = /^\s*(-?\d+\.\d+)\s+(-?\d+\.\d+)\s+(-?\d+)(?:\s*m)?(?:\s+version\s+\d+)?\s*$/;

const CELLS = 48;

export const surfrad: WeatherFormat = {
  name: "surfrad",
  description: "SURFRAD daily file (NOAA surface radiation network, .dat)",
  detect(head) {
    const [, place, row] = head.split("\n", 3);
    return place !== undefined && PLACE.test(place) && row !== undefined && cellsOf(row).length === CELLS;
  },
  read: readSurfrad,
};

/** Column, the README's name, position in the row (its flag follows), factor to the column's unit. */
const FIELDS: readonly (readonly [WeatherColumn, name: string, index: number, factor: number])[] = [
  ["global_horizontal_irradiance", "dw_solar", 8, 1],
  ["direct_normal_irradiance", "direct_n", 12, 1],
  ["diffuse_horizontal_irradiance", "diffuse", 14, 1],
  ["temperature", "temp", 38, 1],
  ["relative_humidity", "rh", 40, 1],
  ["wind_speed", "windspd", 42, 1],
  ["pressure", "pressure", 46, 100],
];

const MISSING = -9999.9;

function cellsOf(row: string): string[] {
  return row.trim().split(/\s+/);
}

async function readSurfrad(text: WeatherText, options: ReaderOptions): Promise<ReadResult> {
  const { file } = options;
  const rows = localRows();
  const columns = FIELDS.map(([column, name, index, factor]): SourceColumn => {
    const isMissing = (value: number, cells: readonly string[]) => value === MISSING || cells[index + 1] !== "0";
    return { name, index, column, factor, isMissing, values: [] };
  });
  let station: string | undefined;
  let place: WeatherPlace | undefined;
  await textLines(text, (content, line, isCut) => {
    const where = { file, line };
    if (station === undefined) station = content;
    else if (place === undefined) place = readPlace(content, where);
    else readRow(cellsOf(content), columns, rows, isCut, where);
  });
  if (place === undefined) throw new WeatherError("the file ends before the line with its place", { file, line: 1 });
  const source = { label: "end", place, timeZone: 0, isTypical: false } as const;
  const result = seriesOfLocalRows(rows, columns, source, options);
  return { ...result, notices: [...longitudeNotice(place), ...result.notices] };
}

function readRow(
  cells: readonly string[],
  columns: readonly SourceColumn[],
  rows: LocalRows,
  isCut: boolean,
  where: Where,
): void {
  checkLength(cells, CELLS, isCut, where);
  const year = readInteger(cells[0]!, "year", 1, 9998, where);
  const month = readInteger(cells[2]!, "month", 1, 12, where);
  const day = readInteger(cells[3]!, "day", 1, 31, where);
  const minutes = readInteger(cells[4]!, "hour", 0, 23, where) * 60 + readInteger(cells[5]!, "minute", 0, 59, where);
  addStamp(rows, year, month, day, minutes, where);
  for (const column of columns) {
    readInteger(cells[column.index + 1]!, `the flag of ${column.name}`, 0, 9, where);
    column.values.push(readCell(cells, column, where));
  }
}

function readPlace(content: string, where: Where): WeatherPlace {
  const match = PLACE.exec(content);
  if (match === null) {
    throw new WeatherError(`expected latitude, longitude, metres and version, got ${shown(content)}`, where);
  }
  const [latitude, longitude, altitude] = match.slice(1, 4).map(Number);
  return placeIn({ latitude, longitude, altitude }, where.file, where.line);
}

function longitudeNotice({ longitude }: WeatherPlace): Notice[] {
  if (longitude <= 0) return [];
  const message =
    `the longitude ${longitude} is taken as written, east; SURFRAD stations are in the west, and most files omit ` +
    `the sign: use longitude ${-longitude}`;
  return [{ code: "longitude", message }];
}
