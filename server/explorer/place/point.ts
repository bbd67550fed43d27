/** A place that was read from a text, or why it is not taken. */

export interface Point {
  readonly lat: number;
  readonly lon: number;
  /** Metres, where the text has it. */
  readonly altitude?: number;
}

/** Why a text that looks like a place is not taken; the page has a sentence for each. */
export type Refusal =
  | { readonly why: "range"; readonly axis: Axis; readonly value: number }
  | { readonly why: "minutes"; readonly value: number }
  | { readonly why: "half" | "doubt" | "twice" | "letter O" | "link" | "short link" | "three words" | "short code" };

export type Axis = "lat" | "lon";
export type Reading = { readonly point: Point } | { readonly refusal: Refusal };

export const RANGE: Readonly<Record<Axis, number>> = { lat: 90, lon: 180 };
/** A tenth of a metre. */
const DIGITS = 6;

/** A place within its ranges. */
export function pointOf(lat: number, lon: number): Reading {
  for (const [axis, value] of [
    ["lat", lat],
    ["lon", lon],
  ] as const)
    if (!(Math.abs(value) <= RANGE[axis])) return { refusal: { why: "range", axis, value } };
  return { point: { lat: rounded(lat), lon: rounded(lon) } };
}

function rounded(degrees: number): number {
  return Number(degrees.toFixed(DIGITS)) + 0;
}
