/** Why a row of a meter is not learnt from, what is found in it, and what makes it useless. */
import { type RowSpan, spansOfRows } from "../../data/weather/believe/types.js";
import { formatTime } from "../../foundation/time/iso-time.js";
import { ROW_REASONS } from "../yield/measured/rows.js";
import type { MeterRows } from "./types.js";

/**
 * The first six are those of `compareMeasured`; an outage may be snow. Then: a sentinel or an impossible value, a battery's or a house's
 * power, a day that is not whole, the system as it was before it changed, another unit, and power at a limit: at least that much was due.
 */
export const FREE_REASONS = [...ROW_REASONS, "spike", "mixed", "partial", "former", "unit", "limit"] as const;
export type FreeReason = (typeof FREE_REASONS)[number];

const WORDS: { readonly [reason in FreeReason]: string } = {
  used: "learnt from",
  dark: "the sun is down",
  missing: "no value",
  outage: "nothing by day: an outage, or snow",
  frozen: "one value to the last digit",
  curtailed: "held back while the sun would give more",
  spike: "a sentinel, or more than the system can give",
  mixed: "a battery or a house is in the value",
  partial: "a day that is not whole",
  former: "the system as it was before it changed",
  unit: "another unit",
  limit: "at the limit: at least so much was due",
};

export function reasonWords(reason: FreeReason): string {
  return WORDS[reason];
}

export function reasonOf(reasons: Uint8Array, row: number): FreeReason {
  return FREE_REASONS[reasons[row]!]!;
}

export type FreeCode =
  | Exclude<FreeReason, "used" | "dark" | "missing" | "mixed" | "former">
  | "dead"
  | "night-offset"
  | "night-power"
  | "capacity"
  | "no-sun"
  | "follows-load"
  | "poor-fit";

export interface FreeFinding {
  readonly code: FreeCode;
  /** Stretches of rows, ascending. */
  readonly spans: readonly RowSpan[];
  /** How many of them are left out, or concerned. */
  readonly rows: number;
  readonly message: string;
}

/** Why nothing is learnt at all. */
export interface Refusal {
  readonly code: FreeCode | "empty" | "few-days";
  readonly message: string;
}

/** Marks rows that have no reason yet; returns how many. */
export function markRows(reasons: Uint8Array, reason: FreeReason, { from, to }: RowSpan): number {
  const code = FREE_REASONS.indexOf(reason);
  let marked = 0;
  for (let row = from; row < to; row++) {
    if (reasons[row] !== 0) continue;
    reasons[row] = code;
    marked++;
  }
  return marked;
}

export function spansOfReason(reasons: Uint8Array, reason: FreeReason): RowSpan[] {
  const code = FREE_REASONS.indexOf(reason);
  return spansOfRows(reasons.length, (row) => reasons[row] === code);
}

/** Of the meter's own clock. */
export function dayText({ start, step }: Pick<MeterRows, "start" | "step">, row: number): string {
  return formatTime(start + row * step).slice(0, 10);
}

/** So many stretches are named, the longest first. */
const NAMED = 3;

export function spansText(meter: Pick<MeterRows, "start" | "step">, spans: readonly RowSpan[]): string {
  const longest = [...spans].sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, NAMED);
  const named = longest
    .sort((a, b) => a.from - b.from)
    .map(({ from, to }) => {
      const [first, last] = [dayText(meter, from), dayText(meter, to - 1)];
      return first === last ? first : `${first} to ${last}`;
    });
  const more = spans.length - longest.length;
  return `${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

export function percentText(share: number): string {
  return `${(100 * share).toFixed(share < 0.0995 ? 1 : 0)} %`;
}

export function countText(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? "" : "s"}`;
}
