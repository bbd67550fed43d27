/** `irradiance equipment`: modules and inverters by name. Its options; run.ts executes it. */
import { type Command, Option } from "commander";
import { KINDS } from "./kinds.js";
import type { EquipmentFlags } from "./run.js";

export function addEquipment(program: Command): void {
  program
    .command("equipment")
    .description("modules and inverters by name: a list of those found, or the parameters of one")
    .argument("[words...]", "all must occur in the name")
    .addOption(new Option("--kind <name>", "what to look for").choices(Object.keys(KINDS)).default("cec-modules"))
    .option("--file <file>", "a newer library, as in SAM's folder libraries, in place of the embedded one")
    .option("--most <number>", "rows of the list at most", "20")
    .addOption(new Option("--format <name>", "of the result").choices(["table", "json"]).default("table"))
    .option("--out <file>", "write the result there instead of to standard output")
    .action(async (words: string[], flags: EquipmentFlags) => (await import("./run.js")).findEquipment(words, flags));
}
