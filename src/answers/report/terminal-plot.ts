/** A small plot for the terminal: one value per day, as bars of block characters. */
import type { ParameterName } from "../../data/contract/observation/parameters.js";
import type { ObservationColumns } from "../../data/contract/observation/types.js";
import { KnownSum } from "../../foundation/statistics/known-sum.js";
import { shown } from "../../foundation/text/shown.js";
import { SHORT_MONTH_NAMES } from "../../foundation/time/calendar.js";
import { checkColumns, checkOptions, descriptionOf, isDrawable, localDays, unitsOf } from "./labels.js";
import { LEAST_SPAN } from "./scene/axes.js";

export interface TerminalPlotOptions {
  /** Parameter to plot; it must have been requested. Default: the last requested irradiance that is summed. */
  parameter?: ParameterName | undefined;
  /** Characters across, 30…200. Default 80. */
  width?: number | undefined;
  /** Rows of bars, 3…40. Default 8. */
  height?: number | undefined;
}

const CANDIDATES: readonly ParameterName[] = [
  "global_tilted_irradiance_with_shading",
  "global_tilted_irradiance",
  "global_horizontal_irradiance_with_shading",
  "global_horizontal_irradiance",
];
const BLOCKS = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"];
/** Room for the numbers and the line of the vertical axis. */
const MARGIN = 7;

interface Bar {
  /** First day, `YYYY-MM-DD`. */
  readonly date: string;
  /** NaN: no value. */
  readonly value: number;
}

/**
 * Daily sums (irradiance in kWh/m², PV in kWh/kWp) or means (temperature, snow) over the period, in local standard
 * time. With more days than characters a bar is the mean of several days. A day with missing values counts by the mean
 * of the others; days only partly in the period are left out, unless there are no others.
 * @returns lines of at most `width` characters, each ended by a newline
 * @throws TypeError for invalid columns or options; RangeError for a parameter that was not requested, or a size out of
 *   range; StaleColumnsError for columns that are views of a workspace reused since
 */
export function terminalPlot(columns: ObservationColumns, options: TerminalPlotOptions = {}): string {
  checkColumns("terminalPlot", columns);
  checkOptions("terminalPlot", options);
  const { width = 80, height = 8 } = options;
  checkSize("width", width, 30, 200);
  checkSize("height", height, 3, 40);
  const parameter = options.parameter ?? CANDIDATES.find((name) => columns.values[name]);
  const column = parameter && columns.values[parameter];
  if (!parameter || !column)
    throw new RangeError(`terminalPlot: parameter must be a requested one, got ${shown(options.parameter)}`);
  const { unit, scale, isSum } = dailyUnit(parameter);
  const days = dailyValues(columns, column, scale);
  const plotWidth = width - MARGIN;
  const daysPerBar = Math.ceil(days.length / plotWidth);
  const bars = toBars(days, daysPerBar);
  const barWidth = Math.max(1, Math.floor(plotWidth / bars.length));
  const finite = bars.map(({ value }) => value).filter((value) => !Number.isNaN(value));
  const [bottom, top] = axisRange(Math.min(0, ...finite), Math.max(0, ...finite));

  const description = descriptionOf(parameter);
  const note = `${isSum ? `${unit} per day` : `daily mean in ${unit}`} (${barNote(daysPerBar)})`;
  const lines = `${description}, ${note}`.length <= width ? [`${description}, ${note}`] : [description, note];
  for (let row = height; row > 0; row--) {
    const label = row === height ? number(top) : row === 1 ? number(bottom) : "";
    const cells = bars.map(({ value }) => BLOCKS[fill(value, bottom, top, height, row)]!.repeat(barWidth));
    lines.push(`${label.padStart(MARGIN - 2)} ${label === "" ? "│" : "┤"}${cells.join("")}`);
  }
  lines.push(`${" ".repeat(MARGIN - 1)}└${"─".repeat(bars.length * barWidth)}`);
  lines.push(" ".repeat(MARGIN) + dateAxis(bars, barWidth, daysPerBar));
  return `${lines.map((line) => line.slice(0, width).trimEnd()).join("\n")}\n`;
}

function checkSize(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new RangeError(`terminalPlot: ${name} must be a whole number from ${least} to ${most}, got ${shown(value)}`);
}

function dailyUnit(parameter: ParameterName): { unit: string; scale: number; isSum: boolean } {
  const { unit, sum } = unitsOf(parameter);
  // A mean of W over 24 h makes 0.024 kWh.
  return sum ? { unit: sum, scale: 0.024, isSum: true } : { unit, scale: 1, isSum: false };
}

function dailyValues(columns: ObservationColumns, column: Float64Array, scale: number): Bar[] {
  const all = [...localDays(columns)];
  const complete = all.filter((day) => day.complete);
  return (complete.length > 0 ? complete : all).map(({ date, from, to }) => ({
    date,
    value: mean(column.subarray(from, to)) * scale,
  }));
}

/** Of the values that can be drawn; NaN when there are none. */
function mean(values: ArrayLike<number>): number {
  const known = new KnownSum();
  for (let i = 0; i < values.length; i++) if (isDrawable(values[i]!)) known.add(values[i]);
  return known.mean;
}

function toBars(days: readonly Bar[], daysPerBar: number): Bar[] {
  const bars: Bar[] = [];
  for (let k = 0; k < days.length; k += daysPerBar) {
    const part = days.slice(k, k + daysPerBar);
    bars.push({ date: part[0]!.date, value: mean(part.map(({ value }) => value)) });
  }
  return bars;
}

/** Ends of the axis at 1, 2 or 5 times a power of ten. */
function axisRange(least: number, most: number): [number, number] {
  const span = Math.max(most, -least);
  if (!(span > LEAST_SPAN)) return [0, 1];
  let unit = 1;
  while (unit > span) unit /= 10;
  while (unit * 10 <= span) unit *= 10;
  const step = [1, 2, 5, 10].map((factor) => (factor * unit) / 5).find((size) => size * 6 >= span)!;
  return [Math.floor(least / step + 1e-9) * step + 0, Math.ceil(most / step - 1e-9) * step];
}

/** Eighths of row `row` (1 = lowest) that a bar from the bottom up to `value` fills. */
function fill(value: number, bottom: number, top: number, height: number, row: number): number {
  if (Number.isNaN(value)) return 0;
  const eighths = Math.round(((value - bottom) / (top - bottom)) * height * 8) - (row - 1) * 8;
  return Math.min(Math.max(eighths, 0), 8);
}

function number(value: number): string {
  return String(Number(value.toPrecision(3)));
}

function barNote(daysPerBar: number): string {
  return daysPerBar > 1 ? `a bar = mean of ${daysPerBar} days` : "a bar = a day";
}

/** Names of months where they begin; over up to two months, days instead. */
function dateAxis(bars: readonly Bar[], barWidth: number, daysPerBar: number): string {
  const length = bars.length * barWidth;
  const byDay = bars.length * daysPerBar <= 62;
  let axis = "";
  bars.forEach(({ date }, k) => {
    const isNew = byDay || k === 0 || date.slice(0, 7) !== bars[k - 1]!.date.slice(0, 7);
    const label = byDay ? date.slice(5) : SHORT_MONTH_NAMES[Number(date.slice(5, 7)) - 1]!;
    const at = k * barWidth;
    if (!isNew || at + label.length > length || (axis !== "" && at < axis.length + 1)) return;
    axis = axis.padEnd(at) + label;
  });
  return axis;
}
