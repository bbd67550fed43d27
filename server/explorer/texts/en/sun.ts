/** Texts of sun. */
export const sun = {};
