/**
 * The light of a plane that was given as GHI. Its factor over a level clear sky has a course over the hours and the seasons, which no wrong
 * factor, no haze and no clock has: towards the equator winters are far too bright. The clear hours of each month fit one plane by least
 * squares, light = beam · (normal of the plane · sun) + diffuse.
 */
import { atan2, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { DAY, daysFromDate, HOUR, MINUTE } from "../../../foundation/time/calendar.js";
import type { SunAndSky } from "../../../physics/sky/sun-and-sky.js";
import { CLEAR, type Found, LIT } from "./context.js";
import type { Days } from "./days.js";
import { bitsOf, CLOCK_CODES } from "./types.js";

/** Clear hours: the index that few of the rows of a month at an hour of the day exceed, of so many rows, in bins. */
const LEAST_ROWS = 8;
/** Closer rows are thinned: they say no more of a plane. */
const APART = 20 * MINUTE;
const BINS = 100;
const BIN = 0.04;
/** Moments of an hour, and how often the plane is found again without the hours that have the sun behind it. */
const MOMENTS = 6;
const ROUNDS = 10;
/** Hours of the day in all months, and months: a season alone shows no plane. */
const LEAST_CELLS = 30;
const LEAST_MONTHS = 4;
/**
 * Degrees of tilt, and what a plane leaves of the misfit at most. 36 clean series fitted planes of 4° at the most; with half of the light
 * in their mornings, 20° and 0.6 of the misfit; on planes of 30° and more, made of them, the tilt was right within 16°, and the misfit fell
 * below 0.3.
 */
const LEAST_TILT = 15;
const LEFT = 0.4;
/** Its factor: beyond, the unit is wrong first. */
const [LEAST_GAIN, MOST_GAIN] = [0.6, 1.6];
/** Degrees: a plane that leans so little to the north or south, and is no wall, has the course of a wrong clock. */
const LEAST_NORTH = 12;
const WALL = 50;

/** The light of clear hours in a month at an hour of the day, and of a clear sky then, W/m². */
interface Cell {
  readonly light: number;
  readonly east: number;
  readonly north: number;
  readonly direct: number;
  readonly diffuse: number;
  readonly global: number;
}

type Vector = readonly [east: number, north: number, up: number];

const CLOCK = bitsOf(CLOCK_CODES);

/** @param scale what a wrong factor was found to be: the plane explains it */
export function planeFinding(days: Days, scale: Found | undefined): Found | undefined {
  const { step, flags, whole } = days.context;
  if (step > HOUR) return undefined;
  const cells = cellsOf(days);
  if (cells === undefined) return undefined;
  const normal = normalOf(cells);
  const [east, north, up] = normal;
  const level = Math.sqrt(east * east + north * north);
  const gain = Math.sqrt(level * level + up * up);
  const tilt = atan2(level, up) * RAD;
  const isPlane = tilt >= LEAST_TILT && gain > LEAST_GAIN && gain < MOST_GAIN;
  if (!isPlane || misfit(cells, normal) > LEFT * misfit(cells, levelOf(cells))) return undefined;
  const isClock = (flags[0]! & CLOCK) !== 0 && tilt < WALL && Math.abs(north) < gain * sin(LEAST_NORTH * DEG);
  if (isClock) return undefined;
  const azimuth = (atan2(east, north) * RAD + 360) % 360;
  const [about, towards] = [5 * Math.round(tilt / 5), (5 * Math.round(azimuth / 5)) % 360];
  return {
    code: "plane",
    verdict: scale?.verdict ?? "look",
    spans: whole,
    message:
      `the light looks like the light of a tilted plane given as GHI: its clear hours fit a tilt of about ${about}° ` +
      `towards azimuth ${towards}° (${NAMES[Math.round(azimuth / 45) % 8]}) in all months`,
    remedy:
      "take the column of a level sensor; in a program readPlaneLight and yieldOfPlaneLight take the light of a plane as it is",
  };
}

const NAMES = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

function cellsOf(days: Days): Cell[] | undefined {
  const { context } = days;
  const indices = clearIndices(days);
  const known = Array.from(indices.keys()).filter((cell) => !Number.isNaN(indices[cell]!));
  if (known.length < LEAST_CELLS || new Set(known.map((cell) => Math.floor(cell / 24))).size < LEAST_MONTHS) {
    return undefined;
  }
  const { turbidity } = context;
  const sun = context.sunAndSky(known.length * MOMENTS);
  const { year } = days.dateOf(days.count >> 1);
  for (let k = 0; k < known.length * MOMENTS; k++) {
    const cell = known[Math.floor(k / MOMENTS)]!;
    const month = Math.floor(cell / 24);
    const hour = (cell % 24) + ((k % MOMENTS) + 0.5) / MOMENTS;
    sun.time[k] = (daysFromDate(year, month + 1, MID_MONTH) - context.place.longitude / 360) * DAY + hour * HOUR;
    sun.turbidity[k] = typeof turbidity === "number" ? turbidity : turbidity[month]!;
  }
  sun.compute(known.length * MOMENTS);
  return known.flatMap((cell, k) => cellOf(sun, k * MOMENTS, indices[cell]!) ?? []);
}

const MID_MONTH = 16;

function cellOf(sun: SunAndSky, from: number, index: number): Cell | undefined {
  let [east, north, direct, diffuse, global] = [0, 0, 0, 0, 0];
  for (let k = from; k < from + MOMENTS; k++) {
    east += (sun.beam[k]! * sun.east[k]!) / MOMENTS;
    north += (sun.beam[k]! * sun.north[k]!) / MOMENTS;
    direct += sun.direct[k]! / MOMENTS;
    diffuse += sun.diffuse[k]! / MOMENTS;
    global += sun.global[k]! / MOMENTS;
  }
  return global < LIT.planeHour ? undefined : { light: index * global, east, north, direct, diffuse, global };
}

/** Of each month and hour of mean solar time, the clear-sky index of its clear hours; NaN where too few rows tell. */
function clearIndices(days: Days): Float64Array {
  const { context } = days;
  const { light, clear, step } = context;
  const counts = new Uint32Array(12 * 24 * BINS);
  const stride = Math.ceil(APART / step);
  for (let day = 0; day < days.count; day++) {
    const month = days.dateOf(day).month - 1;
    for (let row = days.from[day]!; row < days.from[day + 1]!; row += stride) {
      const index = light[row]! / clear[row]!;
      if (!(clear[row]! > LIT.planeRow) || Number.isNaN(index)) continue;
      const hour = context.solarHour(row, days.first + day);
      counts[(month * 24 + hour) * BINS + Math.min(BINS - 1, Math.max(0, Math.floor(index / BIN)))]!++;
    }
  }
  return Float64Array.from({ length: 12 * 24 }, (_, cell) =>
    quantileOf(counts.subarray(cell * BINS, (cell + 1) * BINS)),
  );
}

function quantileOf(counts: Uint32Array): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  if (all < LEAST_ROWS) return Number.NaN;
  let [bin, below] = [0, counts[0]!];
  while (below < CLEAR.rowsOfHour * all) below += counts[++bin]!;
  return (bin + 0.5) * BIN;
}

