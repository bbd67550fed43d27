/** Monthly values of unusual years, and of a warmer world. */
import type { Notice } from "../../../data/contract/observation/types.js";
import type { MonthlyMeans } from "./types.js";

export type ExtremeName = "p10" | "p50" | "p90";

export interface ExtremeOptions {
  readonly level: ExtremeName;
  /** "year" (default): all months by one factor; "month": each by as much as single months vary, all in one direction. */
  readonly scope?: "year" | "month" | undefined;
  /** Standard deviation of the year's irradiance, as a share of its mean. Default 0.04. */
  readonly yearSpread?: number | undefined;
  /** The same of each month. Default: the year's times √12/1.3, with a notice. */
  readonly monthSpread?: readonly number[] | undefined;
  /** Standard deviation of the temperature in the scope, K: one number, or one per month. Default: 0.6 K of a year, as below. */
  readonly temperatureSpread?: number | readonly number[] | undefined;
}

/** 90 % point of the standard normal distribution. */
const Z90 = 1.2815515655446004;
const SIGNS = { p10: 1, p50: 0, p90: -1 } as const;
const YEAR_SPREAD = 0.04;
const TEMPERATURE_SPREAD = 0.6;
/** Months of independent weather would vary √12 times as much as years; they are a little alike. */
const MONTH_PER_YEAR = 2.6646936;

/**
 * Monthly values with a probability of exceedance of 10, 50 or 90 %: P90 is dim and cold, P10 bright and warm.
 * Irradiance is multiplied by 1 ± 1.28·σ (diffuse as global), temperatures are shifted by ±1.28·σ. Twelve such months
 * in a row ("month") are far rarer than one year in ten.
 * @returns the new values, and notices of what was assumed
 * @throws RangeError for an unknown level or scope, and for spreads outside 0 to 0.5 (in K: 0 to 10)
 * @experimental
 */
export function extremeMonths(
  monthly: MonthlyMeans,
  options: ExtremeOptions,
): { readonly monthly: MonthlyMeans; readonly notices: readonly Notice[] } {
  const { level, scope = "year" } = options;
  if (!Object.hasOwn(SIGNS, level)) throw fault("level", "p10, p50 or p90", level);
  if (scope !== "year" && scope !== "month") throw fault("scope", "year or month", scope);
  const notices: Notice[] = [];
  const shares = irradianceSpreads(options, scope, notices);
  const kelvins = temperatureSpreads(options, scope, notices);
  const sign = SIGNS[level];
  const light = (values: readonly number[]) => values.map((value, month) => value * (1 + sign * Z90 * shares[month]!));
  const air = (values: readonly number[]) => values.map((value, month) => value + sign * Z90 * kelvins[month]!);
  if (sign < 0)
    notices.push({ code: "extreme", message: "P90: little light and low temperatures, which need not coincide" });
  if (scope === "month") {
    notices.push({
      code: "extreme",
      message: "all months are extreme in one direction: far rarer than one year in ten",
    });
  }
  return { monthly: mapMonthly(monthly, light, air), notices };
}

function irradianceSpreads({ yearSpread, monthSpread }: ExtremeOptions, scope: string, notices: Notice[]): number[] {
  const year = checked("yearSpread", yearSpread ?? YEAR_SPREAD, 0.5);
  if (scope === "year") return new Array<number>(12).fill(year);
  if (monthSpread !== undefined) return twelve("monthSpread", monthSpread, 0.5);
  const month = year * MONTH_PER_YEAR;
  notices.push({
    code: "extreme",
    message: `months are assumed to vary by ${(100 * month).toFixed(1)} %: the year's ${(100 * year).toFixed(1)} % times √12/1.3`,
  });
  return new Array<number>(12).fill(month);
}

