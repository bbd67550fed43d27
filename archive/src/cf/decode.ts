/** What the CF conventions say of stored numbers: scale, offset, what is missing; and times counted from a date. */

import { DAY, HOUR, MINUTE } from "irradiance-engine/internal/shared";
import { unusable } from "../bytes/location.js";
import type { JsonObject } from "../json.js";
import type { ArrayDescription, CfArray, Hierarchy } from "./array.js";
import { isSinceStart, type Meaning, type Rule, type TimeLabel } from "./products.js";
import { type Conversion, conversionOf, factorTo, KNOWN_UNITS, unitFor, unitsOf } from "./time-axis.js";

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

/** By what they are called: long names, also with an s, and short ones (UDUNITS). */
const MILLISECONDS: ReadonlyMap<string, number> = new Map(
  (
    [
      [1e-6, "nanosecond", "ns"],
      [1e-3, "microsecond", "us"],
      [1, "millisecond", "ms", "msec"],
      [1000, "second", "s", "sec"],
      [MINUTE, "minute", "min"],
      [HOUR, "hour", "h", "hr"],
      [DAY, "day", "d"],
    ] as const
  ).flatMap(([ms, name, ...short]) => [name, `${name}s`, ...short].map((one): [string, number] => [one, ms])),
);

/** ms of a unit such as "seconds"; undefined for another one. */
export function millisecondsOf(unit: unknown): number | undefined {
  return typeof unit === "string" ? MILLISECONDS.get(unit.trim().toLowerCase()) : undefined;
}

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
  const unit = millisecondsOf(parts?.[1]);
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
  const numbers = parts.slice(1, 7).map((part) => (part === undefined ? undefined : Number(part)));
  const [year, month, day, hour = 0, minute = 0, second = 0] = numbers as [number, number, number, ...number[]];
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
    const first = year * 365 + (Date.UTC(2001, month - 1, day) - Date.UTC(2001, 0, 1)) / DAY;
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

/** A year of 365 days put on the dates of the real one: there is nothing on 29 February. */
function noLeapTime(elapsed: number): number {
  const days = Math.floor(elapsed / DAY);
  const year = Math.floor(days / 365);
  const date = new Date(Date.UTC(2001, 0, 1) + (days - year * 365) * DAY);
  return new Date(0).setUTCFullYear(year, date.getUTCMonth(), date.getUTCDate()) + (elapsed - days * DAY);
}

// Which variables of a store are which columns, by the rules of a product, and what their units come to.

/** A column as it is stored. `interval`: where it is that of the product and not of the times. */
export interface Variable extends Pick<Rule, "column" | "combine" | "interval" | "resets" | "firstLead" | "noise"> {
  readonly array: CfArray;
  readonly second: CfArray | undefined;
  readonly is: Meaning;
  readonly label: TimeLabel;
  readonly conversion: Conversion;
}

/** @param problems gets what is left out, and why */
export function variablesOf(
  hierarchy: Hierarchy,
  rules: readonly Rule[],
  all: TimeLabel | undefined,
  problems: string[],
) {
  const variables: Variable[] = [];
  for (const rule of rules) {
    if (variables.some(({ column }) => column === rule.column)) continue;
    const { array, second, isDamaged } = arraysOf(rule, hierarchy, problems);
    if (isDamaged || array === undefined || (rule.combine !== undefined && second === undefined)) continue;
    const label = isSinceStart(rule.is) ? "end" : (all ?? rule.label);
    const conversion = conversionFor(rule, array, second);
    if (typeof conversion === "string") problems.push(conversion);
    else if (label === undefined && rule.is !== "instant") {
      problems.push(`${array.path}: give \`label\`, which says whether its times are starts or ends of intervals`);
    } else {
      const isAsSaid = conversion.isEnergy || rule.is === "instant" || rule.is === "mean-since-start";
      const is = isAsSaid ? rule.is : "mean";
      variables.push({ ...rule, array, second, is, label: label ?? "center", conversion });
    }
  }
  return variables;
}

function arraysOf({ names, second: others = [] }: Rule, { arrays, problems: damaged }: Hierarchy, problems: string[]) {
  const find = (candidates: readonly string[]) => {
    const name = candidates.find((one) => arrays.has(one) || damaged.has(one)) ?? "";
    if (damaged.has(name)) problems.push(damaged.get(name)!);
    return { array: arrays.get(name), isDamaged: damaged.has(name) };
  };
  const [one, other] = [find(names), find(others)];
  return { array: one.array, second: other.array, isDamaged: one.isDamaged || other.isDamaged };
}

/** The conversion, or what is wrong. */
function conversionFor(rule: Rule, array: CfArray, second: CfArray | undefined): Conversion | string {
  const unit = rule.unit ?? array.attributes.units;
  const other = second?.attributes.units;
  if (unit === undefined) return withoutUnit(rule, array);
  if (second !== undefined && other === undefined) return `${second.path}: it has no attribute "units"`;
  if (rule.combine === "snow from water and density") {
    const [water, density] = [factorTo("water", String(unit)), factorTo("density", String(other))];
    if (water === undefined || density === undefined) return unknownUnit(array, `${String(unit)} and ${String(other)}`);
    // mm of water · (1000 kg/m³) / (kg/m³) are mm of snow.
    return { factor: (water * 1000) / density, offset: 0, isEnergy: false };
  }
  const conversion = typeof unit === "string" ? conversionOf(unit, rule.column) : undefined;
  if (conversion === undefined) return unknownUnit(array, String(unit), rule);
  if (second !== undefined && other !== unit) return unknownUnit(second, String(other));
  if (conversion.isEnergy && !rule.is.startsWith("sum")) {
    return `${array.path}: its unit ${String(unit)} is an energy, but its values are declared as ${rule.is === "instant" ? "an instant" : "a mean"}`;
  }
  if (!conversion.isEnergy && rule.is === "sum-since-start") {
    return `${array.path}: its unit ${String(unit)} is no energy, but its values are declared as a sum: say "mean-since-start" if they are means`;
  }
  return conversion;
}

/** With what a description has to say in its place; the unit in it is one that the column may have. */
export function withoutUnit({ column, is, label, combine }: Rule, { path }: CfArray): string {
  const missing = `${path}: it has no attribute "units"`;
  if (combine !== undefined) return missing;
  const unit = is.startsWith("sum") ? "J m-2" : unitFor(column);
  const own = { column, is, ...(is !== "instant" && { label: label ?? "end" }), unit };
  return `${missing}: give the unit of ${column}, as in "variables": ${JSON.stringify({ [path]: own })}`;
}

function unknownUnit({ path }: CfArray, unit: string, rule?: Rule): string {
  const known = rule === undefined ? KNOWN_UNITS : unitsOf(rule.column);
  return `${path}: the unit ${JSON.stringify(unit)} is not supported; supported are ${known.join(", ")}`;
}

/** What is wrong with a variable whose intervals are not as long as its times are apart; undefined: nothing. */
export function intervalProblem({ array, column, is, label, interval }: Variable, step: number): string | undefined {
  if (interval === undefined || interval === step) return undefined;
  const own = { column, is, label };
  return (
    `${array.path}: its ${is}s cover ${interval} s each, but its times are ${step} s apart: values between them are missing. ` +
    `If the ${is}s cover ${step} s, say so: "variables": ${JSON.stringify({ [array.path]: own })}`
  );
}
