/** `irradiance generate`: a year of weather from twelve monthly values, the caller's or the embedded climatology's. Its options; run.ts executes it. */
import type { Command } from "commander";
import { addGenerateOptions, type GenerateFlags } from "./options.js";

export function addGenerate(program: Command): void {
  addGenerateOptions(
    program
      .command("generate")
      .description(
        "draw a year of weather from twelve monthly values, or for a place from the embedded world climatology",
      ),
  ).action(async (flags: GenerateFlags) => (await import("./run.js")).generate(flags));
}
