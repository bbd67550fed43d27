/** `irradiance yield`: what a PV system yields in a year, from a weather file or a bare place. Its options; run.ts executes it. */
import { Command } from "commander";
import { addYieldOptions, observeOptions } from "./options.js";
import type { YieldFlags } from "./rows.js";

export function addYield(program: Command): void {
  const command = program
    .command("yield")
    .description("energy of a PV system by month and year, from weather files or for a place alone");
  addYieldOptions(command, observeOptions(new Command())).action(async (flags: YieldFlags) =>
    (await import("./run.js")).runYield(flags),
  );
}
