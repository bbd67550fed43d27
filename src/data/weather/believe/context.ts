/** What all checks of a series share: its rows, the sky above each, the findings so far, and dates as sentences have them. */
import { DAY, dateFromDays, HOUR, MINUTE, SHORT_MONTH_NAMES } from "../../../foundation/time/calendar.js";
import { monthlyRows } from "../../../foundation/time/monthly.js";
import { solarDayShift } from "../../../foundation/time/solar-day.js";
import { offsetText } from "../../../foundation/time/zone.js";
import { MOMENT } from "../../../physics/sky/clear-sky.js";
import { SunAndSky } from "../../../physics/sky/sun-and-sky.js";
import { BRIGHTEST, DARKEST } from "../limits.js";
import type { CheckedWeather, WeatherPlace } from "../series.js";
import { bitsOf, type ExamineOptions, type Finding, type RowSpan } from "./types.js";

/** Enough where only the shape of a clear day counts. */
export const USUAL_TURBIDITY = 3;
/** Moments computed at once. */
const MOMENTS = 1440;
/** Most stretches that are named by their solar dates. */
const NAMED_SPANS = 3;

/** A finding before anybody counts its rows. */
export type Found = Omit<Finding, "rows">;

/** One value a row. */
export class CheckContext {
  readonly weather: CheckedWeather;
  readonly place: WeatherPlace;
  readonly options: ExamineOptions;
  /** Step and start of the first interval in ms (of an instant: half a step before it). */
  readonly start: number;
  readonly step: number;
  readonly count: number;
  /** Linke turbidity, one value or 12 months. */
  readonly turbidity: number | readonly number[];
  /** Sine of the mean apparent elevation of the sun in the interval; below 0 in the night. */
  readonly sunHeight: Float32Array;
  /** W/m² on level ground, means over the interval: without an atmosphere, and under a clear sky; 0 in the night. */
  readonly extraterrestrial: Float32Array;
  readonly clear: Float32Array;
  /** GHI as the series has it, else direct + diffuse; NaN = missing, impossible values included. */
  readonly light: Float64Array;
  /** Of each row, one bit for each finding. */
  readonly flags: Uint32Array;
  readonly findings: Finding[] = [];
  /** Mean solar time of the middle of the first row. */
  readonly #solarMiddle: number;

  constructor(weather: CheckedWeather, place: WeatherPlace, options: ExamineOptions) {
    const { count, sampling, interval } = weather;
    [this.weather, this.place, this.options, this.count] = [weather, place, options, count];
    this.step = interval * 1000;
    this.start = weather.start - (sampling === "instant" ? this.step / 2 : 0);
    this.#solarMiddle = this.start + this.step / 2 + solarDayShift(place.longitude);
    const { linkeTurbidity = USUAL_TURBIDITY } = options;
    this.turbidity = typeof linkeTurbidity === "number" ? linkeTurbidity : Array.from(linkeTurbidity);
    this.sunHeight = new Float32Array(count);
    this.extraterrestrial = new Float32Array(count);
    this.clear = new Float32Array(count);
    this.#computeSky();
    this.light = lightOf(weather, this.sunHeight);
    this.flags = new Uint32Array(count);
  }

