/** What a system's own meter teaches of tomorrow's power: past runs through the system's chain, beside what came of them. */
import { type CheckedSystem, checkSystem } from "../../data/system/checked.js";
import type { PvSystem } from "../../data/system/types.js";
import { checkWeather, type WeatherColumn, type WeatherSeries } from "../../data/weather/series.js";
import { inputError } from "../../foundation/text/shown.js";
import { DAY, HOUR, MINUTE } from "../../foundation/time/calendar.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import type { PastRun } from "../forecast/known-past.js";
import { learnPower, type PowerRows } from "../forecast/power/index.js";
import { limitOf } from "../yield/forecast/forecast-power.js";
import type { PowerTuning } from "../yield/forecast/taught.js";
import { chainUnder, onRows, TAUGHT_COLUMNS } from "../yield/forecast/taught-chain.js";
import { clockOfMeter } from "./clock.js";
import { freeRows } from "./free-rows.js";
import { joined } from "./learn.js";
import { reasonByte } from "./reasons.js";
import { elsewhere, withoutClock } from "./remarks.js";
import type { ClockShift } from "./sky-rows.js";
import type { MeterPlace, MeterRows } from "./types.js";

export interface MeterPast {
  /** As they came, by the time they were issued. */
  readonly runs: readonly PastRun[];
  readonly meter: MeterRows;
}

export interface MeterTuningOptions {
  readonly place: MeterPlace;
  readonly system: PvSystem;
  /** Names of the data sets that the runs are of: for others it is not. */
  readonly runs: readonly string[];
}

/** Days with light and power that teach: with fewer nothing is known of a meter. */
const FEWEST_DAYS = 7;

/**
 * Learns the power of a system from past runs and its meter, for `forecastPower`: quantiles of measured power over the clear-sky power of the
 * system's own chain. Of each day the newest run teaches that was there when it began; of the meter what it was free to give: no outage, no
 * snow, nothing held back, frozen or of a system before it changed. What the days held out say is in `table.evidence`.
 *
 * @param past runs of one model, and AC power in steps of at most an hour, as `readPower` gives it
 * @throws RangeError for a meter that teaches nothing here, with the reason; as `yieldOf` for a system
 * @experimental
 */
export function tuneToMeter(
  { runs, meter }: MeterPast,
  { place, system, runs: names }: MeterTuningOptions,
): PowerTuning {
  const checked = checkSystem(system, OWNER);
  const columns = TAUGHT_COLUMNS.filter((name) => runs.every(({ series }) => series.columns[name] !== undefined));
  const { rows, used } = dayAheadRows(runs, checked, columns, place);
  const { power, leftOut } = freePower(meter, place, rows);
  const limit = limitOf(checked);
  const taught = taughtSpan(rows, power);
  if (taught.days < FEWEST_DAYS)
    throw refusal(
      `${taught.days} days have a run and power to learn from, and ${FEWEST_DAYS} are needed` +
        (leftOut.length === 0 ? "" : ` (left out: ${leftOut.join("; ")})`),
    );
  refuseOtherLevel(rows, power);
  const { latitude, longitude } = place;
  return {
    ...{ place: { latitude, longitude }, runs: names, system, columns },
    evidence: { start: taught.start, end: taught.end, runs: used, leftOut },
    table: learnPower(rows, power, { limit }),
  };
}

const OWNER = "tuneToMeter";
function refusal(problem: string): Error {
  return inputError(RangeError, "ERR_TUNING", OWNER, problem);
}

