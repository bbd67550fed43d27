/** Power that a meter, an inverter or a portal has recorded, from a table. */
import type { Notice } from "../../../data/contract/observation/types.js";
import type { Examination } from "../../../data/weather/believe/types.js";
import type { Label } from "../../../data/weather/readers/format.js";
import { type OneColumnOptions, readOneColumn, type WantedColumn } from "../../../data/weather/readers/one-column.js";
import type { WeatherInput } from "../../../data/weather/readers/text.js";
import { UnequalStepsError, WeatherError, type WeatherPlace } from "../../../data/weather/series.js";
import { shown } from "../../../foundation/text/shown.js";
import { HOUR, HOUR_SECONDS } from "../../../foundation/time/calendar.js";
import { cureOfClock, lookAtClock } from "./clock.js";
import { differenced } from "./counter.js";
import { withoutImpossible } from "./impossible.js";
import { ENERGIES, POWERS, refuseChange, unitOf, WRITTEN } from "./unit.js";

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

const AC_POWER: WantedColumn = {
  quantity: "AC power",
  patterns: [
    /\b(?:ac power|power ac|p ?ac|ac leistung|ac output|ac energy|energy ac|e ?ac|ac [km]?w)\b/,
    /\b(?:active power|wirkleistung|feed ?in|einspeisung|grid power|export(?:ed)? power)\b/,
    /\b(?:power|leistung|puissance|pot[eê]ncia|potenza|vermogen|moc|effekt|výkon|pv)\b/,
    /\bsolar\b/,
    /\b(?:energy|energie|énergie|energía|energia|production|produktion|producción|produzione|productie|produção|produksjon|produkcja|výroba|generation|yield)\b|erzeugung|ertrag|opbrengst/,
    /\bk?wh\b/,
    // What says nothing, as in exports of one sensor: the mean before the counter, both before the last state.
    /^(?:mean|average)$/,
    /^sum$/,
    /^(?:state|value|wert|messwert|valeur|valor|waarde|column \d+)$/,
  ],
  not: /\b(?:dc|lag|fund|apparent|factor|limit|setpoint|set point|max|min|std|import|bezug)\b|\b(?:react|consum|verbrauch|irrad|radia|azimu|elev|zenith|temp)|strahl/,
  later: /\btotal\b|\b(?:cumul|lifetime|gesamt|zähler)/,
  units: [...Object.keys(POWERS), ...Object.keys(ENERGIES)],
  rates: Object.keys(POWERS),
  inCells: [POWERS, ENERGIES],
  example: '"time,ac_power_kw" "2024-06-21T12:00Z,3.12" "2024-06-21T13:00Z,2.98"',
  // A meter behind a house takes.
  isSigned: true,
};

/** What a house takes: of the house's own meter, or of the grid's where there is no system yet. */
const LOAD: WantedColumn = {
  ...AC_POWER,
  quantity: "load",
  patterns: [
    /\b(?:load|demand|consumption|consumed|usage|house|home|last|verbrauch|haushalt|bezug|import(?:ed)?|consommation|consumo|verbruik|zużycie|förbrukning|forbruk|spotřeba)\b/,
    /\b(?:from grid|grid import|general consumption|gc)\b/,
    /\b(?:power|leistung|puissance|potencia|potenza|energy|energie|énergie|energía)\b/,
    /\bk?wh?\b/,
    /^(?:mean|average|sum|state|value|wert|messwert|valeur|valor|waarde|column \d+)$/,
  ],
  not: /\b(?:pv|solar|dc|export(?:ed)?|feed ?in|einspeisung|battery|batterie|react|apparent|factor|limit|max|min|std|irrad|radia|temp)/,
  example: '"time,load_kw" "2024-06-21T12:00Z,0.42" "2024-06-21T13:00Z,0.38"',
  isSigned: false,
};

