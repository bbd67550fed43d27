// What the queue costs: two workers against one, one worker against `irradiance bulk`, and memory over many sites.
//
//   npm run build && node bench/queue.mjs [--rounds 5] [--sites 200] [--tiny 1000000] [--only scaling,pinned,memory]
//
// Needs redis-server. Redis, coordinator and workers share the cores of this machine; every worker computes in one thread.
// "pinned" gives each worker, and the local run, one core, as a container with one processor has: else a worker's collection of
// garbage and compilation take what is free of another core, which two workers on two cores have not. It needs taskset (Linux).
// Workers and the local run are as they are when they are warm: the time counts from the first part.

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { ENGINE, endProcesses, launch, SERVER } from "../scripts/lib/process.mjs";
import { openCrew } from "../scripts/queue/crew.mjs";
import { startRedis } from "../scripts/services/redis.mjs";

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "5" },
    sites: { type: "string", default: "200" },
    tiny: { type: "string", default: "1000000" },
    only: { type: "string", default: "scaling,pinned,memory" },
  },
});
const rounds = Number(values.rounds);
const folder = mkdtempSync(join(tmpdir(), "bench-queue-"));
const redis = await startRedis();
const place = { cwd: folder };

async function writeSites(file, count) {
  const stream = createWriteStream(join(folder, file));
  stream.write("id,lat,lon,surface_tilt\n");
  for (let i = 0; i < count; i++) {
    if (!stream.write(`s${i},${(36 + ((i * 31) % 2300) / 100).toFixed(2)},${((i * 17) % 2500) / 100},${i % 60}\n`))
      await once(stream, "drain");
  }
  stream.end();
  await once(stream, "close");
}

async function writeWeather() {
  const stream = createWriteStream(join(folder, "weather.csv"));
  stream.write("start_time,global_horizontal_irradiance,temperature\n");
  for (let i = 0; i < 8760; i++) {
    const sun = Math.max(0, Math.sin((((i % 24) - 5.5) / 12) * Math.PI));
    stream.write(`${new Date(Date.UTC(2023, 0, 1, i)).toISOString()},${(800 * sun).toFixed(1)},${5 + (i % 24)}\n`);
  }
  stream.end();
  await once(stream, "close");
}

const YEAR = [
  "--weather",
  "weather.csv",
  "--yes",
  "--frequency",
  "1_hour",
  "--parameters",
  "global_tilted_irradiance,pv_production",
];

/** All threads of a process, and those that it will start. */
function pin(pid, core) {
  execFileSync("taskset", ["-acp", String(core), String(pid)], { stdio: "ignore" });
}

/** Seconds from the first part to the last one, per part. */
async function queued(workers, shape, isPinned) {
  rmSync(join(folder, "ds"), { recursive: true, force: true });
  const crew = openCrew(workers, ["--queue", redis.address, "--threads", "1"], place);
  if (isPinned) crew.pids.forEach(pin);
  const words = ["bulk", "--queue", redis.address, "--out", "ds", "sites.csv", ...shape];
  const run = launch([SERVER, ...words], place);
  const { code, signal } = await run.exit;
  if (code !== 0) throw new Error(`ended with ${signal ?? code}: ${run.log()}`);
  await crew.end();
  const names = readdirSync(join(folder, "ds")).filter((name) => name.startsWith("part-"));
  const times = names.map((name) => statSync(join(folder, "ds", name)).mtimeMs).sort((a, b) => a - b);
  // Of two workers the first parts are warm-up, too.
  const from = times[2 * workers - 1];
  return (times.at(-1) - from) / 1000 / (times.length - 2 * workers);
}

