/** Per sub-step: where the plane looks, what the sky gives it, and what the horizon takes away. */
import { type Horizon, horizonElevationRows, prepareHorizon, visibleDiscRows } from "../models/shading/horizon-line.js";
import { prepareSkyView, type SkyView, skyViewRows } from "../models/shading/sky-view.js";
import { azimuthRows as exactAzimuthRows, type SunSite } from "../models/solar-position/ephemeris.js";
import { horizontalTrackerRows } from "../models/tracking/horizontal-tracker.js";
import { cosIncidenceFixedRows, cosIncidenceTrackerRows, planeNormal } from "../models/transposition/incidence.js";
import { shadedSkyDiffuseRows, skyDiffuseRows } from "../models/transposition/sky-diffuse.js";
import { aboveLineRows, visibleRows } from "./disc.js";
import { azimuthRows } from "./kernels/angles.js";
import { trackerRows } from "./kernels/tracker.js";
import type { Plan } from "./plan.js";
import type { Block } from "./stage.js";
import type { StepColumns, Workspace } from "./workspace.js";

/** The tracker of the interface specification, 4.1: horizontal north–south axis, ±45°, ground coverage ratio 0.3. */
const MAX_ROTATION = 45;
const GROUND_COVERAGE = 0.3;

/** What the plane and the horizon need once per request. */
export interface PlaneSetup {
  readonly normal: readonly [number, number, number];
  readonly site: SunSite;
  /** What is to be seen of the disc is a mean over each sub-step's cell; with a fixed count of sub-steps, at its middle. */
  readonly moving: boolean;
  readonly horizon: Horizon | null;
  /** Shares of the sky that a horizontal plane, and the plane of the request, see above the line. */
  readonly horizontalView: SkyView | null;
  readonly planeView: SkyView | null;
}

export function preparePlane(plan: Plan, site: SunSite): PlaneSetup {
  const { surfaceTilt, surfaceAzimuth } = plan.request;
  const tracker = plan.run.tracker;
  const horizon = plan.run.shading && plan.horizon ? prepareHorizon(plan.horizon) : null;
  return {
    site,
    moving: "panel" in plan.subSteps,
    normal: planeNormal(tracker ? 0 : surfaceTilt, surfaceAzimuth),
    horizon,
    horizontalView: horizon && prepareSkyView(horizon, { surfaceTilt: 0, surfaceAzimuth: 0 }),
    planeView:
      horizon && plan.run.plane
        ? prepareSkyView(horizon, tracker ? "horizontal-axis" : { surfaceTilt, surfaceAzimuth }, MAX_ROTATION)
        : null,
  };
}

/** The tracker's rotation (degrees, west positive), tilt and incidence for sub-steps [i0, i1). */
export function turnTracker(plan: Plan, i0: number, i1: number, work: Workspace): void {
  const s = work.steps.columns;
  if (plan.settings.exact) {
    horizontalTrackerRows(i0, i1, s.east, s.up, MAX_ROTATION, GROUND_COVERAGE, true, s.rotation);
    cosIncidenceTrackerRows(i0, i1, s.east, s.up, s.rotation, s.cosIncidence, s.cosTilt);
  } else {
    trackerRows(i0, i1, s.east, s.up, MAX_ROTATION, GROUND_COVERAGE, s.rotation, s.cosIncidence, s.cosTilt);
  }
}

/** Direct normal and global from direct-horizontal and diffuse. */
export function componentRows(
  i0: number,
  i1: number,
  up: Float64Array,
  extraterrestrialNormal: Float64Array,
  directHorizontal: Float64Array,
  dhi: Float64Array,
  dni: Float64Array,
  ghi: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const direct = directHorizontal[i]!;
    dni[i] = up[i]! > 0 ? Math.min(direct / up[i]!, extraterrestrialNormal[i]!) : direct;
    ghi[i] = direct + dhi[i]!;
  }
}

/** Runs surface, transposition, horizon and the light on the plane for the sub-steps of the block. */
export function runPlane(plan: Plan, setup: PlaneSetup, block: Block, work: Workspace): void {
  const { from: i0, to: i1 } = block;
  const s = work.steps.columns;
  const { plane, shading } = plan.run;
  orient(plan, setup, i0, i1, s);
  plan.transposition.stage.run(block, plan.transposition.prepared);
  if (setup.moving) visibleRows(i0, i1, setup.site, s);
  else visibleDiscRows(i0, i1, s.elevation, s.zero, s.visible);
  if (shading) {
    lookAtHorizon(setup, plan.settings.exact, i0, i1, s);
    shadeHorizontal(plan, setup, i0, i1, s);
  }
  if (!plane) return;
  skyDiffuseRows(i0, i1, s.dhi, s.up, s.cosIncidence, s.circumsolar, s.isotropic, s.horizonBand, s.visible, s.diffuseTilted); // biome-ignore format: one call
  planeRows(i0, i1, s.dni, s.ghi, s.albedo, s.cosTilt, s.cosIncidence, s.directTilted, s.diffuseTilted, s.globalTilted);
  if (shading) shadePlane(plan, setup, i0, i1, s);
}

