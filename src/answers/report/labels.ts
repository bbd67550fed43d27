/** What tables and pictures of columns share: checks of their arguments, labels, and days by the clock of the columns. */
import { assertCurrent, startOf } from "../../data/contract/observation/columns.js";
import { PARAMETERS, type ParameterName } from "../../data/contract/observation/parameters.js";
import { zoneOf } from "../../data/contract/observation/period.js";
import type { ObservationColumns } from "../../data/contract/observation/types.js";
import { shown } from "../../foundation/text/shown.js";
import { DAY, SECOND, SHORT_MONTH_NAMES } from "../../foundation/time/calendar.js";
import { formatTime } from "../../foundation/time/iso-time.js";
import { firstMoment, fixedZone, LocalClock, type Zone } from "../../foundation/time/zone.js";
import { label } from "./scene/axes.js";

/** Unit of a value, and of its sum over time if there is one: W/m² becomes kWh/m². */
export function unitsOf(parameter: ParameterName): { unit: string; sum: string | null } {
  const { name } = PARAMETERS[parameter].unit;
  if (name === "W/m**2") return { unit: "W/m²", sum: "kWh/m²" };
  if (name === "W/kWp") return { unit: name, sum: "kWh/kWp" };
  return { unit: name, sum: null };
}

/** Power has the name of its parameter: "PV production" alone would be taken for the yield of a whole system. */
export function descriptionOf(parameter: ParameterName): string {
  if (unitsOf(parameter).unit === "W/kWp") return `${parameter}, power per kWp installed`;
  return PARAMETERS[parameter].description.replace(/\.$/, "");
}

export function placeLabel(latitude: number, longitude: number): string {
  const degrees = (value: number) => label(Math.round(Math.abs(value) * 1e4) / 1e4);
  return `${degrees(latitude)}° ${latitude < 0 ? "S" : "N"}, ${degrees(longitude)}° ${longitude < 0 ? "W" : "E"}`;
}

/** `UTC+05:45`, `UTC−5`. */
export function zoneLabel(timeZone: number): string {
  const minutes = Math.round(Math.abs(timeZone) * 60);
  const [hour, minute] = [Math.floor(minutes / 60), minutes % 60];
  if (minutes === 0) return "UTC";
  const sign = timeZone < 0 ? "−" : "+";
  return minute === 0 ? `UTC${sign}${hour}` : `UTC${sign}${twoDigits(hour)}:${twoDigits(minute)}`;
}

export function twoDigits(value: number): string {
  return String(value).padStart(2, "0");
}

/** `YYYY-MM-DD` as `21 Jun`. */
export function dayLabel(date: string): string {
  return `${Number(date.slice(8))} ${SHORT_MONTH_NAMES[Number(date.slice(5, 7)) - 1]}`;
}

/** Place, first and last day of the columns, and the clock that they are of. */
export function subtitleOf(columns: ObservationColumns, period = periodOf(columns)): string {
  const { lat, lon, time_zone: hours } = columns.meta;
  const clock = columns.zone ?? `${clockName(columns)} (${zoneLabel(hours)})`;
  return `${placeLabel(lat, lon)} · ${period} · ${clock}`;
}

function periodOf(columns: ObservationColumns): string {
  const clock = new LocalClock(clockOf(columns));
  const { count } = columns;
  // An interval belongs to the day of its centre; days, months and years begin and end with days.
  const half = columns.edges === undefined ? (columns.interval * SECOND) / 2 : 1;
  const first = dateOf(clock.at(startOf(columns, 0) + half));
  const last = dateOf(clock.at(startOf(columns, count) - half));
  return first === last ? first : `${first} to ${last}`;
}

/** Date of a local time. */
export function dateOf(local: number): string {
  return formatTime(Math.floor(local / DAY) * DAY).slice(0, 10);
}

export function clockOf({ zone, meta }: ObservationColumns): Zone {
  return zoneOf(zone) ?? fixedZone(meta.time_zone);
}

/** Of an axis. */
export function clockName({ zone }: ObservationColumns): string {
  return zone === undefined ? "local standard time" : `local time (${zone})`;
}

/** Beyond this, neighbours on an axis that differ by 1 would be the same number. */
const LARGEST = 1e15;

/** False for missing values, and for infinite and absurd ones, which no axis can show. */
export function isDrawable(value: number): boolean {
  return Math.abs(value) <= LARGEST;
}

/** @throws TypeError for anything other than computed columns */
export function checkColumns(owner: string, columns: ObservationColumns): void {
  if (columns?.values && columns.meta) return;
  throw new TypeError(`${owner}: columns must come from computeColumns, got ${shown(columns)}`);
}

/** @throws RangeError for days, months and years: tables and pictures are made from intervals */
function assertIntervals({ edges, meta }: ObservationColumns): void {
  if (edges === undefined) return;
  throw new RangeError(`columns must be of intervals, such as 1_hour, got frequency "${meta.frequency}"`);
}

/** @throws TypeError */
export function checkOptions(owner: string, options: unknown): void {
  if (typeof options === "object" && options !== null) return;
  throw new TypeError(`${owner}: options must be an object, got ${shown(options)}`);
}

/** A run of intervals [from, to) of one local day. */
export interface LocalDay {
  /** `YYYY-MM-DD`. */
  readonly date: string;
  readonly from: number;
  readonly to: number;
  /** False when the columns begin or end within the day. */
  readonly complete: boolean;
}

/** @throws RangeError for days, months and years; StaleColumnsError when the columns are views on a workspace that was used again */
export function* localDays(columns: ObservationColumns): Generator<LocalDay> {
  assertCurrent(columns);
  assertIntervals(columns);
  const { start, interval, count } = columns;
  const zone = clockOf(columns);
  const step = interval * 1000;
  const firstCentre = start + step / 2;
  let from = 0;
  while (from < count) {
    const centre = firstCentre + from * step;
    const midnight = Math.floor((centre + zone.spanAt(centre).offset) / DAY) * DAY;
    const end = firstMoment(zone, midnight + DAY);
    const to = Math.min(count, Math.ceil((end - firstCentre) / step));
    const begins = centre - step < firstMoment(zone, midnight);
    const ends = firstCentre + to * step >= end;
    yield { date: formatTime(midnight).slice(0, 10), from, to, complete: begins && ends };
    from = to;
  }
}
