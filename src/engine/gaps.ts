/** Missing weather inside an output interval: filled from the interval's own rest where enough of it is there. */
import type { Steps } from "./grids.js";
import type { Workspace } from "./workspace.js";

export interface GapCounts {
  /** Output intervals with gaps that took their own mean clear-sky index. */
  filled: number;
  /** Output intervals with too little weather: null. */
  uncovered: number;
}

/**
 * Decides output intervals [0, n) of the block and fills the gaps of direct-horizontal and diffuse in place. Coverage is
 * the share of the interval's clear-sky energy that has weather. Wholly at night it is 0 W/m² without weather, too, as
 * long as the time lies inside the series (`seriesStart`…`seriesEnd`, ms).
 */
export function fillLight(
  n: number,
  steps: Steps,
  work: Workspace,
  minimumCoverage: number,
  seriesStart: number,
  seriesEnd: number,
  counts: GapCounts,
): void {
  const s = work.steps.columns;
  for (let o = 0; o < n; o++) {
    const begin = steps.outputStart[o]!;
    const end = steps.outputStart[o + 1]!;
    let time = 0;
    let timeInside = 0;
    let missing = 0;
    let direct = 0;
    let diffuse = 0;
    let beam = 0;
    let sky = 0;
    let coveredBeam = 0;
    let coveredSky = 0;
    for (let i = begin; i < end; i++) {
      const dt = s.weight[i]!;
      time += dt;
      if (s.time[i]! >= seriesStart && s.time[i]! < seriesEnd) timeInside += dt;
      beam += s.beamWeight[i]! * dt;
      sky += s.diffuseWeight[i]! * dt;
      if (Number.isNaN(s.dhi[i]!)) {
        missing++;
        continue;
      }
      direct += s.directHorizontal[i]! * dt;
      diffuse += s.dhi[i]! * dt;
      coveredBeam += s.beamWeight[i]! * dt;
      coveredSky += s.diffuseWeight[i]! * dt;
    }
    if (missing === 0) continue;
    const energy = beam + sky;
    const covered = coveredBeam + coveredSky;
    const coverage = energy > 0 ? covered / energy : timeInside / time;
    if (coverage < minimumCoverage || coverage === 0) {
      counts.uncovered++;
      s.directHorizontal.fill(Number.NaN, begin, end);
      s.dhi.fill(Number.NaN, begin, end);
      continue;
    }
    if (energy > 0) counts.filled++;
    const beamIndex = coveredBeam > 0 ? direct / coveredBeam : 0;
    const diffuseIndex = coveredSky > 0 ? diffuse / coveredSky : 0;
    for (let i = begin; i < end; i++) {
      if (!Number.isNaN(s.dhi[i]!)) continue;
      s.directHorizontal[i] = Math.min(beamIndex * s.beamWeight[i]!, s.beamCap[i]!);
      s.dhi[i] = diffuseIndex * s.diffuseWeight[i]!;
    }
  }
}

/** The same for a state (temperature, snow depth): coverage by time, gaps take the interval's mean. */
export function fillState(n: number, steps: Steps, weight: Float64Array, state: Float64Array, minimum: number): void {
  for (let o = 0; o < n; o++) {
    const begin = steps.outputStart[o]!;
    const end = steps.outputStart[o + 1]!;
    let time = 0;
    let covered = 0;
    let sum = 0;
    for (let i = begin; i < end; i++) {
      time += weight[i]!;
      if (Number.isNaN(state[i]!)) continue;
      covered += weight[i]!;
      sum += state[i]! * weight[i]!;
    }
    if (covered === time) continue;
    const enough = covered > 0 && covered >= minimum * time;
    for (let i = begin; i < end; i++) {
      if (!enough) state[i] = Number.NaN;
      else if (Number.isNaN(state[i]!)) state[i] = sum / covered;
    }
  }
}
