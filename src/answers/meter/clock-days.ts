/** First and last light of a meter's days, the middle of their power, and what of it falls in the dark. */
import { acos, asin, atan2, cos, DEG, sin } from "../../foundation/math/index.js";
import { quantileOfSorted, valueAtShare } from "../../foundation/statistics/order.js";
import { DAY, HOUR, MINUTE } from "../../foundation/time/calendar.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import { SunAndSky } from "../../physics/sky/sun-and-sky.js";
import type { MeterPlace, MeterRows } from "./types.js";

/** Of the highest power: what passes it is light, some 10 W/m². */
const LIGHT = 0.01;
/** Of rows with power: the highest, without spikes. Of all rows: what a meter shows by night. */
const HIGHEST = 0.999;
const NIGHT = 0.1;
/** Of the highest: more is no offset, and a day whose first row has more begins with a gap. */
const LOW = 0.04;
/** Share of a day's rows that have to be there; a meter may leave its nights out. */
const LEAST_ROWS = 0.3;
/** Days whose power is looked at together for the zone of their clock; nearer to the sun's than this there is none. */
const BLOCK = 10;
const ZONE = 1.5 * HOUR;
/** Half hours of a day. */
const PARTS = 48;
/** Sine of −6°: below, there is no light that a plane turns to power. */
const DARK = -0.104_528;

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
  /** The mean time of the power, and its sum over the rows; NaN: too little is known. */
  readonly centroid: Float64Array;
  readonly energy: Float64Array;
  /** ms that the clock was taken to be behind where days were cut: other zones, in half hours. */
  readonly zone: Float64Array;
  /** kW: of the night, and what passes for light. */
  readonly night: number;
  readonly least: number;
  /** Of the energy, in the middle of all: what falls in the dark, in all ways to turn the dial. NaN without power. */
  readonly atNight: number;
}

export function edgeDays(meter: MeterRows, place: MeterPlace): EdgeDays {
  const { start, step, power } = meter;
  const toSolar = solarDayShift(place.longitude);
  const first = Math.floor((start + toSolar) / DAY);
  const count = Math.floor((start + (power.length - 1) * step + toSolar) / DAY) - first + 1;
  const sun = noons(place, first, count, toSolar);
  const lit = power.filter((value) => value > 0).sort();
  const highest = lit.length === 0 ? 0 : quantileOfSorted(lit, HIGHEST);
  const usual = valueAtShare(
    power.filter((value) => !Number.isNaN(value)),
    NIGHT,
  );
  const night = usual !== undefined && usual > 0 && usual < LOW * highest ? usual : 0;
  const least = night + LIGHT * (highest - night);
  const dial = dials(meter, { first, least, night, toSolar }, halfDays(sun, place.latitude, DARK));
  const [dawn, dusk, centroid, energy] = Array.from({ length: 4 }, () => new Float64Array(count).fill(Number.NaN)) as [
    Float64Array,
    Float64Array,
    Float64Array,
    Float64Array,
  ];
  const time = (row: number) => start + (row + 0.5) * step;
  for (let day = 0; day < count; day++) {
    const begin = (first + day) * DAY - toSolar - dial.zone[day]! - start;
    const [from, to] = [Math.ceil(begin / step - 0.5), Math.ceil((begin + DAY) / step - 0.5)];
    if (from < 0 || to > power.length) continue;
    const sums = sumsOf(power, from, to, least, night);
    if (sums.known < LEAST_ROWS * (to - from)) continue;
    energy[day] = sums.energy;
    centroid[day] = time(sums.middle);
    dawn[day] = time(crossing(power, from, to, least, highest, 1));
    dusk[day] = time(crossing(power, from, to, least, highest, -1));
  }
  return { count, first, ...sun, dawn, dusk, centroid, energy, night, least, ...dial };
}

interface Light {
  readonly first: number;
  readonly least: number;
  readonly night: number;
  readonly toSolar: number;
}

