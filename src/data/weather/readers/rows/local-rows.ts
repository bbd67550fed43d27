/** Rows dated in local standard time, of real years or of a typical one, or in UTC, to be converted to a series. */

import { DAY, HOUR, MINUTE, yearStart } from "../../../../foundation/time/calendar.js";
import { parseIsoTime } from "../../../../foundation/time/iso-time.js";
import { COMMON_YEAR, isLeapYear, LEAP_DAY, repeatedRows } from "../../../../foundation/time/typical-year.js";
import type { Notice } from "../../../contract/observation/types.js";
import { type WeatherColumn, WeatherError, type WeatherPlace, type WeatherSeries } from "../../series.js";
import { type Hold, type Label, labelShift, type ReaderOptions, type ReadResult } from "../format.js";
import { type FilledColumn, knownColumns, Runs, readInteger, type SourceColumn, Values, type Where } from "./cells.js";
import { type EqualSteps, equalSteps } from "./equal-steps.js";
import { heldRows } from "./held.js";

/** Stamps as they arrive: `addStamp` per row. Begin with `localRows()`. */
export interface LocalRows {
  /** Local standard time in ms, as if it were UTC. */
  times: Runs;
  readonly lines: Runs;
  /** Where a date begins: its first row, its beginning in local time, and from the start of a common year (NaN: 29 February). */
  readonly dates: { readonly row: number; readonly start: number; readonly offset: number }[];
  /** Whether the year changes within a year, as in months combined from several. */
  mixesYears: boolean;
  /** Date of the last row and its beginning. */
  year: number;
  month: number;
  day: number;
  dayStart: number;
}

export function localRows(): LocalRows {
  return {
    times: new Runs(),
    lines: new Runs(),
    dates: [],
    mixesYears: false,
    year: Number.NaN,
    month: Number.NaN,
    day: Number.NaN,
    dayStart: Number.NaN,
  };
}

/**
 * @param minutes since the beginning of the day; 24:00 is allowed
 * @throws WeatherError for a date that does not exist
 */
export function addStamp(
  rows: LocalRows,
  year: number,
  month: number,
  day: number,
  minutes: number,
  where: Where,
): void {
  if (year !== rows.year || month !== rows.month || day !== rows.day) startDay(rows, year, month, day, where);
  addTime(rows, minutes * MINUTE, where.line);
}

/** A stamp whose time is hours and minutes without a colon, 0 to 2400. @throws WeatherError for any other time, and as `addStamp` */
export function addHhmm(rows: LocalRows, year: number, month: number, day: number, cell: string, where: Where): void {
  const time = readInteger(cell, "time", 0, 2400, where);
  const minutes = minuteOfDay(Math.floor(time / 100), time % 100);
  if (Number.isNaN(minutes)) throw new WeatherError(`time must be HHMM, got ${time}`, where);
  addStamp(rows, year, month, day, minutes, where);
}

/** A row on the date of `startDay`. @param ms since the beginning of the day */
export function addTime(rows: LocalRows, ms: number, line: number): void {
  rows.times.push(rows.dayStart + ms);
  rows.lines.push(line);
}

/** @throws WeatherError for a date that does not exist */
export function startDay(rows: LocalRows, year: number, month: number, day: number, where: Where): void {
  const written = [year, month, day].map((part, k) => String(part).padStart(k === 0 ? 4 : 2, "0")).join("-");
  const dayStart = parseIsoTime(`${written}T00:00Z`);
  if (Number.isNaN(dayStart)) throw new WeatherError(`there is no date ${written}`, where);
  const row = rows.times.length;
  if (row > 0 && year !== rows.year && (year < rows.year || month >= rows.month)) rows.mixesYears = true;
  rows.dates.push({ row, start: dayStart, offset: offsetInYear(month, day) });
  rows.dayStart = dayStart;
  rows.year = year;
  rows.month = month;
  rows.day = day;
}

/** The rows' times from the start of a common year, in ms; NaN on 29 February. 24:00 stays on its day. */
export function offsetsOf({ times, dates }: LocalRows): Float64Array {
  const offsets = new Float64Array(times.length);
  for (const [k, { row: from, start, offset }] of dates.entries()) {
    const to = dates[k + 1]?.row ?? times.length;
    for (let row = from; row < to; row++) offsets[row] = times.at(row) - start + offset;
  }
  return offsets;
}

