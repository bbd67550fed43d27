/** Position of the sun, its rise and set, Earth–sun distance and extraterrestrial irradiance, and the time scale they need. */
export { solarAzimuthAnalytical, solarZenithAnalytical } from "./analytical-position.js";
export { declinationCooper69, declinationSpencer71 } from "./declination.js";
export { deltaT } from "./delta-t.js";
export { nrelEarthsunDistance } from "./earth-sun-distance.js";
export { prepareSunSite, type SunSite } from "./ephemeris.js";
export { equationOfTimePvcdrom, equationOfTimeSpencer71 } from "./equation-of-time.js";
export { type ExtraRadiationMethod, getExtraRadiation, SOLAR_CONSTANT } from "./extraterrestrial.js";
export { hourAngle } from "./hour-angle.js";
export { atmosphericRefraction } from "./refraction.js";
export {
  createGeocentricSun,
  type GeocentricSun,
  geocentricSun,
  type SolarPosition,
  type SolarPositionInput,
  solarPosition,
} from "./spa.js";
export { SPA_QUANTITIES, type SpaIntermediates, type SpaQuantity, spaIntermediates } from "./spa-intermediates.js";
export { SUNRISE_ELEVATION, type SunRiseSetTransit, sunRiseSetTransit } from "./sun-rise-set-transit.js";
export { sunRiseSetTransitGeometric } from "./sun-rise-set-transit-geometric.js";
export { sunRiseSetTransitSpa } from "./sun-rise-set-transit-spa.js";
