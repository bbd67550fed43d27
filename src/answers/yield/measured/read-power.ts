/** Power that a meter, an inverter or a portal has recorded, from a table. */
import type { Notice } from "../../../data/contract/observation/types.js";
import type { Examination } from "../../../data/weather/believe/types.js";
import {
  type OneColumn,
  type OneColumnOptions,
  readOneColumn,
  type WantedColumn,
} from "../../../data/weather/readers/one-column.js";
import { countsUpAnew } from "../../../data/weather/readers/rows/held.js";
import type { WeatherInput } from "../../../data/weather/readers/text.js";
import { UnequalStepsError, WeatherError, type WeatherPlace } from "../../../data/weather/series.js";
import { shown } from "../../../foundation/text/shown.js";
import { HOUR, HOUR_SECONDS } from "../../../foundation/time/calendar.js";
import { cureOfClock, lookAtClock } from "./clock.js";

/** Mean AC power of equal intervals. */
export interface MeasuredPower {
  /** Unix ms at the beginning of the first interval. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  /** kW; NaN: missing. */
  readonly power: Float64Array;
  /** What came between two readings is spread evenly: power that stays the same is no fault of the meter. */
  readonly isSpread?: boolean | undefined;
}

/** Of a kW, and of a kWh of an interval. */
const POWERS: { readonly [unit: string]: number } = { w: 1000, kw: 1, mw: 0.001, "wh/h": 1000, "kwh/h": 1 };
const ENERGIES: { readonly [unit: string]: number } = { wh: 1000, kwh: 1, mwh: 0.001 };
const WRITTEN: { readonly [unit: string]: string } = { w: "W", kw: "kW", mw: "MW", wh: "Wh", kwh: "kWh", mwh: "MWh" };

const AC_POWER: WantedColumn = {
  quantity: "AC power",
  patterns: [
    /\b(?:ac power|power ac|p ?ac|ac leistung|ac output|ac energy|energy ac|e ?ac|ac [km]?w)\b/,
    /\b(?:active power|wirkleistung|feed ?in|einspeisung|grid power|export(?:ed)? power)\b/,
    /\b(?:power|leistung|puissance|potencia|potenza|vermogen|pv)\b/,
    /\b(?:energy|energie|énergie|energía|energia|production|produktion|producción|produzione|productie|generation|yield|kwh|wh)\b|erzeugung|ertrag|opbrengst/,
  ],
  not: /\b(?:dc|reactive|apparent|factor|limit|setpoint|set point|max|min|std|import|bezug)\b|\b(?:consum|verbrauch)/,
  later: /\btotal\b|\b(?:cumul|lifetime|gesamt|zähler)/,
  units: [...Object.keys(POWERS), ...Object.keys(ENERGIES)],
  rates: Object.keys(POWERS),
  // A meter behind a house takes.
  isSigned: true,
};

export interface ReadPowerOptions extends OneColumnOptions {
  /** Unit of the column: "W", "kW", "MW", or "Wh", "kWh", "MWh" of each interval or of a counter. Default: what its name states. */
  readonly unit?: string | undefined;
  /** Peak power of the system, kW: of a column that states no unit, its size tells W from kW. */
  readonly kwp?: number | undefined;
  /** Where the system is: the sun there tells whether the times are right, as for weather. */
  readonly place?: WeatherPlace | undefined;
  /**
   * "hold": a history, whose rows come when the value changes, as Home Assistant writes it: each value holds until the next, and their means
   * over quarter hours are read, which keep the sum. What a counter counts between two readings is spread evenly.
   */
  readonly fill?: "hold" | undefined;
  /** With `fill`: hours for which a value holds without another row, 0 longer, as in a night; default 1. */
  readonly longestGap?: number | undefined;
}

export interface PowerReading {
  readonly measured: MeasuredPower;
  /** What was taken for granted, and what the sun says of the clock. */
  readonly notices: readonly Notice[];
  /** Of the clock alone, for `refuseClock`; undefined without a place. */
  readonly examination: Examination | undefined;
  /** What to pass to the reader where the times are late by so many seconds (`MeasuredComparison.clockShift`). */
  clockCure(late: number): string;
}

