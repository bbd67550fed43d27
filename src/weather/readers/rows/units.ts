/** Units as files write them, to the units of the weather columns. */
import type { WeatherColumn } from "../../series.js";

/** value · factor / divisor + offset is in the column's unit. */
export interface Conversion {
  readonly factor: number;
  readonly divisor?: number;
  readonly offset?: number;
}

type Units = { readonly [unit: string]: number | Conversion };

/** J/cm². */
export const LANGLEY = 4.184;

const IRRADIANCE: Units = {
  wm2: 1,
  kwm2: 1000,
  mwcm2: 10,
  whm2h: 1,
  kwhm2h: 1000,
  mjm2h: 1e6 / 3600,
  // NASA POWER leaves the area out.
  mjh: 1e6 / 3600,
  kjm2h: 1 / 3.6,
  jcm2h: 1e4 / 3600,
  whm2day: 1 / 24,
  kwhm2day: 1000 / 24,
  mjm2day: 1e6 / 86400,
  lyday: (LANGLEY * 1e4) / 86400,
};
const FAHRENHEIT: Conversion = { factor: 5 / 9, offset: -160 / 9 };
const KELVIN: Conversion = { factor: 1, offset: -273.15 };
const TEMPERATURE: Units = {
  c: 1,
  oc: 1,
  gradc: 1,
  celsius: 1,
  k: KELVIN,
  kelvin: KELVIN,
  f: FAHRENHEIT,
  fahrenheit: FAHRENHEIT,
};
const KMH: Conversion = { factor: 1, divisor: 3.6 };
const KNOT = 1.852 / 3.6;
const SPEED: Units = {
  ms: 1,
  mps: 1,
  kmh: KMH,
  kph: KMH,
  kmph: KMH,
  mph: 0.44704,
  mih: 0.44704,
  milesh: 0.44704,
  fts: 0.3048,
  kt: KNOT,
  kts: KNOT,
  kn: KNOT,
  knot: KNOT,
  knots: KNOT,
};
const DEPTH: Units = { mm: 1, cm: 10, m: 1000, in: 25.4, inch: 25.4, inches: 25.4 };
const RAIN: Units = { mmh: 1, inh: 25.4, mms: 3600, kgm2s: 3600 };
const SNOWFALL: Units = { cmh: 1, mmh: 0.1, inh: 2.54 };
const PRESSURE: Units = {
  pa: 1,
  hpa: 100,
  mbar: 100,
  mb: 100,
  millibar: 100,
  millibars: 100,
  kpa: 1000,
  bar: 1e5,
  atm: 101325,
  mmhg: 133.322,
  inhg: 3386.39,
};
const MILLIMETRES: Conversion = { factor: 1, divisor: 10 };
const WATER: Units = { cm: 1, mm: MILLIMETRES, kgm2: MILLIMETRES };
const PERCENT: Units = { "%": 1, percent: 1, pct: 1, "%rh": 1, "%rel": 1 };
const SHARE: Units = { "-": 1, na: 1, unitless: 1, "%": { factor: 1, divisor: 100 } };
const NUMBER: Units = { "-": 1, na: 1, unitless: 1 };

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

/** One spelling of many: `W/m²`, `W.m-2`, `w m**-2` and `Watts per square meter` are `wm2`, `kW-hr` is `kwh`; what follows an underscore is no part of it. */
export function plainUnit(unit: string): string {
  return unit
    .replace(/_.*$/s, "")
    .replace(/[º˚]/g, "°")
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\bmet(?:er|re)s?\b/g, "m")
    .replace(/\bsq(?:uare)?\.? ?m\b|\bm ?sq\b|\bmq\b/, "m2")
    .replace(/\bwatts?\b/, "w")
    .replace(/\b(?:hr|hour)\b/, "h")
    .replace(/\bsec(?:ond)?\b/, "s")
    .replace(/\bper\b|[\s^*°·/]|\.(?!\d)|[-−](?=\d|h\b)/g, "")
    .replace(/(?<=[a-z]\d?[sh])1$/, "")
    .replace(/(?<![a-z])deg(?:ree)?s?(?=[cf])/, "");
}

/**
 * Conversion from a unit to that of the column; undefined for an unknown unit. °F is 5/9·(F − 32). Tenths are units too, as weather
 * services write whole numbers: `0.1 °C`.
 */
export function conversion(column: WeatherColumn, unit: string): Conversion | undefined {
  const plain = plainUnit(unit);
  const name = plain.replace(TENTHS, "");
  const known = Object.hasOwn(UNITS[column], name) ? UNITS[column][name] : undefined;
  const whole = typeof known === "number" ? { factor: known } : known;
  return whole === undefined || !TENTHS.test(plain) ? whole : { ...whole, divisor: 10 * (whole.divisor ?? 1) };
}
