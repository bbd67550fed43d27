/** The pictures of a yield, for the room and for what is printed: months, years, and where the light goes. Pure. */
import { barShapes, SUN, type WaterfallRow, waterfallShapes } from "irradiance-engine/report/scene";
import type { Picture } from "../../chart/picture.js";
import type { LossStage, YieldAnswer, YieldPlane } from "../../service/yield-answer.js";
import { figure, monthName, plain, signed } from "../../texts/numbers.js";
import { texts } from "../../texts/texts.js";
import { directionName, energyDigits, wayOf } from "./figures.js";

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

interface NamedBar {
  readonly name: string;
  readonly value: number;
  readonly tip: string;
  readonly figure: string;
}

function barsPicture(title: string, bars: readonly NamedBar[], width: number): Picture {
  const { shapes } = barShapes({
    area: { left: 58, top: 14, width: width - 62, height: BARS_HEIGHT - 42 },
    slots: bars.map(({ name }) => name),
    series: [bars.map((bar) => ({ ...bar, fill: SUN }))],
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
  const drawn = rows.map(({ stage, bar, share }): WaterfallRow => {
    const name = stageName(stage);
    const change = share === undefined ? "" : (stageNote(stage) ?? `${signed(share * 100, 1)} %`);
    const left = figure(stage.energy, digits);
    return { bar, value: stage.energy, name, change, figure: left, tip: `${name}: ${change} ${left} kWh` };
  });
  const sum: WaterfallRow = {
    bar: { low: axis.from, high: last.energy, kind: "first" },
    ...{ value: last.energy, name: t.fedIn, change: "", figure: figure(last.energy, digits), isStrong: true },
    tip: t.barOf(t.fedIn, figure(last.energy, digits)),
  };
  const xTitle = axis.from > 0 ? t.axisFrom(axisFigure(axis.from)) : "kWh";
  const place = { left: 4, top: 8, width: width - 8, names: width < NARROW ? 0 : NAMES };
  const { shapes, bottom } = waterfallShapes({ ...place, rows: [...drawn, sum], axis, xTitle, tickLabel: axisFigure });
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
