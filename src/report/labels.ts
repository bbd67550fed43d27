/** Labels of pictures: places, dates, units. */
import { edgeAt } from "../contract/observation/intervals.js";
import { PARAMETERS, type ParameterName } from "../contract/observation/parameters.js";
import type { ObservationColumns } from "../contract/observation/types.js";
import { DAY, SECOND, SHORT_MONTH_NAMES } from "../time/calendar.js";
import { formatTime } from "../time/iso-time.js";
import { LocalClock } from "../time/zone.js";
import { clockName, clockOf } from "./clock.js";
import { label } from "./scene/scale.js";

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
  const first = dateOf(clock.at(edgeAt(columns, 0) + half));
  const last = dateOf(clock.at(edgeAt(columns, count) - half));
  return first === last ? first : `${first} to ${last}`;
}

/** Date of a local time. */
export function dateOf(local: number): string {
  return formatTime(Math.floor(local / DAY) * DAY).slice(0, 10);
}
