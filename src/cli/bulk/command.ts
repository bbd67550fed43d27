/** `irradiance bulk`: thousands of sites into one file. Its options; what it does is in bulk-run.ts. */
import { Command, InvalidArgumentError, Option } from "commander";
import { addRequestOptions, toNumber } from "../options.js";
import type { BulkOptions } from "./options.js";

/** Options that mean the same as in `observe`. */
const SHARED = new Set([
  "--weather-format",
  "--label",
  "--time-offset",
  "--year",
  "--parameters",
  "--frequency",
  "--surface-tilt",
  "--surface-azimuth",
  "--tracking-mode",
  "--horizon",
  "--horizon-file",
  "--start",
  "--end",
  "--now",
  "--altitude",
  "--albedo",
  "--sub-steps",
  "--models",
  "--quiet",
]);

export function addBulk(program: Command): void {
  const command = program
    .command("bulk")
    .description("compute many sites in threads, into one Parquet, Arrow or CSV file")
    .requiredOption("--sites <file>", "CSV: lat, lon, and id, surface_tilt, …, altitude, weather as far as they differ")
    .option("--weather <files...>", "a file for all sites, several (each site takes the nearest), or {id}.csv")
    .requiredOption("--out <file>", "the file; its ending tells the format")
    .addOption(new Option("--format <name>", "if the ending does not tell").choices(["parquet", "arrow", "csv"]))
    .addOption(
      new Option(
        "--aggregate <period>",
        "rows per period of local standard time in place of rows per interval",
      ).choices(["hourly", "daily", "monthly", "annual"]),
    )
    .addOption(new Option("--statistic <name>", "of aggregates (default: sum)").choices(["sum", "mean"]))
    .addOption(new Option("--float32", "single precision in the file").conflicts("float64"))
    .option("--float64", "double precision in the file (default)")
    .option("--decimals <count>", "CSV: 0 to 6, or full (default: 2)", toDecimals)
    .option("--threads <count>", "threads that compute (default: one per core)", toCount)
    .option("--gpu", "compute on a GPU (docs/gpu.md says what it can have, and which packages it needs)")
    .option("--deadline <seconds>", "longest time for one site (default: 60)", toPositive)
    .option("--memory-limit <mebibytes>", "heap of a thread", toCount)
    .option("--part-sites <count>", "sites that an interruption can cost, and of a Parquet row group", toCount)
    .option("--resume", "go on with what an interrupted run has left in OUT.partial")
    .option("--force", "replace OUT, and start over");
  const shared = addRequestOptions(new Command()).options;
  for (const option of shared) if (SHARED.has(option.long ?? "")) command.addOption(option);
  command.action(async (options: BulkOptions) => (await import("./run.js")).bulk(options));
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
