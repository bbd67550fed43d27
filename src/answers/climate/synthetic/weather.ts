/** Synthetic weather for any hour: what an hour is depends on its place and its time alone, never on what was asked before. */
import { normalProbability } from "../../../foundation/statistics/normal.js";
import { Random } from "../../../foundation/statistics/random.js";
import { HOUR, MINUTE, DAY as MS_OF_DAY, yearStart } from "../../../foundation/time/calendar.js";
import { monthlyValue } from "../../../foundation/time/monthly.js";
import { calendarDayOf, LEAP_DAY } from "../../../foundation/time/typical-year.js";
import { type SkyRoom, skyRoom } from "../../../physics/sky/sun-and-sky.js";
import { DAYS, HOURS, startOfDay, sumOf, type YearCalendar, yearCalendar } from "../generation/calendar.js";
import type { DaySums } from "../generation/daily.js";
import {
  averageSun,
  type Envelope,
  EnvelopeSky,
  emptyEnvelope,
  envelopeTurbidity,
  hourlyDay,
  litHours,
  type Minutes,
  minuteDay,
  ROWS,
} from "../generation/envelope.js";
import { bendHours, tableHours } from "../generation/hourly.js";
import { drawMinutes } from "../generation/minute.js";
import { boundHours, mostOfMinutes } from "../generation/months.js";
import { SyntheticAir } from "./air.js";
import { DayChain } from "./chain.js";
import { clearestAt, clearnessAt, type DayClearness, dayClearness } from "./clearness.js";
import { forecastHours } from "./run.js";
import {
  cellOf,
  type DrawnDays,
  EPOCH,
  type SyntheticClimate,
  type SyntheticHours,
  type SyntheticMinutes,
  type SyntheticPlace,
} from "./types.js";

/** Changes whenever the same hour of the same place has other values. */
export const SYNTHETIC_ALGORITHM = "5";

/** Correlation of the deviates from day to day. */
const CORRELATION = 0.25;
const MODEL = "ineichen";
/** No day is so much clearer than its envelope: else that is raised. */
const MOST_DAILY = 1.12;
const drawHours = /* @__PURE__ */ tableHours();
/** A common year whose sun the days of all years are compared with. */
const YEAR = 2005;
/** Times that may be asked for, Unix ms. */
const FIRST = yearStart(1800);
const LAST = yearStart(2300);

/** Days that are kept as they were drawn: 2 kB each. */
const MOST_KEPT = 10;

let room: SkyRoom | undefined;

/** @experimental */
export class SyntheticWeather {
  readonly place: SyntheticPlace;
  private readonly random: Random;
  /** Hours by which the days of the place are ahead of UTC: whole ones, of its longitude. */
  readonly zone: number;
  /** Of the days of a common year. */
  private readonly clearness: DayClearness;
  private readonly chain: DayChain;
  private readonly air: SyntheticAir;
  private readonly sky: EnvelopeSky;
  /** The last ones: minutes and hours, a run and what comes of it have days in common. */
  private drawn: DrawnDays | undefined;

  /**
   * @param place degrees, metres; @param climate of the place, months from January: W/m², °C
   * @throws RangeError for what is no place
   */
  constructor(place: SyntheticPlace, climate: SyntheticClimate) {
    const { latitude, longitude, altitude } = place;
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
      throw new RangeError(`SyntheticWeather: place must be degrees north and east, got ${latitude}, ${longitude}`);
    this.place = place;
    this.zone = zoneOf(latitude, longitude);
    this.random = new Random(cellOf(latitude, longitude).seed);
    // One draws at a time: all places share the room.
    room ??= skyRoom(ROWS);
    this.sky = new EnvelopeSky({ latitude, longitude, altitude }, MODEL, room);
    const sums = sunSums(this.sky, yearCalendar(YEAR, this.zone));
    const above = ofMeanYear(sums.extraterrestrial);
    this.clearness = dayClearness(climate, above, ofMeanYear(sums.clean));
    this.chain = new DayChain(this.random, 0, CORRELATION);
    this.air = new SyntheticAir(place, climate, this.random, this.clearness, above);
  }

  /**
   * The hours in UTC that overlap [start, end), Unix ms.
   * @throws RangeError for times out of 1800…2299 and for an end that is not behind the start
   */
  hours(start: number, end: number): SyntheticHours {
    checkPeriod(start, end);
    return this.cut(start, end, (days) => days.global);
  }

  /**
   * The same hours as a forecast has them that began at `run`: near to what comes at first, and less so from day to day.
   *
   * @throws as `hours`
   */
  forecast(run: number, start: number, end: number): SyntheticHours {
    checkPeriod(start, end);
    const { random, clearness, zone } = this;
    return this.cut(start, end, (days, air) => forecastHours({ random, clearness, zone }, run, days, air));
  }

