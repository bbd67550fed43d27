/** What the values of a place are worth: what was found at places of its class (research/world-climate.md). */
import { CLASS_ERRORS } from "./expected-errors.generated.js";
import type { ExpectedError, PlaceClass } from "./types.js";

/** What a metre of altitude is worth in temperature (ISO 2533:1975), K. */
const LAPSE_RATE = 0.0065;

/** @param altitudeUncertainty m (rms): 0 where the altitude was given, as it was at the places judged */
export function expectedError(placeClass: PlaceClass, altitudeUncertainty: number): ExpectedError {
  const [annualGlobalHorizontal, annualWithin80, monthlyGlobalHorizontal, kelvin, ofYield, places] =
    CLASS_ERRORS[placeClass];
  const ofAltitude = LAPSE_RATE * altitudeUncertainty;
  return {
    annualGlobalHorizontal,
    annualWithin80,
    monthlyGlobalHorizontal,
    temperature: Math.round(10 * Math.sqrt(kelvin * kelvin + ofAltitude * ofAltitude)) / 10,
    yield: ofYield,
    placeClass,
    places,
  };
}

/**
 * The same as a clause, for whoever reads the values. In ASCII, so that fields of HTTP have it as it is.
 *
 * @example
 * ```js
 * import { describeExpectedError, loadWorldClimate } from "irradiance-engine/climatology";
 *
 * const { expectedError } = (await loadWorldClimate()).at(47.4, 8.5);
 * console.log(describeExpectedError(expectedError)); // eight of ten places of its kind (temperate land; …
 * ```
 * @experimental
 */
export function describeExpectedError(error: ExpectedError): string {
  const { monthlyGlobalHorizontal, temperature, yield: ofYield } = error;
  return (
    `${describeYearError(error)}; typical errors (rms): a month's GHI ${percent(monthlyGlobalHorizontal)} of the annual mean, ` +
    `a month's temperature ${temperature} K, a year's yield ${percent(ofYield)}`
  );
}

/** Of the year alone, for a picture. */
export function describeYearError({ annualWithin80, placeClass, places }: ExpectedError): string {
  const year = `within ${percent(annualWithin80)} in a year's GHI`;
  if (places === 0) return `not judged here (${placeClass}); assumed: ${year}`;
  return `eight of ten places of its kind (${placeClass}; ${places} judged) are ${year}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
