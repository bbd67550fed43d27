// A live store under fire: updates without pause, kill -9 of the writer again and again, readers alongside; a disk that fills up.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { DEFAULT_LIMITS } from "../../archive/dist/budget.js";
import { budgetOf, createLiveStore, liveSource, openLiveWriter } from "../../archive/dist/index.js";
import { liveStatus } from "../../archive/dist/live/store.js";
import { fill, mounted } from "./disk.mjs";
import { CELLS, COLUMNS, expected, places, STEP, slotsAfter, updateOf } from "./live-course.mjs";

const DAY = 86_400_000;
const OPTIONS = { dataset: "made", interval: STEP / 1000, columns: COLUMNS, maxDistanceKm: 1 };
/** Updates in a life of the writer, and ms to wait for them. */
const LEAST = 5;
/** Reads of an update, on average of those that were made. */
const LEAST_READS = 2;
const PATIENCE = 120_000;
const open = () => ({ signal: new AbortController().signal, budget: budgetOf(DEFAULT_LIMITS) });

export async function live({ report, random, folder, kills, seconds }) {
  const store = `${folder}/live`;
  const figures = await liveUnderFire({ folder: store, seconds: 2 * seconds, kills, rate: 20, readers: 2, random });
  const { reads, values, errors, wrong, backwards, updates, rate, damages, missing, segments, files, slowest } =
    figures;
  const told = (list) => (list.length === 0 ? "" : `${list.length}, such as ${list[0]}`);
  report.check(
    "live store: updates",
    updates >= LEAST * kills,
    `${updates}, ${rate.toFixed(1)} a second, ${kills} times kill -9`,
  );
  report.check(
    "live store: reads",
    reads >= LEAST_READS * updates,
    `${reads} of ${values} values, the slowest ${Math.round(slowest)} ms`,
  );
  report.check("live store: no error", errors.length === 0, told(errors));
  report.check("live store: no wrong value, never half an update", wrong.length === 0, told(wrong));
  report.check("live store: versions never go back", backwards.length === 0, told(backwards));
  report.check("live store: every acknowledged update is there at the end", missing.length === 0, told(missing));
  report.check("live store: nothing is damaged", damages.length === 0, `${segments} segments, ${files} files`);
  await fullDisk(report, `${folder}/small`);
}

/**
 * @typedef {{ below: (count: number) => number, between: (least: number, most: number) => number }} Random
 * @param {{ folder: string, seconds: number, kills: number, rate: number, readers: number, random: Random }} options
 * @returns counts of what was done and what went wrong
 */
export async function liveUnderFire({ folder, seconds, kills, rate, readers, random }) {
  const start = Math.floor(Date.now() / DAY) * DAY - 300 * DAY;
  await createLiveStore(folder, OPTIONS);
  const shared = new SharedArrayBuffer(8);
  const state = new Int32Array(shared);
  Atomics.store(state, 0, -1);
  const threads = Array.from({ length: readers }, (_, k) => {
    const seed = 1 + random.below(1e9) + k;
    return new Worker(new URL("live-reader.mjs", import.meta.url), { workerData: { folder, start, seed, shared } });
  });
  const results = threads.map(async (thread) => (await once(thread, "message"))[0]);
  const span = { updates: 0, ms: 0 };
  for (let life = 0; life <= kills; life++) {
    await aWriter(folder, start, rate, state, span, (seconds * 1000 * random.between(0.6, 1.4)) / (kills + 1));
  }
  Atomics.store(state, 1, 1);
  const counts = await Promise.all(results);
  const updates = Atomics.load(state, 0) + 1;
  const { damages, segments } = await liveStatus(folder, { verify: true });
  return {
    reads: sum(counts, "reads"),
    values: sum(counts, "values"),
    errors: counts.flatMap(({ errors }) => errors),
    wrong: counts.flatMap(({ wrong }) => wrong),
    backwards: counts.flatMap(({ backwards }) => backwards),
    slowest: Math.max(...counts.map(({ slowest }) => slowest)),
    updates,
    rate: (span.updates * 1000) / span.ms,
    damages,
    segments,
    files: readdirSync(folder).length,
    missing: await missing(folder, start, updates - 1),
  };
}

