/** Units for readers: power as the service gives it, or the energy of each interval. */
import type { Answer, Column, Quantiles } from "../service/answer.js";
import type { State } from "../state/state.js";
import type { Curve } from "./curve.js";
import { HOUR } from "./time.js";

export interface ShownColumn {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly (number | null)[];
  /** What a day has of it. */
  readonly daily: NonNullable<Curve["daily"]>;
}

const POWERS: { readonly [unit: string]: string } = { "W/m**2": "Wh/m²", "W/kWp": "Wh/kWp" };

export function isPower(column: Column): boolean {
  return column.unit in POWERS;
}

/** Of days, months and years the service gives the energies itself. */
export function isEnergy(column: Column): boolean {
  return column.unit.startsWith("Wh/");
}

/** The unit of sums of a power, or of energies, over a month. */
export function energyUnit({ unit }: Column): string {
  return `k${POWERS[unit] ?? plainUnit(unit)}`;
}

export function plainUnit(unit: string): string {
  return unit.replace("**2", "²").replace("**3", "³");
}

/** Hours of interval i. */
export function hoursOf({ starts, ends }: Answer, i: number): number {
  return ((ends[i] as number) - (starts[i] as number)) / HOUR;
}

/** A column in the units that the state asks for. In those of the service it is the very array of the answer. */
export function shownColumn(answer: Answer, column: Column, { units }: State): ShownColumn {
  const { name, unit, values } = column;
  if (units === "mean" || !isPower(column)) return { name, unit: plainUnit(unit), values, daily: dailyOf(column) };
  const energies = values.map((value, i) => (value === null ? null : rounded(value * hoursOf(answer, i))));
  return { name, unit: POWERS[unit] as string, values: energies, daily: "sum" };
}

/** Of the light a day has its energy; temperatures and the like go from a lowest to a highest. */
function dailyOf(column: Column): ShownColumn["daily"] {
  return isEnergy(column) || isPower(column) || column.aggregation === "sum" ? "sum" : "range";
}

/** The quantiles of a column, in the units that the state asks for. */
export function shownQuantiles(answer: Answer, column: Column, state: State): Quantiles {
  const found = Object.entries(answer.quantiles[column.name] ?? {});
  return Object.fromEntries(
    found.map(([name, values]) => [name, shownColumn(answer, { ...column, values }, state).values]),
  );
}

/** To the thousandth of a unit: the service rounds to hundredths of a watt. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
