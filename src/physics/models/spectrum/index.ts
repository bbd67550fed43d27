/** Spectral mismatch: what the colour of the light does to a module's current. */
export {
  spectralFactorCaballero,
  spectralFactorFirstsolar,
  spectralFactorJrc,
  spectralFactorPolo,
  spectralFactorPvspec,
  spectralFactorSapm,
} from "./factors.js";
