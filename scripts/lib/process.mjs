// Programs of the build as processes of their own, for tests, judges and benchmarks: started, watched and stopped from outside, as an
// operator would.
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { ask, until } from "./client.mjs";

/** The commands `irradiance-server` and `irradiance`. */
export const SERVER = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));
export const ENGINE = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** ms until a program has printed its first line. */
const START_PATIENCE = 180_000;
/** Characters of an output: its end says what went wrong. */
const MOST_KEPT = 4 << 20;
/** Clock ticks of /proc per second: the same on every Linux that Node runs on. */
const TICKS = 100;
const run = promisify(execFile);
const running = new Map();

/** Whether a process can be held on a core. */
export const canPin = hasTaskset();

/**
 * @typedef {object} LaunchOptions
 * @property {Output} [stdout] what is not piped is not kept: `out()` and `log()` are empty
 * @property {Output} [stderr]
 * @property {number} [core] the only one that it may run on, where the system can hold it there
 * @property {number} [files] how many it may open
 * @property {number} [niceness]
 * @property {string} [cwd]
 * @property {{ [name: string]: string | undefined }} [env] besides that of this process
 *
 * @typedef {"pipe" | "ignore" | "inherit" | number} Output a number is a file that is open
 * @typedef {{ code: number | null, signal: NodeJS.Signals | null }} Exit
 * @typedef {ReturnType<typeof launch>} Program
 */

/**
 * Starts Node with these words: its options, a program, the program's arguments.
 *
 * @param {readonly string[]} words
 * @param {LaunchOptions} [options]
 */
export function launch(words, { stdout = "pipe", stderr = "pipe", core, files, niceness, cwd, env } = {}) {
  const [program, ...rest] = [
    ...(files === undefined ? [] : ["sh", "-c", 'ulimit -n "$0" && exec "$@"', String(files)]),
    ...(core === undefined || !canPin ? [] : ["taskset", "-c", String(core)]),
    ...(niceness === undefined ? [] : ["nice", "-n", String(niceness)]),
    process.execPath,
    ...words,
  ];
  /** @type {import("node:child_process").SpawnOptions} */
  const options = { cwd, env: { ...process.env, ...env }, stdio: ["ignore", stdout, stderr, "ipc"] };
  /** @type {import("node:child_process").ChildProcess} */
  const child = spawn(program, rest, options);
  const [out, log] = /** @type {const} */ ([endOf(child.stdout), endOf(child.stderr)]);
  /** @type {Promise<Exit>} when it has ended and its output is read */
  const exit = once(child, "close").then(([code, signal]) => ({ code, signal }));
  const forget = () => running.delete(child);
  running.set(child, exit.then(forget, forget));
  return {
    child,
    exit,
    /** The end of its standard output, and of its standard error. */
    out,
    log,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** The first line that it prints. */
    async line() {
      const alarm = setTimeout(() => child.kill("SIGKILL"), START_PATIENCE);
      while (!out().includes("\n")) {
        const [ended] = await Promise.race([
          exit.then((end) => [end]),
          once(/** @type {any} */ (child.stdout), "data").then(() => []),
        ]);
        if (ended === undefined) continue;
        clearTimeout(alarm);
        throw new Error(
          `${words.join(" ")} ended with ${ended.signal ?? ended.code} before it printed a line: ${log()}`,
        );
      }
      clearTimeout(alarm);
      return out().slice(0, out().indexOf("\n"));
    },
    /** Bytes that it keeps after a collection (for programs with heap-hook.mjs). */
    async kept() {
      child.send("kept");
      const [{ heapUsed, external, rss }] = await once(child, "message");
      return { kept: heapUsed + external, rss };
    },
    /** MiB; 0 when it has ended. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(procOf(child.pid, "status"))?.[1] ?? 0) / 1024,
    /** Seconds, of all its threads. */
    cpu() {
      const fields = procOf(child.pid, "stat").split(") ")[1].split(" ");
      return (Number(fields[11]) + Number(fields[12])) / TICKS;
    },
    stop(signal = /** @type {NodeJS.Signals} */ ("SIGTERM")) {
      child.kill(signal);
      return exit;
    },
    /** Stops it in order. Throws when it does not end with status 0. */
    async end() {
      child.kill("SIGTERM");
      const { code, signal } = await exit;
      if (code !== 0) throw new Error(`${words.join(" ")} ended with ${signal ?? `status ${code}`}: ${log()}`);
    },
  };
}

/**
 * Starts a program that prints its address when it answers.
 *
 * @param {readonly string[]} words
 * @param {LaunchOptions} [options]
 */
export async function startProgram(words, options = {}) {
  const began = performance.now();
  const program = launch(words, options);
  const address = await program.line();
  return { ...program, address, startedIn: performance.now() - began };
}

/**
 * Starts `irradiance-server serve` on any free port, without its operations port unless the settings name one.
 *
 * @param {readonly string[]} settings
 * @param {LaunchOptions & { node?: readonly string[] }} [options] node: options of Node's own
 */
export function startServer(settings, { node = [], ...options } = {}) {
  return startProgram(serving(settings, node), options);
}

/** Starts a server and waits for its end: for starts that must fail. */
export async function startInVain(settings) {
  const server = launch(serving(settings));
  const alarm = setTimeout(() => server.child.kill("SIGKILL"), START_PATIENCE);
  const { code } = await server.exit;
  clearTimeout(alarm);
  return { code, log: server.log() };
}

