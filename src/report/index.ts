/** "irradiance-engine/report": computed columns, and examined weather, for people. */
export { examinationPage } from "./examination/page.js";
export { type PlainExamination, type PlainSpan, plainExamination } from "./examination/plain.js";
export { examinationText } from "./examination/text.js";
export type { ExaminedFile } from "./examination/words.js";
export { type MonthlyOptions, type MonthlyRow, monthly, total } from "./monthly.js";
export { type PlotKind, type PlotOptions, plotSvg } from "./plot-svg.js";
export { type ReportRow, rows } from "./rows.js";
export { type SunPathOptions, sunPathSvg } from "./sun-path.js";
export { type SunTimes, sunTimes } from "./sun-times.js";
export { formatTable } from "./table.js";
export { type TerminalPlotOptions, terminalPlot } from "./terminal-plot.js";
