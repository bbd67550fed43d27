/** Decisions of the compute grid: the position of its nodes, the weather columns they copy, and the plane. */

import { standardPressure } from "../../models/atmosphere/index.js";
import type { PlacedRows } from "../../models/bifacial/sheds.js";
import { type SunSite, sunSiteOf } from "../../models/solar-position/ephemeris.js";
import { INTERFACE_TRACKER } from "../../models/tracking/tracker-rows.js";
import { planeNormal } from "../../models/transposition/incidence.js";
import type { Plane } from "../memory/horizon-views.js";
import type { Basis } from "./basis.js";

/** Weather columns that sub-steps use unchanged. */
export type Expanded =
  | "pressure"
  | "linkeTurbidity"
  | "aerosolOpticalDepth"
  | "precipitableWater"
  | "albedo"
  | "windSpeed";

export interface StepPlan {
  readonly sun: SunSite;
  /** At the altitude, Pa. */
  readonly standardPressure: number;
  /** With the models only, without their faster kernels. */
  readonly exact: boolean;
  /** Whether the sun moves within a sub-step's cell; with a fixed number of sub-steps it stays at the cell's middle. */
  readonly moving: boolean;
  /** Weather columns that the clear sky needs. */
  readonly skyColumns: readonly Expanded[];
  /** Weather columns that the plane needs, which may be the horizontal one behind a horizon; empty if there is no plane. */
  readonly planeColumns: readonly Expanded[];
  /** The plane whose view of the sky is computed; "horizontal-axis": the interface's tracker. */
  readonly plane: Plane;
  /** Unit vector of a fixed plane; null for a tracker. */
  readonly normal: readonly [east: number, north: number, up: number] | null;
  /** Rows that shade one another. */
  readonly rows: PlacedRows | null;
  /** Whether there is shading by a horizon or rows; without, every shaded column equals the unshaded one. */
  readonly shading: boolean;
  /** Whether a PV model runs on the sub-steps. */
  readonly power: boolean;
}

const SKY_COLUMNS = ["pressure", "linkeTurbidity", "aerosolOpticalDepth", "precipitableWater"] as const;

/** Those that PV stages read. */
const PV_COLUMNS = ["windSpeed", "precipitableWater", "aerosolOpticalDepth"] as const;

export function planSteps({ request, site, run, settings, subSteps, horizon, clearSky, pv }: Basis): StepPlan {
  const { surfaceTilt, surfaceAzimuth } = request;
  const { latitude, longitude, altitude } = site;
  const rows = run.shading && run.plane ? settings.rows : null;
  const shading = run.shading && (horizon !== null || rows !== null);
  const power = run.plane && pv !== null;
  const tracks = run.plane && run.tracker;
  const skyColumns: readonly Expanded[] = SKY_COLUMNS.filter((name) => clearSky.stage.reads.includes(name));
  return {
    sun: sunSiteOf(latitude, longitude, altitude),
    standardPressure: standardPressure(altitude),
    exact: settings.exact,
    moving: "panel" in subSteps,
    skyColumns,
    planeColumns: [
      ...(run.plane || shading ? (["albedo"] as const) : []),
      ...(power ? PV_COLUMNS.filter((name) => pv.stage.reads.includes(name) && !skyColumns.includes(name)) : []),
    ],
    plane: run.tracker ? (settings.tracker ?? "horizontal-axis") : { surfaceTilt, surfaceAzimuth },
    // If only horizontal shading is requested, the plane is horizontal.
    normal: tracks ? null : run.plane ? planeNormal(surfaceTilt, surfaceAzimuth) : [0, 0, 1],
    rows:
      rows?.place(run.tracker ? (settings.tracker?.options ?? INTERFACE_TRACKER) : { surfaceTilt, surfaceAzimuth }) ??
      null,
    shading,
    power,
  };
}
