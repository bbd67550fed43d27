/**
 * Starts and ends as people type them, read into what the service takes: a date, a time of the place's clock, a time with an offset, or
 * one relative to now. A date as an end is meant with its whole day; the service takes the moment after it.
 */
import { DAY, HOUR, MINUTE, SECOND } from "irradiance-engine/internal/shared";
import type { Zone } from "../chart/time.js";

export type Edge = "start" | "end";

/** Why a text is no time: names of sentences in the texts of `time`. */
export type WrongTime =
  | "unreadable"
  | "noSuchDate"
  | "noSuchClock"
  | "eitherWay"
  | "shortYear"
  | "unit"
  | "skipped"
  | "order"
  | "early"
  | "late";

interface TimeReading {
  /** As the service takes it; undefined where something is wrong. */
  readonly time?: string;
  readonly wrong?: WrongTime;
  /** Clocks show this time twice, and its first pass is taken. */
  readonly isTwice?: true;
}

interface Now {
  /** Number of the place's day, counted from 1 January 1970. */
  readonly today: number;
  /** Of the place; undefined where it is not known yet. */
  readonly zone: Zone | undefined;
}

const LONGEST = 60;
/** Of four digits, and so that the day after one has four, too. */
const [FIRST_YEAR, LAST_YEAR] = [1000, 9998];
/** What is typed for a day, and how many days from today it is. */
const DAYS: { readonly [word: string]: number } = {
  today: 0,
  heute: 0,
  yesterday: -1,
  gestern: -1,
  tomorrow: 1,
  morgen: 1,
};
/** Beginnings of names of units, and the service's names. */
const UNITS: readonly (readonly [RegExp, string])[] = [
  [/^(?:s|sec|seconds?|sek|sekunden?)$/, "seconds"],
  [/^(?:min|minutes?|minuten?)$/, "minutes"],
  [/^(?:h|hours?|stunden?|std)$/, "hours"],
  [/^(?:d|days?|tage?n?)$/, "days"],
  [/^(?:w|weeks?|wochen?)$/, "weeks"],
];
/** January first; English and German, by their first three letters or more. */
const MONTHS: readonly (readonly string[])[] = [
  ["january", "januar", "jänner"],
  ["february", "februar"],
  ["march", "märz", "maerz"],
  ["april"],
  ["may", "mai"],
  ["june", "juni"],
  ["july", "juli"],
  ["august"],
  ["september"],
  ["october", "oktober"],
  ["november"],
  ["december", "dezember"],
];

export function readTime(text: string, edge: Edge, now: Now): TimeReading {
  const plain = text.trim().replace(/\s+/g, " ").replace(/[−–]/g, "-").toLowerCase();
  if (plain === "") return { time: "" };
  if (plain.length > LONGEST) return { wrong: "unreadable" };
  if (plain === "now" || plain === "jetzt") return { time: "now" };
  const day = Object.hasOwn(DAYS, plain) ? DAYS[plain] : undefined;
  if (day !== undefined) return { time: dateOf(now.today + day + (edge === "end" ? 1 : 0)) };
  return relative(plain) ?? withClock(plain, edge, now) ?? whole(plain, edge);
}

/** "-3days", "+72 hours", "3 days ago", "vor 3 Tagen", "in 2 days". */
function relative(text: string): TimeReading | undefined {
  const [, sign, count, unit = ""] = /^([+-]) ?(\d{1,7}) ?([a-zäöü]+)$/.exec(text) ?? [];
  if (sign !== undefined) return offset(sign, count, unit);
  const [, before, ofBefore = ""] =
    /^(\d{1,7}) ?([a-zäöü]+) ago$/.exec(text) ?? /^vor (\d{1,7}) ([a-zäöü]+)$/.exec(text) ?? [];
  if (before !== undefined) return offset("-", before, ofBefore);
  const [, ahead, ofAhead = ""] = /^in (\d{1,7}) ([a-zäöü]+)$/.exec(text) ?? [];
  return ahead === undefined ? undefined : offset("+", ahead, ofAhead);
}

