/** Units that cannot be: values tell kW/m² from W/m², K from °C, percent from shares. */
import type { WeatherColumn } from "../../series.js";

export interface Doubt {
  readonly column: WeatherColumn;
  /** What was found, in words. */
  readonly found: string;
  /** The units to choose from, the likely one first. */
  readonly units: readonly string[];
}

/** W/m²: GHI of a sunny day is hundreds; the darkest day of a place with a sun still has more than this. */
export const DIMMEST = 2;
/** W/m²: no sensor sees more, under any cloud edge. */
export const BRIGHTEST = 2200;

/** A doubt about a column's unit; undefined if its values are plausible, or say nothing. */
export function doubtAbout(column: WeatherColumn, values: ArrayLike<number>): Doubt | undefined {
  const { count, least, most, median } = summaryOf(values);
  if (count === 0) return undefined;
  const doubt = (found: string, units: readonly string[]) => ({ column, found, units });
  if (column.endsWith("_irradiance")) {
    if (most > 0.05 && most <= DIMMEST) return doubt(`its highest value is ${shortened(most)}`, ["kW/m2", "W/m2"]);
    return median > BRIGHTEST ? doubt(`half of its light is above ${shortened(median)}`, ["kJ/m2", "J/m2"]) : undefined;
  }
  if (column === "temperature" || column === "dew_point_temperature") {
    if (least > 150) return doubt(`its lowest value is ${shortened(least)}`, ["K", "C"]);
    return most > 62 && median > 35 ? doubt(`its highest value is ${shortened(most)}`, ["F", "C"]) : undefined;
  }
  // Codes for missing values are other numbers, such as 999.
  if (column === "albedo" && median > 1 && most <= 100)
    return doubt(`its highest value is ${shortened(most)}`, ["%", "-"]);
  return undefined;
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
