/** Texts of place. */
export const place = {};
