/** A time axis as a grid of equal steps, some of which may be missing. */

import type { WeatherColumn } from "irradiance-engine";
import { DAY, HOUR } from "irradiance-engine/internal/shared";
import { unusable } from "../bytes/location.js";
import type { Period } from "../source.js";

export interface TimeAxis {
  /** Unix ms of the first time. */
  readonly first: number;
  /** ms. */
  readonly step: number;
  /** Steps from the first time to the last, both counted. */
  readonly count: number;
  /** Index in the array of each step, −1 where it is missing; undefined where all are there, in order. */
  readonly rows: Int32Array | undefined;
}

/**
 * @param times Unix ms
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for times that go back, repeat, or are no multiple of one step apart
 */
export function timeAxisOf(times: Float64Array, path: string): TimeAxis {
  if (times.length < 2) throw unusable(path, `a time axis needs at least two times, got ${times.length}`);
  let step = Number.POSITIVE_INFINITY;
  for (let k = 1; k < times.length; k++) {
    const gap = times[k]! - times[k - 1]!;
    // Not so of NaN, too.
    if (!(gap > 0))
      throw unusable(path, `its times do not ascend: ${timeText(times[k - 1]!)} is followed by ${timeText(times[k]!)}`);
    step = Math.min(step, gap);
  }
  const first = times[0]!;
  const count = (times[times.length - 1]! - first) / step + 1;
  if (!Number.isInteger(count) || count > 100 * times.length) throw uneven(times, step, path);
  if (count === times.length) {
    for (let k = 1; k < count; k++) if (times[k] !== first + k * step) throw uneven(times, step, path);
    return { first, step, count, rows: undefined };
  }
  const wide = widerFrom(times, step);
  if (wide !== undefined) {
    const [at, gap] = wide;
    throw unusable(
      path,
      `its times are ${gap / 1000} s apart from ${timeText(times[at]!)} on, elsewhere ${step / 1000} s: split the file there`,
    );
  }
  const rows = new Int32Array(count).fill(-1);
  times.forEach((time, k) => {
    const at = (time - first) / step;
    if (!Number.isInteger(at)) throw uneven(times, step, path);
    rows[at] = k;
  });
  return { first, step, count, rows };
}

/** Wider steps up to this length, three after one another, are another spacing (a model's 1, 3, 6 hours) and no gaps. */
const WIDEST = 6 * HOUR;

/** Where another spacing begins, and which. */
function widerFrom(times: Float64Array, step: number): [number, number] | undefined {
  for (let k = 3; k < times.length; k++) {
    const gap = times[k]! - times[k - 1]!;
    if (gap === step || gap > WIDEST) continue;
    if (times[k - 1]! - times[k - 2]! === gap && times[k - 2]! - times[k - 3]! === gap) return [k - 3, gap];
  }
  return undefined;
}

/** Stretches of steps without a gap, as [start, end) of times shifted so that a step begins at `shift` from its time. */
export function coverOf({ first, step, count, rows }: TimeAxis, shift: number): Period[] {
  const start = first + shift;
  if (rows === undefined) return [{ start, end: start + count * step }];
  const periods: Period[] = [];
  for (let k = 0; k < count; ) {
    let end = k;
    while (end < count && rows[end]! >= 0) end++;
    if (end > k) periods.push({ start: start + k * step, end: start + end * step });
    k = Math.max(end, k + 1);
  }
  return periods;
}

/** @param step the shortest one, of which all others must be multiples */
function uneven(times: Float64Array, step: number, path: string): Error {
  const odd = times.findIndex((time, k) => k > 0 && !Number.isInteger((time - times[k - 1]!) / step));
  const where = odd < 0 ? "" : `: ${timeText(times[odd - 1]!)} is followed by ${timeText(times[odd]!)}`;
  return unusable(path, `its ${times.length} times are not in equal steps of ${step / 1000} s${where}`);
}

function timeText(time: number): string {
  return Math.abs(time) <= 8.64e15 ? new Date(time).toISOString() : "no time";
}