/**
 * Reads measured power: any table with times and a column of power (W, kW, MW) or of energy (Wh, kWh, MWh), per interval or as a counter
 * counts it up: since it was built, or since midnight.
 *
 * If the place is given, the power is looked at as light is (`readWeather`): times that state no zone must be those of UTC, and a clock
 * that the sun contradicts is among the notices.
 *
 * @param source text, bytes, or a stream
 * @returns kW in equal intervals, NaN where there is none, and what was taken for granted
 * @throws WeatherError for a table without such a column, a unit that changes, or a zone to ask for, naming file and line; RangeError for
 *   an option
 * @experimental
 *
 * @example
 * ```js
 * import { readPower } from "irradiance-engine/yield";
 *
 * const csv = "time,ac_power_w\n2024-06-21T10:00Z,3120\n2024-06-21T11:00Z,4210\n";
 * const { measured } = await readPower(csv);
 * console.log(measured.power[1], measured.interval); // 4.21 3600
 * ```
 */
export async function readPower(
  source: WeatherInput,
  { unit: given, kwp, place, fill, longestGap, ...options }: ReadPowerOptions = {},
): Promise<PowerReading> {
  const hold = holdOf(fill, longestGap);
  if (hold !== undefined && options.label !== undefined)
    throw new RangeError('readPower: option "label" says nothing of a history, whose values hold from their times on');
  const label = hold === undefined ? options.label : "start";
  const asked = given === undefined ? undefined : checkedUnit(given);
  const found = await readOneColumn(source, AC_POWER, { ...options, label, hold, unit: asked }).catch(nameHold);
  const { name, interval } = found;
  const { file } = options;
  const { start, values, notices, isCounter } = differenced(found, asked, label !== undefined, file);
  const said: Notice[] = [];
  refuseChange(values, found, start, file);
  const unit = asked ?? unitOf({ ...found, values }, isCounter, kwp, said, file);
  const energy = ENERGIES[unit];
  const what = energy === undefined ? "AC power" : isCounter ? "AC energy" : "AC energy of each interval";
  const divisor = energy === undefined ? POWERS[unit]! : (energy * interval) / HOUR_SECONDS;
  const isSpread = isCounter && hold !== undefined;
  const measured = { start, interval, power: values.map((value) => value / divisor), ...(isSpread && { isSpread }) };
  const taken = { ...found, notices, file };
  const look = place === undefined ? undefined : lookAtClock({ start, interval, values: measured.power }, place, taken);
  const all = [{ code: "power", message: `"${name}" is read as ${what}` }, ...said, ...(look?.notices ?? notices)];
  return { measured, notices: all, examination: look?.examination, clockCure: (late) => cureOfClock(late, taken) };
}

function checkedUnit(given: string): string {
  const unit = String(given).toLowerCase();
  if (AC_POWER.units.includes(unit)) return unit;
  throw new RangeError(`readPower: option "unit" must be one of W, kW, MW, Wh, kWh, MWh, got ${shown(given)}`);
}

/** Hours. */
const [USUAL_GAP, LONGEST_GAP] = [1, 24];

function holdOf(fill: unknown, longestGap: number | undefined): { longestGap: number } | undefined {
  if (fill === undefined && longestGap === undefined) return undefined;
  if (fill !== "hold") throw new RangeError(`readPower: option "fill" must be hold, got ${shown(fill)}`);
  const hours = longestGap ?? USUAL_GAP;
  if (hours > 0 && hours <= LONGEST_GAP) return { longestGap: hours * HOUR };
  const expected = `hours above 0, up to ${LONGEST_GAP}`;
  throw new RangeError(`readPower: option "longestGap" must be ${expected}, got ${shown(longestGap)}`);
}

/** Rows at any time are those of a history. */
function nameHold(cause: unknown): never {
  if (!(cause instanceof UnequalStepsError)) throw cause;
  throw new WeatherError(`${cause.message}; if each value holds until the next, pass fill "hold"`);
}

/** Hours in which the power of a day falls again. */
const EVENING = 18;
/** Fewer rows may rise by chance. */
const FEW = 12;

