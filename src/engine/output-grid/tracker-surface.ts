/** Where a tracker's plane looks over an output interval. */
import type { Tracker } from "../../models/tracking/tracker.js";
import type { ComputedBlock } from "../grid/block.js";
import { STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import { sunlitMeanRows } from "./means.js";

const s = STEPS;

/**
 * Azimuth and tilt of another tracker than the pipeline's own, from its mean rotation and the mean direction to the sun over the sunlit
 * part of each output interval of the block; without sun its rotation is 0.
 */
export function trackerSurfaceRows(
  tracker: Tracker,
  work: Workspace,
  block: ComputedBlock,
  azimuth: Float64Array,
  tilt: Float64Array,
): void {
  const { first, last } = block;
  const columns = [tilt.subarray(first, last), azimuth.subarray(first, last), new Float64Array(last - first)] as const;
  [s.rotation, s.east, s.north].forEach((column, k) => {
    sunlitRows(work, block, column, columns[k]!);
  });
  tracker.orient(0, last - first, ...columns);
}

/** `sunlitMeanRows` over all outputs of a block, also if each has one sub-step; 0 without sun. */
function sunlitRows(
  { lit, placed }: Workspace,
  { from }: ComputedBlock,
  column: Float64Array,
  out: Float64Array,
): void {
  out.fill(0);
  if (!lit.single) {
    sunlitMeanRows(lit, placed, s.weight, s.up, column, 0, out, 0);
    return;
  }
  let i = from;
  for (let r = 0; r < lit.runCount; r++) {
    const end = lit.runs[2 * r + 1]!;
    for (let o = lit.runs[2 * r]!; o < end; o++, i++) out[o] = s.up[i]! > 0 ? column[i]! : 0;
  }
}
