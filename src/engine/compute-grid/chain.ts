/**
 * The part of the chain that is computed per sub-step, independent of the intervals: sun, sky and plane.
 */
import { kastenYoungRows } from "../../physics/models/atmosphere/airmass.js";
import { elevationRows as exactElevationRows, sunVectorRows } from "../../physics/models/solar-position/ephemeris.js";
import { extraterrestrialRows } from "../../physics/models/solar-position/extraterrestrial.js";
import { SOLAR_CONSTANT } from "../../physics/models/solar-position/index.js";
import { REFRACTION_TEMPERATURE, refractVectorRows } from "../../physics/models/solar-position/refraction.js";
import type { RowColumns } from "../../physics/models/stage.js";
import { horizontalTrackerRows } from "../../physics/models/tracking/tracker-rows.js";
import { cosIncidenceTrackerRows } from "../../physics/models/transposition/plane.js";
import { airmassRows, refractRows } from "../../physics/sky/kernels.js";
import { INTERVALS, rowsOf, STEPS, STRETCH, type StepColumns } from "../memory/columns.js";
import type { HorizonViews, Workspace } from "../memory/workspace.js";
import type { Expanded, Plan } from "../plan/plan.js";
import { elevationRows, GROUND_COVERAGE, MAX_ROTATION, trackerRows } from "./kernels.js";
import { runPlane, sumRows } from "./plane.js";
import { PlacedShade } from "./shade.js";

const s = STEPS;
const w = INTERVALS;
const FLAT = /* @__PURE__ */ new Float64Array(360);

/** Columns that a PV stage gets with shading. */
const SHADED = ["dni", "dhi", "ghi", "directTilted", "diffuseTilted", "globalTilted", "pv"] as const;

/** The columns that a PV stage gets of the light that reaches the plane: behind horizon line and rows, where there are any. */
export function litColumns({ steps }: Plan): StepColumns & RowColumns {
  if (!steps.shading) return s;
  const shaded: StepColumns & { groundTilted?: Float64Array; rear?: Float64Array } = { ...s };
  for (const name of SHADED) shaded[name] = s[`${name}Shaded`];
  if (steps.rows) Object.assign(shaded, { groundTilted: s.groundTiltedShaded, rear: s.rearTilted });
  return shaded;
}

export class StepChain {
  private readonly plan: Plan;
  private readonly work: Workspace;
  /** null: a flat horizon; every shaded column equals the unshaded one. */
  private readonly horizon: HorizonViews | null;
  private readonly shade: PlacedShade | null;

  constructor(plan: Plan, work: Workspace) {
    this.plan = plan;
    this.work = work;
    const { shading, plane, shade } = plan.steps;
    this.horizon = shading ? work.horizonViews(plan.horizon ?? FLAT, plane, MAX_ROTATION) : null;
    this.shade = shade && new PlacedShade(shade, this.horizon!.line, plan);
  }

  /** The true sun of sub-steps [0, n). */
  trueSun(n: number): void {
    const { sun } = this.plan.steps;
    for (let i = 0; i < n; i += STRETCH) {
      sunVectorRows(i, Math.min(i + STRETCH, n), s.time, sun, s.east, s.north, s.up, s.distance);
    }
  }

  /** The refracted sun and the clear sky of sub-steps [0, n), given the true sun. */
  sky(n: number): void {
    for (const name of this.plan.steps.skyColumns) this.expand(name);
    for (let i = 0; i < n; i += STRETCH) this.skyOf(i, Math.min(i + STRETCH, n));
  }

  private skyOf(i0: number, i1: number): void {
    const { plan } = this;
    const pressureHpa = plan.steps.standardPressure / 100;
    if (plan.steps.exact) exactSky(i0, i1, pressureHpa);
    else {
      refractRows(i0, i1, s.east, s.north, s.up, pressureHpa, REFRACTION_TEMPERATURE);
      elevationRows(i0, i1, s.east, s.north, s.up, s.elevation);
      airmassRows(i0, i1, s.up, s.relativeAirmass);
    }
    extraterrestrialRows(i0, i1, s.distance, SOLAR_CONSTANT, s.extraterrestrialNormal);
    plan.clearSky.stage.run(rowsOf(s, plan, i0, i1), plan.clearSky.prepared);
  }

  /** Rotates the tracker. */
  track(from: number, to: number): void {
    for (let i = from; i < to; i += STRETCH) turnTracker(this.plan, i, Math.min(i + STRETCH, to));
  }

  /** The irradiance on the plane, in the open and behind the horizon, for sub-steps [from, to). */
  plane(from: number, to: number): void {
    const { planeColumns } = this.plan.steps;
    if (planeColumns.length === 0) return;
    for (const name of planeColumns) this.expand(name);
    for (let i = from; i < to; i += STRETCH) this.planeOf(i, Math.min(i + STRETCH, to));
  }

  private planeOf(i0: number, i1: number): void {
    const { plan, horizon } = this;
    runPlane(plan, horizon, this.shade, rowsOf(s, plan, i0, i1));
    if (plan.pv === null || !plan.steps.power) return;
    if (horizon) {
      sumRows(i0, i1, s.directTiltedShaded, s.diffuseTiltedShaded, s.globalTiltedShaded);
      plan.pv.stage.run(rowsOf(litColumns(plan), plan, i0, i1), plan.pv.prepared);
    }
    sumRows(i0, i1, s.directTilted, s.diffuseTilted, s.globalTilted);
    plan.pv.stage.run(rowsOf(s, plan, i0, i1), plan.pv.prepared);
  }

  /** Copies to every sub-step the value of its weather interval. */
  private expand(name: Expanded): void {
    const { weatherStart, count } = this.work.placed;
    const column = w[name];
    const out = s[name];
    if (this.plan.inputs.constant.has(name)) {
      out.fill(column[0]!, 0, count);
      return;
    }
    for (let j = 0; weatherStart[j]! < count; j++) {
      const value = column[j]!;
      for (let i = weatherStart[j]!; i < weatherStart[j + 1]!; i++) out[i] = value;
    }
  }
}

/** Refraction, elevation and air mass by the models, without the faster kernels. */
function exactSky(i0: number, i1: number, pressureHpa: number): void {
  refractVectorRows(i0, i1, s.east, s.north, s.up, pressureHpa, REFRACTION_TEMPERATURE);
  exactElevationRows(i0, i1, s.east, s.north, s.up, s.elevation);
  for (let i = i0; i < i1; i++) s.zenith[i] = 90 - s.elevation[i]!;
  kastenYoungRows(i0, i1, s.zenith, s.relativeAirmass);
}

/** The tracker's rotation (degrees, west positive; tilt of a dual-axis one), tilt and incidence for sub-steps [i0, i1). */
function turnTracker({ settings: { tracker }, steps }: Plan, i0: number, i1: number): void {
  if (tracker) {
    tracker.turn(i0, i1, s);
  } else if (steps.exact) {
    horizontalTrackerRows(i0, i1, s.east, s.up, MAX_ROTATION, GROUND_COVERAGE, true, s.rotation);
    cosIncidenceTrackerRows(i0, i1, s.east, s.up, s.rotation, s.cosIncidence, s.cosTilt);
  } else {
    trackerRows(i0, i1, s.east, s.up, s.rotation, s.cosIncidence, s.cosTilt);
  }
}