/** The energies between the readings of a counter; anything else as it is. */
function differenced(
  { name, values, start, interval, notices, unit: stated }: OneColumn,
  asked: string | undefined,
  isLabelled: boolean,
  file: string | undefined,
): Pick<OneColumn, "start" | "values" | "notices"> & { readonly isCounter: boolean } {
  const known = values.filter((value) => !Number.isNaN(value));
  const isShort = values.length * interval < EVENING * HOUR_SECONDS;
  const isPower = asked === undefined ? isShort && (stated ?? "") in POWERS : asked in POWERS;
  if (isPower || known.length < FEW || !countsUpAnew(known)) return { start, values, notices, isCounter: false };
  if (isShort)
    throw new WeatherError(`"${name}" never falls: of a counter, or of a morning? Give a whole day and more`, { file });
  const { energy, resets, jumps, unseen } = counted(values);
  const times = (count: number) => (count === 1 ? "once" : `${count} times`);
  const message = [
    `"${name}" counts up${resets > 0 ? ` and begins anew ${times(resets)}` : ""}: the differences of its readings are taken`,
    ...(jumps > 0 ? [`it jumps ${times(jumps)}, as a counter that is replaced: left out`] : []),
    ...(unseen > 0 ? [`${Number(unseen.toPrecision(3))} of its units came in gaps, at unknown times: left out`] : []),
  ].join("; ");
  // A reading is that of its time: what came before it is the interval that ends there.
  const isAssumed = !isLabelled && notices.some(({ code }) => code === "label-assumed");
  return {
    start: isAssumed ? start - interval * 1000 : start,
    values: energy,
    notices: [{ code: "counter", message }, ...notices.filter(({ code }) => code !== "label-assumed")],
    isCounter: true,
  };
}

/** The unit that the column states, if a system of its size can give as much; else the one with which it can. */
function unitOf(
  { name, unit: stated, values, interval }: OneColumn,
  isCounter: boolean,
  kwp: number | undefined,
  notices: Notice[],
  file: string | undefined,
): string {
  const most = values.reduce((high, value) => (value > high ? value : high), 0);
  const [units, hours] =
    isCounter || (stated !== undefined && stated in ENERGIES) ? [ENERGIES, interval / HOUR_SECONDS] : [POWERS, 1];
  const shareIn = (unit: string) => most / units[unit]! / hours / (kwp ?? Number.NaN);
  const fitting = Object.keys(units).find((unit) => shareIn(unit) > 0.05 && shareIn(unit) < 1.5);
  const size = `its largest value is ${Number(most.toPrecision(6))}`;
  if (stated !== undefined && stated in units) {
    const share = shareIn(stated);
    if (fitting === undefined || !(share < IDLE || share > IMPOSSIBLE)) return stated;
    throw new WeatherError(
      `"${name}" states ${WRITTEN[stated] ?? stated}, but ${size}, ${Number((100 * share).toPrecision(2))} % of the peak power: ` +
        `pass unit, such as "${WRITTEN[fitting]}"`,
      { file },
    );
  }
  if (stated !== undefined)
    throw new WeatherError(`"${name}" states ${WRITTEN[stated] ?? stated}, but counts up: pass unit, such as "kWh"`, {
      file,
    });
  const usual = isCounter ? "kWh" : "kW";
  if (fitting === undefined)
    throw new WeatherError(`"${name}" states no unit, and ${size}: pass unit, such as "${usual}"`, { file });
  const unit = WRITTEN[fitting]!;
  notices.push({ code: "units", message: `"${name}" states no unit: read as ${unit}, because ${size}` });
  return fitting;
}

/** Shares of the peak power that no plant stays below or exceeds, but one whose unit is wrong by a thousand. */
const IDLE = 0.005;
const IMPOSSIBLE = 20;

function refuseChange(
  values: Float64Array,
  { name, interval }: OneColumn,
  start: number,
  file: string | undefined,
): void {
  const change = unitChange(values, interval);
  if (change === undefined) return;
  const at = new Date(start + change.row * interval * 1000).toISOString().slice(0, 10);
  throw new WeatherError(
    `the unit of "${name}" changes: from ${at} on its numbers are a thousand times ${change.isLarger ? "larger" : "smaller"}; ` +
      "give each part as a file of its own, with its unit",
    { file },
  );
}

