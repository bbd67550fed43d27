/** Units of monthly irradiation: their many spellings, and whether values can be in them. */
import { FEEBLE_SUN } from "../../climate/generation/months.js";
import {
  clearness,
  LEAST_CLEARNESS,
  likelyUnit,
  MOST_CLEARNESS,
  ROUNDING,
  wattsPer,
} from "../../contract/climate/irradiance-units.js";
import { monthlyExtraterrestrial } from "../../models/solar-position/monthly-extraterrestrial.js";
import { MONTH_NAMES } from "../../time/calendar.js";
import { UsageError } from "../errors.js";
import { UNITS, type Unit } from "./units.js";

/** From a spelling such as `kWh/m²/mo` or `W m-2`. @throws UsageError */
export function parseUnit(text: string): Unit {
  const plain = text
    .toLowerCase()
    .replace(/²|\*\*2|\^2/g, "2")
    .replace(/(?<!\s)\s+per\s+/g, "/")
    .replace(/(?<![\s·*])[\s·*]*m[-−^]+2/g, "/m2")
    .replace(/\s+/g, "")
    .replace(/\/(mo|mon|mth)$/, "/month")
    .replace(/\/d$/, "/day");
  const unit = UNITS.find((known) => known.toLowerCase() === plain);
  if (unit !== undefined) return unit;
  const advice = /^(k?wh|mj)\/m2$/.test(plain) ? " (say per month or per day)" : "";
  throw new UsageError(`the unit of irradiance must be one of ${UNITS.join(", ")}, got "${text.trim()}"${advice}`);
}

export function toWatts(values: readonly number[], unit: Unit): number[] {
  return values.map((value, month) => value * wattsPer(unit, month));
}

/**
 * Checks irradiance in the unit that it was given in, so that the message has the caller's own numbers.
 *
 * @throws UsageError for more than the sun sends in a month, and for next to nothing all year
 */
export function checkIrradiance(name: string, values: readonly number[], unit: Unit, latitude: number): void {
  const above = monthlyExtraterrestrial(latitude);
  const mostOf = (month: number) =>
    (above[month]! < FEEBLE_SUN ? FEEBLE_SUN : MOST_CLEARNESS * above[month]! + ROUNDING) / wattsPer(unit, month);
  const months = values.flatMap((value, month) => (value > mostOf(month) ? [month] : []));
  const month = months[0];
  if (month !== undefined) {
    const bound = `${Math.floor(mostOf(month) * 10) / 10} ${unit} in ${MONTH_NAMES[month]} (${100 * MOST_CLEARNESS} % of what the sun sends there)`;
    // One month alone is a slip of its own; half a year is in another unit.
    const likely = months.length >= 6 ? likelyMistake(values, unit, above) : "";
    throw new UsageError(`${name} must be at most ${bound}, got ${values[month]}${likely}`);
  }
  const share = clearness(values, unit, above);
  if (share >= LEAST_CLEARNESS) return;
  const bound = `${100 * LEAST_CLEARNESS} % of what the sun sends in a year`;
  const got = `${(100 * share).toFixed(1)} % (${values[0]} ${unit} in January, ${values[6]} in July)`;
  throw new UsageError(`${name} must be at least ${bound}, got ${got}${likelyMistake(values, unit, above)}`);
}

function likelyMistake(values: readonly number[], unit: Unit, above: readonly number[]): string {
  const likely = likelyUnit(values, unit, above);
  return likely === undefined ? "" : `; the values look like ${likely}: name it in the header or with --unit`;
}
