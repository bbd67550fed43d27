/** The plane that yields most. */
import { type CheckedPlane, type CheckedSystem, checkSystem } from "../../data/system/checked.js";
import { WeatherError, type WeatherSeries } from "../../data/weather/series.js";
import { computeSteps } from "../../engine/steps.js";
import { cos, DEG, sin } from "../../foundation/math/index.js";
import { pvwattsSystem } from "../../physics/models/pv/index.js";
import { ASSUMED_WIND } from "../../physics/models/pv/system.js";
import { planeNormal } from "../../physics/models/transposition/plane.js";
import { backgroundShare, beamRatio, skyAbove } from "../../physics/models/transposition/sky-model.js";
import { planePower } from "./chain/system-hours.js";
import { type Situation, situationOf } from "./situation.js";
import type { YieldOptions, YieldReading, YieldSystem } from "./types.js";

export interface Optimum {
  /** Whole degrees. */
  readonly surfaceTilt: number;
  readonly surfaceAzimuth: number;
  /** AC energy of the period, kWh/kWp. */
  readonly specificYield: number;
  /**
   * Tilts at that azimuth, and azimuths at that tilt, that lose less than 1 %. A range of azimuths may pass north: first above last; all
   * of them: first equal to last.
   */
  readonly tiltRange: readonly [least: number, most: number];
  readonly azimuthRange: readonly [first: number, last: number];
}

/** Without planes it is searched for one of 1 kWp. */
type SearchedSystem = Omit<YieldSystem, "planes"> & { readonly planes?: YieldSystem["planes"] | undefined };

/** Loss that hardly matters. */
const TOLERATED = 0.01;
const FIRST_STEP = 16;
const HALF_TURN = 180;
/** A flat plane can be turned as one likes; a sketch is held to turns up to this. */
const FARTHEST_TURN = 60;
/** Times that a sketch is held to what its best plane really yields; once is the rule. */
const MOST_ROUNDS = 4;

/**
 * The fixed plane with the highest yield in the period of the weather, in whole degrees: a search that halves its steps, from a plane
 * towards the equator and from one towards the pole. A horizon line or misty mornings turn it away from there. Rows and the rear side are left out.
 *
 * The search looks at sketches of planes, which are held to the yields of the best one and of those beside it that lose 1 %.
 *
 * @param system as for `yieldOf`; of its planes only their peak power is used, all of it (default 1 kW), on `system.inverter`, or one by
 *   `dcAcRatio`; the limit of the grid is left out
 * @throws as `yieldOf`; WeatherError for weather in which no plane yields anything
 *
 * @example
 * ```js
 * import { loadSample } from "irradiance-engine/weather";
 * import { optimumOf } from "irradiance-engine/yield";
 *
 * const { surfaceTilt, surfaceAzimuth } = optimumOf(await loadSample());
 * console.log(surfaceTilt > 25 && surfaceTilt < 40, Math.abs(surfaceAzimuth - 180) < 20); // true true
 * ```
 */
export function optimumOf(
  weather: WeatherSeries | YieldReading,
  { planes = [], inverters: _several, ...system }: SearchedSystem = {},
  options: YieldOptions = {},
): Optimum {
  if (system.scene !== undefined)
    throw new RangeError("optimumOf: system.scene is not accepted: its modules have a place and a direction");
  const kwp = planes.reduce((sum, plane) => sum + (plane?.kwp ?? 1), 0) || 1;
  const checked = checkSystem({ ...system, bifacial: undefined, planes: [{ kwp }] }, "optimumOf");
  const situation = situationOf("optimumOf", weather, options);
  const [{ shade }] = checked.planes as [CheckedPlane];
  const exact = remembered((tilt, azimuth) => {
    const plane = {
      surfaceTilt: tilt,
      surfaceAzimuth: azimuth,
      kwp,
      trackingMode: "none",
      shade,
      inverter: 0,
    } as const;
    const power = planePower(plane, checked, situation);
    return power.reduce((sum, value) => (Number.isNaN(value) ? sum : sum + value), 0) / 1000;
  });
  const sketch = remembered(sketchOf(checked, situation));
  let center = startOf(situation.latitude, sketch);
  let estimate = sketch;
  for (let round = 0; round < MOST_ROUNDS; round++) {
    if (!(exact(center.tilt, center.azimuth) > 0))
      throw new WeatherError("optimumOf: no plane yields anything in this weather");
    estimate = heldTo(exact, sketch, rangesAround(center, estimate));
    const before = center;
    center = climb(center, 1, estimate);
    if (isNear(center, before)) break;
  }
  const { tilt, azimuth, tiltRange, azimuthRange } = rangesAround(settled(center, estimate, exact), estimate);
  return {
    ...{ surfaceTilt: tilt, surfaceAzimuth: azimuth, specificYield: exact(tilt, azimuth), tiltRange },
    azimuthRange: [around(azimuth + azimuthRange[0]), around(azimuth + azimuthRange[1])],
  };
}