/** Lower than this share of the one before, a reading is that of a counter that began anew; above, one that was corrected. */
const ANEW = 0.9;
/** Beyond so many times the 99 % quantile of its steps, a counter jumped. */
const JUMP = 3;

export interface Counted {
  /** In the counter's unit; NaN: unknown. */
  readonly energy: Float64Array;
  /** How often it began anew at 0, and how often it jumped, as one that was replaced does. */
  readonly resets: number;
  readonly jumps: number;
  /** Energy that came while readings were missing, at unknown times. */
  readonly unseen: number;
}

/** @param values readings at the end of each interval; NaN: missing */
export function counted(values: Float64Array): Counted {
  const most = JUMP * usualStep(values);
  const energy = new Float64Array(values.length).fill(Number.NaN);
  let [resets, jumps, unseen] = [0, 0, 0];
  let [high, seen] = [Number.NaN, -1];
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    const isAnew = value < ANEW * high;
    const step = isAnew ? value : Math.max(0, value - high);
    const isNext = row === seen + 1;
    // What came in a gap may be as much as that many steps.
    if (step > most * (row - seen)) jumps++;
    else {
      if (isAnew) resets++;
      if (isNext) energy[row] = step;
      else if (seen >= 0) unseen += step;
    }
    high = isAnew || !(value < high) ? value : high;
    seen = row;
  }
  return { energy, resets, jumps, unseen };
}

/** By row: readings that are all further apart have steps, too. */
function usualStep(values: Float64Array): number {
  const steps: number[] = [];
  let seen = -1;
  values.forEach((value, row) => {
    if (Number.isNaN(value)) return;
    const step = seen < 0 ? 0 : (value - values[seen]!) / (row - seen);
    if (step > 0) steps.push(step);
    seen = row;
  });
  steps.sort((a, b) => a - b);
  return steps[Math.floor(0.99 * (steps.length - 1))] ?? 0;
}

/** Days that each unit needs. */
const FEWEST_DAYS = 3;
/** Units are a thousand apart; that of all days and of three may look so much less or more, by the weather. */
const OF_ALL = 3.3;
const OF_FEW = 10;
/** What a power is in the night, of its largest; how much of the time that is. A plant that is off has no night and no day. */
const OFF = 0.1;
const NIGHT = 0.25;

/** The first row of the later unit, and whether its numbers are the larger ones; undefined: there is one unit. */
function unitChange(
  values: Float64Array,
  interval: number,
): { readonly row: number; readonly isLarger: boolean } | undefined {
  const perDay = Math.round(86_400 / interval);
  const days = Array.from({ length: Math.floor(values.length / perDay) }, (_, day) => ({
    row: day * perDay,
    most: largest(values.subarray(day * perDay, (day + 1) * perDay)),
  })).filter(({ most }) => most > 0);
  const most = days.map((day) => day.most);
  const isThousand = (ratio: number, within: number) => {
    const size = Math.max(ratio, 1 / ratio) / 1000;
    return size < within && size > 1 / within;
  };
  for (let k = FEWEST_DAYS; k <= days.length - FEWEST_DAYS; k++) {
    const [before, after] = [middle(most.slice(0, k)), middle(most.slice(k))];
    const near = middle(most.slice(k, k + FEWEST_DAYS)) / middle(most.slice(k - FEWEST_DAYS, k));
    const isEdge = isThousand(most[k]! / most[k - 1]!, OF_FEW) && isThousand(near, OF_FEW);
    if (!isEdge || !isThousand(after / before, OF_ALL)) continue;
    const { row } = days[k]!;
    if ([values.subarray(0, row), values.subarray(row)].every(hasNights)) return { row, isLarger: after > before };
  }
  return undefined;
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1]!;
}

function largest(values: Float64Array): number {
  return values.reduce((most, value) => (value > most ? value : most), 0);
}

function hasNights(values: Float64Array): boolean {
  const known = values.filter((value) => !Number.isNaN(value));
  const most = largest(known);
  return known.filter((value) => value <= OFF * most).length >= NIGHT * known.length;
}
