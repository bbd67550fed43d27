/** Texts of data. */
export const data = {};
