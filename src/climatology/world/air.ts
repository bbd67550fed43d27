/** Temperature and humidity of a place from what the fields hold for sea level. */
import { cos, exp, sin } from "../../math/index.js";
import { MAGNUS } from "../../models/atmosphere/humidity.js";
import { standardPressure } from "../../models/atmosphere/pressure.js";

/** Of the standard atmosphere (ISO 2533:1975), K/m. */
const LAPSE_RATE = 0.0065;
/**
 * Below the ground around, where cold air gathers, K/m: 3.9 to 5.2 were measured over a year in the Cascades (Minder, Mote &
 * Lundquist 2010, doi:10.1029/2009JD013493); chosen at places with files (research/world-climate.md).
 */
const LAPSE_RATE_IN_VALLEYS = 0.004;

/** Middles of months as phases of a year. */
const PHASES = /* @__PURE__ */ Float64Array.from({ length: 12 }, (_, month) => (2 * Math.PI * (month + 0.5)) / 12);

/**
 * Means of the months, °C.
 *
 * @param atSeaLevel of the year; @param waves amplitudes of cosine and sine of one, two and three waves a year, K
 * @param altitude of the place, and of the ground around, m
 */
export function monthlyTemperature(
  atSeaLevel: number,
  waves: Float64Array,
  altitude: number,
  around: number,
): Float64Array {
  const depth = Math.max(around - altitude, 0);
  const year = atSeaLevel - LAPSE_RATE * (altitude + depth) + LAPSE_RATE_IN_VALLEYS * depth;
  return PHASES.map((phase) => {
    let season = 0;
    for (let wave = 0; 2 * wave < waves.length; wave++) {
      const turned = (wave + 1) * phase;
      season += waves[2 * wave]! * cos(turned) + waves[2 * wave + 1]! * sin(turned);
    }
    return year + season;
  });
}

const PASCALS_PER_HECTOPASCAL = 100;
/** Molar mass of water over that of dry air. */
const WATER_OVER_AIR = 0.622;
const GRAMS = 1000;

/**
 * The year's mean, %: the pressure of the vapour over the mean that saturated air would have, by Magnus' formula over water.
 *
 * @param moisture specific humidity, g/kg; @param altitude m; @param temperature °C by month
 */
export function yearlyHumidity(moisture: number, altitude: number, temperature: Float64Array): number {
  const share = moisture / GRAMS;
  const pressure = standardPressure(altitude) / PASCALS_PER_HECTOPASCAL;
  const vapour = (share * pressure) / (WATER_OVER_AIR + (1 - WATER_OVER_AIR) * share);
  const [a, b, c] = MAGNUS;
  const saturated = temperature.reduce((sum, celsius) => sum + a * exp((b * celsius) / (c + celsius)), 0) / 12;
  return Math.min((100 * vapour) / saturated, 100);
}
