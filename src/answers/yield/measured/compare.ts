/** Measured power beside the model: by month and by hour, and which rows count. */
import type { Notice } from "../../../data/contract/observation/types.js";
import type { Verdict } from "../../../data/weather/believe/types.js";
import { aligned, fixed } from "../../../foundation/text/number.js";
import { shown } from "../../../foundation/text/shown.js";
import { HOUR_SECONDS, SHORT_MONTH_NAMES } from "../../../foundation/time/calendar.js";
import { clockShift, nightShare } from "./clock.js";
import type { MeasuredPower } from "./read-power.js";
import { onOneGrid, ROW_REASONS, type RowReason, rowReasons } from "./rows.js";

/** What the model gives, such as columns of `yieldSeries`. */
export interface ModelledPower {
  /** Unix ms at the beginning of the first interval. */
  readonly start: number;
  /** Seconds. */
  readonly interval: number;
  /** Mean AC power of the intervals, W; NaN: missing. */
  readonly ac: Float64Array;
  /** Mean light on the planes, W/m², for performance ratios. */
  readonly light?: Float64Array | undefined;
}

export interface CompareOptions {
  /** Peak power of the system, kW. */
  readonly kwp: number;
  /** Hours ahead of UTC, for months and hours of the day. Default 0. */
  readonly timeZone?: number | undefined;
  /** kW below which power was held (curtailment). Default: found by its plateau; null: none. */
  readonly limit?: number | null | undefined;
}

/** Of the rows that are used. Energies in kWh, powers in kW. */
export interface ComparedSum {
  readonly rows: number;
  readonly measured: number;
  readonly modelled: number;
  /** Measured over modelled; null without modelled energy. */
  readonly ratio: number | null;
  /** E_AC/(P_STC·H_plane/1 kW/m²); null without light. */
  readonly measuredPerformanceRatio: number | null;
  readonly modelledPerformanceRatio: number | null;
  /** Of the model: its mean error, and the root of its mean square. */
  readonly bias: number;
  readonly rmse: number;
  /** Share of the variance of the measured power that the model explains; null where it does not vary. */
  readonly r2: number | null;
}

export interface LeftOut {
  readonly reason: Exclude<RowReason, "used">;
  readonly rows: number;
  /** kWh in these rows, NaN counted as 0. */
  readonly measured: number;
  readonly modelled: number;
}

export interface MeasuredComparison {
  /** Unix ms; seconds. */
  readonly start: number;
  readonly interval: number;
  readonly total: ComparedSum;
  readonly months: readonly (ComparedSum & { readonly year: number; readonly month: number })[];
  /** Hours of the day, 0…23, of those that have rows. */
  readonly hours: readonly (ComparedSum & { readonly hour: number })[];
  readonly leftOut: readonly LeftOut[];
  /** kW at which power was held. */
  readonly limit: number | undefined;
  /** Seconds by which the measured times are late beside the model's; 0: they agree. */
  readonly clockShift: number;
  /** "unusable": the times are late beyond doubt, by their clouds, day after day. */
  readonly clockVerdict: Verdict;
  /** kW by row; NaN: missing. */
  readonly columns: { readonly measured: Float64Array; readonly modelled: Float64Array };
  /** Place of each row's reason in `ROW_REASONS`: used, dark, missing, outage, frozen, curtailed. */
  readonly reasons: Uint8Array;
  readonly notices: readonly Notice[];
}

/**
 * Holds measured power against modelled power on the coarser of their steps. Left out, each with its number of rows and
 * its energy: dark rows, missing ones, outages (or snow: no power for an hour where a tenth of the peak power was due),
 * values that stay the same to the last digit for an hour, and power held at a limit while the model gives 8 % more.
 * @throws RangeError for series that have no interval in common, TypeError for a peak power that is none
 * @experimental
 */