/**
 * They are started often, and most are asked for little: a second of computing each that nobody waits for.
 *
 * @param {readonly string[]} settings
 * @param {readonly string[]} [node]
 */
function serving(settings, node = []) {
  return [...node, SERVER, "serve", "--port", "0", "--operations-port", "off", "--cold-start", ...settings];
}

/** Ends what a check that failed half-way left behind. */
export async function endProcesses() {
  for (const [child, exit] of running) {
    child.kill("SIGKILL");
    await exit;
  }
}

/**
 * A command of `irradiance-server`: its standard output. One on a database of PostgreSQL runs in this process, as one of its own takes most
 * of a second to start; a file of accounts would stay open here until memory is collected.
 */
export async function command(name, ...args) {
  if (!args.some((arg) => arg.startsWith("postgres"))) {
    const { stdout } = await run(process.execPath, [SERVER, name, ...args], { maxBuffer: 1 << 28 });
    return stdout;
  }
  const { COMMANDS } = await import("../../server/dist/cli/commands.js");
  const [out, errors] = [[], []];
  const status = await (await COMMANDS[name]()).run(args, {
    out: (line) => out.push(`${line}\n`),
    write: async (text) => void out.push(text),
    err: (line) => errors.push(line),
    input: async () => "",
    stream: () => process.stdin,
    env: process.env,
    now: Date.now,
    actor: "judge",
  });
  if (status !== 0) throw new Error(`irradiance-server ${name} ended with ${status}: ${errors.join("\n")}`);
  return out.join("");
}

/** A new account with tokens, and one key, whose text is returned. `data`: a folder, or the address of a database. */
export async function openAccount(data, tokens, account = "judged") {
  await command("accounts", "create", account, ...(tokens > 0 ? ["--tokens", String(tokens)] : []), "--data", data);
  return (await command("keys", "create", account, "--data", data)).trim();
}

/** Below those that systems give to connections of their own, which would take a port before its server does. */
const [FIRST_PORT, PORTS] = [12_000, 20_000];

/** A port that nobody has at the moment. */
export async function freePort() {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS);
    const server = createServer();
    const isFree = await new Promise((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

/** Holds this process, which asks, on a core: not that of the servers. */
export function pinSelf(core) {
  if (canPin) execFileSync("taskset", ["-a", "-p", "-c", String(core), String(process.pid)], { stdio: "ignore" });
}

function hasTaskset() {
  try {
    execFileSync("taskset", ["-c", "0", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

function endOf(stream) {
  let text = "";
  stream?.setEncoding("utf8").on("data", (chunk) => {
    text = (text + chunk).slice(-MOST_KEPT);
  });
  return () => text;
}

function procOf(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "latin1");
  } catch {
    return "";
  }
}

/** The account that `openAccount` makes unless it is told another name. */
export const ACCOUNT = "judged";

export function micro(tokens) {
  return Math.round(Number(tokens) * 1e6);
}

export function sum(items, of) {
  return items.reduce((all, item) => all + of(item), 0);
}

/**
 * Micro-tokens of the charges and grants, and ids of the charges. Throws when the books are not sound, or a sum does not add up.
 *
 * @param {string} data a folder, or the address of a database
 */
export async function books(data, account = ACCOUNT) {
  await command("check", "--data", data);
  const rows = JSON.parse(await command("audit", "charges", account, "--last", "999999", "--json", "--data", data));
  const grants = JSON.parse(await command("tokens", "list", account, "--json", "--data", data));
  return {
    rows,
    // Free repeats have rows, too.
    ids: rows.filter(({ tokens }) => Number(tokens) > 0).map(({ request_id }) => request_id),
    charged: sum(rows, ({ tokens }) => micro(tokens)),
    used: sum(grants, ({ used }) => micro(used)),
    granted: sum(grants, ({ tokens }) => micro(tokens)),
  };
}

/** One that is not started yet. @param {string[]} settings */
export async function memberOf(settings) {
  const [port, operations] = [await freePort(), await freePort()];
  return {
    port,
    address: `http://127.0.0.1:${port}`,
    operations: `http://127.0.0.1:${operations}`,
    settings: [...settings, "--port", String(port), "--operations-port", String(operations)],
    isUp: false,
    /** @type {any} */
    server: undefined,
  };
}

export function startMembers(count, settings) {
  return Promise.all(Array.from({ length: count }, async () => restart(await memberOf(settings))));
}

export async function restart(member) {
  member.server = await startServer(member.settings);
  await until("a server is ready", async () => (await readiness(member)) === 200);
  member.isUp = true;
  return member;
}

export async function kill(member) {
  member.isUp = false;
  await member.server.stop("SIGKILL");
}

/** What it says of itself: the status, or the code of the error. */
export async function readiness({ operations }) {
  // A connection that is kept may be closed by the server, as idle, at the moment of the next look.
  const { status, error } = await ask(operations, { path: "/health/ready", headers: { Connection: "close" } });
  return status ?? error.code;
}

const SERVE_AT = fileURLToPath(new URL("serve-at.mjs", import.meta.url));

/** @param {string[]} settings */
export function serve(settings) {
  return startServer(["--log-level", "warn", ...settings], { stderr: "inherit" });
}

/** One for which it is always the same time, `time` as ISO 8601: see serve-at.mjs. @param {object} settings by their names */
export function serveAt(time, settings = {}) {
  return startProgram([SERVE_AT, time, JSON.stringify(settings)], { stderr: "inherit" });
}
