/** Readers of query values: one for each kind of value, with the same messages on every endpoint. */

import { shown } from "../../text/shown.js";
import { LAST_TIME, parseIsoTime } from "../../time/iso-time.js";
import { refuseSeconds } from "../../time/seconds.js";
import { RequestError } from "./errors.js";

/** A query before validation. */
export type WireQuery = { readonly [key: string]: unknown };

/** @throws RequestError always: the expected and the given value */
export function refuse(key: string, expected: string, got: string): never {
  throw new RequestError(key, `parameter "${key}" must be ${expected}, got ${got}`);
}

const DECIMAL_NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** A number, or the number in a text in decimal notation; any other value unchanged. */
export function decimal(value: unknown): unknown {
  return typeof value === "string" && DECIMAL_NUMBER.test(value) ? Number(value) : value;
}

/** @throws RequestError for a value that is not a number or out of range, and for a missing one without `otherwise` */
export function readNumber(key: string, value: unknown, least: number, most: number, otherwise?: number): number {
  const allowed = `a number from ${least} to ${most}`;
  if (value === undefined) {
    if (otherwise !== undefined) return otherwise;
    throw new RequestError(key, `parameter "${key}" is required: ${allowed}`, "missing");
  }
  const number = decimal(value);
  if (typeof number !== "number" || !(number >= least && number <= most)) refuse(key, allowed, shown(value));
  return number + 0; // -0 becomes 0
}

/** @throws RequestError for a value that is not one of the names */
export function readName<Name extends string>(
  key: string,
  value: unknown,
  names: readonly Name[],
  otherwise: Name,
): Name {
  if (value === undefined) return otherwise;
  if (names.includes(value as Name)) return value as Name;
  return refuse(key, `${names[1] ? "one of " : ""}${names.join(", ")}`, shown(value));
}

const DEFAULT_PARAMETERS = ["global_horizontal_irradiance", "temperature"];

/**
 * Names of a catalogue, in its order: a comma-separated list or an array of them, or "all".
 *
 * @param catalogue frozen; it contains the defaults, global irradiance and temperature
 * @throws RequestError for any other value, for unknown names and for one that is given twice
 */
export function readParameters<Name extends string>(value: unknown, catalogue: readonly Name[]): readonly Name[] {
  const key = "parameters";
  const allowed = `"all" or a comma-separated list without blanks of ${catalogue.join(", ")}`;
  const names: unknown =
    value === undefined
      ? DEFAULT_PARAMETERS
      : typeof value === "string"
        ? value.split(",", catalogue.length + 1)
        : value;
  if (!Array.isArray(names) || names.length === 0) refuse(key, allowed, shown(value));
  if (names.length === 1 && names[0] === "all") return catalogue;
  const wanted = new Set<unknown>();
  for (const name of names) {
    if (!catalogue.includes(name as Name)) {
      const text = typeof name === "string" ? shown(name) : `"${shown(name)}"`;
      throw new RequestError(key, `invalid parameter ${text} in parameter "${key}": allowed is ${allowed}`);
    }
    if (wanted.has(name)) throw new RequestError(key, `parameter "${key}" names ${shown(name)} twice`);
    wanted.add(name);
  }
  return Object.freeze(catalogue.filter((name) => wanted.has(name)));
}

const DEGREES_AROUND = 360;
const HORIZON_ITEM = /^\d{1,2}$/;

interface KnownLine {
  /** The text from which it was read, if any. */
  readonly text: string | undefined;
  readonly values: Float64Array;
  readonly line: readonly number[];
}

/** The last line: requests for one place repeat it, and a frozen line can serve them all. */
let lastLine: KnownLine | undefined;