export function compareMeasured(
  modelled: ModelledPower,
  measured: MeasuredPower,
  { kwp, timeZone = 0, limit }: CompareOptions,
): MeasuredComparison {
  if (!(kwp > 0)) throw new TypeError(`compareMeasured: kwp must be a peak power in kW, got ${shown(kwp)}`);
  const { start: first, interval: length } = modelled;
  const light = modelled.light ?? new Float64Array(modelled.ac.length).fill(Number.NaN);
  const grid = onOneGrid([
    { start: measured.start, interval: measured.interval, values: measured.power },
    { start: first, interval: length, values: modelled.ac.map((power) => power / 1000) },
    { start: first, interval: length, values: light },
  ]);
  const [found, expected, plane] = grid.columns as [Float64Array, Float64Array, Float64Array];
  if (found.length === 0) throw new RangeError(`compareMeasured: ${apart(modelled, measured)}`);
  const { start, interval } = grid;
  const { reasons, limit: held } = rowReasons(found, expected, interval, kwp, limit, measured.isSpread);
  const sum = (rows: readonly number[]) => sumOf(rows, { found, expected, plane }, interval, kwp);
  const used = [...found.keys()].filter((k) => reasons[k] === 0);
  const dates = new Map(used.map((k) => [k, new Date(start + (k + 0.5) * interval * 1000 + timeZone * 3_600_000)]));
  const rows = { measured: found, modelled: expected, reasons, interval };
  const night = { given: nightShare(rows, kwp), taken: nightShare(rows, kwp, -1) };
  // What a battery gives in the dark, or a house takes, is no late sun.
  const byDay =
    night.given > 0 || night.taken > 0 ? reasons.map((reason) => (reason === DARK ? MISSING : reason)) : reasons;
  const { shift, isSure } = clockShift({ ...rows, reasons: byDay });
  const clockVerdict: Verdict = shift === 0 ? "fine" : isSure ? "unusable" : "look";
  const result = {
    ...{ start, interval, total: sum(used), limit: held, clockShift: shift, clockVerdict },
    months: grouped(used, (k) => dates.get(k)!.toISOString().slice(0, 7)).map(([key, rows]) => ({
      ...{ year: Number(key.slice(0, 4)), month: Number(key.slice(5)) },
      ...sum(rows),
    })),
    hours: grouped(used, (k) => String(dates.get(k)!.getUTCHours()).padStart(2, "0")).map(([hour, rows]) => ({
      ...{ hour: Number(hour), ...sum(rows) },
    })),
    leftOut: leftOut(reasons, found, expected, interval),
  };
  const columns = { measured: found, modelled: expected };
  return { ...result, columns, reasons, notices: noticesOf(result, night) };
}

function apart(modelled: ModelledPower, { start, interval, power }: MeasuredPower): string {
  const day = (ms: number) => new Date(ms).toISOString().slice(0, 16);
  const span = (from: number, rows: number, step: number) => `${day(from)}Z to ${day(from + rows * step * 1000)}Z`;
  const own = span(start, power.length, interval);
  return `measured power (${own}) and weather (${span(modelled.start, modelled.ac.length, modelled.interval)}) have no interval in common`;
}

function grouped(rows: readonly number[], keyOf: (row: number) => string): [string, number[]][] {
  const groups = new Map<string, number[]>();
  for (const row of rows) {
    const key = keyOf(row);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [row]);
    else group.push(row);
  }
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}

interface Columns {
  readonly found: Float64Array;
  readonly expected: Float64Array;
  readonly plane: Float64Array;
}

function sumOf(
  rows: readonly number[],
  { found, expected, plane }: Columns,
  interval: number,
  kwp: number,
): ComparedSum {
  const hours = interval / HOUR_SECONDS;
  let [measured, modelled, light, squares, all] = [0, 0, 0, 0, 0];
  for (const k of rows) {
    measured += found[k]!;
    modelled += expected[k]!;
    light += plane[k]!;
    const error = expected[k]! - found[k]!;
    squares += error * error;
    all += found[k]! * found[k]!;
  }
  const variance = all - (measured * measured) / rows.length;
  const ratioTo = (energy: number) => (light > 0 ? energy / ((kwp * light) / 1000) : null);
  return {
    ...{ rows: rows.length, measured: measured * hours, modelled: modelled * hours },
    ratio: modelled > 0 ? measured / modelled : null,
    measuredPerformanceRatio: ratioTo(measured),
    modelledPerformanceRatio: ratioTo(modelled),
    bias: rows.length === 0 ? 0 : (modelled - measured) / rows.length,
    rmse: rows.length === 0 ? 0 : Math.sqrt(squares / rows.length),
    r2: variance > 0 ? 1 - squares / variance : null,
  };
}

function leftOut(reasons: Uint8Array, found: Float64Array, expected: Float64Array, interval: number): LeftOut[] {
  const hours = interval / HOUR_SECONDS;
  return ROW_REASONS.flatMap((reason, code) => {
    if (reason === "used") return [];
    let [rows, measured, modelled] = [0, 0, 0];
    for (let k = 0; k < reasons.length; k++) {
      if (reasons[k] !== code) continue;
      rows++;
      measured += hours * (found[k]! || 0);
      modelled += hours * (expected[k]! || 0);
    }
    return rows === 0 ? [] : [{ reason, rows, measured, modelled }];
  });
}

