/** The rows' times, in every order of day and month that is still possible, until the whole file has decided. */

import { shown } from "../../../../foundation/text/shown.js";
import { DAY, dateFromDays, HOUR, MINUTE, SECOND } from "../../../../foundation/time/calendar.js";
import type { Notice } from "../../../contract/observation/types.js";
import { WeatherError } from "../../series.js";
import { parseValue, Runs, readInteger, type Where } from "../rows/cells.js";
import { addTime, type LocalRows, localRows, startDay } from "../rows/local-rows.js";
import { DATE_ORDERS, type DateOrder, type Days, dayNumber, parseSerial, type Stamp, StampTexts } from "./dates.js";
import type { DatePattern } from "./options.js";
import type { TimeColumns } from "./time-columns.js";

export interface Stamps {
  /** Days since 1970-01-01, by order. Orders that the file has excluded are absent. */
  readonly days: Map<DateOrder, Runs>;
  /** Since the beginning of the day. */
  readonly ms: Runs;
  /** Ms ahead of UTC; NaN where the time does not say. */
  readonly offsets: Runs;
  readonly lines: Runs;
  readonly texts: StampTexts;
  /** A date that is still open, as it is written. */
  openDate: string | undefined;
  /** Hours of numbered hours: 24 but never 0 tells that they count from 1. */
  hasHour0: boolean;
  hasHour24: boolean;
  hasMinutes: boolean;
  isSpreadsheet: boolean;
  isUnix: boolean;
}

export function openStamps(order: DateOrder | undefined): Stamps {
  return {
    days: new Map((order === undefined ? DATE_ORDERS : [order]).map((one) => [one, new Runs()])),
    ms: new Runs(),
    offsets: new Runs(),
    lines: new Runs(),
    texts: new StampTexts(),
    openDate: undefined,
    hasHour0: false,
    hasHour24: false,
    hasMinutes: false,
    isSpreadsheet: false,
    isUnix: false,
  };
}

/** @throws WeatherError for a cell that is no time, or a date that does not exist in any order still possible */
export function readStamp(
  stamps: Stamps,
  cells: readonly string[],
  columns: TimeColumns,
  pattern: DatePattern | undefined,
  where: Where,
): void {
  const stamp = stampOf(cells, columns, pattern, where, stamps);
  addDays(stamps, stamp, where);
  if (stamp.ms < HOUR) stamps.hasHour0 = true;
  if (stamp.ms >= DAY) stamps.hasHour24 = true;
  if (stamp.ms % HOUR !== 0) stamps.hasMinutes = true;
  stamps.ms.push(stamp.ms);
  stamps.offsets.push(stamp.offset ?? Number.NaN);
  stamps.lines.push(where.line);
}

function stampOf(
  cells: readonly string[],
  columns: TimeColumns,
  pattern: DatePattern | undefined,
  where: Where,
  stamps: Stamps,
): Stamp {
  if (columns.kind === "parts") return partsStamp(cells, columns, where, stamps.texts);
  if (columns.kind === "date-clock") return joinedStamp(cells, columns, pattern, where, stamps.texts);
  const cell = cells[columns.stamp]!;
  const stamp = pattern === undefined ? (stamps.texts.stamp(cell) ?? serialStamp(cell, stamps)) : pattern.parse(cell);
  if (stamp !== undefined) return stamp;
  throw new WeatherError(`${expectedTime(pattern)}, got ${shown(cell)}`, where);
}

function expectedTime(pattern: DatePattern | undefined): string {
  return pattern === undefined
    ? "time must be a date with a time of day, such as 2024-06-21T10:00Z or 21.06.2024 10:00 (dateFormat sets other forms)"
    : "time must match dateFormat";
}

function serialStamp(cell: string, stamps: Stamps): Stamp | undefined {
  const serial = parseSerial(cell);
  if (serial === undefined) return undefined;
  stamps.isSpreadsheet ||= serial.kind === "spreadsheet";
  stamps.isUnix ||= serial.kind === "unix";
  const days = Math.floor(serial.time / DAY);
  const offset = serial.kind === "unix" ? 0 : undefined;
  return { days, ms: serial.time - days * DAY, offset, date: cell };
}

