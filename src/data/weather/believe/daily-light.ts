/**
 * The days of a column of light beside those of the sun, and what they show of the fields of an archive: wrong units, sums read as values of
 * their step, and clocks of another zone. A net for gross errors, in which no weather and no sensor is caught.
 */
import { atan2, cos, sin } from "../../../foundation/math/index.js";
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { solarDayShift } from "../../../foundation/time/solar-day.js";
import { SOLAR_CONSTANT } from "../../../physics/models/solar-position/extraterrestrial.js";
import { NIGHT, type Place, sunAt } from "../../../physics/sky/clear-sky.js";
import type { TimeGrid } from "../../../physics/sky/time-grid.js";
import { AT_NIGHT, FEWEST_DAYS, LATE, NO_LIGHT, WHOLE } from "./context.js";
import type { FindingCode } from "./types.js";

const TURN = 2 * Math.PI;
/** ms: the sun is looked at as often, and rows are thinned to as many. */
const MOMENT = HOUR / 4;
/** Days that are looked at: a year of hours takes a millisecond. */
const MOST_DAYS = 40;
/**
 * How much light has a middle: at one time of the day 1, the sun's of twelve hours 0.79, at all times alike 0. In the summer of the
 * polar circle the sun's own has too little of one to compare clouds with.
 */
const SUN_MIDDLE = 0.5;
const LIGHT_MIDDLE = 0.2;

export function percent(share: number): string {
  return `${Number((100 * share).toPrecision(2))} %`;
}

/** Hours as −12 … 12: twelve hours late are twelve early. */
export function withinDay(hours: number): number {
  return hours - 24 * Math.round(hours / 24);
}

/** Light around the clock: its sum, and its middle, as masses on a circle have one, so that no clock is too far off. */
export class Dial {
  sum = 0;
  count = 0;
  private x = 0;
  private y = 0;

  /** @param time ms, of which the part within a day counts */
  add(value: number, time: number): void {
    const angle = (TURN * (time % DAY)) / DAY;
    this.sum += value;
    this.count++;
    this.x += value * cos(angle);
    this.y += value * sin(angle);
  }

  addAll({ sum, count, x, y }: Dial): void {
    this.sum += sum;
    this.count += count;
    this.x += x;
    this.y += y;
  }

  get length(): number {
    return Math.sqrt(this.x * this.x + this.y * this.y);
  }

  /** By how many hours its middle is later than another one's. */
  hoursAfter(other: Dial): number {
    return withinDay((24 / TURN) * (atan2(this.y, this.x) - atan2(other.y, other.x)));
  }
}

/** A day from one midnight of the sun to the next. */
interface DayOfLight {
  /** Light without an atmosphere on level ground in the rows that have values, the mean in W/m². */
  readonly sun: number;
  /** Share of the day's that they have. */
  readonly seen: number;
  /** Light of the series in those rows, as a share of the sun's. */
  readonly clearness: number;
  /** Share of it that falls in the night. */
  readonly night: number;
  /** Hours by which its middle is later than the sun's, −12 … 12; NaN where one of them has none. */
  readonly late: number;
}

/**
 * Days that lie in the series as a whole, at most forty, evenly chosen.
 *
 * @param values global horizontal irradiance, W/m²; NaN where there is none
 */
export function daysOfLight(values: Float64Array, grid: TimeGrid, place: Place): DayOfLight[] {
  const shift = solarDayShift(place.longitude);
  return daysWithin(grid.start + shift, grid.count * grid.step).map((start) =>
    dayOf(values, grid, start - shift, place),
  );
}

/** Starts of whole days, evenly chosen. */
function daysWithin(start: number, length: number): number[] {
  const from = Math.ceil(start / DAY);
  const count = Math.max(0, Math.floor((start + length) / DAY) - from);
  const most = Math.min(count, MOST_DAYS);
  return Array.from({ length: most }, (_, k) => (from + Math.floor(((k + 0.5) * count) / most)) * DAY);
}

