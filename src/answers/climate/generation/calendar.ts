/** What all laws of a generated year share: its 365 days on the clock of its place, the addresses of its random numbers, and how tropical a place is. */
import { DAY, HOUR, MONTH_DAYS, yearStart } from "../../../foundation/time/calendar.js";
import { COMMON_DAYS, dayWithin, isLeapYear } from "../../../foundation/time/typical-year.js";

export const DAYS = COMMON_DAYS;
export const HOURS = 24;

/** Day of the year (0…364) at which each month begins, and 365. */
export const MONTH_BEGINS: readonly number[] = /* @__PURE__ */ monthBegins();

function monthBegins(): number[] {
  const begins = [0];
  for (const days of MONTH_DAYS) begins.push(begins[begins.length - 1]! + days);
  return begins;
}

export interface YearCalendar {
  readonly year: number;
  /** Start of the first interval, Unix ms. */
  readonly start: number;
  /** Standard-time UTC offset, hours. */
  readonly timeZone: number;
  readonly leap: boolean;
}

export function yearCalendar(year: number, timeZone: number): YearCalendar {
  return { year, start: yearStart(year) - timeZone * HOUR, timeZone, leap: isLeapYear(year) };
}

/** Start of one of the 365 days, Unix ms. */
export function startOfDay({ start, leap }: YearCalendar, day: number): number {
  return start + dayWithin(leap, day) * DAY;
}

export function sumOf(column: Float64Array, from: number, to: number): number {
  let sum = 0;
  for (let row = from; row < to; row++) sum += column[row]!;
  return sum;
}

/** What random numbers are drawn for: no two draws of a year share an address. A new purpose takes a new number. */
export const PURPOSE = {
  /** i = day, j = 1: normal of the day; j = 0, i = 0: of the day before the first. */
  days: 1,
  /** i = day, j = hour: normal. */
  hours: 2,
  /** i = hour of the year, j = minute: normal. */
  minutes: 3,
  /** i = hour of the year: uniform, how unsettled its minutes are. */
  unsettled: 4,
  /** i = day: uniform, next state of the Markov chain. */
  states: 5,
  /** i = day: normal, of the air. */
  air: 6,
  /** i = hour of the year: normal. */
  wind: 7,
  /** Weather without state. i = day of thirty leap years: normal; attempt: whose. */
  dates: 8,
  /** i = day: uniform, the place within its thirtieth; attempt: whose. */
  anyDay: 9,
  /** i = run, j = lead in hours: normals of what a forecast gets wrong; attempt: what of. */
  runs: 10,
} as const;

/** Degrees from the equator up to which weather is that of the tropics alone, and from which on it is not. */
export type Tropics = readonly [all: number, none: number];

/** Set with twenty places within 35 degrees, `research/fit-tropics.mjs`, which judges it at each without it. */
const TROPICS: Tropics = [20, 27];

/** How far a place is in the tropics, where no fronts pass and days are alike: 1 there, 0 beyond the subtropics. */
export function tropicalShare(latitude: number, [all, none] = TROPICS): number {
  return Math.min(Math.max((none - Math.abs(latitude)) / (none - all), 0), 1);
}
