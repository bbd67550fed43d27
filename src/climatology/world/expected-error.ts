/** What the values are worth: measured at typical years and against other climatologies, see docs/world-climate.md. */
import type { ExpectedError, IrradianceOrigin, TemperatureOrigin } from "./types.js";

/** Fractions: of the year's GHI; of a month's, over the year's mean. */
const IRRADIANCE: Readonly<Record<IrradianceOrigin, readonly [annual: number, monthly: number]>> = {
  reanalysis: [0.07, 0.11],
  annual: [0.12, 0.17],
  neighbours: [0.2, 0.25],
  analogue: [0.16, 0.25],
};

/** K; the seasons beyond 60° N are those of no city. */
const TEMPERATURE: Readonly<Record<TemperatureOrigin, number>> = {
  reanalysis: 2,
  "sea-surface": 2,
  stations: 5,
};
const BEYOND_CITIES = 60;
const FAR_NORTH = 4;

export function expectedError(
  irradiance: IrradianceOrigin,
  temperature: TemperatureOrigin,
  latitude: number,
): ExpectedError {
  const [annualGlobalHorizontal, monthlyGlobalHorizontal] = IRRADIANCE[irradiance];
  const kelvin = TEMPERATURE[temperature];
  return {
    annualGlobalHorizontal,
    monthlyGlobalHorizontal,
    temperature: latitude > BEYOND_CITIES ? Math.max(kelvin, FAR_NORTH) : kelvin,
  };
}