function dayOf(values: Float64Array, { start: first, step }: TimeGrid, start: number, place: Place): DayOfLight {
  const stride = Math.max(1, Math.floor(MOMENT / step));
  const from = Math.ceil((start - first) / step);
  const count = Math.floor((start + DAY - 1 - first - from * step) / (step * stride)) + 1;
  const rows = Array.from({ length: count }, (_, k) => from + k * stride);
  const { sent, isDark } = sunOver(rows, first, step, place);
  const [seen, sun] = [new Dial(), new Dial()];
  let [whole, night] = [0, 0];
  for (const [k, row] of rows.entries()) {
    const value = Math.max(0, values[row]!);
    whole += sent[k]!;
    if (Number.isNaN(value)) continue;
    const time = first + (row + 0.5) * step - start;
    seen.add(value, time);
    sun.add(sent[k]!, time);
    if (isDark[k]) night += value;
  }
  const hasMiddle = seen.length > LIGHT_MIDDLE * seen.sum && sun.length > SUN_MIDDLE * sun.sum;
  return {
    sun: sun.sum / Math.max(1, sun.count),
    seen: sun.sum / whole,
    clearness: seen.sum / sun.sum,
    night: seen.sum > 0 ? night / seen.sum : 0,
    late: hasMiddle ? seen.hoursAfter(sun) : Number.NaN,
  };
}

/** The sun's light in rows, in W/m² without an atmosphere, and whether it is night throughout. */
function sunOver(rows: readonly number[], first: number, step: number, place: Place) {
  const moments = Math.ceil(step / MOMENT);
  const times = rows.flatMap((row) =>
    Array.from({ length: moments }, (_, j) => first + (row + (j + 0.5) / moments) * step),
  );
  const { sine, distance } = sunAt(Float64Array.from(times), place);
  const sent = new Float64Array(rows.length);
  const isDark = new Array<boolean>(rows.length).fill(true);
  for (let k = 0; k < times.length; k++) {
    const row = Math.floor(k / moments);
    sent[row]! += (SOLAR_CONSTANT * Math.max(0, sine[k]!)) / (distance[k]! * distance[k]! * moments);
    if (sine[k]! > NIGHT) isDark[row] = false;
  }
  return { sent, isDark };
}

/** What is doubtful of light: its kind, as of findings in files, and a sentence without its full stop. */
export interface DailyLightFlag {
  readonly code: Extract<FindingCode, "meter" | "unit" | "dead" | "clock" | "night">;
  readonly message: string;
}

/** Days that tell something: W/m² of the sun without an atmosphere, in the mean. */
const SUNNY = 100;
/** Of the light without an atmosphere: that of a day was 0.81 at the most, in three years and a half at four stations. */
const BRIGHTEST_DAY = 1.1;
/** Steps with no course within the day tell nothing, ms. */
const LONGEST = 6 * HOUR;

/**
 * Whether the global irradiance of an archive comes as the sun sends it.
 *
 * @param values W/m², NaN where there is none
 * @returns undefined: nothing to say, or too little to tell
 */
export function checkDailyLight(values: Float64Array, grid: TimeGrid, place: Place): DailyLightFlag | undefined {
  if (grid.step > LONGEST) return undefined;
  const days = daysOfLight(values, grid, place).filter(({ sun, seen }) => sun >= SUNNY && seen >= WHOLE.middle);
  // Impossible sums are left out of the series: too few values remain for those days.
  if (growsByDay(values, grid)) return GROWS;
  if (days.length < FEWEST_DAYS.archive) return undefined;
  return tooDark(days, grid.step / 1000) ?? tooBright(days) ?? wrongClock(days) ?? atNight(days) ?? dead(days);
}

const GROWS: DailyLightFlag = {
  code: "meter",
  message:
    "values only grow from 00 UTC to 00 UTC, like sums since midnight that are read as values of single steps: " +
    '`"product": "era5-land"`, or `"is": "sum-since-midnight"` in `variables`',
};

