/** P-values: what a year to come exceeds with a given probability, from the sums of years gone by. */
import { shown } from "../text/shown.js";
import { normalQuantile } from "./normal.js";
import { mean, quantileOfSorted, standardDeviation } from "./order.js";
import { noncentralTQuantile, studentTQuantile } from "./student-t.js";

/**
 * "student": mean − t·s·√(1 + 1/n), the bound for one more year where mean and spread are known from n years only.
 * "normal": mean − z·s, as if both were known for certain; too narrow for few years, and common in reports.
 */
const EXCEEDANCE_FORMS = ["student", "normal"] as const;
export type ExceedanceForm = (typeof EXCEEDANCE_FORMS)[number];

export interface ExceedanceOptions {
  /** Probabilities in percent, above 0 and below 100: default 10, 50, 90. P90 is the low one. */
  exceedances?: readonly number[] | undefined;
  /** Default "student". */
  form?: ExceedanceForm | undefined;
}

/** The options with their defaults. */
export type CheckedExceedanceOptions = {
  readonly [key in keyof ExceedanceOptions]-?: NonNullable<ExceedanceOptions[key]>;
};

export interface Exceedance {
  /** Percent. */
  readonly exceedance: number;
  readonly value: number;
  /** The same from the years as they were, without a distribution; null with fewer than ten. */
  readonly empirical: number | null;
}

export interface ExceedanceSummary {
  readonly form: ExceedanceForm;
  /** Number of years. */
  readonly years: number;
  readonly mean: number;
  /** Of the years, n − 1. */
  readonly standardDeviation: number;
  readonly values: readonly Exceedance[];
  /**
   * The 95 % confidence interval of the P90 of infinitely many such years, if years are normal and independent.
   */
  readonly p90Interval: readonly [low: number, high: number];
}

/** Fewer years have no tenths. */
const FEWEST_FOR_EMPIRICAL = 10;
export const FEWEST_FOR_SPREAD = 3;

/**
 * P-values of annual sums: of irradiation, of a yield. The years must be real: the spread of typical, generated or synthetic years
 * is artificial.
 *
 * Sources: Student's t for one further value, e.g. Hahn & Meeker (1991), Statistical Intervals, section 4.7; the interval of
 * P90 by noncentral t, section 4.4.
 *
 * @param annual one value per year, three or more; any unit
 * @throws TypeError, RangeError naming what was expected
 * @experimental
 */
export function exceedanceValues(annual: ArrayLike<number>, options: ExceedanceOptions = {}): ExceedanceSummary {
  const values = checkAnnual(annual);
  const { form, exceedances } = checkExceedanceOptions("exceedanceValues", options);
  const years = values.length;
  const [middle, spread] = [mean(values), standardDeviation(values)];
  const sorted = values.slice().sort();
  const shift = normalQuantile(0.9) * Math.sqrt(years);
  const bound = (share: number) => middle - (noncentralTQuantile(share, years - 1, shift) * spread) / Math.sqrt(years);
  return {
    form,
    years,
    mean: middle,
    standardDeviation: spread,
    values: exceedances.map((exceedance) => ({
      exceedance,
      value: exceedanceValue(middle, spread, years, exceedance, form),
      empirical: years < FEWEST_FOR_EMPIRICAL ? null : quantileOfSorted(sorted, 1 - exceedance / 100),
    })),
    p90Interval: [bound(0.975), bound(0.025)],
  };
}

/** @param exceedance percent */
export function exceedanceValue(
  middle: number,
  spread: number,
  years: number,
  exceedance: number,
  form: ExceedanceForm,
): number {
  const share = exceedance / 100;
  if (form === "normal") return middle - normalQuantile(share) * spread;
  return middle - studentTQuantile(share, years - 1) * spread * Math.sqrt(1 + 1 / years);
}

function checkAnnual(annual: ArrayLike<number>): Float64Array {
  if (typeof annual !== "object" || annual === null || !Number.isInteger(annual.length)) {
    throw new TypeError(`exceedanceValues: annual must be an array of numbers, got ${shown(annual)}`);
  }
  if (annual.length < FEWEST_FOR_SPREAD) {
    throw new RangeError(`exceedanceValues: annual must hold ${FEWEST_FOR_SPREAD} years or more, got ${annual.length}`);
  }
  return Float64Array.from(annual, (value, year) => {
    if (Number.isFinite(value)) return value;
    throw new RangeError(`exceedanceValues: annual[${year}] must be a finite number, got ${shown(value)}`);
  });
}

export function checkExceedanceOptions(caller: string, options: ExceedanceOptions): CheckedExceedanceOptions {
  const { exceedances = [10, 50, 90], form = "student" } = options;
  if (!EXCEEDANCE_FORMS.includes(form)) {
    throw new RangeError(`${caller}: options.form must be ${EXCEEDANCE_FORMS.join(" or ")}, got ${shown(form)}`);
  }
  if (!Array.isArray(exceedances)) {
    throw new TypeError(`${caller}: options.exceedances must be an array of percentages, got ${shown(exceedances)}`);
  }
  for (const value of exceedances as unknown[]) {
    if (typeof value === "number" && value > 0 && value < 100) continue;
    throw new RangeError(`${caller}: options.exceedances must lie above 0 and below 100 percent, got ${shown(value)}`);
  }
  return { exceedances, form };
}
