// A server of the build as a process of its own: started, asked, watched and stopped from outside, as an operator would.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const MAIN = join(fileURLToPath(new URL("../..", import.meta.url)), "server", "dist", "main.js");
const START_PATIENCE = 60_000;
const MOST_LOG = 4 << 20;
const run = promisify(execFile);

const started = new Map();

/** Ends what a check that failed half-way left behind. */
export async function endServers() {
  for (const [child, exit] of started) {
    child.kill("SIGKILL");
    await exit;
  }
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

/** A command of the program beside a server: its standard output. */
export async function command(...args) {
  const { stdout } = await run(process.execPath, [MAIN, ...args], { maxBuffer: 1 << 28 });
  return stdout;
}

/**
 * @param {string[]} args settings of `serve`
 * @param {{ stderr?: number | "pipe", node?: string[], core?: number, files?: number }} [options] stderr: a file descriptor for
 *   the log; else the last of it is kept. node: options of Node's own. core: the only one it may run on. files: how many it may open
 * @returns once it answers, or throws when it ends before
 */
export async function startServer(args, options = {}) {
  const began = performance.now();
  const server = launch(args, options);
  const alarm = setTimeout(() => server.child.kill("SIGKILL"), START_PATIENCE);
  const first = createInterface({ input: server.child.stdout })[Symbol.asyncIterator]().next();
  const address = await Promise.race([first.then(({ value }) => value), server.exit.then(() => undefined)]);
  clearTimeout(alarm);
  if (address === undefined) throw new Error(`the server did not start: ${server.log()}`);
  return { ...server, address, startedIn: performance.now() - began };
}

/** Starts and waits for the end: for starts that must fail. */
export async function startInVain(args) {
  const server = launch(args, {});
  const alarm = setTimeout(() => server.child.kill("SIGKILL"), START_PATIENCE);
  const { code } = await server.exit;
  clearTimeout(alarm);
  return { code, log: server.log() };
}

/**
 * @param {string[]} args
 * @param {{ stderr?: number | "pipe", node?: string[], core?: number, files?: number }} options as of `startServer`
 */
function launch(args, options) {
  const { stderr = "pipe", node = [], core, files } = options;
  const words = [process.execPath, ...node, MAIN, "serve", "--port", "0", "--operations-port", "off", ...args];
  const pinned = core === undefined ? words : ["taskset", "-c", String(core), ...words];
  const [program, ...rest] =
    files === undefined ? pinned : ["sh", "-c", 'ulimit -n "$0" && exec "$@"', String(files), ...pinned];
  const child = spawn(program, rest, { stdio: ["ignore", "pipe", stderr, "ipc"] });
  let log = "";
  child.stderr?.on("data", (chunk) => {
    log = (log + chunk).slice(-MOST_LOG);
  });
  const exit = once(child, "exit").then(([code, signal]) => {
    started.delete(child);
    return { code, signal };
  });
  started.set(child, exit);
  return {
    child,
    exit,
    log: () => log,
    isAlive: () => child.exitCode === null && child.signalCode === null,
    /** What it keeps after a collection, bytes (for servers with heap-hook.mjs). */
    async kept() {
      child.send("kept");
      const [{ heapUsed, external, rss }] = await once(child, "message");
      return { kept: heapUsed + external, rss };
    },
    /** MiB; 0 when it has ended. */
    memory: () => Number(/VmRSS:\s+(\d+)/.exec(statusOf(child.pid))?.[1] ?? 0) / 1024,
    /** @param {NodeJS.Signals} [signal] */
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      return exit;
    },
  };
}

function statusOf(pid) {
  try {
    return readFileSync(`/proc/${pid}/status`, "latin1");
  } catch {
    return "";
  }
}
