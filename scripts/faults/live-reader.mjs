// A thread that reads a live store again and again, and compares every value with what the store must hold.
import { setTimeout as pause } from "node:timers/promises";
import { parentPort, workerData } from "node:worker_threads";
import { DEFAULT_LIMITS } from "../../archive/dist/budget.js";
import { budgetOf, liveSource } from "../../archive/dist/index.js";
import { seeded } from "../lib/random.mjs";
import { CELLS, COLUMNS, expected, places, STEP, slotsAfter } from "./live-course.mjs";

const { folder, start, seed, shared } = workerData;
const state = new Int32Array(shared); // [last acknowledged update, whether to end]
const random = seeded(seed);
const source = liveSource({ folder });
const signal = new AbortController().signal;
const versions = new Map();
const counts = { reads: 0, values: 0, errors: [], wrong: [], backwards: [], slowest: 0 };
/** Updates that a writer may be ahead of those that were seen to be acknowledged. */
const AHEAD = 60;
/** ms between two reads. */
const REST = 5;
let seen = -1;

while (Atomics.load(state, 1) === 0) {
  const acknowledged = Atomics.load(state, 0);
  if (acknowledged < 0) {
    await pause(REST);
    continue;
  }
  const cell = random.below(CELLS);
  const began = performance.now();
  try {
    await read(cell, Math.max(seen, acknowledged));
  } catch (error) {
    counts.errors.push(String(error));
  }
  counts.slowest = Math.max(counts.slowest, performance.now() - began);
  // Many times an update, which comes every 50 ms; the writer has its share of the machine.
  await pause(REST);
}
parentPort.postMessage({ ...counts, seen });

async function read(cell, least) {
  const [offer] = await source.offer(places[cell], Date.now());
  // At the very beginning there are cells without any value.
  const version = Number(offer?.revision.split("-").at(-1) ?? 0);
  if (version < (versions.get(cell) ?? 0)) counts.backwards.push(`cell ${cell}: version ${version}`);
  versions.set(cell, version);
  const last = slotsAfter(least + AHEAD);
  // Mostly what is new, which changes; sometimes anything.
  const from = random.below(4) === 0 ? random.below(last) : Math.max(0, last - 60);
  const period = { start: start + from * STEP, end: start + Math.min(last, from + 60) * STEP };
  const open = { signal, budget: budgetOf(DEFAULT_LIMITS) };
  const parts = offer === undefined ? [] : await source.read(offer, places[cell], period, COLUMNS, open);
  const found = grid(parts, from, Math.min(last, from + 60));
  counts.reads++;
  counts.values += 2 * found.rows;
  for (let n = least; n <= least + AHEAD; n++) {
    if (!isAfter(n, cell, from, found)) continue;
    seen = n;
    return;
  }
  counts.wrong.push(`cell ${cell}, slots ${from} to ${from + found.rows}, after update ${least}`);
}

function grid(parts, from, to) {
  const rows = Math.max(0, to - from);
  const columns = COLUMNS.map(() => new Float64Array(rows).fill(Number.NaN));
  for (const { series } of parts) {
    const shift = (series.start - start) / STEP - from;
    COLUMNS.forEach((name, k) => {
      series.columns[name]?.forEach((value, row) => {
        if (shift + row >= 0 && shift + row < rows) columns[k][shift + row] = value;
      });
    });
  }
  return { rows, columns };
}

/** Whether all of it is as after update n: half an update would be seen. */
function isAfter(n, cell, from, { rows, columns }) {
  return columns.every((values, column) => {
    for (let row = 0; row < rows; row++) {
      if (!Object.is(values[row] + 0, expected(n, from + row, cell, column) + 0)) return false;
    }
    return true;
  });
}
