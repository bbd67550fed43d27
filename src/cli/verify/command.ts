/** `irradiance verify`: how good forecasts were. Its options; run.ts executes it. */
import type { Command } from "commander";
import { toNumber } from "../numbers.js";

export interface VerifyFlags {
  readonly forecast: string[];
  readonly observations: string;
  readonly lat?: number;
  readonly lon?: number;
  readonly altitude?: number;
  readonly draws?: number;
  readonly plot?: string;
  readonly out?: string;
  readonly quiet?: boolean;
}

export function addVerify(program: Command): void {
  program
    .command("verify")
    .description("errors and skill of irradiance forecasts beside what was measured, by lead time and sky")
    .requiredOption(
      "--forecast <name=file...>",
      "forecasts as CSV: issued_time,start_time,end_time,global_horizontal_irradiance and perhaps p5,p10,…,p95; the first is the one judged",
    )
    .requiredOption("--observations <file>", "measured irradiance, any weather file of intervals of up to an hour")
    .option("--lat <degrees>", "north positive (default: the file's)", toNumber)
    .option("--lon <degrees>", "east positive (default: the file's)", toNumber)
    .option("--altitude <metres>", "default: the file's, else that of the embedded map", toNumber)
    .option("--draws <number>", "draws of whole days for the 95 % limits (default: 200)", toNumber)
    .option("--plot <file>", "draw the errors by lead time there, as SVG")
    .option("--out <file>", "write everything there as JSON")
    .option("--quiet", "no notes")
    .action(async (flags: VerifyFlags) => (await import("./run.js")).runVerify(flags));
}