/** Of a plane of a tilt and an azimuth, kWh/kWp. */
type PlaneValue = (tilt: number, azimuth: number) => number;
interface Direction {
  readonly tilt: number;
  readonly azimuth: number;
}
interface Ranges extends Direction {
  /** Tilts, and turns from the azimuth, at which less than `TOLERATED` is lost. */
  readonly tiltRange: readonly [least: number, most: number];
  readonly azimuthRange: readonly [left: number, right: number];
}

function remembered(value: PlaneValue): PlaneValue {
  const known = new Map<string, number>();
  return (tilt, azimuth) => {
    const key = `${tilt},${azimuth}`;
    const found = known.get(key) ?? value(tilt, azimuth);
    known.set(key, found);
    return found;
  };
}

/** One side alone can end on a flat plane, which has no direction to turn to: behind it a hill can hide a better one. */
function startOf(latitude: number, estimate: PlaneValue): Direction {
  const tilt = Math.min(Math.round(Math.abs(latitude) * 0.8), 60);
  const [equator, pole] = [180, 0].map((azimuth) => climb({ tilt, azimuth }, FIRST_STEP, estimate)) as [
    Direction,
    Direction,
  ];
  return estimate(pole.tilt, pole.azimuth) > estimate(equator.tilt, equator.azimuth) ? pole : equator;
}

function rangesAround({ tilt, azimuth }: Direction, estimate: PlaneValue): Ranges {
  const least = (1 - TOLERATED) * estimate(tilt, azimuth);
  // A flat plane has no direction.
  const turned = (by: number) => tilt === 0 || estimate(tilt, around(azimuth + by)) > least;
  const tilted = (by: number) => estimate(tilt + by, azimuth) > least;
  return {
    ...{ tilt, azimuth },
    tiltRange: [tilt - farthest(tilt, (by) => tilted(-by)), tilt + farthest(90 - tilt, tilted)],
    azimuthRange: [-farthest(HALF_TURN, (by) => turned(-by)), farthest(HALF_TURN, turned)],
  };
}

/**
 * The sketch times what it is off by: exactly at the plane in the middle and at the ends of its ranges, between them along a sine and a
 * cosine of each angle, which are small and smooth where the sketch is good. Yield depends so little on the azimuth that two planes
 * halfway say more of it.
 */
function heldTo(exact: PlaneValue, sketch: PlaneValue, { tilt, azimuth, tiltRange, azimuthRange }: Ranges): PlaneValue {
  const offBy: PlaneValue = (t, a) => exact(t, around(a)) / sketch(t, around(a));
  const middle = offBy(tilt, azimuth);
  const [down, up] = tiltRange.map((end) => end - tilt) as [number, number];
  const [left, right] = azimuthRange.map((turn) => Math.max(Math.min(turn, FARTHEST_TURN), -FARTHEST_TURN)) as [
    number,
    number,
  ];
  const alongTilt = curveThrough(down, up, (by) => offBy(tilt + by, azimuth) - middle);
  const turned = (by: number) => (tilt === 0 ? 0 : offBy(tilt, azimuth + by) - middle);
  const [nearLeft, nearRight] = [Math.round(left / 2), Math.round(right / 2)];
  const near = curveThrough(nearLeft, nearRight, turned);
  const far = curveThrough(left, right, turned);
  return (t, a) => {
    const turn = around(a - azimuth + HALF_TURN) - HALF_TURN;
    const along = turn >= nearLeft && turn <= nearRight ? near : far;
    return sketch(t, a) * (middle + alongTilt(t - tilt) + along(turn));
  };
}

