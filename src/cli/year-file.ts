/** A year, chosen or generated, as a file: our CSV and JSON, and what simulation tools read. */
import { basename } from "node:path";
import { FREQUENCIES, frequencyOf } from "../data/contract/observation/period.js";
import { writeEpw, writeSam, writeTmy3, writeWeatherCsv } from "../data/weather/node.js";
import { checkWeather, type WeatherColumn, type WeatherSeries } from "../data/weather/series.js";
import { DAY, HOUR, yearOf, yearStart } from "../foundation/time/calendar.js";
import { formatTime } from "../foundation/time/iso-time.js";
import { withoutLeapDay as columnWithoutLeapDay } from "../foundation/time/typical-year.js";
import { VERSION } from "../foundation/version.js";
import { computeColumns } from "../index.js";
import { standardPressure } from "../physics/models/atmosphere/pressure.js";
import { ASSUMED_WIND } from "../physics/models/pv/system.js";
import { albedoUnderSnow } from "../physics/models/transposition/plane.js";
import { UsageError } from "./errors.js";
import type { YearFileFlags } from "./options/weather.js";

/** Rows of a year, and the times that they come from. */
interface YearRows {
  readonly series: WeatherSeries;
  /** Where the light of each row fell, Unix ms: the sun is that of this time. */
  readonly sourceTimes: Float64Array;
}

export interface YearToWrite extends YearRows {
  /** What the rows were taken from; a generated year is its own record. */
  readonly record: WeatherSeries;
  /** Drawn, not measured. */
  readonly isSynthetic: boolean;
  /** What the year is, in order of importance: each format has a place for it. */
  readonly comments: readonly string[];
  /** Members of the JSON beside the weather. */
  readonly about: { readonly [name: string]: unknown };
}

type Columns = { [name in WeatherColumn]?: Float64Array };

/** The same in hours, means of shorter steps; an hour of which a step is missing is missing. */
export function inHours({ series, sourceTimes }: YearRows): YearRows {
  const rows = 3600 / series.interval;
  if (rows === 1 || !Number.isInteger(rows) || series.sampling === "instant") return { series, sourceTimes };
  return { series: meansOf(series, rows), sourceTimes: sourceTimes.filter((_, row) => row % rows === 0) };
}

/** Means of so many rows each. */
export function meansOf(series: WeatherSeries, rows: number): WeatherSeries {
  const columns = mapped(series, (values) =>
    Float64Array.from({ length: Math.floor(values.length / rows) }, (_, mean) => {
      let sum = 0;
      for (let row = mean * rows; row < (mean + 1) * rows; row++) sum += values[row]!;
      return sum / rows;
    }),
  );
  return { ...series, interval: series.interval * rows, columns };
}

/** Of another number of days, so that the other days keep their dates. */
const COMMON_YEAR = 2005;

/** A leap year of generated weather, whose 29 February is empty, as 365 days that remember their year. */
export function withoutLeapDay({ series, sourceTimes }: YearRows): YearRows {
  const { start, interval, place } = series;
  const clock = (place?.timeZone ?? 0) * HOUR;
  const first = (start as number) + clock;
  const year = yearOf(first);
  const ofDay = DAY / 1000 / interval;
  const isLeapYear = first === yearStart(year) && sourceTimes.length === 366 * ofDay;
  if (!isLeapYear) return { series, sourceTimes };
  return {
    series: {
      ...series,
      start: yearStart(COMMON_YEAR) - clock,
      columns: mapped(series, (values) => columnWithoutLeapDay(values, ofDay)),
    },
    sourceTimes: columnWithoutLeapDay(sourceTimes, ofDay),
  };
}

function mapped({ columns }: WeatherSeries, change: (values: ArrayLike<number>) => Float64Array): Columns {
  const changed: Columns = {};
  for (const [name, values] of Object.entries(columns) as [WeatherColumn, ArrayLike<number>][])
    changed[name] = change(values);
  return changed;
}

const MOST_WIND = 60;