/** As if the sky's diffuse light were the same from everywhere. */
function lightOn([east, north, up]: Vector, cell: Cell): number {
  const gain = Math.sqrt(east * east + north * north + up * up);
  return Math.max(0, east * cell.east + north * cell.north + up * cell.direct) + ((gain + up) / 2) * cell.diffuse;
}

function misfit(cells: readonly Cell[], normal: Vector): number {
  const squares = cells.map((cell) => {
    const off = cell.light - lightOn(normal, cell);
    return (off * off) / cell.global;
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0));
}

/** The level plane that fits best. */
function levelOf(cells: readonly Cell[]): Vector {
  const sum = (of: (cell: Cell) => number) => cells.reduce((all, cell) => all + of(cell), 0);
  return [0, 0, sum(({ light }) => light) / sum(({ global }) => global)];
}

/** The normal of the plane that fits best, times its factor. */
function normalOf(cells: readonly Cell[]): Vector {
  let normal = levelOf(cells);
  let seen = cells;
  for (let round = 0; round < ROUNDS; round++) {
    const gain = Math.min(MOST_GAIN, Math.max(LEAST_GAIN, Math.sqrt(normal.reduce((sum, one) => sum + one * one, 0))));
    normal = leastSquares(seen, gain);
    const [east, north, up] = normal;
    seen = cells.filter((cell) => east * cell.east + north * cell.north + up * cell.direct > 0);
  }
  return normal;
}

/** Cramer's rule; each cell weighs as its clear light does. */
function leastSquares(cells: readonly Cell[], gain: number): Vector {
  const m = new Float64Array(9);
  const v = new Float64Array(3);
  for (const { light, east, north, direct, diffuse, global } of cells) {
    const x = [east, north, direct + diffuse / 2] as const;
    const y = light - (gain / 2) * diffuse;
    for (let i = 0; i < 3; i++) {
      v[i]! += (x[i]! * y) / global;
      for (let j = 0; j < 3; j++) m[3 * i + j]! += (x[i]! * x[j]!) / global;
    }
  }
  const whole = determinant(m);
  const solved = (column: number) =>
    determinant(m.map((value, k) => (k % 3 === column ? v[Math.floor(k / 3)]! : value))) / whole;
  return [solved(0), solved(1), solved(2)];
}

function determinant(m: Float64Array): number {
  const minor = (a: number, b: number) => m[3 + a]! * m[6 + b]! - m[3 + b]! * m[6 + a]!;
  return m[0]! * minor(1, 2) - m[1]! * minor(0, 2) + m[2]! * minor(0, 1);
}
