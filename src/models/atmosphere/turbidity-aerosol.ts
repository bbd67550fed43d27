import { BROADBAND_PER_AOD550 } from "./broadband-depth.js";
import { linkeTurbidity } from "./linke-turbidity.js";

/** Water vapour where nothing is known of it (cm): the default of the clear-sky models. */
export const USUAL_WATER = 1;
const AIRMASS = 2;

/**
 * Aerosol optical depth at 550 nm that a Linke turbidity stands for. The turbidity is linear in the broadband depth, for
 * which that at 700 nm stands (Molineaux et al. 1998): two values of the formula give its inverse.
 *
 * @param water precipitable water, cm
 */
export function aerosolOfTurbidity(turbidity: number, water: number): number {
  const clean = linkeTurbidity(AIRMASS, water, 0);
  const slope = linkeTurbidity(AIRMASS, water, 1) - clean;
  return Math.max((turbidity - clean) / slope, 0) / BROADBAND_PER_AOD550;
}
