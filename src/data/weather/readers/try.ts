/**
 * Test reference years (TRY) of the Deutscher Wetterdienst, of 2010 and, by square kilometre, of 2015 and 2045 (.dat).
 *
 * Source: DWD & BBSR, Handbuch Testreferenzjahre (2011); Handbuch Ortsgenaue Testreferenzjahre (2017), chapter 3: a line names the columns,
 * rows follow `***`. Hours 1 to 24 are in Central European Time; light (B direct, D diffuse, on level ground, W/m²) is the mean of the hour
 * that ends there. 999 is no wind. The place is in the header: of 2010 as degrees and minutes, else as degrees, or as the east and north
 * (Rechtswert, Hochwert) of Lambert's projection ETRS89-LCC, EPSG:3034.
 */
import { atan, atan2, DEG, pow, sin } from "../../../foundation/math/index.js";
import { type WeatherColumn, WeatherError } from "../series.js";
import type { WeatherFormat } from "./format.js";
import { blankCells, checkLength, fieldColumns, placeIn, readCell, readInteger } from "./rows/cells.js";
import { addStamp, localRows, seriesOfLocalRows } from "./rows/local-rows.js";
import { textLines } from "./text.js";

const HEADER = /^\s*(?:RW\s+HW|RG\s+IS)\s+MM\s+DD\s+HH\s.*\bB\s+D\b/;
const CENTRAL_EUROPE = 1;

const COLUMNS: readonly (readonly [name: string, WeatherColumn, factor: number])[] = [
  ["B", "direct_horizontal_irradiance", 1],
  ["D", "diffuse_horizontal_irradiance", 1],
  ["t", "temperature", 1],
  ["WG", "wind_speed", 1],
  ["RF", "relative_humidity", 1],
  ["p", "pressure", 100],
];

export const testReferenceYear: WeatherFormat = {
  name: "try",
  description: "DWD test reference year (TRY 2010, 2015, .dat)",
  detect: (head) => head.split("\n").some((line) => HEADER.test(line)),
  async read(text, options) {
    const { file } = options;
    const rows = localRows();
    const before: string[] = [];
    let names: readonly string[] | undefined;
    let columns: ReturnType<typeof fieldColumns> = [];
    await textLines(text, (content, line, isCut) => {
      const where = { file, line };
      if (names === undefined) {
        before.push(content);
        if (!HEADER.test(content)) return;
        names = blankCells(content);
        const fields = COLUMNS.map(([name, column, factor]) => [column, name, names!.indexOf(name), factor] as const);
        columns = fieldColumns(
          fields.filter(([, , index]) => index >= 0),
          (value) => value === 999 || value <= -99,
        );
        return;
      }
      if (/^\s*\*+\s*$/.test(content)) return;
      const cells = blankCells(content);
      checkLength(cells, names.length, isCut, where);
      const [month, day, hour] = [2, 3, 4].map((k) => readInteger(cells[k]!, names![k]!, 0, 31, where));
      // A typical year has no year of its own.
      addStamp(rows, 2015, month!, day!, hour! * 60, where);
      for (const column of columns) column.values.push(readCell(cells, column, where));
    });
    if (names === undefined)
      throw new WeatherError("no line with the names of the columns (RW HW MM DD HH …)", { file });
    const place = placeOf(before.join("\n"), file);
    const source = { label: "end", place, timeZone: CENTRAL_EUROPE, isTypical: true } as const;
    return seriesOfLocalRows(rows, columns, source, options);
  },
};

const HEIGHT = /(?:H(?:oe|ö)henlage\s*:|<- L\.)\s*(-?\d+)\s+Meter/g;
const MINUTES = /(\d{1,3}) Grad\s{1,20}(\d{1,3})'N <- B\.\s{1,20}(\d{1,3}) Grad\s{1,20}(\d{1,3})'O <- L\./;
const [EAST, NORTH] = [/Rechtswert\s{0,20}:\s{0,20}(\d{1,9})/, /Hochwert\s{0,20}:\s{0,20}(\d{1,9})/];
const DEGREES =
  /Breitengrad\s{0,20}:\s{0,20}(\d{1,3}\.\d{1,9})[\s\S]{0,400}?L(?:ae|ä)ngengrad\s{0,20}:\s{0,20}(\d{1,3}\.\d{1,9})/;

function placeOf(header: string, file: string | undefined) {
  // Of a station and of the city at another height the second counts.
  const altitude = [...header.matchAll(HEIGHT)].map((match) => Number(match[1])).at(-1);
  const numbers = (pattern: RegExp) => pattern.exec(header)?.slice(1).map(Number);
  const [latitude, longitude] =
    numbers(DEGREES) ?? fromMinutes(numbers(MINUTES)) ?? fromGrid(numbers(EAST), numbers(NORTH)) ?? [];
  if (latitude === undefined) return undefined;
  return placeIn({ latitude, longitude, altitude, timeZone: CENTRAL_EUROPE }, file);
}

function fromMinutes(parts: number[] | undefined): number[] | undefined {
  return parts && [parts[0]! + parts[1]! / 60, parts[2]! + parts[3]! / 60];
}

/** Inverse of Lambert's conformal conic (Snyder 1987, USGS Professional Paper 1395, eqs. 7-9, 14-9 to 14-11), with the constants of EPSG:3034. */
function fromGrid([east]: number[] = [], [north]: number[] = []): number[] | undefined {
  if (east === undefined || north === undefined) return undefined;
  const [n, scale, origin, excentricity] = [
    0.7753815998754331, 11_157_488.56668877, 4_901_418.870196237, 0.08181919104281579,
  ];
  const [x, y] = [east - 4e6, origin - (north - 2.8e6)];
  const t = pow(Math.sqrt(x * x + y * y) / scale, 1 / n);
  let latitude = Math.PI / 2 - 2 * atan(t);
  for (let k = 0; k < 5; k++) {
    const bent = excentricity * sin(latitude);
    latitude = Math.PI / 2 - 2 * atan(t * pow((1 - bent) / (1 + bent), excentricity / 2));
  }
  const rounded = (radians: number) => Math.round((radians / DEG) * 1e5) / 1e5;
  return [rounded(latitude), rounded(atan2(x, y) / n + 10 * DEG)];
}
