/** What values a column can have at all on Earth: a net for damage and wrong units, wider than any quality rule. */
import type { Notice, WeatherColumn } from "irradiance-engine";
import { formatTime } from "./period.js";

interface Range {
  /** Both included, in the column's own unit. */
  readonly limits: readonly [number, number];
  readonly unit: string;
  /** Units that files confuse with it. */
  readonly others?: readonly OtherUnit[];
}

/** A value in it is value · factor + offset in the column's unit; all values of a place then lie in `usual`. */
interface OtherUnit {
  readonly name: string;
  readonly factor: number;
  readonly offset?: number;
  readonly usual: readonly [number, number];
  /** An amount of the interval: the factor is divided by its seconds. */
  readonly isEnergy?: true;
}

const LIGHT: readonly [number, number] = [-5, 1500];
/** Below zero are offsets of sensors at night: as a share of the brightest, and not more. */
const LEAST_OF_MOST = -0.05;
/** W/m² in the mean of a day: of the darkest that still has one, and more than the brightest has (36 MJ/m², on high ground in summer). */
const DAY_OF_LIGHT: readonly [number, number] = [1, 450];
const IRRADIANCE: Range = {
  limits: [-100, 2500],
  unit: "W/m²",
  others: [
    { name: "kJ/m²", factor: 1e3, usual: LIGHT, isEnergy: true },
    { name: "J/m²", factor: 1, usual: LIGHT, isEnergy: true },
    { name: "mW/m²", factor: 1e-3, usual: LIGHT },
  ],
};
const KELVIN: OtherUnit = { name: "K", factor: 1, offset: -273.15, usual: [-90, 60] };
const SHARE = "";

const RANGES: { readonly [column in WeatherColumn]?: Range } = {
  global_horizontal_irradiance: IRRADIANCE,
  direct_normal_irradiance: IRRADIANCE,
  direct_horizontal_irradiance: IRRADIANCE,
  diffuse_horizontal_irradiance: IRRADIANCE,
  temperature: { limits: [-100, 70], unit: "°C", others: [KELVIN] },
  dew_point_temperature: { limits: [-120, 50], unit: "°C", others: [KELVIN] },
  wind_speed: { limits: [0, 150], unit: "m/s" },
  snow_depth: { limits: [-10, 100_000], unit: "mm" },
  albedo: { limits: [-0.01, 1.01], unit: SHARE, others: [{ name: "%", factor: 0.01, usual: [0, 1] }] },
  pressure: {
    limits: [20_000, 115_000],
    unit: "Pa",
    others: [
      { name: "hPa", factor: 100, usual: [45_000, 110_000] },
      { name: "kPa", factor: 1000, usual: [45_000, 110_000] },
    ],
  },
  relative_humidity: { limits: [-5, 150], unit: "%" },
  precipitable_water: { limits: [-0.1, 20], unit: "cm", others: [{ name: "mm", factor: 0.1, usual: [0, 9] }] },
  aerosol_optical_depth: { limits: [-0.1, 20], unit: SHARE },
};

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
  const range = RANGES[column];
  if (range === undefined) return { count: 0, notices: [] };
  const [least, most] = range.limits;
  const [all, out] = [new Extent(), new Extent()];
  for (let k = 0; k < values.length; k++) {
    const value = values[k]!;
    if (Number.isNaN(value)) continue;
    all.add(value, k);
    if (value < least || value > most) out.add(value, k);
  }
  if (out.count > 0) {
    const unit = range.others?.find(
      (one) => fits(one, all, step) && (range !== IRRADIANCE || isLight(one, all, values, step)),
    );
    for (let k = 0; k < values.length; k++) if (values[k]! < least || values[k]! > most) values[k] = Number.NaN;
    return { count: out.count, notices: [impossible(column, range, all, out, start, step, unit)] };
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

function impossible(
  column: string,
  range: Range,
  all: Extent,
  out: Extent,
  start: number,
  step: number,
  other: OtherUnit | undefined,
): Notice {
  const [least, most] = range.limits.map((limit) => withUnit(limit, range.unit));
  const when = formatTime(start + out.firstAt * step * 1000);
  const [first, from, to] = [out.first, out.least, out.most].map((value) => withUnit(value, ""));
  const found = out.count === 1 ? `${from}, at ${when}` : `from ${from} to ${to}, the first is ${first}, at ${when}`;
  const advice =
    other === undefined ? "" : `. All look like ${other.name}: declare that in the description's \`variables\``;
  return {
    code: "impossible-values",
    message: `${column}: ${out.count} of ${all.count} values are left out because they are below ${least} or above ${most}: ${found}${advice}`,
  };
}

function scaleOf({ factor, isEnergy }: OtherUnit, step: number): number {
  return isEnergy ? factor / step : factor;
}

function fits(other: OtherUnit, { least, most }: Extent, step: number): boolean {
  const { offset = 0, usual } = other;
  const scale = scaleOf(other, step);
  return least * scale + offset >= usual[0] && most * scale + offset <= usual[1];
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
