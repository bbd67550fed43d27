/** What stands between a plane and the sun, by the sun's position: one map for a meter's shade, a table, a scene or a far horizon. */
import { asin, atan2, RAD } from "../../foundation/math/index.js";

/** Share of the beam that reaches the plane, over azimuth × elevation of the apparent sun. @experimental */
export interface ShadeMap {
  /** Degrees of a cell: they divide 360 and 90. */
  readonly azimuthStep: number;
  readonly elevationStep: number;
  /**
   * One for all the year, or twelve from January. Cells from north clockwise and from the horizon up, azimuth first: 1 lets all pass, 0
   * nothing.
   */
  readonly passes: readonly Float32Array[];
}

/** Number of the cell that holds the sun, by its unit vector. */
export function cellOf({ azimuthStep, elevationStep }: ShadeMap, east: number, north: number, up: number): number {
  const across = Math.round(360 / azimuthStep);
  const azimuth = atan2(east, north) * RAD;
  const column = Math.min(across - 1, Math.floor((azimuth < 0 ? azimuth + 360 : azimuth) / azimuthStep));
  const row = Math.min(Math.round(90 / elevationStep) - 1, Math.floor((asin(Math.min(1, up)) * RAD) / elevationStep));
  return row * across + column;
}
