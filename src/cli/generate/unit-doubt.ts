/** Values in the wrong unit can be possible, too: then the embedded climatology may tell. */

import { MONTHLY_UNITS, type MonthlyUnit, toWatts } from "../../contract/climate/irradiance-units.js";
import { MONTH_DAYS } from "../../time/calendar.js";
import type { Irradiance } from "./monthly-file.js";

/**
 * Shares of the climatology's year. Its error is some 5 % (rms), 8 % where it is worst on judged land; a month's kWh/m² taken for W/m²
 * are 27 % off, W/m² taken for kWh/m² 37 %.
 */
const DOUBTFUL = 0.2;
const CLOSE = 0.1;

/** @param expected monthly means, W/m². @returns a notice, or none */
export function unitDoubt({ values, unit }: Irradiance, expected: ArrayLike<number>): string[] {
  const year = yearOf(Array.from(expected));
  const off = (other: MonthlyUnit) => yearOf(toWatts(values, other)) / year - 1;
  const own = off(unit);
  if (Math.abs(own) < DOUBTFUL) return [];
  const better = MONTHLY_UNITS.find((other) => Math.abs(off(other)) < CLOSE);
  const advice = better === undefined ? "" : `; in ${better} it would be ${deviation(off(better))}`;
  return [`in ${unit} the year's GHI is ${deviation(own)} the embedded world climatology${advice}`];
}

function yearOf(means: readonly number[]): number {
  return means.reduce((sum, mean, month) => sum + mean * MONTH_DAYS[month]!, 0);
}

function deviation(share: number): string {
  return `${Math.abs(Math.round(100 * share))} % ${share > 0 ? "above" : "below"}`;
}