/** Of each day of the sun the newest run that was there when it began: what a forecast for tomorrow is made of. */
function dayAheadRows(
  runs: readonly PastRun[],
  system: CheckedSystem,
  columns: readonly WeatherColumn[],
  { latitude, longitude, altitude, linkeTurbidity }: MeterPlace,
): { readonly rows: PowerRows; readonly used: number } {
  if (runs.length === 0) throw refusal("there is no run to learn from");
  const at = { latitude, longitude, frequency: "1_hour", context: { altitude, linkeTurbidity } };
  const shift = solarDayShift(longitude);
  const first = Math.ceil((runs[0]!.issued + shift) / DAY);
  const count = Math.max(Math.floor((runs.at(-1)!.issued + shift) / DAY) - first + 2, 1);
  const start = Math.floor((first * DAY - shift) / HOUR) * HOUR;
  const end = start + count * DAY + HOUR;
  const rows = { chain: [], clear: [], lead: [], humidity: [], temperature: [] } as { [name in Column]: number[] };
  const used = new Set<PastRun>();
  for (let day = 0; day < count; day++) {
    const from = start + day * DAY;
    const run = runs.filter(({ issued }) => issued <= from && issued > from - DAY).at(-1);
    if (run === undefined) continue;
    const found = onRows(chainUnder(until(run.series, from + DAY), system, columns, at), start, (end - start) / HOUR);
    const { humidity, temperature } = found.fields!;
    // A short run ends before its day: of the day before it has what that day's run has not.
    for (let time = Math.ceil(run.issued / HOUR) * HOUR; time < from + DAY; time += HOUR) {
      const row = (time - start) / HOUR;
      const power = found.chain[row] ?? Number.NaN;
      if (Number.isNaN(power) || (time < from && rows.chain[row] !== undefined)) continue;
      [rows.chain[row], rows.clear[row], rows.lead[row]] = [
        power,
        found.clear[row]!,
        (time + HOUR - run.issued) / HOUR,
      ];
      if (humidity) rows.humidity[row] = humidity[row]!;
      if (temperature) rows.temperature[row] = temperature[row]!;
    }
    used.add(run);
  }
  const of = (name: Column) =>
    Float64Array.from({ length: (end - start) / HOUR }, (_, k) => rows[name][k] ?? Number.NaN);
  const [humidity, temperature] = (["humidity", "temperature"] as const).map((name) =>
    rows[name].length > 0 ? of(name) : undefined,
  );
  return {
    rows: {
      ...{ start, step: HOUR, latitude, longitude, fields: { humidity, temperature } },
      ...{ chain: of("chain"), clear: of("clear"), lead: of("lead") },
    },
    used: used.size,
  };
}

type Column = "chain" | "clear" | "lead" | "humidity" | "temperature";

/** Without the days beyond: snow needs those before. */
function until(series: WeatherSeries, end: number): WeatherSeries {
  const { start, interval, columns } = checkWeather(series);
  const count = Math.ceil((end + HOUR - start) / (interval * 1000));
  const cut = Object.entries(columns).map(([name, values]) => [name, values.subarray(0, count)]);
  return { ...series, columns: Object.fromEntries(cut) };
}

/** Reasons for which a row tells what the system gives. */
const TELLING: ReadonlySet<number> = new Set((["used", "dark", "limit"] as const).map(reasonByte));

/** Means of hours in W, of what the meter was free to give; NaN where it teaches nothing. */
function freePower(given: MeterRows, place: MeterPlace, rows: PowerRows) {
  const meter = joined(given);
  const { shift, note } = clockOf(meter, place, rows);
  const free = freeRows(meter, place, shift);
  // Quantiles are learnt of fewer days than planes.
  if (free.refusal !== undefined && free.refusal.code !== "few-days") throw refusal(free.refusal.message);
  const power = meter.power.map((kw, row) => (TELLING.has(free.reasons[row]!) ? kw - free.offset : Number.NaN));
  const leftOut = [...note, ...free.findings.map(({ message }) => message)];
  return { power: hourly({ ...meter, power }, shift, rows), leftOut };
}

/** Of an hour: what is missing at its edge is rounding. */
const WHOLE = 0.99;

