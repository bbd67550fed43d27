/** The atmosphere: air mass, pressure, water vapour, aerosol and turbidity. */
export { absoluteAirmassRows, getAbsoluteAirmass, STANDARD_PRESSURE } from "./absolute-airmass.js";
export { angstromAlpha, angstromAodAtLambda, birdHulstrom80AodBb, TYPICAL_ANGSTROM_ALPHA } from "./aerosol.js";
export { gueymard1993Rows } from "./gueymard-1993.js";
export { gueymard2003Rows } from "./gueymard-2003.js";
export { MAGNUS, type MagnusCoefficients, rhFromTdew, rhFromTdewRows, tdewFromRh, tdewFromRhRows } from "./humidity.js";
export { kasten1966Rows } from "./kasten-1966.js";
export { kastenYoung, kastenYoungRows } from "./kasten-young.js";
export { kasten96Lt, kasten96Lt as kastenLinkeTurbidity, kasten96LtRows, linkeTurbidity } from "./linke-turbidity.js";
export { pickering2002Rows } from "./pickering-2002.js";
export { gueymard94Pw, gueymard94PwRows } from "./precipitable-water.js";
export { alt2pres, pres2alt, standardAltitude, standardPressure } from "./pressure.js";
export { type AirmassModel, getRelativeAirmass } from "./relative-airmass.js";
export { simpleAirmassRows } from "./simple-airmass.js";
export { HELLMANN_EXPONENTS, type HellmannSurface, windspeedPowerlaw, windspeedPowerlawRows } from "./wind-speed.js";
export { young1994Rows } from "./young-1994.js";
export { youngIrvine1967Rows } from "./young-irvine-1967.js";
