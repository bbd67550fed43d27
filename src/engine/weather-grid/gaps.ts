/** Missing weather within an output interval: filled from the rest of the interval if enough of it is there. */
import { cellStart } from "../grid/lattice.js";
import { STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import type { Plan } from "../plan/plan.js";

const s = STEPS;

export interface GapCounts {
  /** Output intervals with gaps that took their own mean clear-sky index. */
  filled: number;
  /** Output intervals with too little weather: null. */
  uncovered: number;
}

/**
 * Decides about the n output intervals of the block, the first of which is number `outputFirst`, and fills the gaps of
 * direct-horizontal and diffuse in place; `work.uncovered` lists those that remain without a value. Coverage is the share
 * of the interval's clear-sky energy that has weather. An interval entirely at night is 0 W/m² even without weather, if
 * its time is within the series.
 */
export function fillLight(
  n: number,
  outputFirst: number,
  { output, weather, series, settings }: Plan,
  work: Workspace,
  counts: GapCounts,
): void {
  const { weight, beamWeight, diffuseWeight, beamCap, directHorizontal, dhi } = s;
  const { uncovered, placed: steps } = work;
  const { minimumCoverage } = settings;
  uncovered.count = 0;
  for (let o = 0; o < n; o++) {
    const begin = steps.outputStart[o]!;
    const end = steps.outputStart[o + 1]!;
    let missing = 0;
    let direct = 0;
    let diffuse = 0;
    let beam = 0;
    let sky = 0;
    let coveredBeam = 0;
    let coveredSky = 0;
    for (let i = begin; i < end; i++) {
      const dt = weight[i]!;
      beam += beamWeight[i]! * dt;
      sky += diffuseWeight[i]! * dt;
      if (Number.isNaN(dhi[i]!)) {
        missing++;
        continue;
      }
      direct += directHorizontal[i]! * dt;
      diffuse += dhi[i]! * dt;
      coveredBeam += beamWeight[i]! * dt;
      coveredSky += diffuseWeight[i]! * dt;
    }
    const energy = beam + sky;
    if (missing === 0 && energy > 0) continue;
    const coverage =
      energy > 0
        ? (coveredBeam + coveredSky) / energy
        : shareInside(
            cellStart(output, outputFirst + o),
            output.step,
            weather.origin,
            cellStart(weather, series.count),
          );
    if (coverage < minimumCoverage || coverage === 0) {
      counts.uncovered++;
      uncovered.rows[uncovered.count++] = o;
      directHorizontal.fill(Number.NaN, begin, end);
      dhi.fill(Number.NaN, begin, end);
      continue;
    }
    if (energy > 0) counts.filled++;
    const beamIndex = coveredBeam > 0 ? direct / coveredBeam : 0;
    const diffuseIndex = coveredSky > 0 ? diffuse / coveredSky : 0;
    for (let i = begin; i < end; i++) {
      if (!Number.isNaN(dhi[i]!)) continue;
      directHorizontal[i] = Math.min(beamIndex * beamWeight[i]!, beamCap[i]!);
      dhi[i] = diffuseIndex * diffuseWeight[i]!;
    }
  }
}

/** Share of the interval from `start` (ms) that lies inside the series. */
function shareInside(start: number, length: number, seriesStart: number, seriesEnd: number): number {
  return Math.max(Math.min(start + length, seriesEnd) - Math.max(start, seriesStart), 0) / length;
}
