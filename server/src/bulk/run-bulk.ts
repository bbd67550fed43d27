/** Executes `irradiance-server bulk`: cuts the sites into parts, has workers make them, and writes the manifest. */
import { randomUUID } from "node:crypto";
import { BulkFileError, planParts } from "irradiance-engine/bulk";
import {
  type BulkRequest,
  type BulkTally,
  type BulkWords,
  messageInFlags,
  parseBulkWords,
  startBulkProgress,
  UsageError,
} from "irradiance-engine/internal/bulk-command";
import { cutSites } from "../background/cut.js";
import { QUEUE_VARIABLE, queueAddress } from "../background/queue/address.js";
import { LIFE } from "../background/queue/expiry.js";
import { loadQueue } from "../background/queue/packages.js";
import { openRedis } from "../background/queue/redis.js";
import { SOFTWARE } from "../software.js";
import { openStore, settledOut } from "../store/open.js";
import type { Store } from "../store/store.js";
import { claimOutput, endRun, keepClaim, releaseClaim, renewClaim } from "./claim.js";
import { coordinate } from "./coordination.js";
import { finishedDataset } from "./finished.js";
import { outKeys, PREFIX, queueName } from "./keys.js";
import type { FailedPart } from "./manifest.js";
import { beginOutput, finishOutput } from "./output.js";
import type { PartSummary } from "./part-entry.js";
import { Patience } from "./patience.js";
import type { PartJob, RunRecord } from "./record.js";
import { packedParts } from "./sent-weather.js";
import { WeatherRevisions } from "./weather-revisions.js";

const OWN = [
  { flags: "--queue <address>", description: `redis://HOST:PORT, where workers wait (or ${QUEUE_VARIABLE})` },
  { flags: "--out <place>", description: "s3://BUCKET/PREFIX, or a folder that all machines share", required: true },
  { flags: "--resume", description: "continue an unfinished run and keep its finished parts" },
  { flags: "--force", description: "replace a dataset, or start over" },
  {
    flags: "--mixed",
    description: "accept parts from several kinds of devices, whose results differ in the last bits",
  },
  { flags: "--attempts <count>", description: "attempts at a part before it counts as failed (default: 5)" },
  {
    flags: "--takeover <seconds>",
    description: "time after which another worker gets the part of one that disappeared (default: 30)",
  },
  {
    flags: "--write-wait <seconds>",
    description: "time after which the run ends if nothing can be written (default: 300)",
  },
] as const;
const SUMMARY = "compute a bulk run with irradiance-server worker on any number of machines";

