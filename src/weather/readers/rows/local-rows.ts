/** Rows dated in local standard time, of real years or of a typical one, to be converted to a series. */
import type { Notice } from "../../../contract/observation/types.js";
import { DAY, MINUTE } from "../../../time/calendar.js";
import { parseIsoTime } from "../../../time/iso-time.js";
import { COMMON_YEAR } from "../../../time/typical-year.js";
import { WeatherError } from "../../errors.js";
import type { WeatherPlace, WeatherSeries } from "../../series.js";
import { type Label, labelShift, type ReaderOptions, type ReadResult } from "../format.js";
import { knownColumns, type SourceColumn, type Where } from "./cells.js";
import { equalSteps } from "./equal-steps.js";
import { gapNotice } from "./notices.js";
import { NOMINAL_YEAR, NOMINAL_YEAR_START, offsetInYear, placeTypicalYear } from "./typical-year.js";

/** Stamps as they arrive: `addStamp` per row. Begin with `localRows()`. */
export interface LocalRows {
  /** Local standard time in ms, as if it were UTC. */
  readonly times: number[];
  /** The same from the start of a common year; NaN on 29 February. */
  readonly offsets: number[];
  readonly lines: number[];
  /** Whether the year changes within a year, as in months combined from several. */
  mixesYears: boolean;
  /** Date of the last row and its beginning. */
  year: number;
  month: number;
  day: number;
  dayStart: number;
  dayOffset: number;
}

export function localRows(): LocalRows {
  return {
    times: [],
    offsets: [],
    lines: [],
    mixesYears: false,
    year: Number.NaN,
    month: Number.NaN,
    day: Number.NaN,
    dayStart: Number.NaN,
    dayOffset: Number.NaN,
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
  rows.times.push(rows.dayStart + minutes * MINUTE);
  rows.offsets.push(rows.dayOffset + minutes * MINUTE);
  rows.lines.push(where.line);
}

function startDay(rows: LocalRows, year: number, month: number, day: number, where: Where): void {
  const written = [year, month, day].map((part, k) => String(part).padStart(k === 0 ? 4 : 2, "0")).join("-");
  const dayStart = parseIsoTime(`${written}T00:00Z`);
  if (Number.isNaN(dayStart)) throw new WeatherError(`there is no date ${written}`, where);
  if (rows.times.length > 0 && year !== rows.year && (year < rows.year || month >= rows.month)) rows.mixesYears = true;
  rows.dayStart = dayStart;
  rows.dayOffset = offsetInYear(month, day);
  rows.year = year;
  rows.month = month;
  rows.day = day;
}

/** Metadata of the rows. */
export interface LocalSource {
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
  /** Ms from a stamp to the time of its values, if the file states a difference. */
  readonly offset?: number;
}

/** @throws WeatherError as `equalSteps` */
export function seriesOfLocalRows(
  rows: LocalRows,
  columns: readonly SourceColumn[],
  source: LocalSource,
  options: ReaderOptions,
): ReadResult {
  const timeZone = options.timeOffset ?? source.timeZone;
  const label = options.label ?? source.label;
  const { offset = 0 } = source;
  const notices: Notice[] = [];
  const isTypical = source.isTypical ?? rows.mixesYears;
  const used = isTypical ? typicalRows(rows, columns, notices) : { ...rows, columns };
  const known = knownColumns(used.columns, notices, options.file);
  const steps = equalSteps({ times: used.times, lines: used.lines, columns: known }, options.file, source.step);
  notices.push(...gapNotice(steps.gaps));
  const series = { interval: steps.step / 1000, ...(source.place && { place: source.place }) };
  if (isTypical) {
    const { year = NOMINAL_YEAR } = options;
    const periodic = options.periodic ?? steps.count * steps.step === COMMON_YEAR;
    const start = steps.start + offset - NOMINAL_YEAR_START - labelShift(label, steps.step);
    const placed = placeTypicalYear({ ...steps, start }, timeZone, year, periodic);
    notices.push({ code: "typical-year", message: `typical year, mapped to ${year}` });
    return { series: { ...placed, ...series }, label, notices, typicalYear: true };
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
  return { series: real, label, notices };
}

/** The rows in the nominal year, without 29 February, which a typical year does not have. */
function typicalRows(rows: LocalRows, columns: readonly SourceColumn[], notices: Notice[]) {
  const kept = rows.offsets.flatMap((offset, row) => (Number.isNaN(offset) ? [] : [row]));
  const leapDays = rows.offsets.length - kept.length;
  if (leapDays > 0) notices.push({ code: "leap-day", message: `${leapDays} rows of 29 February are ignored` });
  const pick = (values: readonly number[]) => (leapDays === 0 ? values : kept.map((row) => values[row]!));
  return {
    // Some writers give the year's last midnight as 00:00 of the next year's first day.
    times: pick(rows.offsets).map(
      (offset, row) => NOMINAL_YEAR_START + (offset === 0 && row > 0 ? COMMON_YEAR : offset),
    ),
    lines: pick(rows.lines),
    columns: columns.map((column) => ({ ...column, values: pick(column.values) as number[] })),
  };
}

/** Minutes since the beginning of the day of an hour and a minute, 00:00 to 24:00; NaN for anything else. */
export function minuteOfDay(hour: number, minute: number): number {
  const minutes = hour * 60 + minute;
  return hour >= 0 && minute >= 0 && minute < 60 && minutes * MINUTE <= DAY ? minutes : Number.NaN;
}
