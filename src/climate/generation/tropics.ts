/** Degrees from the equator up to which weather is that of the tropics alone, and from which on it is not. */
const TROPICS = 15;
const SUBTROPICS = 25;

/** How far a place is in the tropics, where no fronts pass and days are alike: 1 there, 0 beyond the subtropics. */
export function tropicalShare(latitude: number): number {
  return Math.min(Math.max((SUBTROPICS - Math.abs(latitude)) / (SUBTROPICS - TROPICS), 0), 1);
}
