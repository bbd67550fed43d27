/** Executes `irradiance-server worker`: makes parts of runs until a signal stops it. */
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { Redis } from "ioredis";
import { openArchiveWeather } from "irradiance-engine/internal/bulk-command";
import { shownAddress } from "../background/queue/address.js";
import { openRedis } from "../background/queue/redis.js";
import type { ElevationData } from "./elevation-data.js";
import { type StopSignals, work } from "./work.js";

export interface WorkerSettings {
  readonly queue: string;
  readonly threads: number | undefined;
  readonly memoryLimit: number | undefined;
  readonly archive: string | undefined;
  /** Files, folders and addresses. */
  readonly dem: readonly string[];
  readonly gpu: boolean;
  readonly parts: number | undefined;
  /** Seconds that parts under way have to be finished. */
  readonly stopGrace: number;
  readonly verbose: boolean;
  /** What the worker does beside bulk runs. */
  readonly beside: ((options: BesideOptions) => Promise<Beside>) | undefined;
}

export interface BesideOptions {
  readonly redis: Redis;
  /** Parts at a time. */
  readonly parts: number;
  say(line: string): void;
  /** Of single parts. */
  sayDetail(line: string): void;
}

export interface Beside {
  /** Makes parts until it is to stop. */
  work(signals: StopSignals): Promise<void>;
}

/** Parts at a time: the second one fills the threads while the first one ends. */
const PARTS = 2;

/** @param say a line on standard error */
export async function runWorker(settings: WorkerSettings, say: (line: string) => void): Promise<void> {
  const signals = stopOnSignals(settings.stopGrace * 1000, say);
  const archive = settings.archive === undefined ? undefined : resolve(settings.archive);
  const identity = archive === undefined ? undefined : await identityOf(archive);
  const elevation = settings.dem.length > 0 ? await openElevation(settings.dem) : undefined;
  const accelerator = settings.gpu ? await openGpu() : undefined;
  const redis = await openRedis(settings.queue);
  const device = accelerator ? `${accelerator.form} on ${accelerator.adapter}` : "cpu";
  const shared = { redis, say, sayDetail: settings.verbose ? say : () => {} };
  try {
    const beside = await settings.beside?.({ ...shared, parts: settings.parts ?? PARTS });
    say(`worker: waits for runs at ${shownAddress(settings.queue)}, ${device}, ${threadsOf(settings)} threads`);
    const bulk = work(
      {
        ...{ ...shared, device, accelerator, archive: identity, archiveFile: archive, elevation },
        threads: settings.threads,
        memoryLimit: settings.memoryLimit,
        // A device computes one part after the other.
        parts: settings.parts ?? (accelerator ? 1 : PARTS),
      },
      signals,
    );
    await Promise.all([bulk, beside?.work(signals)]);
    say("worker: stopped");
  } finally {
    signals.release();
    redis.disconnect();
    await accelerator?.close();
  }
}

function threadsOf({ threads }: WorkerSettings): number {
  return threads ?? availableParallelism();
}

async function openGpu() {
  const { openAccelerator } = await import("irradiance-engine/gpu");
  return openAccelerator();
}

/** Wrong paths are found before the first part, too. */
async function openElevation(paths: readonly string[]): Promise<ElevationData> {
  // With it comes the archive's package, which a worker without elevation data does not need.
  const { ElevationData } = await import("./elevation-data.js");
  const elevation = new ElevationData(paths);
  await elevation.identity();
  return elevation;
}

/** A wrong description is found before the first part. */
async function identityOf(file: string): Promise<string> {
  await (await openArchiveWeather(file)).close();
  return createHash("sha256")
    .update(await readFile(file))
    .digest("hex");
}

/** The first signal lets the parts under way be finished within the grace, the second one returns them at once. */
function stopOnSignals(grace: number, say: (line: string) => void): StopSignals & { release(): void } {
  const [stop, impatient] = [new AbortController(), new AbortController()];
  let alarm: ReturnType<typeof setTimeout> | undefined;
  const onSignal = () => {
    if (stop.signal.aborted) return impatient.abort();
    say("worker: stopping; parts under way are finished, a second signal returns them");
    stop.abort();
    alarm = setTimeout(() => impatient.abort(), grace);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, onSignal);
  const release = () => {
    clearTimeout(alarm);
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, onSignal);
  };
  return { stop: stop.signal, impatient: impatient.signal, release };
}
