/**
 * TMY3, the typical years of the US National Solar Radiation Data Base 1991–2005.
 *
 * Source: Wilcox & Marion (2008), Users Manual for TMY3 Data Sets, NREL/TP-581-43156: line 1 the station (section 2,
 * table 1-1), line 2 the column names, then 8760 hours in local standard time. The stamp is the END of the hour, 01:00 to
 * 24:00 (table 1-2): irradiance is that of the 60 minutes before it. Temperature, wind and pressure are readings at the
 * stamp; they are taken as those of the hour that it ends. Missing is −9900 (table 1-3).
 *
 * Ignored: liquid precipitation, whose column says mm; some files have tenths of it (8345 a year in Greensboro, where 1100 mm fall).
 */
import { shown } from "../../text/shown.js";
import { HOUR } from "../../time/calendar.js";
import { WeatherError } from "../errors.js";
import type { WeatherColumn, WeatherPlace } from "../series.js";
import type { ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import { AOD550_PER_BROADBAND } from "./rows/broadband-aerosol.js";
import { readCell, type SourceColumn, type Where } from "./rows/cells.js";
import { csvRows, headCells } from "./rows/csv-rows.js";
import { Values } from "./rows/growing.js";
import { addStamp, type LocalRows, localRows, minuteOfDay, seriesOfLocalRows } from "./rows/local-rows.js";
import { placeIn } from "./rows/place.js";
import { parseValue } from "./rows/values.js";
import { fullYear } from "./table/dates.js";
import type { WeatherText } from "./text.js";

const DATE = "Date (MM/DD/YYYY)";
const TIME = "Time (HH:MM)";

export const tmy3: WeatherFormat = {
  name: "tmy3",
  description: "TMY3 (NREL typical meteorological year, version 3)",
  detect(head) {
    const [date, time] = headCells(head.split("\n", 2)[1] ?? "");
    return date === DATE && time === TIME;
  },
  read: readTmy3,
};

const MISSING = -9900;

interface Source {
  readonly header: string;
  readonly column: WeatherColumn;
  /** Factor to the column's unit. */
  readonly factor: number;
  /** Whether 0, or the source flag "?", means missing: the revision of 2015 put 0 where these were not known. */
  readonly zeroIsMissing: boolean;
}

const SOURCES: readonly Source[] = [
  { header: "GHI (W/m^2)", column: "global_horizontal_irradiance", factor: 1, zeroIsMissing: false },
  { header: "DNI (W/m^2)", column: "direct_normal_irradiance", factor: 1, zeroIsMissing: false },
  { header: "DHI (W/m^2)", column: "diffuse_horizontal_irradiance", factor: 1, zeroIsMissing: false },
  { header: "Dry-bulb (C)", column: "temperature", factor: 1, zeroIsMissing: false },
  { header: "Dew-point (C)", column: "dew_point_temperature", factor: 1, zeroIsMissing: false },
  { header: "RHum (%)", column: "relative_humidity", factor: 1, zeroIsMissing: false },
  { header: "Pressure (mbar)", column: "pressure", factor: 100, zeroIsMissing: true },
  { header: "Wspd (m/s)", column: "wind_speed", factor: 1, zeroIsMissing: false },
  { header: "Pwat (cm)", column: "precipitable_water", factor: 1, zeroIsMissing: true },
  {
    header: "AOD (unitless)",
    column: "aerosol_optical_depth",
    factor: AOD550_PER_BROADBAND,
    zeroIsMissing: true,
  },
  { header: "Alb (unitless)", column: "albedo", factor: 1, zeroIsMissing: true },
];

interface Header {
  readonly length: number;
  readonly date: number;
  readonly time: number;
  readonly columns: readonly SourceColumn[];
}

async function readTmy3(text: WeatherText, options: ReaderOptions): Promise<ReadResult> {
  const { file } = options;
  const rows = localRows();
  let place: WeatherPlace | undefined;
  let header: Header | undefined;
  await csvRows(text, file, (cells, line, isCut) => {
    const where = { file, line };
    if (place === undefined) {
      place = readStation(cells, where);
    } else if (header === undefined) {
      header = readHeader(cells, where);
    } else {
      readRow(cells, header, rows, isCut, where);
    }
  });
  if (place === undefined || header === undefined) {
    throw new WeatherError("the file ends before its second line, the column names", { file, line: 1 });
  }
  const source = { label: "end", place, timeZone: place.timeZone!, isTypical: true, step: HOUR } as const;
  return seriesOfLocalRows(rows, header.columns, source, options);
}

function readStation(cells: readonly string[], where: Where): WeatherPlace {
  if (cells.length < 7) {
    throw new WeatherError(
      `expected station number, name, state, time zone, latitude, longitude, altitude; got ${cells.length} cells`,
      where,
    );
  }
  const [timeZone, latitude, longitude, altitude] = cells.slice(3, 7).map((cell) => parseValue(cell) ?? Number.NaN);
  return placeIn({ latitude, longitude, altitude, timeZone }, where.file, where.line);
}

function readHeader(cells: readonly string[], where: Where): Header {
  const [date, time] = [DATE, TIME].map((name) => cells.indexOf(name)) as [number, number];
  if (date < 0 || time < 0) throw new WeatherError(`no column ${date < 0 ? DATE : TIME}`, where);
  const columns = SOURCES.flatMap(({ header, column, factor, zeroIsMissing }): SourceColumn[] => {
    const index = cells.indexOf(header);
    if (index < 0) return [];
    const isMissing = (value: number, row: readonly string[]) =>
      value <= MISSING || (zeroIsMissing && (value === 0 || row[index + 1] === "?"));
    return [{ name: header, index, column, factor, isMissing, values: new Values() }];
  });
  if (columns.length === 0) throw new WeatherError("no weather column of TMY3", where);
  return { length: cells.length, date, time, columns };
}

function readRow(cells: readonly string[], header: Header, rows: LocalRows, isCut: boolean, where: Where): void {
  if (cells.length !== header.length) {
    const cut = isCut && cells.length < header.length ? "; the file ends within this row" : "";
    throw new WeatherError(`expected ${header.length} cells as in line 2, got ${cells.length}${cut}`, where);
  }
  const dateText = cells[header.date]!;
  const timeText = cells[header.time]!;
  // A spreadsheet leaves out zeros at the beginning, and adds seconds.
  const [, month, day, written] = /^(\d{1,2})\/(\d{1,2})\/(\d{4}|\d{2})$/.exec(dateText) ?? [];
  const year = written === undefined ? undefined : fullYear(written);
  const [, hour, minute] = (/^(\d{1,2}):(\d{2})(?::00)?$/.exec(timeText) ?? []).map(Number);
  if (year === undefined) throw new WeatherError(`date must be MM/DD/YYYY, got ${shown(dateText)}`, where);
  const minutes = minuteOfDay(hour ?? Number.NaN, minute!);
  if (Number.isNaN(minutes)) {
    throw new WeatherError(`time must be HH:MM from 00:00 to 24:00, got ${shown(timeText)}`, where);
  }
  addStamp(rows, year, Number(month), Number(day), minutes, where);
  for (const column of header.columns) column.values.push(readCell(cells, column, where));
}
