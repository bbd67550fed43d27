/** What is known of an hour that is forecast, as numbers that a person can read. */
import { DAY, HOUR } from "../../../foundation/time/calendar.js";
import { solarDayShift } from "../../../foundation/time/solar-day.js";
import { type LitRows, type PowerFields, type PowerRows, solarDayOf } from "./rows.js";

interface Quantity {
  /** What of the run it is; without: of the chain or the sun, always there. */
  readonly field?: keyof PowerFields;
  /** How far apart two hours with as little in common as one step of the others are; without: no likeness is looked for. */
  readonly likeness?: number;
  /** To whole numbers of this an analog is kept. */
  readonly unit: number;
}

/**
 * An index is the chain's share of clear power; the hour is that from noon of mean solar time; clear power is a share of the limit. Clouds are
 * means of five hours, as runs are right about them only so far; kg/m², °C.
 *
 * Chosen on April to September 2012 of three roofs, a month left out at a time (research/forecast-power.md).
 */
export const QUANTITIES = {
  // The first two tell most hours apart.
  hour: { likeness: 1.5, unit: 0.05 },
  "clear power": { likeness: 0.2, unit: 0.01 },
  index: { likeness: 0.15, unit: 0.01 },
  "index above 0.7": { unit: 0.01 },
  "mean index of 5 hours": { likeness: 0.2, unit: 0.01 },
  "mean index of the day": { likeness: 0.2, unit: 0.01 },
  "cloud cover": { field: "cloudCover", likeness: 0.3, unit: 0.01 },
  humidity: { field: "humidity", likeness: 0.15, unit: 0.01 },
  "root of cloud water": { field: "cloudWater", likeness: 0.15, unit: 0.005 },
  "root of cloud ice": { field: "cloudIce", likeness: 0.15, unit: 0.005 },
  temperature: { field: "temperature", likeness: 8, unit: 0.2 },
} as const satisfies { readonly [name: string]: Quantity };
export type QuantityName = keyof typeof QUANTITIES;

/** A term of the regression: a product of quantities; without any the constant. */
export const TERMS = {
  constant: [],
  index: ["index"],
  "index²": ["index", "index"],
  "index above 0.7": ["index above 0.7"],
  "mean index of 5 hours": ["mean index of 5 hours"],
  "mean index of the day": ["mean index of the day"],
  hour: ["hour"],
  "hour²": ["hour", "hour"],
  "clear power": ["clear power"],
  "cloud cover": ["cloud cover"],
  humidity: ["humidity"],
  "index × humidity": ["index", "humidity"],
  "root of cloud water": ["root of cloud water"],
  "index × root of cloud water": ["index", "root of cloud water"],
  "root of cloud ice": ["root of cloud ice"],
  temperature: ["temperature"],
} as const satisfies { readonly [name: string]: readonly QuantityName[] };
export type TermName = keyof typeof TERMS;

/** Columns over the lit rows; a field that the run lacks has none. */
export type QuantityColumns = { readonly [name in QuantityName]?: Float64Array };

const HINGE = 0.7;
/** Beside clouds the chain's share of clear power is larger for an hour at dusk alone. */
const MOST_INDEX = 1.5;
const AROUND = 2 * HOUR;

export function quantityColumns(rows: PowerRows, lit: LitRows, limit: number): QuantityColumns {
  const { start, step, longitude, fields = {} } = rows;
  const reach = Math.round(AROUND / step);
  const index = lit.index.map((value) => Math.min(value, MOST_INDEX));
  const columns: { [name in QuantityName]?: Float64Array } = {
    hour: Float64Array.from(lit.row, (row) => solarTime(start + (row + 0.5) * step, longitude) / HOUR - 12),
    "clear power": lit.scale.map((scale) => scale / limit),
    index,
    "index above 0.7": index.map((value) => Math.max(0, value - HINGE)),
    "mean index of 5 hours": around(spread(rows.chain.length, lit, index), lit, reach),
    "mean index of the day": daily(rows, lit, index),
  };
  for (const name of Object.keys(QUANTITIES) as QuantityName[]) {
    const { field }: Quantity = QUANTITIES[name];
    const given = field && fields[field];
    if (given === undefined) continue;
    columns[name] = isCloud(name) ? around(given, lit, reach) : Float64Array.from(lit.row, (row) => given[row]!);
    if (name.startsWith("root")) columns[name] = columns[name].map((value) => Math.sqrt(Math.max(0, value)));
  }
  return columns;
}

/** Least and most that taught: what lies beyond is taken as the nearest that does not. */
export type TaughtRanges = { readonly [name in QuantityName]?: readonly [least: number, most: number] };

export function rangesOf(columns: QuantityColumns, used: readonly number[]): TaughtRanges {
  const entries = (Object.entries(columns) as [QuantityName, Float64Array][]).map(([name, column]) => {
    const sorted = Float64Array.from(used, (k) => column[k]!).sort();
    return [name, [sorted[0]!, sorted.at(-1)!]] as const;
  });
  return Object.fromEntries(entries);
}

/** Undefined where a quantity is not there. */
export function withinRanges(columns: QuantityColumns, ranges: TaughtRanges): QuantityColumns | undefined {
  const names = Object.keys(ranges) as QuantityName[];
  if (names.some((name) => columns[name] === undefined)) return undefined;
  const within = (name: QuantityName) => {
    const [least, most] = ranges[name]!;
    return columns[name]!.map((value) => Math.min(Math.max(value, least), most));
  };
  return Object.fromEntries(names.map((name) => [name, within(name)]));
}

const isCloud = (name: QuantityName) => name.includes("cloud");

function solarTime(time: number, longitude: number): number {
  const own = (time + solarDayShift(longitude)) % DAY;
  return own < 0 ? own + DAY : own;
}

/** From lit rows to all; NaN in the dark. */
function spread(length: number, lit: LitRows, values: Float64Array): Float64Array {
  const all = new Float64Array(length).fill(Number.NaN);
  for (let k = 0; k < lit.count; k++) all[lit.row[k]!] = values[k]!;
  return all;
}

/** Means over the rows around each lit one; of a row that is not known itself NaN. */
function around(values: Float64Array, lit: LitRows, reach: number): Float64Array {
  return Float64Array.from(lit.row, (row) => {
    let [sum, count] = [0, 0];
    for (let k = Math.max(0, row - reach); k <= row + reach && k < values.length; k++) {
      if (Number.isNaN(values[k]!)) continue;
      sum += values[k]!;
      count++;
    }
    return Number.isNaN(values[row]!) ? Number.NaN : sum / count;
  });
}

/** Mean over the day of the sun that a row is in, weighed by clear power. */
function daily(rows: PowerRows, lit: LitRows, values: Float64Array): Float64Array {
  const means = new Float64Array(lit.count);
  for (let from = 0, to = 0; from < lit.count; from = to) {
    const day = solarDayOf(rows, lit.row[from]!);
    let [sum, weight] = [0, 0];
    for (; to < lit.count && solarDayOf(rows, lit.row[to]!) === day; to++) {
      sum += lit.scale[to]! * values[to]!;
      weight += lit.scale[to]!;
    }
    means.fill(sum / weight, from, to);
  }
  return means;
}