/** @throws UsageError for a wind that nowhere blows all year */
function checkWind(wind: number | undefined): void {
  if (wind === undefined || (wind >= 0 && wind <= MOST_WIND)) return;
  throw new UsageError(`--wind must be from 0 to ${MOST_WIND} m/s, got ${wind}`);
}

/**
 * What a year does not have and simulation tools compute with: constants, each with a note that says so. The formats' codes for
 * missing do not help there: pvlib 0.16 reads EPW's 999 as 999 m/s and as an albedo of 999, PVWatts v8 the wind as still air.
 *
 * The year with a value in every row of wind and, where rows cannot leave them out (`isFixed`), of albedo and pressure.
 *
 * @param given m/s, for rows without wind: by default what the engine computes with, and the nominal cell temperature has (IEC 61215)
 * @returns the year, and notes on what is put in, and on a temperature that is missing: nothing can stand for it
 */
function withAssumed(
  series: WeatherSeries,
  isFixed: boolean,
  given?: number,
): { series: WeatherSeries; notes: string[] } {
  const { columns, count, place } = checkWeather(series);
  const wind = given ?? ASSUMED_WIND;
  const pressure = standardPressure(place?.altitude ?? 0);
  const snow = columns.snow_depth;
  const filled: { [name in WeatherColumn]?: Float64Array } = { ...columns };
  const notes: string[] = [];
  const fill = (column: WeatherColumn, words: string, value: (row: number) => number) => {
    const missing = missingOf(columns[column], count);
    if (missing === 0) return false;
    const before = columns[column] ?? new Float64Array(count).fill(Number.NaN);
    filled[column] = before.map((one, row) => (Number.isNaN(one) ? value(row) : one));
    notes.push(`${column} is assumed in ${missing === count ? "all" : missing} rows: ${words}`);
    return true;
  };
  const isUsed = fill("wind_speed", `a constant ${wind} m/s (--wind)`, () => wind);
  if (given !== undefined && !isUsed) notes.push(`--wind ${given} is not used: the weather has its own wind`);
  if (isFixed) {
    fill("albedo", snow ? "0.2 to 0.7 by snow depth" : "a constant 0.2", (row) => albedoUnderSnow(snow?.[row] ?? 0));
    fill("pressure", `the standard pressure of the altitude, ${Math.round(pressure)} Pa`, () => pressure);
  }
  const missing = missingOf(columns.temperature, count);
  if (missing > 0) {
    const rows = missing === count ? "all" : missing;
    notes.push(
      `temperature is missing in ${rows} rows: the file has the format's code for it, which other programs may read as a number`,
    );
  }
  return { series: { ...series, columns: filled }, notes };
}

function missingOf(values: Float64Array | undefined, count: number): number {
  return values === undefined ? count : values.reduce((sum, value) => sum + (Number.isNaN(value) ? 1 : 0), 0);
}

const LENGTHS = Object.values(FREQUENCIES)
  .map((length) => length / 1000)
  .join(", ");
const PARTS = ["direct_normal_irradiance", "diffuse_horizontal_irradiance"] as const;

/**
 * The year with DNI and DHI, worked out by the engine where there are none: on the record itself, so that light meets
 * the sun of the day that it fell on.
 * @returns the rows, and a note on the parts that were worked out
 */
function withComponents({ series, sourceTimes }: YearRows, record: WeatherSeries): { rows: YearRows; notes: string[] } {
  const added = PARTS.filter((name) => series.columns[name] === undefined);
  if (added.length === 0) return { rows: { series, sourceTimes }, notes: [] };
  const { place, interval, start, columns, sampling } = record;
  const frequency = frequencyOf(series.interval);
  if (place === undefined || frequency === undefined || sampling === "instant")
    throw new UsageError(
      `the weather has no ${added.join(", ")}; it can be computed only from means over ${LENGTHS} s at a known place`,
    );
  const first = start as number;
  const query = {
    lat: place.latitude,
    lon: place.longitude,
    parameters: PARTS.join(","),
    frequency,
    start: formatTime(first),
    end: formatTime(first + Object.values(columns)[0]!.length * interval * 1000),
  };
  const split = computeColumns(query, record, { gridOffset: (((sourceTimes[0]! / 1000) % 3600) + 3600) % 3600 });
  const rowAt = (time: number) => (time - split.start) / (split.interval * 1000);
  const parts = added.map((name) => [name, sourceTimes.map((time) => split.values[name]![rowAt(time)]!)]);
  const complete = { ...series, columns: { ...series.columns, ...Object.fromEntries(parts) } };
  const other = added[0] === "direct_normal_irradiance" ? "diffuse" : "direct";
  const from = added.length === 2 ? "global irradiance (Erbs-Driesse)" : `global and ${other} irradiance`;
  return { rows: { series: complete, sourceTimes }, notes: [`${added.join(" and ")} computed from ${from}`] };
}

