/**
 * Rows for the pipeline (`context.rows`): the geometry of `infiniteSheds`, with the sky of any transposition model and behind a horizon.
 *
 * Sources: infinite-sheds.ts; where blocks are given, Martínez-Moreno, Muñoz & Lorenzo 2010, Solar Energy Materials and Solar Cells 94,
 * 2298–2303, eq. 6.
 */
import { atan, cos, DEG, RAD, sin } from "../../../foundation/math/index.js";
import { type FixedPlane, HORIZON_BAND } from "../shading/sky-view.js";
import type { DualAxisTracker, SingleAxisTracker } from "../tracking/tracker-rows.js";
import { backgroundShare, beamRatio, skyAbove } from "../transposition/sky-model.js";
import { type GroundBelow, groundBelow } from "./ground-below.js";
import { checkGcr, groundSkyView, rowSkyView, shadedWidth, sunlitGround } from "./infinite-sheds.js";

export interface RowsOptions {
  /**
   * Ground coverage ratio: width of a row over the distance between rows, above 0 up to 1. Required for fixed planes; a tracker has its
   * own.
   */
  readonly gcr?: number | undefined;
  /**
   * Blocks of cells behind one bypass diode, one above the other over the width of a row, 1…100: the beam's part of a shaded row is that
   * of Martínez-Moreno et al. 2010. Default: power falls with the shaded share of the width, as of thin film.
   */
  readonly blocks?: number | undefined;
  /**
   * Height of the middle of a row (a tracker's axis) above the ground, in widths of a row: 1.5 m of rows 2.4 m wide is 0.63. At least half
   * the sine of the tilt. The lower, the less the rear sees beyond its own shadow. Default 0.6.
   */
  readonly height?: number | undefined;
}

/** Of trackers with one module across (1.4 m of 2.3) and of tables with two; just above the ground where modules stand upright. */
const USUAL_HEIGHT = 0.6;

/** Columns of sub-steps that rows read and write; the stage module and the engine have their meaning. W/m² and cosines. */
export type RowsColumns = {
  readonly [name in
    | "east"
    | "north"
    | "up"
    | "rotation"
    | "cosTilt"
    | "cosIncidence"
    | "dhi"
    | "ghi"
    | "albedo"
    | "circumsolar"
    | "isotropic"
    | "horizonBand"
    | "visible"
    | "visibleAboveLine"
    | "skyView"
    | "bandView"
    | "dniShaded"
    | "dhiShaded"
    | "ghiShaded"
    | "directTiltedShaded"
    | "diffuseTiltedShaded"
    | "groundTiltedShaded"
    | "rearTilted"]: Float64Array;
};

/** Rows that carry the plane of a request. */
export interface PlacedRows {
  readonly options: { readonly gcr: number; readonly blocks: number | null; readonly height: number };
  /**
   * The light on the front (direct, diffuse, of which ground) and on the rear of the rows of sub-steps [i0, i1).
   *
   * @param hiddenSends 1: what a horizon line hides of the sky sends as much as the ground; 0: nothing
   */
  shade(i0: number, i1: number, columns: RowsColumns, hiddenSends: number): void;
}

export interface Rows {
  /** @throws TypeError, RangeError for a plane that such rows cannot carry */
  place(plane: FixedPlane | SingleAxisTracker | DualAxisTracker): PlacedRows;
}

const NAMES: readonly string[] = ["gcr", "blocks", "height"] satisfies (keyof RowsOptions)[];

/**
 * Rows that shade one another, by infinite sheds: pass it as `context.rows`. Values "with shading" are then those of a row far from the
 * edges of a field, on level ground: beam less the shaded share of the width, sky and ground as far as they are seen between the rows,
 * the ground with their shadows. PV systems with `bifacial` get the light on the rear side, too: of the ground below, what the rear sees
 * from the height of the rows. The front gets the ground's mean, of which the height is no part.
 *
 * Light around the sun is shaded as the beam. The bright band above the horizon is seen where the next row is lower than it; the rear
 * side sees an isotropic sky.
 *
 * @param options see `RowsOptions`
 * @param caller name for messages
 * @returns the value of `context.rows`
 * @throws TypeError, RangeError naming the option
 * @experimental
 */
