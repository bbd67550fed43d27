/** Texts of account. */
export const account = {};
