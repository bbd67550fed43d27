/** Texts of roof. */
export const roof = {};
