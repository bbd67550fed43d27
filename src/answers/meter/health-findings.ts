/** What the pieces of a system's daily figures mean: a part out, dirt and its cleaning, a lasting step, snow. */
import { exp } from "../../foundation/math/index.js";
import { valueAtShare } from "../../foundation/statistics/order.js";
import { DAY } from "../../foundation/time/calendar.js";
import { monthlyValue } from "../../foundation/time/monthly.js";
import type { HealthState } from "./health.js";
import { DARK, dateText, type HealthDay } from "./health-days.js";
import { LASTING, type Piece, type Steps, YEAR_SPREAD } from "./health-steps.js";

export interface HealthFinding {
  readonly kind: "half" | "broken" | "off" | "soiling" | "cleaning" | "step" | "more";
  /** First and last day; of a step or a cleaning the first day after it, twice. */
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
  /** Day numbers. */
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
const BAND = 1.2816;

/** Days with a figure, and of those left out the days under snow: low, in a cold month, and not a plateau. */
export function withoutSnow(days: readonly HealthDay[], times: Float64Array, temperature: readonly number[]) {
  const clear = [...days.keys()].filter((day) => !Number.isNaN(days[day]!.clear));
  const isCold = Array.from(times, (time) => monthlyValue(temperature, time * DAY) < COLD);
  const snow = new Set<number>();
  const isLow = clear.map((day, k) => {
    const near = clear.slice(Math.max(0, k - 60), k + 61).filter((other) => Math.abs(times[other]! - times[day]!) <= 60);
    return days[day]!.clear < valueAtShare(near.map((other) => days[other]!.clear), 0.75)! - OUT;
  });
  for (let from = 0; from < clear.length; from++) {
    if (!isLow[from] || !isCold[clear[from]!]) continue;
    let to = from + 1;
    while (to < clear.length && isLow[to] && isCold[clear[to]!]) to++;
    const run = clear.slice(from, to);
    const middle = valueAtShare(run.map((day) => days[day]!.clear), 0.5)!;
    const spread = valueAtShare(run.map((day) => Math.abs(days[day]!.clear - middle)), 0.5)! / 0.6745;
    const isPlateau = run.length >= PLATEAU.figures && spread < PLATEAU.spread && times[run.at(-1)!]! - times[run[0]!]! >= PLATEAU.days;
    if (!isPlateau) for (const day of run) snow.add(day);
    from = to - 1;
  }
  for (const [day, { ceiling }] of days.entries()) if (ceiling < DARK && isCold[day]) snow.add(day);
  return { kept: clear.filter((day) => !snow.has(day)), isCold, snow };
}

/** Walks along the pieces beside the last level that lasted. */
export function findingsOf(material: Material): Found {
  const { days, times, kept, steps, snow } = material;
  const { pieces } = steps;
  const states: HealthState[] = days.map(({ ceiling }, day) => (snow.has(day) ? "snow" : Number.isNaN(ceiling) ? "unknown" : "clean"));
  const healthy = steps.line.slice();
  const findings: HealthFinding[] = [];
  const named = times[kept.at(-1)!]! - times[kept[0]!]! < 365.25 * NAMED.years ? NAMED.unknown : NAMED.known;
  const isLong = ({ from, to }: Piece) =>
    times[kept[to - 1]!]! - times[kept[from]!]! >= LEVEL.span &&
    kept.slice(from, to).filter((day) => !material.isCold[day]).length >= LEVEL.figures;
  let last = pieces.find(isLong) ?? pieces[0]!;
  const shift = new Float64Array(kept.length);
  let [offset, moved] = [0, 0];
  let out: Piece[] = [];
  const close = (next: Piece | undefined) => {
    if (out.length > 0) findings.push(outage(material, last, out, next, states));
    out = [];
  };
  for (const piece of pieces) {
    const change = piece.start - last.end;
    const isOut = piece !== last && piece.from > last.from && change < -OUT;
    if (isOut) out.push(piece);
    else {
      close(piece);
      if (isLong(piece) && piece.from > last.from) {
        const step = stepFinding(material, last, piece, named);
        if (step) findings.push(step);
        if (step && step.kind !== "cleaning") moved += change;
        if (step?.kind === "step") offset = Math.min(0, offset + change);
        last = piece;
      }
    }
    const soiling = isOut ? undefined : soilingFinding(material, piece);
    if (soiling) findings.push(soiling);
    const level = isOut ? last.end : soiling ? piece.start : undefined;
    for (let k = piece.from; k < piece.to; k++) {
      const loss = level === undefined ? 0 : healthy[k]! - level;
      if (soiling && loss < -NAMED.known) states[kept[k]!] = "dirty";
      else if (!isOut && offset < -NAMED.known) states[kept[k]!] = "low";
      healthy[k] = (level ?? healthy[k]!) - offset;
      shift[k] = moved;
    }
  }
  close(undefined);
  findings.push(...deadFindings(material, states));
  findings.sort((a, b) => (a.from < b.from ? -1 : a.from > b.from ? 1 : 0));
  return { findings, states, healthy, shift };
}

/** A change between two pieces with its band: the ends of lines that slope are twice as unsure as levels. */
function changeOf({ steps }: Material, before: Piece, after: Piece, to = after.start, from = before.end) {
  const width = ({ from: first, to: last, start, end }: Piece) => (start === end ? 1 : 4) / (last - first);
  const reach = BAND * Math.hypot(steps.spread * Math.sqrt(LASTING * (width(before) + width(after))), Math.SQRT2 * YEAR_SPREAD);
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

function outage(material: Material, last: Piece, out: readonly Piece[], next: Piece | undefined, states: HealthState[]): HealthFinding {
  const { times, days } = material;
  const longest = out.reduce((best, piece) => (piece.to - piece.from > best.to - best.from ? piece : best));
  const sizes = changeOf(material, last, longest);
  const first = dayOfChange(material, out[0]!.from, last.end, out[0]!.start);
  const end = next ? dayOfChange(material, next.from, out.at(-1)!.end, next.start) : days.length;
  const kind = 1 + sizes.change >= HALF.low && 1 + sizes.change <= HALF.high ? "half" : "broken";
  for (let day = first; day < end; day++) if (states[day] !== "snow") states[day] = kind;
  const what = kind === "half" ? "half of the power" : `${whole(-sizes.change)} % of the power`;
  const [from, to] = [dateText(times[first]!), dateText(times[end - 1]!)];
  const until = next ? `to ${to}` : `on, to the last day, ${to}`;
  const message = `Broken: ${what} gone from ${from} ${until} (${percents(sizes)}): a step, not soiling; look for an inverter or string that is out.`;
  return { kind, from, to, ...sizes, message };
}

function stepFinding(material: Material, last: Piece, piece: Piece, named: number): HealthFinding | undefined {
  const sizes = changeOf(material, last, piece);
  const size = piece.start - last.end;
  if (Math.abs(size) < named || sizes.low * sizes.high < 0) return undefined;
  const from = dateText(material.times[dayOfChange(material, piece.from, last.end, piece.start)]!);
  const at = { from, to: from, ...sizes };
  if (size > 0 && last.start - last.end >= SOILED) return { kind: "cleaning", ...at, message: `Cleaned on ${from}: ${percents(sizes)} by a step.` };
  if (size > OUT) {
    return { kind: "more", ...at, message: `${percents(sizes)} from ${from} on: capacity was added, or a part was out until then.` };
  }
  const why = size < 0 ? "a step that lasted, not soiling: a string, new shade or the meter" : "a step that lasted: a repair, shade gone or the meter";
  return { kind: "step", ...at, message: `${percents(sizes)} from ${from} on: ${why}.` };
}

function soilingFinding(material: Material, piece: Piece): HealthFinding | undefined {
  if (piece.start - piece.end < SOILED) return undefined;
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

function whole(share: number): string {
  return (100 * share).toFixed(0);
}

function percents({ change, low, high }: { change: number; low: number; high: number }): string {
  const [least, most] = [Math.min(Math.abs(low), Math.abs(high)), Math.max(Math.abs(low), Math.abs(high))];
  return `${(100 * Math.abs(change)).toFixed(1)} % ${change < 0 ? "less" : "more"} (80 %: ${(100 * least).toFixed(0)} to ${(100 * most).toFixed(0)} %)`;
}
