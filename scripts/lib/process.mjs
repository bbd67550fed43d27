// Programs of the build as processes of their own, for tests, judges and benchmarks: started, watched and stopped from outside, as an
// operator would.
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** The commands `irradiance-server` and `irradiance`. */
export const SERVER = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));
export const ENGINE = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

/** ms until a program has printed its first line. */
const START_PATIENCE = 60_000;
/** Characters of an output: its end says what went wrong. */
const MOST_KEPT = 4 << 20;
/** Clock ticks of /proc per second: the same on every Linux that Node runs on. */
const TICKS = 100;
const run = promisify(execFile);
const running = new Map();

/** Whether a process can be held on a core. */
export const canPin = hasTaskset();

/**
 * Starts Node with these words: its options, a program, the program's arguments.
 *
 * @param {readonly string[]} words
 * @param {import("./process.d.mts").LaunchOptions} [options]
 */
export function launch(words, { stdout = "pipe", stderr = "pipe", core, files, niceness, cwd, env } = {}) {
  const [program, ...rest] = [
    ...(files === undefined ? [] : ["sh", "-c", 'ulimit -n "$0" && exec "$@"', String(files)]),
    ...(core === undefined || !canPin ? [] : ["taskset", "-c", String(core)]),
    ...(niceness === undefined ? [] : ["nice", "-n", String(niceness)]),
    process.execPath,
    ...words,
  ];
  const child = spawn(program, rest, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", stdout, stderr, "ipc"],
  });
  const [out, log] = [child.stdout, child.stderr].map(endOf);
  const exit = once(child, "close").then(([code, signal]) => ({ code, signal }));
  const forget = () => running.delete(child);
  running.set(child, exit.then(forget, forget));
  return {
    child,
    exit,
    out,
    log,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** The first line that it prints. */
    async line() {
      const alarm = setTimeout(() => child.kill("SIGKILL"), START_PATIENCE);
      while (!out().includes("\n")) {
        const [ended] = await Promise.race([exit.then((end) => [end]), once(child.stdout, "data").then(() => [])]);
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
    stop(signal = "SIGTERM") {
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

/** Starts a program that prints its address when it answers. */
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
 * @param {import("./process.d.mts").LaunchOptions & { readonly node?: readonly string[] }} [options] node: options of Node's own
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

function serving(settings, node = []) {
  return [...node, SERVER, "serve", "--port", "0", "--operations-port", "off", ...settings];
}

/** Ends what a check that failed half-way left behind. */
export async function endProcesses() {
  for (const [child, exit] of running) {
    child.kill("SIGKILL");
    await exit;
  }
}

/** A command of `irradiance-server`: its standard output. */
export async function command(...args) {
  const { stdout } = await run(process.execPath, [SERVER, ...args], { maxBuffer: 1 << 28 });
  return stdout;
}

/** A new account with tokens, and one key, whose text is returned. `data`: a folder, or the address of a database. */
export async function openAccount(data, tokens, account = "judged") {
  await command("accounts", "create", account, ...(tokens > 0 ? ["--tokens", String(tokens)] : []), "--data", data);
  return (await command("keys", "create", account, "--data", data)).trim();
}

/** A port that nobody has at the moment. */
export async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
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
