/** What `--plot` of `observe` draws, and how. */
import type { ObservationColumns, ParameterName } from "../index.js";
import { type PlotKind, type PlotOptions, plotSvg } from "../report/index.js";
import { UsageError } from "./errors.js";
import type { PlotFlags } from "./plot-options.js";

/** A longer period is drawn as a heat map of day × hour. */
const MOST_DAYS_AS_CURVES = 3;

/** The requested picture, undefined if there is none. Made before anything is written, because it may be rejected. */
export function drawPlot(flags: PlotFlags, columns: ObservationColumns): string | undefined {
  if (flags.plot !== undefined) return plotSvg(columns, plotOptions(flags, columns));
  const told = (["plotKind", "plotParameters", "plotDate", "plotTypicalYear"] as const).find(
    (name) => flags[name] !== undefined,
  );
  if (told === undefined) return undefined;
  throw new UsageError(`--${told.replaceAll(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)} requires --plot`);
}

function plotOptions(flags: PlotFlags, { count, interval, edges }: ObservationColumns): PlotOptions {
  const { plotKind, plotParameters, plotDate: date, plotTypicalYear: typicalYear } = flags;
  const short = count * interval <= MOST_DAYS_AS_CURVES * 86_400;
  const usual = edges !== undefined && date === undefined ? "periods" : short || date !== undefined ? "day" : "year";
  const kind = plotKind ?? usual;
  refuse("--plot-date", date !== undefined && kind !== "day", "day", kind);
  refuse("--plot-typical-year", typicalYear === true && kind !== "months", "months", kind);
  const options: PlotOptions = { kind };
  // plotSvg knows the valid names.
  if (plotParameters !== undefined) options.parameter = plotParameters.split(",").map((name) => name.trim() as ParameterName); // biome-ignore format: one cast
  if (date !== undefined) options.date = date;
  if (typicalYear !== undefined) options.typicalYear = typicalYear;
  return options;
}

function refuse(flag: string, wrong: boolean, kind: PlotKind, got: PlotKind): void {
  if (wrong) throw new UsageError(`${flag} requires --plot-kind ${kind}, got ${got}`);
}
