// Servers as processes of their own, each on one core where the system can hold it there, and the CPU time they took.
import { execFile, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { promisify } from "node:util";

/** Clock ticks of /proc per second: the same on every Linux that Node runs on. */
const TICKS = 100;
const run = promisify(execFile);
const started = new Set();

/** Servers on the first core, the client on the last. */
export const canPin = hasTaskset();

function hasTaskset() {
  try {
    execFileSync("taskset", ["-c", "0", "true"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

/** This process, which asks, off the servers' core. */
export function pinSelf(core) {
  if (canPin) execFileSync("taskset", ["-a", "-p", "-c", String(core), String(process.pid)], { stdio: "ignore" });
}

/**
 * @param {string[]} args
 * @param {{ core?: number, log?: number | "ignore" | "inherit" }} [options] core: without one, wherever there is room
 */
export async function startProcess(args, { core, log = "ignore" } = {}) {
  const began = performance.now();
  const words = canPin && core !== undefined ? ["taskset", "-c", String(core), process.execPath] : [process.execPath];
  const [file, ...rest] = [...words, ...args];
  const child = spawn(file, rest, /** @type {const} */ ({ stdio: ["ignore", "pipe", log] }));
  started.add(child);
  const exit = once(child, "exit").then(() => started.delete(child));
  const line = createInterface({ input: child.stdout })[Symbol.asyncIterator]().next();
  const address = await Promise.race([line.then(({ value }) => value), exit.then(() => undefined)]);
  if (address === undefined) throw new Error(`${args.join(" ")} did not start`);
  return {
    address,
    startedIn: performance.now() - began,
    /** Seconds, of all its threads. */
    cpu: () => cpuOf(child.pid),
    async stop() {
      child.kill("SIGTERM");
      const alarm = setTimeout(() => child.kill("SIGKILL"), 5000);
      await exit;
      clearTimeout(alarm);
    },
  };
}

export async function endAll() {
  for (const child of started) child.kill("SIGKILL");
}

export async function output(args) {
  return (await run(process.execPath, args)).stdout.trim();
}

function cpuOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS;
}
