/** Times as texts: nearly every date and clock comes many times, and is parsed once. */
import { type Clock, clockIn, parseClock, parseDateTime, type Stamp } from "./dates.js";

/** So many clocks has a day of seconds; with fractions there is no end of them. */
const MOST_CLOCKS = 86_400;

export class StampTexts {
  /** The last text that was parsed as a whole, what it has before its clock, and its meaning. */
  private text = "";
  private begin = "\n";
  private last: Stamp | undefined;
  private readonly clocks = new Map<string, Clock>();

  /** As `parseDateTime`. */
  stamp(text: string): Stamp | undefined {
    // What separates date and clock is no digit, so that the same beginning and a clock are split at the same place.
    if (text.startsWith(this.begin)) {
      const clock = this.clocks.get(text.slice(this.begin.length));
      if (clock !== undefined) {
        return { days: this.last!.days, date: this.last!.date, ms: clock.ms, offset: clock.offset };
      }
    }
    const stamp = this.date(text);
    const clock = clockIn(text);
    this.begin = stamp === undefined || clock === undefined ? "\n" : text.slice(0, -clock.length);
    if (stamp !== undefined && clock !== undefined) this.keep(clock, stamp);
    return stamp;
  }

  /** As `parseDateTime`, for a column whose rows mostly have the date of the row before. */
  date(text: string): Stamp | undefined {
    if (text !== this.text) this.last = parseDateTime(text);
    this.text = text;
    return this.last;
  }

  /** As `parseClock`. */
  clock(text: string): Clock | undefined {
    const known = this.clocks.get(text);
    if (known !== undefined) return known;
    const clock = parseClock(text);
    if (clock !== undefined) this.keep(text, clock);
    return clock;
  }

  private keep(text: string, { ms, offset }: Clock): void {
    if (this.clocks.size === MOST_CLOCKS) this.clocks.clear();
    this.clocks.set(text, { ms, offset });
  }
}
