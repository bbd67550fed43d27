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

/** The same in a sentence, for whoever reads the values. @experimental */
export function describeExpectedError(error: ExpectedError): string {
  const { annualWithin80, monthlyGlobalHorizontal, temperature, yield: ofYield, placeClass, places } = error;
  const year = `±${percent(annualWithin80)} % for a year's GHI`;
  const rest =
    `${percent(monthlyGlobalHorizontal)} % of the year's mean for a month, ${temperature} K for its temperature, ` +
    `${percent(ofYield)} % for a year's yield (rms)`;
  if (places === 0) return `not judged here (${placeClass}); assumed ${year}, ${rest}`;
  return `eight of ten places of its kind (${placeClass}, ${places} judged) are within ${year}; ${rest}`;
}

function percent(share: number): number {
  return Math.round(100 * share);
}
