/** The health of a system from its own meter: week by week, with dates, from what its clear rows have of the expected power. */
import { exp, log } from "../../foundation/math/index.js";
import { studentTQuantile } from "../../foundation/statistics/student-t.js";
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
  /** Beside the healthy system of that time: 1 where nothing is amiss. */
  readonly own?: Ratio;
  /** What it is from: clear rows, without the system's yearly course, or else all rows under their weather, which is less sharp. */
  readonly basis?: "clear" | "weather";
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
/** Clear days of one week share about so much of their weather's variance: with it 70 to 90 % of weeks lie within their bands on ten records. */
const SHARED = 0.5;
/** Single days so many standard deviations off are smooth overcast, a morning's snow: they make no week's figure. */
const STRAY = 4;
/** A yearly level needs so many clear days. */
const FEWEST_OF_YEAR = 40;
/** Between the middles of the first and the last year: two, less a month that is missing at either end. */
const LEAST_YEARS = 1.8;

/** Undefined with less than three weeks of clear days. */
export function healthOf(meter: MeterRows, input: HealthInput): Health | undefined {
  const days = healthDays(meter, input);
  const times = Float64Array.from(days, (_, day) => input.days.first + day);
  const { kept, isCold, snow } = withoutSnow(days, times, input.place.temperature);
  if (kept.length < FEWEST_DAYS) return underWeather(meter, input, times);
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

/** Without clear days enough: weeks alone, where there is weather. */
function underWeather(meter: MeterRows, input: HealthInput, times: Float64Array): Health | undefined {
  if (input.withWeather === undefined) return undefined;
  const states = Array.from(times, (): HealthState => "unknown");
  const weather = weatherRatios(meter, input, input.withWeather, states);
  const weeks = Array.from(weather.logs, (_, week): HealthWeek => {
    return { from: dateText(times[7 * week]!), state: "unknown", clearDays: 0, ...weatherWeek(weather, week) };
  });
  return { weeks, findings: [] };
}

function weatherWeek({ logs, sd }: ReturnType<typeof weatherRatios>, week: number) {
  if (Number.isNaN(logs[week]!)) return {};
  const weather = ratioOf(logs[week]!, sd);
  return { weather, own: weather, basis: "weather" } as const;
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
    const variance = steps.spread * steps.spread * (SHARED + (1 - SHARED) / raw.length);
    const sd = Math.sqrt(variance + YEAR_SPREAD * YEAR_SPREAD);
    weeks.push({
      from: dateText(times[from]!),
      state: stateOf(states.slice(from, to)),
      clearDays: raw.length,
      ...(weather && weatherWeek(weather, from / 7)),
      ...(raw.length > 0 && { clear: ratioOf(median(raw), sd), own: ratioOf(median(own), sd), basis: "clear" }),
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

/** The slope that the levels of years have within the times between lasting steps: what a step took or gave is none of it. */
function yearlyChange(
  kept: readonly number[],
  times: Float64Array,
  days: readonly HealthDay[],
  steps: Steps,
  found: Found,
) {
  const groups = new Map<string, { era: number; values: number[]; times: number[] }>();
  for (const [k, day] of kept.entries()) {
    if (found.states[day] !== "clean" && found.states[day] !== "low") continue;
    const [time, era] = [(times[day]! - times[kept[0]!]!) / YEAR, found.shift[k]!];
    const name = `${Math.floor(time)} ${era}`;
    const group = groups.get(name) ?? { era, values: [], times: [] };
    groups.set(name, group);
    group.times.push(time);
    group.values.push(days[day]!.clear - steps.course[k]! + steps.trend[k]!);
  }
  const levels = [...groups.values()]
    .filter(({ values }) => values.length >= FEWEST_OF_YEAR)
    .map((group) => ({ era: group.era, time: meanOf(group.times), value: median(group.values) }));
  const eras = [...new Set(levels.map(({ era }) => era))].map((era) => levels.filter((level) => level.era === era));
  const degrees = levels.length - eras.length - 1;
  if (degrees < 1 || levels.at(-1)!.time - levels[0]!.time < LEAST_YEARS) return undefined;
  const pairs = eras.flatMap((era) => {
    const [time, value] = [meanOf(era.map((level) => level.time)), meanOf(era.map((level) => level.value))];
    return era.map((level) => [level.time - time, level.value - value] as const);
  });
  const xx = pairs.reduce((sum, [x]) => sum + x * x, 0);
  const slope = pairs.reduce((sum, [x, y]) => sum + x * y, 0) / xx;
  const rest = pairs.reduce((sum, [x, y]) => sum + (y - slope * x) * (y - slope * x), 0) / degrees;
  const reach = studentTQuantile(0.9, degrees) * Math.sqrt(Math.max(rest, YEAR_SPREAD * YEAR_SPREAD) / xx);
  return { ratio: slope, low: slope - reach, high: slope + reach };
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function ratioOf(middle: number, sd: number): Ratio {
  return { ratio: exp(middle), low: exp(middle - BAND * sd), high: exp(middle + BAND * sd) };
}
