/** Texts of accuracy. */
export const accuracy = {};
