/** The command line as a function of its arguments: main.ts calls it in a process, tests in their own. */
import { Command, CommanderError } from "commander";
import { VERSION } from "../version.js";
import { addBench } from "./bench/command.js";
import { addBulk } from "./bulk/command.js";
import { addCompletion } from "./completion.js";
import { addDemo } from "./demo/command.js";
import { addEquipment } from "./equipment/command.js";
import { exitCode, oneLine, UsageError } from "./errors.js";
import { addExplain } from "./explain/command.js";
import { addGenerate } from "./generate/command.js";
import { addLists } from "./lists.js";
import { addObserve } from "./observe/command.js";
import { inFlags } from "./option-names.js";
import { printNotice } from "./output.js";
import { addTerrain } from "./terrain/command.js";
import { addTypicalYear } from "./typical-year/command.js";
import { addVerify } from "./verify/command.js";
import { addYield } from "./yield/command.js";

function programOf(): Command {
  const program = new Command("irradiance")
    .description("solar irradiance and PV output of a place, as interval averages, from weather files")
    .version(VERSION)
    .exitOverride()
    // One prefix for all that goes wrong.
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, "irradiance: ")) })
    // Commander's own messages are one line each; a suggestion would be a second.
    .showSuggestionAfterError(false);
  addYield(program);
  addObserve(program);
  addExplain(program);
  addTerrain(program);
  addBulk(program);
  addTypicalYear(program);
  addGenerate(program);
  addBench(program);
  addVerify(program);
  addEquipment(program);
  addLists(program);
  addDemo(program);
  addCompletion(program);
  return program;
}

/** Runs a command; what ended badly it has said on standard error, and set as the process's exit code. */
export async function runProgram(args: readonly string[]): Promise<void> {
  try {
    if (args.length === 0)
      throw new UsageError(
        "give a command: yield, observe, explain, horizon, altitude, bulk, typical-year, generate, verify, equipment, models, parameters, bench, demo or completion (see --help)",
      );
    await programOf().parseAsync(args, { from: "user" });
  } catch (cause) {
    // Commander has already said what it had to say.
    if (!(cause instanceof CommanderError)) printNotice(`irradiance: ${inFlags(oneLine(cause))}`);
    // Not process.exit, which would cut off pending output.
    process.exitCode = exitCode(cause);
  }
}
