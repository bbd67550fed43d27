/**
 * Everything that follows from request, weather and context, decided before the first row, as plain data: the computation
 * reads its decisions here, and `explain` can show them. There is one part per grid, and one for the shortcut.
 */

import type { ObservationRequest } from "../../data/contract/observation/types.js";
import type { CheckedWeather } from "../../data/weather/series.js";
import { standardPressure } from "../../physics/models/atmosphere/index.js";
import type { PlacedRows } from "../../physics/models/bifacial/sheds.js";
import type { ShadeMap } from "../../physics/models/shading/shade-map.js";
import { type SunSite, sunSiteOf } from "../../physics/models/solar-position/ephemeris.js";
import type { Column } from "../../physics/models/stage.js";
import { INTERFACE_TRACKER } from "../../physics/models/tracking/tracker-rows.js";
import { planeNormal } from "../../physics/models/transposition/plane.js";
import { DEFAULT_BLOCK_SIZE, sameCells } from "../grid/lattice.js";
import { LONGEST_UNMOVED } from "../grid/sub-steps.js";
import type { Plane } from "../memory/workspace.js";
import { type Basis, makeBasis, type Neighbours } from "./basis.js";
import type { ObservationContext, Settings } from "./context.js";
import { type Inputs, type LightPlan, noticeProvisional, planInputs, planLight } from "./light.js";
import { type OutputPlan, planOutputs } from "./outputs.js";

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
  /** What stands near a fixed plane. */
  readonly shade: ShadeMap | null;
  /** Whether there is shading by a horizon, rows or a map; without, every shaded column equals the unshaded one. */
  readonly shading: boolean;
  /** Whether a PV model runs on the sub-steps. */
  readonly power: boolean;
}

const SKY_COLUMNS = ["pressure", "linkeTurbidity", "aerosolOpticalDepth", "precipitableWater"] as const;

/** Those that PV stages read. */
const PV_COLUMNS = ["windSpeed", "precipitableWater", "aerosolOpticalDepth"] as const;

function planSteps({ request, site, run, settings, subSteps, horizon, clearSky, pv }: Basis): StepPlan {
  const { surfaceTilt, surfaceAzimuth } = request;
  const { latitude, longitude, altitude } = site;
  const rows = run.shading && run.plane ? settings.rows : null;
  const shade = run.shading && run.plane ? settings.shade : null;
  const shading = run.shading && (horizon !== null || rows !== null || shade !== null);
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
    shade,
    shading,
    power,
  };
}

export interface OneStepPlan {
  /** All columns that are read, except the irradiances and states. */
  readonly inputs: Inputs;
  /** Whether any of these varies by row; a constant is read from the first row. */
  readonly varies: boolean;
  /** Whether anything needs to know which sub-step belongs to which row. */
  readonly numbered: boolean;
  /** Whether the decomposition gets a row for every interval, dark or lit; else only the lit ones, without gaps between them. */
  readonly inRows: boolean;
  /** Weather intervals on either side of a block that the decomposition looks at. */
  readonly halo: Neighbours;
}

/** Columns of the sun and the irradiance that are known without gaps between the lit rows. */
const LIT_COLUMNS: readonly Column[] = ["kt", "extraterrestrialHorizontal"];

/** Columns that a decomposition may read on the shortcut. */
const COLUMNS: readonly Column[] = [
  ...LIT_COLUMNS,
  "time",
  "ghi",
  "extraterrestrialNormal",
  "apparentZenith",
  "zenith",
  "sunlitFraction",
  "clearGhi",
  "clearDhi",
  "pressure",
  "temperature",
  "dewPoint",
  "precipitableWater",
];

/**
 * Each weather interval must also be an output interval with one sub-step in its middle, and GHI the only given irradiance,
 * split by a model that does not look at the whole series.
 */
