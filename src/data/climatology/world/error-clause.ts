/** What the values of a place are worth, in words: the one clause that command line, pictures, notices and pages say. */
import type { ExpectedError } from "./types.js";

/**
 * A clause of a sentence. In ASCII, so that fields of HTTP have it as it is.
 *
 * @example
 * ```js
 * import { describeExpectedError, loadWorldClimate } from "irradiance-engine/climatology";
 *
 * const { expectedError } = (await loadWorldClimate()).at(47.4, 8.5);
 * console.log(describeExpectedError(expectedError).slice(0, 31)); // eight of ten places of its kind
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
export function describeYearError({ annualWithin80, placeClass, places, knownMiss }: ExpectedError): string {
  const year = `within ${percent(annualWithin80)} in a year's GHI`;
  const kind =
    places === 0
      ? `not judged here (${placeClass}); assumed: ${year}`
      : `eight of ten places of its kind (${placeClass}; ${places} judged) are ${year}`;
  return knownMiss === undefined ? kind : `${kind}, but ${knownMiss.message}`;
}

function percent(share: number): string {
  return `${Math.round(100 * share)} %`;
}
