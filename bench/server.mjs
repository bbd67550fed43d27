// What the service costs beside the engine: CPU per request against plain fastify and against the engine alone, liveness
// under load, and the start. Writes bench/server-performance.md unless --dry.
//
//   node scripts/build.mjs && node bench/server.mjs [--quick] [--dry] [--only day,year,live,start]
//
// One core for the server (taskset, where there is one), the client on another; CPU time from /proc, so Linux only. Cases
// take turns, and of the rounds the least counts: what other programs do to the machine can only add.
import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gunzipSync } from "node:zlib";
import { ask, askAll } from "../scripts/lib/client.mjs";
import { canPin, endProcesses, openAccount, pinSelf, SERVER, startProgram } from "../scripts/lib/process.mjs";
import { pageOf } from "./server/page.mjs";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const PLAIN = join(ROOT, "bench", "server", "plain.mjs");
const PAGE = join(ROOT, "bench", "server-performance.md");
const OPERATIONS_PORT = 18_081;
const CORES = availableParallelism();

const { values: options } = parseArgs({
  options: {
    quick: { type: "boolean", default: false },
    dry: { type: "boolean", default: false },
    only: { type: "string", default: "day,year,live,start" },
  },
});
const ROUNDS = options.quick ? 3 : 5;
const DAYS = 1000;
const YEARS = 40;
const PLACE = "lat=36.1&lon=-79.95&parameters=all";
const GZIP = { headers: { "Accept-Encoding": "gzip" } };

const dayPaths = Array.from({ length: 50 }, (_, i) => {
  const date = new Date(Date.UTC(2023, 2, 1 + 4 * i)).toISOString().slice(0, 10);
  return `?${PLACE}&frequency=15_minutes&start=${date}T00:00Z&end=${date}T23:59Z`;
});
const hourlyYear = `?${PLACE}&frequency=1_hour&start=2023-01-01T00:00Z&end=2023-12-31T23:59Z`;
const fineYear = `?${PLACE}&frequency=15_minutes&start=2023-01-01T00:00Z&end=2023-12-31T23:59Z`;
const HISTORICAL = "/v1/observation/historical";

const folder = mkdtempSync(join(tmpdir(), "bench-server-"));
const log = openSync(join(folder, "log"), "a");
pinSelf(CORES - 1);
const { address: origin, key, server, plain } = await start();
/** @type {Record<string, any>} */
const figures = {
  rounds: ROUNDS,
  cores: CORES,
  cpu: cpus()[0].model,
  pinned: canPin,
  load: loadavg()[0].toFixed(1),
  date: new Date().toISOString().slice(0, 10),
};
const suites = { day, year, live, start: starts };
try {
  for (const name of options.only.split(",")) {
    figures[name] = await suites[name]();
    console.log(name, JSON.stringify(figures[name]));
  }
} finally {
  await server.stop();
  await plain.stop();
  await endProcesses();
  closeSync(log);
  rmSync(folder, { recursive: true });
}
// A page of some of the figures would be none.
if (!options.dry && Object.keys(suites).every((name) => figures[name])) writeFileSync(PAGE, pageOf(figures));

async function start() {
  const data = join(folder, "data");
  const key = await openAccount(data, 100_000_000);
  const server = await startProgram(serve(data), { core: 0, stderr: log });
  const sample = await ask(server.address, { path: `${HISTORICAL}${dayPaths[0]}`, key });
  const { meta } = JSON.parse(sample.body);
  const known = { software: { version: meta.version, commit: meta.commit }, altitude: meta.altitude };
  const plain = await startProgram([PLAIN, JSON.stringify(known)], { core: 0, stderr: "inherit" });
  return { address: server.address, key, server, plain };
}

function serve(data, more = []) {
  const settings = ["--synthetic", "--rate", "1000000", "--operations-port", String(OPERATIONS_PORT), ...more];
  return [SERVER, "serve", "--port", "0", "--data", data, ...settings];
}

/** Least CPU ms per request of each case, in turns. A first round that does not count compiles. */
async function leastCpu(cases) {
  const least = {};
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, { process, count, work }] of Object.entries(cases)) {
      const before = process.cpu();
      await work();
      const each = ((process.cpu() - before) * 1000) / count;
      if (round > 0) least[name] = Math.min(least[name] ?? Number.POSITIVE_INFINITY, each);
    }
  }
  return least;
}

async function day() {
  await sameBytes(dayPaths[0]);
  const asking = { count: DAYS, connections: 8 };
  const prefixed = (prefix) => dayPaths.map((path) => `${prefix}${path}`);
  const { service, bare } = await leastCpu({
    service: {
      process: server,
      count: DAYS,
      work: () => askAll(origin, prefixed(HISTORICAL), { ...asking, ...GZIP, key }),
    },
    bare: { process: plain, count: DAYS, work: () => askAll(plain.address, prefixed("/day"), asking) },
  });
  return { service, plain: bare, ratio: service / bare };
}

/** Both send the same: else there is nothing to compare. */
async function sameBytes(path) {
  const [ours, theirs] = await Promise.all([
    ask(origin, { path: `${HISTORICAL}${path}`, key, ...GZIP }),
    ask(plain.address, { path: `/day${path}` }),
  ]);
  if (!gunzipSync(ours.body).equals(theirs.body)) throw new Error(`the service and plain.mjs differ in ${path}`);
}

async function year() {
  const asking = { count: YEARS, connections: 2, key, ...GZIP };
  const { service, alone } = await leastCpu({
    service: { process: server, count: YEARS, work: () => askAll(origin, [`${HISTORICAL}${hourlyYear}`], asking) },
    alone: {
      process: plain,
      count: YEARS,
      work: () => ask(plain.address, { path: `/year${hourlyYear}&calls=${YEARS}` }),
    },
  });
  return { service, alone, ratio: service / alone };
}

/** Asked every 10 ms while four clients ask for years: on all cores, as a service runs. */
async function live() {
  const data = join(folder, "live");
  const own = await openAccount(data, 100_000_000);
  const port = OPERATIONS_PORT + 1;
  const busy = await startProgram(serve(data, ["--operations-port", String(port)]), { stderr: log });
  const years = options.quick ? 30 : 100;
  let over = false;
  const load = askAll(busy.address, [`${HISTORICAL}${fineYear}`], { count: years, connections: 4, key: own, ...GZIP });
  load.finally(() => {
    over = true;
  });
  const times = [];
  while (!over) {
    const sent = performance.now();
    await ask(`http://127.0.0.1:${port}`, { path: "/health/live" });
    times.push(performance.now() - sent);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 10 - (performance.now() - sent))));
  }
  await load;
  await busy.stop();
  times.sort((a, b) => a - b);
  const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
  return { calls: times.length, years, p50: at(0.5), p99: at(0.99), most: times.at(-1) };
}

/** From the command to the first answer, with an accounts file that is there. */
async function starts() {
  let least = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    const fresh = await startProgram(serve(join(folder, "fresh"), ["--operations-port", "off", "--demo", "any"]), {
      stderr: log,
    });
    const { status } = await ask(fresh.address, {
      path: `${HISTORICAL}${dayPaths[0]}`,
      key: "demo0000-0000-0000-0000-000000000000",
    });
    if (status !== 200) throw new Error(`the first answer was ${status}`);
    least = Math.min(least, performance.now() - began);
    await fresh.stop();
  }
  return { least };
}