/** @throws RequestError for anything but flat, auto and 360 elevations */
export function readHorizon(value: unknown): "flat" | "auto" | readonly number[] {
  if (value === undefined || value === "flat") return "flat";
  if (value === "auto") return "auto";
  if (typeof value === "string") {
    if (lastLine?.text !== value) lastLine = checkedLine(textItems(value), value);
    return lastLine.line;
  }
  if (typeof value === "object" && value !== null && "length" in value && typeof value.length === "number") {
    const items = value as ArrayLike<unknown>;
    if (!lastLine || !holds(lastLine.values, items)) lastLine = checkedLine(items, undefined);
    return lastLine.line;
  }
  return failHorizon(shown(value));
}

function holds(values: Float64Array, items: ArrayLike<unknown>): boolean {
  if (items.length !== values.length) return false;
  for (let i = 0; i < values.length; i++) if (items[i] !== values[i]) return false;
  return true;
}

function textItems(text: string): readonly string[] {
  const items = text.split(",", DEGREES_AROUND + 1);
  if (items.length === 1) failHorizon(shown(text));
  if (items.length > DEGREES_AROUND) failHorizon("more of them");
  return items;
}

function checkedLine(items: ArrayLike<unknown>, text: string | undefined): KnownLine {
  if (items.length !== DEGREES_AROUND) failHorizon(`${items.length} of them`);
  const line: number[] = [];
  for (let azimuth = 0; azimuth < DEGREES_AROUND; azimuth++) {
    const item = items[azimuth];
    const number = text !== undefined && HORIZON_ITEM.test(item as string) ? Number(item) : item;
    if (typeof number !== "number" || !Number.isInteger(number) || number < 0 || number >= 90) {
      return failHorizon(`${shown(item)} at index ${azimuth}`);
    }
    line.push(number + 0); // -0 becomes 0
  }
  return { text, values: Float64Array.from(line), line: Object.freeze(line) };
}

function failHorizon(got: string): never {
  const allowed = `flat, auto or ${DEGREES_AROUND} comma-separated integers from 0 to 89 (elevation in degrees, from north over east)`;
  return refuse("horizon", allowed, got);
}

/**
 * The current time in Unix ms.
 *
 * @throws TypeError, RangeError for anything but a `Date`, Unix ms or ISO 8601 UTC in the years 1970 to 9999
 */
export function checkNow(now: unknown): number | undefined {
  if (now === undefined) return undefined;
  refuseSeconds('option "now"', now);
  let time: number;
  if (typeof now === "number") time = Math.floor(now);
  else if (now instanceof Date) time = now.getTime();
  else if (typeof now === "string") time = parseNow(now);
  else throw new TypeError(`option "now" must be a Date, Unix ms or an ISO 8601 UTC time, got ${shown(now)}`);
  if (!(time >= 0 && time <= LAST_TIME)) {
    const given = now instanceof Date ? `a Date at ${time}` : shown(now);
    throw new RangeError(
      `option "now" must be a UTC time in the years 1970 to 9999 (Date, Unix ms or ISO 8601), got ${given}`,
    );
  }
  return time;
}

/** @throws TypeError, RangeError for anything but 0 to 86,400 seconds; @returns ms */
export function checkGrace(grace: unknown): number {
  if (typeof grace === "number" && grace >= 0 && grace <= 86_400) return grace * 1000;
  const text = `option "grace" must be 0 to 86400 seconds, got ${shown(grace)}`;
  throw typeof grace === "number" ? new RangeError(text) : new TypeError(text);
}

/** As the times of a query, also with milliseconds, as written by `Date.toISOString`. */
function parseNow(text: string): number {
  const match = /^(.{19})\.(\d{3})Z$/.exec(text);
  return match === null ? parseIsoTime(text) : parseIsoTime(`${match[1]}Z`) + Number(match[2]);
}

/** undefined stays as it is. @throws RequestError for anything that is no whole number in the range */
export function readWhole(key: string, value: unknown, least: number, most: number): number | undefined {
  if (value === undefined) return undefined;
  const number = decimal(value);
  if (Number.isInteger(number) && (number as number) >= least && (number as number) <= most) {
    return (number as number) + 0; // -0 becomes 0
  }
  return refuse(key, `a whole number from ${least} to ${most}`, shown(value));
}
