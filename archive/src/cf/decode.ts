/** What the CF conventions say of stored numbers: scale, offset, what is missing; and times counted from a date. */
import { DAY, HOUR, MINUTE } from "irradiance-engine/shared";
import { unusable } from "../bytes/failures.js";
import type { JsonObject } from "../json.js";
import type { ArrayDescription } from "./array.js";

/**
 * Puts NaN where a value is missing or not valid, and the value itself elsewhere: in place. CF 1.11, sections 2.5.1 and 8.1; what is
 * unsigned (`_Unsigned`) and what is valid (`valid_range`, `valid_min`, `valid_max`): NetCDF Users Guide, appendix A.
 */
export function decodeValues(values: Float64Array, array: ArrayDescription): void {
  correctSigns(values, array);
  const [least, most] = validOf(array);
  for (let k = 0; k < values.length; k++) if (values[k]! < least || values[k]! > most) values[k] = Number.NaN;
  decode(values, array, array.isFillMissing ? [array.fill] : []);
}

/**
 * The same of a coordinate. What stands for chunks never written is a number like any other there: latitude 0 is the equator. And
 * limits of what is valid are left alone: longitudes of 0…360 with those of −180…180 are common, and xarray reads them.
 */
export function decodeCoordinate(values: Float64Array, array: ArrayDescription): void {
  correctSigns(values, array);
  decode(values, array, []);
}

function decode(values: Float64Array, array: ArrayDescription, fill: readonly number[]): void {
  const { attributes, path } = array;
  const scale = numberOf(attributes.scale_factor, 1, "scale_factor", path);
  const offset = numberOf(attributes.add_offset, 0, "add_offset", path);
  const given = [...missingOf(attributes._FillValue, path), ...missingOf(attributes.missing_value, path), ...fill];
  const [none = Number.NaN, ...others] = new Set(given.map((one) => storedAs(one, array)));
  for (const other of others) replace(values, other);
  for (let k = 0; k < values.length; k++) {
    const value = values[k]!;
    values[k] = value === none ? Number.NaN : value * scale + offset;
  }
}

function correctSigns(values: Float64Array, array: ArrayDescription): void {
  const toSign = signOf(array);
  if (toSign === undefined) return;
  for (let k = 0; k < values.length; k++) values[k] = toSign(values[k]!);
}

/** Numbers of each size, in bits. */
const SIZES: { readonly [bits: string]: number } = { 8: 0x100, 16: 0x1_0000, 32: 0x1_0000_0000, 64: 2 ** 64 };

/** What numbers are whose type has the wrong sign, as in NetCDF-3, which has no unsigned ones; undefined: what they are. */
function signOf({ type, attributes }: ArrayDescription): ((value: number) => number) | undefined {
  const [, sign, bits = ""] = /^(u?)int(\d+)$/.exec(type) ?? [];
  const size = SIZES[bits] ?? Number.NaN;
  const says = String(attributes._Unsigned).toLowerCase();
  if (sign === "" && says === "true") return (value) => (value < 0 ? value + size : value);
  if (sign === "u" && says === "false") return (value) => (value >= size / 2 ? value - size : value);
  return undefined;
}

/** An attribute's number as one of the array's. */
function storedAs(value: number, array: ArrayDescription): number {
  return array.type === "float32" ? Math.fround(value) : (signOf(array)?.(value) ?? value);
}

/** Of the numbers as they are stored. As netCDF4 has it: limits that are no numbers of the array's type are none. */
function validOf(array: ArrayDescription): readonly [number, number] {
  const { valid_range: range, valid_min: least, valid_max: most } = array.attributes;
  const isOne = (given: unknown): given is number =>
    typeof given === "number" && (Number.isInteger(given) || array.type.startsWith("float"));
  const [from, to] = Array.isArray(range) && range.length === 2 && range.every(isOne) ? range : [least, most];
  return [
    isOne(from) ? storedAs(from, array) : Number.NEGATIVE_INFINITY,
    isOne(to) ? storedAs(to, array) : Number.POSITIVE_INFINITY,
  ];
}

function replace(values: Float64Array, none: number): void {
  for (let k = 0; k < values.length; k++) if (values[k] === none) values[k] = Number.NaN;
}

function numberOf(given: unknown, otherwise: number, name: string, path: string): number {
  if (given === undefined || given === null) return otherwise;
  const value = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw unusable(path, `${name} must be a number, got ${JSON.stringify(given)}`);
}

/** A number, several, or, as xarray writes floats into Zarr 3, the 8 bytes of one in base64. */
function missingOf(given: unknown, path: string): number[] {
  if (given === undefined || given === null) return [];
  if (Array.isArray(given)) return given.flatMap((one) => missingOf(one, path));
  if (typeof given === "number") return [given];
  if (given === "NaN") return [Number.NaN];
  const bytes = typeof given === "string" ? Buffer.from(given, "base64") : Buffer.alloc(0);
  if (bytes.length === 8) return [bytes.readDoubleLE()];
  throw unusable(path, `_FillValue or missing_value must be a number, got ${JSON.stringify(given)}`);
}

const MILLISECONDS: { readonly [unit: string]: number } = {
  nanosecond: 1e-6,
  microsecond: 1e-3,
  millisecond: 1,
  second: 1000,
  minute: MINUTE,
  hour: HOUR,
  day: DAY,
};

