/** The numbers that the roof's answer shows, from those of the answer. */
import { type WaterfallBar, waterfallOf } from "irradiance-engine/report/scene";
import type { Exceeded, LossStage, YieldAnswer } from "../../service/yield-answer.js";
import { texts } from "../../texts/texts.js";

export interface Range {
  /** kWh. */
  readonly low: number;
  readonly high: number;
}

/**
 * Where a single year lies with a chance of eight in ten: from P90 to P10. The answer has P90; P10 is its mirror about P50, as what is
 * uncertain is spread evenly to both sides (src/statistics/widened-t.ts and its test). Rounded as far as its width is known.
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

export interface WayRow {
  readonly stage: LossStage;
  /** In kWh, on the axis of all. */
  readonly bar: WaterfallBar;
  /** What the stage adds, or takes as a negative number, in kWh and as a share of the energy before it; the first has none. */
  readonly change: number | undefined;
  readonly share: number | undefined;
}

export interface Way {
  readonly rows: readonly WayRow[];
  /** The axis, kWh. */
  readonly ticks: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** From the light on the horizontal to the energy fed in. */
export function wayOf(losses: readonly LossStage[]): Way {
  const { bars, ...axis } = waterfallOf(losses.map(({ energy }) => energy));
  const rows = losses.map((stage, k): WayRow => {
    const before = losses[k - 1];
    const bar = bars[k] as WaterfallBar;
    if (before === undefined) return { stage, bar, change: undefined, share: undefined };
    return { stage, bar, change: stage.energy - before.energy, share: stage.factor - 1 };
  });
  return { rows, ...axis };
}

export interface Gain {
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

/** The eighth of the compass that an azimuth lies in: 0 north, 2 east, 4 south, 6 west. */
export function eighthOf(azimuth: number): number {
  return Math.round((((azimuth % 360) + 360) % 360) / 45) % 8;
}

/** As after “facing”. */
export function directionName(azimuth: number): string {
  return texts().roof.longDirections[eighthOf(azimuth)] as string;
}
