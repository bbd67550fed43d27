/** Per sub-step: orientation of the plane, irradiance from the sky, and the loss to the horizon. */

import type { PlacedRows } from "../../physics/models/bifacial/sheds.js";
import {
  type Horizon,
  horizonElevationAt,
  meanVisibleDiscFraction,
  NEARBY,
  SUN_DIAMETER,
  sectorOf,
} from "../../physics/models/shading/horizon-line.js";
import { skyViewRows } from "../../physics/models/shading/sky-view.js";
import { trackerSkyViewRows } from "../../physics/models/shading/tracker-sky-view.js";
import type { SunSite } from "../../physics/models/solar-position/ephemeris.js";
import { compassDegrees } from "../../physics/models/solar-position/spa.js";
import type { Block } from "../../physics/models/stage.js";
import { cosIncidenceFixedRows } from "../../physics/models/transposition/plane.js";
import {
  backgroundShare,
  beamRatio,
  horizontalSkyPerDhi,
  skyAbove,
} from "../../physics/models/transposition/sky-model.js";
import { STEPS } from "../memory/columns.js";
import type { HorizonViews } from "../memory/workspace.js";
import type { Plan } from "../plan/plan.js";
import { azimuthRows, compassAngle } from "./kernels.js";

// Visible fraction of the sun's disc, averaged over a sub-step's cell: within minutes the sun may cross a horizon line
// completely, so its position at the node says little. Its path through the cell is approximated by a straight line, and the
// horizon is what it is: straight between whole degrees. Like the fraction at a point, the average never increases when the
// line rises.

const s = STEPS;

/** Local copy: imported bindings are looked up at every use (measured). */
const SUN_RADIUS = SUN_DIAMETER / 2;
const NEAR = NEARBY;
/** Degrees by which the hour angle increases per second. */
export const DEGREES_PER_SECOND = 360 / 86_400;
/** Within 0.6° of the zenith the azimuth turns too fast to mean anything (cos² of the elevation). */
const LEAST_HORIZONTAL = 1e-4;
const SQRT_HALF = 0.7071067811865475;

/** How the disc is looked at. */
export interface DiscView {
  readonly sun: SunSite;
  /** As the mean over each sub-step's cell; else at its node. */
  readonly moving: boolean;
  /** With the azimuth of the model alone. */
  readonly exact: boolean;
}

/** Share of the disc above 0° (`visible`). */
export function visibleRows(i0: number, i1: number, { sun, moving }: DiscView): void {
  const { elevation, weight, visible } = s;
  const rate = moving ? DEGREES_PER_SECOND : 0;
  for (let i = i0; ; i++) {
    // Nearly all rows, in a separate loop (measured: the chain with default sub-steps takes 1 % less).
    for (; i < i1 && isAbove(elevation[i]!, 0, rate * weight[i]!); i++) visible[i] = 1;
    if (i >= i1) return;
    visible[i] = shareAboveLevel(i, 0, rate, sun);
  }
}

/** Share of the disc above the line (`visibleAboveLine`). Only a sun low enough to meet the line needs its azimuth. */
export function aboveLineRows(i0: number, i1: number, { sun, moving, exact }: DiscView, horizon: Horizon): void {
  const { elevation, east, north, up, weight, lead, visibleAboveLine } = s;
  const { highest, highestNearby, lowestNearby } = horizon;
  const rate = moving ? DEGREES_PER_SECOND : 0;
  const most = 1 * highest;
  for (let i = i0; ; i++) {
    for (; i < i1 && isAbove(elevation[i]!, most, rate * weight[i]!); i++) visibleAboveLine[i] = 1;
    if (i >= i1) return;
    const height = elevation[i]!;
    const e = east[i]!;
    const n = north[i]!;
    const way = rate * Math.max(lead[i]!, weight[i]! - lead[i]!);
    const atLeast = (Math.abs(e) + Math.abs(n)) * SQRT_HALF; // of the horizontal part of the direction
    let high = 90;
    let low = 0;
    if (way * (atLeast + Math.abs(up[i]!)) <= NEAR * atLeast) {
      // Wherever the sun goes in the cell, it meets no more of the line than what is nearby (measured: saves two thirds).
      const sector = sectorOf(e, n);
      high = highestNearby[sector]!;
      low = lowestNearby[sector]!;
    }
    if (isAbove(height, high, way)) visibleAboveLine[i] = 1;
    else if (isAbove(low, height, way)) visibleAboveLine[i] = 0;
    else if (high === low) visibleAboveLine[i] = shareAboveLevel(i, low, rate, sun);
    else visibleAboveLine[i] = shareAboveLine(i, exact ? compassDegrees(e, n) : compassAngle(e, n), rate, sun, horizon);
  }
}

