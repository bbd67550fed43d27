/** First and last light of a meter's days, and the middle of their power, beside the sun's. */

import { Dial } from "../../data/weather/believe/daily-light.js";
import { acos, asin, atan2, cos, DEG, sin } from "../../foundation/math/index.js";
import { quantileOfSorted, valueAtShare } from "../../foundation/statistics/order.js";
import { DAY, HOUR, MINUTE } from "../../foundation/time/calendar.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import { SunAndSky } from "../../physics/sky/sun-and-sky.js";
import type { MeterPlace, MeterRows } from "./types.js";

/** Of the highest power above that of the night: what passes it is light. About 10 W/m², above what meters show by night. */
const LIGHT = 0.01;
/** Twice what one night row in twenty exceeds passes as well, where that is not much: then it is a load or a battery. */
const MOST_LIGHT = 0.04;
const NOISE = 0.95;
/** Of rows with power: the highest, without spikes. */
const HIGHEST = 0.999;
/** Of the highest: a day whose first row has more begins with a gap. */
const LOW = 0.1;
/** Days whose power is looked at together for the hour of its middle, and from what on (hours) it is that of another zone. */
export const BLOCK = 10;
const ZONE = 1.5;
/** Share of a day's rows that have to be there; a meter may leave its nights out. */
const LEAST_ROWS = 0.3;
/** Around midnight: what a meter shows then is no light. */
const NIGHT = 3 * HOUR;

/** Minutes from noon to midnight. */
const HALF = DAY / MINUTE / 2;

/** One value a day of mean solar time. Times of the meter are middles of intervals whose stamps are their beginnings, Unix ms. */
export interface EdgeDays {
  readonly count: number;
  /** Days since 1970 of the first. */
  readonly first: number;
  /** The sun's noon, and its declination in radians. */
  readonly noon: Float64Array;
  readonly declination: Float64Array;
  /** When power comes and goes; NaN: not seen. */
  readonly dawn: Float64Array;
  readonly dusk: Float64Array;
  /** The mean time of the power. */
  readonly centroid: Float64Array;
  /** Sum of the power of the rows; NaN: too little is known. */
  readonly energy: Float64Array;
  /** ms that the clock was taken to be behind where days were cut: other zones, in half hours. */
  readonly zone: Float64Array;
  /** kW: of the night, and that which passes for light. */
  readonly night: number;
  readonly least: number;
}

export function edgeDays(meter: MeterRows, place: MeterPlace): EdgeDays {
  const { start, step, power } = meter;
  const toSolar = solarDayShift(place.longitude);
  const first = Math.floor((start + toSolar) / DAY);
  const count = Math.floor((start + (power.length - 1) * step + toSolar) / DAY) - first + 1;
  const zone = zonesOf(meter, toSolar, first, count);
  const lit = power.filter((value) => value > 0).sort();
  const highest = lit.length === 0 ? 0 : quantileOfSorted(lit, HIGHEST);
  const rowAt = (day: number, hour: number) =>
    Math.ceil(((first + day) * DAY + hour - toSolar - zone[day]! - start) / step - 0.5);
  const [night, noise] = nightPower(meter, (day) => [rowAt(day, -NIGHT), rowAt(day, NIGHT)], count);
  const least = night + Math.min(MOST_LIGHT, Math.max(LIGHT, (2 * (noise - night)) / highest)) * (highest - night);
  const column = () => new Float64Array(count).fill(Number.NaN);
  const [dawn, dusk, centroid, energy] = [column(), column(), column(), column()];
  for (let day = 0; day < count; day++) {
    const [from, to] = [rowAt(day, 0), rowAt(day, DAY)];
    if (from < 0 || to > power.length) continue;
    const time = (row: number) => start + (row + 0.5) * step;
    const sums = sumsOf(power, from, to, least, night);
    if (sums.known < LEAST_ROWS * (to - from)) continue;
    energy[day] = sums.energy;
    centroid[day] = time(sums.middle);
    dawn[day] = time(crossing(power, from, to, least, highest, 1));
    dusk[day] = time(crossing(power, from, to, least, highest, -1));
  }
  const sun = noons(place, first, count, toSolar);
  return { count, first, ...sun, dawn, dusk, centroid, energy, zone, night, least };
}

