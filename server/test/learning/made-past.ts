/** A folder of weather as an operator keeps it: the runs of seven weeks, a file each, and what a roof measured. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { NOW } from "../http/harness.js";
import { clearOf, HOUR, QUARTER, SITE } from "../http/made-sky.js";

export const DAY = 24 * HOUR;
export const DAYS = 50;
/** Of the newest run, which has been there for two hours. */
export const NEWEST = Math.floor(NOW / DAY) * DAY + 6 * HOUR;
const FIRST = NEWEST - (DAYS - 1) * DAY;
const SEEN = Math.floor(NOW / QUARTER) * QUARTER;
const EVERY = 6 * HOUR;
const LENGTH = 42;

/** Changes from day to day and within each. */
const index = (time: number, shift: number) => {
  const day = Math.floor(time / DAY) + shift;
  return 0.6 + 0.3 * Math.sin(day * 2.4) + 0.1 * Math.sin(time / HOUR + day);
};

interface MadePastOptions {
  /** Days by which a run is off, by its number; default: none, they are right. */
  readonly shift?: (run: number) => number;
  /** By how much of their light the runs are too bright. */
  readonly bright?: number;
  /** °C, in all runs; default: they have none. */
  readonly temperature?: number;
  /** Whoever observed; default: somebody who measured. */
  readonly observer?: "reanalysis";
}

export async function madePast({ shift = () => 0, bright = 0, temperature, observer }: MadePastOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-learning-"));
  const files: { [name: string]: object } = { "roof.csv": { dataset: "roof", ...(observer && { class: observer }) } };
  const count = (NEWEST - FIRST) / EVERY;
  for (let k = 0; k <= count; k++) {
    const run = FIRST + k * EVERY;
    const name = `run-${k}.csv`;
    files[name] = { class: "forecast", dataset: "model", run: new Date(run).toISOString() };
    writeFileSync(join(folder, name), await csv(run, HOUR, LENGTH, shift(k), 1 + bright, temperature));
  }
  writeFileSync(join(folder, "roof.csv"), await csv(FIRST, QUARTER, (SEEN - FIRST) / QUARTER, 0));
  writeFileSync(join(folder, "weather.json"), JSON.stringify({ files }));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

async function csv(
  start: number,
  step: number,
  rows: number,
  shift: number,
  factor = 1,
  temperature?: number,
): Promise<string> {
  const { latitude, longitude, altitude } = SITE;
  const fine = Math.min(step, QUARTER);
  const ratio = step / fine;
  const clear = await clearOf(SITE, start, fine, rows * ratio);
  const iso = (time: number) => new Date(time).toISOString();
  const lines = Array.from({ length: rows }, (_, k) => {
    let sum = 0;
    for (let j = k * ratio; j < (k + 1) * ratio; j++) sum += clear.global[j]! * index(start + j * fine, shift);
    return `${iso(start + k * step)},${iso(start + (k + 1) * step)},${((factor * sum) / ratio).toFixed(2)}${temperature === undefined ? "" : `,${temperature}`}`;
  });
  const head = [`# latitude: ${latitude}`, `# longitude: ${longitude}`, `# altitude: ${altitude}`];
  return [
    ...head,
    `start_time,end_time,global_horizontal_irradiance${temperature === undefined ? "" : ",temperature"}`,
    ...lines,
    "",
  ].join("\n");
}
