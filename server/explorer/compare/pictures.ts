/** Series and yields beside one another: sums and means, bars of months side by side, curves over one another. */
import * as pen from "irradiance-engine/internal/report/scene";
import type { VNode } from "preact";
import { isEnergy, isPower, monthlyUnit, monthlyValue, monthsOf } from "../chart/months.js";
import { type Picture, pictureView } from "../chart/picture.js";
import { DAY, timeTicks, type Zone } from "../chart/time.js";
import { axisFigure } from "../rooms/roof/pictures.js";
import type { Answer, Column } from "../service/answer.js";
import { monthName } from "../texts/numbers.js";
import { h } from "../view.js";

export interface SeriesFigure {
  readonly name: string;
  readonly unit: string;
  /** Of each answer over its whole period; null where it has no value. */
  readonly values: readonly (number | null)[];
  /** To the first, as shares of it; null of means such as a temperature, which have no zero. */
  readonly shares: readonly (number | null)[];
}

/** Of the parameters that every answer has, in the first one's order. */
export function seriesFigures(answers: readonly Answer[]): SeriesFigure[] {
  return sharedNames(answers).map((name) => {
    const columns = answers.map((answer) => columnOf(answer, name) as Column);
    const values = answers.map((answer, k) =>
      monthlyValue(answer, columns[k] as Column, { from: 0, to: answer.starts.length }),
    );
    const [first] = columns as [Column];
    const isSum = isPower(first) || isEnergy(first) || first.aggregation === "sum";
    const base = values[0] ?? null;
    const shares = values.map((value) => (isSum && value !== null && base ? value / base - 1 : null));
    return { name, unit: monthlyUnit(first), values, shares };
  });
}

export function sharedNames(answers: readonly Answer[]): string[] {
  const [first, ...others] = answers;
  if (!first) return [];
  return first.parameters
    .map(({ name }) => name)
    .filter((name) => others.every(({ parameters }) => parameters.some((column) => column.name === name)));
}

export function columnOf({ parameters }: Answer, name: string): Column | undefined {
  return parameters.find((column) => column.name === name);
}

/** Longer steps have no months. */
const LONGEST_STEP = 31 * 24 * 3_600_000;
const YEAR = 12;

/** January to December of one parameter; undefined where the answer has none of it by month, or a month twice. */
export function calendarMonths(answer: Answer, name: string, zone: Zone): (number | null)[] | undefined {
  const column = columnOf(answer, name);
  if (!column || (answer.ends[0] ?? 0) - (answer.starts[0] ?? 0) > LONGEST_STEP) return undefined;
  const values: (number | null)[] = new Array(YEAR).fill(null);
  const seen = new Set<number>();
  for (const month of monthsOf(answer, zone)) {
    if (seen.has(month.month)) return undefined;
    seen.add(month.month);
    values[month.month] = monthlyValue(answer, column, month);
  }
  return values;
}

const HEIGHT = 260;
const [LEFT, RIGHT, BELOW] = [58, 12, 30];
/** Between the legend and the highest bar. */
const GAP = 10;

/** January is 1. */
export const MONTHS: readonly number[] = Array.from({ length: 12 }, (_, k) => k + 1);
/** Pixels: narrower pictures have the months' first letters. */
const NARROW = 560;

interface OverlaidMonths {
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
  const figure = pen.figureOf(values.flat());
  const key = pen.legend(
    names.map((name) => ({ name })),
    LEFT,
    16,
    width - LEFT - RIGHT,
  );
  const top = key.height + GAP;
  const { shapes } = pen.barShapes({
    area: { left: LEFT, top, width: width - LEFT - RIGHT, height },
    slots: months,
    series: values.map((own, side) =>
      own.map((value, k) => ({
        value,
        tip: `${names[side]}, ${months[k]}: ${value === null ? pen.NO_VALUES : `${figure(value)} ${unit}`}`,
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

interface OverlaidCurves {
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
  const key = pen.legend(
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
  const scale = pen.valueScale(pen.extremesOf(curves), undefined, axisFigure);
  const x = pen.linearScale(from, to, area.left, pen.rightOf(area));
  const y = pen.linearScale(scale.from, scale.to, pen.bottomOf(area), area.top);
  const frame = pen.axes(area, {
    x: pen.placed(timeTicks(from, to, Math.max(2, Math.floor(area.width / 80)), zone), x),
    y: pen.placed(scale.ticks, y),
    xTitle: "",
    yTitle: unit,
    grid: "y",
  });
  const lines = curves.flatMap((values, k) =>
    stretches(values).map((indices) =>
      pen.polyline(
        indices.map((i): pen.Point => [x(from + (i + 0.5) * step), y(values[i] as number)]),
        { stroke: pen.seriesPaint(k), "stroke-width": 1.5 },
      ),
    ),
  );
  const parts: pen.Shape[] = [key.shape, frame, ...(scale.ticks.length === 0 ? [pen.noValues(area)] : []), ...lines];
  return { width, height: pen.bottomOf(area) + BELOW, title, parts };
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
export function pictureFigure(picture: Picture): VNode {
  return h("figure", h("figcaption", picture.title), pictureView(picture));
}
