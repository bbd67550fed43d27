/** From the turbidity of a map to that of the minutes in which a clear sky is seen, at the height of a place. */
import { cos, DEG, exp, log, sin } from "../math/index.js";
import { standardPressure } from "../models/atmosphere/pressure.js";

/**
 * Metres in which aerosol and water fall to 1/e: C. Gueymard, D. Thevenard (2009), Monthly average clear-sky broadband
 * irradiance database for worldwide solar heat gain and building cooling load calculations, Solar Energy 83, 1998–2018.
 */
const SCALE_HEIGHT = 2100;
/**
 * Optical depth at 550 nm of sea level up to which a month's mean is that of its clear minutes; of what is above, they have
 * half. Haze and clouds come together: the mean has the haze of days without a clear minute (research/clear-sky.md).
 */
const CLEAN = 0.058;
const SHARE = 0.5;
/**
 * Metres above and below that are the same height to a map: the relief inside its cells. At the stations of
 * research/clear-sky.md heights closer than that say nothing.
 */
const RELIEF = 300;
/** Cleanest air there is: dry, and without aerosol. */
const LEAST = 1.5;
const SEA_LEVEL = standardPressure(0);
/** Metres up to which Ineichen's conversion was fitted. */
const FITTED = 7000;

/** Degrees, metres; `altitude` is that of the place, `mapAltitude` that of the map's cell. */
export interface ClearPlace {
  readonly latitude: number;
  readonly mapAltitude: number;
  readonly altitude: number;
}

/**
 * Linke turbidity at air mass 2 is this: P. Ineichen (2008), Conversion function between the Linke turbidity and the
 * atmospheric water vapor and aerosol content, Solar Energy 82, 1095–1097: `perAerosol`·(depth at 550 nm) +
 * 0.376·ln(water in cm) + `dry`, by the pressure over that of sea level.
 */
function conversion(altitude: number): { readonly perAerosol: number; readonly dry: number } {
  const r = SEA_LEVEL / standardPressure(Math.min(altitude, FITTED));
  return { perAerosol: 3.91 * exp(0.689 * r), dry: 2 + r * (0.54 + r * (-0.5 + 0.16 * r)) };
}

/**
 * Usual precipitable water, cm: logarithmic in the square of the sine of the latitude, through the AFGL model atmospheres
 * (tropical, mid-latitude and subarctic summer and winter; G. Anderson et al. 1986, AFGL-TR-86-0110), less with height.
 */
function usualWater(latitude: number, month: number, altitude: number): number {
  const s = sin(latitude * DEG);
  const season = (latitude < 0 ? -1 : 1) * cos((month - 6.5) * 30 * DEG);
  return exp(1.56 + s * s * (1.15 * season - 2.15) - altitude / SCALE_HEIGHT);
}

/**
 * Linke turbidity of clear minutes from a month's climatological mean: aerosol of clear minutes, aerosol and water of the
 * place's height.
 *
 * @param month 0 to 11
 */
export function clearTurbidity(climatological: number, month: number, at: ClearPlace): number {
  const { latitude, mapAltitude, altitude } = at;
  const difference = altitude - mapAltitude;
  const apart = difference - Math.min(Math.max(difference, -RELIEF), RELIEF);
  const map = conversion(mapAltitude);
  const place = conversion(mapAltitude + apart);
  const water = 0.376 * log(usualWater(latitude, month, mapAltitude));
  const mean = Math.max((climatological - map.dry - water) / map.perAerosol, 0);
  const clean = CLEAN * exp(-mapAltitude / SCALE_HEIGHT);
  const clear = Math.min(mean, clean + SHARE * (mean - clean));
  const rise = apart / SCALE_HEIGHT;
  const changed = clear * exp(-rise) * place.perAerosol - mean * map.perAerosol - 0.376 * rise + place.dry - map.dry;
  return Math.max(climatological + changed, Math.min(LEAST, climatological));
}
