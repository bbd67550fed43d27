/** First check of given irradiance: thermal offsets become 0, impossible values become missing. Everything is counted. */
import { type UpperLimit, upperLimit } from "../models/quality/upper-limits.js";
import { THERMAL_OFFSET } from "./limits.js";

/** Whether a value below 0 is a thermal offset and not a missing code. */
export function isThermalOffset(value: number): boolean {
  return value < 0 && value >= THERMAL_OFFSET;
}

export interface QualityCounts {
  /** Values from −20 to 0 W/m², set to 0. */
  negative: number;
  /** Values below −20 W/m², taken as missing codes. */
  missing_code: number;
  /** Values above what is physically possible, set to missing. */
  implausible: number;
}

/**
 * Cleans one irradiance column in place, rows [i0, i1); only rows [countFrom, countTo) enter the counts.
 *
 * @param cosZenith a lower bound of the largest cos z of each interval
 * @param doubtful receives the numbers of the rows whose value exceeds the limit at that cos z: `judgeRows` decides
 * @returns the number of doubtful rows
 */
export function qualityRows(
  i0: number,
  i1: number,
  countFrom: number,
  countTo: number,
  { offset, extra, power }: UpperLimit,
  extraterrestrialNormal: Float64Array,
  cosZenith: Float64Array,
  column: Float64Array,
  doubtful: Float64Array,
  counts: QualityCounts,
): number {
  let doubts = 0;
  for (let i = i0; i < i1; i++) {
    const value = column[i]!;
    if (value === 0) {
      column[i] = 0; // it may be -0
      continue;
    }
    const mu = cosZenith[i]! > 0 ? cosZenith[i]! : 0;
    // μ² is below every power used: nearly all values pass here, without computing a power (measured: it costs more than the row).
    const surely = offset + extra * extraterrestrialNormal[i]! * (power === 0 ? 1 : mu * mu);
    if ((value > 0 && value <= surely) || Number.isNaN(value)) continue;
    if (!Number.isFinite(value)) {
      column[i] = Number.NaN; // an infinity counts as missing, too
    } else if (value < 0) {
      const offsetOnly = isThermalOffset(value);
      if (i >= countFrom && i < countTo) counts[offsetOnly ? "negative" : "missing_code"]++;
      column[i] = offsetOnly ? 0 : Number.NaN;
    } else doubtful[doubts++] = i;
  }
  return doubts;
}

/**
 * Decides the rows doubtful[0 … count): values above the limit become missing.
 *
 * @param cosZenith the largest cos z of these intervals, including their edges
 */
export function judgeRows(
  doubtful: Float64Array,
  count: number,
  countFrom: number,
  countTo: number,
  limit: UpperLimit,
  extraterrestrialNormal: Float64Array,
  cosZenith: Float64Array,
  column: Float64Array,
  counts: QualityCounts,
): void {
  for (let k = 0; k < count; k++) {
    const i = doubtful[k]!;
    if (!(column[i]! > upperLimit(limit, extraterrestrialNormal[i]!, Math.max(cosZenith[i]!, 0)))) continue;
    if (i >= countFrom && i < countTo) counts.implausible++;
    column[i] = Number.NaN;
  }
}

/**
 * Rows [i0, i1) whose completed GHI was found implausible lose their components, too: two components that are each plausible may
 * have an implausible sum, and a response fed back in would lose the row.
 */
export function completedQualityRows(
  i0: number,
  i1: number,
  ghi: Float64Array,
  directHorizontal: Float64Array,
  dhi: Float64Array,
): void {
  for (let i = i0; i < i1; i++) if (Number.isNaN(ghi[i]!)) directHorizontal[i] = dhi[i] = Number.NaN;
}
