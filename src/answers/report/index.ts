/** "irradiance-engine/report": computed columns, and examined weather, for people. */
export { examinationPage } from "./examination/page.js";
export { examinationText, plainExamination } from "./examination/words.js";
export { formatTable, type MonthlyOptions, type MonthlyRow, monthly, type ReportRow, rows, total } from "./monthly.js";
export { type PlotOptions, plotSvg } from "./plot-svg.js";
export { type SunPathOptions, sunPathSvg } from "./sun-path.js";
export { type SunTimes, sunTimes } from "./sun-times.js";
