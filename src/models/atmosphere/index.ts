/** The atmosphere: air mass, pressure, water vapour, aerosol and turbidity. */

export { angstromAlpha, angstromAodAtLambda, birdHulstrom80AodBb, TYPICAL_ANGSTROM_ALPHA } from "./aerosol.js";
export {
  type AirmassModel,
  getAbsoluteAirmass,
  getRelativeAirmass,
  kastenYoung,
  STANDARD_PRESSURE,
} from "./airmass.js";
export { MAGNUS, type MagnusCoefficients, rhFromTdew, tdewFromRh } from "./humidity.js";
export { kasten96Lt, kasten96Lt as kastenLinkeTurbidity, linkeTurbidity } from "./linke-turbidity.js";
export { gueymard94Pw } from "./precipitable-water.js";
export { alt2pres, pres2alt, standardAltitude, standardPressure } from "./pressure.js";
export { HELLMANN_EXPONENTS, type HellmannSurface, windspeedPowerlaw } from "./wind-speed.js";
