/** What the pieces of a system's daily figures mean: a part out, dirt and its cleaning, a lasting step, snow. */
import { exp } from "../../foundation/math/index.js";
import { valueAtShare } from "../../foundation/statistics/order.js";
import { DAY } from "../../foundation/time/calendar.js";
import { monthlyValue } from "../../foundation/time/monthly.js";
import { DARK, dateText, type HealthDay, spreadOf, YEAR } from "./health-days.js";
import { type Piece, type Steps, YEAR_SPREAD } from "./health-steps.js";

/** "low": after a lasting step down, or sunk without a cleaning yet. "unknown": no clear hours. */
export type HealthState = "clean" | "dirty" | "low" | "half" | "broken" | "snow" | "unknown";

export interface HealthFinding {
  readonly kind: "half" | "broken" | "off" | "soiling" | "cleaning" | "step" | "more";
  /** First and last day; of a step or a cleaning the days of which one is the first after it. */
  readonly from: string;
  readonly to: string;
  /** Change of power as a share, with its 80 % band. */
  readonly change: number;
  readonly low: number;
  readonly high: number;
  readonly message: string;
}

export interface Found {
  readonly findings: readonly HealthFinding[];
  /** By day. */
  readonly states: readonly HealthState[];
  /** By figure: the level (logarithm) of the healthy system of that time. */
  readonly healthy: Float64Array;
  /** By figure: the sum of the lasting steps before it. */
  readonly shift: Float64Array;
}

interface Material {
  readonly days: readonly HealthDay[];
  /** Their numbers since 1970. */
  readonly times: Float64Array;
  /** Days with a figure. */
  readonly kept: readonly number[];
  readonly steps: Steps;
  /** By day. */
  readonly isCold: readonly boolean[];
  readonly snow: ReadonlySet<number>;
}

/** A part is out from 15 % less (logarithm): the smallest string of six; dust alone seldom takes that between two cleanings. */
const OUT = 0.16;
/** A lower level that is half of the power, within the spread of two inverters' sizes. */
const HALF = { low: 0.4, high: 0.6 };
/** A step is named from 4 %, and from 8 % while less than two years leave the yearly course (5 %, one standard deviation) unknown. */
const NAMED = { known: 0.04, unknown: 0.08, years: 2 };
/** A level needs two weeks and so many clear days of months without snow: more than one spell of weather, or of a repair. */
const LEVEL = { figures: 6, span: 14 };
/** Soiling is named from 4 % in all. */
const SOILED = 0.04;
/** Snow may lie where a month's mean is below 8 °C: a week of frost is then usual, and storms reach a month further. */
const COLD = 8;
/** In cold months only a plateau that holds for three weeks within 6 % is no snow: snow melts, slides and falls again. */
const PLATEAU = { days: 21, figures: 6, spread: 0.06 };
/** Whole days without any power before it is an outage. */
const DEAD_DAYS = 2;
/** With fewer days between the last clear day before a change and the first after it, the change is told by one date. */
const SURE_DAYS = 3;
/** 80 % of a normal distribution lie within so many standard deviations. */
export const BAND = 1.2816;

/** Days with a figure, and of those left out the days under snow: low, in a cold month, and not a plateau. */
export function withoutSnow(days: readonly HealthDay[], times: Float64Array, temperature: ArrayLike<number>) {
  const clear = [...days.keys()].filter((day) => !Number.isNaN(days[day]!.clear));
  const months = Array.from(temperature);
  const isCold = Array.from(times, (time) => monthlyValue(months, time * DAY) < COLD);
  const snow = new Set<number>();
  let run: number[] = [];
  for (const [k, day] of [...clear, -1].entries()) {
    if (day >= 0 && isCold[day] && days[day]!.clear < usualAround(days, times, clear, k) - OUT) run.push(day);
    else if (run.length > 0) {
      const values = run.map((low) => days[low]!.clear);
      const lasts = run.length >= PLATEAU.figures && times[run.at(-1)!]! - times[run[0]!]! >= PLATEAU.days;
      if (!lasts || spreadOf(values) >= PLATEAU.spread) for (const low of run) snow.add(low);
      run = [];
    }
  }
  for (const [day, { ceiling }] of days.entries()) if (ceiling < DARK && isCold[day]) snow.add(day);
  return { kept: clear.filter((day) => !snow.has(day)), isCold, snow };
}