/** Whether the whole disc stays above a line wherever the sun goes by so many degrees. */
function isAbove(elevation: number, line: number, way: number): boolean {
  return elevation - way >= line + SUN_RADIUS;
}

/** Mean share of the disc above a level line in the cell of row i. */
function shareAboveLevel(i: number, line: number, rate: number, sun: SunSite): number {
  const height = s.elevation[i]!;
  const climb = climbAt(i, rate, sun);
  const before = height - climb * s.lead[i]! - line;
  const after = height + climb * (s.weight[i]! - s.lead[i]!) - line;
  return meanShare(before, height - line, after, s.lead[i]! / s.weight[i]!);
}

/** Degrees of height that the sun gains in a second at the node of row i. */
export function climbAt(i: number, rate: number, sun: SunSite): number {
  return (rate * sun.cosLatitude * s.east[i]!) / Math.sqrt(horizontal2At(i));
}

/** Degrees of azimuth that it turns. */
export function turnAt(i: number, rate: number, sun: SunSite): number {
  return rate * (sun.sinLatitude - (sun.cosLatitude * s.up[i]! * s.north[i]!) / horizontal2At(i));
}

/** Square of the horizontal part of the sun's direction. */
function horizontal2At(i: number): number {
  return Math.max(s.east[i]! * s.east[i]! + s.north[i]! * s.north[i]!, LEAST_HORIZONTAL);
}

/** From its heights above a line at the start of the cell, at its node and at its end. */
function meanShare(before: number, at: number, after: number, share: number): number {
  return share * meanVisibleDiscFraction(before, at) + (1 - share) * meanVisibleDiscFraction(at, after);
}

/**
 * Mean share of the disc above the line in the cell of row i, the sun at an azimuth (deg) at its node: a sum over the pieces
 * between the whole degrees at which the line bends, each of them exact.
 */
function shareAboveLine(i: number, azimuth: number, rate: number, sun: SunSite, horizon: Horizon): number {
  const { elevation, weight, lead } = s;
  const node = elevation[i]!;
  const rest = weight[i]! - lead[i]!;
  const climb = climbAt(i, rate, sun);
  const turn = turnAt(i, rate, sun);
  const start = azimuth - turn * lead[i]!;
  const end = azimuth + turn * rest;
  const height = node - climb * lead[i]!;
  const before = height - horizonElevationAt(start, horizon);
  const after = node + climb * rest - horizonElevationAt(end, horizon);
  const slope = climb / turn;
  const step = turn > 0 ? 1 : -1;
  const line = horizon.elevation;
  let above = before;
  let share = 0;
  let sum = 0;
  let from = 0;
  // From the first whole degree ahead on.
  for (let degree = (step * (Math.floor(step * start) + 1)) | 0; step * degree < step * end; degree += step) {
    const k = ((degree % 360) + 360) % 360;
    if (line[k + 1]! - line[k]! === line[k]! - line[(k || 360) - 1]!) continue;
    const to = degree - start;
    const there = height + slope * to - line[k]!;
    const next = meanVisibleDiscFraction(above, there);
    // By parts, so that equal shares have just that mean.
    sum += from * (share - next);
    share = next;
    from = to;
    above = there;
  }
  if (from === 0) return meanShare(before, node - horizonElevationAt(azimuth, horizon), after, lead[i]! / weight[i]!);
  const last = meanVisibleDiscFraction(above, after);
  return last + (sum + from * (share - last)) / (end - start);
}