/** Metadata of the rows. */
interface LocalSource {
  readonly label: Label;
  /** "instant": the values are instantaneous at the stamp, unless the label is overridden. */
  readonly sampling?: "instant";
  readonly place: WeatherPlace | undefined;
  /** Hours by which the stamps are ahead of UTC. */
  readonly timeZone: number;
  /** Whether the rows are a typical year; by default, if years change within a year. */
  readonly isTypical?: boolean;
  /** Length of an interval in ms; by default the most frequent distance. */
  readonly step?: number;
  /** The rows begin within a year and go on with its January behind its December: they are turned. */
  readonly wraps?: boolean;
  /** Ms from a stamp to the time of its values, if the file states a difference. */
  readonly offset?: number;
}

/** @param before notices that come first @throws WeatherError as `equalSteps` */
export function seriesOfLocalRows(
  rows: LocalRows,
  columns: readonly SourceColumn[],
  source: LocalSource,
  options: ReaderOptions,
  before: readonly Notice[] = [],
): ReadResult {
  const timeZone = options.timeOffset ?? source.timeZone;
  const label = options.label ?? source.label;
  const { offset = 0, step, wraps = false } = source;
  const { file, hold, duplicates = "refuse" } = options;
  const notices = [...before];
  const isTypical = source.isTypical ?? rows.mixesYears;
  const used = hold
    ? held(rows, columns, hold)
    : isTypical
      ? typicalRows(rows, columns, notices)
      : { ...rows, columns };
  const known = knownColumns(used.columns, notices, file);
  const steps = equalSteps(
    { times: used.times, lines: used.lines, columns: known },
    { file, step, ...(wraps ? { duplicates: "last" } : !isTypical && { duplicates }) },
  );
  notices.push(...steps.notices);
  const series = { interval: steps.step / 1000, ...(source.place && { place: source.place }) };
  if (isTypical) {
    const { year = NOMINAL_YEAR } = options;
    const periodic = options.periodic ?? steps.count * steps.step === COMMON_YEAR;
    const start = steps.start + offset - NOMINAL_YEAR_START - labelShift(label, steps.step);
    const placed = placeTypicalYear({ ...steps, start }, timeZone, year, periodic);
    notices.push({ code: "typical-year", message: `typical year, mapped to ${year}` });
    return { series: { ...placed, ...series }, label, notices, timeOffset: timeZone, typicalYear: true };
  }
  if (options.year !== undefined) {
    notices.push({ code: "year", message: `year ${options.year} is not used: the file is not a typical year` });
  }
  const isInstant = source.sampling === "instant" && label === "center";
  const real: WeatherSeries = {
    ...series,
    start: steps.start + offset - timeZone * 60 * MINUTE - (isInstant ? 0 : labelShift(label, steps.step)),
    columns: steps.columns,
  };
  if (isInstant) real.sampling = "instant";
  return { series: real, label, notices, timeOffset: timeZone };
}

function held({ times }: LocalRows, [source]: readonly SourceColumn[], hold: Hold) {
  const { times: steps, values } = heldRows(times, source!.values, hold);
  return { times: steps, lines: undefined, columns: [{ ...source!, values }] };
}

/** The rows in the nominal year, without 29 February, which a typical year does not have. */
function typicalRows(rows: LocalRows, columns: readonly SourceColumn[], notices: Notice[]) {
  const offsets = offsetsOf(rows);
  const kept = Array.from(offsets.keys()).filter((row) => !Number.isNaN(offsets[row]!));
  const leapDays = offsets.length - kept.length;
  if (leapDays > 0) notices.push({ code: "leap-day", message: `${leapDays} rows of 29 February are ignored` });
  // Some writers give the year's last midnight as 00:00 of the next year's first day.
  const inYear = (row: number) => (offsets[row] === 0 && row > kept[0]! ? COMMON_YEAR : offsets[row]!);
  return {
    times: Runs.from(kept.map((row) => NOMINAL_YEAR_START + inYear(row))),
    lines: Runs.from(kept.map((row) => rows.lines.at(row))),
    columns: columns.map(({ column, values }) => ({ column, values: Values.from(kept.map((row) => values.at(row))) })),
  };
}