/** Whether the sketch was held where it is to be right. */
function isNear(one: Direction, other: Direction): boolean {
  const turn = Math.abs(one.azimuth - other.azimuth);
  return Math.abs(one.tilt - other.tilt) <= 3 && (one.tilt === 0 || Math.min(turn, 360 - turn) <= 6);
}

/** A degree further while that is better: towards the neighbour, of each angle, which the estimate has closest. */
function settled(from: Direction, estimate: PlaneValue, exact: PlaneValue): Direction {
  const { tilt, azimuth } = from;
  const rival = (one: Direction, other: Direction) =>
    estimate(one.tilt, one.azimuth) > estimate(other.tilt, other.azimuth) ? one : other;
  const rivals = [
    rival({ tilt: Math.min(tilt + 1, 90), azimuth }, { tilt: Math.max(tilt - 1, 0), azimuth }),
    rival({ tilt, azimuth: around(azimuth + 1) }, { tilt, azimuth: around(azimuth - 1) }),
  ];
  const here = exact(tilt, azimuth);
  const better = rivals.find((one) => exact(one.tilt, one.azimuth) > here);
  return better === undefined ? from : settled(better, estimate, exact);
}

/** A·sin x + B·(1 − cos x) through 0 and the values at two angles, of which one may be 0. */
function curveThrough(one: number, other: number, valueAt: (by: number) => number): (by: number) => number {
  const [a, b] = one === 0 ? [other / 2, other] : other === 0 ? [one, one / 2] : [one, other];
  if (a === b) return () => 0;
  const [sineA, bendA] = [sin(a * DEG), 1 - cos(a * DEG)];
  const [sineB, bendB] = [sin(b * DEG), 1 - cos(b * DEG)];
  const [valueA, valueB] = [valueAt(a), valueAt(b)];
  const determinant = sineA * bendB - sineB * bendA;
  const sine = (valueA * bendB - valueB * bendA) / determinant;
  const bend = (sineA * valueB - sineB * valueA) / determinant;
  return (by) => sine * sin(by * DEG) + bend * (1 - cos(by * DEG));
}

function around(azimuth: number): number {
  return (azimuth + 360) % 360;
}

function climb(from: Direction, firstStep: number, yieldAt: PlaneValue): Direction {
  let { tilt, azimuth } = from;
  for (let step = firstStep; step >= 1; ) {
    const candidates: (readonly [number, number])[] = [
      [Math.min(tilt + step, 90), azimuth],
      [Math.max(tilt - step, 0), azimuth],
      [tilt, around(azimuth + step)],
      [tilt, around(azimuth - step)],
    ];
    const here = yieldAt(tilt, azimuth);
    const yields = candidates.map(([t, a]) => yieldAt(t, a));
    const most = Math.max(...yields);
    if (most > here) [tilt, azimuth] = candidates[yields.indexOf(most)]!;
    else step /= 2;
  }
  return { tilt, azimuth };
}

/** The farthest of 0…most, of which the near ones are good. */
function farthest(most: number, isGood: (by: number) => boolean): number {
  let [good, bad] = [0, most + 1];
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2);
    if (isGood(middle)) good = middle;
    else bad = middle;
  }
  return good;
}

/** AC energy of the period, kWh/kWp, of a plane of a tilt and an azimuth. */
export type Sketch = (surfaceTilt: number, surfaceAzimuth: number) => number;

/** °C by which cells are warmer than the air, for each W/m² on the plane. */
const WARMER = 0.028;
/** Share of light from sky and ground that passes the cover. */
const PASSES = 0.95;

