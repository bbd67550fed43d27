/** Options of a year as a file; formats.ts writes it. */
import { type Command, Option } from "commander";
import { UsageError } from "../errors.js";
import { toNumber } from "../numbers.js";
import { checkWind } from "./assumed.js";

const YEAR_FORMATS = ["csv", "json", "epw", "sam", "tmy3"] as const;
type YearFormat = (typeof YEAR_FORMATS)[number];

export interface YearFileFlags {
  format?: YearFormat;
  station?: string;
  wind?: number;
  out?: string;
  plot?: string;
}

export function addYearFileOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--format <name>",
        "format of the result (default: from the ending of --out, such as .epw, .json or .tmy3.csv; else csv)",
      ).choices(YEAR_FORMATS),
    )
    .option("--station <name>", "name of the place, in EPW, SAM and TMY3 files")
    .option(
      "--wind <speed>",
      "wind speed in m/s, in EPW, SAM and TMY3 files if the year has none (default: 1)",
      toNumber,
    )
    .option("--out <file>", "write the year there instead of to standard output")
    .option("--plot <file>", "also draw the year beside its source there, as SVG: months, days, hours");
}

/** @throws UsageError for a file whose end says nothing, and for a wind that would do nothing */
export function formatOf(flags: YearFileFlags): YearFormat {
  const format = namedFormat(flags);
  if (flags.wind !== undefined && (format === "csv" || format === "json")) {
    throw new UsageError(`--wind applies to EPW, SAM and TMY3 files: ${format} leaves missing columns out`);
  }
  checkWind(flags.wind);
  return format;
}

function namedFormat({ format, out }: YearFileFlags): YearFormat {
  if (format !== undefined) return format;
  if (out === undefined) return "csv";
  // SAM's and TMY3's own end is .csv, too: year.sam.csv
  const end = /\.(epw|json|sam|tmy3)(?:\.csv)?$/i.exec(out)?.[1] ?? /\.csv$|^\/dev\//i.exec(out)?.[0];
  if (end === undefined) {
    throw new UsageError(`--out ${out}: its ending does not name a format: give --format ${YEAR_FORMATS.join(", ")}`);
  }
  const name = end.toLowerCase();
  return YEAR_FORMATS.find((known) => known === name) ?? "csv";
}
