/** Position of the sun, its rise and set, Earth–sun distance and extraterrestrial irradiance, and the time scale they need. */
export { solarAzimuthAnalytical, solarZenithAnalytical } from "./analytical-position.js";
export {
  declinationCooper69,
  declinationCooper69Rows,
  declinationSpencer71,
  declinationSpencer71Rows,
} from "./declination.js";
export { deltaT, deltaTRows } from "./delta-t.js";
export { nrelEarthsunDistance } from "./earth-sun-distance.js";
export {
  azimuthRows,
  elevationRows,
  prepareSunSite,
  type SunSite,
  sunVectorRows,
} from "./ephemeris.js";
export {
  equationOfTimePvcdrom,
  equationOfTimePvcdromRows,
  equationOfTimeSpencer71,
  equationOfTimeSpencer71Rows,
} from "./equation-of-time.js";
export {
  type ExtraRadiationMethod,
  extraterrestrialRows,
  getExtraRadiation,
  SOLAR_CONSTANT,
} from "./extraterrestrial.js";
export { hourAngle, hourAngleRows } from "./hour-angle.js";
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
export { SPA_QUANTITIES, type SpaIntermediates, type SpaQuantity, spaIntermediates } from "./spa-intermediates.js";
export { SUNRISE_ELEVATION, type SunRiseSetTransit, sunRiseSetTransit } from "./sun-rise-set-transit.js";
export { sunRiseSetTransitGeometric } from "./sun-rise-set-transit-geometric.js";
export { sunRiseSetTransitSpa } from "./sun-rise-set-transit-spa.js";
