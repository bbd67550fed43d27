/** Decisions of the compute grid: where its nodes may go, what they take over from the weather, and which plane they light. */
import { standardPressure } from "../../models/atmosphere/index.js";
import type { FixedPlane } from "../../models/shading/sky-view.js";
import { type SunSite, sunSiteOf } from "../../models/solar-position/ephemeris.js";
import { planeNormal } from "../../models/transposition/incidence.js";
import type { Basis } from "./basis.js";

/** Columns of the weather that sub-steps ask for as they stand. */
export type Expanded =
  | "pressure"
  | "linkeTurbidity"
  | "aerosolOpticalDepth"
  | "precipitableWater"
  | "albedo"
  | "windSpeed";

export interface StepPlan {
  readonly sun: SunSite;
  /** Of the altitude, Pa. */
  readonly standardPressure: number;
  /** With the models alone, not their faster kernels. */
  readonly exact: boolean;
  /** Whether the sun moves within a sub-step's cell; with a fixed count of sub-steps it stands at the cell's middle. */
  readonly moving: boolean;
  /** What the clear sky asks of the weather. */
  readonly skyColumns: readonly Expanded[];
  /** What the plane asks of the weather, be it the horizontal one behind a horizon; nothing: there is none. */
  readonly planeColumns: readonly Expanded[];
  /** The plane whose share of the sky is seen. */
  readonly plane: FixedPlane | "horizontal-axis";
  /** Unit vector of a plane that does not move; null: the tracker turns it. */
  readonly normal: readonly [east: number, north: number, up: number] | null;
  /** Whether a horizon takes something away; without, every shaded column is the open one. */
  readonly shading: boolean;
  /** Whether a PV model runs on the sub-steps. */
  readonly power: boolean;
}

const SKY_COLUMNS = ["pressure", "linkeTurbidity", "aerosolOpticalDepth", "precipitableWater"] as const;

export function planSteps({ request, site, run, settings, subSteps, horizon, clearSky, pv }: Basis): StepPlan {
  const { surfaceTilt, surfaceAzimuth } = request;
  const { latitude, longitude, altitude } = site;
  const shading = run.shading && horizon !== null;
  const power = run.plane && pv !== null;
  const tracks = run.plane && run.tracker;
  return {
    sun: sunSiteOf(latitude, longitude, altitude),
    standardPressure: standardPressure(altitude),
    exact: settings.exact,
    moving: "panel" in subSteps,
    skyColumns: SKY_COLUMNS.filter((name) => clearSky.stage.reads.includes(name)),
    planeColumns: [
      ...(run.plane || shading ? (["albedo"] as const) : []),
      ...(power && pv.stage.reads.includes("windSpeed") ? (["windSpeed"] as const) : []),
    ],
    plane: run.tracker ? "horizontal-axis" : { surfaceTilt, surfaceAzimuth },
    // For horizontal shading alone the plane is the horizontal one.
    normal: tracks ? null : run.plane ? planeNormal(surfaceTilt, surfaceAzimuth) : [0, 0, 1],
    shading,
    power,
  };
}
