/** A typical year by selection: for each calendar month the year whose month is most like all years'. */
import { EXTREMES } from "../../../data/contract/climate/request.js";
import { WeatherError, type WeatherSeries } from "../../../data/weather/series.js";
import {
  checkExceedanceOptions,
  type ExceedanceForm,
  exceedanceValue,
  FEWEST_FOR_SPREAD,
} from "../../../foundation/statistics/exceedance.js";
import { mean, standardDeviation } from "../../../foundation/statistics/order.js";
import { shown } from "../../../foundation/text/shown.js";
import { sumOf } from "../generation/calendar.js";
import type { ExtremeName } from "../generation/extremes.js";
import { finishYear, type TypicalYear } from "./assemble.js";
import type { MonthAudit, SelectionMethod } from "./audit.js";
import { isoMonth, sandiaMonth, yearStatistics } from "./methods.js";
import { checkSelectionOptions, type SelectionOptions } from "./options.js";
import { type Prepared, prepare } from "./prepare.js";

/**
 * Chooses a typical year from many years of weather, by the Sandia method (Hall et al. 1978; TMY2, TMY3, NSRDB) with
 * published or own weights, or by ISO 15927-4.
 *
 * Days follow the standard time of the place, and 29 February is left out. A month is eligible if no column that the
 * method uses is missing for more than six hours or in more than 1 % of its rows; shorter gaps are bridged by straight
 * lines, for the statistics only. Impossible values count as missing, and irradiance slightly below zero as zero. If
 * dew point, humidity, wind or DNI is missing, the other weights are scaled to a sum of 1, and a notice says so.
 * Columns other than irradiance are cross-faded where months of different years meet.
 *
 * Pure: the same weather and options give the same bits on every engine.
 * @param series ten years or more, in steps of an hour or less that divide a day evenly; with GHI, and the columns that
 *   the method needs
 * @throws WeatherError for a record of fewer than ten years (the message lists those that count, and why others do
 *   not), or without a column that the method needs; TypeError, RangeError for options
 * @experimental
 */
export function selectTypicalYear(series: WeatherSeries, options: SelectionOptions = {}): TypicalYear {
  const rules = checkSelectionOptions("selectTypicalYear", options);
  const prepared = prepare("selectTypicalYear", series, rules);
  const { weights, days, months } = prepared;
  const audits = months.map((spans) =>
    weights === null ? isoMonth(spans, days) : sandiaMonth(spans, days, { ...rules, weights }),
  );
  return finishYear(prepared, rules, audits, null);
}

export interface ProbableYearOptions extends Omit<SelectionOptions, "persistence" | "method"> {
  /** "p90": nine years of ten have more; the low one. */
  extreme: ExtremeName;
  /** Method whose weights measure how typical a month is; default "tmy3". */
  method?: Exclude<SelectionMethod, "weights" | "iso15927"> | undefined;
  /** Default "student", for one further year beyond the record; "normal" treats mean and spread as known exactly. */
  form?: ExceedanceForm | undefined;
}

/** Months are added up in steps of so many Wh/m². */
const GRID = 50;
/** A year meets its target within this share of it. */
const TOLERANCE = 0.0005;

/**
 * Assembles a year from the months of a record so that its sum of GHI is the P10, P50 or P90 of the record's years
 * (within 0.05 %). Of all such years it chooses the one with the least sum of weighted Finkelstein–Schafer statistics,
 * by dynamic programming over the twelve months. There is no rule of persistence; otherwise as `selectTypicalYear`.
 *
 * Only GHI is at its P-value: temperature and everything else follow from the chosen months.
 * @param series as `selectTypicalYear`
 * @throws as `selectTypicalYear`; WeatherError for fewer than three whole years, or a target that no months add up to
 * @experimental
 */
