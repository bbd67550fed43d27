/** Runs over several machines, played by processes of the build on this one. */
import { type ChildProcess, execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ENGINE, launch, SERVER } from "../../../scripts/lib/process.mjs";
import { hasRedis, type OwnRedis, startRedis } from "../../../scripts/services/redis.mjs";
import type { ManifestData } from "../../src/bulk/weather-revisions.js";
import { until } from "../until.js";

export { until };

/** Why tests that need Redis are skipped; a failure where the environment demands them. */
export const WITHOUT_REDIS = !hasRedis() && process.env.REQUIRE_REDIS !== "1";
if (WITHOUT_REDIS) console.warn("SKIPPED: there is no redis-server on the path (apt-get install redis-server)");

export interface Ended {
  readonly status: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly errors: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves when standard error has had a line like this. */
  said(pattern: RegExp): Promise<void>;
  kill(signal: NodeJS.Signals): Promise<Ended>;
}

/** A command of `irradiance-server`. */
export function start(words: readonly string[], folder: string, env: NodeJS.ProcessEnv = {}): Running {
  const { child, exit, log } = launch([SERVER, ...words], { cwd: folder, env, stdout: "ignore" });
  const ended = exit.then(({ code, signal }) => ({ status: code, signal, errors: log() }));
  return {
    child,
    ended,
    said: (pattern) =>
      until(
        () => pattern.test(log()),
        () => `${pattern} in: ${log()}`,
      ),
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
}

/** Keys of a Redis, with the seconds that they last; -1: for ever. */
export async function lifetimes(address: string): Promise<Map<string, number>> {
  const { Redis } = await import("ioredis");
  const redis = new Redis(address);
  try {
    const names = await redis.keys("*");
    const seconds = await Promise.all(names.map((name) => redis.ttl(name)));
    // -2: gone meanwhile.
    return new Map(names.map((name, k) => [name, seconds[k]!] as const).filter(([, left]) => left !== -2));
  } finally {
    redis.disconnect();
  }
}

export interface Place {
  readonly folder: string;
  readonly redis: OwnRedis;
  /** The words of a bulk run that computes some seconds; more of them win. */
  bulk(...more: string[]): Running;
  /** With weather of its own. */
  bulkOf(...more: string[]): Running;
  /** One computing thread. */
  worker(...more: string[]): Running;
  /** Parts of a dataset. */
  parts(out?: string): string[];
  bytes(file: string): Buffer;
  manifest(out?: string): Manifest;
  /** Ends what runs, and removes everything. */
  end(): Promise<void>;
}

export interface Manifest {
  readonly complete: boolean;
  readonly sites: number;
  readonly failedSites: number;
  readonly rows: number;
  readonly bytes: number;
  readonly devices: readonly string[];
  readonly run: { readonly [key: string]: unknown };
  readonly weather?: readonly ManifestData[];
  readonly failedParts: readonly { readonly part: number; readonly attempts: number; readonly reason: string }[];
  readonly parts: readonly {
    readonly part: number;
    readonly file: string | null;
    readonly first: number;
    readonly sites: number;
    readonly rows: number;
    readonly bytes: number;
    readonly sha256: string;
  }[];
}

/** Seconds; short, so that tests need not wait for it. */
const TAKEOVER = "2";

/** @param env of all processes, beside their own */
export async function openPlace(env: NodeJS.ProcessEnv = {}): Promise<Place> {
  const folder = mkdtempSync(join(tmpdir(), "irradiance-jobs-"));
  const redis = await startRedis();
  const running: Running[] = [];
  const run = (words: string[]) => {
    const started = start(words, folder, env);
    running.push(started);
    return started;
  };
  writeWeather(join(folder, "weather.csv"));
  const own = ["--queue", redis.address, "--out", "ds", "--takeover", TAKEOVER];
  return {
    folder,
    redis,
    bulk: (...more) => run(["bulk", ...own, ...more, ...SHAPE]),
    bulkOf: (...more) => run(["bulk", ...own, ...more, ...RESULTS]),
    worker: (...more) => run(["worker", "--queue", redis.address, "--threads", "1", "--verbose", ...more]),
    parts: (out = "ds") => namesIn(join(folder, out)).filter((name) => /^part-\d{6}\.parquet$/.test(name)),
    bytes: (file) => readFileSync(join(folder, file)),
    manifest: (out = "ds") => JSON.parse(readFileSync(join(folder, out, "_manifest.json"), "utf8")),
    end: async () => {
      for (const { child, ended } of running) {
        child.kill("SIGKILL");
        await ended;
      }
      await redis.end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

const RESULTS = ["--parameters", "global_tilted_irradiance", "--frequency", "1_hour"];
/** `--yes`: the sites are far apart, which is all the same to a test. */
export const SHAPE = ["--weather", "weather.csv", "--yes", ...RESULTS];

/** `irradiance bulk`, to the end. */
export function local(folder: string, ...words: string[]): void {
  execFileSync(process.execPath, [ENGINE, "bulk", ...words, ...SHAPE, "--quiet"], { cwd: folder, stdio: "pipe" });
}

/** `irradiance` with these words alone. */
export async function runEngine(folder: string, words: readonly string[]): Promise<{ readonly status: number | null }> {
  const { code } = await launch([ENGINE, ...words], { cwd: folder, stdout: "ignore", stderr: "ignore" }).exit;
  return { status: code };
}

export function writeSites(file: string, rows: readonly string[], header = "id,lat,lon,surface_tilt"): void {
  writeFileSync(file, `${[header, ...rows].join("\n")}\n`);
}

/** Places of Europe. */
export function rows(count: number): string[] {
  return Array.from({ length: count }, (_, i) => `site ${i},${40 + (i % 90) / 10},${(i * 7) % 20},${i % 60}`);
}

const HOURS = 8760;

/** A year at the prime meridian, whose noon is at twelve. */
function writeWeather(file: string): void {
  const lines = Array.from({ length: HOURS }, (_, i) => {
    const sun = Math.max(0, Math.sin((((i % 24) - 5.5) / 12) * Math.PI));
    const time = new Date(Date.UTC(2023, 0, 1, i)).toISOString();
    return `${time},${(900 * sun * (0.3 + 0.7 * (((i * 7919) % 97) / 97))).toFixed(1)},${5 + (i % 24)}`;
  });
  writeFileSync(file, `start_time,global_horizontal_irradiance,temperature\n${lines.join("\n")}\n`);
}
