/** Where a clear-sky index (light over the clear sky's) means something, for all that compute with one. */

/** W/m² of clear sky: below, an index is undefined, and light is taken as it is. */
export const LEAST_CLEAR_SKY = 5;
/** No light that is forecast, moved or spread is clearer: beside clouds it is brighter for minutes only. */
export const MOST_INDEX = 1.3;
