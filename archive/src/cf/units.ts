/** Units as files write them, and what they become: W/m², °C, mm, Pa, m/s, cm of water vapour. */
import type { WeatherColumn } from "irradiance-engine";

type Quantity = "energy" | "power" | "temperature" | "length" | "water" | "pressure" | "speed" | "share" | "density";

interface Unit {
  readonly quantity: Quantity;
  readonly factor: number;
  readonly offset: number;
}

const unit = (quantity: Quantity, factor: number, offset = 0): Unit => ({ quantity, factor, offset });

/** Energy in J/m², power in W/m², length in mm, water in mm (kg/m²), density in kg/m³, shares of 1. */
const UNITS: { readonly [name: string]: Unit } = {
  "J m-2": unit("energy", 1),
  "kJ m-2": unit("energy", 1e3),
  "MJ m-2": unit("energy", 1e6),
  "Wh m-2": unit("energy", 3600),
  "kWh m-2": unit("energy", 3.6e6),
  "W m-2": unit("power", 1),
  K: unit("temperature", 1, -273.15),
  kelvin: unit("temperature", 1, -273.15),
  C: unit("temperature", 1),
  degC: unit("temperature", 1),
  "°C": unit("temperature", 1),
  celsius: unit("temperature", 1),
  degree_celsius: unit("temperature", 1),
  degrees_celsius: unit("temperature", 1),
  m: unit("length", 1000),
  cm: unit("length", 10),
  mm: unit("length", 1),
  "m of water equivalent": unit("water", 1000),
  "kg m-2": unit("water", 1),
  "cm of water": unit("water", 10),
  "kg m-3": unit("density", 1),
  Pa: unit("pressure", 1),
  hPa: unit("pressure", 100),
  kPa: unit("pressure", 1000),
  mbar: unit("pressure", 100),
  "m s-1": unit("speed", 1),
  "1": unit("share", 1),
  "(0 - 1)": unit("share", 1),
  dimensionless: unit("share", 1),
  unitless: unit("share", 1),
  "%": unit("share", 0.01),
  percent: unit("share", 0.01),
};

/** As they are compared: in small letters. */
const BY_NAME: ReadonlyMap<string, Unit> = new Map(Object.entries(UNITS).map(([name, of]) => [name.toLowerCase(), of]));

/** The quantities a column can be made from, and the factor from those of the table above to the column's unit. */
const COLUMNS: { readonly [column in WeatherColumn]?: { readonly [quantity in Quantity]?: number } } = {
  global_horizontal_irradiance: { energy: 1, power: 1 },
  direct_normal_irradiance: { energy: 1, power: 1 },
  direct_horizontal_irradiance: { energy: 1, power: 1 },
  diffuse_horizontal_irradiance: { energy: 1, power: 1 },
  temperature: { temperature: 1 },
  dew_point_temperature: { temperature: 1 },
  wind_speed: { speed: 1 },
  snow_depth: { length: 1 },
  albedo: { share: 1 },
  pressure: { pressure: 1 },
  relative_humidity: { share: 100 },
  precipitable_water: { water: 0.1 },
  aerosol_optical_depth: { share: 1 },
};

export interface Conversion {
  readonly factor: number;
  readonly offset: number;
  /** Energy of an interval, to be divided by its seconds. */
  readonly isEnergy: boolean;
}

/** Undefined if a column is not made from that unit, or nobody knows it. */
export function conversionOf(given: string, column: WeatherColumn): Conversion | undefined {
  const found = unitOf(given);
  const factor = found && COLUMNS[column]?.[found.quantity];
  if (found === undefined || factor === undefined) return undefined;
  return { factor: found.factor * factor, offset: found.offset * factor, isEnergy: found.quantity === "energy" };
}

/** The factor to mm of water, or kg/m³ of snow; undefined for another unit. */
export function factorTo(quantity: "water" | "density", given: string): number | undefined {
  // ERA5 writes the depth of the water in m as "m of water equivalent", ERA5-Land as "m".
  const found = quantity === "water" && given.trim() === "m" ? unit("water", 1000) : unitOf(given);
  return found?.quantity === quantity ? found.factor : undefined;
}

/** "W/m^2", "W m**-2" and "W m-2" are one. */
function unitOf(given: string): Unit | undefined {
  const plain = given
    .trim()
    .toLowerCase()
    .replace(/\*\*|\^/g, "")
    .replace(/\/\s*([a-z]+)(\d?)$/, (_, base: string, power: string) => ` ${base}-${power || "1"}`)
    .replace(/\s+/g, " ");
  return BY_NAME.get(plain);
}

export const KNOWN_UNITS = Object.keys(UNITS);

/** The units that a column can be made from. */
export function unitsOf(column: WeatherColumn): string[] {
  return KNOWN_UNITS.filter((name) => conversionOf(name, column) !== undefined);
}

/** One that files have a column in, for an example. */
export function unitFor(column: WeatherColumn): string {
  return unitsOf(column).find((name) => !conversionOf(name, column)!.isEnergy) ?? "";
}

/** Columns that can be read. */
export const COLUMN_NAMES = Object.keys(COLUMNS);
