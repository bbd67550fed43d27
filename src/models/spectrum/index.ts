/** Spectral mismatch: what the colour of the light does to a module's current. */
export { CABALLERO_COEFFICIENTS, type CaballeroOptions, spectralFactorCaballero } from "./caballero.js";
export { FIRST_SOLAR_COEFFICIENTS, type FirstSolarOptions, spectralFactorFirstsolar } from "./first-solar.js";
export { JRC_COEFFICIENTS, type JrcOptions, spectralFactorJrc } from "./jrc.js";
export type { SpectralModuleOptions } from "./module-coefficients.js";
export { POLO_COEFFICIENTS, type PoloOptions, spectralFactorPolo } from "./polo.js";
export { PVSPEC_COEFFICIENTS, type PvspecOptions, spectralFactorPvspec } from "./pvspec.js";
export { DESOTO_POLYCRYSTALLINE, type SapmSpectralOptions, spectralFactorSapm } from "./sapm.js";
