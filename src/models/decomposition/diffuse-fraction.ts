/** What decompositions that go by the diffuse fraction share: the way from GHI to DNI and DHI, and the stage's loop. */
import type { Stage } from "../../engine/stage.js";
import { cos, DEG } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { spencerRows } from "../solar-position/extraterrestrial.js";
import { clearnessIndexRows, MIN_COS_ZENITH } from "./clearness-index.js";

/** Solar constant of the models' papers in pvlib, W/m². */
const SOLAR_CONSTANT = 1366.1;

export interface DiffuseFractionOptions {
  /** Least cos(zenith) to divide by for the clearness index; default 0.065 (zenith 86.273°). */
  readonly minCosZenith?: number;
  /** Zenith in degrees beyond which there is no direct irradiance; default 87. */
  readonly maxZenith?: number;
}

export type DiffuseFractionRows = (i0: number, i1: number, kt: Float64Array, diffuseFraction: Float64Array) => void;

/**
 * DNI, DHI and clearness index by a model of the diffuse fraction.
 *
 * Negative GHI counts as 0. Beyond `maxZenith` all is diffuse. A NaN in any input makes its row NaN.
 */
export function splitByDiffuseFraction(
  model: string,
  rows: DiffuseFractionRows,
  inputs: { ghi: ColumnInput; zenith: ColumnInput; dayOfYear?: ColumnInput; dniExtra?: ColumnInput },
  options: DiffuseFractionOptions,
): { dni: Float64Array; dhi: Float64Array; kt: Float64Array } {
  const { minCosZenith = MIN_COS_ZENITH, maxZenith = 87 } = options;
  const { ghi, zenith, dniExtra, n } =
    inputs.dniExtra === undefined
      ? withExtraRadiation(model, {
          ghi: inputs.ghi,
          zenith: inputs.zenith,
          dayOfYear: inputs.dayOfYear as ColumnInput,
        })
      : toColumns(model, { ghi: inputs.ghi, zenith: inputs.zenith, dniExtra: inputs.dniExtra });
  const dni = new Float64Array(n);
  const dhi = new Float64Array(n);
  const kt = new Float64Array(n);
  clearnessIndexRows(0, n, ghi, zenith, dniExtra, minCosZenith, 1, kt);
  rows(0, n, kt, dhi);
  for (let i = 0; i < n; i++) {
    const global = Math.max(ghi[i]!, 0);
    const diffuse = dhi[i]! * global;
    const direct = (global - diffuse) / cos(zenith[i]! * DEG);
    const dark = zenith[i]! > maxZenith || direct < 0;
    dni[i] = Number.isNaN(diffuse) ? Number.NaN : dark ? 0 : direct;
    dhi[i] = Number.isNaN(diffuse) ? Number.NaN : dark ? global : diffuse;
  }
  return { dni, dhi, kt };
}

function withExtraRadiation(
  model: string,
  inputs: { ghi: ColumnInput; zenith: ColumnInput; dayOfYear: ColumnInput },
): { ghi: Float64Array; zenith: Float64Array; dniExtra: Float64Array; n: number } {
  const { ghi, zenith, dayOfYear, n } = toColumns(model, inputs);
  const dniExtra = new Float64Array(n);
  spencerRows(0, n, dayOfYear, SOLAR_CONSTANT, dniExtra);
  return { ghi, zenith, dniExtra, n };
}

/** The stage of a model of the diffuse fraction, which it gives the interval's clearness index within [0, 1]. */
export function diffuseFractionStage(name: string, rows: DiffuseFractionRows): Stage<unknown, undefined> {
  return {
    name,
    family: "decomposition",
    grid: "weather",
    reach: 0,
    reads: ["kt", "extraterrestrialHorizontal"],
    writes: ["diffuseFraction"],
    prepare: () => undefined,
    run({ from, to, columns: { kt, extraterrestrialHorizontal, diffuseFraction } }) {
      for (let i = from; i < to; i++) {
        diffuseFraction[i] = extraterrestrialHorizontal[i]! <= 0 ? 0 : Math.min(Math.max(kt[i]!, 0), 1);
      }
      rows(from, to, diffuseFraction, diffuseFraction);
    },
  };
}
