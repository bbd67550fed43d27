/** `irradiance verify`: how good forecasts were. Its options; run.ts executes it. */
import { type Command, Option } from "commander";
import { toNumber } from "../numbers.js";
import { addTableOptions } from "../table-options.js";
import type { VerifyFlags } from "./run.js";

export function addVerify(program: Command): void {
  const command = program
    .command("verify")
    .description("errors and skill of irradiance forecasts beside what was measured, by lead time and sky")
    .requiredOption(
      "--forecast <name=file...>",
      "a name of yours and a CSV: issued_time,start_time,end_time,global_horizontal_irradiance and perhaps all of p5,p10,…,p95; the first is judged beside the others",
    )
    .requiredOption("--observations <file>", "measured irradiance, any weather file of intervals of up to an hour")
    .addOption(
      new Option("--label <mark>", "what the observations' time stamps mark, if not the format's default").choices([
        "start",
        "center",
        "end",
      ]),
    );
  addTableOptions(command)
    .option("--lat <degrees>", "north positive (default: the file's)", toNumber)
    .option("--lon <degrees>", "east positive (default: the file's)", toNumber)
    .option("--altitude <metres>", "above sea level (default: the file's, else that of the embedded map)", toNumber)
    .option("--draws <number>", "how often whole days are drawn anew for the 95 % limits (default: 200)", toNumber)
    .option("--plot <file>", "draw the errors of all methods by lead time there, as SVG")
    .option("--out <file>", "write all errors of all methods there, as JSON")
    .option("--quiet", "no notices on standard error")
    .action(async (flags: VerifyFlags) => (await import("./run.js")).runVerify(flags));
}
