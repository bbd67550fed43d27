/** A year as a file: our CSV and JSON, and what simulation tools read. */
import { type Command, Option } from "commander";
import { formatTime } from "../../time/iso-time.js";
import { writeEpw, writeSam, writeTmy3, writeWeatherCsv } from "../../weather/node.js";
import { UsageError } from "../errors.js";
import { withComponents } from "./components.js";
import { inHours, withoutLeapDay } from "./rows.js";
import type { YearToWrite } from "./types.js";

const YEAR_FORMATS = ["csv", "json", "epw", "sam", "tmy3"] as const;
type YearFormat = (typeof YEAR_FORMATS)[number];

const FOR_TOOLS = { epw: writeEpw, sam: writeSam, tmy3: writeTmy3 } as const;

export interface YearFileFlags {
  format?: YearFormat;
  station?: string;
  out?: string;
  plot?: string;
}

export function addYearFileOptions(command: Command): Command {
  return command
    .addOption(
      new Option(
        "--format <name>",
        "of the result (default: by the end of --out, such as .epw, .json or .tmy3.csv; else csv)",
      ).choices(YEAR_FORMATS),
    )
    .option("--station <name>", "name of the place, in EPW, SAM and TMY3 files")
    .option("--out <file>", "write the year there instead of to standard output")
    .option("--plot <file>", "also draw the year beside what it was made from, as SVG: months, days, hours");
}

/** @throws UsageError for a file whose end says nothing */
export function formatOf({ format, out }: YearFileFlags): YearFormat {
  if (format !== undefined) return format;
  if (out === undefined) return "csv";
  // SAM's and TMY3's own end is .csv, too: year.sam.csv
  const end = /\.(epw|json|sam|tmy3)(?:\.csv)?$/i.exec(out)?.[1] ?? /\.csv$|^\/dev\//i.exec(out)?.[0];
  if (end === undefined) {
    throw new UsageError(`--out ${out}: its end names no format: give --format ${YEAR_FORMATS.join(", ")}`);
  }
  const name = end.toLowerCase();
  return YEAR_FORMATS.find((known) => known === name) ?? "csv";
}

/** @returns the file, and notes on what was worked out for it */
export function writeYear(year: YearToWrite, flags: YearFileFlags): { text: string; notes: string[] } {
  const format = formatOf(flags);
  if (format === "csv") {
    return { text: writeWeatherCsv(year.series, { comments: year.comments, typicalYear: true }), notes: [] };
  }
  if (format === "json") return { text: writeJson(year), notes: [] };
  // SAM reads any steps, the others read hours.
  const { rows, notes } = withComponents(format === "sam" ? year : inHours(year), year.record);
  const { series, sourceTimes } = withoutLeapDay(rows);
  const options = {
    sourceTimes,
    synthetic: year.isSynthetic,
    comments: [...year.comments, ...notes],
    ...(flags.station !== undefined && { station: flags.station }),
  };
  return { text: FOR_TOOLS[format](series, options), notes };
}

/** What `computeClimate` takes, and how it came about. */
function writeJson({ series, comments, about }: YearToWrite): string {
  const columns = Object.entries(series.columns).map(([name, values]) => [
    name,
    values && Array.from(values, (value) => (Number.isNaN(value) ? null : value)),
  ]);
  const weather = { ...series, start: formatTime(series.start as number), columns: Object.fromEntries(columns) };
  return `${JSON.stringify({ weather, comments, ...about })}\n`;
}
