// Lets schemathesis hold a server that has weather everywhere to openapi.yaml.
//   npm run build && node scripts/judge-contract.mjs [--seed 1] [--thorough]
// The limiter is on, with limits that a judge does not reach. Needs python3. Closes with `N passed, N failed`: 1 for each operation that succeeded, and 1
// each for the count of cases, the share of 200, no server error, no undocumented answer, and that all scenarios ran.
// Exit: 0 all passed, 1 not, 77 there is no Python or no schemathesis to be had.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { settingsWith, startServer } from "irradiance-server";
import pino from "pino";
import { everywhere, everyYear } from "../server/test/everywhere.mjs";
import { SKIPPED } from "./lib/judge.mjs";
import { openAccount } from "./lib/process.mjs";
import { pythonFor } from "./lib/python.mjs";

const MANY = 1_000_000;
/** More than it removes. */
const JOBS = 100;
const ONE_SITE = { endpoint: "realtime", sites: [{ lat: 50, lon: 10 }] };
const RUN = fileURLToPath(new URL("../server/test/schemathesis/run.mjs", import.meta.url));

const python = await pythonFor("contract").catch((thrown) => {
  console.error(`SKIPPED: ${thrown.message}`);
  process.exit(SKIPPED);
});
const venv = dirname(dirname(python));
const data = mkdtempSync(join(tmpdir(), "irradiance-contract-"));
const key = await openAccount(data, 100 * MANY);
const settings = settingsWith({
  port: 0,
  "operations-port": "off",
  data,
  rate: MANY,
  "bad-keys": MANY,
  "horizon-without-terrain": "flat",
  jobs: join(data, "results"),
  "jobs-living": 1000,
  "log-level": "error",
});
const log = pino({ level: "error", base: null }, pino.destination(2));
const server = await startServer(settings, { log, sources: [everywhere()], generator: everyYear() });
const args = [RUN, "--url", `${server.address}/v1`, "--key", key, "--venv", venv, ...process.argv.slice(2)];
const env = { ...process.env, IRRADIANCE_JOBS_MADE: (await jobsMade(JOBS)).join() };
const [status] = await once(spawn(process.execPath, args, { env, stdio: ["ignore", "inherit", "inherit"] }), "exit");
await server.stop();
rmSync(data, { recursive: true });
process.exitCode = status === 2 ? SKIPPED : status;

/** Jobs that are there: what schemathesis asks about, and what it removes. The first has ended when it begins. */
async function jobsMade(count) {
  const ids = [];
  for (let i = 0; i < count; i++) ids.push((await asked("POST", "", ONE_SITE)).id);
  while ((await asked("GET", `/${ids[0]}`)).state === "living") await pause(50);
  return ids;
}

async function asked(method, path, body) {
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  const answer = await fetch(`${server.address}/v1/jobs${path}`, {
    method,
    headers,
    body: body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} of a job: ${answer.status} ${await answer.text()}`);
  return answer.json();
}
