/** Position of the sun, Earth–sun distance and extraterrestrial irradiance, refraction, and the time scale they need. */
export { deltaT, deltaTRows } from "./delta-t.js";
export {
  azimuthRows,
  elevationRows,
  prepareSunSite,
  type SunSite,
  sunVectorRows,
} from "./ephemeris.js";
export {
  type ExtraRadiationMethod,
  extraterrestrialRows,
  getExtraRadiation,
  SOLAR_CONSTANT,
} from "./extraterrestrial.js";
export { atmosphericRefraction, atmosphericRefractionRows, refractVectorRows } from "./refraction.js";
export {
  createGeocentricSun,
  type GeocentricSun,
  geocentricSun,
  type SolarPosition,
  type SolarPositionInput,
  solarPosition,
  solarPositionRows,
} from "./spa.js";
