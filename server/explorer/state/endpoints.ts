/** The endpoints that give a time series, and what each takes (openapi.yaml; a test holds the two together). */
import { PARAMETERS } from "irradiance-engine";
import { CLIMATE_PARAMETERS } from "irradiance-engine/contract";

export interface SeriesEndpoint {
  readonly name: string;
  /** "span": start and end; "year": a calendar year; "none": a year of its own; "months": one of the caller's monthly values, by POST. */
  readonly period: "span" | "year" | "none" | "months";
  /** What the server takes when start or end is left out; "" where they must be given. */
  readonly start: string;
  readonly end: string;
  /** The first is the default. */
  readonly frequencies: readonly string[];
  readonly parameters: readonly string[];
}

const OBSERVED = Object.keys(PARAMETERS);
const OF_CLIMATE = Object.keys(CLIMATE_PARAMETERS);
const FINE = ["15_minutes", "1_hour", "1_minute"];
const OF_A_WEEK = [...FINE, "5_minutes", "10_minutes", "30_minutes", "1_day"];
const OF_YEARS = [...OF_A_WEEK, "1_month", "1_year"];
const YEARLY = { start: "", end: "", frequencies: ["1_hour", "1_minute"], parameters: OF_CLIMATE } as const;

export const ENDPOINTS = {
  "observation/realtime": span("Observation: the past 7 days", "-24hours", "now", OF_A_WEEK),
  "observation/training": span("Observation: this year and the two before", "-365days", "-7days", OF_YEARS),
  "observation/historical": span("Observation: from 2020 on", "", "", OF_YEARS),
  "forecast/basic": span("Forecast: days, hourly", "now", "+72hours", ["1_hour"]),
  "forecast/precision": span("Forecast: hours, fine steps", "now", "+24hours", FINE),
  "climate/tmy": { name: "Climate: a typical year", period: "none", ...YEARLY },
  "climate/amy": { name: "Climate: a single year", period: "year", ...YEARLY },
  "climate/import/monthly": { name: "Climate: from monthly values", period: "months", ...YEARLY },
} as const satisfies { readonly [path: string]: SeriesEndpoint };

export type EndpointPath = keyof typeof ENDPOINTS;
export const ENDPOINT_PATHS = Object.keys(ENDPOINTS) as EndpointPath[];

export function endpointOf(path: EndpointPath): SeriesEndpoint {
  return ENDPOINTS[path];
}

/** Whether it is asked by POST, with monthly values in the body. */
export function isPosted(path: EndpointPath): boolean {
  return endpointOf(path).period === "months";
}

/** Whether it is of a typical year: its dates are of no calendar year. */
export function isOfNoYear(path: EndpointPath): boolean {
  return ["none", "months"].includes(endpointOf(path).period);
}

/** Whether it has observations of years. */
export function hasYears(path: EndpointPath): boolean {
  return path === "observation/historical" || path === "observation/training";
}

/** Whether its year is one of the standard time of the place. */
export function isOfStandardTime(path: EndpointPath): boolean {
  return path.startsWith("climate/");
}

/** Whether intervals are those of a calendar, and so of a zone. */
export function isOfCalendar(frequency: string): boolean {
  return /_(day|month|year)$/.test(frequency);
}

export function isForecast(path: EndpointPath): boolean {
  return path.startsWith("forecast/");
}

function span(name: string, start: string, end: string, frequencies: readonly string[]): SeriesEndpoint {
  return { name, period: "span", start, end, frequencies, parameters: OBSERVED };
}

/**
 * "Global horizontal irradiance" of global_horizontal_irradiance. The interface's PV production is a simple formula, not the yield
 * of a system: its title says so.
 */
export function parameterTitle(name: string): string {
  const words = name.replaceAll("_", " ");
  if (words.startsWith("pv ")) return `PV ${words.slice(3)} (simple formula)`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
