/** What the runner does with parts that fail, stores that are full, claims that are lost, and databases that go away. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import pino from "pino";
import { expect, it, onTestFinished } from "vitest";
import { AccountsUnavailableError, ChargeUnknownError } from "../../src/accounts/accounts.js";
import { PassingFailure } from "../../src/background/back-off.js";
import { IdleWatch } from "../../src/background/queue/redis.js";
import { DatabaseCarrier } from "../../src/jobs/database-carrier.js";
import { Doorbell, JobWatch, PartBooks } from "../../src/jobs/job-watch.js";
import { type MakeSite, PartMaker } from "../../src/jobs/make-part.js";
import { ResultFiles } from "../../src/jobs/result-files.js";
import { createMetrics } from "../../src/metrics.js";
import { openFolder } from "../../src/store/open.js";
import { type Store, StoreError } from "../../src/store/store.js";
import { gate, until } from "../http/harness.js";
import { temporaryFolder } from "../temporary.js";
import { type MemoryJobs, memoryJobs, NO_TABLES, TRACE } from "./memory-jobs.js";

const good: MakeSite = async ({ index, cost }) => ({
  line: [`${index}\n`],
  ...{ tokens: cost, failed: false, rows: 2, columns: index },
});

interface Options {
  readonly sites?: number;
  readonly make?: MakeSite;
  readonly ahead?: number;
  readonly store?: (real: Store) => Store;
  readonly prepare?: (jobs: MemoryJobs) => void;
}

function runnerWith({ sites = 10, make = good, ahead = 3, store = (real) => real, prepare }: Options = {}) {
  const folder = temporaryFolder();
  const clock = Object.assign(() => clock.now, { now: 1_000_000 });
  const jobs = memoryJobs(sites);
  prepare?.(jobs);
  const lines: { msg: string; [key: string]: unknown }[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const metrics = createMetrics();
  const doorbell = new Doorbell();
  const watch = new JobWatch(log, metrics);
  const results = new ResultFiles(store(openFolder(folder)));
  const maker = new PartMaker({ make, ahead, results, tables: NO_TABLES });
  const books = new PartBooks({ jobs, clock, watch });
  const runner = new DatabaseCarrier({ jobs, maker, books, watch, doorbell, clock, firstPause: 1, renewal: 2 });
  onTestFinished(() => runner.stop());
  const files = () => {
    try {
      return readdirSync(join(folder, "jobs", "j"));
    } catch {
      return [];
    }
  };
  const text = () => gunzipSync(readFileSync(join(folder, jobs.done[0]!.file.name))).toString();
  const told = (msg: string) => lines.filter((line) => line.msg === msg);
  /** Lets the time of a back-off pass. */
  const later = (ms: number) => {
    clock.now += ms;
    doorbell.ring();
  };
  return { runner, jobs, clock, files, text, told, later, metrics };
}

it("makes the sites in their order, so many ahead, and finishes with their sums", async () => {
  let underWay = 0;
  let most = 0;
  const slow: MakeSite = async (order, signal) => {
    most = Math.max(most, ++underWay);
    await new Promise((resolve) => setTimeout(resolve, 10 - order.index));
    underWay--;
    const site = await good(order, signal);
    return order.index === 4 ? { ...site, tokens: 0, failed: true } : site;
  };
  const { jobs, text, files, told } = runnerWith({ make: slow });
  await until(() => jobs.done.length === 1);
  expect(text()).toBe("0\n1\n2\n3\n4\n5\n6\n7\n8\n9\n");
  expect(most).toBe(3);
  const [done] = jobs.done;
  expect(done).toMatchObject({ failedSites: 1, tokens: 9_000_000 });
  expect(done!.charge).toMatchObject({
    ...{ requestId: "j.0", at: 1_000_000, endpoint: "jobs/realtime", rows: 20, columns: 9, status: 200 },
    bytes: done!.file.bytes,
  });
  expect(done!.file.name).toMatch(/^jobs\/j\/part-000000-.+\.ndjson\.gz$/);
  expect(files()).toHaveLength(1);
  await until(() => told("job ended").length === 1);
});

it("a failure that may pass gives the part back, each time for longer; the fifth attempt takes it as it is", async () => {
  const seen: boolean[] = [];
  const failing: MakeSite = async (order, signal) => {
    if (order.index !== 5) return good(order, signal);
    seen.push(order.of.isLastAttempt);
    if (!order.of.isLastAttempt) throw new PassingFailure("site 5: away");
    return { line: ["error\n"], tokens: 0, failed: true, rows: 0, columns: 0 };
  };
  const { jobs, text, clock, later } = runnerWith({ make: failing });
  for (const [k, pause] of [5_000, 10_000, 20_000, 40_000].entries()) {
    await until(() => jobs.givenBack.length === k + 1);
    const failure = { text: "site 5: away", notBefore: clock.now + pause };
    expect(jobs.givenBack[k]).toEqual({ attempts: k + 1, failure });
    later(pause);
  }
  await until(() => jobs.done.length === 1);
  expect(seen).toEqual([false, false, false, false, true]);
  expect(jobs.done[0]).toMatchObject({ failedSites: 1, tokens: 9_000_000 });
  expect(text()).toContain("4\nerror\n6\n");
});

