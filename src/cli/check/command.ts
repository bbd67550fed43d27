/** `irradiance check`: whether weather files can be believed. Its options; run.ts executes it. */
import type { Command } from "commander";
import { toNumber } from "../numbers.js";
import { toTurbidity } from "../options.js";
import { addReadingOptions, addTableOptions } from "../table-options.js";
import type { CheckFlags } from "./look.js";

export function addCheck(program: Command): void {
  const command = program
    .command("check")
    .description("look at weather files before they are believed: clock, dead or stuck sensors, scales, components")
    .argument("<files...>", "weather files, gzip or not, and folders of them; - for standard input");
  addReadingOptions(command).option(
    "--year <year>",
    "year to which a typical year is mapped (default: 2023)",
    toNumber,
  );
  addTableOptions(command)
    .option("--lat <degrees>", "latitude, north positive (default: the weather's place)")
    .option("--lon <degrees>", "longitude, east positive (default: the weather's place)")
    .option("--altitude <metres>", "altitude above sea level (default: the weather's place)", toNumber)
    .option(
      "--turbidity <values>",
      "Linke turbidity of the clear sky, one number or twelve (default: from the embedded climatology)",
      toTurbidity,
    )
    .option("--html <file>", "also write a page with pictures there; for several files: a folder of pages")
    .option("--json <file>", "also write there, as JSON, what was found")
    .option("--out <file>", "write the text there instead of to standard output")
    .option("--quiet", "print no notices")
    .action(async (files: string[], flags: CheckFlags) => (await import("./run.js")).runCheck(files, flags));
}