function offset(sign: string, count = "0", unit: string): TimeReading {
  const found = UNITS.find(([pattern]) => pattern.test(unit))?.[1];
  return found === undefined ? { wrong: "unit" } : { time: `${sign}${Number(count)}${found}` };
}

const CLOCK = /(?:t|,? )(\d{1,2}):(\d\d)(?::(\d\d))?(?: uhr)?(?: ?(z|utc|gmt|[+-]\d\d:\d\d))?$/;

/** A date with a time of day; undefined where there is none. */
function withClock(text: string, edge: Edge, now: Now): TimeReading | undefined {
  const found = CLOCK.exec(text);
  if (!found) return undefined;
  const [, hour = "", minute = "", second, zone = ""] = found;
  const date = dayOf(text.slice(0, found.index));
  if (typeof date === "string") return { wrong: date };
  const isMidnight = Number(hour) === 24 && Number(minute) === 0 && Number(second ?? 0) === 0;
  if (!isMidnight && (Number(hour) > 23 || Number(minute) > 59 || Number(second ?? 0) > 59)) {
    return { wrong: "noSuchClock" };
  }
  const suffix = /^(?:z|utc|gmt)$/.test(zone) ? "Z" : zone;
  if (isMidnight) return { time: dateOf(date + 1) + (suffix === "" ? "" : `T00:00${suffix}`) };
  const clock = `T${hour.padStart(2, "0")}:${minute}${second === undefined || second === "00" ? "" : `:${second}`}`;
  const time = dateOf(date) + clock + suffix;
  // The service takes a date for the first moment of its day; a start at midnight is just that.
  if (suffix === "" && clock === "T00:00" && edge === "start") return { time: dateOf(date) };
  if (suffix !== "" || !now.zone) return { time };
  const moments = now.zone.momentsOf(Date.parse(`${dateOf(date)}${clock}Z`));
  if (moments.length === 0) return { wrong: "skipped" };
  return moments.length > 1 ? { time, isTwice: true } : { time };
}

/** A day, a month or a year. */
function whole(text: string, edge: Edge): TimeReading {
  const day = dayOf(text);
  if (typeof day === "number") return { time: dateOf(day + (edge === "end" ? 1 : 0)) };
  const [year, month] = monthIn(text) ?? [];
  if (year === undefined) return { wrong: day };
  if ((month ?? 0) > 11 || year < FIRST_YEAR || year > LAST_YEAR) return { wrong: "noSuchDate" };
  const [from, to] =
    month === undefined
      ? [Date.UTC(year, 0), Date.UTC(year + 1, 0)]
      : [Date.UTC(year, month), Date.UTC(year, month + 1)];
  return { time: dateOf((edge === "start" ? from : to) / DAY) };
}

