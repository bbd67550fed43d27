// What the first request of a place costs: places that nobody asked for before, with the embedded weather.
//
//   node scripts/build.mjs && node server/bench/new-places.mjs [--only day,horizon,first,mixed,memory] [--base FOLDER] [--places N]
//
//   day      processor time of a realtime day, all columns, and of the same again; medians of blocks of 20 places
//   horizon  the same with horizon=auto from a one-degree model of 30 m, made up, in GLO-30's form
//   first    fresh servers: from the start to listening and to ready, and how long the first answer takes from then on
//   mixed    answers a second: live days, forecasts, months of history, typical years and yields, each at another place
//   memory   resident memory after so many places
//
// With --base, the folder of another commit that is built, both take turns and have to answer the same. Processor time is that of all
// threads, from /proc: Linux only.
import { closeSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { ask, newAgent } from "../../scripts/lib/client.mjs";
import { endProcesses, freePort, SERVER, startProgram } from "../../scripts/lib/process.mjs";
import { writeModel } from "./elevation-model.mjs";

const { values: options } = parseArgs({
  options: {
    only: { type: "string", default: "day,horizon,first,mixed,memory" },
    base: { type: "string" },
    places: { type: "string" },
  },
});
const BLOCK = 20;
/** Places that compile the code before anything counts. */
const WARM = 60;
const DEMO = "demo0000-0000-0000-0000-000000000000";
let state = 1;

const folder = mkdtempSync(join(tmpdir(), "bench-places-"));
const log = openSync(join(folder, "log"), "a");
const builds = { now: SERVER, ...(options.base && { base: join(options.base, "server/dist/main.js") }) };
const suites = { day, horizon, first, mixed, memory };
try {
  for (const name of options.only.split(",")) {
    if (!Object.hasOwn(suites, name)) throw new RangeError(`--only: one of ${Object.keys(suites)}, got ${name}`);
    await suites[name](options.places === undefined ? undefined : Number(options.places));
  }
} finally {
  await endProcesses();
  closeSync(log);
  rmSync(folder, { recursive: true });
}

async function day(places = 400) {
  await blocks("a realtime day", places, [], () => `/v1/observation/realtime?${placeOf(anywhere())}&parameters=all`);
}

async function horizon(places = 400) {
  const dem = join(folder, "dem");
  const { south, west } = writeModel(dem);
  const within = () => ({ lat: south + 0.1 + 0.8 * random(), lon: west + 0.1 + 0.8 * random() });
  const path = () => `/v1/observation/realtime?${placeOf(within())}&parameters=all&horizon=auto`;
  await blocks("a realtime day, horizon=auto", places, ["--dem", dem], path);
}

/** All builds answer the same blocks of places, which nobody asked them for, in turns. */
async function blocks(title, places, settings, pathOf) {
  const servers = await each(builds, (program) => serve(program, settings));
  for (const server of Object.values(servers)) await answers(server, Array.from({ length: WARM }, pathOf));
  const times = Object.fromEntries(Object.keys(servers).map((name) => [name, { first: [], again: [] }]));
  let differ = 0;
  for (let block = 0; block < places / BLOCK; block++) {
    const paths = Array.from({ length: BLOCK }, pathOf);
    const order = Object.entries(servers);
    if (block % 2 === 1) order.reverse();
    const bodies = {};
    for (const [name, server] of order) {
      for (const turn of ["first", "again"]) {
        const before = cpuOf(server.child.pid);
        bodies[name] = await answers(server, paths);
        times[name][turn].push((cpuOf(server.child.pid) - before) / BLOCK);
      }
    }
    if (bodies.base) differ += bodies.now.filter((body, i) => dataOf(body) !== dataOf(bodies.base[i])).length;
  }
  for (const [name, { first, again }] of Object.entries(times)) {
    console.log(`${title}, ${name}: ${places} places, ${spread(first)} ms of processor time, again ${spread(again)}`);
  }
  if (builds.base) console.log(`${title}: ${differ} of ${places} answers differ`);
  await each(servers, (server) => server.stop());
}

async function first(starts = 7) {
  for (const [name, program] of Object.entries(builds)) {
    const [listening, ready, answer, cpu] = [[], [], [], []];
    for (let k = 0; k < starts; k++) {
      const server = await serve(program);
      const began = performance.now();
      listening.push(server.startedIn);
      while ((await ask(server.operations, { path: "/health/ready" })).status !== 200) await pause(5);
      ready.push(performance.now() - began);
      const sent = performance.now();
      const before = cpuOf(server.child.pid);
      await answers(server, [`/v1/observation/realtime?${placeOf(anywhere())}&parameters=all`]);
      answer.push(performance.now() - sent);
      cpu.push(cpuOf(server.child.pid) - before);
      await server.stop();
    }
    console.log(
      `a fresh server, ${name}: listens after ${spread(listening, 0)} ms, ready ${spread(ready, 0)} ms later; its first answer ` +
        `takes ${spread(answer, 0)} ms (${spread(cpu, 0)} of processor time), at most ${Math.max(...answer).toFixed(0)}`,
    );
  }
}

async function mixed(places = 400) {
  const servers = await each(builds, (program) => serve(program));
  const rates = Object.fromEntries(Object.keys(servers).map((name) => [name, []]));
  for (const server of Object.values(servers))
    await rateOf(
      server,
      Array.from({ length: WARM }, (_, k) => anyPath(k)),
    );
  for (let block = 0; block < places / (2 * BLOCK); block++) {
    const paths = Array.from({ length: 2 * BLOCK }, (_, k) => anyPath(k));
    const order = Object.entries(servers);
    if (block % 2 === 1) order.reverse();
    for (const [name, server] of order) rates[name].push(await rateOf(server, paths));
  }
  const cpu = (name) => rates[name].map((one) => one.cpu);
  const speed = (name) => rates[name].map((one) => one.rate);
  for (const name of Object.keys(servers)) {
    console.log(
      `a mixed load, ${name}: ${spread(speed(name), 1)} answers a second, ${spread(cpu(name))} ms of processor time each`,
    );
  }
  if (builds.base) {
    const ratio = (of) => (median(of("now")) / median(of("base"))).toFixed(2);
    console.log(`a mixed load: ${ratio(speed)} × the answers a second, ${ratio(cpu)} × the processor time`);
  }
  await each(servers, (server) => server.stop());
}

async function memory(places = 100_000) {
  const server = await serve(SERVER);
  for (let asked = 0, goal = 1000; goal <= places; goal *= 10) {
    while (asked < goal) {
      const paths = Array.from({ length: Math.min(1000, goal - asked) }, () => {
        return `/v1/observation/realtime?${placeOf(anywhere())}&frequency=1_hour`;
      });
      await rateOf(server, paths);
      asked += paths.length;
    }
    console.log(`memory after ${asked} places: ${server.memory().toFixed(0)} MiB`);
  }
  await server.stop();
}

/** Of 20 requests 10 for a live day, 4 for a forecast, 3 for a month of history, one each for a typical year, a yield and a horizonless day of hours. */
function anyPath(k) {
  const place = placeOf(anywhere());
  const kind = k % BLOCK;
  if (kind < 10) return `/v1/observation/realtime?${place}&parameters=all`;
  if (kind < 14) return `/v1/forecast/basic?${place}`;
  if (kind < 17)
    return `/v1/observation/historical?${place}&frequency=1_hour&start=2024-05-01T00:00Z&end=2024-05-31T23:59Z`;
  if (kind === 17) return `/v1/climate/tmy?${place}`;
  if (kind === 18) return `/v1/forecast/precision?${place}`;
  return `/v1/observation/realtime?${place}&frequency=1_hour`;
}

/** Answers a second, and ms of processor time of each, with as many at a time as the demo key may have. */
async function rateOf(server, paths) {
  const before = cpuOf(server.child.pid);
  const began = performance.now();
  await answers(server, paths, 2);
  const seconds = (performance.now() - began) / 1000;
  return { rate: paths.length / seconds, cpu: (cpuOf(server.child.pid) - before) / paths.length };
}

async function serve(program, more = []) {
  const port = await freePort();
  const rates = ["--demo-rate", "1000000", "--demo-rate-all", "1000000"];
  const words = [
    program,
    "serve",
    "--port",
    "0",
    "--operations-port",
    String(port),
    "--demo",
    "any",
    ...rates,
    ...more,
  ];
  const server = await startProgram(words, { stderr: log });
  return { ...server, operations: `http://127.0.0.1:${port}` };
}

/** Bodies of these paths, some asked for at a time. */
async function answers({ address }, paths, connections = 1) {
  // A server closes a connection that waits for its next turn for long.
  const agent = newAgent(connections);
  const bodies = [];
  let next = 0;
  const client = async () => {
    while (next < paths.length) {
      const k = next++;
      const { status, body, error } = await ask(address, { path: paths[k], key: DEMO, agent });
      if (status !== 200) throw new Error(`${paths[k]}: ${error ?? `${status} ${body}`}`);
      bodies[k] = body;
    }
  };
  await Promise.all(Array.from({ length: connections }, client));
  agent.destroy();
  return bodies;
}

/** An answer without what says when and by whom it was made. */
function dataOf(body) {
  const { meta, ...data } = JSON.parse(body);
  const { version, commit, ...said } = meta;
  return JSON.stringify([data, said]);
}

function placeOf({ lat, lon }) {
  return `lat=${lat.toFixed(4)}&lon=${lon.toFixed(4)}`;
}

function anywhere() {
  return { lat: 130 * random() - 65, lon: 360 * random() - 180 };
}

/** The same places in every run. */
function random() {
  state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
  return state / 0x80000000;
}

/** Ms of processor time of all threads of a process. */
function cpuOf(pid) {
  const threads = readdirSync(`/proc/${pid}/task`);
  const ran = (thread) => Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "latin1").split(" ")[0]);
  return threads.reduce((sum, thread) => sum + ran(thread), 0) / 1e6;
}

async function each(named, make) {
  const made = {};
  for (const [name, value] of Object.entries(named)) made[name] = await make(value);
  return made;
}

function median(values) {
  return quantile(values, 0.5);
}

function spread(values, digits = 2) {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((share) => quantile(values, share).toFixed(digits));
  return `${middle} (${low}–${high})`;
}

function quantile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)];
  return below + (at - Math.floor(at)) * (sorted[Math.ceil(at)] - below);
}

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
