/** The options of a power forecast, checked. */
import { QUANTILE_NAMES } from "../../contract/forecast/quantiles.js";
import { FREQUENCIES } from "../../contract/observation/period.js";
import type { IntervalFrequency } from "../../contract/observation/types.js";
import { shown } from "../../text/shown.js";
import { refuseSeconds } from "../../time/seconds.js";
import { zoneNamed } from "../../time/zone.js";
import type { YieldOptions } from "../types.js";
import type { PowerForecastOptions } from "./types.js";

/** In messages. */
export const CALLER = "forecastPower";

/** With the defaults; those of the yield apart, which checks them. */
export interface CheckedOptions extends PowerForecastOptions {
  readonly frequency: IntervalFrequency;
  readonly ofYield: YieldOptions;
}

/** @throws TypeError, RangeError naming the option */
export function checkOptions(options: PowerForecastOptions): CheckedOptions {
  if (typeof options !== "object" || options === null) {
    throw new TypeError(`${CALLER}: options must be an object with "now", got ${shown(options)}`);
  }
  const { now, frequency = "15_minutes", period, timeZone, bands, ...ofYield } = options;
  if (!Number.isFinite(now)) throw new TypeError(`${CALLER}: options.now must be Unix ms, got ${shown(now)}`);
  for (const [name, time] of Object.entries({ now, "period.start": period?.start, "period.end": period?.end })) {
    refuseSeconds(`${CALLER}: options.${name}`, time);
  }
  if (!Object.hasOwn(FREQUENCIES, frequency)) {
    const known = Object.keys(FREQUENCIES).join(", ");
    throw new RangeError(`${CALLER}: options.frequency must be one of ${known}, got ${shown(frequency)}`);
  }
  if (period !== undefined && !(period.start < period.end && Number.isFinite(period.end - period.start))) {
    throw new RangeError(`${CALLER}: options.period must have a start before its end, Unix ms, got ${shown(period)}`);
  }
  if (timeZone !== undefined && (typeof timeZone !== "string" || zoneNamed(timeZone) === undefined)) {
    const expected = 'a zone such as "Europe/Zurich" or "+05:30"';
    throw new RangeError(`${CALLER}: options.timeZone must be ${expected}, got ${shown(timeZone)}`);
  }
  const unknown = bands?.names.find((name) => !QUANTILE_NAMES.includes(name));
  if (unknown !== undefined || bands?.names.length === 0) {
    const expected = `quantiles such as "p10", from ${QUANTILE_NAMES[0]} to ${QUANTILE_NAMES.at(-1)}`;
    throw new RangeError(`${CALLER}: options.bands.names must be ${expected}, got ${shown(unknown ?? bands?.names)}`);
  }
  if (bands !== undefined && frequency !== "15_minutes" && frequency !== "1_hour") {
    const expected = "15_minutes or 1_hour with options.bands, the steps that have bands";
    throw new RangeError(`${CALLER}: options.frequency must be ${expected}, got ${shown(frequency)}`);
  }
  if ("typicalYear" in ofYield)
    throw new RangeError(`${CALLER}: options has no typicalYear: a forecast is of real days`);
  return { now, frequency, period, timeZone, bands, ofYield };
}
