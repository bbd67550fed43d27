/** Texts of series. */
export const series = {};
