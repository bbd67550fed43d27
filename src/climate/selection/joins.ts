/**
 * Where months of different years meet, temperature and the other states step. There the two years' own records are
 * cross-faded, so that the step is gone and the course of the day stays; irradiance is never touched.
 *
 * Sources: ±6 h as in Wilcox & Marion (2008), NREL/TP-581-43156, appendix A, and ±8 h as in ISO 15927-4. The manuals fit
 * curves through the stretch; a cross-fade, w = (i + ½)/2h, needs none.
 */
import { MAGNUS, rhFromTdewRows } from "../../models/atmosphere/humidity.js";
import { HOUR } from "../../time/calendar.js";
import type { WeatherColumn } from "../../weather/series.js";
import type { Join } from "./audit.js";
import { isIrradiance } from "./measured.js";
import type { LocalRecord, MonthSpan } from "./record.js";

export type YearColumns = { readonly [name in WeatherColumn]?: Float64Array };

/**
 * Cross-fades the year's columns in place.
 *
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
  for (let i = 1; i < steps; i++) {
    column[wrapped(row - half - 1 + i, column.length)] = from + ((to - from) * i) / steps;
  }
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
