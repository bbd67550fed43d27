/** `irradiance forecast`: the power of a PV system in the days to come, from a run of a weather model. Its options; run.ts executes it. */
import { Command, Option } from "commander";
import { POWER_FREQUENCIES } from "../../yield/forecast/request.js";
import { DOUBT_FLAGS } from "../examined.js";
import { toItems } from "../file-items.js";
import { toNumber } from "../numbers.js";
import { TABLE_FLAGS } from "../table-options.js";
import { TRACKER_FLAGS } from "../tracker-options.js";
import { addPlaneOptions, addShared, observeOptions } from "../yield/options.js";
import { addSystemOptions } from "../yield/system-options.js";
import type { ForecastFlags } from "./flags.js";

/** Options with the same meaning as in `observe`. */
const SHARED = new Set<string>([
  ...[
    "--weather-format",
    "--label",
    "--time-offset",
    ...TABLE_FLAGS,
    ...DOUBT_FLAGS,
    "--lat",
    "--lon",
    ...TRACKER_FLAGS,
  ],
  ...["--horizon-file", "--horizon-zero", "--dem", "--altitude", "--albedo", "--temperature", "--turbidity", "--quiet"],
]);

export function addForecast(program: Command): void {
  const command = program
    .command("forecast")
    .description("power of a PV system in the days to come, by hour and day, from a run of a weather model")
    .requiredOption(
      "--weather <files...>",
      "the run: a weather file, or sources of forecasts by name, such as open-meteo (irradiance weather list)",
    )
    .option("--observations <file>", "irradiance measured here in the last hours: corrects the next ones")
    .option(
      "--observations-as <items>",
      "how to read it, such as column=Global,unit=kW/m2,time-zone=Europe/Berlin,label=end (default: what the file says); the options of weather files are about the run",
      toItems,
    )
    .option("--tuning <file>", "what was learnt here from past runs (irradiance-server forecast learn)")
    .option("--now <time>", "when the forecast is made, such as 2024-06-21T10:00Z (default: the clock)")
    .option("--hours <count>", "how far ahead, 1 to 336 (default: 48)", toNumber)
    .addOption(
      new Option("--frequency <name>", "length of the intervals (default: 1_hour)").choices([...POWER_FREQUENCIES]),
    )
    .option("--quantiles <names>", "of power and daily energy, such as p10,p50,p90 (default: p10,p90; none: no bands)")
    .option("--time-zone <zone>", "of times and days: a name, an offset, local, standard or UTC (default: local)");
  addPlaneOptions(command);
  addSystemOptions(command);
  addShared(command, observeOptions(new Command()), SHARED);
  command
    .option("--plot <file>", "draw the power there, with its band, as SVG")
    .option("--out <file>", "write everything there, as JSON, or the intervals as .csv")
    .action(async (flags: ForecastFlags) => (await import("./run.js")).runForecast(flags));
}