export interface ReadPowerOptions extends OneColumnOptions {
  /** Whose power: a PV system's (default), or the load of a house, of which the sun says nothing: then without a place. */
  readonly of?: "system" | "load" | undefined;
  /** Unit of the column: "W", "kW", "MW", or "Wh", "kWh", "MWh" of each interval or of a counter. Default: what its name states. */
  readonly unit?: string | undefined;
  /** Peak power of the system, kW: of a column that states no unit, its size tells W from kW. */
  readonly kwp?: number | undefined;
  /** Where the system is: the sun there tells whether the times are right, as for weather. */
  readonly place?: WeatherPlace | undefined;
  /** With a place, false: only times that state no zone are looked at, which takes a fraction of the time. Default: true. */
  readonly examine?: boolean | undefined;
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
  /** As it was read: W, kW, MW, or Wh, kWh, MWh of an interval or a counter. */
  readonly unit: string;
  /** What the stamps were taken to mark, and hours by which they are ahead of UTC; undefined: not all by the same. */
  readonly label: Label;
  readonly timeOffset: number | undefined;
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
export async function readPower(source: WeatherInput, options: ReadPowerOptions = {}): Promise<PowerReading> {
  const { of = "system", ...rest } = options;
  if (of !== "system" && of !== "load")
    throw new RangeError(`readPower: option "of" must be system or load, got ${shown(of)}`);
  return of === "load" ? readMeter(source, LOAD, { ...rest, place: undefined }) : readMeter(source, AC_POWER, rest);
}

async function readMeter(
  source: WeatherInput,
  wanted: WantedColumn,
  { unit: given, kwp, place, examine = true, fill, longestGap, ...options }: Omit<ReadPowerOptions, "of">,
): Promise<PowerReading> {
  const hold = holdOf(fill, longestGap);
  if (hold !== undefined && options.label !== undefined)
    throw new RangeError('readPower: option "label" says nothing of a history, whose values hold from their times on');
  const label = hold === undefined ? options.label : "start";
  const asked = given === undefined ? undefined : checkedUnit(given);
  const holdOfHistory = options.label === undefined ? holdOf("hold", undefined) : undefined;
  const found = await readOneColumn(source, wanted, { ...options, label, hold, holdOfHistory, unit: asked }).catch(
    explained(place),
  );
  const { name, interval } = found;
  const { file } = options;
  const read = differenced(found, asked, label !== undefined || found.isHeld, file);
  const { start, notices, isCounter } = read;
  refuseChange(read.values, found, start, file);
  const { values, said } = withoutImpossible(read.values, start, interval);
  const unit = asked ?? unitOf({ ...found, values }, isCounter, kwp, said, file);
  const energy = ENERGIES[unit];
  const ofWhat = wanted === LOAD ? "load" : energy === undefined ? "AC power" : "AC energy";
  const what = energy === undefined || isCounter ? ofWhat : `${ofWhat} of each interval`;
  const divisor = energy === undefined ? POWERS[unit]! : (energy * interval) / HOUR_SECONDS;
  const isSpread = isCounter && found.isHeld;
  // Ten years of minutes are 42 MB: they are not copied.
  for (let row = 0; row < values.length; row++) values[row]! /= divisor;
  const measured = { start, interval, power: values, ...(isSpread && { isSpread }) };
  const taken = { ...found, notices, file };
  const means = { start, interval, values: measured.power };
  const look = place === undefined ? undefined : lookAtClock(means, place, { ...taken, examine });
  if (found.isHeld && hold === undefined) said.unshift({ code: "history", message: `"${name}" ${AS_HISTORY}` });
  const first = { code: "power", message: `"${name}" is read as ${what}` };
  const { label: mark, timeOffset } = found;
  return {
    ...{ measured, unit: WRITTEN[unit] ?? unit, timeOffset },
    // A reading of a counter is that of its time.
    label: start < found.start ? "end" : mark,
    notices: [first, ...said, ...(look?.notices ?? notices)],
    examination: look?.examination,
    clockCure: (late) => cureOfClock(late, taken),
  };
}

function checkedUnit(given: string): string {
  const unit = String(given).toLowerCase();
  if (AC_POWER.units.includes(unit)) return unit;
  throw new RangeError(`readPower: option "unit" must be one of W, kW, MW, Wh, kWh, MWh, got ${shown(given)}`);
}

/** Hours. */
const [USUAL_GAP, LONGEST_GAP] = [1, 24];

const AS_HISTORY = `is read as a history: each value holds until the next, for ${USUAL_GAP} hour at most`;

function holdOf(fill: unknown, longestGap: number | undefined): { longestGap: number } | undefined {
  if (fill === undefined && longestGap === undefined) return undefined;
  if (fill !== "hold") throw new RangeError(`readPower: option "fill" must be hold, got ${shown(fill)}`);
  const hours = longestGap ?? USUAL_GAP;
  if (hours > 0 && hours <= LONGEST_GAP) return { longestGap: hours * HOUR };
  const expected = `hours above 0, up to ${LONGEST_GAP}`;
  throw new RangeError(`readPower: option "longestGap" must be ${expected}, got ${shown(longestGap)}`);
}

/** Rows at any time are those of a history; the zone to ask for is that of the place. */
function explained(place: WeatherPlace | undefined): (cause: unknown) => never {
  return (cause) => {
    if (cause instanceof UnequalStepsError)
      throw new WeatherError(`${cause.message}; if each value holds until the next, pass fill "hold"`);
    throw cause instanceof WeatherError ? Object.assign(cause, { place: cause.place ?? place }) : cause;
  };
}
