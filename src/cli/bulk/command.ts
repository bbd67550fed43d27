/** `irradiance bulk`: thousands of sites into one file. Its options; run.ts executes it. */
import { Command, InvalidArgumentError, Option } from "commander";
import { addAcceptDoubts, DOUBT_FLAGS } from "../examined.js";
import { toNumber, toSeed } from "../numbers.js";
import { addRequestOptions } from "../options.js";
import { TABLE_FLAGS } from "../table-options.js";
import { TRACKER_FLAGS } from "../tracker-options.js";
import type { BulkOptions } from "./options.js";

/** Options with the same meaning as in `observe`. */
const SHARED = new Set<string>([
  "--weather-format",
  "--label",
  "--time-offset",
  "--year",
  ...TABLE_FLAGS,
  ...DOUBT_FLAGS,
  "--parameters",
  "--frequency",
  "--surface-tilt",
  "--surface-azimuth",
  "--tracking-mode",
  ...TRACKER_FLAGS,
  "--horizon",
  "--horizon-file",
  "--horizon-zero",
  "--dem",
  "--start",
  "--end",
  "--now",
  "--altitude",
  "--albedo",
  "--closure",
  "--temperature",
  "--turbidity",
  "--sub-steps",
  "--models",
  "--quiet",
]);

export function addBulk(program: Command): void {
  const command = program
    .command("bulk")
    .description("irradiance and PV output of many sites, computed in threads, into one Parquet, Arrow or CSV file");
  addBulkOptions(command).action(async (options: BulkOptions) => (await import("./run.js")).bulk(options));
}

export function addBulkOptions(command: Command): Command {
  command
    .option("--sites <file>", "CSV with lat, lon and, where sites differ, id, surface_tilt, …, altitude, weather")
    .option("--grid <edges,step>", "in place of a list: south,west,north,east,step in degrees")
    .option(
      "--yes",
      "accept a grid of more than 250,000 sites, or distant sites that share a weather file without a location",
    )
    .option(
      "--weather <files...>",
      "one file for all sites, several (each site uses the nearest), {id}.csv, or sources by name, such as era5",
    )
    .option("--archive <file>", "sources of weather (JSON), each site with its own; needs irradiance-archive")
    .requiredOption("--out <file>", "the output file; its extension determines the format")
    .addOption(
      new Option("--format <name>", "format of the output, if its extension does not determine it").choices([
        "parquet",
        "arrow",
        "csv",
      ]),
    )
    .addOption(
      new Option("--aggregate <period>", "rows per period of local standard time instead of per interval").choices([
        "hourly",
        "daily",
        "monthly",
        "annual",
      ]),
    )
    .addOption(new Option("--statistic <name>", "statistic of the aggregates (default: sum)").choices(["sum", "mean"]))
    .addOption(new Option("--float32", "single precision in the file").conflicts("float64"))
    .option("--float64", "double precision in the file (default)")
    .option("--decimals <count>", "CSV: 0 to 6, or full (default: 2)", toDecimals)
    .option("--threads <count>", "computing threads (default: one per core)", toCount)
    .option("--gpu", "compute on a GPU (docs/how-to/gpu.md has the supported options and the required packages)")
    .option("--deadline <seconds>", "longest time for one site (default: 60)", toPositive)
    .option("--memory-limit <mebibytes>", "heap size of a thread", toCount)
    .option("--part-sites <count>", "sites per part (what an interruption can lose) and per Parquet row group", toCount)
    .option("--yield", "yields of PV systems: a row for each site, or with --aggregate its months or hours")
    .option("--system <file>", "with --yield: the system of all sites as JSON; columns of the list differ from it")
    .option("--kwp <power>", "with --yield: peak power in kW of sites without one (default: 1)", toPositive)
    .option("--typical-year", "with --yield: weather files are typical years (default: what they state)")
    .option("--random-seed <number>", "with --yield: seed of generated years (default: 1)", toSeed)
    .option("--resume", "continue an interrupted run from OUT.partial")
    .option("--force", "replace OUT and start over");
  addAcceptDoubts(command);
  const shared = addRequestOptions(new Command()).options;
  for (const option of shared) if (SHARED.has(option.long ?? "")) command.addOption(option);
  return command;
}

function toCount(text: string): number {
  const value = toNumber(text);
  if (Number.isInteger(value) && value > 0) return value;
  throw new InvalidArgumentError("It must be a whole number above 0.");
}

function toPositive(text: string): number {
  const value = toNumber(text);
  if (value > 0) return value;
  throw new InvalidArgumentError("It must be a number above 0.");
}

function toDecimals(text: string): number | "full" {
  if (text === "full") return text;
  const value = toNumber(text);
  if (Number.isInteger(value) && value >= 0 && value <= 6) return value;
  throw new InvalidArgumentError("It must be a whole number from 0 to 6, or full.");
}
