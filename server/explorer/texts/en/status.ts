/** Texts of status. */
export const status = {};
