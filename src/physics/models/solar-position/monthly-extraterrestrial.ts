/** What the sun sends onto level ground above the air, month by month: the bound of every measured mean. */
import { acos, cos, DEG, sin } from "../../../foundation/math/index.js";
import { DAY, MONTH_DAYS, yearStart } from "../../../foundation/time/calendar.js";
import { SOLAR_CONSTANT, spaIntermediates } from "./index.js";

/**
 * Monthly means over all 24 hours of extraterrestrial horizontal irradiance in W/m², January first; 0 in the polar night.
 *
 * @param lat degrees
 */
export function monthlyExtraterrestrial(lat: number): number[] {
  const { geocentricSunDeclination: declination, heliocentricRadiusVector: distance } = sunsOfYear();
  let day = 0;
  return MONTH_DAYS.map((days) => {
    let sum = 0;
    for (const end = day + days; day < end; day++) {
      const normal = SOLAR_CONSTANT / (distance[day]! * distance[day]!);
      sum += dailyMean(lat * DEG, declination[day]! * DEG, normal);
    }
    return sum / days;
  });
}

/** The year that typical years are labelled with, in the middle between leap years. */
const YEAR = 2005;

let known: ReturnType<typeof spaIntermediates> | undefined;

/** The sun at noon of each day. */
export function sunsOfYear() {
  const time = () => Float64Array.from({ length: 365 }, (_, day) => yearStart(YEAR) + (day + 0.5) * DAY);
  known ??= spaIntermediates({ time: time(), latitude: 0, longitude: 0 });
  return known;
}

/** The integral of the sun's height from rise to set, over a whole turn (Duffie & Beckman, eq. 1.10.3). Angles in radians. */
function dailyMean(latitude: number, declination: number, normal: number): number {
  const towardsPole = sin(latitude) * sin(declination);
  const alongEquator = cos(latitude) * cos(declination);
  const sunset = alongEquator > 0 ? -towardsPole / alongEquator : -Math.sign(towardsPole);
  const angle = acos(Math.min(Math.max(sunset, -1), 1));
  return Math.max((normal / Math.PI) * (alongEquator * sin(angle) + towardsPole * angle), 0);
}
