/** Standard time of a place, from time-zone borders and the calendar rules of the JavaScript engine. */

/** A year to ask for both halves of it; rules of later years are no different for standard time. */
const JANUARY = Date.UTC(2024, 0, 15);
const JULY = Date.UTC(2024, 6, 15);

/**
 * Standard-time offset from UTC in hours (5.75 is possible): the smaller of January's and July's, as clocks go forward
 * for summer.
 *
 * @param latitude degrees north; @param longitude degrees east
 * @throws RangeError for a place that is none
 */
export async function standardTimeOffset(latitude: number, longitude: number): Promise<number> {
  const { default: zoneAt } = await import("@photostructure/tz-lookup");
  const zone = zoneAt(latitude, longitude);
  return Math.min(offsetAt(zone, JANUARY), offsetAt(zone, JULY));
}

/** Offset in hours of a zone at a time: what its clock shows, read as if it were UTC, less the time. */
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
  const part = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
  return (Date.UTC(part.year!, part.month! - 1, part.day!, part.hour!, part.minute!) - time) / 3_600_000;
}
