/** PVGIS as CSV: lines "name: value", for typical years the months' years, then the table, then a legend; see `pvgis.ts`. */
import type { Notice } from "../../contract/observation/types.js";
import { WeatherError } from "../errors.js";
import type { ReaderOptions, ReadResult } from "./format.js";
import { addPvgisStamp, isPvgisStamp, type PvgisFile, pvgisColumns, seriesOfPvgis } from "./pvgis-table.js";
import { checkLength, readCell, type SourceColumn, type Where } from "./rows/cells.js";
import { localRows } from "./rows/local-rows.js";
import { placeIn } from "./rows/place.js";
import { parseValue } from "./rows/values.js";
import { textLines, type WeatherText } from "./text.js";

const TYPICAL_TIME = "time(UTC)";
const TIMES = ["time", TYPICAL_TIME];

/** A line of the legend after the table, and the last lines. */
const LEGEND = /^(?:[A-Za-z]\w*(?:\([a-z]\))?:\s|PVGIS\b)/;

export function isPvgisCsv(head: string): boolean {
  return /^Latitude \(decimal degrees\):/.test(head);
}

type Fields = ReadonlyMap<string, { readonly value: string; readonly line: number }>;

export async function readPvgisCsv(text: WeatherText, options: ReaderOptions): Promise<ReadResult> {
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
      if (isPvgisStamp(cells[0]!)) throw new WeatherError("no line of column names before the data", where);
      if (TIMES.includes(cells[0]!)) {
        const about = readFields(fields, cells[0] === TYPICAL_TIME, where);
        table = { length: cells.length, about, columns: pvgisColumns(cells, about, notices, where) };
      } else {
        const [, name, value] = /^([^:(]*)(?:\([^)]*\))?:(.*)$/s.exec(content)?.map((part) => part.trim()) ?? [];
        if (name !== undefined) fields.set(name, { value: value!, line });
      }
    } else if (isOver || LEGEND.test(content)) {
      if (isPvgisStamp(cells[0]!)) throw new WeatherError("a row of data after the end of the table", where);
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
