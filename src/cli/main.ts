#!/usr/bin/env node
/** The command line: a thin caller of the library. */
import { Command, CommanderError } from "commander";
import { VERSION } from "../version.js";
import { addBench } from "./bench.js";
import { addBulk } from "./bulk/command.js";
import { addCompletion } from "./completion.js";
import { addDemo } from "./demo.js";
import { addEquipment } from "./equipment/command.js";
import { exitCode, oneLine, UsageError } from "./errors.js";
import { addExplain } from "./explain.js";
import { addGenerate } from "./generate/command.js";
import { addLists } from "./lists.js";
import { addObserve } from "./observe.js";
import { inFlags } from "./option-names.js";
import { printNotice, surviveClosedStderr } from "./output.js";
import { addTerrain } from "./terrain.js";
import { addTypicalYear } from "./typical-year/command.js";
import { addVerify } from "./verify/command.js";
import { addYield } from "./yield/command.js";

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

surviveClosedStderr();
try {
  if (process.argv.length <= 2)
    throw new UsageError(
      "give a command: yield, observe, explain, horizon, altitude, bulk, typical-year, generate, verify, equipment, models, parameters, bench, demo or completion (see --help)",
    );
  await program.parseAsync();
} catch (cause) {
  // Commander has already said what it had to say.
  if (!(cause instanceof CommanderError)) printNotice(`irradiance: ${inFlags(oneLine(cause))}`);
  // Not process.exit, which would cut off pending output.
  process.exitCode = exitCode(cause);
}
