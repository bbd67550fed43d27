/** Texts of time. */
export const time = {};
