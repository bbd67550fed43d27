/** What tells how late a meter's clock is: first and last light beside those of its plane, and the middle of dull days. */
import { atan2, cos, DEG, RAD, sin } from "../../foundation/math/index.js";
import { quantileOfSorted } from "../../foundation/statistics/order.js";
import { dateFromDays, MINUTE } from "../../foundation/time/calendar.js";
import { COS_85 } from "../../physics/models/transposition/sky-model.js";
import { crossing, type EdgeDays } from "./clock-days.js";
import { bestAround, daysOf, type MeterDays } from "./days.js";
import { fitRows } from "./fit-rows.js";
import { fitNear, fitPlane, type PlaneFit } from "./plane.js";
import { type ClockShift, SkyRows } from "./sky-rows.js";
import { fitTwoPlanes } from "./two-planes.js";
import type { Direction, LearntPlane, MeterPlace, MeterRows } from "./types.js";

/** Minutes by which the interval begins after its stamp, and how far off that may be: one standard deviation. */
export interface ClockEvidence {
  readonly shift: number;
  readonly deviation: number;
  /** Days that tell. */
  readonly days: number;
}

/** Of first and last light. */
export interface EdgeEvidence extends ClockEvidence {
  /** What first and last light say alone: shade makes the first one less, the last one more. */
  readonly dawn: number;
  readonly dusk: number;
  /** The plane with whose clear power they are compared, or that is between two; and what is left of the power unexplained. */
  readonly plane: PlaneFit;
  readonly score: number;
  /** The shift with which that plane would face the equator. */
  readonly facing: number;
}

/** What first and last light beside known planes say. */
type Beside = Omit<EdgeEvidence, "plane" | "score" | "facing">;
/** kW that passes for light, and that of the night. */
type Light = Pick<EdgeDays, "least" | "night">;

/** Clear days whose edges are looked at, and that a plane is fitted to: more take longer and say the same. */
const MOST_DAYS = 180;
const MOST_FITTED = 40;
const FEWEST_DAYS = 5;
/** Of the power: where one plane leaves more, two are tried. */
const ONE_FITS = 0.08;
/** Of a month: fewer days are chance. */
const LEAST_IN_MONTH = 2;
/** Plane and clock are found in turns; each turn knows how the plane will follow. */
const TURNS = 2;
/**
 * A clock that is a minute late has clear days of a plane that is turned around the pole as the sun turns meanwhile, a quarter of a degree.
 * First and last light move with the plane, too: as much as the clock where the sun rises along the plane, hardly in midwinter, when it
 * rises before it, and midsummer, when it rises behind it. So these months tell the clock.
 */
const DEGREES_A_MINUTE = 0.25;
/**
 * Sine of 2°: lower, hills, trees and houses keep the beam from roofs, more often than not. With it first and last light depend less on the
 * plane, and lie nearer to what nine metered systems have.
 */
const HORIZON = 0.0349;
/** Minutes of the sun that a plane is turned by to learn that, and the least part of a minute that counts. */
const TURNED = 20;
const LEAST_LEVER = 0.05;
/** Minutes, one standard deviation: of a month, for haze and the horizon; of all, for inverters that wait in the morning. */
const SEASON = 4;
const FLOOR = 2.5;
/** Of light that is missing: as likely all at dawn as all at dusk, 1/√12 of the way between. */
const OF_LACK = 0.29;
/** Weather of neighbouring days, and the horizon of neighbouring months, are alike. */
const ALIKE = 2;
const SEASONS_ALIKE = 2;

/**
 * First and last light of clear days beside those of the plane that fits the clear days under the same clock.
 *
 * @param shift minutes, a first guess; to which `levelAt` adds ms by row
 */
export function edgeEvidence(
  meter: MeterRows,
  place: MeterPlace,
  light: Light,
  shift: number,
  levelAt: ClockShift,
): EdgeEvidence | undefined {
  let found: EdgeEvidence | undefined;
  for (let turn = 0; turn < TURNS; turn++) {
    const at = found?.shift ?? shift;
    const moved = { ...meter, start: meter.start + at * MINUTE };
    const all = daysOf(moved, place);
    const days = someClear(all, MOST_DAYS);
    if (days === undefined) return undefined;
    const rows = fitRows(moved, place, someClear(all, MOST_FITTED)!, levelAt);
    if (rows.measured.length === 0) return undefined;
    const plane = found === undefined ? fitPlane(rows) : fitNear(rows, found.plane);
    const two = plane.score > ONE_FITS ? fitTwoPlanes(rows, plane) : undefined;
    const next = besidePlanes(moved, place, days, two?.planes ?? [plane], light, levelAt);
    if (next === undefined) return found;
    const facing = at - hourAngle(plane, place) / DEGREES_A_MINUTE;
    found = {
      ...next,
      shift: at + next.shift,
      dawn: at + next.dawn,
      dusk: at + next.dusk,
      plane,
      score: (two ?? plane).score,
      facing,
    };
  }
  return found;
}

