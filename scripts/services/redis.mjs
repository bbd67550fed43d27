// A Redis of one's own that keeps what it was told, in a temporary folder on a free port of the loopback, for tests and judges.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../lib/process.mjs";

const START_TRIES = 200;
const PAUSE = 50; // ms

/** Whether there is a redis-server on the path. */
export function hasRedis() {
  return spawnSync("redis-server", ["--version"]).status === 0;
}

/** @typedef {Awaited<ReturnType<typeof startRedis>>} OwnRedis */

export async function startRedis() {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-redis-"));
  const port = await freePort();
  let child;
  const start = async () => {
    const words = ["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "yes"];
    child = spawn("redis-server", words, { stdio: "ignore" });
    await answering(port, child);
  };
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, "exit");
    child.kill("SIGKILL");
    await ended;
  };
  try {
    await start();
  } catch (thrown) {
    rmSync(folder, { recursive: true, force: true });
    throw thrown;
  }
  return {
    port,
    address: `redis://127.0.0.1:${port}`,
    /** After a kill, with all that it had been told. */
    start,
    kill,
    /** Says nothing for so many ms, as when a network is cut without a word. */
    async silence(ms) {
      child.kill("SIGSTOP");
      await setTimeout(ms);
      child.kill("SIGCONT");
    },
    async end() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function answering(port, child) {
  for (let k = 0; k < START_TRIES; k++) {
    if (child.exitCode !== null) throw new Error(`redis-server ended with status ${child.exitCode}`);
    if (await pong(port)) return;
    await setTimeout(PAUSE);
  }
  child.kill("SIGKILL");
  throw new Error(`redis-server does not answer on port ${port}`);
}

/** @returns {Promise<boolean>} false also while it is loading what it kept */
function pong(port) {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => socket.write("PING\r\n"));
    socket.once("data", (data) => {
      socket.destroy();
      resolve(data.toString().startsWith("+PONG"));
    });
    socket.once("error", () => resolve(false));
  });
}
