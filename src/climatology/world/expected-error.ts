/** What the values are worth: measured at typical years and against other climatologies, see research/world-climate.md. */
import type { ExpectedError, IrradianceOrigin, TemperatureOrigin } from "./types.js";

/** Fractions: of the year's GHI; of a month's, over the year's mean. */
type Fractions = readonly [annual: number, monthly: number];

const IRRADIANCE: Readonly<Record<IrradianceOrigin, Fractions>> = {
  reanalysis: [0.07, 0.11],
  annual: [0.1, 0.15],
  neighbours: [0.17, 0.22],
  analogue: [0.16, 0.25],
};
/** Of the open sea where land is of another climate, degrees from the equator. */
const STORMY_SEAS = 40;
const OF_STORMY_SEAS: Fractions = [0.36, 0.4];

/** K. */
const TEMPERATURE: Readonly<Record<TemperatureOrigin, number>> = {
  reanalysis: 2,
  stations: 6,
};
/** Beyond are no cities, whose seasons the land's are, and frozen seas. */
const BEYOND_CITIES = 60;
const FAR = 4;

export function expectedError(
  irradiance: IrradianceOrigin,
  temperature: TemperatureOrigin,
  latitude: number,
): ExpectedError {
  const stormy = irradiance === "neighbours" && Math.abs(latitude) > STORMY_SEAS;
  const [annualGlobalHorizontal, monthlyGlobalHorizontal] = stormy ? OF_STORMY_SEAS : IRRADIANCE[irradiance];
  const kelvin = TEMPERATURE[temperature];
  return {
    annualGlobalHorizontal,
    monthlyGlobalHorizontal,
    temperature: Math.abs(latitude) > BEYOND_CITIES ? Math.max(kelvin, FAR) : kelvin,
  };
}
