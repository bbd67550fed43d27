/** From the turbidity of a climatology to that of the minutes in which a clear sky is seen. */

/** Up to here a month's mean is that of its clear minutes; of what is above, they have half. */
const CLEAN = 2.8;
const SHARE = 0.5;

/**
 * Linke turbidity of clear minutes from a month's climatological mean. Haze and clouds come together: the mean has the haze
 * of days without a clear minute. Fitted to measured clear minutes of five stations with climatological turbidities of 2 to
 * 4.5 (research/clear-sky.md); above them the line is continued.
 */
export function clearTurbidity(climatological: number): number {
  return Math.min(climatological, CLEAN + SHARE * (climatological - CLEAN));
}
