/** The year itself: twelve months put in a row and labelled with a common year on the clock of the place. */
import type { Notice } from "../../../data/contract/observation/types.js";
import type { WeatherColumn, WeatherSeries } from "../../../data/weather/series.js";
import { HOUR, yearStart } from "../../../foundation/time/calendar.js";
import { MAGNUS, rhFromTdewRows } from "../../../physics/models/atmosphere/water.js";
import { TYPICAL_YEAR } from "../year.js";
import {
  type Join,
  type MonthAudit,
  type ProbableYearAudit,
  SELECTION_ALGORITHM,
  type TypicalYearAudit,
} from "./audit.js";
import type { SelectionRules } from "./options.js";
import type { Prepared } from "./prepare.js";
import { isIrradiance, type LocalRecord, type MeasuredColumns, type MonthSpan, rowTime } from "./record.js";

export interface AssembledYear {
  readonly series: WeatherSeries;
  readonly sourceTimes: Float64Array;
  readonly joins: readonly Join[];
  readonly missing: { readonly [name in WeatherColumn]?: number };
}

/** @param months the twelve months chosen, January first */
function assembleYear(
  record: LocalRecord,
  columns: MeasuredColumns,
  months: readonly MonthSpan[],
  joinHours: number,
): AssembledYear {
  const rows = months.reduce((total, { fromRow, toRow }) => total + toRow - fromRow, 0);
  const year: { [name in WeatherColumn]?: Float64Array } = {};
  for (const [name, column] of Object.entries(columns))
    year[name as WeatherColumn] = putTogether(rows, months, (row) => column[row] ?? Number.NaN);
  const joins = smoothJoins(record, months, columns, year, joinHours);
  const { sampling, place, interval } = record.weather;
  const series: WeatherSeries = {
    start: yearStart(TYPICAL_YEAR) - record.timeZone * HOUR + record.phase,
    interval,
    columns: year,
    ...(sampling === "instant" && { sampling }),
    ...(place && { place: { ...place, timeZone: record.timeZone } }),
  };
  const missing: { [name in WeatherColumn]?: number } = {};
  for (const [name, column] of Object.entries(year)) {
    const count = column.reduce((total, value) => total + (Number.isNaN(value) ? 1 : 0), 0);
    if (count > 0) missing[name as WeatherColumn] = count;
  }
  return { series, sourceTimes: putTogether(rows, months, (row) => rowTime(record, row)), joins, missing };
}

function putTogether(rows: number, months: readonly MonthSpan[], value: (row: number) => number): Float64Array {
  const column = new Float64Array(rows);
  let next = 0;
  for (const { fromRow, toRow } of months) {
    for (let row = fromRow; row < toRow; row++) column[next++] = value(row);
  }
  return column;
}

export function yearNotices({ joins, missing }: AssembledYear): Notice[] {
  const notices: Notice[] = [];
  const gaps = Object.entries(missing).map(([name, count]) => `${name} ${count}`);
  if (gaps.length > 0)
    notices.push({ code: "gaps", message: `rows of the year without a value, as in the record: ${gaps.join(", ")}` });
  for (const { month, straight, left } of joins) {
    const before = `the join before month ${month}`;
    if (straight.length > 0) {
      notices.push({
        code: "join",
        message: `${before} is a straight line for ${straight.join(", ")}: a record ends there`,
      });
    }
    if (left.length > 0)
      notices.push({ code: "join", message: `${before} is a step for ${left.join(", ")}: values are missing there` });
  }
  return notices;
}

/*
 * Where months of different years meet, temperature and the other states step. There the two years' own records are
 * cross-faded, so that the step is gone and the course of the day stays; irradiance is never touched.
 *
 * Sources: ±6 h as in Wilcox & Marion (2008), NREL/TP-581-43156, appendix A, and ±8 h as in ISO 15927-4. The manuals fit
 * curves through the stretch; a cross-fade, w = (i + ½)/2h, needs none.
 */

export type YearColumns = { readonly [name in WeatherColumn]?: Float64Array };

/**
 * Cross-fades the year's columns in place.
 * @param months the twelve months chosen, January first
 * @param source columns of the record
 * @param year columns of the year, made of those months
 */