/** Minutes since the beginning of the day of an hour and a minute, 00:00 to 24:00; NaN for anything else. */
export function minuteOfDay(hour: number, minute: number): number {
  const minutes = hour * 60 + minute;
  return hour >= 0 && minute >= 0 && minute < 60 && minutes * MINUTE <= DAY ? minutes : Number.NaN;
}

export interface UtcRows {
  /** Unix ms. */
  readonly times: Runs;
  readonly lines: Runs;
}

/** Metadata of the rows. */
interface UtcSource {
  readonly label: Label;
  readonly place?: WeatherPlace | undefined;
  /** Length of an interval in ms; by default the most frequent distance. */
  readonly step?: number | undefined;
}

/** @throws WeatherError as `equalSteps` */
export function seriesOfUtcRows(
  rows: UtcRows,
  columns: readonly FilledColumn[],
  { label: usual, place, step }: UtcSource,
  { file, label = usual, duplicates = "refuse" }: ReaderOptions,
): ReadResult {
  const notices: Notice[] = [];
  const known = knownColumns(columns, notices, file);
  const steps = equalSteps({ ...rows, columns: known }, { file, step, duplicates });
  notices.push(...steps.notices);
  const series: WeatherSeries = {
    start: steps.start - labelShift(label, steps.step),
    interval: steps.step / 1000,
    columns: steps.columns,
    ...(place && { place }),
  };
  return { series, label, notices };
}

/** Default nominal year; must be a common one. */
export const NOMINAL_YEAR = 2023;
const NOMINAL_YEAR_START = /* @__PURE__ */ yearStart(NOMINAL_YEAR);

/** Ms from the start of a common year to a date; NaN for a date that it does not have. */
function offsetInYear(month: number, day: number): number {
  const [mm, dd] = [month, day].map((value) => String(value).padStart(2, "0"));
  return parseIsoTime(`${NOMINAL_YEAR}-${mm}-${dd}T00:00Z`) - NOMINAL_YEAR_START;
}

export interface TypicalYear {
  /** Unix ms. */
  start: number;
  columns: { [name in WeatherColumn]?: Float64Array };
}

/**
 * @param rows intervals of the typical year; `start` is the first interval's start in ms of local standard time from the
 * start of a common year (negative if it begins in the evening before)
 * @param timeZone hours ahead of UTC
 * @param year the nominal year; in a leap year 29 February repeats the 28th
 * @param periodic true: every interval that overlaps the UTC year, wrapped around the ends of the typical one;
 * false: the rows unchanged, from their own start
 */
function placeTypicalYear(rows: EqualSteps, timeZone: number, year: number, periodic: boolean): TypicalYear {
  const { step } = rows;
  const shift = timeZone * HOUR;
  const phase = rows.start - shift;
  const [from, to] = periodic ? utcYear(year, phase, step) : ownSpan(rows, year, shift);
  const count = Math.round((to - from) / step);
  const row = repeatedRows(rows.start, { start: from, step, count }, shift);
  const columns: TypicalYear["columns"] = {};
  for (const [name, values] of Object.entries(rows.columns)) {
    const column = Float64Array.from(row, (index) => values[index] ?? Number.NaN);
    columns[name as WeatherColumn] = column;
  }
  return { start: from, columns };
}

/** Intervals of this phase that overlap the UTC year, as [start, end) in Unix ms. */
function utcYear(year: number, phase: number, step: number): [number, number] {
  const origin = yearStart(year) + phase;
  const first = Math.floor((yearStart(year) - origin) / step);
  const last = Math.ceil((yearStart(year + 1) - origin) / step);
  return [origin + first * step, origin + last * step];
}

function ownSpan(rows: EqualSteps, year: number, shift: number): [number, number] {
  const leapDay = isLeapYear(year) ? LEAP_DAY * DAY : Number.POSITIVE_INFINITY;
  const end = rows.start + rows.count * rows.step;
  const from = rows.start + (rows.start >= leapDay ? DAY : 0);
  const to = end + (end > leapDay ? DAY : 0);
  return [yearStart(year) + from - shift, yearStart(year) + to - shift];
}
