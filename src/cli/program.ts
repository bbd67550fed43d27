/** The command line as a function of its arguments: main.ts calls it in a process, tests in their own. */
import { Command, CommanderError, Help } from "commander";
import { VERSION } from "../foundation/version.js";
import { addCommands } from "./commands.js";
import { exitCode, oneLine, UsageError } from "./errors.js";
import { inFlags, withHint } from "./option-names.js";
import { printNotice, writeResult } from "./output.js";

/** Options that mean the same in every command, by their flags; the others stand under "Options:". */
const OPTIONS: { readonly [heading: string]: readonly string[] } = {
  "Reading weather files:": [
    "--weather-format --label --time-offset --year --columns --units --date-format --delimiter --decimal",
    "--weather-time-zone --duplicates --missing",
  ],
  "Trackers:": ["--axis-tilt --axis-azimuth --max-angle --gcr --cross-axis-tilt --no-backtrack --dual-axis"],
  "System:": [
    "--system --losses --module --gamma --iam --cell-temperature --spectrum --dc-ac-ratio --inverter --inverter-ac",
    "--inverter-efficiency --cabling --transformer --export-limit --snow --soiling --ageing --clipping --smoothing",
  ],
  "Horizon:": ["--horizon --horizon-file --horizon-zero --dem --projection --observer-height --range"],
  "Sky, ground and models:": ["--albedo --closure --temperature --turbidity --sub-steps --models"],
  "Output:": [
    "--out --html --json --format --response-format --decimals --station --report --audit --quiet",
    "--plot --plot-kind --plot-parameters --plot-date --plot-typical-year --loss-plot",
    "--series --losses-by-month --write-system --measured --measured-as --measured-plot",
  ],
};

/** Arranges the help of a program that has all its commands. */
function arrangeHelp(program: Command): void {
  const plain = new Help();
  program
    .commandsGroup("First steps and lists:")
    .helpCommand("help [command]", "display help for command")
    .configureHelp({
      optionDescription: (option) => `${plain.optionDescription(option)}${option.mandatory ? " (required)" : ""}`,
    })
    .addHelpText(
      "after",
      `
irradiance COMMAND --help shows the options of a command, with examples. To start:
  irradiance demo
  irradiance yield --lat 47.4 --lon 8.5
With npx, use the package's name (npx irradiance-engine demo): irradiance is another package there.`,
    );
  for (const command of program.commands) {
    command.copyInheritedSettings(program).configureOutput({
      outputError: (text, write) => write(`irradiance: ${withHint(plainError(text), command)}\n`),
    });
    for (const option of command.options) option.helpGroup(headingOf(option.long ?? ""));
  }
}

function headingOf(long: string): string {
  const found = Object.entries(OPTIONS).find(([, names]) => names.some((some) => some.split(" ").includes(long)));
  return found?.[0] ?? "Options:";
}

/** Commander's own prefix is another. */
function plainError(text: string): string {
  return oneLine(text.trim().replace(/^error: /, ""));
}

/** @param writeHelp takes the help text, whole */
function programOf(writeHelp: (text: string) => void): Command {
  const program = new Command("irradiance")
    .description("solar irradiance and PV output of a place, as interval averages, from weather files")
    .version(VERSION)
    .exitOverride()
    // One prefix and one line for all that goes wrong: a suggestion of commander's would be a second.
    .configureOutput({ writeOut: writeHelp, outputError: (text, write) => write(`irradiance: ${plainError(text)}\n`) });
  addCommands(program);
  arrangeHelp(program);
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