/** What three quarters of the clear days of two months on either side stay below: a system of which a part is out for a month is half of them. */
function usualAround(days: readonly HealthDay[], times: Float64Array, clear: readonly number[], k: number): number {
  const near = clear
    .slice(Math.max(0, k - 60), k + 61)
    .filter((day) => Math.abs(times[day]! - times[clear[k]!]!) <= 60);
  return valueAtShare(
    near.map((day) => days[day]!.clear),
    0.75,
  )!;
}

/** Walks along the pieces beside the last level that lasted. */
export function findingsOf(material: Material): Found {
  const { days, kept, steps, snow } = material;
  const states = days.map((_, day): HealthState => (snow.has(day) ? "snow" : "unknown"));
  const [healthy, shift] = [steps.line.slice(), new Float64Array(kept.length)];
  const findings: HealthFinding[] = [];
  let last = steps.pieces.find((piece) => isLevel(material, piece)) ?? steps.pieces[0]!;
  let [low, moved] = [0, 0];
  const out: Piece[] = [];
  const firstDirt = steps.pieces.findIndex((piece, k) => wasCleaned(piece, steps.pieces[k + 1]));
  for (const [index, piece] of steps.pieces.entries()) {
    const change = piece.start - last.end;
    const isOut = piece.from > last.from && change < -OUT;
    const sinks = !isOut && piece.start - piece.end >= SOILED;
    const isDirt = sinks && firstDirt >= 0 && index >= firstDirt;
    if (isOut) out.push(piece);
    else if (out.length > 0) findings.push(outage(material, last, out.splice(0), piece, states));
    if (!isOut && piece.from > last.from && isLevel(material, piece)) {
      const step = stepFinding(material, last, piece);
      if (step && step.kind !== "cleaning") moved += change;
      if (step?.kind === "step") low = Math.min(0, low + change);
      if (step) findings.push(step);
      last = piece;
    }
    if (isDirt) findings.push(soilingFinding(material, piece));
    for (let k = piece.from; k < piece.to; k++) {
      const level = isOut ? last.end : sinks ? piece.start : steps.line[k]!;
      const less = steps.line[k]! - level;
      if (isDirt && less < -NAMED.known) states[kept[k]!] = "dirty";
      else states[kept[k]!] = less + low < -NAMED.known ? "low" : "clean";
      [healthy[k], shift[k]] = [level - low, moved];
    }
  }
  if (out.length > 0) findings.push(outage(material, last, out, undefined, states));
  findings.push(...deadFindings(material, states));
  findings.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  return { findings, states, healthy, shift };
}

function isLevel({ times, kept, isCold }: Material, { from, to }: Piece): boolean {
  const figures = kept.slice(from, to);
  return (
    times[figures.at(-1)!]! - times[figures[0]!]! >= LEVEL.span &&
    figures.filter((day) => !isCold[day]).length >= LEVEL.figures
  );
}

/** A change between two pieces with its band: the ends of lines that slope are twice as unsure as levels. */
function changeOf({ steps }: Material, before: Piece, after: Piece, to = after.start, from = before.end) {
  const width = ({ from: first, to: last, start, end }: Piece) => (start === end ? 1 : 4) / (last - first);
  const reach = BAND * Math.sqrt(steps.variance * (width(before) + width(after)) + 2 * YEAR_SPREAD * YEAR_SPREAD);
  return { change: exp(to - from) - 1, low: exp(to - from - reach) - 1, high: exp(to - from + reach) - 1 };
}

/** The day on which power changed between two clear days: days between them tell by their brightest rows where the change is large. */
function dayOfChange({ days, kept, steps }: Material, from: number, before: number, after: number): number {
  const [first, last] = [kept[from - 1]!, kept[from]!];
  if (Math.abs(after - before) < OUT) return last;
  const middle = exp((before + after) / 2 + steps.course[from]!);
  let day = after < before ? last : first + 1;
  if (after < before) while (day - 1 > first && !(days[day - 1]!.ceiling >= middle)) day--;
  else while (day < last && !(days[day]!.ceiling >= middle)) day++;
  return day;
}

