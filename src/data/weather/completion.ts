/** From the given irradiance to mean direct-horizontal and mean diffuse-horizontal, per weather interval. */
import type { Columns } from "../../physics/models/model.js";

export type Closure = "keep-global" | "keep-diffuse" | "component-sum";

export type CompleteColumns = Columns<"normalToHorizontal" | "dni" | "ghi" | "directHorizontal" | "dhi">;

/**
 * Completes two or three given components in place, rows [i0, i1). On return a row is complete (ghi, directHorizontal and
 * dhi finite and closing), or has GHI alone (for `splitRows`), or nothing (all NaN).
 *
 * - Direct-horizontal is preferred to direct normal; the latter becomes horizontal by the interval's
 *   `normalToHorizontal` (mean cos z weighted by the course of the beam).
 * - GHI + one other: closure. An implied DHI below 0 becomes 0 and the beam is reduced; DHI above GHI means no beam.
 * - All three: by `closure`: GHI and the ratio of DHI to direct are kept, or GHI and DHI, or DHI and direct.
 */
export function completeRows(i0: number, i1: number, closure: Closure, c: CompleteColumns): void {
  const { normalToHorizontal, dni, ghi, directHorizontal, dhi } = c;
  for (let i = i0; i < i1; i++) {
    let direct = directHorizontal[i]!;
    if (Number.isNaN(direct)) direct = dni[i]! * normalToHorizontal[i]!;
    let diffuse = dhi[i]!;
    let global = ghi[i]!;
    const hasDirect = !Number.isNaN(direct);
    const hasDiffuse = !Number.isNaN(diffuse);
    if (hasDirect && hasDiffuse && (Number.isNaN(global) || closure === "component-sum")) {
      global = direct + diffuse;
    } else if (!Number.isNaN(global)) {
      if (hasDirect && hasDiffuse && closure === "keep-global") {
        const sum = direct + diffuse;
        // The smaller component is scaled and the other is the remainder, so that rounding makes neither negative, nor 0 positive.
        if (direct < diffuse) diffuse = global - (global * direct) / sum;
        else diffuse = sum > 0 ? (global * diffuse) / sum : global;
      } else if (hasDiffuse) {
        diffuse = Math.min(diffuse, global);
      } else if (hasDirect) {
        diffuse = Math.max(global - direct, 0);
      }
      direct = global - diffuse;
    } else {
      direct = diffuse = Number.NaN; // one component without GHI is not enough
    }
    ghi[i] = global;
    dhi[i] = diffuse;
    directHorizontal[i] = direct;
  }
}

export type SplitColumns = Columns<"diffuseFraction" | "cap" | "ghi" | "directHorizontal" | "dhi">;

/**
 * Splits rows that have only GHI by their diffuse fraction, in place; that of complete rows becomes NaN, because it is not used.
 * Beam above its `cap` becomes diffuse.
 *
 * @returns how many of the rows [countFrom, countTo) were cut
 */
export function splitRows(i0: number, i1: number, countFrom: number, countTo: number, c: SplitColumns): number {
  const { diffuseFraction, cap, ghi, directHorizontal, dhi } = c;
  let cut = 0;
  for (let i = i0; i < i1; i++) {
    if (!Number.isNaN(directHorizontal[i]!)) {
      diffuseFraction[i] = Number.NaN;
      continue;
    }
    const global = ghi[i]!;
    let diffuse = global * diffuseFraction[i]!;
    let direct = global - diffuse;
    if (direct > cap[i]!) {
      const excess = direct - cap[i]!;
      if (excess > 1e-9 * direct && i >= countFrom && i < countTo) cut++;
      direct = cap[i]!;
      diffuse += excess;
    }
    dhi[i] = diffuse;
    directHorizontal[i] = direct;
  }
  return cut;
}

/** True if some row has GHI but no components. */
export function needsSplit(i0: number, i1: number, ghi: Float64Array, directHorizontal: Float64Array): boolean {
  for (let i = i0; i < i1; i++) {
    if (!Number.isNaN(ghi[i]!) && Number.isNaN(directHorizontal[i]!)) return true;
  }
  return false;
}
