/** Texts of chart. */
export const chart = {};
