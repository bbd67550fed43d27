/** Time stamps in local standard time: `2005-01-01T00:00:00+01:00`, or with a Z in UTC. */
import { TIME_BYTES } from "../contract/observation/chunks.js";
import { TimeWriter } from "../contract/observation/digits.js";
import { formatTime } from "../contract/observation/period.js";
import { HOUR } from "../time/calendar.js";

/** The suffix of the digits. A place at UTC has +00:00, so that all local stamps have the same form. */
export function suffixOf(offset: number | null): string {
  if (offset === null) return "Z";
  const minutes = Math.abs(Math.round(offset * 60));
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  return `${offset < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}

/** A time (Unix ms) as a stamp. */
export function formatStamp(time: number, offset: number | null): string {
  return formatTime(time + (offset ?? 0) * HOUR).replace("Z", suffixOf(offset));
}

/** The longest stamp: its offset takes six characters instead of the Z. */
export const STAMP_BYTES = TIME_BYTES + 5;

/** Writes stamps as bytes. */
export class StampWriter {
  private readonly ahead: number;
  private readonly suffix: Uint8Array;
  private readonly times = new TimeWriter();

  constructor(offset: number | null) {
    this.ahead = (offset ?? 0) * HOUR;
    this.suffix = new TextEncoder().encode(suffixOf(offset));
  }

  /** Writes a time (Unix ms) at `at`; returns the position after it. */
  append(bytes: Uint8Array, view: DataView, at: number, time: number): number {
    const end = this.times.append(view, at, time + this.ahead) - 1; // overwrites the Z
    bytes.set(this.suffix, end);
    return end + this.suffix.length;
  }
}
