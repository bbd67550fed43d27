/**
 * The short way to the light of a block in which weather and output share their intervals, each lit one has one sub-step as
 * long as it is, and GHI is all that is given: two loops and the decomposition over the lit rows without gaps between
 * them, in place of a dozen loops over both grids (measured: a seventh of the whole chain). Same bits as the long way, which
 * takes the blocks with a value that needs a closer look.
 */
import { isThermalOffset, UPPER_LIMITS } from "../../weather/quality.js";
import { INTERVALS, rowsOf, STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import type { Plan } from "../plan/plan.js";
import { mostDirect, TWILIGHT } from "../weather-grid/interval-sky.js";
import type { LightCounts } from "../weather-grid/light.js";

const s = STEPS;
const w = INTERVALS;

/**
 * Finds direct and diffuse light of all sub-steps, and DNI and GHI with them, from the GHI of the n weather rows from
 * number `first` of the series on.
 *
 * @returns false where a value is missing or implausible; then nothing is counted, and the long way has to be gone
 */
export function findSingleLight(plan: Plan, first: number, n: number, work: Workspace, counts: LightCounts): boolean {
  const given = plan.series.columns.global_horizontal_irradiance!;
  const negative = clearnessOfLitRows(given, first, n, work);
  if (negative < 0) return false;
  counts.negative += negative;
  const { stage, prepared } = plan.decomposition;
  const { count } = work.placed;
  stage.run(rowsOf(w, plan, 0, count), prepared);
  splitLitRows(count, counts);
  return true;
}

/**
 * GHI and clearness of the lit rows by sub-step: `kt` and `extraterrestrialHorizontal` lie here without gaps.
 *
 * @returns how many thermal offsets were set to 0; −1 for a value that needs a closer look
 */
function clearnessOfLitRows(given: Float64Array, first: number, n: number, work: Workspace): number {
  const { kt, extraterrestrialHorizontal } = w;
  const { up, extraterrestrialNormal, ghi } = s;
  const { runs, runCount } = work.lit;
  const { offset, extra } = UPPER_LIMITS.ghi;
  let negative = 0;
  let i = 0;
  let j = first;
  for (let r = 0; r <= runCount; r++) {
    const begin = first + (r < runCount ? runs[2 * r]! : n);
    for (; j < begin; j++) {
      if (given[j] === 0) continue;
      if (!isThermalOffset(given[j]!)) return -1;
      negative++;
    }
    if (r === runCount) return negative;
    const end = first + runs[2 * r + 1]!;
    for (; j < end; j++, i++) {
      let value = given[j]! + 0; // -0 becomes 0
      if (!(value >= 0)) {
        if (!isThermalOffset(value)) return -1;
        negative++;
        value = 0;
      }
      const e0 = extraterrestrialNormal[i]!;
      const mu = up[i]! > 0 ? up[i]! : 0;
      if (!(value <= offset + extra * e0 * (mu * mu))) return -1;
      const horizontal = e0 * mu;
      extraterrestrialHorizontal[i] = horizontal;
      kt[i] = value * (horizontal > 0 ? 1 / horizontal : 0);
      ghi[i] = value;
    }
  }
  return negative;
}

/** From GHI and the diffuse fraction to the four components of n sub-steps. */
function splitLitRows(n: number, counts: LightCounts): void {
  const { diffuseFraction } = w;
  const { up, elevation, extraterrestrialNormal, clearDni, clearDhi } = s;
  const { ghi, directHorizontal, dhi, dni } = s;
  let decomposed = 0;
  for (let i = 0; i < n; i++) {
    const global = ghi[i]!;
    const mu = up[i]! > 0 ? up[i]! : 0;
    const e0 = extraterrestrialNormal[i]!;
    const cap = mostDirect(e0, clearDni[i]!, mu);
    let diffuse = global * diffuseFraction[i]!;
    let direct = global - diffuse;
    if (global > 0) {
      decomposed++;
      if (mu === 0 && elevation[i]! <= TWILIGHT && clearDhi[i] === 0) {
        counts.light_at_night++;
        direct = 0;
        diffuse = 0;
      } else if (direct > cap) {
        const excess = direct - cap;
        if (excess > 1e-9 * direct) counts.capped++;
        direct = cap;
        diffuse += excess;
      }
    }
    const normal = mu > 0 ? direct / mu : direct;
    directHorizontal[i] = direct;
    dhi[i] = diffuse;
    dni[i] = mu > 0 && normal > e0 ? e0 : normal;
    ghi[i] = direct + diffuse;
  }
  counts.decomposed += decomposed;
}