function joinedStamp(
  cells: readonly string[],
  { date, clock, isHhmm }: TimeColumns & { kind: "date-clock" },
  pattern: DatePattern | undefined,
  where: Where,
  texts: StampTexts,
): Stamp {
  const [dateCell, clockCell] = [cells[date]!, cells[clock]!];
  if (pattern?.hasTime) {
    const stamp = pattern.parse(`${dateCell} ${clockCell}`);
    if (stamp !== undefined) return stamp;
    throw new WeatherError(`${expectedTime(pattern)}, got ${shown(`${dateCell} ${clockCell}`)}`, where);
  }
  const day = pattern === undefined ? texts.date(dateCell) : pattern.parse(dateCell);
  if (day === undefined) throw new WeatherError(`date must be a date, got ${shown(dateCell)}`, where);
  const time = texts.clock(clockCell) ?? numberClock(clockCell, isHhmm);
  if (time === undefined) throw new WeatherError(`time must be HH:MM, got ${shown(clockCell)}`, where);
  return { days: day.days, date: day.date, ms: time.ms, offset: time.offset };
}

function numberClock(cell: string, isHhmm: boolean): { ms: number; offset: undefined } | undefined {
  if (!/^\d{1,4}$/.test(cell)) return undefined;
  const value = Number(cell);
  const [hour, minute] = isHhmm ? [Math.floor(value / 100), value % 100] : [value, 0];
  const ms = hour * HOUR + minute * MINUTE;
  return minute < 60 && ms <= DAY ? { ms, offset: undefined } : undefined;
}

function partsStamp(
  cells: readonly string[],
  columns: TimeColumns & { kind: "parts" },
  where: Where,
  texts: StampTexts,
): Stamp {
  const { month, hour, minute, second, isHhmm } = columns;
  const year = readInteger(cells[columns.year]!, "year", 1, 9998, where);
  const date = [columns.year, month ?? columns.day, columns.day].map((index) => cells[index]!).join("-");
  const days =
    month === undefined
      ? dayNumber(year, 1, 1) + readInteger(cells[columns.day]!, "day of the year", 1, 366, where) - 1
      : dayNumber(
          year,
          readInteger(cells[month]!, "month", 1, 12, where),
          readInteger(cells[columns.day]!, "day", 1, 31, where),
        );
  if (Number.isNaN(days)) throw new WeatherError(`there is no date ${date}`, where);
  const clock = hour >= 0 && cells[hour]!.includes(":") ? texts.clock(cells[hour]!) : undefined;
  if (clock !== undefined) return { ...clock, days, date };
  const ms = isHhmm
    ? numberClock(cells[hour]!, true)?.ms
    : partMs(cells, hour, HOUR) + partMs(cells, minute, MINUTE) + partMs(cells, second, SECOND);
  // Hours from 1 to 24 may have minutes.
  if (ms === undefined || !(ms >= 0 && ms < DAY + HOUR)) {
    const given = [hour, minute, second].filter((index) => index >= 0).map((index) => cells[index]);
    throw new WeatherError(`hour and minute must be 0:00 to 24:00, got ${shown(given.join(":"))}`, where);
  }
  return { days, ms, offset: undefined, date };
}

/** Numbers may have decimals: an hour of 0.5 is 30 minutes. */
function partMs(cells: readonly string[], index: number, unit: number): number {
  if (index < 0) return 0;
  const value = parseValue(cells[index]!.replace(",", "."));
  return value === undefined ? Number.NaN : Math.round((value * unit) / SECOND) * SECOND;
}

function addDays(stamps: Stamps, { days, date }: Stamp, where: Where): void {
  for (const [order, column] of stamps.days) {
    const day = dayIn(days, order);
    if (Number.isNaN(day)) stamps.days.delete(order);
    else column.push(day);
  }
  if (stamps.days.size === 0) {
    const before = where.line;
    throw new WeatherError(
      `there is no date ${shown(date)} in the order of day, month and year of the rows before (pass dateFormat)`,
      { file: where.file, line: before },
    );
  }
  if (typeof days !== "number") stamps.openDate ??= date;
}

function dayIn(days: Days, order: DateOrder): number {
  return typeof days === "number" ? days : days[order];
}

