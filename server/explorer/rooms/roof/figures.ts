/** The numbers of the roof's answer, for the room, the report and comparisons. Pure. */
import type { Exceeded, YieldAnswer, YieldPlane } from "../../service/answer.js";
import { plain } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";

interface Range {
  /** kWh. */
  readonly low: number;
  readonly high: number;
}

/**
 * Where a single year lies with a chance of eight in ten: from P90 to P10. The answer has P90; P10 is its mirror about P50, as what is
 * uncertain is spread evenly to both sides (src/foundation/statistics/student-t.ts and its test). Rounded as far as its width is known.
 */
export function rangeOf({ uncertainty }: Pick<YieldAnswer, "uncertainty">): Range | undefined {
  const [year] = uncertainty?.horizons ?? [];
  if (!uncertainty || !year) return undefined;
  const p90 = energyOf(year.values, 90);
  if (p90 === undefined) return undefined;
  const half = uncertainty.energy - p90;
  const step = stepOf(half);
  return { low: rounded(p90, step), high: rounded(uncertainty.energy + half, step) };
}

export function energyOf(values: readonly Exceeded[], exceedance: number): number | undefined {
  return values.find((value) => value.exceedance === exceedance)?.energy;
}

/** The power of ten that is a tenth of a width or less: two digits of it are shown. */
function stepOf(width: number): number {
  return width > 0 ? 10 ** (Math.floor(Math.log10(width)) - 1) : 1;
}

function rounded(value: number, step: number): number {
  // Steps below 1 are written as divisors: 0.1 has no exact form.
  return step < 1 ? Math.round(value * Math.round(1 / step)) / Math.round(1 / step) : Math.round(value / step) * step;
}

/** Digits after the point of an energy, beside a sum of this size (kWh): whole kilowatt-hours, of small plants tenths. */
export function energyDigits(sum: number): number {
  return sum < 100 ? 1 : 0;
}

interface Gain {
  /** kWh a year that the other has more; below 0: less. */
  readonly energy: number;
  /** Of one's own. */
  readonly share: number;
}

/** What another plane yields more; undefined without a year of both. */
export function gainOf(own: Pick<YieldAnswer, "annual">, other: Pick<YieldAnswer, "annual">): Gain | undefined {
  if (!own.annual || !other.annual || !(own.annual.energy > 0)) return undefined;
  const energy = other.annual.energy - own.annual.energy;
  return { energy, share: energy / own.annual.energy };
}

/** Modules sold today turn this share of the light into power: a kilowatt-peak is that much smaller than the square metre of 1 kW. */
const EFFICIENCY = { least: 0.2, most: 0.22 } as const;

/** m² of modules. */
export function areaOf(kwp: number): { readonly least: number; readonly most: number } {
  return { least: kwp / EFFICIENCY.most, most: kwp / EFFICIENCY.least };
}

/** kW of one: of a square metre between these, and of a module as most are sold for roofs, of 1.13 by 1.76 m with the better of them. */
export const KILOWATTS = { kwp: 1, m2: 0.21, modules: 0.44 } as const;

/** The eighth of the compass that an azimuth lies in: 0 north, 2 east, 4 south, 6 west. */
export function eighthOf(azimuth: number): number {
  return Math.round((((azimuth % 360) + 360) % 360) / 45) % 8;
}

/** As after “facing”. */
export function directionName(azimuth: number): string {
  return texts().roof.longDirections[eighthOf(azimuth)] as string;
}

/** "30°, facing south", or that it is tracked. */
export function planeName(plane: Pick<YieldPlane, "surface_tilt" | "surface_azimuth" | "tracking_mode">): string {
  const t = texts().roof;
  if (plane.tracking_mode !== "none") return t.tracker;
  return t.planeOf(`${plain(plane.surface_tilt)}°`, directionName(plane.surface_azimuth));
}