export function sheds(options: RowsOptions = {}, caller = "sheds: "): Rows {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${caller}options must be an object, got ${String(options)}`);
  }
  for (const key in options) {
    if (NAMES.includes(key)) continue;
    throw new RangeError(`${caller}${key} is no option of rows: known are ${NAMES.join(", ")}`);
  }
  const { gcr, blocks, height } = options;
  if (height !== undefined && !(typeof height === "number" && height >= 0 && height <= MOST_HEIGHT)) {
    const Kind = typeof height === "number" ? RangeError : TypeError;
    throw new Kind(`${caller}height must be from 0 to ${MOST_HEIGHT} widths of a row, got ${String(height)}`);
  }
  if (gcr !== undefined) checkGcr(`${caller}gcr`, gcr);
  if (blocks !== undefined && !(Number.isInteger(blocks) && blocks >= 1 && blocks <= 100)) {
    const Kind = typeof blocks === "number" ? RangeError : TypeError;
    throw new Kind(`${caller}blocks must be a whole number from 1 to 100, got ${String(blocks)}`);
  }
  return { place: (plane) => placed(plane, options, caller) };
}

/** Widths of a row: from there on the rear sees the mean of the ground. */
const MOST_HEIGHT = 1000;
/** Rows a million of their widths apart stand alone: what is beyond that is lost in rounding, and becomes nonsense. */
const LEAST_GCR = 1e-6;

function placed(plane: FixedPlane | SingleAxisTracker | DualAxisTracker, options: RowsOptions, caller: string) {
  const blocks = options.blocks ?? null;
  if (!("mode" in plane)) {
    if (options.gcr === undefined) {
      throw new TypeError(
        `${caller}gcr is required for rows of fixed planes: their width over the distance between them`,
      );
    }
    const height = heightAbove(plane.surfaceTilt, options, caller);
    return new ShedRows(Math.max(LEAST_GCR, options.gcr), { blocks, height }, plane.surfaceAzimuth);
  }
  if (plane.mode === "dual-axis") throw new RangeError(`${caller}rows are for fixed planes and trackers of one axis`);
  const { axisTilt, axisAzimuth, crossAxisTilt, maxAngle, gcr } = plane;
  if (axisTilt !== 0 || crossAxisTilt !== 0) {
    const got = `axisTilt ${axisTilt}, crossAxisTilt ${crossAxisTilt}`;
    throw new RangeError(`${caller}rows stand on level ground: the tracker must have a level axis, got ${got}`);
  }
  if (options.gcr !== undefined && options.gcr !== gcr) {
    throw new RangeError(`${caller}gcr must be the tracker's, ${gcr}, or left out, got ${options.gcr}`);
  }
  const height = heightAbove(maxAngle, options, caller);
  return new ShedRows(Math.max(LEAST_GCR, gcr), { blocks, height }, axisAzimuth + 90);
}

/** @param tilt the largest, deg @throws RangeError for rows that would stand in the ground */
function heightAbove(tilt: number, { height = USUAL_HEIGHT }: RowsOptions, caller: string): number {
  const least = 0.5 * sin(tilt * DEG);
  if (height >= least) return height;
  const why = `half the sine of the tilt, as rows of ${tilt}° would stand in the ground`;
  throw new RangeError(
    `${caller}rows.height must be at least ${least.toFixed(3)} widths of a row, ${why}, got ${height}`,
  );
}

class ShedRows implements PlacedRows {
  readonly options: PlacedRows["options"];
  /** Horizontal direction that a plane of positive rotation faces. */
  private readonly east: number;
  private readonly north: number;
  /** Share of the horizon's band seen by a row, by whole degrees of its tilt. */
  private readonly bands: Float64Array;
  private readonly below: GroundBelow;

  constructor(gcr: number, { blocks, height }: Pick<PlacedRows["options"], "blocks" | "height">, facing: number) {
    this.options = { gcr, blocks, height };
    this.below = groundBelow(gcr, height);
    this.east = sin(facing * DEG);
    this.north = cos(facing * DEG);
    this.bands = Float64Array.from({ length: 91 }, (_, tilt) => bandBetweenRows(gcr, tilt));
  }

