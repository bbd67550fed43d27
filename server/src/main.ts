#!/usr/bin/env node
/** `irradiance-server`: serves, or does what an operator has to do beside it. */
import type { Logger } from "pino";
import { processIo } from "./cli/command.js";
import { COMMANDS, helpText } from "./cli/commands.js";
import { SOFTWARE } from "./software.js";
import type { RunningServer } from "./start.js";
import { suggestion } from "./suggestion.js";

const [command = "serve", ...args] = process.argv.slice(2);

process.exitCode = await run();

async function run(): Promise<number> {
  if (command === "--help" || command === "-h" || command === "help" || (command === "serve" && asksHelp(args))) {
    processIo().out((await helpText()).trimEnd());
    return 0;
  }
  if (command === "--version") {
    process.stdout.write(`${SOFTWARE.version}\n`);
    return 0;
  }
  try {
    if (command === "serve") return await serve();
    const load = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
    if (load !== undefined) return await (await load()).run(args, processIo());
    process.stderr.write(`irradiance-server: ${unknownText(command)}; see irradiance-server --help\n`);
    return 2;
  } catch (thrown) {
    const { code, message } = thrown as { code?: string; message: string };
    process.stderr.write(`irradiance-server: ${message}\n`);
    return code === "ERR_SETTINGS" ? 2 : 1;
  }
}

function unknownText(word: string): string {
  if (word.startsWith("-")) return `settings come after a command, as in irradiance-server serve ${word}`;
  return `unknown command ${JSON.stringify(word)}${suggestion(word, ["serve", ...Object.keys(COMMANDS)])}`;
}

function asksHelp(words: readonly string[]): boolean {
  return words.some((word) => word === "--help" || word === "-h");
}

/** Serves until a signal asks it to stop. Standard output has one line: the address, as soon as it answers. */
async function serve(): Promise<number> {
  const warn = warningsTo();
  const [{ readSettings }, { createLog }, { startServer }] = await Promise.all([
    import("./read-settings.js"),
    import("./log.js"),
    import("./start.js"),
  ]);
  const settings = readSettings(args, process.env);
  const { logger: log, close } = createLog(settings["log-level"]);
  warn(log);
  const server = await startServer(settings, { log });
  if (settings.demo === "any") {
    process.stderr.write(
      "demo key: it serves any place without an account; other machines are limited to a list of places\n",
    );
  }
  // Whoever has read the address may ask for the end in the same moment.
  const stopped = stopAsked(server, log);
  process.stdout.write(`${server.address}\n`);
  await stopped;
  log.info("stopped");
  await close();
  return 0;
}

/**
 * Whoever reads the log reads JSON: Node itself would write its warnings as plain text.
 *
 * @returns takes the log as soon as there is one
 */
function warningsTo(): (log: Logger) => void {
  const early: Error[] = [];
  let tell = (warning: Error): void => {
    early.push(warning);
  };
  process.removeAllListeners("warning");
  process.on("warning", (warning) => tell(warning));
  return (log) => {
    tell = ({ name, message, stack }) => log.warn({ warning: name, cause: message, stack }, "warning of Node");
    for (const warning of early) tell(warning);
  };
}

/** A signal that is repeated changes nothing: the stop has an end of its own, and an impatient operator has kill -9. */
function stopAsked(server: RunningServer, log: Logger): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (signal: string) => {
      log.info({ signal }, "stopping");
      server.stop().then(resolve, reject);
    };
    process.on("SIGTERM", stop);
    process.on("SIGINT", stop);
  });
}