/** The plane's cosines; for horizontal shading alone the plane is the horizontal one. */
function orient(plan: Plan, setup: PlaneSetup, i0: number, i1: number, s: StepColumns): void {
  s.zero.fill(0, i0, i1);
  s.one.fill(1, i0, i1);
  if (plan.run.plane && plan.run.tracker) return; // the tracker has been turned
  const [east, north, up] = plan.run.plane ? setup.normal : [0, 0, 1];
  cosIncidenceFixedRows(i0, i1, s.east, s.north, s.up, east, north, up, s.cosIncidence);
  s.cosTilt.fill(up, i0, i1);
}

/** The line under the sun, and how much of the disc stands above it: in the mean of a cell, or at the node. */
function lookAtHorizon(setup: PlaneSetup, exact: boolean, i0: number, i1: number, s: StepColumns): void {
  if (setup.horizon === null) {
    s.visibleAboveLine.set(s.visible.subarray(i0, i1), i0);
    return;
  }
  const findAzimuth = exact ? exactAzimuthRows : azimuthRows;
  findAzimuth(i0, i1, s.east, s.north, s.azimuth);
  horizonElevationRows(i0, i1, s.azimuth, setup.horizon, s.line);
  if (setup.moving) aboveLineRows(i0, i1, setup.site, setup.horizon, s);
  else visibleDiscRows(i0, i1, s.elevation, s.line, s.visibleAboveLine);
}

/** Direct and diffuse on the horizontal behind the line; the diffuse is split as on a plane of tilt 0. */
function shadeHorizontal(plan: Plan, setup: PlaneSetup, i0: number, i1: number, s: StepColumns): void {
  for (let i = i0; i < i1; i++) {
    // As a part of what stands above 0° anyway: a flat line takes nothing away.
    const share = s.visible[i]! > 0 ? s.visibleAboveLine[i]! / s.visible[i]! : 0;
    s.dniShaded[i] = s.dni[i]! * share;
    s.directHorizontalShaded[i] = s.directHorizontal[i]! * share;
  }
  viewRows(setup.horizontalView, i0, i1, s);
  shadedSkyDiffuseRows(i0, i1, s.dhi, s.up, s.up, s.circumsolar, s.one, s.zero, s.visible, s.visibleAboveLine, s.skyView, s.bandView, s.dhiShaded); // biome-ignore format: one call
  if (plan.settings.hiddenSky === "ground") lightFromHiddenGround(i0, i1, s, s.one, s.dhiShaded);
  for (let i = i0; i < i1; i++) s.ghiShaded[i] = s.directHorizontalShaded[i]! + s.dhiShaded[i]!;
}

function shadePlane(plan: Plan, setup: PlaneSetup, i0: number, i1: number, s: StepColumns): void {
  viewRows(setup.planeView, i0, i1, s);
  shadedSkyDiffuseRows(i0, i1, s.dhi, s.up, s.cosIncidence, s.circumsolar, s.isotropic, s.horizonBand, s.visible, s.visibleAboveLine, s.skyView, s.bandView, s.diffuseTiltedShaded); // biome-ignore format: one call
  if (plan.settings.hiddenSky === "ground") lightFromHiddenGround(i0, i1, s, s.isotropic, s.diffuseTiltedShaded);
  planeRows(i0, i1, s.dniShaded, s.ghiShaded, s.albedo, s.cosTilt, s.cosIncidence, s.directTiltedShaded, s.diffuseTiltedShaded, s.globalTiltedShaded); // biome-ignore format: one call
}

/** Shares of the sky above the line that a plane sees; everything where there is no line. */
function viewRows(view: SkyView | null, i0: number, i1: number, s: StepColumns): void {
  if (view === null) {
    s.skyView.fill(1, i0, i1);
    s.bandView.fill(1, i0, i1);
  } else skyViewRows(i0, i1, s.rotation, view, s.skyView, s.bandView);
}

/** What hides the sky sends what the ground sends (option `hiddenSky: "ground"`). */
function lightFromHiddenGround(i0: number, i1: number, s: StepColumns, share: Float64Array, diffuse: Float64Array) {
  for (let i = i0; i < i1; i++) {
    diffuse[i] = diffuse[i]! + s.albedo[i]! * s.ghi[i]! * share[i]! * (1 - s.skyView[i]!);
  }
}

/** Beam on the plane, ground-reflected light added to the sky's, and their sum. */
function planeRows(
  i0: number,
  i1: number,
  dni: Float64Array,
  ghi: Float64Array,
  albedo: Float64Array,
  cosTilt: Float64Array,
  cosIncidence: Float64Array,
  direct: Float64Array,
  diffuse: Float64Array,
  global: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const beam = dni[i]! * Math.max(cosIncidence[i]!, 0);
    const sky = diffuse[i]! + ghi[i]! * albedo[i]! * (1 - cosTilt[i]!) * 0.5;
    direct[i] = beam;
    diffuse[i] = sky;
    global[i] = beam + sky;
  }
}
