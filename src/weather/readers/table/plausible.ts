/** Units that cannot be: values tell kW/m² from W/m², K from °C, percent from shares. */
import { limitsOf, type UnitSign } from "../../limits.js";
import type { WeatherColumn } from "../../series.js";
import { dimSign, type LitRows } from "./dim.js";

export interface Doubt {
  readonly column: WeatherColumn;
  /** What was found, in words. */
  readonly found: string;
  /** The units to choose from, the likely one first. */
  readonly units: readonly string[];
}

/** A doubt about a column's unit; undefined if its values are plausible, or say nothing. */
export function doubtAbout(column: WeatherColumn, values: ArrayLike<number>, rows: LitRows): Doubt | undefined {
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
  return { column, found: `${FOUND[telling]} ${shortened(statistics[telling]())}`, units: sign.units };
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

/** Of the values above 0. */
function medianOf(values: ArrayLike<number>): number {
  const positive = Float64Array.from(values)
    .filter((value) => value > 0)
    .sort();
  return positive[Math.floor(positive.length / 2)] ?? 0;
}

function shortened(value: number): string {
  return String(Number(value.toPrecision(4)));
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