export function selectProbableYear(series: WeatherSeries, options: ProbableYearOptions): TypicalYear {
  const caller = "selectProbableYear";
  checkProbable(caller, options);
  const rules = { ...checkSelectionOptions(caller, { ...options, persistence: "none" }), persistence: "none" as const };
  const { extreme } = options;
  const exceedance = Number(extreme.slice(1));
  const { form } = checkExceedanceOptions(caller, options.form === undefined ? {} : { form: options.form });
  const prepared = prepare(caller, series, rules);
  const { months, days } = prepared;
  const weights = prepared.weights!;
  // Wh/m² of each month.
  const energies = months.map((spans) => spans.map(({ fromDay, toDay }) => sumOf(days.ghi_sum!, fromDay, toDay)));
  const annual = annualSums(caller, prepared, energies);
  const middle = mean(annual);
  const target = exceedanceValue(middle, standardDeviation(annual), annual.length, exceedance, form);
  const statistics = months.map((spans) => yearStatistics(spans, days, { weights, plotting: rules.plotting }));
  const scores = statistics.map((years) => years.map(({ score }) => score));
  const picks = leastScore(energies, scores, target);
  if (picks === undefined)
    throw new WeatherError(
      `${caller}: no months of the record add up to the P${exceedance} of its years, ${(target / 1000).toFixed(1)} kWh/m²`,
    );
  const audits = picks.map((k, index): MonthAudit => {
    const { year, score } = statistics[index]![k]!;
    const candidates = [{ year, score, deviation: null, runs: null, ruledOut: null }];
    return { month: index + 1, year, years: statistics[index]!, candidates };
  });
  let reached = 0;
  for (const [index, k] of picks.entries()) reached += energies[index]![k]!;
  return finishYear(prepared, rules, audits, {
    extreme,
    form,
    annual: [...annual].map((sum) => sum / 1000),
    target: target / 1000,
    reached: reached / 1000,
  });
}

function checkProbable(caller: string, options: ProbableYearOptions): void {
  if (typeof options !== "object" || options === null)
    throw new TypeError(`${caller}: options must be an object { extreme, … }, got ${shown(options)}`);
  const { extreme, method } = options;
  if ((method as string) === "iso15927")
    throw new RangeError(`${caller}: options.method must be a method with weights, not iso15927, which ranks`);
  if (!EXTREMES.includes(extreme))
    throw new RangeError(`${caller}: options.extreme must be ${EXTREMES.join(", ")}, got ${shown(extreme)}`);
}

/** Wh/m² of the whole years. */
function annualSums(caller: string, { months, wholeYears }: Prepared, energies: readonly number[][]): Float64Array {
  if (wholeYears.length < FEWEST_FOR_SPREAD)
    throw new WeatherError(
      `${caller}: P-values need ${FEWEST_FOR_SPREAD} whole years without long gaps, found ${wholeYears.length}`,
    );
  return Float64Array.from(wholeYears, (year) => {
    let sum = 0;
    for (const [index, spans] of months.entries())
      sum += energies[index]![spans.findIndex((span) => span.year === year)]!;
    return sum;
  });
}

/**
 * One choice per month, with the least sum of scores among those whose energies add up to the target; undefined where none do.
 *
 * Bellman (1957), Dynamic Programming: for each sum that the months so far can have, in steps of `GRID` above the least, the
 * best way there.
 */
function leastScore(
  energies: readonly (readonly number[])[],
  scores: readonly (readonly number[])[],
  target: number,
): number[] | undefined {
  const least = energies.map((month) => Math.min(...month));
  const steps = energies.map((month, index) => month.map((energy) => Math.round((energy - least[index]!) / GRID)));
  const size = steps.reduce((total, month) => total + Math.max(...month), 1);
  let best = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
  best[0] = 0;
  const ways = steps.map((month, index) => {
    const next = new Float64Array(size).fill(Number.POSITIVE_INFINITY);
    const way = new Int32Array(size);
    for (const [k, step] of month.entries()) {
      const score = scores[index]![k]!;
      for (let sum = step; sum < size; sum++) {
        const total = best[sum - step]! + score;
        if (total >= next[sum]!) continue;
        next[sum] = total;
        way[sum] = k;
      }
    }
    best = next;
    return way;
  });
  const sum = nearTarget(best, target - least.reduce((total, energy) => total + energy, 0), target * TOLERANCE);
  return sum === undefined ? undefined : walkBack(ways, steps, sum);
}

/** The best of the sums near the target; undefined where none can be had. */
function nearTarget(best: Float64Array, target: number, tolerance: number): number | undefined {
  let found: number | undefined;
  for (let sum = 0; sum < best.length; sum++) {
    if (Math.abs(sum * GRID - target) > tolerance || best[sum] === Number.POSITIVE_INFINITY) continue;
    if (found === undefined || best[sum]! < best[found]!) found = sum;
  }
  return found;
}

function walkBack(ways: readonly Int32Array[], steps: readonly (readonly number[])[], end: number): number[] {
  const picks = new Array<number>(ways.length);
  let sum = end;
  for (let index = ways.length - 1; index >= 0; index--) {
    const k = ways[index]![sum]!;
    picks[index] = k;
    sum -= steps[index]![k]!;
  }
  return picks;
}
