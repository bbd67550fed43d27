/** `irradiance explain`: how one output interval came about. Its options; run.ts executes it. */
import type { Command } from "commander";
import { addRequestOptions } from "../options.js";
import type { ExplainOptions } from "./run.js";

export function addExplain(program: Command): void {
  addRequestOptions(
    program
      .command("explain")
      .description("show the plan of a request, and sun, sky and plane at every sub-step of one interval"),
  )
    .requiredOption("--at <time>", "a time in the interval, ISO 8601 UTC")
    .option("--out <file>", "write the explanation there instead of to standard output")
    .action(async (options: ExplainOptions) => (await import("./run.js")).runExplain(options));
}
