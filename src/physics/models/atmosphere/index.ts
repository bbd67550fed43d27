/** The atmosphere: air mass, pressure, water vapour, aerosol and turbidity. */

export { getAbsoluteAirmass, getRelativeAirmass, kastenYoung } from "./airmass.js";
export {
  alt2pres,
  HELLMANN_EXPONENTS,
  pres2alt,
  standardAltitude,
  standardPressure,
  windspeedPowerlaw,
} from "./pressure.js";
export {
  angstromAlpha,
  angstromAodAtLambda,
  birdHulstrom80AodBb,
  kasten96Lt,
  kasten96Lt as kastenLinkeTurbidity,
  linkeTurbidity,
} from "./turbidity.js";
export { gueymard94Pw, rhFromTdew, tdewFromRh } from "./water.js";