  /**
   * The minutes in UTC that overlap [start, end), with the hours' means: the variability of an hour follows from itself
   * and its neighbours, as in generated years (Skartveit & Olseth 1992). The air has no minutes of its own.
   * @throws as `hours`
   */
  minutes(start: number, end: number): SyntheticMinutes {
    checkPeriod(start, end);
    const from = Math.floor(start / MINUTE) * MINUTE;
    const to = Math.ceil(end / MINUTE) * MINUTE;
    const firstDay = this.dayAt(from);
    const days = this.days(firstDay, this.dayAt(to - 1) + 1 - firstDay);
    const all = new Float64Array(days.count * HOURS * 60);
    for (let k = 0; k < days.count; k++) {
      const start = this.startOf(firstDay + k);
      const clear = { sky: this.sky, turbidity: this.turbidityAt(start), start };
      minutesOfDay(days, k, clear, this.random, all.subarray(k * HOURS * 60, (k + 1) * HOURS * 60));
    }
    const row = (from - this.startOf(firstDay)) / MINUTE;
    return { start: from, globalHorizontal: all.slice(row, row + (to - from) / MINUTE) };
  }

  private cut(
    start: number,
    end: number,
    globalOf: (days: DrawnDays, air: Float64Array) => Float64Array,
  ): SyntheticHours {
    const from = Math.floor(start / HOUR) * HOUR;
    const to = Math.ceil(end / HOUR) * HOUR;
    const firstDay = this.dayAt(from) - 1;
    const endDay = this.dayAt(to - 1) + 2;
    const days = this.days(firstDay, endDay - firstDay);
    const air = this.air.hours(days, this.zone);
    const global = globalOf(days, air);
    const row = (from - this.startOf(firstDay)) / HOUR;
    const rows = (to - from) / HOUR;
    return { start: from, globalHorizontal: global.slice(row, row + rows), temperature: air.slice(row, row + rows) };
  }

  /** The day of the place that a time belongs to. */
  private dayAt(time: number): number {
    return Math.floor((time + this.zone * HOUR) / MS_OF_DAY);
  }

  /** Of the envelope of a day that begins at `start`. */
  private turbidityAt(start: number): number {
    return envelopeTurbidity(MODEL, monthlyValue(this.place.turbidity, start + 12 * HOUR));
  }

  /** Unix ms at which a day of the place begins. */
  private startOf(day: number): number {
    return day * MS_OF_DAY - this.zone * HOUR;
  }

  /** The days [first, first + count) of the place: mostly some of those that were drawn last. */
  private days(first: number, count: number): DrawnDays {
    const { drawn } = this;
    if (drawn !== undefined && first >= drawn.first && first + count <= drawn.first + drawn.count)
      return partOf(drawn, first, count);
    const days = this.drawDays(first, count);
    this.drawn = count > MOST_KEPT ? undefined : days;
    return days;
  }

  private drawDays(first: number, count: number): DrawnDays {
    const column = () => new Float64Array(count * HOURS);
    const envelope = emptyEnvelope(count, false);
    const deviates = this.chain.of(first, count);
    const raised = new Float64Array(count).fill(1);
    const drawn = { first, count, envelope, raised, global: column(), brighter: new Float64Array(count), deviates };
    for (let k = 0; k < count; k++) this.drawDay(drawn, k);
    return drawn;
  }

  private drawDay({ first, envelope, raised, global, brighter, deviates }: DrawnDays, k: number): void {
    const day = first + k;
    const start = this.startOf(day);
    hourlyDay(this.sky, start, k, this.turbidityAt(start), envelope);
    const row = k * HOURS;
    const { dayOfYear } = calendarDayOf(day);
    const above = sumOf(envelope.extraterrestrial, row, row + HOURS);
    if (!(above > 0)) return;
    // The clearest day that the date can have is no clearer than the generator's may be.
    const most = (clearestAt(this.clearness, dayOfYear) * above) / MOST_DAILY;
    const factor = Math.max(most / sumOf(envelope.global, row, row + HOURS), 1);
    raised[k] = factor;
    for (let i = row; i < row + HOURS; i++) envelope.global[i]! *= factor;
    const clear = sumOf(envelope.global, row, row + HOURS);
    const sum = clearnessAt(this.clearness, dayOfYear, normalProbability(deviates[k]!)) * above;
    brighter[k] = sum / above - this.clearness.mean[dayOfYear]!;
    drawHours(this.random, { day: day + EPOCH, row, index: sum / clear, clearness: sum / above }, envelope, global);
    boundHours(envelope, row, row + HOURS, sum);
    bendHours(global, envelope, row, sum);
    for (let i = row; i < row + HOURS; i++) global[i]! *= envelope.global[i]!;
  }
}

