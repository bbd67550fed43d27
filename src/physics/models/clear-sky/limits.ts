/** What the clear-sky models share: defaults for what the weather lacks (pvlib's), limits of the fits, the horizon. */

import { cos, DEG } from "../../../foundation/math/index.js";
import type { Columns } from "../model.js";
import { type Block, type Stage, withStage } from "../stage.js";

/**
 * Optical depth at 550 nm, precipitable water (cm), ozone (atm-cm) and ground albedo if nothing is known. The first two
 * are pvlib's defaults of the simplified Solis model (0.1 at 700 nm by Ångström's law), ozone and albedo those of Bird.
 */
export const CLEAR_SKY_DEFAULTS = {
  aerosolOpticalDepth: 0.13,
  precipitableWater: 1,
  ozone: 0.3,
  albedo: 0.2,
} as const;

/** Options that the stages of models with aerosol and water share. */
export interface AerosolStageOptions {
  /** Aerosol optical depth at 550 nm where the weather has none; default 0.13. */
  readonly aerosolOpticalDepth?: number | undefined;
  /** Precipitable water in cm where the weather has none; default 1. */
  readonly precipitableWater?: number | undefined;
  /** Ångström exponent of the aerosol; default 1.14. */
  readonly angstromAlpha?: number | undefined;
  /** Ozone in atm-cm; default 0.3. */
  readonly ozone?: number | undefined;
  /** Ground albedo for the light between ground and sky, 0–1; default 0.2. */
  readonly albedo?: number | undefined;
}

/** A number within [low, high]; `missing` for NaN. */
export function within(value: number, low: number, high: number, missing: number): number {
  return Number.isNaN(value) ? missing : Math.min(Math.max(value, low), high);
}

/** cos(zenith) for zeniths in degrees; 0 from 90 on, where doubles have 6e-17: the horizon itself is dark. */
export function cosinesAboveHorizon(zenith: Float64Array): Float64Array {
  return zenith.map((z) => (z >= 90 ? 0 : cos(z * DEG)));
}

/** What a clear sky gives, W/m². */
export const SKY = ["ghi", "dni", "dhi"] as const;
export type SkyColumns = Columns<(typeof SKY)[number]>;

/** The pipeline's columns of the clear sky. */
export function skyOf({ clearGhi, clearDni, clearDhi }: Block["columns"]): SkyColumns {
  return { ghi: clearGhi, dni: clearDni, dhi: clearDhi };
}

/** What stages of clear skies share. */
type Shared = "family" | "grid" | "reach" | "writes";

/** The place of a clear sky in the pipeline. */
export function clearSkyStage<Options, Prepared>(
  stage: Omit<Stage<Options, Prepared>, Shared>,
): Stage<Options, Prepared> {
  return {
    ...stage,
    family: "clear-sky",
    grid: "compute",
    reach: 0,
    writes: ["clearGhi", "clearDni", "clearDhi"],
  };
}

/** A clear sky as a public function with its stage. Pure: bundlers may drop it. */
export function withClearSky<Fn extends (...args: never[]) => unknown, Options, Prepared>(
  fn: Fn,
  stage: Omit<Stage<Options, Prepared>, Shared>,
): Fn & { readonly stage: Stage<Options, Prepared> } {
  return withStage(fn, clearSkyStage(stage));
}