// Sums since midnight, and sums and means since the start of a run, as what they grew by in each step.

/** So many steps without a value in between are given the mean of what came in them; more is too long ago. */
export const LONGEST_GAP = 3;

/** Spells at whose start a sum or a mean begins anew. */
interface Spells {
  /** ms; infinite: there is one, which begins at `origin`. */
  readonly length: number;
  /** Unix ms at which one of them begins. */
  readonly origin: number;
  /** Means since the start in place of sums. */
  readonly areMeans?: boolean;
  /** By how much packing makes what came in a value's step less than nothing, which is then nothing; undefined: it may be less. */
  readonly noise?: (since: number) => number;
}

const DAYS: Spells = { length: DAY, origin: 0 };

/** The sum of a day stands at 00 UTC of the next. */
export function stepsOfDays(sums: Float64Array, first: number, step: number, noise?: Spells["noise"]): Float64Array {
  return stepsOfSpells(sums, first, step, noise === undefined ? DAYS : { ...DAYS, noise });
}

/**
 * What came in the step that ends at each time, or its mean. The value of a spell stands at the start of the next; the first step of a
 * spell is its own value. A gap of one or two values spoils no more than itself: the steps in it share what came.
 *
 * @param values value k belongs to the time first + k·step, in ms; NaN where there is none
 */
export function stepsOfSpells(values: Float64Array, first: number, step: number, spells: Spells): Float64Array {
  const { length, origin, areMeans = false, noise } = spells;
  const steps = new Float64Array(values.length).fill(Number.NaN);
  for (let k = 0; k < values.length; k++) {
    if (Number.isNaN(values[k]!)) continue;
    const elapsed = first + k * step - origin;
    // In steps since the start of the spell that ends then or later. At the start of the only one nothing has come.
    const since =
      (length === Number.POSITIVE_INFINITY ? elapsed : ((elapsed % length) + length) % length || length) / step;
    let back = 1;
    while (back < since && Number.isNaN(values[k - back] ?? Number.NaN)) back++;
    // Nor is anything known of a spell whose beginning is not among the values, or lies within a step.
    if (back > LONGEST_GAP || back > k + 1 || back > since) continue;
    const before = back < since ? values[k - back]! * (areMeans ? since - back : 1) : 0;
    const came = (values[k]! * (areMeans ? since : 1) - before) / back;
    const own = noise !== undefined && came < 0 && came * back >= -noise(since) ? 0 : came;
    for (let row = k - back + 1; row <= k; row++) steps[row] = own;
  }
  return steps;
}

/** Of steps with light, those in which sums of the hour fall: clouds and clear days alike about half. */
const FALLING = 1 / 4;

/**
 * Whether values fall within UTC days, as a sum since midnight never does, and sums of each step do. A damaged value makes one fall.
 *
 * @param sums value k belongs to the time first + k·step, in ms; NaN where there is none; at least a day of them
 * @param noise by how much the packing of files makes equal sums differ
 */
export function fallWithinDays(sums: Float64Array, first: number, step: number, noise: number): boolean {
  let [rises, falls] = [0, 0];
  for (let k = 1; k < sums.length; k++) {
    // The first sum of a day.
    if ((first + k * step - step) % DAY === 0) continue;
    const change = sums[k]! - sums[k - 1]!;
    if (change > noise) rises++;
    if (change < -noise) falls++;
  }
  return falls > 1 && falls > FALLING * (rises + falls);
}

// Units as files write them, and what they become: W/m², °C, mm, Pa, m/s, cm of water vapour.

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

/** "W/m^2", "W/(m^2)", "W m**-2" and "W m-2" are one. */
function unitOf(given: string): Unit | undefined {
  const plain = given
    .trim()
    .toLowerCase()
    .replace(/\*\*|\^/g, "")
    .replace(/\/\s*\(?([a-z]+)(\d?)\)?$/, (_, base: string, power: string) => ` ${base}-${power || "1"}`)
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
