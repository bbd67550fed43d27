/** Units of amounts per interval, in which some files give irradiance, rain and snowfall. */
import type { WeatherColumn } from "../../series.js";

type Amounts = { readonly [unit: string]: number };

/** Wh/m². */
const ENERGIES: Amounts = {
  "wh/m2": 1,
  whm2: 1,
  "kwh/m2": 1000,
  kwhm2: 1000,
  "j/m2": 1 / 3600,
  "kj/m2": 1 / 3.6,
  "mj/m2": 1e6 / 3600,
  "j/cm2": 1e4 / 3600,
};
/** mm. */
const RAIN: Amounts = { mm: 1, "l/m2": 1, "kg/m2": 1, cm: 10, m: 1000, in: 25.4, inch: 25.4, inches: 25.4 };
/** cm of fresh snow. */
const SNOWFALL: Amounts = { cm: 1, mm: 0.1, m: 100, in: 2.54, inch: 2.54, inches: 2.54 };

/**
 * What a unit of an amount is in the unit of its column times an hour: Wh/m², mm, cm; undefined for any other unit or column.
 */
export function amountFactor(column: WeatherColumn, unit: string): number | undefined {
  const amounts = amountsOf(column);
  const plain = unit
    .toLowerCase()
    .replace(/²/g, "2")
    .replace(/[\s^*·.]|-(?=\d)/g, "");
  return amounts !== undefined && Object.hasOwn(amounts, plain) ? amounts[plain] : undefined;
}

function amountsOf(column: WeatherColumn): Amounts | undefined {
  if (column === "precipitation") return RAIN;
  if (column === "snowfall") return SNOWFALL;
  return column.endsWith("_irradiance") ? ENERGIES : undefined;
}
