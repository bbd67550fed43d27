/** Texts of compare. */
export const compare = {};
