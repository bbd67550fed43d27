/** The shade that a meter shows: where the sun is when a plane misses beam on clear days, and not its haze or dirt. */

import { cellOf, type ShadeMap } from "../../physics/models/shading/shade-map.js";
import type { FitRows } from "./fit-rows.js";
import { HELD } from "./scorer.js";
import type { SkyRows } from "./sky-rows.js";

/** Degrees. Smaller cells have too few clear rows in a year, larger ones blur a wall. */
const [AZIMUTH_STEP, ELEVATION_STEP] = [10, 5];
/** Rows by which a cell is pulled to an open sky: five dark rows are a shade, one is a cloud. */
const DOUBT = 3;
/** Least beam, as a share of full power, from which a row tells whether it passed. */
const LEAST_BEAM = 0.03;
/** Below, a cell is shaded; above, what it lacks is haze or dirt, and it counts as open. */
const SHADED = 0.75;
/** Of the errors on days that the map has not seen: what it must save to be kept. */
const LEAST_GAIN = 0.04;
/** Days in a row that are seen or unseen together: neighbours have the same sun and the same haze. */
const BLOCK = 7;

export interface LearntShade {
  readonly map: ShadeMap;
  /** Errors on days that the map had not seen, with it over without it. */
  readonly gain: number;
  readonly cells: number;
}

/** Power by row, kW: with all of the beam, and without any. */
export interface BeamPower {
  readonly open: Float64Array;
  readonly closed: Float64Array;
}

/**
 * The map of the shade that these rows show; undefined where none helps on days that it has not seen.
 *
 * @param rows of clear days, with a low sun, too
 */
export function learnShade(rows: FitRows, power: BeamPower): LearntShade | undefined {
  const learner = new Learner(rows, power);
  const count = rows.days.length - 1;
  let [without, withMap] = [0, 0];
  for (const half of [0, 1]) {
    const isSeen = (day: number) => Math.floor(day / BLOCK) % 2 === half;
    const map = learner.map(isSeen);
    for (let day = 0; day < count; day++) {
      if (isSeen(day)) continue;
      without += learner.error(day);
      withMap += learner.error(day, map);
    }
  }
  const map = learner.map(() => true);
  const cells = Array.from(map.passes[0]!).filter((pass) => pass < 1).length;
  const gain = without > 0 ? 1 - withMap / without : 0;
  return gain >= LEAST_GAIN && cells > 0 ? { map, gain, cells } : undefined;
}

const OPEN: ShadeMap = { azimuthStep: AZIMUTH_STEP, elevationStep: ELEVATION_STEP, passes: [], diffuse: "open" };

class Learner {
  private readonly rows: FitRows;
  private readonly power: BeamPower;
  private readonly limit: number;
  /** Cell of the middle of each row. */
  private readonly cells: Int32Array;
  private readonly most: number;

  constructor(rows: FitRows, power: BeamPower) {
    const { moments, many } = rows.sky;
    [this.rows, this.power, this.limit] = [rows, power, rows.limit ?? Number.POSITIVE_INFINITY];
    this.most = power.open.reduce((most, value) => Math.max(most, value), 0);
    this.cells = Int32Array.from(rows.measured, (_, row) => {
      const k = row * many + (many >> 1);
      return cellOf(OPEN, moments.east[k]!, moments.north[k]!, Math.max(0, moments.up[k]!));
    });
  }

  /** Of the days that are seen: each cell's mean, pulled to an open sky, where it is clearly dark. */
  map(isSeen: (day: number) => boolean): ShadeMap {
    const { days, measured } = this.rows;
    const { open, closed } = this.power;
    const count = (360 / AZIMUTH_STEP) * (90 / ELEVATION_STEP);
    const [sums, weights] = [new Float64Array(count).fill(DOUBT), new Float64Array(count).fill(DOUBT)];
    for (let day = 0; day + 1 < days.length; day++) {
      if (!isSeen(day)) continue;
      for (let row = days[day]!; row < days[day + 1]!; row++) {
        const beam = open[row]! - closed[row]!;
        if (beam < LEAST_BEAM * this.most || measured[row]! > HELD * this.limit) continue;
        const passed = Math.max(0, Math.min(1, (measured[row]! - closed[row]!) / beam));
        sums[this.cells[row]!]! += passed;
        weights[this.cells[row]!]!++;
      }
    }
    const passes = Float64Array.from(sums, (sum, cell) => {
      const pass = sum / weights[cell]!;
      // As a description writes it.
      return pass < SHADED ? Math.round(1000 * pass) / 1000 : 1;
    });
    return { ...OPEN, passes: [passes] };
  }

  /** kW that the rows of a day are off. */
  error(day: number, map?: ShadeMap): number {
    const { days, measured } = this.rows;
    const { open, closed } = this.power;
    let sum = 0;
    for (let row = days[day]!; row < days[day + 1]!; row++) {
      const passes = map === undefined ? 1 : map.passes[0]![this.cells[row]!]!;
      sum += Math.abs(measured[row]! - Math.min(this.limit, closed[row]! + passes * (open[row]! - closed[row]!)));
    }
    return sum;
  }
}

/** Share of the beam that passes at each moment. */
export function passesOf(map: ShadeMap, { moments: { east, north, up } }: SkyRows): Float64Array {
  return up.map((height, k) => (height > 0 ? map.passes[0]![cellOf(map, east[k]!, north[k]!, height)]! : 1));
}
