/** A system with its options read. */

import { PVWATTS_LOSSES, PVWATTS_MODULES, type PvwattsSystemOptions, pvwattsLosses } from "../models/pv/index.js";
import { nearestName } from "../text/nearest-name.js";
import { shown } from "../text/shown.js";
import { checkBifacial, checkTurning } from "./rows.js";
import type { YieldPlane, YieldSystem } from "./types.js";

export type CheckedPlane = {
  readonly [key in "surfaceTilt" | "surfaceAzimuth" | "kwp" | "trackingMode"]: NonNullable<YieldPlane[key]>;
} & Pick<YieldPlane, "tracker" | "rows">;

export interface CheckedSystem {
  readonly planes: readonly CheckedPlane[];
  readonly kwp: number;
  /** Of `pvwattsSystem`: those that were given. */
  readonly options: PvwattsSystemOptions;
  /** All losses before the inverter, percent. */
  readonly losses: number;
}

const KEYS: { readonly [key in keyof Required<YieldSystem>]: true } = {
  planes: true,
  losses: true,
  dcAcRatio: true,
  inverterEfficiency: true,
  module: true,
  gammaPdc: true,
  iam: true,
  bifacial: true,
  iamOptions: true,
  cellTemperature: true,
  cellTemperatureOptions: true,
  spectrum: true,
};
const PLANE_KEYS: { readonly [key in keyof Required<YieldPlane>]: true } = {
  surfaceTilt: true,
  surfaceAzimuth: true,
  kwp: true,
  trackingMode: true,
  tracker: true,
  rows: true,
};

const LEAST_GAMMA = -0.05;
/** What is outside is in percent, or a slip. */
const DC_AC_RATIOS = [0.1, 10] as const;
const EFFICIENCIES = [0.1, 1] as const;

/** @throws TypeError, RangeError naming what was expected; options of the models are checked when they run */
export function checkSystem(system: YieldSystem): CheckedSystem {
  checkKeys("system", system, KEYS);
  const { planes, module = "standard" } = system;
  if (!Array.isArray(planes) || planes.length === 0) {
    throw new TypeError(`yieldOf: system.planes must be a list of at least one plane, got ${shown(planes)}`);
  }
  if (!Object.hasOwn(PVWATTS_MODULES, module)) {
    const known = Object.keys(PVWATTS_MODULES).join(", ");
    throw new RangeError(`yieldOf: system.module must be one of ${known}, got ${shown(module)}`);
  }
  const { gammaPdc, dcAcRatio, inverterEfficiency } = system;
  if (gammaPdc !== undefined) checkGamma(gammaPdc);
  if (dcAcRatio !== undefined) within("system.dcAcRatio", dcAcRatio, ...DC_AC_RATIOS);
  if (inverterEfficiency !== undefined) within("system.inverterEfficiency", inverterEfficiency, ...EFFICIENCIES);
  const checked = planes.map(checkPlane);
  checkBifacial(system, checked);
  const losses = totalLosses(system.losses);
  const { planes: _planes, module: _module, ...options } = system;
  return {
    planes: checked,
    kwp: checked.reduce((sum, { kwp }) => sum + kwp, 0),
    losses,
    options: { gammaPdc: PVWATTS_MODULES[module], ...given(options), losses },
  };
}

/** No module loses more than 5 % a degree or gains: such a number is in percent, or has lost its sign. */
function checkGamma(gammaPdc: unknown): void {
  if (typeof gammaPdc !== "number" || (gammaPdc >= LEAST_GAMMA && gammaPdc <= 0)) return;
  const range = `from ${LEAST_GAMMA} to 0, in 1/°C: -0.0037 is -0.37 %/°C`;
  throw new RangeError(`yieldOf: system.gammaPdc must be ${range}, got ${gammaPdc}`);
}

function given(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function checkPlane(plane: YieldPlane, k: number): CheckedPlane {
  const name = `system.planes[${k}]`;
  checkKeys(name, plane, PLANE_KEYS);
  const { tracker, rows, kwp = 1, surfaceTilt = 0 } = plane;
  const { trackingMode = tracker === undefined ? "none" : "1_axis" } = plane;
  checkTurning(name, plane, trackingMode);
  if (trackingMode !== "none" && trackingMode !== "1_axis") {
    throw new RangeError(`yieldOf: ${name}.trackingMode must be none or 1_axis, got ${shown(trackingMode)}`);
  }
  within(`${name}.surfaceTilt`, surfaceTilt, 0, 90);
  if (plane.surfaceAzimuth === undefined && surfaceTilt > 0 && trackingMode === "none") {
    const directions = "0 north, 90 east, 180 south, 270 west";
    throw new TypeError(`yieldOf: ${name}.surfaceAzimuth is required for a tilted plane, in degrees: ${directions}`);
  }
  const { surfaceAzimuth = 0 } = plane;
  if (surfaceAzimuth < 0 && surfaceAzimuth >= -180) {
    const other = `where azimuths count from south, as in PVGIS, add 180: ${surfaceAzimuth + 180}`;
    throw new RangeError(
      `yieldOf: ${name}.surfaceAzimuth must be from 0 (north) to 360, got ${surfaceAzimuth}; ${other}`,
    );
  }
  within(`${name}.surfaceAzimuth`, surfaceAzimuth, 0, 360);
  within(`${name}.kwp`, kwp, 0, 1e9);
  if (kwp === 0) throw new RangeError(`yieldOf: ${name}.kwp must be above 0, got 0`);
  return { surfaceTilt, surfaceAzimuth, kwp, trackingMode, ...(tracker && { tracker }), ...(rows && { rows }) };
}

function totalLosses(losses: YieldSystem["losses"] = {}): number {
  if (typeof losses === "number") return within("system.losses", losses, 0, 100);
  checkKeys("system.losses", losses, PVWATTS_LOSSES);
  for (const [name, value] of Object.entries(losses)) {
    if (value !== undefined) within(`system.losses.${name}`, value, 0, 100);
  }
  return pvwattsLosses(losses).losses[0]!;
}

function checkKeys(name: string, given: unknown, known: object): void {
  if (typeof given !== "object" || given === null || Array.isArray(given)) {
    throw new TypeError(`yieldOf: ${name} must be an object, got ${shown(given)}`);
  }
  const names = Object.keys(known);
  for (const key in given) {
    if (names.includes(key)) continue;
    const meant = nearestName(key, names);
    const idea = meant === undefined ? `known are ${names.join(", ")}` : `is ${meant} meant?`;
    throw new RangeError(`yieldOf: ${name} has no option ${shown(key)}: ${idea}`);
  }
}

function within(name: string, value: unknown, least: number, most: number): number {
  if (typeof value !== "number") throw new TypeError(`yieldOf: ${name} must be a number, got ${shown(value)}`);
  if (value >= least && value <= most) return value;
  throw new RangeError(`yieldOf: ${name} must be from ${least} to ${most}, got ${value}`);
}
