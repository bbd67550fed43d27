// Thousands of connections that ask nothing, half of something, or do not read: a new client is served all the same, and not much later.
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { launch } from "../lib/process.mjs";
import { startService } from "./service.mjs";

/** Calm and crowd take turns on one server, and the best round of each counts: what else runs on the machine can only delay. */
const ROUNDS = 2;
const SECONDS = 6;
/** s for the other core to be busy, and at most until the crowd is there. */
const SETTLE = 1;
const PATIENCE = 30;
/** Share of the connections that makes a crowd: some are being opened again. */
const CROWD = 0.9;
/**
 * How much longer every other one may take than while the same core is only busy. One in a hundred is shown and not judged: the
 * thousands whose headers are late in the same second are all told so in that second, and how long whoever comes then waits is the
 * machine's (50 to 220 ms were measured).
 */
const MOST_SLOWER = 3;
const [SERVER_CORE, OTHER_CORE] = [0, 1];
const PRESS = fileURLToPath(new URL("crowd-press.mjs", import.meta.url));
const PROBE = fileURLToPath(new URL("crowd-probe.mjs", import.meta.url));

export async function crowd({ report, folder, connections }) {
  if (availableParallelism() < 2) return report.skip("crowd", "needs two cores: one for the server, one for the crowd");
  await judged("with room for all", []);
  const few = Math.floor(connections / 5);
  await judged("with room for a fifth", ["--max-connections", String(few)], few);

  async function judged(name, settings, most = connections) {
    const options = { core: SERVER_CORE };
    const { key, server } = await startService(`${folder}/${name}`, ["--log-level", "error", ...settings], options);
    // Where there is no room for all, thousands wait at any time for a place, and a new client waits behind them: not held to a calm server.
    const hasRoom = most >= connections;
    const calm = [];
    const crowded = [];
    const memory = server.memory();
    for (let round = 0; round < ROUNDS; round++) {
      if (hasRoom) calm.push(await served(server.address, key, 0));
      crowded.push(await served(server.address, key, connections));
    }
    const best = (rounds, name) => Math.min(...rounds.map((round) => round[name]));
    const shown = (rounds) => `p50 ${best(rounds, "p50").toFixed(1)}, p99 ${best(rounds, "p99").toFixed(1)} ms`;
    const all = [...calm, ...crowded];
    const count = all.reduce((sum, round) => sum + round.count, 0);
    report.check(
      `crowd, ${name}: a new client is served every time`,
      all.every((round) => round.count > 0 && Object.keys(round.failures).length === 0),
      `${count} requests, ${JSON.stringify(all.map(({ failures }) => failures))}`,
    );
    report.check(
      `crowd, ${name}: the crowd was one`,
      crowded.every(({ press }) => press.most >= CROWD * most),
      crowded.map(({ press }) => `${press.most} at a time, ${press.opened} in all`).join("; "),
    );
    const waits = `${hasRoom ? `${shown(calm)}; ` : ""}in the crowd ${shown(crowded)}; ${memory.toFixed(0)} MiB before, ${server.memory().toFixed(0)} after`;
    if (!hasRoom) console.log(`     crowd, ${name}: ${waits}`);
    else
      report.check(
        `crowd, ${name}: every other one waits at most ${MOST_SLOWER} times as long`,
        best(crowded, "p50") <= MOST_SLOWER * best(calm, "p50"),
        waits,
      );
    await report.ends(`crowd, ${name}`, server);
  }
}

/** @returns what new clients saw while so many others pressed, and how these fared */
async function served(address, key, count) {
  const { hostname, port } = new URL(address);
  const press = launch([PRESS, hostname, port, String(count)], { core: OTHER_CORE, stderr: "inherit" });
  const last = () => JSON.parse(press.out().split("\n").at(-2) ?? "{}");
  try {
    const until = performance.now() + PATIENCE * 1000;
    do await pause(SETTLE * 1000);
    while ((last().most ?? 0) < CROWD * count && performance.now() < until);
    // Those that are there have asked for something, or for nothing.
    await pause(SETTLE * 1000);
    const probe = launch([PROBE, address, String(SECONDS), key], { core: OTHER_CORE, stderr: "inherit" });
    await probe.exit;
    return { ...JSON.parse(probe.out()), press: last() };
  } finally {
    await press.stop("SIGKILL");
  }
}
