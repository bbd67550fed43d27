/** Monthly values of unusual years: as much as one in ten, or in two, passes. */
import type { Notice } from "../../contract/observation/types.js";
import type { MonthlyMeans } from "./types.js";

/** @experimental */
export type ExtremeName = "p10" | "p50" | "p90";

/** @experimental */
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
 * Monthly values with a probability of exceedance of 10, 50 or 90 %: P90 is dim and cold, P10 bright and warm. Irradiance is
 * multiplied by 1 ± 1.28·σ (diffuse as global), temperatures are shifted by ±1.28·σ. Twelve such months in a row ("month") are far
 * rarer than one year in ten.
 *
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
  if (sign < 0) {
    notices.push({ code: "extreme", message: "P90: little light and low temperatures, which need not coincide" });
  }
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
  if (temperatureSpread !== undefined) {
    return new Array<number>(12).fill(checked("temperatureSpread", temperatureSpread, 10));
  }
  const spread = scope === "year" ? TEMPERATURE_SPREAD : TEMPERATURE_SPREAD * MONTH_PER_YEAR;
  notices.push({ code: "extreme", message: `temperatures are assumed to vary by ${spread.toFixed(1)} K` });
  return new Array<number>(12).fill(spread);
}

/** The values with what is light and what is air changed; humidity, wind and turbidity as they are. */
export function mapMonthly(
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
