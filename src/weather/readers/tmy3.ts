/**
 * TMY3, the typical years of the US National Solar Radiation Data Base 1991–2005.
 *
 * Source: Wilcox & Marion (2008), Users Manual for TMY3 Data Sets, NREL/TP-581-43156: line 1 the station (section 2,
 * table 1-1), line 2 the column names, then 8760 hours in local standard time. The stamp is the END of the hour, 01:00 to
 * 24:00 (table 1-2): irradiance is that of the 60 minutes before it. Temperature, wind and pressure are readings at the
 * stamp; they are taken as those of the hour that it ends. Missing is −9900 (table 1-3).
 */

import { pow } from "../../math/index.js";
import { HOUR, MINUTE, yearStart } from "../../observation/calendar.js";
import { shown } from "../../observation/errors.js";
import type { Notice } from "../../observation/types.js";
import { WeatherError } from "../errors.js";
import type { WeatherColumn, WeatherPlace } from "../series.js";
import { csvRows } from "./csv-rows.js";
import { equalSteps } from "./equal-steps.js";
import { labelShift, type ReaderOptions, type ReadResult, type WeatherFormat } from "./format.js";
import { gapNotice } from "./notices.js";
import { placeIn } from "./place.js";
import { NOMINAL_YEAR, offsetInYear, placeTypicalYear, YEAR } from "./typical-year.js";
import { parseValue } from "./values.js";

const DATE = "Date (MM/DD/YYYY)";
const TIME = "Time (HH:MM)";

export const tmy3: WeatherFormat = {
  name: "tmy3",
  description: "TMY3 (NREL typical meteorological year, version 3)",
  detect: (head) => head.split("\n", 2)[1]?.startsWith(`${DATE},${TIME},`) ?? false,
  read: readTmy3,
};

const MISSING = -9900;

/**
 * From the broadband aerosol optical depth of TMY3 to the one at 550 nm that the weather column is: the broadband depth
 * is about that at 700 nm (Molineaux et al. 1998), Ångström exponent 1.14.
 */
const AOD550_PER_BROADBAND = pow(700 / 550, 1.14);

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

interface Where {
  readonly file: string | undefined;
  readonly line: number;
}

interface Header {
  readonly length: number;
  readonly date: number;
  readonly time: number;
  readonly sources: readonly (Source & { readonly index: number; readonly values: number[] })[];
}

async function readTmy3(text: string, options: ReaderOptions): Promise<ReadResult> {
  const { file, label = "end", year = NOMINAL_YEAR } = options;
  const notices: Notice[] = [];
  const times: number[] = [];
  const lines: number[] = [];
  let place: WeatherPlace | undefined;
  let header: Header | undefined;
  let leapDays = 0;
  await csvRows(text, file, (cells, line) => {
    const where = { file, line };
    if (place === undefined) {
      place = readStation(cells, where);
    } else if (header === undefined) {
      header = readHeader(cells, where);
    } else {
      const time = readStamp(cells, header, times.length > 0, where);
      if (time === undefined) {
        leapDays += 1;
        return;
      }
      times.push(time);
      lines.push(line);
      for (const source of header.sources) source.values.push(readValue(cells, source, where));
    }
  });
  if (place === undefined || header === undefined) {
    throw new WeatherError("the file ends before its second line, the column names", { file, line: 1 });
  }
  if (leapDays > 0) notices.push({ code: "leap-day", message: `${leapDays} rows of 29 February are left out` });
  const known = header.sources.filter(({ values }) => !values.every(Number.isNaN));
  const unknown = header.sources.filter((source) => !known.includes(source)).map(({ column }) => column);
  if (unknown.length > 0 && times.length > 0) {
    notices.push({ code: "columns", message: `columns without a value are left out: ${unknown.join(", ")}` });
  }
  const columns = new Map(known.map(({ column, values }) => [column, values]));
  const rows = equalSteps({ times, lines, columns }, file, HOUR);
  notices.push(...gapNotice(rows.gaps));

  const timeZone = options.timeOffset ?? place.timeZone!;
  const periodic = options.periodic ?? rows.count * rows.step === YEAR;
  const start = rows.start - yearStart(NOMINAL_YEAR) - labelShift(label, rows.step);
  const placed = placeTypicalYear({ ...rows, start }, timeZone, year, periodic);
  notices.push({ code: "typical-year", message: `typical year, mapped to ${year}` });
  const series = { start: placed.start, interval: rows.step / 1000, columns: placed.columns, place };
  return { series, label, notices };
}

function readStation(cells: readonly string[], where: Where): WeatherPlace {
  if (cells.length < 7) {
    throw new WeatherError(
      `expected station number, name, state, time zone, latitude, longitude, altitude; got ${cells.length} cells`,
      where,
    );
  }
  const [timeZone, latitude, longitude, altitude] = cells.slice(3, 7).map((cell) => parseValue(cell) ?? Number.NaN);
  return placeIn({ latitude, longitude, altitude, timeZone }, where.file, where.line)!;
}

function readHeader(cells: readonly string[], where: Where): Header {
  const [date, time] = [DATE, TIME].map((name) => cells.indexOf(name)) as [number, number];
  const sources = SOURCES.map((source) => ({ ...source, index: cells.indexOf(source.header), values: [] as number[] }));
  const present = sources.filter(({ index }) => index >= 0);
  if (date < 0 || time < 0) throw new WeatherError(`no column ${date < 0 ? DATE : TIME}`, where);
  if (present.length === 0) throw new WeatherError("no weather column of TMY3", where);
  return { length: cells.length, date, time, sources: present };
}

/** The stamp in the nominal year, or undefined on 29 February, which a typical year does not have. */
function readStamp(cells: readonly string[], header: Header, later: boolean, where: Where): number | undefined {
  if (cells.length !== header.length) {
    throw new WeatherError(`expected ${header.length} cells as in line 2, got ${cells.length}`, where);
  }
  const dateText = cells[header.date]!;
  const timeText = cells[header.time]!;
  const [, month, day] = (/^(\d{2})\/(\d{2})\/\d{4}$/.exec(dateText) ?? []).map(Number);
  const [, hour, minute] = (/^(\d{2}):(\d{2})$/.exec(timeText) ?? []).map(Number);
  if (month === undefined || day === undefined) {
    throw new WeatherError(`date must be MM/DD/YYYY, got ${shown(dateText)}`, where);
  }
  if (hour === undefined || minute === undefined || hour > 24 || minute > 59 || hour * 60 + minute > 24 * 60) {
    throw new WeatherError(`time must be HH:MM from 00:00 to 24:00, got ${shown(timeText)}`, where);
  }
  if (month === 2 && day === 29) return undefined;
  const offset = offsetInYear(month, day) + hour * HOUR + minute * MINUTE;
  if (Number.isNaN(offset)) throw new WeatherError(`there is no date ${shown(dateText)}`, where);
  // Some writers put the year's last midnight as 00:00 of the next year's first day.
  return yearStart(NOMINAL_YEAR) + (offset === 0 && later ? YEAR : offset);
}

function readValue(cells: readonly string[], source: Header["sources"][number], where: Where): number {
  const cell = cells[source.index]!;
  const value = parseValue(cell);
  if (value === undefined) throw new WeatherError(`${source.header} must be a number, got ${shown(cell)}`, where);
  if (value <= MISSING) return Number.NaN;
  if (source.zeroIsMissing && (value === 0 || cells[source.index + 1] === "?")) return Number.NaN;
  return value * source.factor;
}
