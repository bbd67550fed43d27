/** Units as files write them, to the units of the weather columns. */
import type { WeatherColumn } from "../../series.js";

/** value · factor / divisor + offset is in the column's unit. */
export interface Conversion {
  readonly factor: number;
  readonly divisor?: number;
  readonly offset?: number;
}

type Units = { readonly [unit: string]: number | Conversion };

const IRRADIANCE: Units = {
  "w/m2": 1,
  wm2: 1,
  "w/sqm": 1,
  "watt/m2": 1,
  "watts/m2": 1,
  "kw/m2": 1000,
  kwm2: 1000,
};
const FAHRENHEIT: Conversion = { factor: 5 / 9, offset: -160 / 9 };
const TEMPERATURE: Units = {
  c: 1,
  degc: 1,
  "deg.c": 1,
  degreesc: 1,
  celsius: 1,
  k: { factor: 1, offset: -273.15 },
  f: FAHRENHEIT,
  degf: FAHRENHEIT,
  "deg.f": FAHRENHEIT,
  degreesf: FAHRENHEIT,
  fahrenheit: FAHRENHEIT,
};
const KMH: Conversion = { factor: 1, divisor: 3.6 };
const SPEED: Units = {
  "m/s": 1,
  ms1: 1,
  "m/sec": 1,
  "meters/second": 1,
  "km/h": KMH,
  kmh: KMH,
  mph: 0.44704,
  kt: 1.852 / 3.6,
  kn: 1.852 / 3.6,
};
const DEPTH: Units = { mm: 1, cm: 10, m: 1000, in: 25.4, inch: 25.4, inches: 25.4 };
const RAIN: Units = {
  "mm/h": 1,
  mmh1: 1,
  "mm/hr": 1,
  "in/h": 25.4,
  "in/hr": 25.4,
  "mm/s": 3600,
  "kg/m2/s": 3600,
  kgm2s1: 3600,
};
const SNOWFALL: Units = { "cm/h": 1, "cm/hr": 1, "mm/h": 0.1, "mm/hr": 0.1, "in/h": 2.54, "in/hr": 2.54 };
const PRESSURE: Units = { pa: 1, hpa: 100, mbar: 100, mb: 100, millibar: 100, millibars: 100, kpa: 1000 };
const WATER: Units = { cm: 1, mm: { factor: 1, divisor: 10 } };
const PERCENT: Units = { "%": 1, percent: 1 };
const SHARE: Units = { "-": 1, "n/a": 1, unitless: 1, "%": { factor: 1, divisor: 100 } };
const NUMBER: Units = { "-": 1, "n/a": 1, unitless: 1 };

const UNITS: { readonly [column in WeatherColumn]: Units } = {
  global_horizontal_irradiance: IRRADIANCE,
  direct_normal_irradiance: IRRADIANCE,
  direct_horizontal_irradiance: IRRADIANCE,
  diffuse_horizontal_irradiance: IRRADIANCE,
  temperature: TEMPERATURE,
  dew_point_temperature: TEMPERATURE,
  wind_speed: SPEED,
  snow_depth: DEPTH,
  albedo: SHARE,
  pressure: PRESSURE,
  relative_humidity: PERCENT,
  precipitable_water: WATER,
  aerosol_optical_depth: NUMBER,
  linke_turbidity: NUMBER,
  precipitation: RAIN,
  snowfall: SNOWFALL,
};

const TENTHS = /^0[.,]1(?=[a-z%])/;

/**
 * Conversion from a unit to that of the column; undefined for an unknown unit. Case, blanks, `^`, `*`, `°` and
 * anything after an underscore (`W/m²_irr`) are ignored; °F is 5/9·(F − 32). Tenths are units too, as weather services write whole
 * numbers: `0.1 °C`.
 */
export function conversion(column: WeatherColumn, unit: string): Conversion | undefined {
  const plain = unit
    .toLowerCase()
    .replace(/_.*$/s, "")
    .replace(/²/g, "2")
    .replace(/[\s^*°]|-(?=\d)/g, "")
    .replace(/(?<![a-z])deg(?:ree)?s?(?=[cf])/, "");
  const known = UNITS[column][plain.replace(TENTHS, "")];
  const whole = typeof known === "number" ? { factor: known } : known;
  return whole === undefined || !TENTHS.test(plain) ? whole : { ...whole, divisor: 10 * (whole.divisor ?? 1) };
}