function outage(
  material: Material,
  last: Piece,
  out: readonly Piece[],
  next: Piece | undefined,
  states: HealthState[],
): HealthFinding {
  const { times, days } = material;
  const longest = out.reduce((best, piece) => (piece.to - piece.from > best.to - best.from ? piece : best));
  const sizes = changeOf(material, last, longest);
  const first = dayOfChange(material, out[0]!.from, last.end, out[0]!.start);
  const end = next ? dayOfChange(material, next.from, out.at(-1)!.end, next.start) : days.length;
  const kind = 1 + sizes.change >= HALF.low && 1 + sizes.change <= HALF.high ? "half" : "broken";
  for (let day = first; day < end; day++) if (states[day] !== "snow") states[day] = kind;
  const what = kind === "half" ? "half of the power" : `${(-100 * sizes.change).toFixed(0)} % of the power`;
  const [from, to] = [dateText(times[first]!), dateText(times[end - 1]!)];
  const when = next ? `from ${from} to ${to}` : `since ${from}`;
  const message = `Broken: ${what} gone ${when} (${percents(sizes)}): a step, not soiling. Look for an inverter or a string that is out.`;
  return { kind, from, to, ...sizes, message };
}

function stepFinding(material: Material, last: Piece, piece: Piece): HealthFinding | undefined {
  const { times, kept } = material;
  const size = piece.start - last.end;
  const sizes = changeOf(material, last, piece);
  const years = (times[kept.at(-1)!]! - times[kept[0]!]!) / YEAR;
  if (Math.abs(size) < (years < NAMED.years ? NAMED.unknown : NAMED.known) || sizes.low * sizes.high < 0)
    return undefined;
  const day = dayOfChange(material, piece.from, last.end, piece.start);
  const known = kept[last.to - 1]! + 1;
  const [from, to] = [dateText(times[day - known > SURE_DAYS ? known : day]!), dateText(times[day]!)];
  const when = from === to ? `from ${to} on` : `since some day from ${from} to ${to}`;
  if (size > 0 && wasCleaned(last, piece))
    return { kind: "cleaning", from, to, ...sizes, message: `Cleaned: ${percents(sizes)} ${when}, by a step.` };
  const kind = size > OUT ? "more" : "step";
  const why =
    size > OUT
      ? "capacity was added, or a part was out until then"
      : size > 0
        ? "a repair, shade that went, or the meter"
        : "not soiling: a string, new shade, or the meter";
  return { kind, from, to, ...sizes, message: `A step that lasts, ${percents(sizes)} ${when}: ${why}.` };
}

/** That it was dirt is known once a step gives half of it back; later it is believed at once. */
function wasCleaned({ start, end }: Piece, next: Piece | undefined): boolean {
  return start - end >= SOILED && next !== undefined && next.start - end >= 0.5 * (start - end);
}

function soilingFinding(material: Material, piece: Piece): HealthFinding {
  const { times, kept } = material;
  const sizes = changeOf(material, piece, piece, piece.end, piece.start);
  const [first, last] = [times[kept[piece.from]!]!, times[kept[piece.to - 1]!]!];
  const [from, to] = [dateText(first), dateText(last)];
  const message = `Dirty: ${percents(sizes)} bit by bit from ${from} to ${to}, ${((-100 * sizes.change) / (last - first)).toFixed(2)} % a day.`;
  return { kind: "soiling", from, to, ...sizes, message };
}

/** Runs of days without any power; days without data between them belong to them, and snow where it does not end with the cold. */
function deadFindings({ days, times, snow }: Material, states: HealthState[]): HealthFinding[] {
  const findings: HealthFinding[] = [];
  for (let first = 0; first < days.length; first++) {
    let [last, warm] = [first - 1, 0];
    for (let day = first; day < days.length && !(days[day]!.ceiling >= DARK); day++) {
      if (days[day]!.ceiling < DARK) last = day;
      if (days[day]!.ceiling < DARK && !snow.has(day)) warm++;
      if (last < first) break;
    }
    if (warm >= DEAD_DAYS) {
      states.fill("broken", first, last + 1);
      const [from, to] = [dateText(times[first]!), dateText(times[last]!)];
      const message = `No power at all from ${from} to ${to}: the system or its meter was off.`;
      findings.push({ kind: "off", from, to, change: -1, low: -1, high: -1, message });
    }
    first = Math.max(first, last);
  }
  return findings;
}

function percents({ change, low, high }: { change: number; low: number; high: number }): string {
  const [least, most] = [Math.min(Math.abs(low), Math.abs(high)), Math.max(Math.abs(low), Math.abs(high))];
  return `${(100 * Math.abs(change)).toFixed(1)} % ${change < 0 ? "less" : "more"} (80 %: ${(100 * least).toFixed(0)} to ${(100 * most).toFixed(0)} %)`;
}
