/** Zones of times that are written without an offset. */
import { DAY, daysFromDate, HOUR, MINUTE, SECOND } from "../../../time/calendar.js";

export interface Zone {
  /** Hours ahead of UTC, if it is the same all year. */
  readonly hours: number | undefined;
  /**
   * Unix ms of a local time in ms; NaN for one that the clocks jump over. In the hour that clocks run through twice, the
   * second pass is taken only if the first is not after `before`.
   */
  toUtc(local: number, before: number): number;
}

export function fixedZone(hours: number): Zone {
  return { hours, toUtc: (local) => local - hours * HOUR };
}

/** The zone of a name or an offset; undefined for anything else. */
export function zoneNamed(text: string): Zone | undefined {
  const hours = offsetHours(text);
  if (hours !== undefined) return fixedZone(hours);
  try {
    return namedZone(new Intl.DateTimeFormat("en-US", { ...PARTS, timeZone: text }));
  } catch {
    return undefined;
  }
}

/** `UTC`, `Z`, `+01:00`, `UTC+1`, `GMT-05:30`, `-7`: hours ahead of UTC. */
export function offsetHours(text: string): number | undefined {
  const match = /^(?:utc|gmt|z)?\s*(?:([+\-−±])\s*(\d{1,2})(?::?([0-5]\d))?)?(?:\s*h(?:ours)?)?$/i.exec(text.trim());
  if (match === null || text.trim() === "") return undefined;
  const [, sign, hours = "0", minutes = "0"] = match;
  const offset = (Number(hours) + Number(minutes) / 60) * (sign === "-" || sign === "−" ? -1 : 1);
  return offset >= -12 && offset <= 14 ? offset + 0 : undefined;
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

/** A zone with daylight saving, from the time-zone data of the JavaScript engine. */
function namedZone(format: Intl.DateTimeFormat): Zone {
  const dayOffsets = new Map<number, number>();
  const exactOffset = (utc: number): number => {
    const parts = new Map(format.formatToParts(utc).map(({ type, value }) => [type, Number(value)]));
    const days = daysFromDate(parts.get("year")!, parts.get("month")!, parts.get("day")!);
    const local =
      days * DAY + parts.get("hour")! * HOUR + parts.get("minute")! * MINUTE + parts.get("second")! * SECOND;
    return local - Math.floor(utc / SECOND) * SECOND;
  };
  const atMidnight = (day: number): number => {
    let offset = dayOffsets.get(day);
    if (offset === undefined) {
      offset = exactOffset(day * DAY);
      dayOffsets.set(day, offset);
    }
    return offset;
  };
  // Clocks change at most once between two midnights: a day that ends as it began has one offset.
  const offsetAt = (utc: number): number => {
    const day = Math.floor(utc / DAY);
    return atMidnight(day) === atMidnight(day + 1) ? atMidnight(day) : exactOffset(utc);
  };
  return {
    hours: undefined,
    toUtc(local, before) {
      // The offsets before and after any change nearby: of the two times, those are right that lead back to the local one.
      const times = [local - offsetAt(local - DAY), local - offsetAt(local + DAY)].filter(
        (utc) => utc + offsetAt(utc) === local,
      );
      const [first = Number.NaN, second = first] = times.sort((a, b) => a - b);
      return first > before || Number.isNaN(before) ? first : second;
    },
  };
}
