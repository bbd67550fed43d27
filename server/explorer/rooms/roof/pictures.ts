/** The pictures of the roof's answer, for the room and for what is printed. Pure. */
import * as pen from "irradiance-engine/internal/report/scene";
import type { Picture } from "../../chart/picture.js";
import type { LossStage, YieldAnswer } from "../../service/answer.js";
import { figure, monthName, signed } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { energyDigits } from "./figures.js";

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