/** More files are counted. */
const MOST_NAMES = 4;

/** @param sources files, or one sentence */
export function madeFrom(sources: readonly string[]): string[] {
  const names = sources.slice(0, MOST_NAMES).map((source) => basename(source));
  const rest = sources.length - names.length;
  return [
    `Source: ${names.join("; ")}${rest > 0 ? `; and ${rest} more files` : ""}`,
    `Made by irradiance-engine ${VERSION}`,
  ];
}

const YEAR_FORMATS = ["csv", "json", "epw", "sam", "tmy3"] as const satisfies readonly YearFileFlags["format"][];
type YearFormat = (typeof YEAR_FORMATS)[number];

/** @throws UsageError for a file whose end says nothing, and for a wind that would do nothing */
export function formatOf(flags: YearFileFlags): YearFormat {
  const format = namedFormat(flags);
  if (flags.wind !== undefined && (format === "csv" || format === "json"))
    throw new UsageError(`--wind applies to EPW, SAM and TMY3 files: ${format} leaves missing columns out`);
  checkWind(flags.wind);
  return format;
}

function namedFormat({ format, out }: YearFileFlags): YearFormat {
  if (format !== undefined) return format;
  if (out === undefined) return "csv";
  // SAM's and TMY3's own end is .csv, too: year.sam.csv
  const end = /\.(epw|json|sam|tmy3)(?:\.csv)?$/i.exec(out)?.[1] ?? /\.csv$|^\/dev\//i.exec(out)?.[0];
  if (end === undefined)
    throw new UsageError(`--out ${out}: its ending does not name a format: give --format ${YEAR_FORMATS.join(", ")}`);
  const name = end.toLowerCase();
  return YEAR_FORMATS.find((known) => known === name) ?? "csv";
}

const FOR_TOOLS = { epw: writeEpw, sam: writeSam, tmy3: writeTmy3 } as const;

/** @returns the file, and notes on what was worked out for it */
export function writeYear(year: YearToWrite, flags: YearFileFlags): { text: string; notes: string[] } {
  const format = formatOf(flags);
  if (format === "csv")
    return { text: writeWeatherCsv(year.series, { comments: year.comments, typicalYear: true }), notes: [] };
  if (format === "json") return { text: writeJson(year), notes: [] };
  // SAM reads any steps, the others read hours.
  const { rows, notes } = withComponents(format === "sam" ? year : inHours(year), year.record);
  const { series: bare, sourceTimes } = withoutLeapDay(rows);
  const { series, notes: assumed } = withAssumed(bare, format !== "sam", flags.wind);
  const all = [...notes, ...assumed];
  const options = {
    sourceTimes,
    synthetic: year.isSynthetic,
    comments: [...year.comments, ...all],
    ...(flags.station !== undefined && { station: flags.station }),
  };
  return { text: FOR_TOOLS[format](series, options), notes: all };
}

/** What `computeClimate` takes, and how it came about. */
function writeJson({ series, comments, about }: YearToWrite): string {
  const columns = Object.entries(series.columns).map(([name, values]) => [
    name,
    values && Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
  ]);
  const weather = { ...series, start: formatTime(series.start as number), columns: Object.fromEntries(columns) };
  return `${JSON.stringify({ weather, comments, ...about })}\n`;
}
