/** Power that a meter, an inverter or a portal has recorded, from a table. */
import type { Notice } from "../../contract/observation/types.js";
import { shown } from "../../text/shown.js";
import { HOUR_SECONDS } from "../../time/calendar.js";
import { WeatherError } from "../../weather/errors.js";
import { type OneColumnOptions, readOneColumn, type WantedColumn } from "../../weather/readers/one-column.js";
import type { WeatherInput } from "../../weather/readers/text.js";

/** Mean AC power of equal intervals. @experimental */
export interface MeasuredPower {
  /** Unix ms at the beginning of the first interval. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  /** kW; NaN: missing. */
  readonly power: Float64Array;
}

/** Of a kW, and of a kWh of an interval. */
const POWERS: { readonly [unit: string]: number } = { w: 1000, kw: 1, mw: 0.001 };
const ENERGIES: { readonly [unit: string]: number } = { wh: 1000, kwh: 1, mwh: 0.001 };

const AC_POWER: WantedColumn = {
  quantity: "AC power",
  patterns: [
    /\b(?:ac power|power ac|p ?ac|ac leistung|ac output|ac energy|energy ac|e ?ac)\b/,
    /\b(?:active power|wirkleistung|feed ?in|einspeisung|grid power|export(?:ed)? power)\b/,
    /\b(?:power|leistung|puissance|potencia|potenza|pv)\b/,
    /\b(?:energy|energie|production|produktion|ertrag|generation|yield|kwh|wh)\b/,
  ],
  not: /\b(?:dc|reactive|apparent|factor|limit|setpoint|set point|max|min|std|import|bezug|total)\b|\b(?:consum|verbrauch|cumul)/,
  units: [...Object.keys(POWERS), ...Object.keys(ENERGIES)],
};

/** @experimental */
export interface ReadPowerOptions extends OneColumnOptions {
  /** Unit of the column: "W", "kW", "MW", or "Wh", "kWh", "MWh" of each interval. Default: what its name states. */
  readonly unit?: string | undefined;
  /** Peak power of the system, kW: of a column that states no unit, its size tells W from kW. */
  readonly kwp?: number | undefined;
}

/**
 * Reads measured power: any table with times and a column of power (W, kW, MW) or of energy per interval (Wh, kWh, MWh).
 *
 * @param source text, bytes, or a stream
 * @returns kW in equal intervals, NaN where there is none, and what was taken for granted
 * @throws WeatherError for a table without such a column, naming file and line; RangeError for a unit
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
  { unit: given, kwp, ...options }: ReadPowerOptions = {},
): Promise<{ measured: MeasuredPower; notices: readonly Notice[] }> {
  const found = await readOneColumn(source, AC_POWER, options);
  const { start, interval, values, name } = found;
  const notices: Notice[] = [];
  const unit = given === undefined ? (found.unit ?? unitBySize(values, kwp, name, notices)) : checkedUnit(given);
  const energy = ENERGIES[unit];
  if (energy !== undefined) refuseMeter(values, name, options.file);
  const what = energy === undefined ? "AC power" : "AC energy of each interval";
  notices.unshift({ code: "power", message: `"${name}" is read as ${what}` }, ...found.notices);
  const divisor = energy === undefined ? POWERS[unit]! : (energy * interval) / HOUR_SECONDS;
  return { measured: { start, interval, power: values.map((value) => value / divisor) }, notices };
}

function checkedUnit(given: string): string {
  const unit = String(given).toLowerCase();
  if (AC_POWER.units.includes(unit)) return unit;
  throw new RangeError(`readPower: option "unit" must be one of W, kW, MW, Wh, kWh, MWh, got ${shown(given)}`);
}

/** The most that a system of its size gives is near its peak power: W and kW are a thousand apart. */
function unitBySize(values: Float64Array, kwp: number | undefined, name: string, notices: Notice[]): string {
  const most = values.reduce((high, value) => (value > high ? value : high), 0);
  const fitting = Object.entries(POWERS).find(([, divisor]) => {
    const share = most / divisor / (kwp ?? Number.NaN);
    return share > 0.05 && share < 1.5;
  });
  if (fitting === undefined) {
    throw new WeatherError(`"${name}" states no unit, and its largest value is ${most}: pass unit, such as "kW"`);
  }
  const unit = { w: "W", kw: "kW", mw: "MW" }[fitting[0]]!;
  notices.push({
    code: "units",
    message: `"${name}" states no unit: read as ${unit}, because its largest value is ${most}`,
  });
  return fitting[0];
}

/** Differences of fewer rows than this may rise by chance. */
const FEW = 12;

function refuseMeter(values: Float64Array, name: string, file: string | undefined): void {
  const known = values.filter((value) => !Number.isNaN(value));
  const falls = known.some((value, k) => k > 0 && value < known[k - 1]!);
  if (falls || known.length < FEW || known[0] === known.at(-1)) return;
  throw new WeatherError(
    `"${name}" never falls, as a meter that counts up: replace each value by its difference from the one before`,
    { file },
  );
}
