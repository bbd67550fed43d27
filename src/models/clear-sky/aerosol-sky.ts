/** What the clear skies of aerosol and water share: how their functions take columns, and their place in the pipeline. */
import { STANDARD_PRESSURE } from "../atmosphere/airmass.js";
import { type ColumnInput, toColumns } from "../columns.js";
import { type Block, type Column, type Stage, withStage } from "../stage.js";
import { within } from "./limits.js";

type Inputs<Needed extends string, Optional extends string> = { readonly [name in Needed]: ColumnInput } & {
  readonly [name in Optional]?: ColumnInput | undefined;
};

/**
 * Columns of a function's inputs.
 *
 * @param needed names of those that the caller must give
 * @param defaults what stands for the others
 */
export function skyColumns<Needed extends string, Optional extends string>(
  model: string,
  inputs: Inputs<NoInfer<Needed>, NoInfer<Optional>>,
  needed: readonly Needed[],
  defaults: { readonly [name in Optional]: number },
): { [name in Needed | Optional]: Float64Array } & { readonly n: number } {
  const all: { [name: string]: ColumnInput } = {};
  for (const name of needed) all[name] = inputs[name];
  for (const name in defaults) all[name] = inputs[name] === undefined ? defaults[name] : (inputs[name] as ColumnInput);
  return toColumns<Needed | Optional>(model, all as { [name in Needed | Optional]: ColumnInput });
}

/** The clear light of n rows, to be written. */
export function lightColumns(n: number): { ghi: Float64Array; dni: Float64Array; dhi: Float64Array } {
  return { ghi: new Float64Array(n), dni: new Float64Array(n), dhi: new Float64Array(n) };
}

/** A model's part of its stage. */
interface AerosolSky<Options, Prepared extends { readonly precipitableWater: number }> {
  readonly name: string;
  /** What the kernel reads besides `up`, aerosol, water, pressure and extraterrestrial irradiance. */
  readonly alsoReads?: readonly Column[];
  /** Limits of the fit: water in cm, at most 10, and pressure in Pa, at most 110000. */
  readonly leastWater: number;
  readonly leastPressure: number;
  prepare(options: Options): Prepared;
  /** The kernel's measure of aerosol, within the fit, from the optical depth at 550 nm; NaN: the weather has none. */
  aerosol(depth: number, prepared: Prepared): number;
  /** `clearGhi`, `clearDni` and `clearDhi` hold aerosol, water and pressure until the kernel overwrites them. */
  rows(from: number, to: number, columns: Block["columns"], prepared: Prepared): void;
}

/** A public function with its stage. Pure: bundlers may drop it. */
export function clearSkyModel<
  Fn extends (...args: never[]) => unknown,
  Options,
  Prepared extends { readonly precipitableWater: number },
>(fn: Fn, sky: AerosolSky<Options, Prepared>): Fn & { readonly stage: Stage<Options, Prepared> } {
  const { name, alsoReads = [], leastWater, leastPressure } = sky;
  return withStage(fn, {
    name,
    family: "clear-sky",
    grid: "compute",
    reach: 0,
    reads: ["up", ...alsoReads, "aerosolOpticalDepth", "precipitableWater", "pressure", "extraterrestrialNormal"],
    writes: ["clearGhi", "clearDni", "clearDhi"],
    prepare: (_site, options: Options) => sky.prepare(options),
    run({ from, to, columns: c }, prepared: Prepared) {
      for (let i = from; i < to; i++) {
        c.clearGhi[i] = sky.aerosol(c.aerosolOpticalDepth[i]!, prepared);
        c.clearDni[i] = within(c.precipitableWater[i]!, leastWater, 10, prepared.precipitableWater);
        c.clearDhi[i] = within(c.pressure[i]!, leastPressure, 110000, STANDARD_PRESSURE);
      }
      sky.rows(from, to, c, prepared);
    },
  });
}
