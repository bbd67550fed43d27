/** Modules with cells on both sides: what the light on their rear is worth. The factors are those of pvlib.bifacial.infinite_sheds. */
import { checkNumbers } from "../options.js";

/** What the light on the rear side of modules is worth. @experimental */
export interface BifacialOptions {
  /** Efficiency of the rear side over that of the front (bifaciality), 0…1. */
  readonly factor: number;
  /** Change of the rear irradiance by the mounting, −1…0. Default −0.02. */
  readonly shadeFactor?: number | undefined;
  /** Change of the rear irradiance by what covers the cells, −1…0. Default 0. */
  readonly transmissionFactor?: number | undefined;
}

/** Light on the rear side over light on the front that gives the same power. */
export function rearShareOf(name: string, given: BifacialOptions): number {
  if (typeof given !== "object" || given === null)
    throw new TypeError(`${name} must be an object, got ${String(given)}`);
  const { factor, shadeFactor = -0.02, transmissionFactor = 0, ...others } = given;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw new RangeError(`${name} has no option ${unknown}: known are factor, shadeFactor, transmissionFactor`);
  }
  checkNumbers(name, { factor }, 0, 1);
  checkNumbers(name, { shadeFactor, transmissionFactor }, -1, 0);
  return factor * (1 + shadeFactor) * (1 + transmissionFactor);
}

/**
 * The light on both sides, as the front would take it, with that of the rear in `scratch.rear`: it warms the cells, too. In the open
 * the rear has none.
 */
export function withRear(
  i0: number,
  i1: number,
  { rearShare }: { readonly rearShare: number | null },
  global: Float64Array,
  poaRear: Float64Array | undefined,
  { rear, both }: { readonly rear: Float64Array; readonly both: Float64Array },
): Float64Array {
  if (rearShare === null) return global;
  for (let i = i0; i < i1; i++) {
    rear[i] = poaRear ? poaRear[i]! * rearShare : 0;
    both[i] = global[i]! + rear[i]!;
  }
  return both;
}
