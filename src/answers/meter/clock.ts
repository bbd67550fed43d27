/**
 * The clock of a meter, from its power alone: by how many minutes its intervals begin after their stamps, by stretches of days.
 *
 * First and last light of all days tell when the clock was changed. Beside the first and last light that the plane of the clear days gives,
 * they tell how late it is; the middle of dull days tells it again. The plane is that of the same clock: a fit of both at once fails, because
 * a plane that looks 10° farther west has a clear day's course that is 20 minutes later.
 */
import { valueAtShare } from "../../foundation/statistics/order.js";
import { DAY, MINUTE } from "../../foundation/time/calendar.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import { cloudEvidence } from "./clock-clouds.js";
import { type EdgeDays, edgeDays, halfDays } from "./clock-days.js";
import { type ClockEvidence, centroidEvidence, type EdgeEvidence, edgeEvidence } from "./clock-evidence.js";
import { type ClockChange, changesOf } from "./clock-path.js";
import { type PlaceEvidence, placeEvidence } from "./clock-place.js";
import { usualPlane } from "./gain.js";
import type { ClockShift } from "./sky-rows.js";
import type { MeterPlace, MeterRows } from "./types.js";
import type { MeterWeather } from "./weather.js";

/** Days of mean solar time with one clock. */
export interface ClockStretch {
  /** Days since 1970, [from, to). */
  readonly from: number;
  readonly to: number;
  /** Minutes by which the true begin of an interval is after its stamp. */
  readonly shift: number;
}

export interface MeterClock {
  readonly stretches: readonly ClockStretch[];
  /** The same by row, as `SkyRows` takes it. */
  readonly shiftAt: ClockShift;
  /** With the clock of most days: minutes by which the middle of an interval is after its stamp. */
  readonly middle: number;
  /** Half width of the band that holds with a probability of 80 %, minutes; and degrees that it costs a plane's azimuth. */
  readonly band: number;
  readonly azimuthBand: number;
  /** First and last light beside that of the plane of the clear days; undefined: too few clear days. */
  readonly edges: EdgeEvidence | undefined;
  /** The middle between first and last light of all days: right for planes that are level or face the equator. */
  readonly raw: Tell;
  /** The middle of the power of dull days; undefined: too few. */
  readonly centroid: ClockEvidence | undefined;
  /** When clouds pass; undefined without weather, or where it does not know its clouds. */
  readonly clouds: ClockEvidence | undefined;
  /** Whether edges and centroid are as near as their deviations allow; undefined: there are not both. */
  readonly agree: boolean | undefined;
  /** Days with first and last light. */
  readonly days: number;
  /** Undefined: too few days. */
  readonly place: PlaceEvidence | undefined;
}

/** Why there is no clock. */
export interface NoClock {
  /** "night": power in the dark, of a load, a battery or the wind; "days": too few with first and last light. */
  readonly reason: "night" | "days";
  /** Share of the energy that falls in the dark, at whatever clock; NaN without power. */
  readonly atNight: number;
  /** With first and last light. */
  readonly days: number;
}

/** Of the energy: more in the dark is not the sun's alone. Twenty metered systems have none, 0.05 % the one with the coarsest meter. */
const MOST_AT_NIGHT = 0.02;
const FEWEST_DAYS = 10;
/** Minutes: changes that come back as near to a clock that there was have come back to it. */
const ALIKE = 10;
/** Standard deviations of their difference. */
const AGREE = 1.6;
/** Days so few that half of the error is that of their season. */
const SEASON = 60;
/** Degrees of azimuth for a minute, of planes as roofs are: those of 30°. */
const AZIMUTH = 0.5;
/** An 80 % band of a normal error. */
const BAND = 1.2816;

/**
 * The clock of a meter at a place. Neither a plane nor weather need be known.
 *
 * @returns why there is none, where the power does not come and go with the sun
 */
export function clockOfMeter(meter: MeterRows, place: MeterPlace, weather?: MeterWeather): MeterClock | NoClock {
  const days = edgeDays(meter, place);
  const seen = days.dawn.filter((dawn, day) => !Number.isNaN(dawn + days.dusk[day]!)).length;
  const found = placeEvidence(days, place.latitude);
  // In the dark of another hemisphere there is the sun's power, too.
  const atNight = found?.contradicts ? edgeDays(meter, { ...place, latitude: found.latitude }).atNight : days.atNight;
  if (atNight > MOST_AT_NIGHT) return { reason: "night", atNight, days: seen };
  if (seen < FEWEST_DAYS) return { reason: "days", atNight, days: seen };
  const changes = changesOf(days, halfDays(days, place.latitude), meter.step);
  const levels = levelsOf(changes, days.count);
  const levelAt = rowClock(meter, place, days, levels);
  const raw = rawTell(days, levels);
  const edges = edgeEvidence(meter, place, days, raw.shift, levelAt);
  const centroid = edges && centroidEvidence(days, levels, edges.facing - edges.shift);
  const rough = edges?.plane ?? usualPlane(place.latitude);
  const clouds = weather && cloudEvidence(meter, place, weather, edges?.shift ?? raw.shift, levelAt, rough);
  const { shift, deviation } = weighed({ edges, centroid, clouds, raw });
  const aside = clouds || !edges ? 0 : BY_PLANE * (edges.shift - raw.shift);
  const both = Math.sqrt(deviation * deviation + aside * aside);
  const band = BAND * both * Math.sqrt(1 + (SEASON * SEASON) / (seen * seen));
  return {
    stretches: stretchesOf(levels, days.first, shift),
    shiftAt: (row) => shift * MINUTE + levelAt(row),
    middle: shift + meter.step / MINUTE / 2,
    band,
    azimuthBand: AZIMUTH * band,
    edges,
    raw,
    centroid,
    clouds,
    agree: edges && centroid && areAlike(edges, centroid),
    days: seen,
    place: found,
  };
}

