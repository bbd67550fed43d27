/** A straight line through annual values, and whether it could be chance. */
import { mean } from "./order.js";
import { studentTTwoSided } from "./student-t.js";

/** @experimental */
export interface Trend {
  /** Per year, in the unit of the values. */
  readonly slope: number;
  readonly standardError: number;
  /**
   * Probability of a slope as steep as that, either way, where there is none: Student's t with n − 2 degrees of freedom, for
   * independent, normal scatter.
   */
  readonly pValue: number;
}

/** Least squares; years need not follow one another. */
export function trendOf(years: readonly number[], values: Float64Array): Trend {
  const middleYear = mean(Float64Array.from(years));
  const middle = mean(values);
  let [xx, xy] = [0, 0];
  for (const [k, year] of years.entries()) {
    xx += (year - middleYear) * (year - middleYear);
    xy += (year - middleYear) * (values[k]! - middle);
  }
  const slope = xy / xx;
  let rest = 0;
  for (const [k, year] of years.entries()) {
    const error = values[k]! - middle - slope * (year - middleYear);
    rest += error * error;
  }
  const degrees = years.length - 2;
  const standardError = Math.sqrt(rest / degrees / xx);
  if (standardError === 0) return { slope, standardError, pValue: slope === 0 ? 1 : 0 };
  return { slope, standardError, pValue: studentTTwoSided(Math.abs(slope) / standardError, degrees) };
}
