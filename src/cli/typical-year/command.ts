/** `irradiance typical-year`: a typical, or a P10, P50 or P90 year from weather files of ten years and more. Its options; run.ts executes it. */
import { type Command, Option } from "commander";
import { SELECTION_METHODS } from "../../climate/selection/audit.js";
import { PERSISTENCE_RULES } from "../../climate/selection/persistence.js";
import { EXTREMES } from "../../contract/climate/request.js";
import { addAcceptDoubts, addDoubtOptions } from "../examined.js";
import { toNumber } from "../numbers.js";
import { addReadingOptions, addTableOptions } from "../table-options.js";
import { addYearFileOptions } from "../year-file/options.js";
import type { TypicalYearFlags } from "./run.js";

export function addTypicalYear(program: Command): void {
  const methods = SELECTION_METHODS.filter((method) => method !== "weights");
  const command = program
    .command("typical-year")
    .description("choose a typical year, month by month, from weather files that cover ten years or more")
    .requiredOption("--weather <files...>", "weather files of one place, gzip or not, in any order");
  addAcceptDoubts(addDoubtOptions(addTableOptions(addReadingOptions(command))))
    .option("--lat <degrees>", "latitude, north positive (default: the weather's place)", toNumber)
    .option("--lon <degrees>", "longitude, east positive (default: the weather's place)", toNumber)
    .option("--altitude <metres>", "above sea level (default: the weather's place)", toNumber)
    .option(
      "--utc-offset <hours>",
      "UTC offset of the place's standard time (default: the weather's, else the zone's)",
      toNumber,
    )
    .addOption(new Option("--method <name>", "how months are compared (default: tmy3)").choices(methods))
    .addOption(
      new Option("--extreme <level>", "choose a year of this P-value of GHI instead; p90 is a low year").choices(
        EXTREMES,
      ),
    )
    .addOption(
      new Option("--form <name>", "distribution of the yearly GHI (default: student)").choices(["student", "normal"]),
    )
    .addOption(
      new Option("--plotting <rule>", "plotting positions of the compared distributions (default: step)").choices([
        "step",
        "nrel",
        "hazen",
      ]),
    )
    .addOption(
      new Option(
        "--persistence <rule>",
        "rule by which runs of similar days exclude a month (default: manual)",
      ).choices(PERSISTENCE_RULES),
    )
    .option(
      "--join-hours <hours>",
      "hours that are cross-faded on either side of a join (default: 6, with iso15927 8)",
      toNumber,
    );
  addYearFileOptions(command)
    .option("--audit <file>", "write there, as JSON, how each month was chosen")
    .option("--quiet", "print no notices")
    .action(async (flags: TypicalYearFlags) => (await import("./run.js")).typicalYear(flags));
}