/**
 * One life of a writer: it goes on after the last update that was acknowledged, for about as long as is said.
 *
 * @param {string} folder
 * @param {number} start
 * @param {number} rate
 * @param {Int32Array<SharedArrayBuffer>} state
 * @param {{ updates: number, ms: number }} span takes how many updates there were from the first to the last, and in what time
 * @param {number} ms
 */
async function aWriter(folder, start, rate, state, span, ms) {
  const script = fileURLToPath(new URL("live-writer.mjs", import.meta.url));
  const next = Atomics.load(state, 0) + 1;
  const words = [script, folder, start, next, rate].map(String);
  const child = spawn(process.execPath, words, { stdio: ["ignore", "pipe", "inherit"] });
  const times = [];
  createInterface({ input: child.stdout }).on("line", (line) => {
    Atomics.store(state, 0, Number(line));
    times.push(performance.now());
  });
  const began = performance.now();
  await pause(ms);
  // A machine under load is slow to start a process.
  while (times.length < LEAST && child.exitCode === null && performance.now() - began < PATIENCE) await pause(20);
  if (child.exitCode !== null) throw new Error(`the writer ended with ${child.exitCode}`);
  child.kill("SIGKILL");
  // What it wrote before its end is read to the end.
  await once(child, "close");
  if (times.length < 2) return;
  span.updates += times.length - 1;
  span.ms += times.at(-1) - times[0];
}

/** Every value of every cell against what `last` updates, or one more that was not acknowledged, have made. */
async function missing(folder, start, last) {
  const source = liveSource({ folder });
  const slots = slotsAfter(last + 1);
  const wrong = [];
  const period = { start, end: start + slots * STEP };
  for (let cell = 0; cell < CELLS; cell += 7) {
    const [offer] = await source.offer(places[cell], Date.now());
    const [part] = offer === undefined ? [] : await source.read(offer, places[cell], period, COLUMNS, open());
    const shift = part === undefined ? 0 : (Number(part.series.start) - start) / STEP;
    const isAfter = (n) =>
      COLUMNS.every((name, column) =>
        Array.from({ length: slots }, (_, slot) => slot).every((slot) => {
          const value = part?.series.columns[name]?.[slot - shift] ?? Number.NaN;
          return Object.is(value + 0, expected(n, slot, cell, column) + 0);
        }),
      );
    if (!isAfter(last) && !isAfter(last + 1)) wrong.push(`cell ${cell} after update ${last}`);
  }
  return wrong;
}

async function fullDisk(report, folder) {
  const name = "live store on a full disk";
  mkdirSync(folder, { recursive: true });
  const small = mounted(folder, report, name);
  if (!small) return;
  const start = Math.floor(Date.now() / DAY) * DAY - 300 * DAY;
  try {
    await createLiveStore(`${folder}/store`, OPTIONS);
    const writer = await openLiveWriter(`${folder}/store`);
    for (let n = 0; n < 10; n++) await writer.ingest(updateOf(n, start));
    fill(`${folder}/filler`);
    const refused = await writer.ingest(updateOf(10, start)).catch((error) => error);
    report.check(`${name}: the update is refused`, refused.code === "ERR_ARCHIVE_NOT_WRITTEN", refused.message);
    const during = await missing(`${folder}/store`, start, 9);
    report.check(`${name}: all before is there`, during.length === 0, during[0]);
    rmSync(`${folder}/filler`);
    for (let n = 10; n < 15; n++) await writer.ingest(updateOf(n, start));
    await writer.close();
    const after = await missing(`${folder}/store`, start, 14);
    report.check(`${name}: works again as soon as there is room`, after.length === 0, after[0]);
  } finally {
    small.unmount();
  }
}

function sum(counts, name) {
  return counts.reduce((total, one) => total + one[name], 0);
}
