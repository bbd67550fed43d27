/** The most light that the sky of a place can give in a month: the bound of given monthly means. */
import { cos, DEG, sin } from "../../math/index.js";
import { MONTH_DAYS } from "../../time/calendar.js";
import { SOLAR_CONSTANT } from "../solar-position/extraterrestrial.js";
import { sunsOfYear } from "../solar-position/monthly-extraterrestrial.js";
import { airmassOfSine, cleanSky } from "./clearest.js";

/** A month of clean skies, whose air may be drier than the model's 1 cm of water (0.05) and whose ground may be snow (0.05). */
const ABOVE_CLEAN = 1.1;
/** Days between those that stand for all, and steps of the sun in half a day. */
const EVERY = 5;
const STEPS = 24;

/**
 * Monthly means over all 24 hours of GHI (W/m²), January first, that no sky at an altitude (m) is brighter than; 0 in the polar night.
 * To 1 % of the integral over the days.
 */
export function monthlyClearest(latitude: number, altitude: number): number[] {
  const { geocentricSunDeclination: declination, heliocentricRadiusVector: distance } = sunsOfYear();
  const clean = cleanSky(altitude);
  let begin = 0;
  return MONTH_DAYS.map((days) => {
    let sum = 0;
    let count = 0;
    for (let day = begin + 2; day < begin + days; day += EVERY) {
      const normal = SOLAR_CONSTANT / (distance[day]! * distance[day]!);
      sum += normal * dailyShare(latitude * DEG, declination[day]! * DEG, clean);
      count++;
    }
    begin += days;
    return (ABOVE_CLEAN * sum) / count;
  });
}

/** Mean over the day of the sun's sine times the clearness of a clean sky. Angles in radians. */
function dailyShare(latitude: number, declination: number, clean: (airmass: number) => number): number {
  const towardsPole = sin(latitude) * sin(declination);
  const alongEquator = cos(latitude) * cos(declination);
  let sum = 0;
  for (let k = 0; k < STEPS; k++) {
    const sine = towardsPole + alongEquator * cos(((k + 0.5) * Math.PI) / STEPS);
    if (sine > 0) sum += sine * clean(airmassOfSine(Math.min(sine, 1)));
  }
  return sum / STEPS;
}