const [DARK, MISSING] = [ROW_REASONS.indexOf("dark"), ROW_REASONS.indexOf("missing")];

/** No plant and no model err so much; units do. */
const UNLIKELY_RATIO = 0.3;

function noticesOf(
  {
    total,
    clockShift: shift,
    limit,
    leftOut: left,
  }: Pick<MeasuredComparison, "total" | "clockShift" | "limit" | "leftOut">,
  night: { readonly given: number; readonly taken: number },
): Notice[] {
  const notices: Notice[] = [];
  if (total.rows === 0) notices.push({ code: "rows", message: "no row of measured power can be used" });
  const { ratio } = total;
  if (ratio !== null && (ratio < UNLIKELY_RATIO || ratio > 1 / UNLIKELY_RATIO)) {
    const message = `measured is ${Number(ratio.toPrecision(2))} of modelled energy: are the unit and the system right?`;
    notices.push({ code: "doubtful", message });
  }
  if (shift !== 0) {
    const message = `measured power fits best if its times are taken ${Math.abs(shift) / 60} minutes ${shift > 0 ? "earlier" : "later"}: are zone, label and planes right?`;
    notices.push({ code: "clock", message });
  }
  if (night.given > 0) {
    const message =
      `${Math.round(100 * night.given)} % of the measured energy comes in the dark, at whatever hour the clock is set: a meter that gives power ` +
      "at night is not of PV alone (a battery, or the house): by day it may err as much";
    notices.push({ code: "night", message });
  }
  if (night.taken > 0) {
    const message =
      `power is negative in the dark, ${Math.round(100 * night.taken)} % of the measured energy: net of consumption? A meter behind the house ` +
      "takes as much from the power by day";
    notices.push({ code: "night", message });
  }
  const outage = left.find(({ reason }) => reason === "outage");
  if (outage !== undefined) {
    const message = `no power in ${outage.rows} rows where ${outage.modelled.toFixed(1)} kWh were due: an outage, or snow; they are left out`;
    notices.push({ code: "outage", message });
  }
  if (left.some(({ reason }) => reason === "curtailed")) {
    const message = `power was held at ${limit?.toPrecision(3)} kW while the model gives more: these rows are left out`;
    notices.push({ code: "curtailed", message });
  }
  return notices;
}

const HEAD = [
  ["", "measured", "modelled", "ratio", "PR meas.", "PR model", "bias", "RMSE", "R²", "rows"],
  ["", "kWh", "kWh", "", "", "", "kW", "kW", "", ""],
];

const REASONS: { readonly [reason in LeftOut["reason"]]: string } = {
  dark: "dark",
  missing: "missing",
  outage: "outage or snow",
  frozen: "the same to the last digit",
  curtailed: "held at a limit",
};

/** Months and their sum, hours of the day, and the rows that were left out. */
export function measuredText({ total, months, hours, leftOut }: MeasuredComparison): string {
  const digits = total.modelled < 100 ? 2 : total.modelled < 10_000 ? 1 : 0;
  const years = new Set(months.map(({ year }) => year));
  const nameOf = (year: number, month: number) => `${SHORT_MONTH_NAMES[month - 1]}${years.size > 1 ? ` ${year}` : ""}`;
  const byMonth = months.map(({ year, month, ...sum }) => [nameOf(year, month), ...cells(sum, digits)]);
  const byHour = hours.map(({ hour, ...sum }) => [`${String(hour).padStart(2, "0")} h`, ...cells(sum, digits)]);
  const left = leftOut.map(({ reason, rows, measured, modelled }) => [
    REASONS[reason],
    String(rows),
    fixed(measured, digits),
    fixed(modelled, digits),
  ]);
  return [
    ...aligned([...HEAD, ...byMonth, ["all", ...cells(total, digits)]]),
    "",
    ...aligned([...HEAD, ...byHour]),
    ...(left.length === 0 ? [] : ["", ...aligned([["left out", "rows", "measured, kWh", "modelled, kWh"], ...left])]),
    "",
  ].join("\n");
}

function cells(sum: ComparedSum, digits: number): string[] {
  const share = (value: number | null) => (value === null ? "–" : fixed(value, 3));
  return [
    fixed(sum.measured, digits),
    fixed(sum.modelled, digits),
    ...[sum.ratio, sum.measuredPerformanceRatio, sum.modelledPerformanceRatio].map(share),
    sum.bias.toPrecision(2),
    sum.rmse.toPrecision(2),
    share(sum.r2),
    String(sum.rows),
  ];
}
