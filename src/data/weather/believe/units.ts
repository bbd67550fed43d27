/** Units that cannot be: values tell kW/m² from W/m², K from °C, percent from shares, and a sum that counts up from light. */

import { valueAtShare } from "../../../foundation/statistics/order.js";
import { DAY } from "../../../foundation/time/calendar.js";
import { haurwitzRows } from "../../../physics/models/clear-sky/haurwitz.js";
import { sunAt } from "../../../physics/sky/clear-sky.js";
import { DARK, DIMMEST, DIMMEST_OF_DAYS, limitsOf, type UnitSign } from "../limits.js";
import type { WeatherColumn, WeatherPlace, WeatherSeries } from "../series.js";
import { FEWEST_DAYS } from "./context.js";

/** What says that a column is in another unit, and the units to choose from, the likely one first; undefined if its values are plausible, or say nothing. */
export function checkUnit(column: WeatherColumn, values: ArrayLike<number>, rows: LitRows) {
  const { least, most } = extremesOf(values);
  if (!(least <= most)) return undefined;
  let median: number | undefined;
  const statistics = {
    least: () => least,
    most: () => most,
    // Sorting takes long, and half of the light is above nothing that all of it is below.
    median: () => (median ??= medianOf(values)),
  };
  const isTelling = (sign: UnitSign) =>
    !(most <= (sign.median?.[0] ?? Number.NEGATIVE_INFINITY)) &&
    STATISTICS.every((name) => sign[name] === undefined || isAmong(statistics[name](), sign[name]));
  const dim = column.endsWith("_irradiance") ? dimSign(column, most, rows) : undefined;
  const sign = [...(dim ? [dim] : []), ...(limitsOf(column)?.signs ?? [])].find(isTelling);
  if (sign === undefined) return undefined;
  const telling = STATISTICS.find((name) => sign[name] !== undefined)!;
  return { found: `${FOUND[telling]} ${Number(statistics[telling]().toPrecision(4))}`, units: sign.units };
}

const FOUND = {
  least: "its lowest value is",
  most: "its highest value is",
  median: "half of its light is above",
} as const;
const STATISTICS = ["least", "most", "median"] as const satisfies readonly (keyof typeof FOUND)[];

function isAmong(
  value: number,
  [above, upTo = Number.POSITIVE_INFINITY]: readonly [above: number, upTo?: number],
): boolean {
  return value > above && value <= upTo;
}

/** ∞ and −∞ without a value. */
function extremesOf(values: ArrayLike<number>): { least: number; most: number } {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value < least) least = value;
    if (value > most) most = value;
  }
  return { least, most };
}

/** Of the values above 0; 0 without one. */
function medianOf(values: ArrayLike<number>): number {
  return (
    valueAtShare(
      Float64Array.from(values).filter((value) => value > 0),
      0.5,
    ) ?? 0
  );
}

/** The unit of pressures, which are of one size wherever there is weather; undefined for any other size. */
export function pressureUnit(values: ArrayLike<number>): { unit: string; factor: number } | undefined {
  const median = medianOf(values);
  const units = [
    { unit: "Pa", factor: 1 },
    { unit: "hPa", factor: 100 },
    { unit: "kPa", factor: 1000 },
  ];
  return units.find(({ factor }) => median * factor > 30_000 && median * factor < 110_000);
}

/** The highest value; −∞ without one. */
export function highest(values: ArrayLike<number> | undefined): number {
  return values === undefined ? Number.NEGATIVE_INFINITY : extremesOf(values).most;
}

/** What is known of the light beside its values. */
export interface LitRows {
  /** Seconds of a row. */
  readonly interval: number;
  readonly count: number;
  /** The clear sky's highest light on level ground in rows with a value, W/m²; undefined without a place. */
  clearest(): number | undefined;
  /** An answer settles it: the sign may be a weaker one. */
  readonly isAsked: boolean;
}

/** Days of which one is brighter than DIMMEST_OF_DAYS, away from the polar night; and than `DULLEST_WEEK`. */
const SOME_DAYS = 5;
const WEEK = 7;

/** W/m²: below, the sun hardly rises, and no model knows its light. */
const TWILIGHT = 20;
/** W/m²: weeks with such a sun have several days of nearly the same. */
const DAYLIGHT = 100;
/** Of the clear sky's highest: the darkest storm has more; kW/m² are 0.001 of it, MJ/m² of an hour 0.0036. */
const STORM = 0.01;
/** The highest of a week has more; langleys of an hour are 0.086, and mW/cm² of hazy days nearly as much. */
const DULLEST_WEEK = 0.095;
/** Diffuse light, and a beam that clouds let through, may be dimmer: what is no more than this may be in W/m². */
const FAINT = 0.02;

/** What the highest value of a column of light in another unit is: above the first number, and not above the second. */
function dimSign(column: WeatherColumn, most: number, rows: LitRows): UnitSign | undefined {
  // Most light is brighter than any share of a clear sky that counts: no sky is computed for it.
  if (!(most > DARK && most < MOST_DIM)) return undefined;
  const clearest = rows.clearest();
  const limit = clearest === undefined ? limitOfColumn(column, rows) : limitOfSky(column, rows, clearest);
  return { units: fittingUnits(most, rows, clearest), most: [DARK, limit] };
}
const MOST_DIM = DULLEST_WEEK * 1500;

type Length = Pick<LitRows, "interval" | "count">;

function daysOf({ interval, count }: Length): number {
  return (interval * 1000 * count) / DAY;
}