/** In words, for questions. */
function dateIn(order: DateOrder, day: number): string {
  const { year, month, day: dayOfMonth } = dateFromDays(day);
  const iso = [year, month, dayOfMonth].map((part, k) => String(part).padStart(k === 0 ? 4 : 2, "0")).join("-");
  return `${iso} (dateFormat "${order}")`;
}

/**
 * The rows' dates in the order that the file decides: days above 12 exclude the others; else dates follow one another
 * without jumps in one order only; else points are day.month.year.
 *
 * @throws WeatherError with a question if nothing decides
 */
export function decidedDays(stamps: Stamps, notices: Notice[], file: string | undefined): Runs {
  const [first, ...others] = [...stamps.days];
  const [, days] = first!;
  const open = others.filter(([, other]) => !other.equals(days));
  if (open.length === 0) return days;
  const candidates = [first!, ...open];
  const jumps = candidates.map(([, column]) => jumpsIn(column, stamps.ms));
  const fewest = Math.min(...jumps);
  const best = candidates.filter((_, k) => jumps[k] === fewest);
  const chosen =
    best.length === 1 && fewest < Number.POSITIVE_INFINITY
      ? best[0]
      : stamps.openDate?.includes(".")
        ? best.find(([order]) => order === "DMY")
        : undefined;
  if (chosen === undefined) {
    const readings = candidates.map(([order, column]) => dateIn(order, column.at(0))).join(" or ");
    throw new WeatherError(`the order of day and month is not clear: is ${shown(stamps.openDate)} ${readings}?`, {
      file,
      line: stamps.lines.at(0),
    });
  }
  const reason = best.length === 1 ? "the rows follow one another in this order only" : "they are written with points";
  const written = { DMY: "day, month, year", MDY: "month, day, year", YMD: "year, month, day" }[chosen[0]];
  notices.push({
    code: "date-order",
    message: `dates are read as ${written}, because ${reason}: pass dateFormat if they are not`,
  });
  return chosen[1];
}

/** How often the next row is more than a day away; infinite if time goes back. */
function jumpsIn(days: Runs, ms: Runs): number {
  let jumps = 0;
  for (let row = 1; row < days.length; row++) {
    const step = (days.at(row) - days.at(row - 1)) * DAY + ms.at(row) - ms.at(row - 1);
    // The hour that daylight saving repeats is no sign of a wrong order.
    if (step < -HOUR) return Number.POSITIVE_INFINITY;
    if (step > DAY) jumps += 1;
  }
  return jumps;
}

/** The rows as dates in local time; 24:00 stays on its day. @param back ms by which all stamps are set back */
export function localRowsOf(
  { lines, ms }: Pick<Stamps, "lines" | "ms">,
  days: Runs,
  back: number,
  file: string | undefined,
): LocalRows {
  const rows = localRows();
  for (let row = 0, before = Number.NaN; row < days.length; row++) {
    const now = days.at(row);
    const line = lines.at(row);
    if (now !== before) {
      const { year, month, day } = dateFromDays(now);
      startDay(rows, year, month, day, { file, line });
      before = now;
    }
    addTime(rows, ms.at(row) - back, line);
  }
  return rows;
}

/**
 * The rows in universal time, as local time of UTC.
 *
 * @param toUtc Unix ms of a local time, after the one before
 * @param jumped is given the rows whose time the clocks jump over, and they are left out; undefined: there must be none
 */
export function utcRowsOf(
  { lines, ms, offsets }: Stamps,
  days: Runs,
  toUtc: (local: number, offset: number, before: number) => number,
  file: string | undefined,
  jumped?: (row: number) => void,
): LocalRows {
  const [utcDays, utcMs, kept] = [new Runs(), new Runs(), new Runs()];
  for (let row = 0, before = Number.NaN; row < days.length; row++) {
    const time = toUtc(days.at(row) * DAY + ms.at(row), offsets.at(row), before);
    if (Number.isNaN(time)) {
      if (jumped !== undefined) {
        jumped(row);
        continue;
      }
      throw new WeatherError("the clocks of this zone jump over this time", { file, line: lines.at(row) });
    }
    const day = Math.floor(time / DAY);
    utcDays.push(day);
    utcMs.push(time - day * DAY);
    kept.push(lines.at(row));
    before = time;
  }
  return localRowsOf({ lines: kept, ms: utcMs }, utcDays, 0, file);
}
