/** Units that cannot be: values tell kW/m² from W/m², K from °C, percent from shares. */
import { limitsOf } from "../../limits.js";
import type { WeatherColumn } from "../../series.js";

export interface Doubt {
  readonly column: WeatherColumn;
  /** What was found, in words. */
  readonly found: string;
  /** The units to choose from, the likely one first. */
  readonly units: readonly string[];
}

/** A doubt about a column's unit; undefined if its values are plausible, or say nothing. */
export function doubtAbout(column: WeatherColumn, values: ArrayLike<number>): Doubt | undefined {
  const summary = summaryOf(values);
  if (summary.count === 0) return undefined;
  const sign = limitsOf(column)?.signs?.find((one) => STATISTICS.every((name) => isAmong(summary[name], one[name])));
  if (sign === undefined) return undefined;
  const telling = STATISTICS.find((name) => sign[name] !== undefined)!;
  return { column, found: `${FOUND[telling]} ${shortened(summary[telling])}`, units: sign.units };
}

const FOUND = {
  least: "its lowest value is",
  most: "its highest value is",
  median: "half of its light is above",
} as const;
const STATISTICS = ["least", "most", "median"] as const satisfies readonly (keyof typeof FOUND)[];

function isAmong(value: number, range: readonly [above: number, upTo?: number] | undefined): boolean {
  if (range === undefined) return true;
  const [above, upTo = Number.POSITIVE_INFINITY] = range;
  return value > above && value <= upTo;
}

function summaryOf(values: ArrayLike<number>) {
  const positive: number[] = [];
  let [count, least, most] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    count += 1;
    least = Math.min(least, value);
    most = Math.max(most, value);
    if (value > 0) positive.push(value);
  }
  const sorted = Float64Array.from(positive).sort();
  return { count, least, most, median: sorted[Math.floor(sorted.length / 2)] ?? 0 };
}

function shortened(value: number): string {
  return String(Number(value.toPrecision(4)));
}

/** The unit of pressures, which are of one size wherever there is weather; undefined for any other size. */
export function pressureUnit(values: ArrayLike<number>): { unit: string; factor: number } | undefined {
  const { median } = summaryOf(values);
  const units = [
    { unit: "Pa", factor: 1 },
    { unit: "hPa", factor: 100 },
    { unit: "kPa", factor: 1000 },
  ];
  return units.find(({ factor }) => median * factor > 30_000 && median * factor < 110_000);
}

/** The highest value; −∞ without one. */
export function highest(values: ArrayLike<number> | undefined): number {
  return values === undefined ? Number.NEGATIVE_INFINITY : summaryOf(values).most;
}