type Vector = readonly [east: number, north: number, up: number];

function normalOf({ tilt, azimuth }: Direction): Vector {
  const steep = sin(tilt * DEG);
  return [steep * sin(azimuth * DEG), steep * cos(azimuth * DEG), cos(tilt * DEG)];
}

/** Degrees by which a plane's normal is west of the meridian, as the sun is after noon. */
function hourAngle(plane: Direction, { latitude }: MeterPlace): number {
  const [east, north, up] = normalOf(plane);
  return atan2(-east, up * cos(latitude * DEG) - north * sin(latitude * DEG)) * RAD;
}

/** The normal that so many degrees more of the sun's way around the pole would bring. */
function turned([east, north, up]: Vector, degrees: number, { latitude }: MeterPlace): Vector {
  const [along, across] = [sin(latitude * DEG), cos(latitude * DEG)];
  const [toPole, toSouth] = [north * across + up * along, up * across - north * along];
  const [cosine, sine] = [cos(degrees * DEG), sin(degrees * DEG)];
  const south = toSouth * cosine + east * sine;
  return [east * cosine - toSouth * sine, toPole * across - south * along, toPole * along + south * across];
}

function someClear(days: MeterDays, most: number): MeterDays | undefined {
  const all = [...days.clear.keys()].filter((day) => days.clear[day] === 1);
  if (all.length < FEWEST_DAYS) return undefined;
  const every = Math.max(1, all.length / most);
  const clear = new Uint8Array(days.count);
  for (const [k, day] of all.entries())
    if (k === 0 || Math.floor(k / every) !== Math.floor((k - 1) / every)) clear[day] = 1;
  return { ...days, clear };
}

function besidePlanes(
  meter: MeterRows,
  place: MeterPlace,
  days: MeterDays,
  planes: readonly LearntPlane[],
  { least, night }: Light,
  levelAt: ClockShift,
): Beside | undefined {
  const chosen = [...days.clear.keys()].filter((day) => days.clear[day] === 1);
  const rows = chosen.flatMap((day) =>
    Array.from({ length: days.from[day + 1]! - days.from[day]! }, (_, k) => days.from[day]! + k),
  );
  const sky = SkyRows.above(meter, place, Int32Array.from(rows), levelAt);
  const models = [TURNED, 0, -TURNED].map((minutes) =>
    powerOf(sky, planes, (plane) => turned(normalOf(plane), minutes * DEGREES_A_MINUTE, place)),
  );
  const minutes = meter.step / MINUTE;
  const months = new Map<number, EdgeDay[]>();
  let at = 0;
  for (const day of chosen) {
    const count = days.from[day + 1]! - days.from[day]!;
    const measured = meter.power.subarray(days.from[day], days.from[day + 1]);
    const edges = ([1, -1] as const).map((direction) => {
      const own = crossing(measured, 0, count, least, days.highest, direction);
      const [west, here, east] = models.map((model) => {
        return crossing(model.subarray(at, at + count), 0, count, least - night, days.highest, direction);
      }) as [number, number, number];
      return { late: (here - own) * minutes, turn: ((west - east) * minutes) / (2 * TURNED) };
    }) as [Edge, Edge];
    at += count;
    if (edges.some(({ late, turn }) => Number.isNaN(late + turn))) continue;
    const { month } = dateFromDays(days.first + day);
    months.set(month, [...(months.get(month) ?? []), edges]);
  }
  const known = [...months.values()].filter((edges) => edges.length >= LEAST_IN_MONTH);
  return known.length === 0 ? undefined : solved(known.map((edges) => monthOf(edges, minutes)));
}

/** Minutes by which light comes or goes later than under the clear sky's model, and by how much more with a plane that is a minute farther west. */
interface Edge {
  readonly late: number;
  readonly turn: number;
}
type EdgeDay = readonly [dawn: Edge, dusk: Edge];