/** Direct normal and global from direct-horizontal and diffuse. */
export function componentRows(i0: number, i1: number): void {
  const { up, extraterrestrialNormal, directHorizontal, dhi, dni, ghi } = s;
  for (let i = i0; i < i1; i++) {
    const direct = directHorizontal[i]!;
    const normal = up[i]! > 0 ? direct / up[i]! : direct;
    dni[i] = up[i]! > 0 && normal > extraterrestrialNormal[i]! ? extraterrestrialNormal[i]! : normal;
    ghi[i] = direct + dhi[i]!;
  }
}

/** What stands near a plane. */
interface Shade {
  rows(i0: number, i1: number): void;
}

/** Runs surface, transposition, horizon and irradiance on the plane for the sub-steps of the block. */
export function runPlane(plan: Plan, horizon: HorizonViews | null, shade: Shade | null, block: Block): void {
  const { from: i0, to: i1 } = block;
  if (plan.steps.normal) orient(plan.steps.normal, i0, i1);
  plan.transposition.stage.run(block, plan.transposition.prepared);
  visibleRows(i0, i1, plan.steps);
  if (horizon) {
    aboveLineRows(i0, i1, plan.steps, horizon.line);
    shadeHorizontal(plan, horizon, i0, i1);
    if (plan.run.plane) {
      viewRows(horizon.plane, i0, i1);
      shade?.rows(i0, i1);
      shadedPlaneRows(plan, i0, i1);
    }
    if (plan.steps.rows) shadeRows(plan, plan.steps.rows, i0, i1);
  } else if (plan.run.plane) planeRows(i0, i1);
}

/** The light on a plane that is one of many rows, in place of that of the plane alone. */
function shadeRows({ settings, run }: Plan, rows: PlacedRows, i0: number, i1: number): void {
  if (!run.tracker) s.rotation.fill(0, i0, i1);
  rows.shade(i0, i1, s, settings.hiddenSky === "ground" ? 1 : 0);
}

/** The cosines of a fixed plane. */
function orient([east, north, up]: readonly [number, number, number], i0: number, i1: number): void {
  cosIncidenceFixedRows(i0, i1, s.east, s.north, s.up, east, north, up, s.cosIncidence);
  s.cosTilt.fill(up, i0, i1);
}

/** Direct and diffuse on the horizontal behind the line; diffuse irradiance is treated as on a plane of tilt 0. */
function shadeHorizontal(plan: Plan, { horizontal }: HorizonViews, i0: number, i1: number): void {
  const { up, dni, directHorizontal, dhi, ghi, albedo, circumsolar, visible, visibleAboveLine } = s;
  const { dniShaded, directHorizontalShaded, dhiShaded, ghiShaded } = s;
  const skyView = horizontal.sky[0]!;
  const hiddenShare = plan.settings.hiddenSky === "ground" ? 1 - skyView : 0;
  for (let i = i0; i < i1; i++) {
    const above0 = visible[i]!;
    const above = visibleAboveLine[i]!;
    // Relative to the sky above 0°: a flat line removes nothing.
    const share = above0 === 1 ? above : above0 > 0 ? above / above0 : 0;
    const direct = directHorizontal[i]! * share;
    const sky = dhi[i]! * horizontalSkyPerDhi(up[i]!, circumsolar[i]!, above0, above, skyView);
    const diffuse = hiddenShare > 0 ? sky + albedo[i]! * ghi[i]! * hiddenShare : sky;
    dniShaded[i] = dni[i]! * share;
    directHorizontalShaded[i] = direct;
    dhiShaded[i] = diffuse;
    ghiShaded[i] = direct + diffuse;
  }
}