it("a bug gives the part up after five attempts, and customers read nothing of it", async () => {
  const broken: MakeSite = async () => {
    throw new TypeError("/srv/secret is not a function");
  };
  const { jobs, later, told } = runnerWith({ make: broken });
  for (let k = 1; k <= 5; k++) {
    await until(() => jobs.givenBack.length === k);
    later(600_000);
  }
  expect(jobs.givenBack.map(({ failure }) => failure!.text)).toEqual(Array(5).fill("internal error"));
  expect(jobs.givenBack.map(({ failure }) => failure!.notBefore === null)).toEqual([false, false, false, false, true]);
  expect(told("part of a job failed")).toHaveLength(5);
  await until(() => told("part of a job given up").length === 1 && told("job ended").length === 1);
  // Whichever server took the request: its trace is stored with the job.
  for (const msg of ["part of a job failed", "part of a job given up", "job ended"]) {
    expect(told(msg)[0]).toMatchObject({ job: "j", ...TRACE });
  }
});

it("a store that is full loses no attempt, is told once, and is written to when there is room", async () => {
  let faults = 20;
  const full = (real: Store): Store => ({
    ...real,
    async write(name, bytes) {
      if (faults-- > 0) throw new StoreError("ENOSPC", `${name}: no space left on device`);
      return real.write(name, bytes);
    },
  });
  const { jobs, files, told, metrics } = runnerWith({ store: full, sites: 2 });
  await until(() => jobs.givenBack.length === 3);
  expect(await metrics.text()).toContain("irradiance_job_store_up 0");
  faults = 2;
  await until(() => jobs.done.length === 1);
  expect(jobs.givenBack.every(({ attempts, failure }) => attempts === 1 && failure === undefined)).toBe(true);
  expect(told("results of jobs cannot be written")).toHaveLength(1);
  await until(() => told("results of jobs can be written again").length === 1);
  expect(await metrics.text()).toContain("irradiance_job_store_up 1");
  expect(files()).toHaveLength(1);
});

it("a claim that is lost in the middle ends the work, and nothing is left of it", async () => {
  const door = gate();
  let aborted: unknown;
  const slow: MakeSite = async (order, signal) => {
    signal.addEventListener("abort", () => {
      aborted = signal.reason;
    });
    await door.opened;
    return good(order, signal);
  };
  const { jobs, files, told } = runnerWith({ make: slow });
  await until(() => told("job ended").length === 0);
  jobs.isLost = true;
  await until(() => told("part of a job lost: it was cancelled, or another server has it").length === 1);
  door.open();
  expect(aborted).toBeInstanceOf(Error);
  expect([jobs.done, jobs.givenBack, files()]).toEqual([[], [], []]);
});

it("a claim that is lost while the file is written leaves no file", async () => {
  const { jobs, files, told } = runnerWith({
    store: (real) => ({
      ...real,
      async write(name, bytes) {
        const tag = await real.write(name, bytes);
        jobs.isLost = true;
        return tag;
      },
    }),
  });
  await until(() => told("part of a job lost: it was cancelled, or another server has it").length === 1);
  expect([jobs.done, files()]).toEqual([[], []]);
});

it.each([
  ["had written", true],
  ["had not", false],
])(
  "a database that did not say whether it %s the charge is asked until it does: one charge, and the file stays",
  async (_, wrote) => {
    const { jobs, files, text } = runnerWith({
      prepare(made) {
        made.finishFaults.push(new ChargeUnknownError("unknown"), new AccountsUnavailableError("away"));
        made.writesBeforeFault = wrote;
      },
    });
    await until(() => jobs.finishes.count === 3);
    await until(() => jobs.done.length === 1 && files().length === 1);
    expect(text()).toContain("9\n");
    expect(jobs.givenBack).toEqual([]);
  },
);

it("a stop gives the part back at once, as if it had not been tried", async () => {
  const door = gate();
  let begun = false;
  const deaf: MakeSite = async (order, signal) => {
    begun = true;
    await door.opened;
    return good(order, signal);
  };
  const { runner, jobs, files } = runnerWith({ make: deaf });
  await until(() => begun);
  await runner.stop();
  expect(jobs.givenBack).toEqual([{ attempts: 1, failure: undefined }]);
  expect([jobs.done, files()]).toEqual([[], []]);
  door.open();
});

it("a database that is away ends nothing: the part is claimed when it is back, and it is told once", async () => {
  let away = 2;
  const { jobs, told } = runnerWith({
    prepare(made) {
      const claim = made.claim.bind(made);
      made.claim = async (...args) => {
        if (away-- > 0) throw new AccountsUnavailableError("the database is away");
        return claim(...args);
      };
    },
  });
  await until(() => jobs.done.length === 1);
  expect(told("jobs: will be tried again")).toHaveLength(1);
});

it("says after ten seconds, and then every minute, that no worker takes parts", () => {
  const watch = new IdleWatch(0);
  const said = (second: number) => watch.line(second * 1000, false);
  expect(said(9)).toBeUndefined();
  expect(said(10)).toBe("no worker has taken a part for 10 s: start `irradiance-server worker --queue …`");
  expect(said(69)).toBeUndefined();
  expect(said(70)).toContain("for 70 s");
  watch.busy(80_000);
  expect(said(89)).toBeUndefined();
  expect(said(91)).toContain("for 11 s");
});

it("says of parts in the hands of workers that nothing is heard of these", () => {
  const watch = new IdleWatch(0);
  expect(watch.line(12_000, true)).toBe("no worker has reported for 12 s: start `irradiance-server worker --queue …`");
});