/** The middle of a month's days, so that where a row lies to the sun, which is another every day, counts no more. */
function monthOf(days: readonly EdgeDay[], step: number) {
  const middle = (of: (day: EdgeDay) => number) => sortedOf(days, of, 0.5);
  const [dawn, dusk] = [middle(([{ late }]) => late), middle(([, { late }]) => late)];
  const both = ([one, other]: EdgeDay) => (one.late + other.late) / 2;
  const chance = Math.max((sortedOf(days, both, 0.75) - sortedOf(days, both, 0.25)) / 1.35, step / 8);
  // Light that is missing may be missing at either end; light that is too much is so at both.
  const lack = dusk - dawn;
  const open = lack > 0 ? lack * OF_LACK : lack / 4;
  return {
    dawn,
    dusk,
    days: days.length,
    // What a minute of the clock moves is less what the plane, which moves with it, takes back.
    lever: Math.max(LEAST_LEVER, 1 - middle(([one, other]) => (one.turn + other.turn) / 2)),
    variance: SEASON * SEASON + open * open + (chance * chance * ALIKE) / days.length,
  };
}

/** The clock that explains all months, by least squares. */
function solved(months: readonly ReturnType<typeof monthOf>[]): Beside {
  let [square, product, dawns, dusks, days] = [0, 0, 0, 0, 0];
  for (const { dawn, dusk, lever, variance, days: count } of months) {
    square += (lever * lever) / variance;
    product += (lever * (dawn + dusk)) / 2 / variance;
    dawns += (lever * dawn) / variance;
    dusks += (lever * dusk) / variance;
    days += count;
  }
  // What is missing in all seasons does not grow less with their number.
  const lack = OF_LACK * Math.max(0, (dusks - dawns) / square);
  const deviation = Math.sqrt(FLOOR * FLOOR + SEASONS_ALIKE / square + lack * lack);
  return { shift: product / square, deviation, days, dawn: dawns / square, dusk: dusks / square };
}

function sortedOf(days: readonly EdgeDay[], of: (day: EdgeDay) => number, share: number): number {
  return quantileOfSorted(Float64Array.from(days, of).sort(), share);
}

/** kW under a clear sky, by row: at the ends of the day inverters and cells take what is unknown, and little. */
function powerOf(
  { moments, many, index }: SkyRows,
  planes: readonly LearntPlane[],
  normal: (plane: Direction) => Vector,
): Float64Array {
  const { east, north, up, beam, diffuse, circumsolar } = moments;
  const light = new Float64Array(index.length);
  for (const plane of planes) {
    const [toEast, toNorth, flat] = normal(plane);
    for (let k = 0; k < up.length; k++) {
      if (!(up[k]! > 0)) continue;
      const incidence = up[k]! < HORIZON ? 0 : Math.max(0, east[k]! * toEast + north[k]! * toNorth + up[k]! * flat);
      const around = diffuse[k]! * circumsolar[k]!;
      const sky = ((diffuse[k]! - around) * (1 + flat)) / 2 + (around * incidence) / Math.max(up[k]!, COS_85);
      light[Math.floor(k / many)]! += (plane.power * (sky + beam[k]! * incidence)) / 1000 / many;
    }
  }
  return light;
}

/** Of the energy of clear days: of as little there is hardly any beam; and of less than that, snow or a fault. */
const DULL = 0.3;
const DARK = 0.03;
const FEWEST_DULL = 10;
/**
 * Minutes: mornings and afternoons of a climate are not alike (in Golden, where afternoons cloud over, it is 10 to 20), and what light there
 * is comes more from the side of the sun: part of the minutes by which the plane is turned from the meridian.
 */
const CLIMATE = 10;
const OF_SIDE = 0.4;

/**
 * The middle of the power of dull days.
 *
 * @param levels minutes of each day's clock beside that which is asked for
 * @param aside minutes by which the plane is turned from the meridian
 */
export function centroidEvidence(days: EdgeDays, levels: ArrayLike<number>, aside: number): ClockEvidence | undefined {
  const best = bestAround(days.energy);
  const late: number[] = [];
  for (let day = 0; day < days.count; day++) {
    const share = days.energy[day]! / best[day]!;
    if (!(share > DARK && share < DULL)) continue;
    late.push((days.noon[day]! - days.centroid[day]!) / MINUTE - levels[day]!);
  }
  if (late.length < FEWEST_DULL) return undefined;
  const sorted = Float64Array.from(late).sort();
  const at = (share: number) => quantileOfSorted(sorted, share);
  const chance = ((at(0.75) - at(0.25)) / 1.35) * 1.25 * Math.sqrt(1 / late.length);
  const side = OF_SIDE * aside;
  const deviation = Math.sqrt(CLIMATE * CLIMATE + chance * chance + side * side);
  return { shift: at(0.5), deviation, days: late.length };
}
