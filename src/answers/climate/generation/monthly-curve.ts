/** A smooth curve through the year whose monthly means are given ones. */
import { DAYS, MONTH_BEGINS } from "./calendar.js";

const MONTHS = 12;
/** The error falls to a half or less in each, from month to month of opposite sign; smooth ones at once. */
const ITERATIONS = 50;

/** Values in the middle of the months; the curve is linear between them, December running into January. */
export type MonthlyCurve = readonly number[];

/** The curve whose means over the months are `means`. */
export function monthlyCurve(means: readonly number[]): MonthlyCurve {
  const nodes = [...means];
  for (let n = 0; n < ITERATIONS; n++) {
    const miss = means.map((mean, month) => mean - meanOf(nodes, month));
    miss.forEach((value, month) => {
      nodes[month] = nodes[month]! + value;
    });
  }
  return nodes;
}

function meanOf(nodes: readonly number[], month: number): number {
  return 0.5 * nodes[month]! + 0.25 * (edge(nodes, month) + edge(nodes, (month + 1) % MONTHS));
}

/** Value where a month begins: between two middles, in the ratio of the lengths. */
function edge(nodes: readonly number[], month: number): number {
  const before = (month + MONTHS - 1) % MONTHS;
  const share = lengthOf(before) / (lengthOf(before) + lengthOf(month));
  return nodes[before]! * (1 - share) + nodes[month]! * share;
}

function lengthOf(month: number): number {
  return MONTH_BEGINS[month + 1]! - MONTH_BEGINS[month]!;
}

/** The curve at a time of the year, 0 ≤ position < 365 days. */
export function curveAt(curve: MonthlyCurve, month: number, position: number): number {
  const { other, share } = curvePlace(month, position);
  return curve[month]! * (1 - share) + curve[other]! * share;
}

/** The month whose middle a time of the year lies towards, and the share that it has of the curve there. */
function curvePlace(month: number, position: number): { readonly other: number; readonly share: number } {
  const middle = 0.5 * (MONTH_BEGINS[month]! + MONTH_BEGINS[month + 1]!);
  const other = position < middle ? (month + MONTHS - 1) % MONTHS : (month + 1) % MONTHS;
  return { other, share: Math.abs(position - middle) / (0.5 * (lengthOf(month) + lengthOf(other))) };
}

/** The curve in the middle of a day of the year, as `curveAt` has it: whoever fits a curve asks for all of them again and again. */
export function curveOnDay(curve: MonthlyCurve, day: number): number {
  const share = MIDDLES.share[day]!;
  return curve[MIDDLES.month[day]!]! * (1 - share) + curve[MIDDLES.other[day]!]! * share;
}

/** Where the middles of the days lie: their months, the other months, and the share of these. */
export const MIDDLES = /* @__PURE__ */ middlesOfDays();

function middlesOfDays() {
  const table = { month: new Uint8Array(DAYS), other: new Uint8Array(DAYS), share: new Float64Array(DAYS) };
  eachRow(1, (day, month, position) => {
    const { other, share } = curvePlace(month, position);
    table.month[day] = month;
    table.other[day] = other;
    table.share[day] = share;
  });
  return table;
}

/** Calls `visit` for each row of the year with its month and the time of its middle in days. */
export function eachRow(rowsOfDay: number, visit: (row: number, month: number, position: number) => void): void {
  for (let month = 0; month < MONTHS; month++) {
    for (let row = MONTH_BEGINS[month]! * rowsOfDay; row < MONTH_BEGINS[month + 1]! * rowsOfDay; row++)
      visit(row, month, (row + 0.5) / rowsOfDay);
  }
}

/** Means of a column over the months. */
export function monthlyMeansOf(column: Float64Array): number[] {
  const rowsOfDay = column.length / DAYS;
  return Array.from({ length: MONTHS }, (_, month) => {
    const from = MONTH_BEGINS[month]! * rowsOfDay;
    const to = MONTH_BEGINS[month + 1]! * rowsOfDay;
    let sum = 0;
    for (let row = from; row < to; row++) sum += column[row]!;
    return sum / (to - from);
  });
}

/** Adds the curve that brings the monthly means of a column to `means`: a plain shift would step at midnight of the 1st. */
export function shiftToMeans(column: Float64Array, means: readonly number[]): void {
  const are = monthlyMeansOf(column);
  const shift = monthlyCurve(means.map((mean, month) => mean - are[month]!));
  eachRow(column.length / DAYS, (row, month, position) => {
    column[row]! += curveAt(shift, month, position);
  });
}

/** Multiplies a column of no negative values month by month, so that its means are `means`. */
export function scaleToMeans(column: Float64Array, means: readonly number[]): void {
  const factors = monthlyMeansOf(column).map((is, month) => (is > 0 ? means[month]! / is : 0));
  eachRow(column.length / DAYS, (row, month) => {
    column[row]! *= factors[month]!;
  });
}
