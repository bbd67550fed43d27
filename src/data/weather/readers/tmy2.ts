/**
 * TMY2, the typical years of the US National Solar Radiation Data Base 1961–1990, in their own fixed columns (.tm2).
 *
 * Source: Marion & Urban (1995), User's Manual for TMY2s, NREL/SP-463-7668: line 1 the station (table 3-1), then 8760
 * lines of 142 characters (table 3-2) in local standard time. The hour 1 … 24 is the END of its hour: irradiance is that
 * of the 60 minutes before it. Temperature, wind and pressure are readings at the stamp; they are taken as those of the
 * hour that it ends. A field of nines is missing.
 */
import { shown } from "../../../foundation/text/shown.js";
import { HOUR } from "../../../foundation/time/calendar.js";
import { type WeatherColumn, WeatherError, type WeatherPlace } from "../series.js";
import type { ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import { placeIn, readCell, readInteger, type SourceColumn, Values, type Where } from "./rows/cells.js";
import { addStamp, type LocalRows, localRows, seriesOfLocalRows } from "./rows/local-rows.js";
import { AOD550_PER_BROADBAND } from "./rows/units.js";
import { textLines, type WeatherText } from "./text.js";

/** WBAN number, city, state, time zone, latitude and longitude in degrees and minutes, metres. */
const STATION =
  /^ ?(\d{5}) (.{1,22}) ([A-Z]{2}) +(-?\d{1,3}) +([NS]) *(\d{1,2}) +(\d{1,2}) +([EW]) *(\d{1,3}) +(\d{1,2}) +(-?\d{1,4}) *$/;

export const tmy2: WeatherFormat = {
  name: "tmy2",
  description: "TMY2 (NREL typical meteorological year, version 2, .tm2)",
  detect: (head) => STATION.test(head.split("\n", 1)[0]!),
  read: readTmy2,
};

/** Characters of a line of data; nothing follows the days since the last snowfall. */
const LENGTH = 142;

/** Columns, the characters [from, to) of table 3-2 counted from 0, factor and divisor to the column's unit. */
const FIELDS: readonly (readonly [
  column: WeatherColumn,
  name: string,
  from: number,
  to: number,
  factor: number,
  divisor?: number,
])[] = [
  ["global_horizontal_irradiance", "global horizontal radiation", 17, 21, 1],
  ["direct_normal_irradiance", "direct normal radiation", 23, 27, 1],
  ["diffuse_horizontal_irradiance", "diffuse horizontal radiation", 29, 33, 1],
  ["temperature", "dry-bulb temperature", 67, 71, 1, 10],
  ["dew_point_temperature", "dew-point temperature", 73, 77, 1, 10],
  ["relative_humidity", "relative humidity", 79, 82, 1],
  ["pressure", "pressure", 84, 88, 100],
  ["wind_speed", "wind speed", 95, 98, 1, 10],
  ["precipitable_water", "precipitable water", 123, 126, 1, 10],
  ["aerosol_optical_depth", "aerosol optical depth", 128, 131, AOD550_PER_BROADBAND, 1000],
  ["snow_depth", "snow depth", 133, 136, 10],
];

async function readTmy2(text: WeatherText, options: ReaderOptions): Promise<ReadResult> {
  const { file } = options;
  const rows = localRows();
  const columns = FIELDS.map(([column, name, from, to, factor, divisor = 1], index): SourceColumn => {
    const nines = Number("9".repeat(to - from));
    return { name, index, column, factor, divisor, isMissing: (value) => value === nines, values: new Values() };
  });
  let place: WeatherPlace | undefined;
  await textLines(text, (content, line, isCut) => {
    const where = { file, line };
    if (place === undefined) {
      place = readStation(content, where);
      return;
    }
    readRow(content, isCut, rows, where);
    const cells = FIELDS.map(([, , from, to]) => content.slice(from, to).trim());
    for (const column of columns) column.values.push(readCell(cells, column, where));
  });
  if (place === undefined) throw new WeatherError("the file ends before its station line", { file, line: 1 });
  const source = { label: "end", place, timeZone: place.timeZone!, isTypical: true, step: HOUR } as const;
  return seriesOfLocalRows(rows, columns, source, options);
}

function readStation(content: string, where: Where): WeatherPlace {
  const match = STATION.exec(content);
  if (match === null) {
    throw new WeatherError(
      `expected station number, city, state, time zone, latitude, longitude, altitude; got ${shown(content)}`,
      where,
    );
  }
  const [, , , , timeZone, ns, latitude, latitudeMinutes, ew, longitude, longitudeMinutes, altitude] = match;
  const degrees = (whole: string, minutes: string, isNegative: boolean) =>
    (Number(whole) + Number(minutes) / 60) * (isNegative ? -1 : 1);
  return placeIn(
    {
      latitude: degrees(latitude!, latitudeMinutes!, ns === "S"),
      longitude: degrees(longitude!, longitudeMinutes!, ew === "W"),
      altitude: Number(altitude),
      timeZone: Number(timeZone),
    },
    where.file,
    where.line,
  );
}

function readRow(content: string, isCut: boolean, rows: LocalRows, where: Where): void {
  const written = content.trimEnd().length;
  if (written !== LENGTH) {
    const cut = isCut && written < LENGTH ? "; the file ends within this line" : "";
    throw new WeatherError(`expected ${LENGTH} characters, got ${written}${cut}`, where);
  }
  const part = (name: string, from: number, least: number, most: number) =>
    readInteger(content.slice(from, from + 2).trim(), name, least, most, where);
  const year = 1900 + part("year", 1, 0, 99);
  const month = part("month", 3, 1, 12);
  const day = part("day", 5, 1, 31);
  addStamp(rows, year, month, day, part("hour", 7, 1, 24) * 60, where);
}
