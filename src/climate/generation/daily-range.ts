/**
 * The range of the day's mean course from what twelve means say of a place.
 *
 * D. G. Erbs, S. A. Klein, W. A. Beckman (1983; see temperature.ts) take it from the month's clearness alone, 25.8·Kt − 5.21.
 * Days are wider inland and higher up: fitted to the mean courses of 59 places by `research/fit-temperature.mjs`, which prints what
 * the rule is worth at each of them without it. A sea coast that the seasons do not betray stays too wide.
 */
import { DEG, sin } from "../../math/index.js";

/** K; K per unit of clearness, per K of continentality, per km of altitude. */
export interface RangeRule {
  readonly base: number;
  readonly clearness: number;
  readonly continentality: number;
  readonly altitude: number;
}

const RULE: RangeRule = { base: -6.78, clearness: 25.15, continentality: 0.253, altitude: 1.43 };
/** K; no month of those places has less than half of it. */
const LEAST = 1;
/** What those places span: beyond, the rule is not drawn out. */
const MOST_CONTINENTAL = 16;
const HIGHEST = 3;

/** Range (K) of the mean day of a month, by its clearness, at a place with these monthly temperatures. */
export function usualRanges(
  { latitude, altitude }: { readonly latitude: number; readonly altitude?: number | undefined },
  temperature: readonly number[],
  rule = RULE,
): (clearness: number) => number {
  const kilometres = Math.min(Math.max(altitude ?? 0, 0) / 1000, HIGHEST);
  const ofPlace =
    rule.base +
    rule.continentality * Math.min(continentality(latitude, temperature), MOST_CONTINENTAL) +
    rule.altitude * kilometres;
  return (clearness) => Math.max(ofPlace + rule.clearness * clearness, LEAST);
}

/**
 * How much more the months differ than the sun's height asks for, K: the spread of the monthly means over the sine of latitude + 10°,
 * as W. Gorczyński (1920), Sur le calcul du degré du continentalisme, has it (Geografiska Annaler 2, 324–331), kept from the equator
 * after V. Conrad (1946).
 */
export function continentality(latitude: number, temperature: readonly number[]): number {
  return seasonalSpread(temperature) / sin(Math.min(Math.abs(latitude) + 10, 90) * DEG);
}

/** Standard deviation of the monthly means, K. */
export function seasonalSpread(temperature: readonly number[]): number {
  const mean = temperature.reduce((sum, value) => sum + value, 0) / temperature.length;
  const squares = temperature.reduce((sum, value) => sum + (value - mean) * (value - mean), 0);
  return Math.sqrt(squares / temperature.length);
}
