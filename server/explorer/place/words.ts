/** Places in words, as the language of the page writes them; and why a text is not taken for one. */
import { FIRST } from "../state/state.js";
import { figure, language } from "../texts/numbers.js";
import { texts } from "../texts/texts.js";
import type { Place } from "./map/view.js";

/** A tenth of a kilometre. */
const DIGITS = 3;

/** "47.38° N, 8.54° E", in German "47,38° N, 8,54° O". */
export function coordinatesOf({ lat, lon }: Place): string {
  const apart = language() === "de" ? "; " : ", ";
  return [degrees(lat, "lat", DIGITS), degrees(lon, "lon", DIGITS)].join(apart);
}

/** The name of a place, or its coordinates; the page opens at an example. */
export function placeName({ lat, lon, name }: Place & { readonly name: string }): string {
  if (name !== "") return name;
  return lat === FIRST.lat && lon === FIRST.lon ? texts().place.start : coordinatesOf({ lat, lon });
}

/** With the decimals that multiples of a step have. Longitudes may go beyond ±180. */
export function degreesOf(value: number, axis: Axis, step: number): string {
  const decimals = Math.max(0, Math.ceil(-Math.log10(step)));
  const turned = axis === "lon" ? ((((value + 180) % 360) + 360) % 360) - 180 : value;
  return degrees(turned, axis, decimals);
}

function degrees(value: number, axis: Axis, decimals: number): string {
  const { north, south, east, west } = texts().place.directions;
  const size = Number(Math.abs(value).toFixed(decimals));
  const places = Math.max(decimalsOf(size), decimals === DIGITS ? 1 : decimals);
  const text = `${figure(size, places)}°`;
  if (size === 0 || size === RANGE.lon) return text;
  const [plus, minus] = axis === "lat" ? [north, south] : [east, west];
  return `${text} ${value > 0 ? plus : minus}`;
}

function decimalsOf(value: number): number {
  return (String(value).split(".")[1] ?? "").length;
}

export function refusalText(refusal: Refusal): string {
  const t = texts().place;
  if (refusal.why === "range") return t.range[refusal.axis](numberText(refusal.value));
  if (refusal.why === "minutes") return t.minutes(numberText(refusal.value));
  return t.refused[refusal.why];
}

function numberText(value: number): string {
  return figure(value, Math.min(6, decimalsOf(Math.abs(value))));
}

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
  | {
      readonly why:
        | "half"
        | "postcode"
        | "doubt"
        | "twice"
        | "letter O"
        | "link"
        | "short link"
        | "three words"
        | "short code";
    };

export type Axis = "lat" | "lon";
export type Reading = { readonly point: Point } | { readonly refusal: Refusal };

const RANGE: Readonly<Record<Axis, number>> = { lat: 90, lon: 180 };
/** A tenth of a metre. */
const KEPT_DIGITS = 6;

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
  return Number(degrees.toFixed(KEPT_DIGITS)) + 0;
}
