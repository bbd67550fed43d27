/** How far an accelerator's columns are from the engine's, output by output. */

import type { AcceleratorRequest, AcceleratorResult } from "../../../src/engine/gpu/types.js";
import type { NdArray } from "../../../src/foundation/arrays/types.js";
import { reference } from "./cases.js";

export interface Difference {
  /** Largest, W/m² or W/kWp. */
  readonly worst: number;
  readonly at: string;
  /** Values that one has and the other has not. */
  readonly gaps: number;
  readonly values: number;
}

/** A site's values of an array [site, time], read by `ndarray`'s own means. */
export function siteColumn(array: NdArray<Float32Array>, site: number): Float32Array {
  const [, count] = array.shape as [number, number];
  return Float32Array.from({ length: count }, (_, j) => array.get(site, j));
}

/** Differences of a result per interval over all its columns. */
export function differences(request: AcceleratorRequest, result: AcceleratorResult): Difference {
  let [worst, at, gaps, values] = [0, "", 0, 0];
  for (let site = 0; site < request.sites.length; site++) {
    const expected = reference(request, site).values;
    for (const name of request.parameters) {
      const column = siteColumn(result.values[name]!, site);
      for (let j = 0; j < result.count; j++) {
        const [got, wanted] = [column[j]!, expected[name]![j]!];
        values++;
        if (Number.isNaN(got) !== Number.isNaN(wanted)) gaps++;
        if (!(Math.abs(got - wanted) > worst)) continue;
        worst = Math.abs(got - wanted);
        at = `${name}, site ${site}, interval ${j}: expected ${wanted}, got ${got}`;
      }
    }
  }
  return { worst, at, gaps, values };
}