  shade(i0: number, i1: number, s: RowsColumns, hiddenSends: number): void {
    const { gcr, blocks } = this.options;
    const { skyView, isotropic, dhi } = s;
    for (let i = i0; i < i1; i++) {
      const up = s.up[i]!;
      const cosTilt = Math.min(s.cosTilt[i]!, 1);
      const sinTilt = Math.sqrt(1 - cosTilt * cosTilt);
      const side = s.rotation[i]! < 0 ? -1 : 1;
      const tangent = up > 0 ? (side * (s.east[i]! * this.east + s.north[i]! * this.north)) / up : 0;
      const front = s.cosIncidence[i]!;
      const rear = -front;
      const litFront = up > 0 ? litShare(shadedWidth(gcr, cosTilt, sinTilt, tangent, front), blocks) : 1;
      const litRear = up > 0 ? litShare(shadedWidth(gcr, -cosTilt, sinTilt, -tangent, rear), blocks) : 1;
      const skyOfFront = rowSkyView(gcr, cosTilt);
      const skyOfRear = rowSkyView(gcr, -cosTilt);
      // The sky: what is around the sun goes with the beam, the rest is seen between the rows.
      const around = s.circumsolar[i]! * s.visibleAboveLine[i]!;
      const share = (2 * skyOfFront) / (1 + cosTilt);
      const background = backgroundShare(up, s.circumsolar[i]!, isotropic[i]!, s.visible[i]!);
      const tilt = tiltOf(cosTilt);
      const band = s.bandView[i]! * this.bandAt(tilt);
      const open = skyAbove(
        around * beamRatio(up, front) * litFront,
        background,
        s.horizonBand[i]!,
        skyView[i]! * share,
        band,
      );
      const hidden = s.albedo[i]! * s.ghi[i]! * isotropic[i]! * (1 - skyView[i]!) * share * hiddenSends;
      // The ground, in whose light beam and what is around the sun have the rows' shadows.
      const level = dhi[i]! * (1 - backgroundShare(up, around, 1, 1));
      const rest = Math.max(s.dhiShaded[i]! - level, 0);
      const sent = s.ghiShaded[i]! - rest;
      const lit = up > 0 ? sunlitGround(gcr, cosTilt, sinTilt, tangent) : 0;
      const ground = s.albedo[i]! * (lit * sent + groundSkyView(gcr, cosTilt) * rest);
      const litBelow = up > 0 ? this.below.lit(tilt, cosTilt, sinTilt, tangent) : 0;
      const below = s.albedo[i]! * (litBelow * sent + this.below.sky(tilt) * rest);
      const reflected = ground * skyOfRear;
      s.directTiltedShaded[i] = s.dniShaded[i]! * Math.max(front, 0) * litFront;
      s.diffuseTiltedShaded[i] = dhi[i]! * open + hidden + reflected;
      s.groundTiltedShaded[i] = reflected;
      const direct = (s.dniShaded[i]! * Math.max(rear, 0) + dhi[i]! * around * beamRatio(up, rear)) * litRear;
      s.rearTilted[i] = direct + rest * skyOfRear + below * skyOfFront;
    }
  }

  private bandAt(tilt: number): number {
    const k = Math.min(tilt | 0, 89);
    return this.bands[k]! + (this.bands[k + 1]! - this.bands[k]!) * (tilt - k);
  }
}

/** deg, 0…90 */
function tiltOf(cosTilt: number): number {
  return Math.min(Math.max(atan(Math.sqrt((1 - cosTilt) / (1 + cosTilt))) * 2 * RAD, 0), 90);
}

/** Share of the beam that counts, with a part of the width in the shadow. */
function litShare(shaded: number, blocks: number | null): number {
  if (blocks === null) return 1 - shaded;
  return (1 - shaded) * (1 - Math.ceil(shaded * blocks) / (1 + blocks));
}

/** Points over the width, and over a quarter of the circle. */
const [HEIGHTS, AZIMUTHS] = [32, 16];

/**
 * Share of the light of the horizon's band (0…6.5°) that reaches a row over the upper edge of the next one: the mean over the width and,
 * weighted with its cosine, over the azimuths in front.
 */
function bandBetweenRows(gcr: number, tilt: number): number {
  let [seen, all] = [0, 0];
  for (let h = 0; h < HEIGHTS; h++) {
    const above = gcr * (1 - (h + 0.5) / HEIGHTS);
    const mask = (above * sin(tilt * DEG)) / (1 - above * cos(tilt * DEG));
    for (let a = 0; a < AZIMUTHS; a++) {
      const facing = cos(((a + 0.5) / AZIMUTHS) * 90 * DEG);
      const line = atan(mask * facing) * RAD;
      seen += facing * Math.max(1 - line / HORIZON_BAND, 0);
      all += facing;
    }
  }
  return seen / all;
}
