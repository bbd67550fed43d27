/** What values a column can have at all on Earth: a net for damage and wrong units, wider than any quality rule. */

import type { Notice, WeatherColumn } from "irradiance-engine";
import {
  type ColumnLimits,
  isIrradiance,
  limitsOf,
  type OtherUnit,
  type ValueRange,
} from "irradiance-engine/internal/series";
import { minuteText } from "irradiance-engine/internal/shared";

/** Below zero are offsets of sensors at night: as a share of the brightest, and not more. */
const LEAST_OF_MOST = -0.05;
/** W/m² in the mean of a day: of the darkest that still has one, and more than the brightest has (36 MJ/m², on high ground in summer). */
const DAY_OF_LIGHT: ValueRange = [1, 450];
/** Fewer values of humidity than those of a day tell no unit. */
const ENOUGH = 24;
/** %: air as dry as that, hour after hour, is nowhere. */
const DRIEST = 1.05;

/** Values of a column, of which the impossible ones are now NaN. */
export interface Possible {
  /** How many were impossible. */
  readonly count: number;
  /** What was wrong, or is to be doubted. */
  readonly notices: readonly Notice[];
}

/**
 * Puts NaN for values outside of what is possible.
 *
 * @param start Unix ms of the first value
 * @param step seconds from one to the next
 */
export function removeImpossible(column: WeatherColumn, values: Float64Array, start: number, step: number): Possible {
  const range = limitsOf(column);
  if (range === undefined) return { count: 0, notices: [] };
  const [least, most] = range.archived;
  const [all, out] = [new Extent(), new Extent()];
  for (let k = 0; k < values.length; k++) {
    const value = values[k]!;
    if (Number.isNaN(value)) continue;
    all.add(value, k);
    if (value < least || value > most) out.add(value, k);
  }
  if (out.count > 0) {
    const unit = range.others?.find(
      (one) => fits(one, range.usual, all, step) && (!isIrradiance(column) || isLight(one, all, values, step)),
    );
    for (let k = 0; k < values.length; k++) if (values[k]! < least || values[k]! > most) values[k] = Number.NaN;
    const when = minuteText(start + out.firstAt * step * 1000);
    const notice = { code: "impossible-values", message: `${column}: ${impossible(range, all, out, when, unit)}` };
    return { count: out.count, notices: [notice] };
  }
  return { count: 0, notices: column === "relative_humidity" ? dryAir(all) : [] };
}

class Extent {
  count = 0;
  least = Number.POSITIVE_INFINITY;
  most = Number.NEGATIVE_INFINITY;
  first = Number.NaN;
  firstAt = -1;

  add(value: number, at: number): void {
    if (this.count++ === 0) [this.first, this.firstAt] = [value, at];
    if (value < this.least) this.least = value;
    if (value > this.most) this.most = value;
  }
}

function impossible(range: ColumnLimits, all: Extent, out: Extent, when: string, other: OtherUnit | undefined): string {
  const [least, most] = range.archived.map((limit) => withUnit(limit, range.unit));
  const [first, from, to] = [out.first, out.least, out.most].map((value) => withUnit(value, ""));
  const found = out.count === 1 ? `${from}, at ${when}` : `from ${from} to ${to}, the first is ${first}, at ${when}`;
  const advice = other && `. All look like ${other.name}: declare that in the description's \`variables\``;
  return `${out.count} of ${all.count} values are left out because they are below ${least} or above ${most}: ${found}${advice ?? ""}`;
}

function scaleOf({ factor, isEnergy }: OtherUnit, step: number): number {
  return isEnergy ? factor / step : factor;
}

function fits(other: OtherUnit, usual: ValueRange | undefined, { least, most }: Extent, step: number): boolean {
  const { offset = 0 } = other;
  const scale = scaleOf(other, step);
  return usual !== undefined && least * scale + offset >= usual[0] && most * scale + offset <= usual[1];
}

/**
 * Whether values are light in another unit: none below zero but offsets; and in the median day more than light in W/m² has, and in that
 * unit as much as it has. A few that are damaged change neither.
 */
function isLight(other: OtherUnit, { least, most }: Extent, values: Float64Array, step: number): boolean {
  if (!(least >= LEAST_OF_MOST * most)) return false;
  const rows = Math.max(1, Math.round(86_400 / step));
  const days = Array.from({ length: Math.floor(values.length / rows) }, (_, day) => {
    const there = values.subarray(day * rows, (day + 1) * rows).filter((value) => !Number.isNaN(value));
    return there.reduce((sum, value) => sum + value, 0) / there.length;
  });
  const whole = days.filter((mean) => !Number.isNaN(mean)).sort((a, b) => a - b);
  const median = whole[whole.length >> 1] ?? Number.NaN;
  const [darkest, brightest] = DAY_OF_LIGHT;
  const own = median * scaleOf(other, step);
  return median > brightest && own >= darkest && own <= brightest;
}

function dryAir({ count, least, most }: Extent): Notice[] {
  if (count < ENOUGH || most > DRIEST) return [];
  const found = `all ${count} values lie between ${withUnit(least, "")} and ${withUnit(most, "%")}`;
  return [{ code: "unit", message: `relative_humidity: ${found}: are they shares of 1? They are taken as %` }];
}

function withUnit(value: number, unit: string): string {
  return `${Number(value.toPrecision(6))}${unit === "" ? "" : ` ${unit}`}`;
}