/** Means over the rows' hours, W, 0 or more; NaN where part of the hour has no value. */
function hourly(meter: MeterRows, shift: ClockShift, { start, chain }: PowerRows): Float64Array {
  const [energy, covered] = [new Float64Array(chain.length), new Float64Array(chain.length)];
  for (let row = 0; row < meter.power.length; row++) {
    const kw = meter.power[row]!;
    if (Number.isNaN(kw)) continue;
    const from = (meter.start + row * meter.step + shift(row) - start) / HOUR;
    const to = from + meter.step / HOUR;
    for (let hour = Math.max(Math.floor(from), 0); hour < Math.min(to, chain.length); hour++) {
      const length = Math.min(to, hour + 1) - Math.max(from, hour);
      covered[hour]! += length;
      energy[hour]! += 1000 * Math.max(kw, 0) * length;
    }
  }
  return energy.map((sum, hour) => (covered[hour]! >= WHOLE ? sum / covered[hour]! : Number.NaN));
}

/** Times are off by halves of an hour, by zones and summer time; what a clock is off by beside is learnt with the power. */
const HALF_HOUR = HOUR / 2;
/** Of the misfit: a plane that is described 10° off looks like another clock, too. */
const CLOCK_BETTER = 0.9;

/**
 * Its stamps, or what first and last light say: whichever fits the runs through the described system. Light alone is unsure by half an hour in
 * hourly values (three roofs with clocks that are right: −32, +37, −31 minutes).
 */
function clockOf(meter: MeterRows, place: MeterPlace, rows: PowerRows) {
  const clock = clockOfMeter(meter, place);
  const stamps: ClockShift = () => 0;
  if ("reason" in clock) {
    if (clock.reason === "night") throw refusal(withoutClock(clock).message);
    return { shift: stamps, note: [] };
  }
  const wrong = elsewhere(clock, place);
  if (wrong !== undefined) throw refusal(wrong.message);
  const rounded: ClockShift = (row) => Math.round(clock.shiftAt(row) / HALF_HOUR) * HALF_HOUR;
  const own = misfit(hourly(meter, stamps, rows), rows);
  if (!(misfit(hourly(meter, rounded, rows), rows) < CLOCK_BETTER * own)) return { shift: stamps, note: [] };
  const minutes = rounded(meter.power.length >> 1) / MINUTE;
  return { shift: rounded, note: [`the meter's clock is off: its times are moved by ${minutes} minutes`] };
}

/** Absolute errors of the chain × one factor, over the energy. */
function misfit(power: Float64Array, { chain }: PowerRows): number {
  const factor = levelOf(power, chain);
  let [off, all] = [0, 0];
  for (let row = 0; row < power.length; row++) {
    if (Number.isNaN(power[row]! + chain[row]!)) continue;
    off += Math.abs(power[row]! - factor * chain[row]!);
    all += power[row]!;
  }
  return off / all;
}

function levelOf(power: Float64Array, chain: Float64Array): number {
  let [own, its] = [0, 0];
  for (let row = 0; row < power.length; row++) {
    if (Number.isNaN(power[row]! + chain[row]!)) continue;
    own += power[row]!;
    its += chain[row]!;
  }
  return own / its;
}

function taughtSpan({ start, longitude, chain }: PowerRows, power: Float64Array) {
  const hours = [...chain.keys()].filter((row) => chain[row]! > 0 && !Number.isNaN(power[row]!));
  const dayOf = (row: number) => Math.floor((start + row * HOUR + solarDayShift(longitude)) / DAY);
  const [first = 0, last = 0] = [hours[0], hours.at(-1)];
  return { days: new Set(hours.map(dayOf)).size, start: start + first * HOUR, end: start + (last + 1) * HOUR };
}

/** Of measured power over the chain's: snow and dirt take less, and runs promise too much by less. */
const LEVELS = [0.25, 2] as const;

/** @throws RangeError for a meter of another system, or in another unit */
function refuseOtherLevel({ chain }: PowerRows, power: Float64Array): void {
  const level = levelOf(power, chain);
  if (level >= LEVELS[0] && level <= LEVELS[1]) return;
  throw refusal(
    `the meter has ${Number(level.toPrecision(2))} times what the described system gives under the runs, and a system has ${LEVELS[0]} to ${LEVELS[1]}: ` +
      "the meter is of another system or in another unit, or the system has changed",
  );
}
