/** Readers of query values, one for each kind of value, with the same messages on every endpoint; and a query as a whole: the keys and the texts that it may have, and notices on what it leaves open. */

import { nearestName } from "../../../foundation/text/nearest-name.js";
import { shown } from "../../../foundation/text/shown.js";
import { HOUR, yearOf } from "../../../foundation/time/calendar.js";
import { LAST_TIME, parseIsoTime, refuseSeconds } from "../../../foundation/time/iso-time.js";
import { LONGEST_ZONE_NAME } from "../../../foundation/time/zone.js";
import type { Notice } from "./types.js";

/** An invalid request: `parameter` is the query key, the message states the given and the allowed values. */
export class RequestError extends Error {
  override readonly name = "RequestError";
  readonly code = "ERR_REQUEST";
  readonly parameter: string;
  /** Whether the key's value is at fault, a required key is absent, or the key is none of the known ones. @experimental */
  readonly fault: "invalid" | "missing" | "unknown";

  constructor(parameter: string, message: string, fault: RequestError["fault"] = "invalid") {
    super(message);
    this.parameter = parameter;
    this.fault = fault;
  }
}

/** Columns that live in a workspace were read after the workspace had been used again. @experimental */
export class StaleColumnsError extends Error {
  override readonly name = "StaleColumnsError";
  readonly code = "ERR_STALE_COLUMNS";

  constructor() {
    super(
      "these columns are views of a workspace that has been reused since: " +
        "serialise them before its next use, or keep a copyColumns(columns)",
    );
  }
}

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

/** The number that a value is, if it is in the range; -0 becomes 0. */
export function numberWithin(value: unknown, least: number, most: number): number | undefined {
  const number = decimal(value);
  return typeof number === "number" && number >= least && number <= most ? number + 0 : undefined;
}

/** @throws RequestError for a value that is not a number or out of range, and for a missing one without `otherwise` */
export function readNumber(key: string, value: unknown, least: number, most: number, otherwise?: number): number {
  const allowed = `a number from ${least} to ${most}`;
  if (value !== undefined) return numberWithin(value, least, most) ?? refuse(key, allowed, shown(value));
  if (otherwise !== undefined) return otherwise;
  throw new RequestError(key, `parameter "${key}" is required: ${allowed}`, "missing");
}

