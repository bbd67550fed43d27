// Coordinator and workers as processes of the build.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";

export const SERVER = fileURLToPath(new URL("../../server/dist/main.js", import.meta.url));
export const ENGINE = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));

const running = new Set();

/** A process whose standard error is kept; `ended` resolves to its status, or its signal. */
export function start(main, words, { cwd, env = {} }) {
  const child = spawn(process.execPath, [main, ...words], {
    cwd,
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const state = { child, errors: "", ended: once(child, "close").then(([status, signal]) => signal ?? status) };
  child.stderr.setEncoding("utf8").on("data", (text) => {
    // A crew of days: the end of it tells.
    state.errors = (state.errors + text).slice(-100_000);
  });
  running.add(state);
  state.ended.then(() => running.delete(state));
  return state;
}

/** What a worker says that finds no Redis when it starts: its supervisor starts it again. */
const NO_QUEUE = /the queue \S+ cannot be used/;
/** ms */
const SUPERVISION = 500;

/** Workers that come again after every kill, and when Redis was away as they came, as a supervisor has them. */
export function openCrew(count, words, place) {
  const crew = Array.from({ length: count }, (_, index) => begun(index));
  return {
    async kill(index) {
      crew[index].child.kill("SIGKILL");
      await crew[index].ended;
      crew[index] = begun(index);
    },
    async end() {
      for (const { child } of crew) child.kill("SIGTERM");
      return Promise.all(crew.map(({ ended }) => ended));
    },
    get pids() {
      return crew.map(({ child }) => child.pid);
    },
    get errors() {
      return crew.map(({ errors }) => errors.slice(-2000)).join("\n---\n");
    },
  };

  function begun(index) {
    const worker = start(SERVER, ["worker", ...words], place);
    worker.ended.then(async (status) => {
      if (status !== 1 || !NO_QUEUE.test(worker.errors)) return;
      await setTimeout(SUPERVISION);
      if (crew[index] === worker) crew[index] = begun(index);
    });
    return worker;
  }
}

/** Ends what still runs. */
export async function endAll() {
  for (const { child, ended } of running) {
    child.kill("SIGKILL");
    await ended;
  }
}