/** Seconds of a local run per part, from its first part to its last one, as its journal grows. */
async function local(shape, isPinned) {
  const words = ["bulk", "--sites", "sites.csv", "--out", "local.parquet", "--force", "--threads", "1", ...shape];
  const run = launch([ENGINE, ...words], place);
  if (isPinned) pin(run.child.pid, 0);
  let isOver = false;
  run.exit.then(() => {
    isOver = true;
  });
  const seen = [];
  while (!isOver) {
    await setTimeout(10);
    try {
      const lines = readFileSync(join(folder, "local.parquet.partial/journal"), "utf8").split("\n").length - 2;
      while (seen.length < lines) seen.push(performance.now());
    } catch {
      // Not begun, or done.
    }
  }
  return (seen.at(-1) - seen[1]) / 1000 / (seen.length - 2);
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

async function scaling(name, shape, isPinned = false) {
  const [one, two, alone] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    alone.push(await local(shape, isPinned));
    one.push(await queued(1, shape, isPinned));
    two.push(await queued(2, shape, isPinned));
  }
  const faster = one.map((time, k) => time / two[k]);
  const over = one.map((time, k) => time / alone[k] - 1);
  console.log(
    `${name}: a part takes ${(1000 * median(alone)).toFixed(0)} ms locally, ${(1000 * median(one)).toFixed(0)} ms with one worker`,
  );
  console.log(
    `  two workers are ${median(faster).toFixed(2)} times one (${faster.map((x) => x.toFixed(2)).join(" ")})`,
  );
  console.log(
    `  the queue costs ${(100 * median(over)).toFixed(1)} % (${over.map((x) => (100 * x).toFixed(1)).join(" ")})`,
  );
}

async function memory(count) {
  await writeSites("tiny.csv", count);
  const crew = openCrew(1, ["--queue", redis.address, "--threads", "1"], place);
  const hour = ["--start", "2023-06-01T12:00Z", "--end", "2023-06-01T13:00Z"];
  const shape = [
    "--weather",
    "weather.csv",
    "--yes",
    "--frequency",
    "1_hour",
    "--parameters",
    "global_horizontal_irradiance",
    ...hour,
  ];
  const run = launch([SERVER, "bulk", "--queue", redis.address, "--out", "tiny", "tiny.csv", ...shape], place);
  let status;
  run.exit.then(({ code, signal }) => {
    status = signal ?? code;
  });
  const began = performance.now();
  const parts = Math.ceil(count / 1024);
  const marks = [0.1, 0.25, 0.5, 0.75, 0.95];
  while (status === undefined) {
    await setTimeout(100);
    const there = count1(join(folder, "tiny")) / parts;
    if (there < (marks[0] ?? 2) || status !== undefined) continue;
    console.log(
      `${Math.round(100 * there)} % of ${count} sites: coordinator ${Math.round(run.memory())} MiB, worker ${Math.round(crew.memory[0])} MiB, Redis ${await redisMemory()} MiB`,
    );
    while (marks[0] <= there) marks.shift();
  }
  console.log(
    `${count} sites in ${((performance.now() - began) / 1000).toFixed(0)} s, status ${status}${status === 0 ? "" : run.log()}`,
  );
  await crew.end();
}

function count1(path) {
  try {
    return readdirSync(path).filter((name) => name.startsWith("part-")).length;
  } catch {
    return 0;
  }
}

async function redisMemory() {
  const { Redis } = await import("ioredis");
  const client = new Redis(redis.address);
  const [, bytes] = /used_memory:(\d+)/.exec(await client.info("memory"));
  client.disconnect();
  return Math.round(Number(bytes) / 1_048_576);
}

try {
  await writeWeather();
  await writeSites("sites.csv", Number(values.sites));
  if (values.only.includes("scaling")) {
    await scaling("hourly years, two columns, default parts", YEAR);
  }
  if (values.only.includes("pinned")) await scaling("the same, a core for each worker", YEAR, true);
  if (values.only.includes("memory")) await memory(Number(values.tiny));
} finally {
  await endProcesses();
  await redis.end();
  rmSync(folder, { recursive: true, force: true });
}