/** Other ways to write them (UDUNITS). */
const SHORT: { readonly [unit: string]: string } = {
  ns: "nanosecond",
  us: "microsecond",
  ms: "millisecond",
  msec: "millisecond",
  s: "second",
  sec: "second",
  min: "minute",
  h: "hour",
  hr: "hour",
  d: "day",
};

/** First day of the Gregorian calendar, which the one called "standard" has from there on, Unix ms. */
const GREGORIAN = Date.UTC(1582, 9, 15);

/**
 * Unix ms of times such as "hours since 1900-01-01", rounded to whole ms; NaN where one is missing. CF 1.11, section 4.4.
 *
 * @throws ArchiveError `ERR_ARCHIVE_UNREADABLE` for units and calendars that are not read, in place of dates off by days
 */
export function decodeTimes(values: Float64Array, attributes: JsonObject, path: string): Float64Array {
  const units = typeof attributes.units === "string" ? attributes.units : "";
  const parts = /^([a-z]+)\s+since\s+(\S.*)$/i.exec(units.trim());
  const word = parts?.[1]?.toLowerCase() ?? "";
  const unit = MILLISECONDS[SHORT[word] ?? word.replace(/s$/, "")];
  const reference = parts === null ? undefined : referenceOf(parts[2]!);
  if (unit === undefined || reference === undefined) {
    throw unusable(
      path,
      `the units of its times must be like "hours since 1900-01-01", got ${JSON.stringify(attributes.units)}`,
    );
  }
  const calendar = String(attributes.calendar ?? "standard").toLowerCase();
  const toTime = calendarOf(calendar, reference, path);
  return values.map((value) => toTime(Math.round(value * unit)));
}

interface Reference {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** ms after midnight, UTC. */
  readonly offset: number;
}

function referenceOf(text: string): Reference | undefined {
  const parts =
    /^(\d{1,5})-(\d{1,2})-(\d{1,2})(?:[T\s]+(\d{1,2})(?::(\d{1,2})(?::(\d{1,2}(?:\.\d*)?))?)?)?\s*(Z|UTC|GMT|[+-]\d{1,2}(?::?\d{2})?|\d{1,2}:\d{2})?$/i.exec(
      text,
    );
  if (parts === null) return undefined;
  const [year, month, day, hour = 0, minute = 0, second = 0] = parts
    .slice(1, 7)
    .map((part) => (part === undefined ? undefined : Number(part))) as [
    number,
    number,
    number,
    number?,
    number?,
    number?,
  ];
  const zone = /^([+-]?)(\d{1,2}):?(\d{2})?$/.exec(parts[7] ?? "");
  const ahead = zone === null ? 0 : (zone[1] === "-" ? -1 : 1) * (Number(zone[2]) * 60 + Number(zone[3] ?? 0));
  if (month < 1 || month > 12 || day < 1 || day > 31 || hour > 24 || minute > 59) return undefined;
  return { year, month, day, offset: Math.round(((hour * 60 + minute - ahead) * 60 + second) * 1000) };
}

/** From ms since the reference to Unix ms. */
function calendarOf(name: string, { year, month, day, offset }: Reference, path: string): (elapsed: number) => number {
  const proleptic = new Date(0).setUTCFullYear(year, month - 1, day);
  if (new Date(proleptic).getUTCDate() !== day && name !== "360_day") {
    throw unusable(path, `its times count from ${year}-${month}-${day}, a day that does not exist`);
  }
  if (name === "proleptic_gregorian") return (elapsed) => proleptic + offset + elapsed;
  if (name === "standard" || name === "gregorian") {
    const start = (proleptic < GREGORIAN ? julian(year, month, day) : proleptic) + offset;
    return (elapsed) => start + elapsed;
  }
  if (name === "noleap" || name === "365_day") {
    const first = year * 365 + dayOfCommonYear(month, day);
    return (elapsed) => noLeapTime(first * DAY + offset + elapsed);
  }
  throw unusable(
    path,
    `its calendar ${JSON.stringify(name)} has days that do not exist: only standard, proleptic_gregorian and noleap are read`,
  );
}

/** Unix ms of a date of the Julian calendar (Meeus, Astronomical Algorithms, 1998, eq. 7.1 without the Gregorian term). */
function julian(year: number, month: number, day: number): number {
  const [y, m] = month <= 2 ? [year - 1, month + 12] : [year, month];
  const number = Math.floor(365.25 * (y + 4716)) + Math.floor(30.6001 * (m + 1)) + day - 1524.5;
  return (number - 2_440_587.5) * DAY;
}

function dayOfCommonYear(month: number, day: number): number {
  return (Date.UTC(2001, month - 1, day) - Date.UTC(2001, 0, 1)) / DAY;
}

/** A year of 365 days put on the dates of the real one: there is nothing on 29 February. */
function noLeapTime(elapsed: number): number {
  const days = Math.floor(elapsed / DAY);
  const year = Math.floor(days / 365);
  const date = new Date(Date.UTC(2001, 0, 1) + (days - year * 365) * DAY);
  return new Date(0).setUTCFullYear(year, date.getUTCMonth(), date.getUTCDate()) + (elapsed - days * DAY);
}
