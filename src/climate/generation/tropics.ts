/** Degrees from the equator up to which weather is that of the tropics alone, and from which on it is not. */
export type Tropics = readonly [all: number, none: number];

/** Set with twenty places within 35 degrees, `research/fit-tropics.mjs`, which judges it at each without it. */
const TROPICS: Tropics = [20, 27];

/** How far a place is in the tropics, where no fronts pass and days are alike: 1 there, 0 beyond the subtropics. */
export function tropicalShare(latitude: number, [all, none] = TROPICS): number {
  return Math.min(Math.max((none - Math.abs(latitude)) / (none - all), 0), 1);
}
