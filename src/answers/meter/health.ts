/** The health of a system from its own meter: week by week, with dates, from what its clear rows have of the expected power. */
import { exp, log } from "../../foundation/math/index.js";
import { lineThrough, studentTQuantile } from "../../foundation/statistics/student-t.js";
import { DARK, dateText, type HealthDay, type HealthInput, healthDays, median, spreadOf, YEAR } from "./health-days.js";
import { BAND, type Found, findingsOf, type HealthFinding, type HealthState, withoutSnow } from "./health-findings.js";
import { type Steps, stepsOf, YEAR_SPREAD } from "./health-steps.js";
import type { MeterRows } from "./types.js";

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
}

/** Three weeks. */
const FEWEST_DAYS = 21;
/** Clear days of one week share about so much of their weather's variance (mean autocorrelation over one to six days: 0.2 to 0.4). */
const SHARED = 0.5;
/** Single days so many standard deviations off are smooth overcast, a morning's snow: they make no week's figure. */
const STRAY = 4;
/** A yearly level needs so many clear days. */
const FEWEST_OF_YEAR = 40;

/** Undefined with less than three weeks of clear days. */
export function healthOf(meter: MeterRows, input: HealthInput): Health | undefined {
  const days = healthDays(meter, input);
  const times = Float64Array.from(days, (_, day) => input.days.first + day);
  const { kept, isCold, snow } = withoutSnow(days, times, input.place.temperature);
  if (kept.length < FEWEST_DAYS) return undefined;
  const at = Float64Array.from(kept, (day) => times[day]!);
  const steps = stepsOf(
    at,
    Float64Array.from(kept, (day) => days[day]!.clear),
  );
  const found = findingsOf({ days, times, kept, steps, isCold, snow });
  const yearly = yearlyChange(kept, times, days, steps, found);
  const weather = input.withWeather && weatherRatios(meter, input, input.withWeather, found.states);
  const weeks = weeksOf(days, times, kept, steps, found, weather);
  return { weeks, findings: found.findings, ...(yearly && { yearly }) };
}

function weeksOf(
  days: readonly HealthDay[],
  times: Float64Array,
  kept: readonly number[],
  steps: Steps,
  { states, healthy }: Found,
  weather: ReturnType<typeof weatherRatios> | undefined,
): HealthWeek[] {
  const figure = new Map(kept.map((day, k) => [day, k]));
  const weeks: HealthWeek[] = [];
  const isStray = (day: number, k: number) =>
    Math.abs(days[day]!.clear - steps.course[k]! - steps.line[k]!) > STRAY * steps.spread;
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
      ...(weather &&
        !Number.isNaN(weather.logs[from / 7]!) && { weather: ratioOf(weather.logs[from / 7]!, weather.sd) }),
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
function weatherRatios(
  { power }: MeterRows,
  { days: { from }, isUsed }: HealthInput,
  withWeather: ArrayLike<number>,
  states: readonly HealthState[],
) {
  const logs = Float64Array.from({ length: Math.ceil(states.length / 7) }, (_, week) => {
    let [measured, expected] = [0, 0];
    for (let day = 7 * week; day < Math.min(states.length, 7 * week + 7); day++) {
      if (states[day] === "snow") continue;
      for (let row = from[day]!; row < from[day + 1]!; row++) {
        if (!(withWeather[row]! > 0) || Number.isNaN(power[row]!) || isUsed?.(row) === false) continue;
        measured += power[row]!;
        expected += withWeather[row]!;
      }
    }
    return measured > DARK * expected ? log(measured / expected) : Number.NaN;
  });
  return { logs, sd: spreadOf(logs.filter((value) => !Number.isNaN(value))) };
}

function yearlyChange(
  kept: readonly number[],
  times: Float64Array,
  days: readonly HealthDay[],
  steps: Steps,
  found: Found,
) {
  const years = new Map<number, { time: number; value: number }[]>();
  for (const [k, day] of kept.entries()) {
    if (found.states[day] !== "clean" && found.states[day] !== "low") continue;
    const time = (times[day]! - times[kept[0]!]!) / YEAR;
    const year = Math.floor(time);
    if (!years.has(year)) years.set(year, []);
    years.get(year)!.push({ time, value: days[day]!.clear - steps.course[k]! + steps.trend[k]! - found.shift[k]! });
  }
  const levels = [...years.values()].filter((year) => year.length >= FEWEST_OF_YEAR);
  if (levels.length < 3) return undefined;
  const at = levels.map((year) => year.reduce((sum, { time }) => sum + time, 0) / year.length);
  const line = lineThrough(
    at,
    levels.map((year) => median(year.map(({ value }) => value))),
  );
  const middle = at.reduce((sum, time) => sum + time, 0) / at.length;
  const floor = YEAR_SPREAD / Math.sqrt(at.reduce((sum, time) => sum + (time - middle) * (time - middle), 0));
  const reach = studentTQuantile(0.9, at.length - 2) * Math.max(line.standardError, floor);
  return { ratio: line.slope, low: line.slope - reach, high: line.slope + reach };
}

function ratioOf(middle: number, sd: number): Ratio {
  return { ratio: exp(middle), low: exp(middle - BAND * sd), high: exp(middle + BAND * sd) };
}
