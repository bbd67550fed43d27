/** Standard time of a place, from time-zone borders and the calendar rules of the JavaScript engine. */
import { checkPlace } from "./place.js";

/** Both halves of a year after the last known change of a standard time (Kazakhstan and Paraguay, 2024). */
const JANUARY = Date.UTC(2026, 0, 15);
const JULY = Date.UTC(2026, 6, 15);

/**
 * Standard-time offset from UTC in hours (5.75 is possible): the smaller of January's and July's, because clocks are
 * advanced in summer.
 *
 * @param latitude degrees north, −90…90; @param longitude degrees east, −180…180
 * @throws TypeError, RangeError for an invalid place
 */
export async function standardTimeOffset(latitude: number, longitude: number): Promise<number> {
  checkPlace("standardTimeOffset", latitude, longitude, 180);
  const { default: zoneAt } = await import("@photostructure/tz-lookup");
  const zone = zoneAt(latitude, longitude);
  return Math.min(offsetAt(zone, JANUARY), offsetAt(zone, JULY));
}

/** The parts of the format. */
type Part = "year" | "month" | "day" | "hour" | "minute";

/** Offset in hours of a zone at a time: its local time, read as if it were UTC, minus the time. */
function offsetAt(timeZone: string, time: number): number {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  const parts = format.formatToParts(time).map(({ type, value }) => [type, Number(value)]);
  const { year, month, day, hour, minute } = Object.fromEntries(parts) as { [part in Part]: number };
  return (Date.UTC(year, month - 1, day, hour, minute) - time) / 3_600_000;
}
