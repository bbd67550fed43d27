/**
 * What of the sun's disc is to be seen in the mean of a sub-step's cell: in some minutes the sun passes a horizon line
 * whole, so its place at the node says little. The way through the cell is taken as straight from its start to the node
 * and from there to its end. The share never rises with the line, as that at one point does not either.
 */
import { type Horizon, horizonElevationRows, meanVisibleDiscFraction } from "../models/shading/horizon-line.js";
import type { SunSite } from "../models/solar-position/ephemeris.js";
import type { StepColumns } from "./workspace.js";

/** Degrees that the hour angle grows in a second. */
const DEGREES_PER_SECOND = 360 / 86_400;
/** Within 0.6° of the zenith the azimuth turns too fast to mean anything (cos² of the elevation). */
const LEAST_HORIZONTAL = 1e-4;

/** Share of the disc above 0° (`visible`) in each cell. Leaves the elevations at the cells' ends for `aboveLineRows`. */
export function visibleRows(i0: number, i1: number, { cosLatitude }: SunSite, s: StepColumns): void {
  for (let i = i0; i < i1; i++) {
    const horizontal = Math.sqrt(Math.max(s.east[i]! * s.east[i]! + s.north[i]! * s.north[i]!, LEAST_HORIZONTAL));
    const climb = (DEGREES_PER_SECOND * cosLatitude * s.east[i]!) / horizontal;
    s.elevationBefore[i] = s.elevation[i]! - climb * s.lead[i]!;
    s.elevationAfter[i] = s.elevation[i]! + climb * (s.weight[i]! - s.lead[i]!);
  }
  meanRows(i0, i1, s, s.zero, s.zero, s.zero, s.visible);
}

/** Share of the disc above the line in each cell; `line` and `azimuth` are those at the nodes. */
export function aboveLineRows(
  i0: number,
  i1: number,
  { sinLatitude, cosLatitude }: SunSite,
  horizon: Horizon,
  s: StepColumns,
): void {
  for (let i = i0; i < i1; i++) {
    const horizontal2 = Math.max(s.east[i]! * s.east[i]! + s.north[i]! * s.north[i]!, LEAST_HORIZONTAL);
    const turn = DEGREES_PER_SECOND * (sinLatitude - (cosLatitude * s.up[i]! * s.north[i]!) / horizontal2);
    s.azimuthBefore[i] = s.azimuth[i]! - turn * s.lead[i]!;
    s.azimuthAfter[i] = s.azimuth[i]! + turn * (s.weight[i]! - s.lead[i]!);
  }
  horizonElevationRows(i0, i1, s.azimuthBefore, horizon, s.lineBefore);
  horizonElevationRows(i0, i1, s.azimuthAfter, horizon, s.lineAfter);
  meanRows(i0, i1, s, s.lineBefore, s.line, s.lineAfter, s.visibleAboveLine);
}

function meanRows(
  i0: number,
  i1: number,
  s: StepColumns,
  lineBefore: Float64Array,
  line: Float64Array,
  lineAfter: Float64Array,
  visible: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const before = s.elevationBefore[i]! - lineBefore[i]!;
    const height = s.elevation[i]! - line[i]!;
    const after = s.elevationAfter[i]! - lineAfter[i]!;
    const share = s.lead[i]! / s.weight[i]!;
    visible[i] = share * meanVisibleDiscFraction(before, height) + (1 - share) * meanVisibleDiscFraction(height, after);
  }
}
