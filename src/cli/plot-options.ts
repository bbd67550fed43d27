/** `--plot` of `observe`: its options; plot.ts draws. */
import { type Command, Option } from "commander";
import type { PlotKind } from "../report/index.js";

export interface PlotFlags {
  plot?: string;
  plotKind?: PlotKind;
  plotParameters?: string;
  plotDate?: string;
  plotTypicalYear?: boolean;
}

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
      "requested parameters to draw: one, or with --plot-kind day several of one unit (default: global irradiance)",
    )
    .option("--plot-date <date>", "local day to draw, such as 2024-06-21; implies --plot-kind day")
    .option("--plot-typical-year", "combine months of the same name (with --plot-kind months)");
}
