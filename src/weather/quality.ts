/** First look at given irradiance: thermal offsets become 0, the impossible becomes missing. Everything is counted. */
import { pow } from "../math/index.js";

/** Night-time thermal offset of pyranometers reaches a few W/m²; −20 leaves room for all of it (W/m²). */
const THERMAL_OFFSET = -20;

export interface QualityCounts {
  /** Values from −20 to 0 W/m², set to 0. */
  negative: number;
  /** Values below −20 W/m², taken as missing codes. */
  missing_code: number;
  /** Values above what is physically possible, set to missing. */
  implausible: number;
}

/**
 * Cleans the irradiance columns in place, rows [i0, i1); only rows [countFrom, countTo) enter the counts.
 *
 * Upper limits are the physically possible ones of Long & Dutton (2002), BSRN Global Network recommended QC tests V2.0,
 * with μ the largest cos z of the interval, so that an average is never held against the sun's lower positions:
 * GHI 1.5·E0·μ^1.2 + 100, DHI 0.95·E0·μ^1.2 + 50, direct normal E0, direct horizontal E0·μ.
 */
export function qualityRows(
  i0: number,
  i1: number,
  countFrom: number,
  countTo: number,
  extraterrestrialNormal: Float64Array,
  largestCosZenith: Float64Array,
  ghi: Float64Array,
  directHorizontal: Float64Array,
  dni: Float64Array,
  dhi: Float64Array,
  counts: QualityCounts,
): void {
  for (let i = i0; i < i1; i++) {
    const counted = i >= countFrom && i < countTo ? counts : undefined;
    const e0 = extraterrestrialNormal[i]!;
    const mu = Math.max(largestCosZenith[i]!, 0);
    ghi[i] = cleaned(ghi[i]!, 1.5 * e0, mu, 100, counted);
    dhi[i] = cleaned(dhi[i]!, 0.95 * e0, mu, 50, counted);
    dni[i] = cleaned(dni[i]!, 0, 0, e0, counted);
    directHorizontal[i] = cleaned(directHorizontal[i]!, 0, 0, e0 * mu, counted);
  }
}

/**
 * The same look at GHI once it is complete, rows [i0, i1): two parts that are plausible each may add up to what is not.
 * Such a row is missing as a whole; else a response fed back in would lose it.
 */
export function completedQualityRows(
  i0: number,
  i1: number,
  countFrom: number,
  countTo: number,
  extraterrestrialNormal: Float64Array,
  largestCosZenith: Float64Array,
  ghi: Float64Array,
  directHorizontal: Float64Array,
  dhi: Float64Array,
  counts: QualityCounts,
): void {
  for (let i = i0; i < i1; i++) {
    const counted = i >= countFrom && i < countTo ? counts : undefined;
    const mu = Math.max(largestCosZenith[i]!, 0);
    if (!Number.isNaN(cleaned(ghi[i]!, 1.5 * extraterrestrialNormal[i]!, mu, 100, counted))) continue;
    ghi[i] = directHorizontal[i] = dhi[i] = Number.NaN;
  }
}

function cleaned(value: number, scale: number, mu: number, offset: number, counts: QualityCounts | undefined): number {
  if (value >= 0 && value <= offset) return value + 0; // -0 becomes 0
  if (value < 0) {
    const isOffset = value >= THERMAL_OFFSET;
    if (counts) counts[isOffset ? "negative" : "missing_code"]++;
    return isOffset ? 0 : Number.NaN;
  }
  // μ^1.25 ≤ μ^1.2 for μ ≤ 1 needs no power: nearly every value passes here (measured: a power costs more than the row).
  if (value <= offset + scale * mu * Math.sqrt(Math.sqrt(mu))) return value;
  // NaN fails every comparison and stays NaN without being counted.
  if (value > offset + scale * pow(mu, 1.2)) {
    if (counts) counts.implausible++;
    return Number.NaN;
  }
  return value;
}
