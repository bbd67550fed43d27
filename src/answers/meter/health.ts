/** The health of a system from its own meter: week by week, with dates, from what its clear rows have of the expected power. */
import { exp, log } from "../../foundation/math/index.js";
import { valueAtShare } from "../../foundation/statistics/order.js";
import { lineThrough, studentTQuantile } from "../../foundation/statistics/student-t.js";
import { DAY } from "../../foundation/time/calendar.js";
import { DARK, type DayRows, dateText, type HealthDay, healthDays } from "./health-days.js";
import { type Found, findingsOf, type HealthFinding, withoutSnow } from "./health-findings.js";
import { type Steps, stepsOf, YEAR_SPREAD } from "./health-steps.js";

export interface HealthInput extends DayRows {
  /** Unix ms, of the first row's begin. */
  readonly start: number;
  /** kW by row under the real weather, where there is some. */
  readonly withWeather?: ArrayLike<number>;
  /** Monthly means of the air, °C: where snow may lie. */
  readonly temperature: readonly number[];
}

/** "low": after a lasting step down that is no half. "unknown": no clear hours, or no data. */
export type HealthState = "clean" | "dirty" | "low" | "half" | "broken" | "snow" | "unknown";

/** Measured over expected power with its 80 % band. */
export interface Ratio {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
}

export interface HealthWeek {
  /** Its first day. */
  readonly from: string;
  readonly state: HealthState;
  readonly clearDays: number;
  /** From clear rows alone: as measured. */
  readonly clear?: Ratio;
  /** The same beside the healthy system of that time, its own yearly course taken out: 1 where nothing is amiss. */
  readonly own?: Ratio;
  /** From all rows, under the real weather. */
  readonly weather?: Ratio;
}

export interface Health {
  readonly weeks: readonly HealthWeek[];
  readonly findings: readonly HealthFinding[];
  /** Change a year, as a share, with its 80 % band; only from three years on. */
  readonly yearly?: Ratio;
  readonly message: string;
}

/** 80 % of a normal distribution lie within so many standard deviations. */
const BAND = 1.2816;
/** Clear days of one week share about so much of their weather's variance (mean autocorrelation over one to six days: 0.2 to 0.4). */
const SHARED = 0.5;
/** Single days so many standard deviations off are smooth overcast, a morning's snow: they make no week's figure. */
const STRAY = 4;
/** A yearly level needs so many clear days. */
const FEWEST_OF_YEAR = 40;

/** Undefined with less than three weeks of clear days. */
export function healthOf(input: HealthInput): Health | undefined {
  const times = middles(input);
  const days = healthDays(input, times.map((time) => (time % 365.25) / 365.25));
  const { kept, snow, isCold } = withoutSnow(days, times, input.temperature);
  if (kept.length < FEWEST_DAYS) return undefined;
  const clear = Float64Array.from(kept, (day) => days[day]!.clear);
  const steps = stepsOf(Float64Array.from(kept, (day) => times[day]!), clear);
  const found = findingsOf({ days, times, kept, steps, isCold, snow });
  const weeks = weeksOf(input, days, times, kept, steps, found);
  const yearly = yearlyChange(kept, times, days, steps, found);
  return { weeks, findings: found.findings, ...(yearly && { yearly }), message: messageOf(weeks, found.findings, yearly) };
}

const FEWEST_DAYS = 21;

/** Day numbers of the solar noons: their date is the day's. The first day may begin late. */
function middles({ days, start, step }: HealthInput): Float64Array {
  return Float64Array.from({ length: days.length - 1 }, (_, day) => Math.floor((start + days[day + 1]! * step) / DAY - 0.5));
}

function weeksOf(
  input: HealthInput,
  days: readonly HealthDay[],
  times: Float64Array,
  kept: readonly number[],
  steps: Steps,
  { states, healthy }: Found,
): HealthWeek[] {
  const figure = new Map(kept.map((day, k) => [day, k]));
  const weather = weatherRatios(input, states);
  const weeks: HealthWeek[] = [];
  const isStray = (day: number, k: number) => Math.abs(days[day]!.clear - steps.course[k]! - steps.line[k]!) > STRAY * steps.spread;
  for (let from = 0; from < days.length; from += 7) {
    const to = Math.min(days.length, from + 7);
    const own: number[] = [];
    const raw: number[] = [];
    for (let day = from; day < to; day++) {
      const k = figure.get(day);
      if (k === undefined || isStray(day, k)) continue;
      raw.push(days[day]!.clear);
      own.push(days[day]!.clear - steps.course[k]! - healthy[k]!);
    }
    const sd = Math.hypot(steps.spread * Math.sqrt(SHARED + (1 - SHARED) / raw.length), YEAR_SPREAD);
    weeks.push({
      from: dateText(times[from]!),
      state: stateOf(states.slice(from, to)),
      clearDays: raw.length,
      ...(raw.length > 0 && { clear: ratioOf(median(raw), sd), own: ratioOf(median(own), sd) }),
      ...(weather && !Number.isNaN(weather.logs[from / 7]!) && { weather: ratioOf(weather.logs[from / 7]!, weather.sd) }),
    });
  }
  return weeks;
}

