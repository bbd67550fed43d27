/** What is computed sub-step by sub-step, whatever intervals they belong to: the sky above the sun's true place, and the plane. */
import { standardPressure } from "../models/atmosphere/index.js";
import { kastenYoungRows } from "../models/atmosphere/kasten-young.js";
import { elevationRows, prepareSunSite, refractVectorRows, type SunSite } from "../models/solar-position/index.js";
import { INTERVALS, STEPS } from "./block-columns.js";
import { airmassBlock, elevationBlock, extraterrestrialBlock, refractBlock } from "./block-kernels.js";
import { type LoadPlan, planLoad } from "./load.js";
import type { Plan } from "./plan.js";
import { type PlaneSetup, preparePlane, runPlane, sumRows } from "./plane.js";
import { rowsOf } from "./stage.js";
import type { Workspace } from "./workspace.js";

const s = STEPS;
const w = INTERVALS;

/** Air temperature that refraction is computed at (°C): the sun's path does not depend on the weather. */
export const REFRACTION_TEMPERATURE = 12;

/** Columns of the weather that sub-steps ask for as they stand. */
type Expanded = "pressure" | "linkeTurbidity" | "aerosolOpticalDepth" | "precipitableWater" | "albedo" | "windSpeed";

const SKY_COLUMNS = ["pressure", "linkeTurbidity", "aerosolOpticalDepth", "precipitableWater"] as const;

export class StepChain {
  readonly sun: SunSite;
  /** Pa */
  readonly standardPressure: number;
  readonly load: LoadPlan;
  private readonly plan: Plan;
  private readonly work: Workspace;
  private readonly setup: PlaneSetup;
  private readonly expanded: readonly Expanded[];

  constructor(plan: Plan, work: Workspace) {
    this.plan = plan;
    this.work = work;
    const { latitude, longitude, altitude } = plan.site;
    this.sun = prepareSunSite(latitude, longitude, altitude);
    this.standardPressure = standardPressure(altitude);
    this.load = planLoad(plan);
    this.setup = preparePlane(plan, this.sun, work);
    this.expanded = SKY_COLUMNS.filter((name) => plan.clearSky.stage.reads.includes(name));
  }

  /** The refracted sun and the clear sky of sub-steps [0, n), which have the true sun. */
  sky(n: number): void {
    const { plan } = this;
    const pressureHpa = this.standardPressure / 100;
    if (plan.settings.exact) exactSky(n, pressureHpa);
    else {
      refractBlock(n, pressureHpa, REFRACTION_TEMPERATURE);
      elevationBlock(n);
      airmassBlock(n);
    }
    extraterrestrialBlock(n);
    for (const name of this.expanded) this.expand(name);
    plan.clearSky.stage.run(rowsOf(s, plan, 0, n), plan.clearSky.prepared);
  }

  /** The light on the plane, and behind the horizon, for sub-steps [from, to). */
  plane(from: number, to: number): void {
    const { plan } = this;
    if (!plan.run.plane && this.setup.horizon === null) return;
    this.expand("albedo");
    runPlane(plan, this.setup, rowsOf(s, plan, from, to));
    if (plan.pv === null || !plan.run.plane) return;
    this.expand("windSpeed");
    if (this.setup.horizon) {
      sumRows(from, to, s.directTiltedShaded, s.diffuseTiltedShaded, s.globalTiltedShaded);
      const shaded = {
        ...s,
        dni: s.dniShaded,
        dhi: s.dhiShaded,
        ghi: s.ghiShaded,
        directTilted: s.directTiltedShaded,
        diffuseTilted: s.diffuseTiltedShaded,
        globalTilted: s.globalTiltedShaded,
        pv: s.pvShaded,
      };
      plan.pv.stage.run(rowsOf(shaded, plan, from, to), plan.pv.prepared);
    }
    sumRows(from, to, s.directTilted, s.diffuseTilted, s.globalTilted);
    plan.pv.stage.run(rowsOf(s, plan, from, to), plan.pv.prepared);
  }

  /** Gives every sub-step the value of its weather interval. */
  private expand(name: Expanded): void {
    const { weatherStart, count } = this.work.placed;
    const column = w[name];
    const out = s[name];
    if (this.load.constant.has(name)) {
      out.fill(column[0]!, 0, count);
      return;
    }
    for (let j = 0; weatherStart[j]! < count; j++) {
      const value = column[j]!;
      for (let i = weatherStart[j]!; i < weatherStart[j + 1]!; i++) out[i] = value;
    }
  }
}

/** Refraction, elevation and air mass by the models alone. */
function exactSky(n: number, pressureHpa: number): void {
  refractVectorRows(0, n, s.east, s.north, s.up, pressureHpa, REFRACTION_TEMPERATURE);
  elevationRows(0, n, s.east, s.north, s.up, s.elevation);
  for (let i = 0; i < n; i++) s.zenith[i] = 90 - s.elevation[i]!;
  kastenYoungRows(0, n, s.zenith, s.relativeAirmass);
}
