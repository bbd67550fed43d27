/** Units of energy per interval, in which some files give irradiance. */
import type { WeatherColumn } from "../../series.js";

/** Wh/m². */
const ENERGIES: { readonly [unit: string]: number } = {
  "wh/m2": 1,
  whm2: 1,
  "kwh/m2": 1000,
  kwhm2: 1000,
  "j/m2": 1 / 3600,
  "kj/m2": 1 / 3.6,
  "mj/m2": 1e6 / 3600,
  "j/cm2": 1e4 / 3600,
};

/** Wh/m² in a unit of irradiation; undefined for any other unit or column. */
export function energyFactor(column: WeatherColumn, unit: string): number | undefined {
  if (!column.endsWith("_irradiance")) return undefined;
  const plain = unit
    .toLowerCase()
    .replace(/²/g, "2")
    .replace(/[\s^*·.]|-(?=\d)/g, "");
  return Object.hasOwn(ENERGIES, plain) ? ENERGIES[plain] : undefined;
}
