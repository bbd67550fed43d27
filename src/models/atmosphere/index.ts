/** The atmosphere: air mass, pressure, water vapour, aerosol and turbidity. */
export { absoluteAirmassRows, getAbsoluteAirmass, STANDARD_PRESSURE } from "./absolute-airmass.js";
export { angstromAlpha, angstromAodAtLambda, birdHulstrom80AodBb, TYPICAL_ANGSTROM_ALPHA } from "./aerosol.js";
export { MAGNUS, type MagnusCoefficients, rhFromTdew, rhFromTdewRows, tdewFromRh, tdewFromRhRows } from "./humidity.js";
export { kasten1966Rows } from "./kasten-1966.js";
export { kastenYoung, kastenYoungRows } from "./kasten-young.js";
export { kasten96Lt, kasten96Lt as kastenLinkeTurbidity, kasten96LtRows, linkeTurbidity } from "./linke-turbidity.js";
export { gueymard94Pw, gueymard94PwRows } from "./precipitable-water.js";
export { alt2pres, pres2alt, standardAltitude, standardPressure } from "./pressure.js";
export { type AirmassModel, getRelativeAirmass } from "./relative-airmass.js";
