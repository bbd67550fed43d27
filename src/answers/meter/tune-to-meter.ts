/** What a system's own meter teaches of tomorrow's power: past runs through the system's chain, beside what came of them. */
import { type CheckedSystem, checkSystem } from "../../data/system/checked.js";
import type { PvSystem } from "../../data/system/types.js";
import type { WeatherColumn } from "../../data/weather/series.js";
import { inputError } from "../../foundation/text/shown.js";
import { DAY, HOUR } from "../../foundation/time/calendar.js";
import { solarDayShift } from "../../foundation/time/solar-day.js";
import type { PastRun } from "../forecast/known-past.js";
import { learnPower, type PowerRows } from "../forecast/power/index.js";
import { limitOf } from "../yield/forecast/forecast-power.js";
import { chainUnder, type PowerTuning } from "../yield/forecast/taught.js";
import { clockOfMeter } from "./clock.js";
import { freeRows } from "./free-rows.js";
import { joined } from "./learn.js";
import { type FreeReason, reasonByte } from "./reasons.js";
import { elsewhere, withoutClock } from "./remarks.js";
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
  const columns = COLUMNS.filter((name) => runs.every(({ series }) => series.columns[name] !== undefined));
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
/** What the chain of a run is computed of; components of light are split anew, as of a corrected run. */
const COLUMNS: readonly WeatherColumn[] = [
  ...(["global_horizontal_irradiance", "temperature", "wind_speed"] as const),
  ...(["snow_depth", "snowfall", "precipitation"] as const),
];

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
  const nothing = () => new Float64Array(24 * count + 1).fill(Number.NaN);
  const [chain, clear, lead] = [nothing(), nothing(), nothing()];
  const used = new Set<PastRun>();
  for (let day = 0; day < count; day++) {
    const from = start + day * DAY;
    const run = runs.filter(({ issued }) => issued <= from && issued > from - DAY).at(-1);
    if (run === undefined) continue;
    const found = chainUnder(run.series, system, columns, at);
    // A short run ends before its day: of the day before it has what that day's run has not.
    for (let time = Math.ceil(run.issued / HOUR) * HOUR; time < from + DAY; time += HOUR) {
      const [row, own] = [(time - start) / HOUR, (time - found.start) / HOUR];
      const power = found.chain[own] ?? Number.NaN;
      if (row < 0 || Number.isNaN(power) || (time < from && !Number.isNaN(chain[row]!))) continue;
      [chain[row], clear[row], lead[row]] = [power, found.clear[own]!, (time + HOUR - run.issued) / HOUR];
    }
    used.add(run);
  }
  return { rows: { start, step: HOUR, chain, clear, latitude, longitude, lead }, used: used.size };
}

/** Reasons for which a row tells what the system gives. */
const TELLING: readonly FreeReason[] = ["used", "dark", "limit"];
/** Of an hour: what is missing at its edge is rounding. */
const WHOLE = 0.99;

/** Means of hours in W, of what the meter was free to give; NaN where it teaches nothing. */
function freePower(given: MeterRows, place: MeterPlace, { start, chain }: PowerRows) {
  const meter = joined(given);
  const { shiftAt, note } = clockOf(meter, place);
  const free = freeRows(meter, place, shiftAt);
  // Quantiles are learnt of fewer days than planes.
  if (free.refusal !== undefined && free.refusal.code !== "few-days") throw refusal(free.refusal.message);
  const telling = new Set(TELLING.map(reasonByte));
  const [energy, covered] = [new Float64Array(chain.length), new Float64Array(chain.length)];
  meter.power.forEach((kw, row) => {
    if (!telling.has(free.reasons[row]!) || Number.isNaN(kw)) return;
    const from = (meter.start + row * meter.step + shiftAt(row) - start) / HOUR;
    const to = from + meter.step / HOUR;
    for (let hour = Math.max(Math.floor(from), 0); hour < Math.min(to, chain.length); hour++) {
      const length = Math.min(to, hour + 1) - Math.max(from, hour);
      covered[hour]! += length;
      energy[hour]! += 1000 * Math.max(kw - free.offset, 0) * length;
    }
  });
  const power = energy.map((sum, hour) => (covered[hour]! >= WHOLE ? sum / covered[hour]! : Number.NaN));
  return { power, leftOut: [...note, ...free.findings.map(({ message }) => message)] };
}

/** Days with first and last light from which a clock is known to some minutes: with fewer its stamps are believed. */
const CLOCK_DAYS = 60;

function clockOf(meter: MeterRows, place: MeterPlace) {
  const clock = clockOfMeter(meter, place);
  if ("reason" in clock && clock.reason === "night") throw refusal(withoutClock(clock).message);
  const isKnown = !("reason" in clock) && clock.days >= CLOCK_DAYS;
  if (!isKnown)
    return { shiftAt: () => 0, note: [`${clock.days} days do not tell the meter's clock: its times are believed`] };
  const wrong = elsewhere(clock, place);
  if (wrong !== undefined) throw refusal(wrong.message);
  return { shiftAt: clock.shiftAt, note: [] };
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
  let [own, its] = [0, 0];
  for (let row = 0; row < power.length; row++) {
    if (Number.isNaN(power[row]! + chain[row]!)) continue;
    own += power[row]!;
    its += chain[row]!;
  }
  const level = own / its;
  if (level >= LEVELS[0] && level <= LEVELS[1]) return;
  throw refusal(
    `the meter has ${level.toPrecision(2)} times what the described system gives under the runs, and a system has ${LEVELS[0]} to ${LEVELS[1]}: ` +
      "the meter is of another system or in another unit, or the system has changed",
  );
}
