/** The diffuse fraction of intervals that have GHI alone, by the plan's decomposition; over snow, with GHI as over bare ground. */
import { overBareGroundRows, SNOW_FROM } from "../../models/decomposition/over-snow.js";
import { albedoUnderSnow } from "../../models/transposition/ground-albedo.js";
import type { CheckedWeather } from "../../weather/checked-series.js";
import { COMPUTED, type ValueRange } from "../../weather/limits.js";
import { INTERVALS, rowsOf } from "../memory/columns.js";
import type { Plan } from "../plan/plan.js";

const w = INTERVALS;

/** Clearness index of each interval; 0 if there is no extraterrestrial irradiance. */
export function clearnessRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  extraterrestrial: Float64Array,
  kt: Float64Array,
): void {
  for (let j = i0; j < i1; j++) kt[j] = ghi[j]! * (extraterrestrial[j]! > 0 ? 1 / extraterrestrial[j]! : 0);
}

/**
 * Writes `diffuseFraction` of rows [from, to), from the GHI and clearness of rows [first, last); row 0 is interval
 * `latticeFirst` of the weather's lattice.
 *
 * Over snow the model sees the GHI of bare ground, and so do its neighbours; the beam that it finds is the beam, and all the rest of
 * the true GHI is diffuse. Rows without snow are split by what was measured, whatever is on the ground around them in time.
 */
export function findDiffuseFraction(
  plan: Plan,
  latticeFirst: number,
  from: number,
  to: number,
  first: number,
  last: number,
): void {
  const { stage, prepared } = plan.decomposition;
  const rows = rowsOf(w, plan, from, to, first, last);
  stage.run(rows, prepared);
  if (!plan.light.seesSnow || !surroundingRows(plan.series, latticeFirst, first, last)) return;
  const { ghi, ghiOverBareGround: bare, diffuseFraction, scratch, extraterrestrialHorizontal: extra, kt } = w;
  if (!overBareGroundRows(first, last, ghi, w.clearGhi, w.surroundings, bare)) return;
  scratch.set(diffuseFraction.subarray(from, to), from);
  swapRows(first, last, ghi, bare);
  clearnessRows(first, last, ghi, extra, kt);
  stage.run(rows, prepared);
  swapRows(first, last, ghi, bare);
  clearnessRows(first, last, ghi, extra, kt);
  for (let j = from; j < to; j++) {
    if (bare[j]! < ghi[j]!) diffuseFraction[j] = 1 - ((1 - diffuseFraction[j]!) * bare[j]!) / ghi[j]!;
    else {
      diffuseFraction[j] = scratch[j]!;
      bare[j] = Number.NaN;
    }
  }
}

/**
 * Albedo of the ground around, from the weather: given, else that under its snow; NaN where neither is known. A context's albedo is
 * that of the ground in front of the plane, which may be gravel on a roof.
 *
 * @returns whether any of rows [first, last) is as bright as snow
 */
function surroundingRows(
  { columns, count }: CheckedWeather,
  latticeFirst: number,
  first: number,
  last: number,
): boolean {
  const { surroundings } = w;
  const { albedo, snow_depth: snowDepth } = columns;
  surroundings.fill(Number.NaN, first, last);
  const begin = Math.max(first, -latticeFirst);
  const end = Math.min(last, count - latticeFirst);
  let some = false;
  for (let j = begin; j < end; j++) {
    const given = albedo === undefined ? Number.NaN : albedo[latticeFirst + j]!;
    const depth = snowDepth === undefined ? Number.NaN : snowDepth[latticeFirst + j]!;
    if (isWithin(given, COMPUTED.albedo)) surroundings[j] = given;
    else if (isWithin(depth, COMPUTED.snow_depth)) surroundings[j] = albedoUnderSnow(depth);
    some ||= surroundings[j]! > SNOW_FROM;
  }
  return some;
}

function isWithin(value: number, [least, most]: ValueRange): boolean {
  return value >= least && value <= most;
}

function swapRows(i0: number, i1: number, a: Float64Array, b: Float64Array): void {
  for (let i = i0; i < i1; i++) {
    const kept = a[i]!;
    a[i] = b[i]!;
    b[i] = kept;
  }
}
