/** What decompositions that go by the diffuse fraction share: the way from GHI to DNI and DHI, and the stage's loop. */
import { cos, DEG } from "../../math/index.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { checkLimits } from "../options.js";
import { spencerRows } from "../solar-position/extraterrestrial.js";
import type { Stage } from "../stage.js";
import { clearnessIndexRows, MIN_COS_ZENITH } from "./clearness-index.js";

/** Solar constant of the models' papers in pvlib, W/m². */
const SOLAR_CONSTANT = 1366.1;

/** @experimental */
export interface DiffuseFractionOptions {
  /** Least cos(zenith) to divide by for the clearness index; default 0.065 (zenith 86.273°). */
  readonly minCosZenith?: number | undefined;
  /** Zenith in degrees beyond which there is no direct irradiance; default 87. */
  readonly maxZenith?: number | undefined;
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
  inputs: {
    ghi: ColumnInput;
    zenith: ColumnInput;
    dayOfYear?: ColumnInput | undefined;
    dniExtra?: ColumnInput | undefined;
  },
  options: DiffuseFractionOptions,
): { dni: Float64Array; dhi: Float64Array; kt: Float64Array } {
  const { minCosZenith = MIN_COS_ZENITH, maxZenith = 87 } = options;
  checkLimits(model, { minCosZenith, maxZenith });
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
  splitFractionRows(0, n, ghi, zenith, dhi, maxZenith, dni, dhi);
  return { dni, dhi, kt };
}

/**
 * Row kernel: DNI and DHI from GHI (negative counts as 0) and its diffuse fraction; beyond `maxZenith` (degrees) and
 * where DNI would be negative all is diffuse. `dhi` may be the same column as `kd`.
 */
export function splitFractionRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  zenith: Float64Array,
  kd: Float64Array,
  maxZenith: number,
  dni: Float64Array,
  dhi: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    const global = Math.max(ghi[i]!, 0);
    const diffuse = kd[i]! * global;
    const direct = (global - diffuse) / cos(zenith[i]! * DEG);
    const dark = zenith[i]! > maxZenith || direct < 0;
    dni[i] = Number.isNaN(diffuse) ? Number.NaN : dark ? 0 : direct;
    dhi[i] = Number.isNaN(diffuse) ? Number.NaN : dark ? global : diffuse;
  }
}

/** Extraterrestrial normal irradiance as these models have it in pvlib, W/m², from the day of the year. */
export function modelExtraRadiation(dayOfYear: Float64Array): Float64Array {
  const dniExtra = new Float64Array(dayOfYear.length);
  spencerRows(0, dayOfYear.length, dayOfYear, SOLAR_CONSTANT, dniExtra);
  return dniExtra;
}

function withExtraRadiation(
  model: string,
  inputs: { ghi: ColumnInput; zenith: ColumnInput; dayOfYear: ColumnInput },
): { ghi: Float64Array; zenith: Float64Array; dniExtra: Float64Array; n: number } {
  const { ghi, zenith, dayOfYear, n } = toColumns(model, inputs);
  return { ghi, zenith, dniExtra: modelExtraRadiation(dayOfYear), n };
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
      limitedClearnessRows(from, to, kt, diffuseFraction);
      rows(from, to, diffuseFraction, diffuseFraction);
      darkRows(from, to, kt, extraterrestrialHorizontal, diffuseFraction);
    },
  };
}

/** Row kernel: the clearness index within [0, 1]. */
export function limitedClearnessRows(i0: number, i1: number, kt: Float64Array, limited: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const k = kt[i]!;
    limited[i] = k < 0 ? 0 : k > 1 ? 1 : k;
  }
}

/** Row kernel: GHI over extraterrestrial horizontal irradiance (both W/m²), within [0, 1]. */
export function limitedRatioRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  extraHorizontal: Float64Array,
  kt: Float64Array,
): void {
  for (let i = i0; i < i1; i++) kt[i] = limitedRatio(ghi[i]!, extraHorizontal[i]!);
}

export function limitedRatio(ghi: number, extraHorizontal: number): number {
  return Math.min(Math.max(ghi / extraHorizontal, 0), 1);
}

/** Row kernel: all is diffuse without sun and without irradiance. */
export function darkRows(
  i0: number,
  i1: number,
  kt: Float64Array,
  extraterrestrialHorizontal: Float64Array,
  diffuseFraction: Float64Array,
): void {
  for (let i = i0; i < i1; i++) {
    if (extraterrestrialHorizontal[i]! <= 0 || kt[i]! <= 0) diffuseFraction[i] = 1;
  }
}

/**
 * Columns that a stage works on between its inputs and its output; they hold nothing from block to block. A stage has one set
 * for all places: columns per place would be made and cleared for every request.
 */
export class Scratch<Name extends string> {
  readonly columns = {} as { [name in Name]: Float64Array };
  private readonly names: readonly Name[];
  private length = -1;

  constructor(...names: Name[]) {
    this.names = names;
  }

  /** The columns, made as long as the block's where they are shorter. */
  of(length: number): { readonly [name in Name]: Float64Array } {
    if (length > this.length) {
      for (const name of this.names) this.columns[name] = new Float64Array(length);
      this.length = length;
    }
    return this.columns;
  }
}