/** The state of most known days; of two as frequent, the later. */
function stateOf(states: readonly HealthState[]): HealthState {
  const known = states.filter((state) => state !== "unknown");
  let best: HealthState = "unknown";
  let most = 0;
  for (const state of known) {
    const count = known.filter((other) => other === state).length;
    if (count >= most) [best, most] = [state, count];
  }
  return best;
}

/** Sums of whole weeks, as errors of weather are those of hours; days of snow and days without power left out. */
function weatherRatios({ withWeather, power, usable, days }: HealthInput, states: readonly HealthState[]) {
  if (!withWeather) return undefined;
  const logs = Float64Array.from({ length: Math.ceil(states.length / 7) }, (_, week) => {
    let [measured, expected] = [0, 0];
    for (let day = 7 * week; day < Math.min(states.length, 7 * week + 7); day++) {
      if (states[day] === "snow") continue;
      for (let row = days[day]!; row < days[day + 1]!; row++) {
        if (!usable[row] || !(withWeather[row]! > 0) || Number.isNaN(power[row]!)) continue;
        measured += power[row]!;
        expected += withWeather[row]!;
      }
    }
    return measured > DARK * expected ? log(measured / expected) : Number.NaN;
  });
  const known = logs.filter((value) => !Number.isNaN(value));
  const middle = valueAtShare(known, 0.5) ?? 0;
  return { logs, sd: (valueAtShare(known.map((value) => Math.abs(value - middle)), 0.5) ?? 0.08) / 0.6745 };
}

function yearlyChange(kept: readonly number[], times: Float64Array, days: readonly HealthDay[], steps: Steps, found: Found) {
  const years = new Map<number, { time: number; value: number }[]>();
  for (const [k, day] of kept.entries()) {
    if (found.states[day] !== "clean" && found.states[day] !== "low") continue;
    const time = (times[day]! - times[kept[0]!]!) / 365.25;
    const year = Math.floor(time);
    if (!years.has(year)) years.set(year, []);
    years.get(year)!.push({ time, value: days[day]!.clear - steps.course[k]! + steps.trend[k]! - found.shift[k]! });
  }
  const levels = [...years.values()].filter((year) => year.length >= FEWEST_OF_YEAR);
  if (levels.length < 3) return undefined;
  const at = levels.map((year) => year.reduce((sum, { time }) => sum + time, 0) / year.length);
  const line = lineThrough(at, levels.map((year) => median(year.map(({ value }) => value))));
  const middle = at.reduce((sum, time) => sum + time, 0) / at.length;
  const floor = YEAR_SPREAD / Math.sqrt(at.reduce((sum, time) => sum + (time - middle) * (time - middle), 0));
  const reach = studentTQuantile(0.9, at.length - 2) * Math.max(line.standardError, floor);
  return { ratio: line.slope, low: line.slope - reach, high: line.slope + reach };
}

function messageOf(weeks: readonly HealthWeek[], findings: readonly HealthFinding[], yearly: Ratio | undefined): string {
  const known = weeks.filter(({ clear }) => clear).length;
  const sure = yearly && yearly.low * yearly.high > 0;
  const trend = yearly
    ? ` Change a year: ${signed(yearly.ratio)} % (80 %: ${signed(yearly.low)} to ${signed(yearly.high)} %)${sure ? "" : ", which may be none"}.`
    : "";
  const what = findings.length === 0 ? "Nothing found amiss" : findings.map(({ message }) => message).join(" ");
  return `${what}${findings.length === 0 ? "." : ""} ${known} of ${weeks.length} weeks have clear hours to judge by.${trend}`;
}

function signed(share: number): string {
  return `${share < 0 ? "−" : "+"}${Math.abs(100 * share).toFixed(1)}`;
}

function ratioOf(middle: number, sd: number): Ratio {
  return { ratio: exp(middle), low: exp(middle - BAND * sd), high: exp(middle + BAND * sd) };
}

function median(values: readonly number[]): number {
  return valueAtShare(values, 0.5)!;
}
