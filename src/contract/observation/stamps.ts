/** Time stamps: `2005-01-01T00:00:00Z` in UTC, `2005-01-01T01:00:00+01:00` in a zone, with the offset that its clocks have then. */
import { formatTime } from "../../time/iso-time.js";
import { type OffsetSpan, offsetText, type Zone } from "../../time/zone.js";
import { TIME_BYTES } from "./chunks.js";
import { TimeWriter } from "./digits.js";

/** The longest stamp: its offset takes six characters instead of the Z. */
export const STAMP_BYTES = TIME_BYTES + 5;

/**
 * A time (Unix ms) as a stamp. A zone at UTC has +00:00, so that all its stamps have the same form.
 *
 * @throws RangeError for an offset that is not a whole number of minutes
 */
export function formatStamp(time: number, zone: Zone | undefined): string {
  if (zone === undefined) return formatTime(time);
  const { offset } = zone.spanAt(time);
  return formatTime(time + offset).replace("Z", offsetText(offset));
}

const encoder = /* @__PURE__ */ new TextEncoder();
const NO_SPAN: OffsetSpan = { offset: 0, from: Number.POSITIVE_INFINITY, to: Number.NEGATIVE_INFINITY };

/** Writes stamps as bytes. The zone is asked once for as long as its clocks do not change. */
export class StampWriter {
  private readonly zone: Zone | undefined;
  private readonly times = new TimeWriter();
  private span = NO_SPAN;
  private suffix = new Uint8Array(0);

  constructor(zone: Zone | undefined) {
    this.zone = zone;
  }

  /** Writes a time (Unix ms) at `at`; returns the position after it. @throws RangeError as `formatStamp` */
  append(bytes: Uint8Array, view: DataView, at: number, time: number): number {
    if (this.zone === undefined) return this.times.append(view, at, time);
    if (!(time >= this.span.from && time < this.span.to)) {
      this.span = this.zone.spanAt(time);
      this.suffix = encoder.encode(offsetText(this.span.offset));
    }
    const end = this.times.append(view, at, time + this.span.offset) - 1; // overwrites the Z
    bytes.set(this.suffix, end);
    return end + this.suffix.length;
  }
}
