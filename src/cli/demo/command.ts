/** `irradiance demo`: the main job on the embedded sample, with a table and a plot. Its options; run.ts executes it. */
import type { Command } from "commander";
import type { DemoOptions } from "./run.js";

export function addDemo(program: Command): void {
  program
    .command("demo")
    .description("compute a typical year from the embedded sample; print a monthly table and a plot")
    .option("--out <file>", "write the response there")
    .action(async (options: DemoOptions) => (await import("./run.js")).demo(options));
}