function tooDark(days: readonly DayOfLight[], seconds: number): DailyLightFlag | undefined {
  const most = Math.max(...days.map(({ clearness }) => clearness));
  if (most >= NO_LIGHT.brightestDay) return undefined;
  const isUsual = (scale: number) => most * scale > 0.3 && most * scale < 1;
  const likely = isUsual(seconds) ? "W/m² with the unit J/m²" : isUsual(1000) ? "kW/m²" : "values in another unit";
  const message = `the brightest of ${days.length} days has ${percent(most)} of the sun's light without an atmosphere: they look like ${likely}`;
  return { code: "unit", message };
}

function tooBright(days: readonly DayOfLight[]): DailyLightFlag | undefined {
  const bright = days.filter(({ clearness }) => clearness > BRIGHTEST_DAY);
  if (bright.length < days.length / 4) return undefined;
  const most = Math.max(...bright.map(({ clearness }) => clearness));
  const message =
    `${bright.length} of ${days.length} days have more light than the sun sends, up to ${percent(most)} of it: ` +
    "they look like values in another unit, or sums over longer steps";
  return { code: "unit", message };
}

function wrongClock(days: readonly DayOfLight[]): DailyLightFlag | undefined {
  const hours = days.map(({ late }) => late).filter((late) => !Number.isNaN(late));
  if (hours.length < Math.max(FEWEST_DAYS.archive, days.length / 2)) return undefined;
  const late = leastOfMost(hours);
  if (Math.abs(late) < LATE.archive) return undefined;
  const zone = Math.round(late);
  const clock = `UTC${zone < 0 ? "−" : "+"}${Math.abs(zone)}`;
  const message =
    `the middle of the light is ${Math.abs(late).toFixed(1)} h ${late < 0 ? "earlier" : "later"} than the sun's noon: ` +
    `its times look like ${clock} times read as UTC (\`timeShift\`: ${-3600 * zone})`;
  return { code: "clock", message };
}

/** What three quarters of the days exceed, in either direction, sorted around the first. */
function leastOfMost(hours: readonly number[]): number {
  const turned = hours.map((late) => hours[0]! + withinDay(late - hours[0]!)).sort((a, b) => a - b);
  const quarter = turned.length >> 2;
  return withinDay(turned[turned.length >> 1]! < 0 ? turned[turned.length - 1 - quarter]! : turned[quarter]!);
}

function atNight(days: readonly DayOfLight[]): DailyLightFlag | undefined {
  const mean = (of: (day: DayOfLight) => number) => days.reduce((sum, day) => sum + of(day), 0) / days.length;
  const share = mean(({ night, clearness, sun }) => night * clearness * sun) / mean((day) => day.clearness * day.sun);
  if (!(share > AT_NIGHT.archive)) return undefined;
  const message = `${percent(share)} of the light falls while the sun is more than 6° below the horizon: its times or its values are wrong`;
  return { code: "night", message };
}

function dead(days: readonly DayOfLight[]): DailyLightFlag | undefined {
  const without = days.filter(({ clearness }) => clearness < NO_LIGHT.day);
  if (without.length === 0) return undefined;
  const message = `${without.length} of ${days.length} days looked at have no light while the sun is up: zeros that stand for missing values?`;
  return { code: "dead", message };
}

/** Days that must grow, and by how much (W/m²), before they count as sums; rises within a day that make them so. */
const GROWING = 0.6;
const LEAST_RISE = 100;
const RISES = 3;

/** Whether most days only grow from 00 UTC to 00 UTC: the sun's light goes down again, wherever it shines. */
function growsByDay(values: Float64Array, { start, step, count }: TimeGrid): boolean {
  const days = daysWithin(start, count * step);
  const grown = days.filter((day) => {
    const from = Math.ceil((day - start) / step);
    return grows(values.subarray(from, Math.floor((day + DAY - start) / step)));
  });
  return grown.length >= Math.max(FEWEST_DAYS.archive, GROWING * days.length);
}

function grows(values: Float64Array): boolean {
  const there = values.filter((value) => !Number.isNaN(value));
  let rises = 0;
  for (let k = 1; k < there.length; k++) {
    if (there[k]! < there[k - 1]! - 1) return false;
    if (there[k]! > there[k - 1]! + 1) rises++;
  }
  return rises >= RISES && there[there.length - 1]! - there[0]! > LEAST_RISE;
}