function temperatureSpreads({ temperatureSpread }: ExtremeOptions, scope: string, notices: Notice[]): number[] {
  if (typeof temperatureSpread === "object") return twelve("temperatureSpread", temperatureSpread, 10);
  if (temperatureSpread !== undefined)
    return new Array<number>(12).fill(checked("temperatureSpread", temperatureSpread, 10));
  const spread = scope === "year" ? TEMPERATURE_SPREAD : TEMPERATURE_SPREAD * MONTH_PER_YEAR;
  notices.push({ code: "extreme", message: `temperatures are assumed to vary by ${spread.toFixed(1)} K` });
  return new Array<number>(12).fill(spread);
}

/** The values with what is light and what is air changed; humidity, wind and turbidity as they are. */
function mapMonthly(
  monthly: MonthlyMeans,
  light: (values: readonly number[]) => readonly number[],
  air: (values: readonly number[]) => readonly number[],
): MonthlyMeans {
  const { globalHorizontalIrradiance, diffuseHorizontalIrradiance: diffuse } = monthly;
  const { temperature, temperatureMin, temperatureMax, dewPointTemperature } = monthly;
  return {
    ...monthly,
    globalHorizontalIrradiance: light(globalHorizontalIrradiance),
    ...(diffuse ? { diffuseHorizontalIrradiance: light(diffuse) } : {}),
    ...(temperature ? { temperature: air(temperature) } : {}),
    ...(temperatureMin ? { temperatureMin: air(temperatureMin) } : {}),
    ...(temperatureMax ? { temperatureMax: air(temperatureMax) } : {}),
    ...(dewPointTemperature ? { dewPointTemperature: air(dewPointTemperature) } : {}),
  };
}

function twelve(name: string, values: readonly number[], most: number): number[] {
  if (values.length !== 12) throw fault(name, "12 numbers", `${values.length} of them`);
  return values.map((value) => checked(name, value, most));
}

function checked(name: string, value: number, most: number): number {
  if (!(value >= 0 && value <= most)) throw fault(name, `a number from 0 to ${most}`, value);
  return value;
}

function fault(name: string, expected: string, got: unknown): RangeError {
  return new RangeError(`extremeMonths: ${name} must be ${expected}, got ${String(got)}`);
}

/*
 * Monthly temperatures of a warmer world.
 *
 * Source: IPCC (2021), Climate Change 2021: The Physical Science Basis, Summary for Policymakers, table SPM.1: changes in global
 * surface temperature over 1850–1900, best estimates; paragraph A.1.2 for 1995–2014 (0.85 °C) and 2011–2020 (1.09 °C). 0.85 is
 * confirmed by the caption of its figure SPM.8, the table by published copies: all of SSP1-2.6, SSP2-4.5 and SSP5-8.5, of SSP3-7.0
 * the end of the century. What was not seen a second time is 1.5 and 2.1 of SSP3-7.0.
 */

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
 */
export function globalWarming(scenario: ScenarioName, year: number): number {
  if (!Object.hasOwn(ESTIMATES, scenario))
    throw new RangeError(
      `globalWarming: scenario must be one of ${Object.keys(ESTIMATES).join(", ")}, got ${scenario}`,
    );
  if (!(year >= FIRST_YEAR && year <= LAST_YEAR))
    throw new RangeError(`globalWarming: year must be from ${FIRST_YEAR} to ${LAST_YEAR}, got ${year}`);
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
 * Monthly values of a year to come: temperatures and dew points higher by the global warming between the data's period
 * and that year, the same in every month and at every place; irradiance unchanged.
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
  return { monthly: mapMonthly(monthly, (values) => values, air), warming, notices: [warmingNotice(warming, period)] };
}

/**
 * A notice on the uncertainty of temperatures that were raised by a global warming.
 * @param warming K; @param period first and last year of the data
 */
export function warmingNotice(warming: number, [first, last]: readonly [first: number, last: number]): Notice {
  const message =
    `temperatures are raised by ${warming.toFixed(2)} K over ${first}–${last}, a global mean: land warms about half as much ` +
    "again, the Arctic more (best estimates of IPCC AR6, table SPM.1); irradiance is unchanged";
  return { code: "future", message };
}
