/** One look at a meter: the reasons of its rows so far, what was found, and whether anything can be learnt. */
import { type RowSpan, spansOfRows } from "../../data/weather/believe/types.js";
import { formatTime } from "../../foundation/time/iso-time.js";
import { type FreeCode, type FreeFinding, type FreeReason, type Refusal, reasonByte } from "./reasons.js";
import type { SunDays } from "./sun-days.js";

/** So many stretches are named, the longest first. */
const NAMED = 3;

export class Look {
  readonly days: SunDays;
  readonly reasons: Uint8Array;
  readonly findings: FreeFinding[] = [];
  refusal: Refusal | undefined;
  /** kW that the system reaches, and that its meter shows in the dark; 0: not yet known. */
  scale = 0;
  offset = 0;

  constructor(days: SunDays) {
    this.days = days;
    this.reasons = new Uint8Array(days.count);
  }

  /** Marks the rows that have no reason yet, and pass the test. */
  mark(reason: FreeReason, spans: readonly RowSpan[], isMeant: (row: number) => boolean = () => true): void {
    const byte = reasonByte(reason);
    for (const { from, to } of spans)
      for (let row = from; row < to; row++) if (this.reasons[row] === 0 && isMeant(row)) this.reasons[row] = byte;
  }

  spansOf(reason: FreeReason): RowSpan[] {
    return spansOfRows(this.reasons.length, (row) => this.reasons[row] === reasonByte(reason));
  }

  find(code: FreeCode, spans: readonly RowSpan[], message: string): void {
    const rows = spans.reduce((sum, { from, to }) => sum + to - from, 0);
    if (rows > 0) this.findings.push({ code, spans, rows, message });
  }

  /** Of the whole meter; the first refusal holds. */
  refuse(code: FreeCode, message: string): void {
    this.find(code, [{ from: 0, to: this.days.count }], message);
    this.refusal ??= { code, message };
  }

  dateOf(row: number): string {
    return formatTime(this.days.start + row * this.days.step).slice(0, 10);
  }

  /** Dates of the meter's own clock. */
  named(spans: readonly RowSpan[]): string {
    const longest = [...spans].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, NAMED);
    const names = longest
      .sort((a, b) => a.from - b.from)
      .map(({ from, to }) => {
        const [first, last] = [this.dateOf(from), this.dateOf(to - 1)];
        return first === last ? first : `${first} to ${last}`;
      });
    const more = spans.length - longest.length;
    return `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  }
}

export function percentText(share: number): string {
  return `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;
}
