/** What the sun sends onto level ground above the air, month by month: the bound of every measured mean. */
import { acos, cos, DEG, sin } from "../math/index.js";
import { declinationSpencer71, getExtraRadiation, SOLAR_CONSTANT } from "../models/solar-position/index.js";

/** Days of the months of a common year. */
export const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;

/**
 * Monthly means over all 24 hours of extraterrestrial horizontal irradiance in W/m², January first; 0 in the polar night.
 *
 * @param lat degrees
 */
export function monthlyExtraterrestrial(lat: number): number[] {
  const dayOfYear = Float64Array.from({ length: 365 }, (_, day) => day + 1);
  const { declination } = declinationSpencer71({ dayOfYear });
  const { dniExtra } = getExtraRadiation({ dayOfYear }, { solarConstant: SOLAR_CONSTANT });
  let day = 0;
  return MONTH_DAYS.map((days) => {
    let sum = 0;
    for (const end = day + days; day < end; day++) sum += dailyMean(lat * DEG, declination[day]! * DEG, dniExtra[day]!);
    return sum / days;
  });
}

/** The integral of the sun's height from rise to set, over a whole turn (Duffie & Beckman, eq. 1.10.3). Angles in radians. */
function dailyMean(latitude: number, declination: number, normal: number): number {
  const towardsPole = sin(latitude) * sin(declination);
  const alongEquator = cos(latitude) * cos(declination);
  const sunset = alongEquator > 0 ? -towardsPole / alongEquator : -Math.sign(towardsPole);
  const angle = acos(Math.min(Math.max(sunset, -1), 1));
  return Math.max((normal / Math.PI) * (alongEquator * sin(angle) + towardsPole * angle), 0);
}
