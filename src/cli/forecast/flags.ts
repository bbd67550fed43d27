/** The flags of `irradiance forecast`, checked. */
import { QUANTILE_NAMES, type QuantileName } from "../../contract/index.js";
import { HOUR } from "../../time/calendar.js";
import { parseIsoTime } from "../../time/iso-time.js";
import { UsageError } from "../errors.js";
import type { YieldFlags } from "../yield/rows.js";

/** Those that describe place and system are the flags of `yield`. */
export interface ForecastFlags extends YieldFlags {
  weather: string[];
  observations?: string;
  observationsAs?: { readonly [name: string]: unknown };
  tuning?: string;
  now?: string;
  hours?: number;
  frequency?: "15_minutes" | "1_hour";
  quantiles?: string;
  timeZone?: string;
}

export interface AskedForecast {
  /** Unix ms. */
  readonly now: number;
  readonly end: number;
  /** Empty: no bands. */
  readonly quantiles: readonly QuantileName[];
}

const MOST_HOURS = 336;

/** @throws UsageError naming the option */
export function checkForecast({
  now: text,
  hours = 48,
  quantiles = "p10,p90",
  ...flags
}: ForecastFlags): AskedForecast {
  if (flags.observationsAs !== undefined && flags.observations === undefined) {
    throw new UsageError("--observations-as needs --observations: it is about that file");
  }
  const now = text === undefined ? Date.now() : parseIsoTime(text);
  if (Number.isNaN(now)) throw new UsageError(`--now must be a time in UTC such as 2024-06-21T10:00Z, got "${text}"`);
  if (!(hours >= 1 && hours <= MOST_HOURS)) {
    throw new UsageError(`--hours must be a number from 1 to ${MOST_HOURS}, got ${hours}`);
  }
  const names = quantiles === "none" ? [] : quantiles.split(",");
  const unknown = names.find((name) => !QUANTILE_NAMES.includes(name as QuantileName));
  if (unknown !== undefined) {
    const known = `${QUANTILE_NAMES[0]} to ${QUANTILE_NAMES.at(-1)}`;
    throw new UsageError(`--quantiles must be none, or names from ${known} without blanks between, got "${quantiles}"`);
  }
  const asked = QUANTILE_NAMES.filter((name) => names.includes(name));
  return { now, end: now + hours * HOUR, quantiles: asked };
}
