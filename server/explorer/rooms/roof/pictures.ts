/** The numbers that the roof's answer shows and its pictures, for the room and for what is printed. Pure. */
import * as pen from "irradiance-engine/internal/report/scene";
import type { Picture } from "../../chart/picture.js";
import type { Exceeded, LossStage, YieldAnswer, YieldPlane } from "../../service/answer.js";
import { figure, monthName, plain, signed } from "../../texts/numbers.js";
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

interface WayRow {
  readonly stage: LossStage;
  /** In kWh, on the axis of all. */
  readonly bar: pen.WaterfallBar;
  /** What the stage adds, or takes as a negative number, in kWh and as a share of the energy before it; the first has none. */
  readonly change: number | undefined;
  readonly share: number | undefined;
}

/** From the light on the horizontal to the energy fed in. */
export function wayOf(losses: readonly LossStage[]) {
  const { bars, ...axis } = pen.waterfallOf(losses.map(({ energy }) => energy));
  const rows = losses.map((stage, k): WayRow => {
    const before = losses[k - 1];
    const bar = bars[k] as pen.WaterfallBar;
    if (before === undefined) return { stage, bar, change: undefined, share: undefined };
    return { stage, bar, change: stage.energy - before.energy, share: stage.factor - 1 };
  });
  return { rows, ...axis };
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

/** Pixels: narrower pictures have shorter words. */
const NARROW = 560;
const BARS_HEIGHT = 260;

export function monthsPicture({ months }: YieldAnswer, width: number): Picture {
  const t = texts().roof;
  const digits = energyDigits(Math.max(...months.map(({ energy }) => energy)));
  const bars = months.map(({ month, energy }) => ({
    name: monthName(month, width < NARROW ? "narrow" : "short"),
    value: energy,
    tip: t.barOf(monthName(month, "long"), figure(energy, digits)),
    figure: figure(energy, digits),
  }));
  const ranked = [...months].sort((a, b) => a.energy - b.energy);
  const [least, most] = [ranked[0], ranked.at(-1)].map((month) =>
    month ? t.barOf(monthName(month.month, "long"), figure(month.energy, digits)) : "",
  ) as [string, string];
  return barsPicture(`${t.monthsTitle}. ${t.extremes(most, least)}`, bars, width);
}

export function yearsPicture({ years }: YieldAnswer, width: number): Picture {
  const t = texts().roof;
  const digits = energyDigits(years[0]?.energy ?? 0);
  const bars = years.map(({ year, energy }) => ({
    name: width < NARROW ? `’${String(year).slice(-2)}` : String(year),
    value: energy,
    tip: t.barOf(String(year), figure(energy, digits)),
    figure: figure(energy, digits),
  }));
  return barsPicture(t.yearsTitle, bars, width);
}

function barsPicture(
  title: string,
  bars: readonly { name: string; value: number; tip: string; figure: string }[],
  width: number,
): Picture {
  const { shapes } = pen.barShapes({
    area: { left: 58, top: 14, width: width - 62, height: BARS_HEIGHT - 42 },
    slots: bars.map(({ name }) => name),
    series: [bars.map((bar) => ({ ...bar, fill: pen.SUN }))],
    ...(width < NARROW && { labelWidth: 22 }),
    xTitle: "",
    yTitle: "kWh",
    tickLabel: axisFigure,
  });
  return { width, height: BARS_HEIGHT, title, parts: shapes };
}

/** Values of an axis are round. */
export function axisFigure(value: number): string {
  return figure(value, Number.isInteger(value) ? 0 : Number.isInteger(value * 10) ? 1 : 2);
}

/** Pixels of the longest name of a stage. */
const NAMES = 250;

export function wayPicture({ losses }: YieldAnswer, width: number): Picture {
  const t = texts().roof;
  const { rows, ...axis } = wayOf(losses);
  const [first, last] = [losses[0], losses.at(-1)] as [LossStage, LossStage];
  const digits = energyDigits(first.energy);
  const drawn = rows.map(({ stage, bar, share }): pen.WaterfallRow => {
    const name = stageName(stage);
    const change = share === undefined ? "" : (stageNote(stage) ?? `${signed(share * 100, 1)} %`);
    const left = figure(stage.energy, digits);
    return { bar, value: stage.energy, name, change, figure: left, tip: `${name}: ${change} ${left} kWh` };
  });
  const sum: pen.WaterfallRow = {
    bar: { low: axis.from, high: last.energy, kind: "first" },
    ...{ value: last.energy, name: t.fedIn, change: "", figure: figure(last.energy, digits), isStrong: true },
    tip: t.barOf(t.fedIn, figure(last.energy, digits)),
  };
  const xTitle = axis.from > 0 ? t.axisFrom(axisFigure(axis.from)) : "kWh";
  const place = { left: 4, top: 8, width: width - 8, names: width < NARROW ? 0 : NAMES };
  const { shapes, bottom } = pen.waterfallShapes({
    ...place,
    rows: [...drawn, sum],
    axis,
    xTitle,
    tickLabel: axisFigure,
  });
  return { width, height: bottom + (place.names === 0 ? 28 : 46), title: t.wayTitle, parts: shapes };
}

export function stageName({ name, description }: LossStage): string {
  const names: { readonly [name: string]: string } = texts().roof.stages;
  return names[name] ?? description;
}

/** Why a stage takes nothing; undefined where it takes something. */
export function stageNote({ name, note }: LossStage): string | undefined {
  const t = texts().roof;
  if (note === undefined || name !== "shading") return note;
  return note === "not given" ? t.openHorizon : t.inLight;
}

/** "30°, facing south", or that it is tracked. */
export function planeName(plane: Pick<YieldPlane, "surface_tilt" | "surface_azimuth" | "tracking_mode">): string {
  const t = texts().roof;
  if (plane.tracking_mode !== "none") return t.tracker;
  return t.planeOf(`${plain(plane.surface_tilt)}°`, directionName(plane.surface_azimuth));
}
