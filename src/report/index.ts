/** "irradiance-engine/report": computed columns for people. Pure functions on `ObservationColumns`. */
export { type MonthlyOptions, type MonthlyRow, monthly, total } from "./monthly.js";
export { type PlotKind, type PlotOptions, plotSvg } from "./plot-svg.js";
export { type ReportRow, rows } from "./rows.js";
export { type SunPathOptions, sunPathSvg } from "./sun-path.js";
export { type SunTimes, sunTimes } from "./sun-times.js";
export { formatTable } from "./table.js";
export { type TerminalPlotOptions, terminalPlot } from "./terminal-plot.js";
