/**
 * Any CSV with a column of ISO 8601 times and columns that say by name and unit what they hold:
 *
 *     Timestamp,SRRL BMS Global Horizontal Irradiance (W/m²_irr),SRRL BMS Snow Depth (in)
 *     2018-05-10 00:00:00+00:00,170.04,0.0
 *
 * Times without an offset are UTC. Rows may be absent (night). Empty cells and −6999 and below are missing. The format
 * does not say what its stamps mark: they are taken as the START of the interval and a remark says so, but for columns of
 * the SRRL BMS, an MIDC station (see `midc.ts`): there they are the END. The file does not name its place.
 */
import { shown } from "../../contract/observation/errors.js";
import type { Notice } from "../../contract/observation/types.js";
import { WeatherError } from "../errors.js";
import type { Label, ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import { checkCells, readCell, type SourceColumn } from "./rows/cells.js";
import { csvRows, headCells } from "./rows/csv-rows.js";
import { recognise } from "./rows/recognise.js";
import { seriesOfUtcRows } from "./rows/utc-rows.js";
import { parseStamp } from "./rows/values.js";
import type { WeatherText } from "./text.js";

export const timestamped: WeatherFormat = {
  name: "timestamped",
  description: "CSV with a column of ISO 8601 times and units in the column names",
  detect(head) {
    const [names, first] = head.split("\n", 2).map(headCells);
    const time = timeIndex(names!);
    if (time < 0 || Number.isNaN(parseStamp(first?.[time] ?? ""))) return false;
    return recognise(names!, () => false, []).length > 0;
  },
  read: readTimestamped,
};

const TIME_NAME = /^(?:timestamp|time ?stamp|time|date ?time|datetime|date_time|valid_time|utc)(?: ?[([]utc[)\]])?$/i;
const MISSING = -6999;

function timeIndex(names: readonly string[]): number {
  return names.findIndex((name) => TIME_NAME.test(name));
}

async function readTimestamped(text: WeatherText, options: ReaderOptions): Promise<ReadResult> {
  const { file, timeOffset } = options;
  const notices: Notice[] = [];
  const times: number[] = [];
  const lines: number[] = [];
  let header: { length: number; time: number; label: Label; columns: readonly SourceColumn[] } | undefined;
  await csvRows(text, file, (cells, line, isCut) => {
    const where = { file, line };
    if (header === undefined) {
      const time = timeIndex(cells);
      if (time < 0) throw new WeatherError("no time column: name it timestamp", where);
      const columns = recognise(cells, (value) => value <= MISSING, notices);
      if (columns.length === 0) throw new WeatherError("no column name is recognised as weather", where);
      const label = columns.some(({ name }) => name.startsWith("SRRL BMS ")) ? "end" : "start";
      header = { length: cells.length, time, label, columns };
      return;
    }
    checkCells(cells, header.length, isCut, where);
    const cell = cells[header.time]!;
    const time = parseStamp(cell, timeOffset);
    if (Number.isNaN(time)) throw new WeatherError(`time must be ISO 8601, got ${shown(cell)}`, where);
    if (times.length === 0 && timeOffset === undefined && !/(?:Z|[+-]\d{2}:?\d{2})$/.test(cell)) {
      notices.push({ code: "time-zone", message: "times without an offset are interpreted as UTC" });
    }
    times.push(time);
    lines.push(line);
    for (const column of header.columns) column.values.push(readCell(cells, column, where));
  });
  if (header === undefined) throw new WeatherError("the file has no header", { file, line: 1 });
  const { columns, label: usual } = header;
  if (options.label === undefined && usual === "start") {
    notices.push({
      code: "label-assumed",
      message: "time stamps are interpreted as interval starts: pass label if they are not",
    });
  }
  const result = seriesOfUtcRows({ times, lines }, columns, { label: usual }, options);
  return { ...result, notices: [...notices, ...result.notices] };
}
