/** Time zones: fixed offsets from UTC, and named zones with their daylight saving. */
import { DAY, daysFromDate, HOUR, MINUTE, SECOND } from "./calendar.js";

/**
 * A stretch of time in which clocks do not change; `from` and `to` (exclusive) in Unix ms, `offset` ahead of UTC in ms.
 */
export interface OffsetSpan {
  readonly offset: number;
  readonly from: number;
  readonly to: number;
}

/** The clocks of a zone. */
export interface Zone {
  /** Hours ahead of UTC, if it is the same all year. */
  readonly hours: number | undefined;
  /** A stretch around a time (Unix ms) that has its offset; not always the longest one. */
  spanAt(utc: number): OffsetSpan;
  /**
   * Unix ms of a local time in ms; NaN for one that the clocks jump over. In the hour that clocks run through twice, the
   * second pass is taken only if the first is not after `before`.
   */
  toUtc(local: number, before: number): number;
}

/** A zone without daylight saving. @param hours ahead of UTC */
export function fixedZone(hours: number): Zone {
  const offset = Math.round(hours * HOUR);
  const always = { offset, from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
  return { hours, spanAt: () => always, toUtc: (local) => local - offset };
}

/** Zones are kept: the offsets of a year take 2 ms to find out (measured). */
const MOST_ZONES = 64;
const zones = /* @__PURE__ */ new Map<string, Zone>();

/** Characters: the longest name of the IANA database has half as many. */
export const LONGEST_ZONE_NAME = 64;

/** The zone of a name or an offset; undefined for anything else. */
export function zoneNamed(text: string): Zone | undefined {
  if (text.length > LONGEST_ZONE_NAME) return undefined;
  const hours = offsetHours(text);
  if (hours !== undefined) return fixedZone(hours);
  const known = zones.get(text);
  if (known !== undefined) return known;
  // Newer engines take any offset as a name, also those that no place has.
  if (!/^[a-z]/i.test(text)) return undefined;
  try {
    const zone = new NamedZone(new Intl.DateTimeFormat("en-US", { ...PARTS, timeZone: text }));
    if (zones.size >= MOST_ZONES) zones.clear();
    zones.set(text, zone);
    return zone;
  } catch {
    return undefined;
  }
}

/** Blanks only before a sign or a word: two runs of them side by side would take the square of their length to fail. */
const OFFSET = /^(?:utc|gmt|z)?(?:\s*([+\-−±])\s*(\d{1,2})(?::?([0-5]\d))?)?(?:\s*h(?:ours)?)?$/i;

/** `UTC`, `Z`, `+01:00`, `UTC+1`, `GMT-05:30`, `-7`: hours ahead of UTC. */
export function offsetHours(text: string): number | undefined {
  if (text.length > LONGEST_ZONE_NAME) return undefined;
  const match = OFFSET.exec(text.trim());
  if (match === null || text.trim() === "") return undefined;
  const [, sign, hours = "0", minutes = "0"] = match;
  const offset = (Number(hours) + Number(minutes) / 60) * (sign === "-" || sign === "−" ? -1 : 1);
  return offset >= -12 && offset <= 14 ? offset + 0 : undefined;
}

/** `+05:45`, `-03:30`, `+00:00`. @throws RangeError unless the offset (ms) is a whole number of minutes */
export function offsetText(offset: number): string {
  const minutes = Math.abs(offset) / MINUTE;
  if (!Number.isInteger(minutes)) {
    throw new RangeError(
      `offsets from UTC are written in whole minutes, got ${offset / SECOND} s: zones had such before 1972`,
    );
  }
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

const PARTS = {
  hourCycle: "h23",
  year: "numeric",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "numeric",
  second: "numeric",
} as const;

/** Days whose offset a zone remembers: half a century. */
const MOST_DAYS = 20_000;

/** A zone with daylight saving, from the time-zone data of the JavaScript engine. */
class NamedZone implements Zone {
  readonly hours = undefined;
  private readonly format: Intl.DateTimeFormat;
  /** Offsets at midnights of UTC, by day number. */
  private readonly midnights = new Map<number, number>();
  /** When clocks change, by day number. */
  private readonly changes = new Map<number, number>();

  constructor(format: Intl.DateTimeFormat) {
    this.format = format;
  }

  /** Clocks change at most once between two midnights: a day that ends as it began has one offset. */
  spanAt(utc: number): OffsetSpan {
    const day = Math.floor(utc / DAY);
    const first = this.atMidnight(day);
    const last = this.atMidnight(day + 1);
    if (first === last) return { offset: first, from: day * DAY, to: (day + 1) * DAY };
    const change = remembered(this.changes, day, () =>
      firstSecond(day * DAY, (day + 1) * DAY, (time) => this.exactOffset(time) !== first),
    );
    return utc < change
      ? { offset: first, from: day * DAY, to: change }
      : { offset: last, from: change, to: (day + 1) * DAY };
  }

  toUtc(local: number, before: number): number {
    // The offsets before and after any change nearby: of the two times, those are right that lead back to the local one.
    const times = [local - this.spanAt(local - DAY).offset, local - this.spanAt(local + DAY).offset].filter(
      (utc) => utc + this.spanAt(utc).offset === local,
    );
    const [first = Number.NaN, second = first] = times.sort((a, b) => a - b);
    return first > before || Number.isNaN(before) ? first : second;
  }

  private atMidnight(day: number): number {
    return remembered(this.midnights, day, () => this.exactOffset(day * DAY));
  }

  private exactOffset(utc: number): number {
    const parts = new Map(this.format.formatToParts(utc).map(({ type, value }) => [type, Number(value)]));
    const days = daysFromDate(parts.get("year")!, parts.get("month")!, parts.get("day")!);
    const local =
      days * DAY + parts.get("hour")! * HOUR + parts.get("minute")! * MINUTE + parts.get("second")! * SECOND;
    return local - Math.floor(utc / SECOND) * SECOND;
  }
}

function remembered(values: Map<number, number>, day: number, find: () => number): number {
  const known = values.get(day);
  if (known !== undefined) return known;
  const value = find();
  if (values.size >= MOST_DAYS) values.clear();
  values.set(day, value);
  return value;
}

/** The first whole second in (from, to] of which something holds that, once it does, holds to the end. */
function firstSecond(from: number, to: number, holds: (time: number) => boolean): number {
  let [before, after] = [from, to];
  while (after - before > SECOND) {
    const middle = before + Math.floor((after - before) / (2 * SECOND)) * SECOND;
    if (holds(middle)) after = middle;
    else before = middle;
  }
  return after;
}

/** Local times of a zone, for times in any order: fastest when they follow one another. */
export class LocalClock {
  private readonly zone: Zone;
  private span: OffsetSpan = { offset: 0, from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

  constructor(zone: Zone) {
    this.zone = zone;
  }

  /** What the clocks show at a time (Unix ms), in ms. */
  at(utc: number): number {
    if (!(utc >= this.span.from && utc < this.span.to)) this.span = this.zone.spanAt(utc);
    return utc + this.span.offset;
  }
}

/**
 * The first moment at which a zone's clocks show a local time (ms) or a later one: of a local time that clocks jump over, the moment
 * of the jump.
 */
export function firstMoment(zone: Zone, local: number): number {
  const moment = zone.toUtc(local, Number.NaN);
  if (!Number.isNaN(moment)) return moment;
  // It lies between the moments that the offsets after and before the jump give.
  const from = local - zone.spanAt(local + DAY).offset;
  const to = local - zone.spanAt(local - DAY).offset;
  return firstSecond(from, to, (time) => time + zone.spanAt(time).offset >= local);
}
