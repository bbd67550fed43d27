/** Per sub-step: orientation of the plane, irradiance from the sky, and the loss to the horizon. */
import type { PlacedRows } from "../../models/bifacial/sheds.js";
import { skyViewRows } from "../../models/shading/sky-view.js";
import { trackerSkyViewRows } from "../../models/shading/tracker-sky-view.js";
import type { Block } from "../../models/stage.js";
import { cosIncidenceFixedRows } from "../../models/transposition/incidence.js";
import { backgroundShare, beamRatio, horizontalSkyPerDhi, skyAbove } from "../../models/transposition/sky-diffuse.js";
import { STEPS } from "../memory/columns.js";
import type { HorizonViews } from "../memory/horizon-views.js";
import type { Plan } from "../plan/plan.js";
import { azimuthRows } from "./kernels/angles.js";
import { aboveLineRows, visibleRows } from "./sun-disc.js";

const s = STEPS;

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

/** Runs surface, transposition, horizon and irradiance on the plane for the sub-steps of the block. */
export function runPlane(plan: Plan, horizon: HorizonViews | null, block: Block): void {
  const { from: i0, to: i1 } = block;
  if (plan.steps.normal) orient(plan.steps.normal, i0, i1);
  plan.transposition.stage.run(block, plan.transposition.prepared);
  visibleRows(i0, i1, plan.steps);
  if (horizon) {
    aboveLineRows(i0, i1, plan.steps, horizon.line);
    shadeHorizontal(plan, horizon, i0, i1);
    if (plan.run.plane) shadedPlaneRows(plan, horizon, i0, i1);
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
function shadedPlaneRows(plan: Plan, { plane }: HorizonViews, i0: number, i1: number): void {
  const { up, dni, dhi, ghi, albedo, cosTilt, cosIncidence, circumsolar, isotropic, horizonBand } = s;
  const { visible, visibleAboveLine, skyView, bandView, dniShaded, ghiShaded } = s;
  const { directTilted, diffuseTilted, directTiltedShaded, diffuseTiltedShaded } = s;
  const hiddenSends = plan.settings.hiddenSky === "ground" ? 1 : 0;
  viewRows(plane, i0, i1);
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