function areAlike(one: Tell, other: Tell): boolean {
  const square = one.deviation * one.deviation + other.deviation * other.deviation;
  return Math.abs(one.shift - other.shift) <= AGREE * Math.sqrt(square);
}

/** Minutes of each day's clock beside that of most days. */
function levelsOf(changes: readonly ClockChange[], count: number): Float64Array {
  const levels = new Float64Array(count);
  const known = [0];
  let level = 0;
  for (const [k, { day, size }] of changes.entries()) {
    // Clocks are set forth and back: what is as near as ten minutes to one that there was is that one.
    const next = known.find((one) => Math.abs(one - (level + size)) <= ALIKE) ?? level + size;
    known.push(next);
    level = next;
    levels.fill(level, day, changes[k + 1]?.day ?? count);
  }
  const main = [...new Set(levels)].map((one) => [levels.filter((other) => other === one).length, one] as const);
  const most = main.reduce((a, b) => (b[0] > a[0] ? b : a))[1];
  return levels.map((one) => one - most);
}

/** The middle of first and last light, without any plane. */
function rawTell(days: EdgeDays, levels: Float64Array): Tell {
  const middles: number[] = [];
  for (let day = 0; day < days.count; day++) {
    const middle = (days.noon[day]! - (days.dawn[day]! + days.dusk[day]!) / 2) / MINUTE - levels[day]!;
    if (!Number.isNaN(middle)) middles.push(middle);
  }
  return { shift: valueAtShare(middles, 0.5)!, deviation: RAW };
}

/** ms of each row's clock beside that of most days. */
function rowClock(
  { start, step }: MeterRows,
  { longitude }: MeterPlace,
  days: EdgeDays,
  levels: Float64Array,
): ClockShift {
  const { first, count, zone } = days;
  const origin = start + step / 2 + solarDayShift(longitude) - first * DAY;
  const dayAt = (time: number) => Math.min(count - 1, Math.max(0, Math.floor(time / DAY)));
  return (row) => {
    const time = origin + row * step;
    return levels[dayAt(time + zone[dayAt(time)]!)]! * MINUTE;
  };
}

function stretchesOf(levels: Float64Array, first: number, shift: number): ClockStretch[] {
  const stretches: ClockStretch[] = [];
  for (let from = 0; from < levels.length; ) {
    let to = from + 1;
    while (to < levels.length && levels[to] === levels[from]) to++;
    stretches.push({ from: first + from, to: first + to, shift: shift + levels[from]! });
    from = to;
  }
  return stretches;
}

/** Minutes, one standard deviation: of the middle of first and last light of an unknown plane, whose every degree moves it by one and more. */
const RAW = 15;
/**
 * Minutes, one standard deviation: racks are set by the compass, and most of them face the equator or are level. What is near to it is
 * taken to be nearer: this is 4° of azimuth of a plane of 30°.
 */
const COMPASS = 8;
/** A plane that leaves more of clear days' power unexplained is not that of the meter: minutes for each part of the power beyond. */
const FITS = 0.08;
const MISFIT = 100;
/**
 * Of the minutes by which first and last light are said to be moved by their plane: how far off that is. It rests on the beam of the lowest
 * sun, which hills and haze take: at a roof to the southwest 9 of 17 minutes were wrong.
 */
const BY_PLANE = 0.4;
/** Minutes: the least that is left. */
const FLOOR = 2.5;

/** Minutes from stamp to the beginning of the interval, and one standard deviation. */
export type Tell = Pick<ClockEvidence, "shift" | "deviation">;

function tellsOf(edges: EdgeEvidence | undefined, raw: Tell): Tell[] {
  if (edges === undefined) return [raw];
  const { shift, facing, score } = edges;
  const misfit = MISFIT * Math.max(0, score - FITS);
  const own = { shift, deviation: Math.sqrt(edges.deviation * edges.deviation + misfit * misfit) };
  if (misfit > 0) return [own, raw];
  const compass = { shift: facing, deviation: COMPASS };
  const isNear = Math.abs(facing - shift) <= 2 * COMPASS && areAlike(own, compass);
  return isNear ? [own, compass] : [own];
}

type Evidence = Pick<MeterClock, "edges" | "centroid" | "clouds" | "raw">;

/**
 * All that tells, by its weight; where it disagrees more than it should, the band is as much wider. Shade moves first and last light, and
 * nothing moves clouds: light that contradicts them is left out.
 */
function weighed({ edges, centroid, clouds, raw }: Evidence): Tell {
  const isShaded = clouds !== undefined && !(edges && areAlike(edges, clouds));
  const lights = isShaded ? [] : tellsOf(edges, raw);
  const tells = [...lights, ...[centroid, clouds].flatMap((one) => one ?? [])];
  const weight = ({ deviation }: Tell) => 1 / (deviation * deviation);
  const sum = tells.reduce((total, one) => total + weight(one), 0);
  const shift = tells.reduce((total, one) => total + one.shift * weight(one), 0) / sum;
  const square = tells.reduce((total, one) => total + (one.shift - shift) * (one.shift - shift) * weight(one), 0);
  const excess = tells.length > 1 ? Math.max(1, square / (tells.length - 1)) : 1;
  return { shift, deviation: Math.max(FLOOR, Math.sqrt(excess / sum)) };
}
