/** Units of monthly irradiation: their many spellings. */
import { MONTHLY_UNITS, type MonthlyUnit } from "../../contract/climate/irradiance-units.js";
import { UsageError } from "../errors.js";

/** From a spelling such as `kWh/m²/mo` or `W m-2`. @throws UsageError */
export function parseUnit(text: string): MonthlyUnit {
  const plain = text
    .toLowerCase()
    .replace(/²|\*\*2|\^2/g, "2")
    .replace(/(?<!\s)\s+per\s+/g, "/")
    .replace(/[\s·*]{0,9}m[-−^]{1,2}2/g, "/m2")
    .replace(/\s+/g, "")
    .replace(/\/(mo|mon|mth)$/, "/month")
    .replace(/\/d$/, "/day");
  const unit = MONTHLY_UNITS.find((known) => known.toLowerCase() === plain);
  if (unit !== undefined) return unit;
  const advice = /^(k?wh|mj)\/m2$/.test(plain) ? " (say per month or per day)" : "";
  throw new UsageError(
    `the unit of irradiance must be one of ${MONTHLY_UNITS.join(", ")}, got "${text.trim()}"${advice}`,
  );
}
