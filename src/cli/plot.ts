/** `--plot` of `observe`: what is drawn, and how. */
import { type Command, Option } from "commander";
import type { ObservationColumns, ParameterName } from "../index.js";
import { type PlotKind, type PlotOptions, plotSvg } from "../report/index.js";
import { UsageError } from "./errors.js";

export interface PlotFlags {
  plot?: string;
  plotKind?: PlotKind;
  plotParameters?: string;
  plotDate?: string;
  plotTypicalYear?: boolean;
}

/** A longer period is drawn as a heat map of day × hour. */
const MOST_DAYS_AS_CURVES = 3;

export function addPlotOptions(command: Command): Command {
  return command
    .option(
      "--plot <file>",
      "also draw the result there, as SVG: up to 3 days as curves, more as a heat map of day × hour; days, months, years as bars",
    )
    .addOption(
      new Option(
        "--plot-kind <kind>",
        "day = curves, year = heat map of day × hour, months = sums; of frequencies from 1_day on: periods = bars",
      ).choices(["day", "year", "months", "periods"]),
    )
    .option(
      "--plot-parameters <names>",
      "requested parameters to draw; several, of one unit, with kind day (default: global irradiance)",
    )
    .option("--plot-date <date>", "local day to draw, such as 2024-06-21; implies kind day")
    .option("--plot-typical-year", "combine months of the same name (kind months)");
}

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
