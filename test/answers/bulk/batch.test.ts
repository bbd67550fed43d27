/** What a batch makes of its threads' deaths, without real threads; how far a source reads ahead. */
import { describe, expect, test } from "vitest";
import { BulkError } from "../../../src/answers/bulk/errors.js";
import type { SitesReply, TaskOf } from "../../../src/answers/bulk/messages/messages.js";
import { type BatchRunner, runBatch } from "../../../src/answers/bulk/run/batch.js";
import { checkOptions } from "../../../src/answers/bulk/sites/options.js";
import { type Pending, SiteSource } from "../../../src/answers/bulk/sites/site-reader.js";
import type { Job, WorkerThreads } from "../../../src/answers/bulk/threads/thread-pool.js";

const weather = { start: 0, interval: 3600, columns: { temperature: [20] } };
const signal = new AbortController().signal;

function source(count: number, own = {}): SiteSource {
  const sites = Array.from({ length: count }, (_, i) => ({ id: `s${i}`, lat: i, lon: 0, ...own }));
  return new SiteSource(checkOptions({ sites, weather, threads: 1, parameters: "temperature" }), signal);
}

/** Worker threads whose jobs end as told; `jobs`: the sites of each, in order of arrival. */
function workersOf(fate: (sites: number[]) => { item: number | null } | "works"): {
  workers: WorkerThreads;
  jobs: number[][];
} {
  const jobs: number[][] = [];
  const submit = (task: TaskOf<"sites">): Job<SitesReply> => {
    const sites = task.sites.map(({ index }) => index);
    jobs.push(sites);
    const end = fate(sites);
    const outcome = {
      ok: true,
      lat: 0,
      lon: 0,
      altitude: 0,
      timeZone: 0,
      start: 0,
      interval: 900,
      count: 4,
      offset: 0,
    };
    const outcomes = sites.map(() => ({ ...outcome, ok: true as const, notices: [], told: [], counts: {} }));
    const reply = { outcomes, buffer: new SharedArrayBuffer(64), time: 1, bytes: 64 };
    const result =
      end === "works" ? Promise.resolve(reply) : Promise.reject(new BulkError("ERR_WORKER_CRASHED", "exit"));
    const lastItem = () => (end === "works" ? null : end.item);
    return { result, cancel: () => {}, progress: () => null, lastItem };
  };
  return { workers: { submit } as unknown as WorkerThreads, jobs };
}

function runnerOf(workers: WorkerThreads, more: Partial<BatchRunner> = {}): BatchRunner {
  const { spec } = checkOptions({ sites: [], weather, threads: 1, parameters: "temperature" });
  const deadline = Number.POSITIVE_INFINITY;
  return {
    workers,
    spec,
    deadline,
    free: [],
    reuse: false,
    adaptBatchSize: () => {},
    recordFailedStart: () => {},
    ...more,
  };
}

const resultsOf = (sites: Pending[]) => sites.map(({ result }) => (result!.ok ? "ok" : result!.attempts));

describe("a thread that dies", () => {
  test("at a site costs that site two attempts and the others none", async () => {
    const sites = await source(4).take(4, 1e9);
    const { workers, jobs } = workersOf((job) => (job.includes(2) ? { item: job.indexOf(2) } : "works"));
    await runBatch(runnerOf(workers), sites);
    expect(resultsOf(sites)).toEqual(["ok", "ok", 2, "ok"]);
    expect(jobs).toEqual([[0, 1, 2, 3], [2], [0, 1, 3]]);
  });

  test("before it begins costs no site anything", async () => {
    let deaths = 0;
    let told = 0;
    const sites = await source(3).take(3, 1e9);
    const { workers, jobs } = workersOf((job) => (deaths++ === 0 && job.length > 1 ? { item: null } : "works"));
    await runBatch(runnerOf(workers, { recordFailedStart: () => void told++ }), sites);
    expect([resultsOf(sites), sites.map((site) => site.deaths), told]).toEqual([["ok", "ok", "ok"], [0, 0, 0], 1]);
    expect(jobs).toEqual([[0, 1, 2], [0], [1], [2]]);
  });

  test("before it begins, again and again, ends the run", async () => {
    const unstarted = (cause: BulkError) => {
      throw cause;
    };
    const { workers } = workersOf(() => ({ item: null }));
    await expect(
      runBatch(runnerOf(workers, { recordFailedStart: unstarted }), await source(3).take(3, 1e9)),
    ).rejects.toThrow("exit");
  });
});

test("sites that bring much weather along are taken few at a time", async () => {
  const heavy = { weather: { start: 0, interval: 3600, columns: { temperature: new Float64Array(1 << 17) } } };
  expect(await source(100, heavy).take(64, 4 << 20)).toHaveLength(4);
  expect(await source(100).take(64, 4 << 20)).toHaveLength(64);
});