export function smoothJoins(
  record: LocalRecord,
  months: readonly MonthSpan[],
  source: YearColumns,
  year: YearColumns,
  joinHours: number,
): Join[] {
  const half = Math.round((joinHours * HOUR) / record.step);
  const names = (Object.keys(year) as WeatherColumn[]).filter((name) => !isIrradiance(name));
  let row = 0;
  return months.flatMap((after, index): Join[] => {
    const place = row;
    row += after.toRow - after.fromRow;
    const before = months[(index + 11) % 12]!;
    if (half === 0 || before.toRow === after.fromRow) return [];
    const seam = { row: place, half, before: before.toRow, after: after.fromRow };
    const straight: WeatherColumn[] = [];
    const left: WeatherColumn[] = [];
    for (const name of names) {
      const column = year[name]!;
      if (crossFade(column, source[name]!, seam)) continue;
      (straightLine(column, seam) ? straight : left).push(name);
    }
    keepHumidityPossible(year, seam);
    return [{ month: after.month, from: before.year, to: after.year, straight, left }];
  });
}

interface Seam {
  /** The year's row that begins the new month. */
  readonly row: number;
  /** Rows on either side that are changed. */
  readonly half: number;
  /** Row of the record after the old month's last. */
  readonly before: number;
  /** Row of the record with which the new month begins. */
  readonly after: number;
}

function crossFade(column: Float64Array, source: Float64Array, { row, half, before, after }: Seam): boolean {
  const blended = new Float64Array(2 * half);
  for (let i = 0; i < blended.length; i++) {
    const weight = (i + 0.5) / blended.length;
    const old = source[before - half + i] ?? Number.NaN;
    const next = source[after - half + i] ?? Number.NaN;
    blended[i] = (1 - weight) * old + weight * next;
  }
  if (blended.some(Number.isNaN)) return false;
  for (let i = 0; i < blended.length; i++) column[wrapped(row - half + i, column.length)] = blended[i]!;
  return true;
}

/** Between the values on either side of the stretch. */
function straightLine(column: Float64Array, { row, half }: Seam): boolean {
  const from = column[wrapped(row - half - 1, column.length)]!;
  const to = column[wrapped(row + half, column.length)]!;
  if (Number.isNaN(from) || Number.isNaN(to)) return false;
  const steps = 2 * half + 1;
  for (let i = 1; i < steps; i++) column[wrapped(row - half - 1 + i, column.length)] = from + ((to - from) * i) / steps;
  return true;
}

/** Dew point no higher than the temperature, and the humidity that belongs to both. */
function keepHumidityPossible({ temperature, dew_point_temperature, relative_humidity }: YearColumns, seam: Seam) {
  if (!temperature || !dew_point_temperature) return;
  for (let i = -seam.half; i < seam.half; i++) {
    const row = wrapped(seam.row + i, temperature.length);
    if (dew_point_temperature[row]! > temperature[row]!) dew_point_temperature[row] = temperature[row]!;
    if (!relative_humidity || Number.isNaN(temperature[row]! + dew_point_temperature[row]!)) continue;
    rhFromTdewRows(row, row + 1, temperature, dew_point_temperature, MAGNUS[1], MAGNUS[2], relative_humidity);
  }
}

function wrapped(row: number, count: number): number {
  return (row + count) % count;
}

/** @experimental */
export interface TypicalYear {
  /**
   * 365 days in the record's own steps, labelled 2005 on the standard time of the place (its `start` is UTC). What is
   * missing in the record is missing here.
   */
  series: WeatherSeries;
  /**
   * Where each row comes from: the start of its interval (of an instant: its centre), Unix ms. Where measured irradiance
   * meets the sun, as in a decomposition, this is the time to compute the sun for: declination differs by up to 0.3°
   * between the years of one date.
   */
  sourceTimes: Float64Array;
  audit: TypicalYearAudit;
  notices: Notice[];
}

/** @param audits the twelve months, January first, with the year chosen for each */
export function finishYear(
  prepared: Prepared,
  rules: SelectionRules,
  audits: readonly MonthAudit[],
  probable: ProbableYearAudit | null,
): TypicalYear {
  const { record, measured, weights, months, wholeYears, dropped } = prepared;
  const chosen = months.map((spans, index) => spans.find(({ year }) => year === audits[index]!.year)!);
  const year = assembleYear(record, measured.columns, chosen, rules.joinHours);
  const years = months.flat().map((span) => span.year);
  return {
    series: year.series,
    sourceTimes: year.sourceTimes,
    audit: {
      algorithm: SELECTION_ALGORITHM,
      method: rules.method,
      plotting: rules.plotting,
      persistence: rules.persistence,
      joinHours: rules.joinHours,
      weights: weights && Object.fromEntries(weights),
      derived: measured.derived,
      record: { firstYear: Math.min(...years), lastYear: Math.max(...years), timeZone: record.timeZone },
      wholeYears,
      // Years that the record only touches say nothing.
      dropped: dropped.filter(({ reason }) => reason !== "outside the record"),
      months: audits,
      probable,
      joins: year.joins,
      missing: year.missing,
    },
    notices: [...prepared.notices, ...yearNotices(year)],
  };
}
