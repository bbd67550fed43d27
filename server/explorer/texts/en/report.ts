/** Texts of report. */
export const report = {};
