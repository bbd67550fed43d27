/**
 * How well three given components close: the median of GHI over direct plus diffuse. It is taken from a histogram, so that it
 * needs the same memory for any series and depends neither on the blocks nor on the order of the rows.
 */

import type { Notice } from "../../data/contract/observation/types.js";
import { cellStart } from "../grid/lattice.js";
import { INTERVALS, STEPS } from "../memory/columns.js";
import type { Workspace } from "../memory/workspace.js";
import type { Plan } from "../plan/plan.js";

const w = INTERVALS;

/** W/m² from which on instruments are compared: below, offsets weigh more than calibration. */
const BRIGHT = 200;
/** Deviations beyond calibration: pyranometers of good stations agree to 2 %. */
const NOTICEABLE = 0.03;
/** Intervals of which a median is worth a notice: some weeks of hours, or some hours of minutes. */
const ENOUGH = 100;

/** The histogram: ratios from LEAST on in thousandths; the first and the last bin have all that is beyond. */
const LEAST = 0.5;
const PER_UNIT = 1000;
const BINS = 1000;

/** Numbers of intervals by their ratio. */
export type ClosureTally = Uint32Array;

export function newClosureTally(): ClosureTally {
  return new Uint32Array(BINS);
}

/** Counts rows [i0, i1) of the given components, before they are made to close. Rows that lack one are left out. */
export function tallyClosure(i0: number, i1: number, tally: ClosureTally): void {
  const { ghi, dhi, dni, directHorizontal, normalToHorizontal } = w;
  for (let j = i0; j < i1; j++) {
    const given = directHorizontal[j]!;
    const direct = Number.isNaN(given) ? dni[j]! * normalToHorizontal[j]! : given;
    const sum = direct + dhi[j]!;
    const global = ghi[j]!;
    if (!(sum > BRIGHT && global > BRIGHT)) continue;
    const bin = Math.floor((global / sum - LEAST) * PER_UNIT);
    const at = Math.min(Math.max(bin, 0), BINS - 1);
    tally[at] = tally[at]! + 1;
  }
}

/** What is to be said of the tally, if anything. */
export function closureNotices(tally: ClosureTally | null): Notice[] {
  if (tally === null) return [];
  const count = tally.reduce((sum, rows) => sum + rows, 0);
  const off = medianOf(tally, count) - 1;
  if (count < ENOUGH || !(Math.abs(off) > NOTICEABLE)) return [];
  const percent = (100 * Math.abs(off)).toFixed(1);
  return [
    {
      code: "closure",
      message:
        `GHI is ${percent} % ${off > 0 ? "above" : "below"} direct plus diffuse (median of ${count} intervals above ` +
        `${BRIGHT} W/m²); if GHI is wrong, closure: "component-sum" uses the sum of the two`,
    },
  ];
}

/** The middle of the bin that holds the median. */
function medianOf(tally: ClosureTally, count: number): number {
  let bin = 0;
  for (let below = tally[0]!; 2 * below < count; below += tally[bin]!) bin++;
  return LEAST + (bin + 0.5) / PER_UNIT;
}

/** Counts of corrections, in weather intervals (gaps in output intervals). */
export interface Counts {
  [name: string]: number;
  negative: number;
  missing_code: number;
  implausible: number;
  implausible_state: number;
  beam_ratio_ignored: number;
  decomposed: number;
  capped: number;
  light_at_night: number;
  twilight_excess: number;
  filled: number;
  uncovered: number;
}

export function noCounts(): Counts {
  return {
    negative: 0,
    missing_code: 0,
    implausible: 0,
    implausible_state: 0,
    beam_ratio_ignored: 0,
    decomposed: 0,
    capped: 0,
    light_at_night: 0,
    twilight_excess: 0,
    filled: 0,
    uncovered: 0,
  };
}

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
