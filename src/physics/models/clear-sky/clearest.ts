/**
 * How clear the sky can be: the clearness index (GHI over what falls above the air on level ground) of a clean sky, and how much an hour
 * or a minute may have above it.
 *
 * The clean sky is a closed form of REST2, version 5 (C. A. Gueymard 2008, Solar Energy 82, 272–285), with an aerosol optical depth of
 * 0.02 at 550 nm, 0.3 atm-cm of ozone and an albedo of 0.2: `research/fit-clearest.mjs` fits and judges it. To 0.009 (rms; at most
 * 0.03) it is REST2 from 0 to 5,000 m, 0.2 to 4 cm of water and suns from 3° up; MAC2 is 0.02 above both.
 */
import { cos, DEG, exp, positivePow, sin } from "../../../foundation/math/index.js";
import { MONTH_DAYS } from "../../../foundation/time/calendar.js";
import { standardPressure } from "../atmosphere/pressure.js";
import { SOLAR_CONSTANT } from "../solar-position/extraterrestrial.js";
import { sunsOfYear } from "../solar-position/monthly-extraterrestrial.js";

/** Optical depths of all that goes with pressure, and of water, at air mass 1 and 1 cm; how they grow with what lies in the way. */
const AIR = 0.1205;
const AIR_POWER = 0.574;
const WATER = 0.09;
const WATER_POWER = 0.3765;

/** Water above sea level, cm, of dry clear days. */
export const DRY_WATER = 1;
/** The height over which it falls to 1/e, m. */
const WATER_HEIGHT = 2200;

/** What clouds beside the sun and bright ground add to a clean sky's hour, as a share of it: at any sun, and with each air mass. */
const HOUR_ABOVE = 0.045;
const HOUR_ABOVE_BY_AIRMASS = 0.025;
/** As of an hour: of a minute, which a cloud's bright edge can fill. */
const MINUTE_ABOVE = 0.38;
const MINUTE_ABOVE_BY_AIRMASS = 0.05;

const SEA_LEVEL = 101325;

/** The clean sky of a place by the relative air mass: clearness index. `water`: of its dry days, if the place were at sea level, cm. */
export function cleanSky(altitude: number, waterAtSea = DRY_WATER): (airmass: number) => number {
  const pressure = standardPressure(altitude) / SEA_LEVEL;
  const water = cleanWater(altitude, waterAtSea);
  return (airmass) => cleanClearness(airmass, pressure, water);
}

/** Water of a clean sky above a place, cm, by that of its dry days at sea level. */
export function cleanWater(altitude: number, waterAtSea = DRY_WATER): number {
  return waterAtSea * exp(-altitude / WATER_HEIGHT);
}

/** Optical depth at air mass 1 that more water (cm) than a sky's own adds; 0 where it has not got more. */
export function moreWater(water: number, own: number): number {
  return WATER * Math.max(positivePow(water, WATER_POWER) - positivePow(own, WATER_POWER), 0);
}

/** The share of a sky's light that such a depth leaves. */
export function throughWater(airmass: number, depth: number): number {
  return exp(-depth * positivePow(airmass, WATER_POWER));
}

/** How many times as bright as under a clean sky an hour is at most. */
export function brightestHour(airmass: number): number {
  return 1 + HOUR_ABOVE + HOUR_ABOVE_BY_AIRMASS * airmass;
}

/** The same of a minute. */
export function brightestMinute(airmass: number): number {
  return 1 + MINUTE_ABOVE + MINUTE_ABOVE_BY_AIRMASS * airmass;
}

/**
 * Clearness index of a clean sky.
 *
 * @param airmass relative; @param pressure share of that at sea level; @param water precipitable, cm
 */
export function cleanClearness(airmass: number, pressure: number, water: number): number {
  return exp(-AIR * positivePow(airmass * pressure, AIR_POWER) - WATER * positivePow(airmass * water, WATER_POWER));
}

/** Relative air mass by the sine of the true elevation, above 0: A. T. Young (1994), Air mass and refraction, Applied Optics 33, 1108–1110. */
export function airmassOfSine(sine: number): number {
  const above = 0.0096467 + sine * (0.148386 + sine * 1.002432);
  return above / (0.000303978 + sine * (0.0102963 + sine * (0.149864 + sine)));
}

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
