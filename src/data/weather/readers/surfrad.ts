/**
 * Daily files (.dat) of NOAA's radiation networks, SURFRAD and SOLRAD.
 *
 * Source: NOAA GML, "Description of SURFRAD daily data files" (README_SURFRAD.txt): a line with the station's name, one
 * with latitude, longitude, metres and the version, then rows of 48 numbers in UTC, every 3 minutes before 2009, every
 * minute since. "Reported times are the end times of the 1- or 3-min. averaging periods". Rows may be absent. −9999.9 is
 * missing; every value is followed by a flag, and one above 0 "failed at least one level" of quality control: it is taken
 * as missing, too.
 *
 * SOLRAD's files (README_SOLRAD.txt) have the hours from UTC behind the place, and rows of 22 numbers, 31 in Madison, which begin alike:
 * every 3 minutes before 2015, every minute since.
 *
 * The network often leaves out the sign of its longitudes, which are all west (in the README's example, and in files:
 * Alamosa, 2016, is at "105.92"). The sun decides: of the two longitudes, the one is taken whose zenith angles are those in the
 * file; a notice says so.
 */

import { acos, DEG } from "../../../foundation/math/index.js";
import { shown } from "../../../foundation/text/shown.js";
import { sunVectorRows } from "../../../physics/models/solar-position/ephemeris.js";
import { prepareSunSite } from "../../../physics/models/solar-position/index.js";
import type { Notice } from "../../contract/observation/types.js";
import { WeatherError, type WeatherPlace } from "../series.js";
import type { ReaderOptions, ReadResult, WeatherFormat } from "./format.js";
import {
  blankCells,
  checkLength,
  type Field,
  fieldColumns,
  placeIn,
  readCell,
  readInteger,
  type SourceColumn,
  type Where,
} from "./rows/cells.js";
import { addStamp, type LocalRows, localRows, seriesOfLocalRows } from "./rows/local-rows.js";
import { textLines, type WeatherText } from "./text.js";

/** Latitude, longitude, metres, in SOLRAD hours from UTC. */
const PLACE = /^\s*(-?\d+\.\d+)\s+(-?\d+\.\d+)\s+(-?\d+)(?:\s*m|\s+-?\d+)?(?:\s+version\s+\d+)?\s*$/;

/** How many numbers a row has, and which the reader takes; the flag of each follows it. */
interface Network {
  readonly cells: readonly number[];
  readonly fields: readonly Field[];
}

const LIGHT: readonly Field[] = [
  ["global_horizontal_irradiance", "dw_solar", 8, 1],
  ["direct_normal_irradiance", "direct_n", 10, 1],
  ["diffuse_horizontal_irradiance", "diffuse", 12, 1],
];
const SURFRAD: Network = {
  cells: [48],
  fields: [
    ["global_horizontal_irradiance", "dw_solar", 8, 1],
    ["direct_normal_irradiance", "direct_n", 12, 1],
    ["diffuse_horizontal_irradiance", "diffuse", 14, 1],
    ["temperature", "temp", 38, 1],
    ["relative_humidity", "rh", 40, 1],
    ["wind_speed", "windspd", 42, 1],
    ["pressure", "pressure", 46, 100],
  ],
};
const SOLRAD: Network = { cells: [22, 31], fields: LIGHT };

const formatOf = (name: "surfrad" | "solrad", network: Network): WeatherFormat => ({
  name,
  description: `${name.toUpperCase()} daily file (NOAA ${name === "surfrad" ? "surface " : ""}radiation network, .dat)`,
  detect(head) {
    const [, place, row] = head.split("\n", 3);
    return (
      place !== undefined && PLACE.test(place) && row !== undefined && network.cells.includes(blankCells(row).length)
    );
  },
  read: (text, options) => readNetwork(text, options, network),
});

export const surfrad = formatOf("surfrad", SURFRAD);
export const solrad = formatOf("solrad", SOLRAD);

/** Position of the solar zenith angle, degrees. */
const ZENITH = 7;

const MISSING = -9999.9;

async function readNetwork(text: WeatherText, options: ReaderOptions, network: Network): Promise<ReadResult> {
  const { file } = options;
  const rows = localRows();
  const isMissing = (value: number, cells: readonly string[], index: number) =>
    value === MISSING || cells[index + 1] !== "0";
  const columns = fieldColumns(network.fields, isMissing);
  let station: string | undefined;
  let written: WeatherPlace | undefined;
  const zeniths: Zeniths = { times: [], angles: [] };
  await textLines(text, (content, line, isCut) => {
    const where = { file, line };
    if (station === undefined) station = content;
    else if (written === undefined) written = readPlace(content, where);
    else {
      const cells = blankCells(content);
      checkLength(cells, network.cells.find((length) => length === cells.length) ?? network.cells[0]!, isCut, where);
      readRow(cells, columns, rows, where);
      addZenith(zeniths, cells[ZENITH]!, rows.times.at(rows.times.length - 1));
    }
  });
  if (written === undefined) throw new WeatherError("the file ends before the line with its place", { file, line: 1 });
  const { place, notices } = placeBySun(written, zeniths);
  const source = { label: "end", place, timeZone: 0, isTypical: false } as const;
  return seriesOfLocalRows(rows, columns, source, options, notices);
}

function readRow(cells: readonly string[], columns: readonly SourceColumn[], rows: LocalRows, where: Where): void {
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

/** Zenith angles in degrees, as they come in: the sun tells the sign of the longitude. */
interface Zeniths {
  readonly times: number[];
  readonly angles: number[];
}

/** As many rows as a day of minutes has are enough. */
const MOST_ZENITHS = 1440;

function addZenith({ times, angles }: Zeniths, cell: string, time: number): void {
  const angle = Number(cell);
  if (times.length >= MOST_ZENITHS || !(angle >= 0 && angle <= 180)) return;
  times.push(time);
  angles.push(angle);
}

/** The place with the longitude whose zenith angles are the file's, and a notice if that is not the one written. */
function placeBySun(written: WeatherPlace, zeniths: Zeniths): { place: WeatherPlace; notices: Notice[] } {
  const mirrored = { ...written, longitude: -written.longitude };
  if (zeniths.times.length === 0 && written.longitude > 0) {
    const message = `the longitude ${written.longitude} is read as written, east: the file has no zenith angle to check it against`;
    return { place: written, notices: [{ code: "longitude", message }] };
  }
  if (!(zenithError(mirrored, zeniths) < zenithError(written, zeniths))) return { place: written, notices: [] };
  const message =
    `the longitude ${written.longitude} is read as ${mirrored.longitude}: the file's zenith angles fit the sun ` +
    "there, and the network omits the sign";
  return { place: mirrored, notices: [{ code: "longitude", message }] };
}

/** Mean difference between the file's zenith angles and the sun's, degrees; NaN without any. */
function zenithError({ latitude, longitude, altitude = 0 }: WeatherPlace, { times, angles }: Zeniths): number {
  const n = times.length;
  const [east, north, up, distance] = Array.from({ length: 4 }, () => new Float64Array(n)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  sunVectorRows(
    0,
    n,
    Float64Array.from(times),
    prepareSunSite(latitude, longitude, altitude),
    east,
    north,
    up,
    distance,
  );
  return angles.reduce((sum, angle, k) => sum + Math.abs(acos(up[k]!) / DEG - angle), 0) / n;
}
