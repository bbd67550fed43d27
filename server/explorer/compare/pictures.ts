/** Pictures of a comparison: bars of months side by side, curves over one another. */
import {
  axes,
  barShapes,
  bottomOf,
  extremesOf,
  figureOf,
  legend,
  linearScale,
  NO_VALUES,
  noValues,
  type Point,
  placed,
  polyline,
  rightOf,
  type Shape,
  seriesPaint,
  valueScale,
} from "irradiance-engine/report/scene";
import { drawn, type Picture } from "../chart/picture.js";
import { timeTicks } from "../chart/ticks.js";
import { DAY, type Zone } from "../chart/time.js";
import { h } from "../dom.js";
import { axisFigure } from "../rooms/roof/pictures.js";
import type { Answer } from "../service/answer.js";
import { monthName } from "../texts/numbers.js";
import { columnOf } from "./series.js";

const HEIGHT = 260;
const [LEFT, RIGHT, BELOW] = [58, 12, 30];
/** Between the legend and the highest bar. */
const GAP = 10;

/** January is 1. */
export const MONTHS: readonly number[] = Array.from({ length: 12 }, (_, k) => k + 1);
/** Pixels: narrower pictures have the months' first letters. */
const NARROW = 560;

export interface OverlaidMonths {
  readonly title: string;
  readonly unit: string;
  readonly names: readonly string[];
  /** January to December of each. */
  readonly values: readonly (readonly (number | null)[])[];
  /** The largest value of the pictures beside it, so that all have one scale. */
  readonly most?: number | undefined;
  readonly width: number;
  /** Of the bars, pixels. */
  readonly height?: number | undefined;
}

export function overlaidMonths({ title, unit, names, values, most, width, height = HEIGHT }: OverlaidMonths): Picture {
  const months = MONTHS.map((month) => monthName(month, width < NARROW ? "narrow" : "short"));
  const figure = figureOf(values.flat());
  const key = legend(
    names.map((name) => ({ name })),
    LEFT,
    16,
    width - LEFT - RIGHT,
  );
  const top = key.height + GAP;
  const { shapes } = barShapes({
    area: { left: LEFT, top, width: width - LEFT - RIGHT, height },
    slots: months,
    series: values.map((own, side) =>
      own.map((value, k) => ({
        value,
        tip: `${names[side]}, ${months[k]}: ${value === null ? NO_VALUES : `${figure(value)} ${unit}`}`,
      })),
    ),
    ...(width < NARROW && { labelWidth: 22 }),
    tickLabel: axisFigure,
    xTitle: "",
    yTitle: unit,
    ...(most !== undefined && { range: [0, most] as const }),
  });
  return { width, height: top + height + BELOW, title, parts: [key.shape, ...shapes] };
}

export interface OverlaidCurves {
  readonly title: string;
  readonly unit: string;
  readonly names: readonly string[];
  readonly answers: readonly Answer[];
  readonly column: string;
  readonly zone: Zone;
  readonly width: number;
}

/** Steps beyond which a curve is drawn by its daily means: more are a block of colour. */
const MOST_STEPS = 300;

/** Whether the answers run over periods of one length in steps of one length, from year to year maybe. */
export function areAlike(answers: readonly Answer[]): boolean {
  const [first, ...others] = answers;
  if (!first) return false;
  return others.every((answer) => stepOf(answer) === stepOf(first) && Math.abs(spanOf(answer) - spanOf(first)) <= DAY);
}

/** Whether a curve of these is one of daily means. */
export function isDaily(answers: readonly Answer[]): boolean {
  return answers.some((answer) => answer.starts.length > MOST_STEPS && stepOf(answer) < DAY);
}

/** Each from its own start: years lie over one another by their dates. */
export function overlaidCurves({ title, unit, names, answers, column, zone, width }: OverlaidCurves): Picture {
  const [first] = answers as [Answer];
  const key = legend(
    names.map((name) => ({ name })),
    LEFT,
    16,
    width - LEFT - RIGHT,
  );
  const area = { left: LEFT, top: key.height + GAP, width: width - LEFT - RIGHT, height: HEIGHT };
  const daily = isDaily(answers);
  const curves = answers.map((answer) => {
    const values = columnOf(answer, column)?.values ?? [];
    return daily ? dailyMeans(values, Math.round(DAY / stepOf(answer))) : values;
  });
  const step = daily ? DAY : stepOf(first);
  const [from, to] = [first.starts[0] ?? 0, (first.starts[0] ?? 0) + spanOf(first)];
  const scale = valueScale(extremesOf(curves), undefined, axisFigure);
  const x = linearScale(from, to, area.left, rightOf(area));
  const y = linearScale(scale.from, scale.to, bottomOf(area), area.top);
  const frame = axes(area, {
    x: placed(timeTicks(from, to, Math.max(2, Math.floor(area.width / 80)), zone), x),
    y: placed(scale.ticks, y),
    xTitle: "",
    yTitle: unit,
    grid: "y",
  });
  const lines = curves.flatMap((values, k) =>
    stretches(values).map((indices) =>
      polyline(
        indices.map((i): Point => [x(from + (i + 0.5) * step), y(values[i] as number)]),
        { stroke: seriesPaint(k), "stroke-width": 1.5 },
      ),
    ),
  );
  const parts: Shape[] = [key.shape, frame, ...(scale.ticks.length === 0 ? [noValues(area)] : []), ...lines];
  return { width, height: bottomOf(area) + BELOW, title, parts };
}

function stepOf({ starts, ends }: Answer): number {
  return (ends[0] ?? 0) - (starts[0] ?? 0);
}

function spanOf({ starts, ends }: Answer): number {
  return (ends.at(-1) ?? 0) - (starts[0] ?? 0);
}

/** Of each run of `count` values; null where a day has none. */
export function dailyMeans(values: readonly (number | null)[], count: number): (number | null)[] {
  return Array.from({ length: Math.ceil(values.length / count) }, (_, day) => {
    const known = values.slice(day * count, (day + 1) * count).filter((value) => value !== null);
    return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0) / known.length;
  });
}

/** Runs of indices with values: a gap stays a gap. */
function stretches(values: readonly (number | null)[]): number[][] {
  const runs: number[][] = [];
  values.forEach((value, i) => {
    if (value === null) return;
    const last = runs.at(-1);
    if (last && last.at(-1) === i - 1) last.push(i);
    else runs.push([i]);
  });
  return runs.filter(({ length }) => length > 1);
}

/** A picture under its title. */
export function pictureFigure(picture: Picture): HTMLElement {
  return h("figure", {}, h("figcaption", {}, picture.title), drawn(picture));
}
