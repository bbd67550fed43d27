/** Why a row of a meter is not learnt from, and what is found in a meter. */
import type { RowSpan } from "../../data/weather/believe/types.js";
import type { RowReason } from "../yield/measured/rows.js";
import type { MeterRows } from "./types.js";

/** The first six are those of `compareMeasured`, in its order; the words say what is wrong with such a row. */
export const FREE_REASONS = {
  used: "nothing: it is learnt from",
  dark: "the sun is down",
  missing: "no value",
  outage: "nothing by day: an outage, or snow",
  frozen: "one value to the last digit",
  curtailed: "held back while the sun would give more",
  spike: "a sentinel, or more than the system can give",
  partial: "its day is not whole",
  former: "the system as it was before it changed",
  unit: "another unit",
  limit: "at the limit: at least so much was due",
} as const satisfies { readonly [reason in RowReason]: string } & { readonly [reason: string]: string };
export type FreeReason = keyof typeof FREE_REASONS;

const ORDER = Object.keys(FREE_REASONS);

/** What stands in the bytes of `FreeRows.reasons`. */
export function reasonByte(reason: FreeReason): number {
  return ORDER.indexOf(reason);
}

export type FreeCode =
  | Exclude<FreeReason, "used" | "dark" | "missing" | "former">
  | (
      | "dead"
      | "night-power"
      | "capacity"
      | "no-sun"
      | "follows-load"
      | "poor-fit"
      | "empty"
      | "few-days"
      | "other-place"
      | "usual-plane"
      | "known"
      | "weather"
      | "winter"
    );

export interface FreeFinding {
  readonly code: FreeCode;
  /** Stretches of rows, ascending. */
  readonly spans: readonly RowSpan[];
  /** How many rows they have. */
  readonly rows: number;
  readonly message: string;
}

/** Why nothing is learnt at all. */
export type Refusal = Pick<FreeFinding, "code" | "message">;

export function ofWhole(code: FreeCode, { power }: Pick<MeterRows, "power">, message: string): FreeFinding {
  return { code, spans: [{ from: 0, to: power.length }], rows: power.length, message };
}
