/** Position of the sun, its rise and set, Earth–sun distance and extraterrestrial irradiance, and the time scale they need. */
export {
  declinationCooper69,
  declinationSpencer71,
  equationOfTimePvcdrom,
  equationOfTimeSpencer71,
  hourAngle,
  solarAzimuthAnalytical,
  solarZenithAnalytical,
} from "./analytical.js";
export { deltaT } from "./delta-t.js";
export { prepareSunSite } from "./ephemeris.js";
export { getExtraRadiation, nrelEarthsunDistance, SOLAR_CONSTANT } from "./extraterrestrial.js";
export { atmosphericRefraction } from "./refraction.js";
export { createGeocentricSun, type GeocentricSun, geocentricSun, type SolarPosition, solarPosition } from "./spa.js";
export { SPA_QUANTITIES, spaIntermediates } from "./spa-intermediates.js";
export { sunRiseSetTransit, sunRiseSetTransitGeometric } from "./sun-rise-set-transit.js";
export { sunRiseSetTransitSpa } from "./sun-rise-set-transit-spa.js";
