/** Units of amounts per interval, in which some files give irradiance, rain and snowfall. */
import { WEATHER_COLUMNS, type WeatherColumn } from "../../series.js";
import { conversion, LANGLEY, plainUnit } from "../rows/units.js";

type Amounts = { readonly [unit: string]: number };

/** Wh/m². */
const ENERGIES: Amounts = {
  whm2: 1,
  kwhm2: 1000,
  jm2: 1 / 3600,
  kjm2: 1 / 3.6,
  mjm2: 1e6 / 3600,
  jcm2: 1e4 / 3600,
  calcm2: (LANGLEY * 1e4) / 3600,
  ly: (LANGLEY * 1e4) / 3600,
  langley: (LANGLEY * 1e4) / 3600,
  langleys: (LANGLEY * 1e4) / 3600,
};
/** mm. */
const RAIN: Amounts = { mm: 1, lm2: 1, kgm2: 1, cm: 10, m: 1000, in: 25.4, inch: 25.4, inches: 25.4 };
/** cm of fresh snow. */
const SNOWFALL: Amounts = { cm: 1, mm: 0.1, m: 100, in: 2.54, inch: 2.54, inches: 2.54 };

/**
 * What a unit of an amount is in the unit of its column times an hour: Wh/m², mm, cm; undefined for any other unit or column.
 */
export function amountFactor(column: WeatherColumn, unit: string): number | undefined {
  const amounts = amountsOf(column);
  const [, tenth, plain] = /^(0[.,]1)?(.*)$/s.exec(plainUnit(unit))!;
  if (amounts === undefined || !Object.hasOwn(amounts, plain!)) return undefined;
  return amounts[plain!]! / (tenth === undefined ? 1 : 10);
}

/** Whether a text is a unit of any weather column. */
export function isAnyUnit(unit: string): boolean {
  return WEATHER_COLUMNS.some(
    (column) => conversion(column, unit) !== undefined || amountFactor(column, unit) !== undefined,
  );
}

function amountsOf(column: WeatherColumn): Amounts | undefined {
  if (column === "precipitation") return RAIN;
  if (column === "snowfall") return SNOWFALL;
  return column.endsWith("_irradiance") ? ENERGIES : undefined;
}