/** Of an upright plane the band above the horizon is F2 itself. */
const UPRIGHT = 90;

const NAMES = [
  ...["east", "north", "up", "dni", "dhi", "ghi", "albedo", "temperature"],
  ...["circumsolar", "horizonBand"],
] as const;
type Rows = { [name in (typeof NAMES)[number] | "weight"]: Float64Array };

/**
 * One run of the engine, a step an interval; then each plane is one loop: the model's own sky, a cover by Schlick's formula, cells that
 * the light warms, the inverter's limit. Wind, a horizon's diffuse light and what comes and goes with time are left out.
 */
function sketchOf({ planes, options, losses, inverters, kwp }: CheckedSystem, situation: Situation): Sketch {
  const rows = litRows(situation, planes[0]!);
  const { gammaPdc = -0.0037 } = options;
  const { acPower, efficiency } = inverters[0]!;
  const left = (1 - losses / 100) * efficiency;
  const limit = (1000 * acPower) / kwp;
  return (surfaceTilt, surfaceAzimuth) =>
    energyOf(rows, planeNormal(surfaceTilt, surfaceAzimuth), gammaPdc, left, limit);
}

function litRows({ latitude, longitude, weather, context }: Situation, { shade }: Pick<CheckedPlane, "shade">): Rows {
  const parts = { weight: [] } as unknown as { [name in keyof Rows]: Float64Array[] };
  for (const name of NAMES) parts[name] = [];
  const query = {
    ...{ lat: latitude, lon: longitude, frequency: "1_hour", parameters: ["pv_production_with_shading"] },
    ...{ surface_tilt: UPRIGHT, surface_azimuth: 180, horizon: context.horizon === undefined ? "flat" : "auto" },
  };
  const model = { reads: pvwattsSystem.stage.reads, assumedWind: ASSUMED_WIND };
  computeSteps(query, weather, { ...context, shade, subSteps: 1 }, model, ({ block, weight }) => {
    const { from, to, columns } = block;
    for (const name of NAMES) parts[name].push(columns[name].slice(from, to));
    parts.weight.push(weight.slice(from, to));
  });
  const joined = ([name, columns]: [string, Float64Array[]]) => {
    const out = new Float64Array(columns.reduce((sum, { length }) => sum + length, 0));
    let at = 0;
    for (const column of columns) {
      out.set(column, at);
      at += column.length;
    }
    return [name, out];
  };
  return Object.fromEntries(Object.entries(parts).map(joined)) as Rows;
}

function energyOf(
  rows: Rows,
  [x, y, z]: readonly [number, number, number],
  gamma: number,
  left: number,
  limit: number,
): number {
  const { east, north, up, dni, dhi, ghi, albedo, temperature, circumsolar, horizonBand, weight } = rows;
  const sky = 0.5 * (1 + z);
  const ground = 0.5 * (1 - z);
  const upright = Math.sqrt(Math.max(1 - z * z, 0));
  let sum = 0;
  for (let i = 0; i < up.length; i++) {
    const cosine = x * east[i]! + y * north[i]! + z * up[i]!;
    const facing = cosine < 0 ? 0 : cosine;
    const grazing = (1 - facing) * (1 - facing);
    const cover = 1 - grazing * grazing * (1 - facing);
    const sun = up[i]! > 0 ? circumsolar[i]! : 0;
    const around = sun * beamRatio(up[i]!, cosine);
    const background = backgroundShare(up[i]!, sun, sky, 1);
    const beam = dni[i]! * facing + dhi[i]! * around;
    const rest = dhi[i]! * skyAbove(0, background, horizonBand[i]! * upright, 1, 1) + ghi[i]! * albedo[i]! * ground;
    const warm = temperature[i]! - 25 + WARMER * (beam + rest);
    const power = (beam * cover + rest * PASSES) * (1 + gamma * warm) * left;
    if (power > 0) sum += (power > limit ? limit : power) * weight[i]!;
  }
  return sum / 3_600_000;
}