/** W/m²: what the highest light of so many rows is above, wherever they are. */
export function limitOfDays(rows: Length): number {
  return daysOf(rows) >= SOME_DAYS ? DIMMEST_OF_DAYS : DIMMEST;
}

/** Overcast weather has no beam. */
function limitOfColumn(column: WeatherColumn, rows: LitRows): number {
  return column.startsWith("direct_") ? DIMMEST : limitOfDays(rows);
}

function limitOfSky(column: WeatherColumn, rows: LitRows, clearest: number): number {
  if (clearest < TWILIGHT) return 0;
  if (column !== "global_horizontal_irradiance") return Math.min(limitOfColumn(column, rows), FAINT * clearest);
  const days = daysOf(rows);
  // A storm may be as dark for some hours.
  if (days < 1) return Math.min(DIMMEST, STORM * clearest);
  if (rows.isAsked) return (clearest >= DAYLIGHT && days >= WEEK ? DULLEST_WEEK : STORM) * clearest;
  return Math.min(STORM * clearest, days < FEWEST_DAYS.factor ? Number.POSITIVE_INFINITY : DIMMEST);
}

/** In W/m² for an interval of s seconds. */
const UNITS: readonly { readonly name: string; factor(seconds: number): number }[] = [
  { name: "kW/m2", factor: () => 1000 },
  { name: "MJ/m2", factor: (seconds) => 1e6 / seconds },
  { name: "kWh/m2", factor: (seconds) => 3.6e6 / seconds },
  { name: "langley", factor: (seconds) => 41_840 / seconds },
  { name: "J/cm2", factor: (seconds) => 1e4 / seconds },
  { name: "Wh/m2", factor: (seconds) => 3600 / seconds },
  { name: "mW/cm2", factor: () => 10 },
];
const USUAL: UnitSign["units"] = ["kW/m2", "W/m2"];
/** W/m²: what the highest light of a file lies between where nobody knows its sun. */
const HIGHEST = [50, 1500] as const;
/** The same as shares of the clear sky's, beside bright clouds; of some days, of most weeks. */
const HIGHEST_SHARE = 1.6;
const LOWEST_SHARE = 0.1;
const LOWEST_OF_WEEK = 0.3;

/** Those in which the highest value is light of such a sky, and W/m². */
function fittingUnits(most: number, rows: LitRows, clearest: number | undefined): readonly string[] {
  const isWeek = daysOf(rows) >= WEEK;
  const [low, high] = clearest === undefined ? HIGHEST : [LOWEST_SHARE * clearest, HIGHEST_SHARE * clearest];
  const factors = UNITS.map(({ factor }) => factor(rows.interval));
  const fitting = UNITS.flatMap(({ name }, k) => {
    const light = most * factors[k]!;
    // One of two names of the same (kW/m² and kWh/m² of an hour).
    const isOther = factors[k] !== 1 && factors.indexOf(factors[k]!) === k;
    return isOther && light >= low && light <= high ? [{ name, light }] : [];
  });
  const likely = fitting.filter(({ light }) => !isWeek || clearest === undefined || light > LOWEST_OF_WEEK * clearest);
  const names = (likely.length > 0 ? likely : fitting).map(({ name }) => name);
  return names.length === 0 ? USUAL : [...names, "W/m2"];
}

/** Rows at which the sun is looked at. */
const MOST_ROWS = 20_000;

/** The clear sky's highest light in the rows that have values, by the highest sun alone. */
export function clearestIn({ start, interval, sampling }: WeatherSeries, values: ArrayLike<number>, at: WeatherPlace) {
  // An odd stride: rows of one time of day alone would not do.
  const stride = Math.ceil(values.length / MOST_ROWS) | 1;
  const middle = sampling === "instant" ? 0 : 0.5;
  const times: number[] = [];
  for (let row = 0; row < values.length; row += stride) {
    if (!Number.isNaN(values[row]!)) times.push(Number(start) + (row + middle) * interval * 1000);
  }
  const highest = Float64Array.of(sunAt(Float64Array.from(times), at).sine.reduce((a, b) => Math.max(a, b), 0));
  haurwitzRows(0, 1, highest, highest);
  return highest[0]!;
}

/** Seconds: of steps within a day, so many have an evening in which light falls. */
const TWO_DAYS = 172_800;
const LONGEST_STEP = 10_800;

/** When the values of a meter never fall, in words; undefined: they are those of no meter. */
export function meterSign(values: ArrayLike<number>, interval: number): string | undefined {
  if (interval > LONGEST_STEP || values.length * interval < TWO_DAYS) return undefined;
  if (countsUp(values)) return "from the first row to the last";
  return countsUpByDay(values) ? "in the course of a day" : undefined;
}

function countsUp(values: ArrayLike<number>): boolean {
  let [first, before] = [Number.NaN, Number.NaN];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (value < before) return false;
    if (Number.isNaN(value)) continue;
    if (Number.isNaN(first)) first = value;
    before = value;
  }
  return before > first;
}

/** A fall of a meter is its return to the beginning. */
const RETURN = 0.1;
/** Light falls about as often as it rises; a meter so many times less. */
const RISES = 4;

/** A meter that begins anew each day: it falls once, to nothing. */
function countsUpByDay(values: ArrayLike<number>): boolean {
  let [before, rises, falls] = [Number.NaN, 0, 0];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    if (value < before) {
      if (value > RETURN * before) return false;
      falls++;
    } else if (value > before) rises++;
    before = value;
  }
  return falls > 0 && rises >= RISES * falls;
}
