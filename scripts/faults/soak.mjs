// Many requests of every kind, a third of them bad: what the server keeps does not grow, and each is logged and counted once.
import { createReadStream, openSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { newAgent } from "../lib/client.mjs";
import { command, freePort, openAccount, startServer } from "../lib/process.mjs";
import { mixOf, sent } from "./mix.mjs";

const CLIENTS = 12;
const PARTS = 10;
/** By how much what is kept after the last tenth may differ from what was kept after the second. */
const MOST_GROWTH = 0.05;
const LEAST_GOOD = 0.6;
const HOOK = new URL("heap-hook.mjs", import.meta.url).href;
const MIB = 1_048_576;

export async function soak({ report, random, folder, requests }) {
  const data = `${folder}/soak`;
  const rich = await openAccount(data, 1_000_000_000);
  await command("accounts", "create", "poor", "--tokens", "0.5", "--data", data);
  const poor = (await command("keys", "create", "poor", "--data", data)).trim();
  await command("accounts", "create", "gone", "--tokens", "1", "--data", data);
  const revoked = (await command("keys", "create", "gone", "--data", data)).trim();
  const [{ key: id }] = JSON.parse(await command("keys", "list", "gone", "--json", "--data", data));
  await command("keys", "revoke", id, "--data", data);
  const log = `${folder}/soak.log`;
  const operations = await freePort();
  const server = await startServer(
    [
      ...["--data", data, "--synthetic", "--demo", "places", "--horizon-without-terrain", "flat"],
      ...["--rate", "1000000", "--demo-rate", "1000000", "--bad-keys", "1000000"],
      ...["--running", "64", "--demo-running", "64", "--waiting", "1000", "--max-waiting", "10000"],
      // So few that no limit of open files is worth a warning.
      ...["--max-connections", "256", "--operations-port", String(operations)],
    ],
    { stderr: openSync(log, "a"), node: ["--expose-gc", "--import", HOOK, "--unhandled-rejections=strict"] },
  );
  const tickets = mixOf({ rich, poor, revoked }).flatMap(({ weight, make }) => new Array(weight).fill(make));
  const agent = newAgent();
  const statuses = new Map();
  const wrong = [];
  let count = 0;
  const samples = [];

  for (let part = 1; part <= PARTS; part++) {
    const until = Math.round((requests * part) / PARTS);
    await Promise.all(Array.from({ length: CLIENTS }, () => client(until)));
    await pause(200);
    samples.push(await server.kept());
    const { kept, rss } = samples.at(-1);
    console.log(`     ${count} requests: ${(kept / MIB).toFixed(1)} MiB kept, ${(rss / MIB).toFixed(0)} MiB resident`);
  }
  agent.destroy();
  await pause(500);
  const counted = await countedBy(`http://127.0.0.1:${operations}/metrics`);
  const { code } = await server.stop();
  const logged = await loggedIn(log);

  const good = statuses.get(200) / count;
  const [second, last] = [samples[1].kept, samples.at(-1).kept];
  report.check(
    "soak: each request got the answer that it must have",
    wrong.length === 0 && good >= LEAST_GOOD,
    `${count} requests, ${(good * 100).toFixed(1)} % of 200; ${tally(statuses)} ${JSON.stringify(wrong.slice(0, 3))}`,
  );
  report.check(
    "soak: what is kept does not grow",
    last <= second * (1 + MOST_GROWTH),
    `${(second / MIB).toFixed(1)} MiB after the second tenth, ${(last / MIB).toFixed(1)} MiB after the last`,
  );
  report.check(
    "soak: requests, log lines and counts are as many",
    logged.answers === count && counted === count,
    `${count}, ${logged.answers}, ${counted}`,
  );
  report.check(
    "soak: nothing else in the log, no warning",
    logged.others.length === 0,
    logged.others.slice(0, 3).join(),
  );
  report.check("soak: ends as it should", code === 0, `exit ${code}`);

  async function client(until) {
    while (count < until) {
      const asked = random.of(tickets)(random);
      // One that repeats a request sends it twice.
      count += asked.again ? 2 : 1;
      const status = await sent(server.address, asked, agent);
      note(status);
      if (asked.again) note(200);
      if (status !== asked.expected) wrong.push({ ...asked, key: undefined, status });
    }
  }

  function note(status) {
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
}

/** @returns all answers that the server counted */
async function countedBy(address) {
  const text = await (await fetch(address)).text();
  const lines = text.split("\n").filter((line) => line.startsWith("irradiance_answers_total{"));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

const ANSWERS = new Set(["answered", "refused"]);
const EXPECTED = new Set(["stopping", "stopped"]);

async function loggedIn(file) {
  let answers = 0;
  const others = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const { msg, level } = line.startsWith("{") ? JSON.parse(line) : {};
    if (level === 30 && ANSWERS.has(msg)) answers++;
    else if (!(level === 30 && EXPECTED.has(msg))) others.push(line);
  }
  return { answers, others };
}

function tally(statuses) {
  const shown = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${count} of ${status ?? "left"}`);
  return shown.join(", ");
}
