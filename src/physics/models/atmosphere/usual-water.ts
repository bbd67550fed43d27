/** The water vapour that the air of a place usually has. */
import { cos, DEG, exp, sin } from "../../../foundation/math/index.js";

/**
 * Metres in which aerosol and water fall to 1/e: C. Gueymard, D. Thevenard (2009), Monthly average clear-sky broadband
 * irradiance database for worldwide solar heat gain and building cooling load calculations, Solar Energy 83, 1998–2018.
 */
export const SCALE_HEIGHT = 2100;

/**
 * Usual precipitable water, cm: logarithmic in the square of the sine of the latitude, through the AFGL model atmospheres
 * (tropical, mid-latitude and subarctic summer and winter; G. Anderson et al. 1986, AFGL-TR-86-0110), less with height.
 */
export function usualWater(latitude: number, month: number, altitude: number): number {
  const s = sin(latitude * DEG);
  const season = (latitude < 0 ? -1 : 1) * cos((month - 6.5) * 30 * DEG);
  return exp(1.56 + s * s * (1.15 * season - 2.15) - altitude / SCALE_HEIGHT);
}
