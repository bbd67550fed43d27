export const report = { open: "Report (print, PDF)" };
