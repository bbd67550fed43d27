/** Units as files write them, and amounts per interval, to the units of the weather columns. */
import { pow } from "../../../../foundation/math/index.js";
import type { Notice } from "../../../contract/observation/types.js";
import { WEATHER_COLUMNS, type WeatherColumn } from "../../series.js";
import { type SourceColumn, Values } from "./cells.js";

/** value · factor / divisor + offset is in the column's unit. */
interface Conversion {
  readonly factor: number;
  readonly divisor?: number;
  readonly offset?: number;
}

type Units = { readonly [unit: string]: number | Conversion };

/** J/cm². */
const LANGLEY = 4.184;

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
function plainUnit(unit: string): string {
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
const RAIN_AMOUNTS: Amounts = { mm: 1, lm2: 1, kgm2: 1, cm: 10, m: 1000, in: 25.4, inch: 25.4, inches: 25.4 };
/** cm of fresh snow. */
const SNOW_AMOUNTS: Amounts = { cm: 1, mm: 0.1, m: 100, in: 2.54, inch: 2.54, inches: 2.54 };

/** What a unit of an amount is in the unit of its column times an hour: Wh/m², mm, cm; undefined for any other unit or column. */
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
  if (column === "precipitation") return RAIN_AMOUNTS;
  if (column === "snowfall") return SNOW_AMOUNTS;
  return column.endsWith("_irradiance") ? ENERGIES : undefined;
}

/**
 * From the broadband aerosol optical depth of TMY2 and TMY3 to the depth at 550 nm of the weather column: the
 * broadband depth is about that at 700 nm (Molineaux et al. 1998), Ångström exponent 1.14.
 */
export const AOD550_PER_BROADBAND = /* @__PURE__ */ pow(700 / 550, 1.14);

interface Recognition {
  readonly column: WeatherColumn;
  /** Default unit; undefined = the name must contain the unit. */
  readonly unit: string | undefined;
  /** Patterns of the lower-case name without its unit, with blanks for underscores. The first that matches a column decides. */
  readonly patterns: readonly NamePattern[];
  /** Similar names of other quantities. */
  readonly not?: RegExp;
}

/** Something in a name, or one thing and another after it: an expression with `.*` between them may take the square of the length. */
export type NamePattern = RegExp | readonly [first: RegExp, then: RegExp];

export function matches(pattern: NamePattern, name: string): boolean {
  if (pattern instanceof RegExp) return pattern.test(name);
  const first = pattern[0].exec(name);
  return first !== null && pattern[1].test(name.slice(first.index + first[0].length));
}

/** Characters: no name of a column has more. What follows is not looked at. */
export const LONGEST_NAME = 256;

const STATISTICS = /\b(?:std|stdev|uncert\w*|min|max|minimum|maximum|peak|gust|flag|qc)\b/;
const OTHER_LIGHT =
  /\b(?:clear.?sky|plane|poa|south|north|east|west|par|ir|infrared|longwave|net|ratio)\b|\b(?:tilt|incl|extra|uv|photo|refl|up|illum|accum)/;
const OTHER_TEMPERATURE = /\b(?:dew|wet|soil|ground|cell|module|panel|sky|chill)\b/;

const RECOGNITIONS: readonly Recognition[] = [
  {
    column: "global_horizontal_irradiance",
    unit: "W/m2",
    patterns: [/^ghi$/, [/\bglobal\b/, /\bhoriz/], /\bglobal\b(?!.*\bnormal\b)/],
    not: OTHER_LIGHT,
  },
  {
    column: "direct_normal_irradiance",
    unit: "W/m2",
    patterns: [/^(?:dni|bni)$/, [/\b(?:direct|beam)\b/, /\bnormal/], /\bdirect\b(?!.*\bhoriz)/],
    not: OTHER_LIGHT,
  },
  {
    column: "direct_horizontal_irradiance",
    unit: "W/m2",
    patterns: [/^bhi$/, [/\b(?:direct|beam)\b/, /\bhoriz/]],
    not: OTHER_LIGHT,
  },
  {
    column: "diffuse_horizontal_irradiance",
    unit: "W/m2",
    patterns: [/^dhi$/, [/\bdiffuse\b/, /\bhoriz/], /\bdiffuse\b/],
    not: OTHER_LIGHT,
  },
  {
    column: "temperature",
    unit: "C",
    patterns: [/^(?:temp air|temperature)$/, /\bdry.?bulb/, [/\b(?:air|ambient)\b/, /\btemp/], /^temp(?:erature)?\b/],
    not: OTHER_TEMPERATURE,
  },
  { column: "dew_point_temperature", unit: "C", patterns: [/\bdew.?point\b/] },
  { column: "wind_speed", unit: "m/s", patterns: [/\bwind.?speed\b/] },
  { column: "snow_depth", unit: undefined, patterns: [/\bsnow.?depth\b/] },
  { column: "albedo", unit: "-", patterns: [/^(?:surface )?albedo\b/] },
  {
    column: "pressure",
    unit: undefined,
    patterns: [[/\b(?:station|surface|air|atmospheric|barometric)\b/, /\bpress/], /^(?:pressure|barometer)\b/],
  },
  { column: "relative_humidity", unit: "%", patterns: [[/\brel(?:ative)?\b/, /\bhumid/], /\brh\b/] },
];

/** The weather columns among these names, each at most once; a notice lists the assignments. */
export function recognise(
  names: readonly string[],
  isMissing: (value: number) => boolean,
  notices: Notice[],
): SourceColumn[] {
  const parts = names.map(split);
  const columns: SourceColumn[] = [];
  for (const { column, unit: usual, patterns, not } of RECOGNITIONS) {
    const isCandidate = ({ plain }: { plain: string }) => !STATISTICS.test(plain) && !(not?.test(plain) ?? false);
    const index = patterns
      .map((pattern) => parts.findIndex((part) => isCandidate(part) && matches(pattern, part.plain)))
      .find((found) => found >= 0);
    if (index === undefined) continue;
    const unit = parts[index]!.unit ?? usual;
    const factors = unit === undefined ? undefined : conversion(column, unit);
    if (factors === undefined) {
      const message = `the column "${names[index]}" is ignored: unknown unit`;
      notices.push({ code: "columns", message });
      continue;
    }
    columns.push({ name: names[index]!, index, column, ...factors, isMissing, values: new Values() });
  }
  if (columns.length > 0) {
    const taken = columns.map(({ name, column }) => `"${name}" as ${column}`).join(", ");
    notices.push({ code: "columns", message: `columns recognised by name: ${taken}` });
  }
  return columns;
}

/** `Global CMP22 (vent/cor) [W/m^2]`: the last bracket is the unit. */
function split(name: string): { plain: string; unit: string | undefined } {
  const match = /^(.*?)(?:\[([^[\]]*)\]|\(([^()]*)\))$/.exec(name.slice(0, LONGEST_NAME).trim());
  const plain = (match?.[1] ?? name).trim().toLowerCase().replaceAll("_", " ");
  return { plain, unit: match?.[2] ?? match?.[3] };
}