/** Number of the day that a text names, or what is wrong with it. */
function dayOf(text: string): number | WrongTime {
  const [, year, month, date] =
    /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/.exec(text) ??
    inOrder([3, 2, 1], /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(text)) ??
    [];
  if (year !== undefined) return dayFrom(year, Number(month) - 1, date);
  if (/^\d{1,2}[./] ?\d{1,2}[./] ?\d{2}$/.test(text)) return "shortYear";
  const [, first, second, ofYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  if (first !== undefined) return slashed(Number(first), Number(second), ofYear);
  const [, own, name = "", inYear] =
    /^(\d{1,2})(?:\.|st|nd|rd|th)? ([a-zäöü]+)\.?,? (\d{4})$/.exec(text) ??
    inOrder([2, 1, 3], /^([a-zäöü]+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/.exec(text)) ??
    [];
  if (own === undefined) return "unreadable";
  const named = monthNamed(name);
  return named === undefined ? "unreadable" : dayFrom(inYear, named, own);
}

/** 13/1/2025 is in January either way; 2/1/2025 is not the same day everywhere. */
function slashed(first: number, second: number, year: string | undefined): number | WrongTime {
  if (first <= 12 && second <= 12 && first !== second) return "eitherWay";
  return first > 12 ? dayFrom(year, second - 1, String(first)) : dayFrom(year, first - 1, String(second));
}

/** The groups of a match in the order in which they are meant. */
function inOrder(groups: readonly number[], found: RegExpExecArray | null): (string | undefined)[] | undefined {
  return found ? [found[0], ...groups.map((k) => found[k])] : undefined;
}

/** "2025-06", "06.2025", "June 2025", "2025". */
function monthIn(text: string): [year: number, month: number | undefined] | undefined {
  if (/^\d{4}$/.test(text)) return [Number(text), undefined];
  const [, year, month] =
    /^(\d{4})-(\d{1,2})$/.exec(text) ?? inOrder([2, 1], /^(\d{1,2})[./](\d{4})$/.exec(text)) ?? [];
  if (year !== undefined) return [Number(year), Number(month) > 0 ? Number(month) - 1 : 12];
  const [, name = "", of] = /^([a-zäöü]+)\.? (\d{4})$/.exec(text) ?? [];
  const named = monthNamed(name);
  return of === undefined || named === undefined ? undefined : [Number(of), named];
}

/** From 0. */
function monthNamed(name: string): number | undefined {
  const found = MONTHS.findIndex((names) => names.some((one) => one.startsWith(name)));
  return name.length < 3 || found < 0 ? undefined : found;
}

function dayFrom(year: string | undefined, month: number, date: string | undefined): number | WrongTime {
  const time = Date.UTC(Number(year), month, Number(date));
  const found = new Date(time);
  const isDate =
    Number(year) >= FIRST_YEAR &&
    Number(year) <= LAST_YEAR &&
    found.getUTCMonth() === month &&
    found.getUTCDate() === Number(date);
  return isDate ? time / DAY : "noSuchDate";
}

/** "2025-01-01" of the number of a day. */
export function dateOf(day: number): string {
  return new Date(day * DAY).toISOString().slice(0, 10);
}

const DATE = /^\d{4}-\d\d-\d\d$/;

/** Whether a time of the service is a whole day's. */
export function isDate(time: string): boolean {
  return DATE.test(time);
}

/** Of "-3days"; undefined for what is not relative to now. */
export function relativeParts(
  time: string,
): { readonly sign: "+" | "-"; readonly count: number; readonly unit: string } | undefined {
  const [, sign, count, unit = ""] = /^([+-])(\d+)(second|minute|hour|day|week)s?$/.exec(time) ?? [];
  return sign === undefined ? undefined : { sign: sign as "+" | "-", count: Number(count), unit };
}

/** A time of the service as its field shows it: an end that is a date by the last day before it, the rest with a blank. */
export function shownTime(time: string, edge: Edge): string {
  if (isDate(time)) return edge === "end" ? dateOf(Date.parse(time) / DAY - 1) : time;
  if (!/^\d{4}-\d\d-\d\dT/.test(time)) return time;
  return time
    .replace("T", " ")
    .replace("Z", " UTC")
    .replace(/[+-]\d\d:\d\d$/, " $&");
}

/** Whether a time is one of the clock of whoever asks: a date, or a time without an offset. */
export function isOfClock(time: string): boolean {
  return /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d)?)?$/.test(time);
}

const MS: { readonly [unit: string]: number } = { second: SECOND, minute: MINUTE, hour: HOUR, day: DAY, week: 7 * DAY };

/** Unix ms of a time of the service; NaN where it is none, or where it is the place's and the zone is not known. */
export function instantOf(time: string, now: number, zone: Zone | undefined): number {
  if (time === "now") return now;
  const relative = relativeParts(time);
  if (relative) return now + (relative.sign === "-" ? -1 : 1) * relative.count * (MS[relative.unit] as number);
  if (!isOfClock(time)) return Date.parse(time);
  return zone ? zone.momentOf(Date.parse(isDate(time) ? time : `${time}Z`)) : Number.NaN;
}
