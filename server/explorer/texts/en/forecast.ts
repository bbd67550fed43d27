/** Texts of forecast. */
export const forecast = {};