function planOneStep(basis: Basis, light: LightPlan): OneStepPlan | null {
  const { run, settings, everyStep, reach, decomposition, pv } = basis;
  const { reads } = decomposition.stage;
  const isShort =
    run.light &&
    !everyStep &&
    hasOneNode(basis) &&
    reach.before + reach.after < Number.POSITIVE_INFINITY &&
    light.given.includes("ghi") &&
    !light.closes &&
    reads.every((column) => COLUMNS.includes(column));
  if (!isShort) return null;
  const inputs = planInputs(basis, true);
  const inRows =
    light.seesSnow || reach.before + reach.after > 0 || reads.some((column) => !LIT_COLUMNS.includes(column));
  const varies = inRows || [...inputs.needed].some((column) => !inputs.constant.has(column));
  return {
    inputs,
    varies,
    numbered: varies || pv !== null || settings.snow !== undefined || settings.extra.length > 0,
    inRows,
    halo: reach,
  };
}

/** Whether both grids have the same intervals with one node each, which stays in the middle even at sunrise. */
function hasOneNode({ subSteps, weather, output }: Basis): boolean {
  if (!sameCells(weather, output)) return false;
  return "count" in subSteps ? subSteps.count === 1 : weather.step <= 1000 * LONGEST_UNMOVED;
}

export interface Plan extends Basis {
  /** The weather that is read. */
  readonly inputs: Inputs;
  /** The weather grid: from the given columns to direct and diffuse irradiance. */
  readonly light: LightPlan;
  /** The compute grid: sun, sky and plane. */
  readonly steps: StepPlan;
  /** The output grid: blocks and means. */
  readonly outputs: OutputPlan;
  /** How blocks take the shortcut; null if they cannot. */
  readonly oneStep: OneStepPlan | null;
  /** The run over the whole series that determines how long snow stays on the modules; null if nothing depends on it. */
  readonly snow: Plan | null;
}

/** @param blockSize approximate number of sub-steps per block */
export function makePlan(
  request: ObservationRequest,
  series: CheckedWeather,
  settings: Settings,
  context: ObservationContext,
  blockSize?: number,
): Plan {
  return planFrom(makeBasis(request, series, settings, context), blockSize);
}

/** All decisions that follow from a basis; if the basis is itself a plan, they are made again. */
export function planFrom(basis: Basis, blockSize = DEFAULT_BLOCK_SIZE): Plan {
  const light = planLight(basis);
  noticeProvisional(basis);
  const steps = planSteps(basis);
  const outputs = planOutputs(basis, steps.shading, blockSize);
  // By name, not spread, so that V8 sees one shape for all plans (measured: 40 µs a plan, and slower readers).
  return {
    request: basis.request,
    series: basis.series,
    settings: basis.settings,
    site: basis.site,
    timeZone: basis.timeZone,
    weather: basis.weather,
    output: basis.output,
    count: basis.count,
    subSteps: basis.subSteps,
    everyStep: basis.everyStep,
    run: basis.run,
    horizon: basis.horizon,
    clearSky: basis.clearSky,
    decomposition: basis.decomposition,
    transposition: basis.transposition,
    pv: basis.pv,
    reach: basis.reach,
    notices: basis.notices,
    inputs: planInputs(basis),
    light,
    steps,
    outputs,
    oneStep: planOneStep(basis, light),
    snow: outputs.snow ? planFrom(snowBasis(basis)) : null,
  };
}

/**
 * Snow has a memory: it stays until it slides. So the series is run from its start, on its own intervals, with the irradiance
 * and temperature that make snow slide (Marion et al. 2013), whatever period is requested.
 */
function snowBasis(basis: Basis): Basis {
  const { request, run, weather, series } = basis;
  return {
    ...basis,
    request: { ...request, parameters: [] },
    output: weather,
    count: series.count,
    run: { ...run, sun: true, light: true, plane: true, shading: false, temperature: true, snow: true },
    pv: null,
    everyStep: false,
  };
}
