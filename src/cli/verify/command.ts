/** `irradiance verify`: how good forecasts were. Its options; run.ts executes it. */
import type { Command } from "commander";
import { addDoubtOptions } from "../examined.js";
import { toNumber } from "../numbers.js";
import { addReadingOptions, addTableOptions } from "../table-options.js";
import type { VerifyFlags } from "./run.js";

export function addVerify(program: Command): void {
  const command = program
    .command("verify")
    .description("errors and skill of irradiance forecasts against measurements, by lead time and sky")
    .requiredOption(
      "--forecast <name=file...>",
      "a name that you choose and a CSV with issued_time,start_time,end_time,global_horizontal_irradiance and optionally all of p5,p10,…,p95; the first forecast is compared with the others",
    )
    .requiredOption("--observations <file>", "measured irradiance: any weather file with intervals of up to an hour");
  addDoubtOptions(addTableOptions(addReadingOptions(command)))
    .option("--lat <degrees>", "north positive (default: the file's)")
    .option("--lon <degrees>", "east positive (default: the file's)")
    .option("--altitude <metres>", "altitude above sea level (default: the file's, else the embedded map's)", toNumber)
    .option("--draws <number>", "number of resamples of whole days, for the 95 % limits (default: 200)", toNumber)
    .option("--plot <file>", "draw the errors of all methods by lead time there, as SVG")
    .option("--out <file>", "write all errors of all methods there, as JSON")
    .option("--quiet", "print no notices")
    .action(async (flags: VerifyFlags) => (await import("./run.js")).runVerify(flags));
}
