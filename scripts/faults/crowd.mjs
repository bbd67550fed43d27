// Thousands of connections that ask nothing, half of something, or do not read: a new client is served all the same, and not much later.
import { execFile, spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { openAccount } from "./account.mjs";
import { startServer } from "./server.mjs";

const SECONDS = 15;
const SETTLE = 3;
/** How much longer one in a hundred may take than while the same core is only busy. */
const MOST_SLOWER = 3;
const [SERVER_CORE, OTHER_CORE] = [0, 1];
const PRESS = fileURLToPath(new URL("crowd-press.mjs", import.meta.url));
const PROBE = fileURLToPath(new URL("crowd-probe.mjs", import.meta.url));
const run = promisify(execFile);

export async function crowd({ report, folder, connections }) {
  if (availableParallelism() < 2) return report.skip("crowd", "needs two cores: one for the server, one for the crowd");
  const data = `${folder}/crowd`;
  const key = await openAccount(data, 1_000_000);
  const calm = await served({ data, key, press: 0 });
  await judged("with room for all", {});
  await judged("with room for a fifth", { most: Math.floor(connections / 5) });

  async function judged(name, { most }) {
    const { count, failures, p99, press, memory } = await served({ data, key, press: connections, most });
    const shown = `p50 and p99 ${calm.p50.toFixed(1)} and ${calm.p99.toFixed(1)} ms, in the crowd p99 ${p99.toFixed(1)} ms`;
    report.check(
      `crowd, ${name}: a new client is served every time`,
      count > 100 && Object.keys(failures).length === 0,
      `${count} requests, ${JSON.stringify(failures)}; ${press.most} pressed at a time, ${press.opened} in all`,
    );
    report.check(`crowd, ${name}: the crowd was one`, press.most >= 0.9 * (most ?? connections), JSON.stringify(press));
    report.check(
      `crowd, ${name}: one in a hundred waits at most ${MOST_SLOWER} times as long`,
      p99 <= MOST_SLOWER * calm.p99,
      shown,
    );
    console.log(`     ${memory.toFixed(0)} MiB resident, ${calm.memory.toFixed(0)} without a crowd`);
  }
}

/** @returns what new clients saw of a server of its own, and how the crowd fared */
async function served({ data, key, press: count, most = undefined }) {
  const settings = ["--data", data, "--synthetic", "--rate", "1000000", "--log-level", "error"];
  if (most !== undefined) settings.push("--max-connections", String(most));
  const server = await startServer(settings, { core: SERVER_CORE });
  const { hostname, port } = new URL(server.address);
  const words = ["-c", String(OTHER_CORE), process.execPath];
  const press = spawn("taskset", [...words, PRESS, hostname, port, String(count)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let last = "{}";
  press.stdout.on("data", (chunk) => {
    last = chunk.toString().trim().split("\n").at(-1);
  });
  try {
    await new Promise((resolve) => setTimeout(resolve, SETTLE * 1000));
    const { stdout } = await run("taskset", [...words, PROBE, server.address, String(SECONDS), key]);
    return { ...JSON.parse(stdout), press: JSON.parse(last), memory: server.memory() };
  } finally {
    press.kill("SIGKILL");
    await server.stop();
  }
}
