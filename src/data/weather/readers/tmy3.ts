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
import { shown } from "../../../foundation/text/shown.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import { type WeatherColumn, WeatherError, type WeatherPlace } from "../series.js";
import type { ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import { checkLength, parseValue, placeIn, readCell, type SourceColumn, Values, type Where } from "./rows/cells.js";
import { csvRows, headCells } from "./rows/csv-rows.js";
import { addStamp, type LocalRows, localRows, minuteOfDay, seriesOfLocalRows } from "./rows/local-rows.js";
import { AOD550_PER_BROADBAND } from "./rows/units.js";
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

/** Columns, the factor to their unit, and whether 0, or the source flag "?", means missing: the revision of 2015 put 0 where they were not known. */
const SOURCES: readonly (readonly [header: string, WeatherColumn, factor: number, zeroIsMissing?: true])[] = [
  ["GHI (W/m^2)", "global_horizontal_irradiance", 1],
  ["DNI (W/m^2)", "direct_normal_irradiance", 1],
  ["DHI (W/m^2)", "diffuse_horizontal_irradiance", 1],
  ["Dry-bulb (C)", "temperature", 1],
  ["Dew-point (C)", "dew_point_temperature", 1],
  ["RHum (%)", "relative_humidity", 1],
  ["Pressure (mbar)", "pressure", 100, true],
  ["Wspd (m/s)", "wind_speed", 1],
  ["Pwat (cm)", "precipitable_water", 1, true],
  ["AOD (unitless)", "aerosol_optical_depth", AOD550_PER_BROADBAND, true],
  ["Alb (unitless)", "albedo", 1, true],
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
  const columns = SOURCES.flatMap(([header, column, factor, zeroIsMissing]): SourceColumn[] => {
    const index = cells.indexOf(header);
    if (index < 0) return [];
    const isMissing = (value: number, row: readonly string[]) =>
      value <= MISSING || (zeroIsMissing === true && (value === 0 || row[index + 1] === "?"));
    return [{ name: header, index, column, factor, isMissing, values: new Values() }];
  });
  if (columns.length === 0) throw new WeatherError("no weather column of TMY3", where);
  return { length: cells.length, date, time, columns };
}

function readRow(cells: readonly string[], header: Header, rows: LocalRows, isCut: boolean, where: Where): void {
  checkLength(cells, header.length, isCut, where, "as in line 2");
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