  #computeSky(): void {
    const { start, step, count } = this;
    const many = Math.ceil(step / MOMENT);
    const batch = Math.max(1, Math.floor(MOMENTS / many));
    const sky = this.sunAndSky(batch * many);
    for (let first = 0; first < count; first += batch) {
      const rows = Math.min(batch, count - first);
      for (let k = 0; k < rows * many; k++) sky.time[k] = start + first * step + ((k + 0.5) * step) / many;
      this.computeAt(sky, rows * many);
      meansOf(sky.apparentSine, rows, many, this.sunHeight, first);
      meansOf(sky.extraterrestrial, rows, many, this.extraterrestrial, first);
      meansOf(sky.global, rows, many, this.clear, first);
    }
  }

  /** Sun and clear sky of the place for so many moments. */
  sunAndSky(count: number): SunAndSky {
    const { latitude, longitude, altitude = 0 } = this.place;
    return new SunAndSky({ latitude, longitude, altitude }, count);
  }

  /** Computes the first moments, whose times are set. */
  computeAt(sky: SunAndSky, count: number): void {
    const { turbidity } = this;
    if (typeof turbidity === "number") sky.turbidity.fill(turbidity, 0, count);
    else monthlyRows(turbidity, sky.time, count, sky.turbidity);
    sky.compute(count);
  }

  /** Sets the bits of rows and keeps the finding. @param isRow which rows of the spans are concerned; default: all */
  add(finding: Found, isRow: (row: number) => boolean = () => true): void {
    const bit = bitsOf([finding.code]);
    let rows = 0;
    for (const { from, to } of finding.spans) {
      for (let row = from; row < to; row++) {
        if (!isRow(row)) continue;
        this.flags[row]! |= bit;
        rows++;
      }
    }
    this.findings.push({ ...finding, rows });
  }

  /** The whole series as a stretch. */
  get whole(): RowSpan[] {
    return [{ from: 0, to: this.count }];
  }

  /** Whether the sun is up in the row. */
  isLit(row: number): boolean {
    return this.extraterrestrial[row]! > 0;
  }

  /** Day of mean solar time, from 1970. */
  solarDay(row: number): number {
    return Math.floor((this.#solarMiddle + row * this.step) / DAY);
  }

  /** The first row whose middle is not before a time of mean solar time (ms). */
  firstRowFrom(solarTime: number): number {
    return Math.ceil((solarTime - this.#solarMiddle) / this.step);
  }

  /** Hour of mean solar time, from the midnight of a solar day. */
  solarHour(row: number, day: number): number {
    return Math.floor((this.#solarMiddle + row * this.step - day * DAY) / HOUR);
  }

  /** "29 Mar 2020": the solar day of a row; a typical year has no years of its own. */
  solarDate(row: number): string {
    const { year, month, day } = dateFromDays(this.solarDay(row));
    const date = `${day} ${SHORT_MONTH_NAMES[month - 1]}`;
    return this.options.isTypicalYear ? date : `${date} ${year}`;
  }

  /** "from 29 Mar 2020 to 24 Oct 2020" */
  solarSpans(spans: readonly RowSpan[]): string {
    const named = spans
      .slice(0, NAMED_SPANS)
      .map(({ from, to }) => `from ${this.solarDate(from)} to ${this.solarDate(to - 1)}`)
      .join(", ");
    const more = spans.length - NAMED_SPANS;
    return more > 0 ? `${named} and ${more} more ${more === 1 ? "time" : "times"}` : named;
  }

  /** "2020-03-29" by the clock of the place. */
  clockDate(row: number): string {
    return this.#clockText(row).slice(0, 10);
  }

  /** The longest stretch by its dates, with hours where it is shorter than two days, and how many more there are. */
  clockSpans(spans: readonly RowSpan[]): string {
    const { from, to } = spans.reduce((a, b) => (b.to - b.from > a.to - a.from ? b : a));
    const others = spans.length - 1;
    const rest = others === 0 ? "" : others === 1 ? " and in one more stretch" : ` and in ${others} more stretches`;
    if ((to - from) * this.step >= 2 * DAY) return `${this.clockDate(from)} to ${this.clockDate(to - 1)}${rest}`;
    const [first, last] = [this.#clockText(from), this.#clockText(to)];
    const until = first.slice(0, 10) === last.slice(0, 10) ? last.slice(11) : last;
    return `${first} to ${until} (UTC${offsetText(this.#offset)})${rest}`;
  }

  /** The times of day of a stretch, such as "from 12:00 to 13:00 (UTC-03:00)". */
  clockTimes({ from, to }: RowSpan): string {
    const [begin, end] = [from, to].map((row) => this.#clockText(row).slice(11));
    return `from ${begin} to ${end} (UTC${offsetText(this.#offset)})`;
  }

  /** Ahead of UTC, ms: the clock of the place's zone, or else of its meridian to the hour. */
  get #offset(): number {
    const { timeZone, longitude } = this.place;
    return Math.round((timeZone ?? Math.round(longitude / 15)) * 60) * MINUTE;
  }

  /** "2020-03-29 12:00": the beginning of a row. */
  #clockText(row: number): string {
    const two = (value: number) => String(value).padStart(2, "0");
    const local = this.start + row * this.step + this.#offset;
    const { year, month, day } = dateFromDays(Math.floor(local / DAY));
    const minutes = Math.floor((local - Math.floor(local / DAY) * DAY) / MINUTE);
    return `${year}-${two(month)}-${two(day)} ${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  }

  /** So many rows as hours. */
  hoursText(rows: number): string {
    const hours = (rows * this.step) / HOUR;
    return `${hours < 10 ? figure(hours) : Math.round(hours)} h`;
  }
}

function meansOf(moments: Float64Array, rows: number, many: number, into: Float32Array, first: number): void {
  for (let row = 0; row < rows; row++) {
    let sum = 0;
    for (let k = row * many; k < (row + 1) * many; k++) sum += moments[k]!;
    into[first + row] = sum / many;
  }
}

/** GHI, else the sum of its components on level ground, without what no sensor can have seen. */
function lightOf({ columns, count }: CheckedWeather, sunHeight: Float32Array): Float64Array {
  const global = columns.global_horizontal_irradiance;
  const diffuse = columns.diffuse_horizontal_irradiance;
  const direct = columns.direct_horizontal_irradiance;
  const beam = columns.direct_normal_irradiance;
  // Ten years of minutes are worth no copy.
  if (global?.every((value) => !(value > BRIGHTEST || value < DARKEST))) return global;
  const light = new Float64Array(count).fill(Number.NaN);
  if (global === undefined && (diffuse === undefined || (direct === undefined && beam === undefined))) return light;
  for (let row = 0; row < count; row++) {
    const value = global?.[row] ?? (direct?.[row] ?? beam![row]! * Math.max(sunHeight[row]!, 0)) + diffuse![row]!;
    light[row] = possible(value);
  }
  return light;
}

/** The value, or NaN where no sensor can have seen it. */
export function possible(value: number): number {
  return value <= BRIGHTEST && value >= DARKEST ? value : Number.NaN;
}

/** Two figures. */
export function figure(value: number): string {
  return String(Number(value.toPrecision(2)));
}

/*
 * Thresholds that several checks share, or that ask one question of different light: one row for each question, so that numbers which
 * differ stand beside one another with the reason. Thresholds of one check alone stand in its file.
 */

/** Shares of values that are darker than the "clear" ones. */
export const CLEAR = {
  /** Days of a whole series against the clear sky: one tenth of the light falls on days that are clearer. */
  days: 0.9,
  /** Days of a month, of which there are few. */
  daysOfMonth: 0.85,
  /** Days against a sky without haze: the fiftieth part of the light falls on clearer ones. */
  clearest: 0.98,
  /** Rows of a month at one hour of the day, to which a tilted plane is fitted. */
  rowsOfHour: 0.9,
  /** Hours of a window of days beside a run, whose own hours show what weather does. */
  hoursBesideRun: 0.95,
} as const;

/** Share of a day's clear-sky light that has to be there before the day tells something. */
export const WHOLE = {
  /** Of its brightness: what is missing may have been its clouds. */
  brightness: 0.9,
  /** Of whether it had a cloud at all. */
  cloudless: 0.8,
  /** Of its middle in fields of an archive, and of the course of its light. */
  middle: 0.7,
  course: 0.6,
  /** Of how clear it was, where it stands for lost rows. */
  index: 0.3,
} as const;

/** W/m² of a clear sky, above which a row tells something. */
export const LIT = {
  /** Of a value that stands still: the sun could have changed it. */
  still: 50,
  /** Of a tilted plane: by rows, and by hours of a month. */
  planeRow: 50,
  planeHour: 100,
  /** Of hours beside a run: below, refraction and horizon count as much as clouds. */
  training: 200,
} as const;

/** Light by day that is no light, as a share of the light without an atmosphere. */
export const NO_LIGHT = {
  /** Under a high sun, and in the darkest hours of storms; the days of storms have more than 3 %. */
  row: 0.003,
  storm: 0.01,
  /** Of a day of an archive: the darkest of any in 120 files of stations and typical years has more than a hundredth. */
  day: 0.001,
  /** Of the brightest day of some: in three years and a half at four stations, in stretches of three days, it was 0.095 at the least. */
  brightestDay: 0.01,
  /** Of any unit (kW/m²: 0.001): a file so dark is dead. */
  unit: 3e-4,
} as const;

/** Share of the light in the night (below −6°). */
export const AT_NIGHT = {
  /** Deep in the night, beside the day alone or not: worth a word. */
  deep: 0.0005,
  /** At all: more is no matter of sensors, or of clocks a minute off. */
  notable: 0.002,
  /** Of an archive's cells, whose middles are off by minutes: 0.0005 at four stations at the most. */
  archive: 0.01,
  /** A clock, where the course of the days says nothing, and a clock beyond doubt. */
  clock: 0.02,
  sureClock: 0.1,
  /** With as many dark rows by day: a clock, or another place. */
  notTheSun: 0.05,
  /** Of an offset, which falls by day, too: a zero that is so wrong teaches nothing. */
  offset: 0.1,
} as const;

/** Hours by which the middle of the light is late. */
export const LATE = {
  /** Of the light of another zone, whose course is then tried there. */
  zone: 1.6,
  /**
   * Three quarters of the days of an archive: of the median day it was 1.6 in three days at four stations and 0.8 in ten, and a valley may
   * lose its mornings. So a clock that is an hour or two off is not seen there.
   */
  archive: 2.5,
  /** Of times whose zone is asked for, beside the length of a step, where clouds, a hill and another label count. */
  asked: 0.6,
  /** Of a day, by clouds alone. */
  clouds: 0.3,
} as const;

/** Days that are needed. */
export const FEWEST_DAYS = {
  /** For a middle of the light, in a file and in an archive. */
  middle: 3,
  archive: 2,
  /** For the course of the light. */
  course: 5,
  /** For the edges of days. */
  edges: 8,
  /** For a month's clear days, for a factor of the whole, for a drift in each part. */
  month: 15,
  factor: 20,
  drift: 15,
  /** To learn from: of fewer, weather decides what is learnt. */
  training: 15,
} as const;