/**
 * Irradiance on the plane, in the open and behind the line, in one loop (measured: two loops take half as long again). The
 * hidden part of the sky contributes nothing, or as much as the ground (option `hiddenSky: "ground"`).
 */
function shadedPlaneRows(plan: Plan, i0: number, i1: number): void {
  const { up, dni, dhi, ghi, albedo, cosTilt, cosIncidence, circumsolar, isotropic, horizonBand } = s;
  const { visible, visibleAboveLine, skyView, bandView, dniShaded, ghiShaded } = s;
  const { directTilted, diffuseTilted, directTiltedShaded, diffuseTiltedShaded } = s;
  const hiddenSends = plan.settings.hiddenSky === "ground" ? 1 : 0;
  for (let i = i0; i < i1; i++) {
    const above0 = visible[i]!;
    const view = skyView[i]!;
    const band = horizonBand[i]!;
    const ratio = beamRatio(up[i]!, cosIncidence[i]!);
    const background = backgroundShare(up[i]!, circumsolar[i]!, isotropic[i]!, above0);
    const open = skyAbove(circumsolar[i]! * above0 * ratio, background, band, 1, 1);
    const left = skyAbove(circumsolar[i]! * visibleAboveLine[i]! * ratio, background, band, view, bandView[i]!);
    const hidden = albedo[i]! * ghi[i]! * isotropic[i]! * (1 - view) * hiddenSends;
    const cosine = cosIncidence[i]!;
    const facing = cosine < 0 ? 0 : cosine;
    const ground = 1 - cosTilt[i]!;
    const reflecting = albedo[i]!;
    const diffuse = dhi[i]!;
    directTilted[i] = dni[i]! * facing;
    directTiltedShaded[i] = dniShaded[i]! * facing;
    diffuseTilted[i] = diffuse * open + ghi[i]! * reflecting * ground * 0.5;
    diffuseTiltedShaded[i] = diffuse * left + hidden + ghiShaded[i]! * reflecting * ground * 0.5;
  }
}

/** The share of the plane's sky above the line. */
function viewRows(view: HorizonViews["plane"], i0: number, i1: number): void {
  if (!("azimuths" in view)) {
    skyViewRows(i0, i1, s.rotation, view, s.skyView, s.bandView);
    return;
  }
  if (view.azimuths > 1) azimuthRows(i0, i1, s.east, s.north, s.azimuth);
  trackerSkyViewRows(i0, i1, s.rotation, s.azimuth, view, s.skyView, s.bandView);
}

/** Irradiance on the plane in the open, as in `shadedPlaneRows`. */
function planeRows(i0: number, i1: number): void {
  const { up, dni, dhi, ghi, albedo, cosTilt, cosIncidence, circumsolar, isotropic, horizonBand, visible } = s;
  const { directTilted, diffuseTilted } = s;
  for (let i = i0; i < i1; i++) {
    const cosine = cosIncidence[i]!;
    const beam = circumsolar[i]! * visible[i]! * beamRatio(up[i]!, cosine);
    const background = backgroundShare(up[i]!, circumsolar[i]!, isotropic[i]!, visible[i]!);
    const open = skyAbove(beam, background, horizonBand[i]!, 1, 1);
    directTilted[i] = dni[i]! * (cosine < 0 ? 0 : cosine);
    diffuseTilted[i] = dhi[i]! * open + ghi[i]! * albedo[i]! * (1 - cosTilt[i]!) * 0.5;
  }
}

export function sumRows(i0: number, i1: number, a: Float64Array, b: Float64Array, sum: Float64Array): void {
  for (let i = i0; i < i1; i++) sum[i] = a[i]! + b[i]!;
}
