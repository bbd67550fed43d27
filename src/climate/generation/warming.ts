/**
 * Monthly temperatures of a warmer world.
 *
 * Source: IPCC (2021), Climate Change 2021: The Physical Science Basis, Summary for Policymakers, table SPM.1: changes in global
 * surface temperature over 1850–1900, best estimates; paragraph A.1.2 for 1995–2014 (0.85 °C) and 2011–2020 (1.09 °C). 0.85 is
 * confirmed by the caption of its figure SPM.8, the table by published copies: all of SSP1-2.6, SSP2-4.5 and SSP5-8.5, of SSP3-7.0
 * the end of the century. What was not seen a second time is 1.5 and 2.1 of SSP3-7.0.
 */
import type { Notice } from "../../contract/observation/types.js";
import { mapMonthly } from "./extremes.js";
import type { MonthlyMeans } from "./types.js";

/** @experimental */
export type ScenarioName = "ssp1_26" | "ssp2_45" | "ssp3_70" | "ssp5_85";

/** Middle of a period, and °C over 1850–1900: observed. */
const OBSERVED: readonly Point[] = [
  [2004.5, 0.85],
  [2015.5, 1.09],
];
/** Best estimates for 2021–2040, 2041–2060 and 2081–2100. */
const ESTIMATES: { readonly [name in ScenarioName]: readonly [number, number, number] } = {
  ssp1_26: [1.5, 1.7, 1.8],
  ssp2_45: [1.5, 2.0, 2.7],
  ssp3_70: [1.5, 2.1, 3.6],
  ssp5_85: [1.6, 2.4, 4.4],
};
const MIDDLES = [2030.5, 2050.5, 2090.5] as const;
const FIRST_YEAR = 1995;
const LAST_YEAR = 2100;

type Point = readonly [number, number];

/**
 * Global warming over 1850–1900 in °C: linear between the middles of the periods of the source, and on beyond their ends.
 *
 * @param year 1995…2100, with a fraction for the middle of a period
 * @throws RangeError for an unknown scenario or another year
 * @experimental
 */
export function globalWarming(scenario: ScenarioName, year: number): number {
  if (!Object.hasOwn(ESTIMATES, scenario)) {
    throw new RangeError(
      `globalWarming: scenario must be one of ${Object.keys(ESTIMATES).join(", ")}, got ${scenario}`,
    );
  }
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR)) {
    throw new RangeError(`globalWarming: year must be from ${FIRST_YEAR} to ${LAST_YEAR}, got ${year}`);
  }
  const points = [...OBSERVED, ...MIDDLES.map((middle, k): Point => [middle, ESTIMATES[scenario][k]!])];
  const upper = Math.max(
    1,
    points.findIndex(([middle]) => middle >= year),
  );
  const next = year > MIDDLES[2] ? points.length - 1 : upper;
  const [x0, y0] = points[next - 1]!;
  const [x1, y1] = points[next]!;
  return y0 + ((year - x0) * (y1 - y0)) / (x1 - x0);
}

/**
 * Monthly values of a year to come: temperatures and dew points higher by the global warming between the data's period and that
 * year, the same in every month and at every place; irradiance unchanged.
 *
 * @param period first and last year of the data. Default 1995 to 2014
 * @returns the new values, the warming in K and a notice on its uncertainty
 * @throws RangeError as `globalWarming`, and for a period that ends before it begins
 * @experimental
 */
export function warmerMonths(
  monthly: MonthlyMeans,
  scenario: ScenarioName,
  year: number,
  period: readonly [first: number, last: number] = [1995, 2014],
): { readonly monthly: MonthlyMeans; readonly warming: number; readonly notices: readonly Notice[] } {
  const [first, last] = period;
  if (!(first <= last))
    throw new RangeError(`warmerMonths: period must be [first, last] year, got [${first}, ${last}]`);
  const warming = globalWarming(scenario, year) - globalWarming(scenario, (first + last) / 2);
  const air = (values: readonly number[]) => values.map((value) => value + warming);
  return {
    monthly: mapMonthly(monthly, (values) => values, air),
    warming,
    notices: [warmingNotice(warming, period)],
  };
}

/**
 * A notice on the uncertainty of temperatures that were raised by a global warming.
 *
 * @param warming K; @param period first and last year of the data
 * @experimental
 */
export function warmingNotice(warming: number, [first, last]: readonly [first: number, last: number]): Notice {
  const message =
    `temperatures are raised by ${warming.toFixed(2)} K over ${first}–${last}, a global mean: land warms about half as much ` +
    "again, the Arctic more (best estimates of IPCC AR6, table SPM.1); irradiance is unchanged";
  return { code: "future", message };
}