/** Some of the days, in the same memory. */
function partOf(days: DrawnDays, first: number, count: number): DrawnDays {
  const [from, to] = [first - days.first, first - days.first + count];
  const hours = (column: Float64Array) => column.subarray(from * HOURS, to * HOURS);
  const { minutes: _none, ...columns } = days.envelope;
  const parts = Object.entries(columns).map(([name, column]) => [name, hours(column)]);
  return {
    first,
    count,
    envelope: { ...Object.fromEntries(parts), minutes: null } as Envelope,
    raised: days.raised.subarray(from, to),
    global: hours(days.global),
    brighter: days.brighter.subarray(from, to),
    deviates: days.deviates.subarray(from, to),
  };
}

/**
 * Sums of the days of 2005 as those of the mean of a leap year and three common ones. The tropical year is 0.2422 days longer
 * than a common one: a date of 2005 has the sun of 0.363 days later than the mean of that date in January and February, of
 * 0.121 days later after the leap day.
 */
function ofMeanYear(sums: Float64Array): Float64Array {
  return sums.map((sum, day) => {
    const behind = day < LEAP_DAY ? 0.3633 : 0.1211;
    return sum + behind * (sums[(day + DAYS - 1) % DAYS]! - sum);
  });
}

/** Both ends of the map are one meridian, and a pole has all of them. */
function zoneOf(latitude: number, longitude: number): number {
  if (Math.abs(latitude) === 90) return 0;
  return Math.round((longitude === 180 ? -180 : longitude) / 15);
}

function checkPeriod(start: number, end: number): void {
  if (start >= FIRST && end <= LAST && start < end) return;
  throw new RangeError(
    `SyntheticWeather: the period must be [start, end) in Unix ms of 1800 to 2299, got ${start}, ${end}`,
  );
}

/** What the minutes of a day are drawn under. */
export interface DaySky {
  readonly sky: EnvelopeSky;
  /** Of the envelope. */
  readonly turbidity: number;
  /** Where the day begins, Unix ms. */
  readonly start: number;
}

/** @param k which of the days; @param minutes where its 1440 go, W/m², zeros before */
function minutesOfDay(days: DrawnDays, k: number, sky: DaySky, random: Random, minutes: Float64Array): void {
  const row = k * HOURS;
  const clear = days.envelope.global.subarray(row, row + HOURS);
  const index = days.global.slice(row, row + HOURS);
  // Hours without clear sky have no light.
  index.forEach((light, hour) => {
    if (light > 0) index[hour] = light / clear[hour]!;
  });
  const clearMinutes = clearMinutesOf(sky, days.raised[k]!);
  const most = (hour: number) => mostOfMinutes(days.envelope, row + hour);
  drawMinutes({ index, clear, clearMinutes, most, address: (days.first + k) * HOURS + EPOCH }, random, minutes);
}

let clearDay: Envelope | undefined;

/** In the same memory at every call. */
function clearMinutesOf({ sky, turbidity, start }: DaySky, raised: number): Float64Array {
  clearDay ??= emptyEnvelope(1, true);
  const { global } = clearDay.minutes!;
  global.fill(0);
  minuteDay(sky, start, 0, turbidity, clearDay);
  for (let minute = 0; minute < global.length; minute++) global[minute]! *= raised;
  return global;
}

/** The same as `daySums(computeEnvelope(…))` has, bit for bit: W/m² × 24. */
export function sunSums(sky: EnvelopeSky, calendar: YearCalendar): Pick<DaySums, "extraterrestrial" | "clean"> {
  const hours = () => new Float64Array(HOURS);
  const ofDay = { extraterrestrial: hours(), clean: hours(), sine: hours() };
  const extraterrestrial = new Float64Array(DAYS);
  const clean = new Float64Array(DAYS);
  const compute = (n: number) => sky.computeSun(n);
  const darkUntil = new Float64Array(HOURS).fill(Number.NEGATIVE_INFINITY);
  const average = (hour: number, minutes: Minutes) => {
    averageSun(sky, minutes, hour, ofDay);
  };
  for (let day = 0; day < DAYS; day++) {
    ofDay.extraterrestrial.fill(0);
    ofDay.clean.fill(0);
    litHours(sky, startOfDay(calendar, day), compute, average, darkUntil);
    extraterrestrial[day] = sumOf(ofDay.extraterrestrial, 0, HOURS);
    clean[day] = sumOf(ofDay.clean, 0, HOURS);
  }
  return { extraterrestrial, clean };
}
