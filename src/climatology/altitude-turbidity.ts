/** The turbidity of a map, which belongs to the height of its cell, at the height of a place in it. */
import { cos, DEG, exp, log, sin } from "../math/index.js";
import { standardPressure } from "../models/atmosphere/pressure.js";

/**
 * Metres in which aerosol and water fall to 1/e: C. Gueymard, D. Thevenard (2009), Monthly average clear-sky broadband
 * irradiance database for worldwide solar heat gain and building cooling load calculations, Solar Energy 83, 1998–2018.
 */
const SCALE_HEIGHT = 2100;
/** Cleanest air there is: dry, and without aerosol. */
const LEAST = 1.5;
const SEA_LEVEL = standardPressure(0);

/**
 * Linke turbidity at air mass 2 is this: P. Ineichen (2008), Conversion function between the Linke turbidity and the
 * atmospheric water vapor and aerosol content, Solar Energy 82, 1095–1097: `perAerosol`·(depth at 550 nm) + 0.376·ln(water) +
 * `dry`, where the pressure is that of an altitude in m.
 */
function conversion(altitude: number): { readonly perAerosol: number; readonly dry: number } {
  const r = SEA_LEVEL / standardPressure(altitude);
  return { perAerosol: 3.91 * exp(0.689 * r), dry: 2 + r * (0.54 + r * (-0.5 + 0.16 * r)) };
}

/**
 * Usual precipitable water, cm: logarithmic in the square of the sine of the latitude, through the AFGL model atmospheres
 * (tropical, mid-latitude and subarctic summer and winter; G. Anderson et al. 1986, AFGL-TR-86-0110), less with height. A factor
 * of two in it changes the result by less than 0.1 over 2000 m (research/clear-sky.md).
 *
 * @param month 0 to 11
 */
export function usualWater(latitude: number, month: number, altitude: number): number {
  const s = sin(latitude * DEG);
  const season = (latitude < 0 ? -1 : 1) * cos((month - 6.5) * 30 * DEG);
  return exp(1.56 + s * s * (1.15 * season - 2.15) - altitude / SCALE_HEIGHT);
}

/**
 * @param turbidity that of the map's altitude
 * @param mapAltitude m, as `altitude`
 * @param month 0 to 11
 */
export function turbidityAt(
  turbidity: number,
  mapAltitude: number,
  altitude: number,
  latitude: number,
  month: number,
): number {
  const map = conversion(mapAltitude);
  const place = conversion(altitude);
  const water = 0.376 * log(usualWater(latitude, month, mapAltitude));
  const aerosol = Math.max((turbidity - map.dry - water) / map.perAerosol, 0);
  const rise = (altitude - mapAltitude) / SCALE_HEIGHT;
  const changed =
    aerosol * (place.perAerosol * exp(-rise) - map.perAerosol) - 0.376 * rise + place.dry - map.dry;
  return Math.max(turbidity + changed, Math.min(LEAST, turbidity));
}
