/** `irradiance observe`: the observation response of a place from a weather file. Its options; run.ts executes it. */
import { type Command, InvalidArgumentError } from "commander";
import { toNumber } from "../numbers.js";
import { addRequestOptions } from "../options.js";
import { addPlotOptions } from "../plot-options.js";
import type { ObserveOptions } from "./run.js";

export function addObserve(program: Command): void {
  const command = program
    .command("observe")
    .description(
      "irradiance, PV output and temperature over time, from a weather file, as the service's observation endpoints return them",
    );
  addPlotOptions(addRequestOptions(command))
    .option(
      "--time-zone <zone>",
      "time zone of the result's times and days: local or standard time of the place, a name such as Europe/Zurich, or an offset such as +05:30; " +
        "--start and --end may then be local, such as 2024-06-21 (default: UTC)",
    )
    .option("--archive <file>", "sources of weather (JSON), in place of a weather file; needs irradiance-archive")
    .option("--response-format <name>", "json or csv (default: csv if --out ends in .csv, else json)")
    .option("--decimals <count>", "0 to 6, or full (default: 2)", toDecimals)
    .option("--out <file>", "write the response there instead of to standard output")
    .action(async (options: ObserveOptions) => (await import("./run.js")).observe(options));
  const optionOf = (flag: string) => command.options.find(({ long }) => long === flag)!;
  optionOf("--weather").makeOptionMandatory(false); // or --archive
  const weather = optionOf("--weather");
  // Several only of sources, which are asked in their order.
  weather.variadic = true;
  weather.description += "; or sources by name, such as era5 (irradiance weather list) (required, or --archive)";
  optionOf("--frequency").description +=
    "; with 1_day, 1_month or 1_year sums of irradiance in Wh/m² and of PV in Wh/kWp, and means of temperature and snow depth";
}

function toDecimals(text: string): number | "full" {
  if (text === "full") return text;
  const value = toNumber(text);
  if (Number.isInteger(value) && value >= 0 && value <= 6) return value;
  throw new InvalidArgumentError("It must be a whole number from 0 to 6, or full.");
}
