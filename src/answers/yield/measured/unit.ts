/** The unit of measured power: as it is stated, by its size, and where it changes. */
import type { Notice } from "../../../data/contract/observation/types.js";
import type { OneColumn } from "../../../data/weather/readers/one-column.js";
import { WeatherError } from "../../../data/weather/series.js";
import { HOUR_SECONDS } from "../../../foundation/time/calendar.js";

/** Of a kW, and of a kWh of an interval. */
export const POWERS: { readonly [unit: string]: number } = { w: 1000, kw: 1, mw: 0.001, "wh/h": 1000, "kwh/h": 1 };
export const ENERGIES: { readonly [unit: string]: number } = { wh: 1000, kwh: 1, mwh: 0.001 };
export const WRITTEN: { readonly [unit: string]: string } = {
  w: "W",
  kw: "kW",
  mw: "MW",
  wh: "Wh",
  kwh: "kWh",
  mwh: "MWh",
};

/** The unit that the column states, if a system of its size can give as much; else the one with which it can. */
export function unitOf(
  { name, unit: stated, values, interval, isHeld }: OneColumn,
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
  const likely = Object.keys(units)[most / hours > ROOF ? 0 : 1]!;
  // Home Assistant's histories name no unit, and are those of homes.
  const unit = fitting ?? (isHeld ? likely : undefined);
  if (unit === undefined)
    throw new WeatherError(`"${name}" states no unit, and ${size}: pass unit, such as "${WRITTEN[likely]}"`, { file });
  notices.push({ code: "units", message: `"${name}" states no unit: read as ${WRITTEN[unit]}, because ${size}` });
  return unit;
}

/** kW: a number that is larger is none of a roof, but W, or Wh in an hour. */
const ROOF = 100;

/** Shares of the peak power that no plant stays below or exceeds, but one whose unit is wrong by a thousand. */
const IDLE = 0.005;
const IMPOSSIBLE = 20;

export function refuseChange(
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