/** Where the power of each ten days lies on the dial: within the hours of light, turned to where they hold the most. */
function dials({ start, step, power }: MeterRows, { first, least, night, toSolar }: Light, half: Float64Array) {
  const origin = start + step / 2 + toSolar - first * DAY;
  const rowAt = (day: number) => Math.min(power.length, Math.max(0, Math.ceil((day * DAY - origin) / step)));
  const late = new Float64Array(half.length);
  const shares: number[] = [];
  for (let from = 0, last = 0; from < half.length; from += BLOCK) {
    const to = Math.min(half.length, from + BLOCK);
    const parts = new Float64Array(PARTS);
    for (let row = rowAt(from); row < rowAt(to); row++) {
      if (power[row]! > least) parts[Math.floor((((origin + row * step) % DAY) / DAY) * PARTS)]! += power[row]! - night;
    }
    // Half hours that dusk cuts count as light.
    const width = Math.min(PARTS, Math.ceil((half[(from + to) >> 1] ?? half[from]!) / (HALF / PARTS)) + 1);
    const found = brightest(parts, width);
    if (found !== undefined) {
      shares.push(found.outside);
      last = (found.middle - PARTS / 2) * (DAY / PARTS);
    }
    late.fill(last, from, to);
  }
  // Twelve hours late are twelve early.
  const usual = valueAtShare(late, 0.5)!;
  const zone = late.map((own) => {
    const near = own - DAY * Math.round((own - usual) / DAY);
    return Math.abs(near) < ZONE ? 0 : -Math.round(near / (HOUR / 2)) * (HOUR / 2);
  });
  return { zone, atNight: valueAtShare(shares, 0.5) ?? Number.NaN };
}

/** The window around the dial that holds the most, the middle one of several; and what it leaves outside, as a share. */
function brightest(parts: Float64Array, width: number): { middle: number; outside: number } | undefined {
  const sum = parts.reduce((a, b) => a + b, 0);
  if (!(sum > 0)) return undefined;
  const within = parts.map((_, from) => {
    let own = 0;
    for (let k = from; k < from + width; k++) own += parts[k % PARTS]!;
    return own;
  });
  const most = Math.max(...within);
  const isBest = (k: number) => within[((k % PARTS) + PARTS) % PARTS]! > most - 1e-3 * sum;
  let from = within.indexOf(most);
  let to = from;
  while (to - from < PARTS && isBest(from - 1)) from--;
  while (to - from < PARTS && isBest(to + 1)) to++;
  const middle = ((from + to + width) / 2 + 2 * PARTS) % PARTS;
  return { middle, outside: Math.max(0, 1 - most / sum) };
}

function sumsOf(power: Float64Array, from: number, to: number, least: number, night: number) {
  let [energy, moment, known] = [0, 0, 0];
  for (let row = from; row < to; row++) {
    const value = power[row]!;
    if (!Number.isNaN(value)) known++;
    if (!(value > least)) continue;
    energy += value - night;
    moment += (value - night) * row;
  }
  return { energy, middle: moment / energy, known };
}

/**
 * The row, with its part, at which power passes `least` for good from either end: between middles of intervals, as if it grew evenly. NaN
 * where it is above from the beginning, or the rows before are missing in the middle of the day.
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
    if (before > least || (Number.isNaN(before) && value > LOW * highest)) return Number.NaN;
    const below = before > 0 ? before : 0;
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
  const [noon, declination] = [new Float64Array(count), new Float64Array(count)];
  for (let day = 0; day < count; day++) {
    const [east, north, sine] = [sun.east[day]!, sun.north[day]!, sun.sine[day]!];
    noon[day] = sun.time[day]! + (atan2(east, along * sine - up * north) / (2 * Math.PI)) * DAY;
    declination[day] = asin(Math.max(-1, Math.min(1, up * sine + along * north)));
  }
  return { noon, declination };
}

/** Minutes from noon to midnight. */
const HALF = DAY / MINUTE / 2;

/** Minutes from noon until the sun is down to an elevation, given by its sine; 0 and 720 where it is so all day, or never. */
export function halfDay(latitude: number, declination: number, sine = 0): number {
  const up = sin(latitude * DEG) * sin(declination);
  const cosine = (sine - up) / (cos(latitude * DEG) * cos(declination));
  return cosine >= 1 ? 0 : cosine <= -1 ? HALF : (acos(cosine) / Math.PI) * HALF;
}

export function halfDays({ declination }: Pick<EdgeDays, "declination">, latitude: number, sine = 0): Float64Array {
  return declination.map((angle) => halfDay(latitude, angle, sine));
}