/** The hour of the power's middle, by blocks of days: where it is hours from noon, the clock is that of another zone. */
function zonesOf({ start, step, power }: MeterRows, toSolar: number, first: number, count: number): Float64Array {
  const zone = new Float64Array(count);
  const noon = new Dial();
  noon.add(1, DAY / 2);
  const slots = Math.max(1, Math.round(DAY / step));
  const origin = start + toSolar + step / 2 - first * DAY;
  let last = 0;
  for (let from = 0; from < count; from += BLOCK) {
    const sums = new Float64Array(slots);
    const to = Math.min(count, from + BLOCK);
    const rowAt = (day: number) => Math.min(power.length, Math.max(0, Math.ceil((day * DAY - origin) / step)));
    for (let row = rowAt(from); row < rowAt(to); row++) {
      if (power[row]! > 0) sums[row % slots]! += power[row]!;
    }
    const dial = new Dial();
    for (let k = 0; k < slots; k++) dial.add(sums[k]!, origin + k * step + 10 * DAY);
    if (dial.sum > 0) {
      const late = dial.hoursAfter(noon);
      last = Math.abs(late) < ZONE ? 0 : (-Math.round(2 * late) / 2) * HOUR;
    }
    zone.fill(last, from, to);
  }
  return zone;
}

function nightPower(
  { power }: MeterRows,
  nightOf: (day: number) => [number, number],
  count: number,
): [usual: number, noise: number] {
  const values: number[] = [];
  for (let day = 0; day < count; day++) {
    const [from, to] = nightOf(day);
    for (let row = Math.max(0, from); row < to; row++) if (power[row]! >= 0) values.push(power[row]!);
  }
  return [valueAtShare(values, 0.5) ?? 0, valueAtShare(values, NOISE) ?? 0];
}

function sumsOf(power: Float64Array, from: number, to: number, least: number, night: number) {
  let [energy, moment, known] = [0, 0, 0];
  for (let row = from; row < to; row++) {
    const value = power[row]!;
    if (Number.isNaN(value)) continue;
    known++;
    if (!(value > least)) continue;
    energy += value - night;
    moment += (value - night) * row;
  }
  return { energy, middle: moment / energy, known };
}

/**
 * The row, with its part, at which power passes `least` for the first time from either end: between middles of intervals, as if it grew
 * evenly. NaN where it is above from the beginning, or the rows before are missing in the middle of the day.
 */
export function crossing(
  power: ArrayLike<number>,
  from: number,
  to: number,
  least: number,
  highest: number,
  direction: 1 | -1,
): number {
  for (let k = 1; k < to - from; k++) {
    const row = direction > 0 ? from + k : to - 1 - k;
    const value = power[row]!;
    // A single row may be noise.
    if (!(value > least && power[row + direction]! > least)) continue;
    const before = power[row - direction]!;
    const isGap = Number.isNaN(before);
    if (before > least || (isGap && value > LOW * highest)) return Number.NaN;
    const below = isGap ? 0 : Math.max(0, before);
    return row - (direction * (value - least)) / (value - below);
  }
  return Number.NaN;
}

/** The sun's noon near that of mean solar time, and its declination then. */
function noons({ latitude, longitude, altitude }: MeterPlace, first: number, count: number, toSolar: number) {
  const sun = new SunAndSky({ latitude, longitude, altitude }, count);
  for (let day = 0; day < count; day++) sun.time[day] = (first + day + 0.5) * DAY - toSolar;
  sun.computeSun(count);
  const [up, along] = [sin(latitude * DEG), cos(latitude * DEG)];
  const noon = new Float64Array(count);
  const declination = new Float64Array(count);
  for (let day = 0; day < count; day++) {
    const [east, north, sine] = [sun.east[day]!, sun.north[day]!, sun.sine[day]!];
    const hourAngle = atan2(-east, along * sine - up * north);
    noon[day] = sun.time[day]! - (hourAngle / (2 * Math.PI)) * DAY;
    declination[day] = asin(Math.max(-1, Math.min(1, up * sine + along * north)));
  }
  return { noon, declination };
}

/** Minutes from a time of the meter to that of the sun. */
export function minutesTo(sun: number, meter: number): number {
  return (sun - meter) / MINUTE;
}

/** Minutes from noon until the sun is down to an elevation, given by its sine; 0 where it is not up so far all day, 720 where always. */
export function halfDays({ declination }: Pick<EdgeDays, "declination">, latitude: number, sine = 0): Float64Array {
  return declination.map((angle) => halfDay(latitude, angle, sine));
}

export function halfDay(latitude: number, declination: number, sine = 0): number {
  const up = sin(latitude * DEG) * sin(declination);
  const cosine = (sine - up) / (cos(latitude * DEG) * cos(declination));
  return cosine >= 1 ? 0 : cosine <= -1 ? HALF : (acos(cosine) / Math.PI) * HALF;
}