/** Its part of a command's access to the environment. */
interface BulkIo {
  err(line: string): void;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Of a signal; a shell's way to tell it. */
class InterruptedError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** Resolves to the exit code: 0 everything is there, 1 something failed, 2 a wrong command, 130 and 143 interrupted. */
export async function runBulk(words: readonly string[], io: BulkIo): Promise<number> {
  try {
    const parsed = parseBulkWords("irradiance-server bulk", SUMMARY, words, OWN);
    return parsed === undefined ? 0 : await bulk(parsed, io);
  } catch (cause) {
    io.err(`irradiance-server bulk: ${messageInFlags(cause)}`);
    return statusOf(cause);
  }
}

function statusOf(cause: unknown): number {
  if (cause instanceof InterruptedError) return cause.status;
  const isUsage = cause instanceof UsageError || cause instanceof RangeError || cause instanceof BulkFileError;
  return isUsage || (cause as { code?: unknown }).code === "ERR_REQUEST" ? 2 : 1;
}

async function bulk({ own, quiet, request: read }: BulkWords, io: BulkIo): Promise<number> {
  const out = settledOut(String(own.out));
  const address = queueAddress(own.queue as string | undefined, io.env);
  const limits = {
    attempts: wholeOf(own.attempts, "--attempts", 5),
    takeover: wholeOf(own.takeover, "--takeover", 30) * 1000,
  };
  const writeWait = wholeOf(own.writeWait, "--write-wait", 300) * 1000;
  const request = await read();
  const plan = await planParts(request.parts);
  const say = (line: string) => {
    if (!quiet) io.err(line);
  };
  const stopping = stopOnSignals(out);
  const redis = await openRedis(address);
  const store = await openStore(out);
  const run = randomUUID().slice(0, 8);
  const isReady = () => redis.status === "ready";
  const check = async () => (isReady() ? renewClaim(redis, out, run) : undefined);
  const patience = new Patience({ out, wait: writeWait, signal: stopping.signal, check, say });
  let leave: (() => void) | undefined;
  try {
    await claimOutput(redis, out, run, { signal: stopping.signal, say });
    leave = keepClaim(redis, out, run);
    const ways = { resume: own.resume === true, force: own.force === true };
    const identity = { ...plan.run, commit: SOFTWARE.commit };
    const finished = ways.resume && !ways.force ? await finishedDataset(patience.writing(store), identity) : undefined;
    if (finished && finished.lost.length === 0) {
      say(`${out}: complete, nothing to do`);
      return finished.failedSites > 0 ? 1 : 0;
    }
    if (finished) {
      say(`${out}: missing or different from the manifest, and made again: ${someOf(finished.lost)}`);
      await finished.reopen();
    }
    const queue = await openQueue(run, redis);
    await endFormer(out, redis);
    const done = await beginOutput(patience.writing(store), { id: run, run: identity }, ways);
    await redis.set(outKeys(out).last, run, "EX", LIFE);
    for (const notice of request.notices) say(notice);
    const isMixed = own.mixed === true;
    const record = recordOf(run, out, request, { ...limits, isMixed, sitesPerPart: plan.sitesPerPart });
    const result = new Result(request, done, { quiet, say });
    try {
      const there = new Set(done.map(({ part }) => part));
      await coordinate({
        ...{ redis, queue, record, weather: weatherOf(request), signal: stopping.signal, say },
        device: isMixed ? undefined : oneDevice(done, out),
        writeWait,
        parts: packedParts(without(cutSites(request.sites, { sites: plan.sitesPerPart }), there)),
        onDone: (part) => result.add(part),
        onFailed: (part) => result.addFailed(part),
      });
    } finally {
      result.progress.clear();
      // A Redis that is away is asked for nothing more.
      if (isReady()) await endRun(redis, queue, run);
      await queue.close();
    }
    const { parts, failedParts } = result;
    const weather = result.revisions.list;
    const ending = { identity, run, sites: request.total, parts, failedParts, columns: plan.columns, weather };
    await finishOutput(store, ending, patience.tries);
    result.report(store, request.tally, done.length, say);
    return failedParts.length > 0 || result.sum("failed") > 0 ? 1 : 0;
  } finally {
    stopping.release();
    leave?.();
    if (leave && isReady()) await releaseClaim(redis, out, run);
    redis.disconnect();
    store.close();
  }
}

async function openQueue(
  run: string,
  connection: Awaited<ReturnType<typeof openRedis>>,
  more: { skipMetasUpdate?: true } = {},
) {
  const { Queue } = await loadQueue();
  const queue = new Queue<PartJob, PartSummary>(queueName(run), { connection, prefix: PREFIX, ...more });
  // Every call tells its own.
  queue.on("error", () => {});
  return queue;
}

/** What a coordinator that was killed has left in Redis; what its workers wrote is found in the output. */
async function endFormer(out: string, redis: Awaited<ReturnType<typeof openRedis>>): Promise<void> {
  const former = await redis.get(outKeys(out).last);
  if (former === null) return;
  // Else it is written anew by being opened, at some moment after it was ended.
  const queue = await openQueue(former, redis, { skipMetasUpdate: true });
  await endRun(redis, queue, former);
  await queue.close();
}

function recordOf(
  run: string,
  out: string,
  { parts, archive, elevation }: BulkRequest,
  more: Pick<RunRecord, "attempts" | "takeover" | "isMixed"> & { readonly sitesPerPart: number },
): RunRecord {
  const { weather, identity, ...options } = parts;
  const { sitesPerPart, ...limits } = more;
  const { file, ...reading } = archive ?? { file: undefined };
  // Workers prove that they have the same weather by the description's checksum.
  if (typeof file === "object") {
    throw new RangeError(
      `--weather ${file.join(" ")}: on several machines name sources in a description, as { "kind": "catalogue", "name": "era5" }, and give it with --archive`,
    );
  }
  return {
    ...{ run, out, software: SOFTWARE, ...limits },
    options: { ...options, sitesPerPart },
    hasWeather: weather !== undefined,
    archive: archive === undefined ? null : ({ ...reading, sha256: String(identity?.archive) } as RunRecord["archive"]),
    elevation: elevation ?? null,
  };
}

function weatherOf({ parts: { weather } }: BulkRequest) {
  return weather !== undefined && "columns" in weather ? (weather as never) : undefined;
}

function oneDevice(done: readonly PartSummary[], out: string): string | undefined {
  const [first, ...others] = [...new Set(done.map(({ device }) => device))];
  if (others.length === 0) return first;
  throw new UsageError(`${out}: its parts come from several kinds of devices: --mixed continues it`);
}

const SHOWN = 5;

function someOf(names: readonly string[]): string {
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return `${names.slice(0, SHOWN).join(", ")}${more}`;
}

async function* without<Item extends { readonly part: number }>(parts: AsyncIterable<Item>, done: ReadonlySet<number>) {
  for await (const item of parts) if (!done.has(item.part)) yield item;
}

/** What there is of the dataset. */
class Result {
  readonly parts: PartSummary[];
  readonly failedParts: FailedPart[] = [];
  readonly progress: ReturnType<typeof startBulkProgress>;
  readonly revisions = new WeatherRevisions();
  private readonly began = performance.now();
  private readonly tally: BulkTally;
  private readonly say: (line: string) => void;
  private made = 0;

