/** The command line as a function of its arguments: main.ts calls it in a process, tests in their own. */
import { Command, CommanderError } from "commander";
import { VERSION } from "../version.js";
import { addBench } from "./bench/command.js";
import { addBulk } from "./bulk/command.js";
import { addCheck } from "./check/command.js";
import { addCompletion } from "./completion.js";
import { addDemo } from "./demo/command.js";
import { addEquipment } from "./equipment/command.js";
import { exitCode, oneLine, UsageError } from "./errors.js";
import { addExplain } from "./explain/command.js";
import { addForecast } from "./forecast/command.js";
import { addGenerate } from "./generate/command.js";
import { arrangeHelp } from "./help.js";
import { addLists } from "./lists.js";
import { addObserve } from "./observe/command.js";
import { inFlags, withHint } from "./option-names.js";
import { printNotice, writeResult } from "./output.js";
import { addTerrain } from "./terrain/command.js";
import { addTypicalYear } from "./typical-year/command.js";
import { addVerify } from "./verify/command.js";
import { addWeather } from "./weather/command.js";
import { addYield } from "./yield/command.js";

/** @param writeHelp takes the help text, whole */
function programOf(writeHelp: (text: string) => void): Command {
  const program = new Command("irradiance")
    .description("solar irradiance and PV output of a place, as interval averages, from weather files")
    .version(VERSION)
    .exitOverride()
    // One prefix and one line for all that goes wrong: a suggestion of commander's would be a second.
    .configureOutput({
      writeOut: writeHelp,
      outputError: (text, write) => write(`irradiance: ${oneLine(text.trim().replace(/^error: /, ""))}\n`),
    });
  addYield(program);
  addForecast(program);
  addObserve(program);
  addExplain(program);
  addBulk(program);
  addWeather(program);
  addCheck(program);
  addTypicalYear(program);
  addGenerate(program);
  addVerify(program);
  addTerrain(program);
  addEquipment(program);
  addDemo(program);
  addLists(program);
  addBench(program);
  addCompletion(program);
  arrangeHelp(program);
  for (const command of program.commands) {
    command.configureOutput({
      outputError: (text, write) =>
        write(`irradiance: ${withHint(oneLine(text.trim().replace(/^error: /, "")), command)}\n`),
    });
  }
  return program;
}

/** Runs a command; what ended badly it has said on standard error, and set as the process's exit code. */
export async function runProgram(args: readonly string[]): Promise<void> {
  // As results: a reader of help that stops early is no failure.
  let help = Promise.resolve();
  const program = programOf((text) => {
    help = writeResult(text, undefined);
  });
  try {
    if (args.length === 0) {
      const names = program.commands.map((command) => command.name());
      throw new UsageError(`give a command: ${names.join(", ")} (see --help)`);
    }
    await program.parseAsync(args, { from: "user" });
  } catch (cause) {
    // Commander has already said what it had to say.
    if (cause instanceof CommanderError) process.exitCode = exitCode(cause);
    else fail(cause);
  }
  await help.catch(fail);
}

/** Not by process.exit, which would cut off pending output. */
function fail(cause: unknown): void {
  printNotice(`irradiance: ${inFlags(oneLine(cause))}`);
  process.exitCode = exitCode(cause);
}