/** "auto" where nothing is given. @throws RequestError for anything else but a number in the range */
export function readAutoOr(key: string, value: unknown, least: number, most: number): "auto" | number {
  if (value === undefined || value === "auto") return "auto";
  return numberWithin(value, least, most) ?? refuse(key, `auto or a number from ${least} to ${most}`, shown(value));
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

/** The last line: requests for one place repeat it, and a frozen line can serve them all. */
let lastLine: ReturnType<typeof checkedLine> | undefined;

/** @throws RequestError for anything but flat, auto and 360 elevations */
export function readHorizon(value: unknown): "flat" | "auto" | readonly number[] {
  if (value === undefined || value === "flat") return "flat";
  if (value === "auto") return "auto";
  if (typeof value === "string") {
    if (lastLine?.text !== value) lastLine = checkedLine(textItems(value), value);
    return lastLine.line;
  }
  const items = value as ArrayLike<unknown> | null;
  if (typeof items === "object" && typeof items?.length === "number") {
    if (!lastLine || !holds(lastLine.values, items)) lastLine = checkedLine(items, undefined);
    return lastLine.line;
  }
  return failHorizon(shown(value));
}

function holds(values: Float64Array, items: ArrayLike<unknown>): boolean {
  return items.length === values.length && values.every((value, azimuth) => items[azimuth] === value);
}

function textItems(text: string): readonly string[] {
  const items = text.split(",", DEGREES_AROUND + 1);
  if (items.length === 1) failHorizon(shown(text));
  if (items.length > DEGREES_AROUND) failHorizon("more of them");
  return items;
}

/** @param text from which it was read, if any */
function checkedLine(items: ArrayLike<unknown>, text: string | undefined) {
  if (items.length !== DEGREES_AROUND) failHorizon(`${items.length} of them`);
  const line: number[] = [];
  for (let azimuth = 0; azimuth < DEGREES_AROUND; azimuth++) {
    const item = items[azimuth];
    const number = (text && HORIZON_ITEM.test(item as string) ? Number(item) : item) as number;
    if (!Number.isInteger(number) || number < 0 || number >= 90) {
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

/** @throws TypeError for anything but an object */
export function checkQuery(caller: string, query: unknown): void {
  if (typeof query !== "object" || query === null) {
    throw new TypeError(`${caller}: query must be an object, got ${shown(query)}`);
  }
}

/** @throws TypeError, RangeError naming the option */
export function checkChoice<Choice extends string>(
  caller: string,
  option: string,
  value: unknown,
  choices: readonly Choice[],
): Choice {
  if (choices.includes(value as Choice)) return value as Choice;
  const Kind = typeof value === "string" ? RangeError : TypeError;
  throw new Kind(`${caller}: ${option} must be one of ${choices.join(", ")}, got ${shown(value)}`);
}

/** As `checkNow`, for those that cannot do without. @throws TypeError where it is missing */
export function requireNow(caller: string, now: unknown): number {
  return checkNow(now) ?? fail(new TypeError(`${caller}: option "now" is required`));
}

function fail(error: Error): never {
  throw error;
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
  else if (typeof now === "string") time = parseIsoTime(now);
  else throw new TypeError(`option "now" must be a Date, Unix ms or an ISO 8601 UTC time, got ${shown(now)}`);
  if (!(time >= 0 && time <= LAST_TIME)) {
    const got = now instanceof Date ? `a Date at ${time}` : shown(now);
    throw new RangeError(
      `option "now" must be a UTC time in the years 1970 to 9999 (Date, Unix ms or ISO 8601), got ${got}`,
    );
  }
  return time;
}

/** @throws TypeError, RangeError for anything but 0 to 86,400 seconds; @returns ms */
export function checkGrace(grace: unknown): number {
  if (typeof grace === "number" && grace >= 0 && grace <= 86_400) return grace * 1000;
  const Kind = typeof grace === "number" ? RangeError : TypeError;
  throw new Kind(`option "grace" must be 0 to 86400 seconds, got ${shown(grace)}`);
}

/** undefined stays as it is. @throws RequestError for anything that is no whole number in the range */
export function readWhole(key: string, value: unknown, least: number, most: number): number | undefined {
  if (value === undefined) return undefined;
  const number = numberWithin(value, least, most);
  if (number !== undefined && Number.isInteger(number)) return number;
  return refuse(key, `a whole number from ${least} to ${most}`, shown(value));
}

/** The keys of an observation query. */
export const OBSERVATION_KEYS = [
  "lat",
  "lon",
  "parameters",
  "frequency",
  "response_format",
  "surface_azimuth",
  "surface_tilt",
  "tracking_mode",
  "horizon",
  "time_zone",
  "start",
  "end",
] as const;

/**
 * @throws RequestError for a key that is none of the known ones: a slip of the pen must not change a result in silence. Keys without a
 * value count as absent. Servers, whose clients send keys of other services, leave them out first.
 */
export function refuseUnknownKeys(query: WireQuery, known: readonly string[]): void {
  const key = Object.keys(query).find((name) => query[name] !== undefined && !known.includes(name));
  if (key === undefined) return;
  const meant = nearestName(key, known);
  const idea = meant ? `is ${meant} meant?` : `known are ${known.join(", ")}`;
  throw new RequestError(key, `unknown key ${shown(key)}: ${idea}`, "unknown");
}

export function requestNotices(query: WireQuery): readonly Notice[] {
  return Object.freeze(azimuthNotices(query).map((notice) => Object.freeze(notice)));
}

/** Those of a request that was cloned, or came through JSON. */
export function keptNotices(notices: unknown): readonly Notice[] {
  const kept = Array.isArray(notices) ? notices.filter((notice) => typeof notice?.message === "string") : [];
  return Object.freeze(kept.map(({ code, message }) => Object.freeze({ code: String(code), message })));
}

function azimuthNotices({ surface_tilt, surface_azimuth, tracking_mode }: WireQuery): Notice[] {
  const isTilted = surface_tilt !== undefined && Number(surface_tilt) > 0 && tracking_mode !== "1_axis";
  if (!isTilted || surface_azimuth !== undefined) return [];
  const message = "surface_azimuth is not given: the tilted plane faces north (0); 90 is east, 180 south, 270 west";
  return [{ code: "azimuth", message }];
}

/** Characters, as many as a whole URL may have. */
const LONGEST_TEXT = 16_384;
/** No number, name or time of a query is longer. */
const LONGEST_VALUE = LONGEST_ZONE_NAME;
/** Errors repeat the names of unknown keys. */
const LONGEST_KEY = 256;

const LISTS: readonly string[] = ["parameters", "horizon", "turbidity", "quantiles"];
const CONTROL_CHARACTER = /\p{Cc}/u;

/**
 * Checks every text of a query or body, keys among them: at most 16,384 characters, 64 where a parameter has one value and 256 in a
 * key, and no control characters. Nested objects are left to who reads them.
 *
 * @param known the keys of which all but the lists have one value
 * @throws RequestError that names the key
 */
export function checkTexts(query: WireQuery, known: readonly string[] = OBSERVATION_KEYS): void {
  for (const key of Object.keys(query)) {
    const fault = faultOf(key, LONGEST_KEY);
    if (fault) throw new RequestError(key.slice(0, LONGEST_KEY), `the key ${shown(key)} must have ${fault}`);
    const value = query[key];
    const longest = known.includes(key) && !LISTS.includes(key) ? LONGEST_VALUE : LONGEST_TEXT;
    for (const text of Array.isArray(value) ? value : [value]) {
      const fault = typeof text === "string" && faultOf(text, longest);
      if (fault) throw new RequestError(key, `parameter "${key}" must have ${fault}, got ${shown(text)}`);
    }
  }
}

/** What a text must have in place of what it has; nothing where it is right. */
function faultOf(text: string, longest: number): string {
  if (text.length > longest) return `at most ${longest} characters, not ${text.length}`;
  return CONTROL_CHARACTER.test(text) ? "no control characters" : "";
}

/** Largest offset of standard time from UTC (ms). */
const EARLIEST_ZONE = 14 * HOUR;

/** The last year that is over somewhere on Earth. */
export function lastYearOver(now: number): number {
  return yearOf(now + EARLIEST_ZONE) - 1;
}