  constructor(
    { total, tally }: BulkRequest,
    done: readonly PartSummary[],
    { quiet, say }: { readonly quiet: boolean; say(line: string): void },
  ) {
    this.tally = tally;
    this.say = say;
    this.parts = done.map((part) => this.counted(part));
    const sites = done.reduce((sum, part) => sum + part.sites, 0);
    this.progress = startBulkProgress({ total, done: sites, quiet });
  }

  add(part: PartSummary): void {
    this.parts.push(this.counted(part));
    this.made += part.sites;
    for (let k = 0; k < part.sites; k++) this.progress.step(k < part.failed);
  }

  addFailed(part: FailedPart): void {
    this.failedParts.push(part);
    for (let k = 0; k < part.sites; k++) this.progress.step(true);
  }

  sum(key: "rows" | "bytes" | "failed" | "told" | "sites"): number {
    return this.parts.reduce((sum, part) => sum + part[key], 0);
  }

  report({ out }: Store, tally: BulkTally, earlier: number, say: (line: string) => void): void {
    const seconds = (performance.now() - this.began) / 1000;
    const devices = [...new Set(this.parts.map(({ device }) => device))].join(", ");
    say(this.sitesLine());
    if (this.sum("failed") > 0) say(`failed: the complete list with reasons is in ${out}/_failed.csv`);
    for (const { part, sites, attempts, reason } of this.failedParts)
      say(
        `failed: part ${part} (${sites} sites) after ${attempts} attempts: ${reason.replace(/(?<!\s)\s*\n\s*/g, " ")}`,
      );
    if (this.failedParts.length > 0) say("failed: the manifest lists these parts; --resume tries them again");
    say(`speed: ${(this.made / seconds).toPrecision(3)} sites/s (${this.made} sites in ${seconds.toFixed(1)} s)`);
    const from = earlier > 0 ? `, ${earlier} of them from an earlier run` : "";
    say(
      `dataset: ${out}, ${this.parts.length} parts${from}, ${this.sum("rows")} rows, ${this.sum("bytes")} bytes, ${devices}`,
    );
    tally.reportNotes(this.sum("told"), `${out}/_weather.csv`);
  }

  private sitesLine(): string {
    const [there, failed, parts] = [this.sum("sites"), this.sum("failed"), this.failedParts.length];
    if (parts === 0) return `sites: ${there}; ${failed} failed`;
    const missing = this.failedParts.reduce((sum, { sites }) => sum + sites, 0);
    const ofThem = failed > 0 ? `, ${failed} of them failed` : "";
    return `sites: ${there} of ${there + missing} sites${ofThem}; ${parts} ${parts === 1 ? "part" : "parts"} failed`;
  }

  /** The part without what is summed up: there may be many parts. */
  private counted({ notes, weather, ...part }: PartSummary): PartSummary {
    for (const { note, site, sites } of notes) this.tally.addNote(site, note, sites);
    for (const line of this.revisions.add(part.part, weather)) this.say(line);
    return { ...part, notes: [], weather: [] };
  }
}

function wholeOf(given: BulkWords["own"][string], option: string, fallback: number): number {
  const text = given ?? String(fallback);
  const value = /^\d{1,6}$/.test(String(text)) ? Number(text) : 0;
  if (value > 0) return value;
  throw new UsageError(`${option} must be a whole number from 1 to 999999, got ${JSON.stringify(text)}`);
}

/** The first signal ends the run in order, the second one at once. */
function stopOnSignals(out: string) {
  const controller = new AbortController();
  const statuses = { SIGINT: 130, SIGTERM: 143 } as const;
  const stop = (signal: keyof typeof statuses) => {
    const message = `${out}: interrupted; finished parts are kept there, --resume continues`;
    controller.abort(new InterruptedError(message, statuses[signal]));
    release();
  };
  const release = () => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.off(signal, stop);
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
  return { signal: controller.signal, release };
}
