/** Jobs whose parts go to workers through Redis: what comes back, in whatever order and however often, is charged once. */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Queue } from "bullmq";
import { Redis } from "ioredis";
import pino from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { type OwnRedis, startRedis } from "../../../scripts/services/redis.mjs";
import { openAccounts } from "../../src/accounts/open.js";
import { AccountChanges } from "../../src/accounts/plans.js";
import { LastingFailure, loadQueue, type MakePart, PartWorker } from "../../src/background/queue/redis.js";
import { HttpError } from "../../src/http/errors.js";
import { failureLine } from "../../src/http/line-object.js";
import { type MakeSite, PartMaker, type PartResult } from "../../src/jobs/make-part.js";
import { openQueueMaker, type PartData, PREFIX } from "../../src/jobs/queue-carrier.js";
import { queueName } from "../../src/jobs/queue-name.js";
import { ResultFiles } from "../../src/jobs/result-files.js";
import { settingsWith } from "../../src/settings.js";
import { startJobWorker } from "../../src/start-job-worker.js";
import { openFolder } from "../../src/store/open.js";
import { StoreError } from "../../src/store/store.js";
import { temporaryFile } from "../accounts/fixture.js";
import { eachStore } from "../accounts/stores.js";
import { everywhere } from "../everywhere.mjs";
import { NOW, until } from "../http/harness.js";
import { DAY_BEFORE, JOBS, type JobStand, jobStand, temporaryFolder } from "../http/jobs-fixture.js";
import { WITHOUT_REDIS } from "../without-redis.js";
import { NO_TABLES } from "./memory-jobs.js";

const TOKEN = "of-a-worker";
const AT_ONCE = AbortSignal.abort();
const silent = { say: () => {}, sayDetail: () => {} };
const two = { endpoint: "realtime", query: DAY_BEFORE, sites: [40, 41].map((lat) => ({ lat, lon: 10 })) };
const good: MakeSite = async ({ index, cost }) => ({
  line: [failureLine({ index, id: String(index) }, new HttpError("no_weather", "no weather"), "r")],
  ...{ tokens: cost, failed: false, rows: 1, columns: 1 },
});

const makerInto = (results: ResultFiles) => new PartMaker({ make: good, ahead: 2, results, tables: NO_TABLES });

describe.skipIf(WITHOUT_REDIS)("parts of a job in a queue", () => {
  let own: OwnRedis;
  let redis: Redis;
  beforeAll(async () => {
    own = await startRedis();
    redis = new Redis(own.address, { maxRetriesPerRequest: null });
  });
  afterAll(async () => {
    redis.disconnect();
    await own.end();
  });
  beforeEach(async () => {
    await redis.flushall();
  });

  interface Bench extends JobStand {
    readonly queue: Queue<PartData, PartResult>;
    readonly maker: PartMaker;
    /** Makes parts as it is told to. */
    worker(make: MakePart<PartData, PartResult>, takeover?: number): Promise<PartWorker<PartData, PartResult>>;
    charges(): Promise<{ used: number; held: number }>;
  }

  async function bench(options: Parameters<typeof jobStand>[0] = {}): Promise<Bench> {
    const folder = options.settings?.jobs ?? temporaryFolder();
    const given = { queue: own.address, ...options.settings, jobs: folder };
    const server = await jobStand({ ...options, settings: given });
    const name = queueName(folder, settingsWith(given), ["everywhere"]);
    const queue = new Queue<PartData, PartResult>(name, { connection: redis, prefix: PREFIX });
    const maker = makerInto(new ResultFiles(openFolder(folder)));
    const packages = await loadQueue();
    return {
      ...{ ...server, queue, maker },
      async worker(make, takeover = 30_000) {
        const how = { redis, queue: name, prefix: PREFIX, parts: 1, takeover, attempts: 5, say: () => {} };
        const worker = new PartWorker(how, make, packages);
        onTestFinished(() => worker.stop(AT_ONCE));
        return worker;
      },
      async charges() {
        const { used, held } = await server.accounts.currentBalance("lab");
        return { used: used / 1e6, held: held / 1e6 };
      },
    };
  }

  const taskOf = (data: PartData, id: string) => ({ ...data, id, isLastAttempt: false });
  const never = new AbortController().signal;

  it("are made by workers that know no accounts: the bytes of GET, charged by the server", async () => {
    const { folder, post, lines, ask, charges, queue, files } = await bench();
    const sites = [
      { lat: 40, lon: 10 },
      { lat: 41, lon: 10, id: "b" },
    ];
    const trace_id = "4bf92f3577b34da6a3ce929d0e0e4736";
    const { id } = (await post({ ...two, sites }, { traceparent: `00-${trace_id}-00f067aa0ba902b7-01` })).json;
    await until(async () => (await queue.count()) === 1);
    const [waiting] = await queue.getJobs(["wait"]);
    expect(waiting!.data).toEqual({ job: id, part: 0, first: 0, request: expect.objectContaining({ now: NOW }) });
    expect(waiting!.data.request.trace).toMatchObject({ trace_id });
    expect(waiting!.data.request.sites.map(({ query }) => query.lat)).toEqual([40, 41]);
    expect(JSON.stringify(waiting!.asJSON())).not.toContain("lab");
    const settings = settingsWith({ threads: 1 });
    const sources = [everywhere({ last: () => NOW })];
    const log = pino({ level: "silent" });
    const said: string[] = [];
    const sayDetail = (line: string) => void said.push(line);
    const worker = await startJobWorker(folder, settings, { redis, parts: 1, ...silent, sayDetail, sources, log });
    onTestFinished(() => worker.stop(AT_ONCE));
    await until(async () => (await queue.getWorkersCount()) === 1);
    const got = await lines(id);
    const get = async (lat: number) =>
      (await ask(`/v1/observation/realtime?${new URLSearchParams({ lat: String(lat), lon: "10", ...DAY_BEFORE })}`))
        .json;
    expect(said).toContain(`part 0 of job ${id} (trace ${trace_id}): begun`);
    const before = await charges();
    expect(got.map((line) => [line.id, line.response])).toEqual([
      ["0", await get(40)],
      ["b", await get(41)],
    ]);
    expect(before).toEqual({ used: 2, held: 0 });
    expect(files(id)).toHaveLength(1);
    await until(async () => (await queue.getJobCounts("completed", "wait", "active")).completed === 0);
  });

  it("are tables where the job wants them, and the worker names the sites that failed", async () => {
    const { folder, made, ended, ask, files } = await bench();
    const all = everywhere({ last: () => NOW });
    const offer: typeof all.offer = async (place, ...more) => (place.latitude === 12 ? [] : all.offer(place, ...more));
    const settings = settingsWith({ threads: 1 });
    const log = pino({ level: "silent" });
    const worker = await startJobWorker(folder, settings, {
      redis,
      parts: 1,
      ...silent,
      sources: [{ ...all, offer }],
      log,
    });
    onTestFinished(() => worker.stop(AT_ONCE));
    const sites = [40, 12].map((lat) => ({ id: `at ${lat}`, lat, lon: 10 }));
    const id = await made({ ...two, format: "parquet", sites });
    const { results } = await ended(id);
    expect(results).toMatchObject([{ failed_sites: 1, failed: [{ index: 1, id: "at 12" }] }]);
    expect((await ask(results[0].url, { key: null })).headers["content-type"]).toBe("application/vnd.apache.parquet");
    expect(files(id)).toEqual([expect.stringMatching(/\.parquet$/)]);
  });

  it("that come back twice, out of order and after their job has ended, are charged once, and one file stays", async () => {
    const { made, ended, charges, queue, maker, worker, files, log } = await bench();
    const results: PartResult[] = [];
    const making: MakePart<PartData, PartResult> = async ({ data }) => {
      // The second attempt is delivered first.
      if (results.length === 0) {
        results.push(await maker.make(taskOf(data, "aaaa"), never), await maker.make(taskOf(data, "bbbb"), never));
      }
      return results.pop()!;
    };
    const id = await made(two);
    await until(async () => (await queue.getJob(`${id}.0`)) !== undefined);
    const { data } = (await queue.getJob(`${id}.0`))!;
    await worker(making);
    await ended(id);
    expect(await charges()).toEqual({ used: 2, held: 0 });
    const [kept] = files(id).filter((name) => name.includes("bbbb"));
    // The first attempt comes late, and then the second once more.
    const again = { ...results[0]!, file: { ...results[0]!.file } };
    results.push({ ...again, attempt: "bbbb", file: { ...again.file, name: `jobs/${id}/${kept}` } });
    // One that is still in the queue would take the place of the one that is added.
    await until(async () => (await queue.getJob(`${id}.0`)) === undefined);
    // The carrier withdraws what nobody wants: it is added until a worker was first.
    const workedOn = async (jobId: string, sent: PartData) => {
      const left = results.length;
      await until(async () => {
        if ((await queue.getJob(jobId)) !== undefined) return false;
        if (results.length < left) return true;
        await queue.add("part", sent, { jobId });
        return false;
      });
    };
    while (results.length > 0) await workedOn(`${id}.0`, data);
    // The file that lost goes after its part has left the queue.
    await until(() => files(id).length === 1);
    expect(files(id)).toEqual([kept]);
    expect(await charges()).toEqual({ used: 2, held: 0 });
    expect(log.filter((line) => line.includes("part of a job lost"))).toHaveLength(1);
  });

  it("whose worker is gone are another's after a while, and its late result is of no use", async () => {
    const { made, lines, charges, queue, maker, worker, files } = await bench();
    const id = await made(two);
    await until(async () => (await queue.count()) === 1);
    const packages = await loadQueue();
    const gone = new packages.Worker<PartData, PartResult>(queue.name, null, {
      ...{ connection: redis, prefix: PREFIX, lockDuration: 200 },
    });
    onTestFinished(() => gone.close(true));
    const taken = await gone.getNextJob(TOKEN);
    const late = await maker.make(taskOf(taken.data, "late"), never);
    // Its own hold lasts longer than a busy machine lets it wait.
    await worker(({ data }, signal) => maker.make(taskOf(data, "next"), signal), 3_000);
    expect(await lines(id)).toHaveLength(2);
    await expect(taken.moveToCompleted(late, TOKEN)).rejects.toThrow();
    expect(await charges()).toEqual({ used: 2, held: 0 });
    expect(files(id).some((name) => name.includes("next"))).toBe(true);
  });

  it("that came back while no server ran are charged by the next one, also when the last one had charged them", async () => {
    const folder = temporaryFolder();
    const place = { file: temporaryFile() };
    const first = await bench({ place, settings: { jobs: folder }, keep: true });
    const id = await first.made(two);
    const other = await first.made(two);
    await until(async () => (await first.queue.count()) === 2);
    const parts = await Promise.all([id, other].map((job) => first.accounts.jobs!.part(job, 0)));
    await first.server.stop();
    let result: PartResult | undefined;
    const worker = await first.worker(async ({ data }, signal) => {
      const made = await first.maker.make(taskOf(data, "once"), signal);
      if (data.job === id) result = made;
      return made;
    });
    await until(async () => (await first.queue.getJobCounts("completed")).completed === 2);
    await worker.stop(AT_ONCE);
    // As if the server had died between the charge and the queue.
    const accounts = await openAccounts({ ...place, clock: () => NOW });
    const { file, failedSites, tokens, duration } = result!;
    const about = { rows: 2, columns: 1, duration, bytes: file.bytes, status: 200 };
    const charge = { requestId: `${id}.0`, at: NOW, endpoint: "jobs/realtime", ...about };
    const attempt = { ...parts[0]!, id: "once" };
    expect(await accounts.jobs!.finish(attempt, { file, failedSites, failures: null, tokens, charge }, NOW)).toBe(
      "written",
    );
    await accounts.close();
    const second = await bench({ place, settings: { jobs: folder }, key: first.key });
    for (const job of [id, other]) expect(await second.lines(job)).toHaveLength(2);
    await until(async () => (await second.queue.getJobCounts("completed")).completed === 0);
    expect(await second.charges()).toEqual({ used: 4, held: 0 });
  });

  it("that fail for good are given up with their reason, and free; those of a cancelled job leave the queue", async () => {
    const { made, ended, ask, charges, queue, worker } = await bench();
    const cancelled = await made(two);
    await until(async () => (await queue.count()) === 1);
    await ask(`${JOBS}/${cancelled}`, { method: "DELETE" });
    await until(async () => (await queue.count()) === 0);
    await worker(async () => {
      throw new LastingFailure("broken");
    });
    const id = await made(two);
    const job = await ended(id);
    expect(job).toMatchObject({
      given_up_parts: 1,
      failures: [{ part: 0, first: 0, sites: 2, code: "internal_error", reason: "broken" }],
    });
    expect(await charges()).toEqual({ used: 0, held: 0 });
  });

  it("of a suspended account leave the queue, and come back at the price of their rows when it is resumed", async () => {
    const { made, lines, ask, queue, maker, worker, operate, charges } = await bench();
    const change = (work: (changes: AccountChanges) => Promise<void>) =>
      operate((database, actor) => work(new AccountChanges(database, actor)));
    await change((changes) => changes.set("lab", { limits: { price: 500_000 } }));
    const id = await made(two);
    await until(async () => (await queue.count()) === 1);
    await change((changes) => changes.suspend("lab"));
    await until(async () => (await queue.count()) === 0);
    const held = (await charges()).held;
    await change((changes) => changes.set("lab", { limits: { price: 10_000_000 } }));
    await change((changes) => changes.resume("lab"));
    await until(async () => (await queue.count()) === 1);
    // Who asks is let in again when the server has looked, too.
    await until(async () => (await ask(JOBS)).status === 200);
    await worker(({ data }, signal) => maker.make(taskOf(data, "next"), signal));
    expect(await lines(id)).toHaveLength(2);
    expect(await charges()).toEqual({ used: held, held: 0 });
  });

  it("come back into a Redis that has lost everything", async () => {
    const { made, lines, queue, maker, worker } = await bench();
    const id = await made(two);
    await until(async () => (await queue.count()) === 1);
    await redis.flushall();
    await until(async () => (await queue.count()) === 1);
    await worker(({ data }, signal) => maker.make(taskOf(data, "next"), signal));
    expect(await lines(id)).toHaveLength(2);
  });

  /** As anybody who reaches Redis can: a hash and its place in a list. */
  async function put(queue: Queue, list: string, id: string, fields: object | string | undefined): Promise<void> {
    const steps = redis.multi();
    if (typeof fields === "string") steps.set(queue.toKey(id), fields);
    else if (fields) steps.hset(queue.toKey(id), { name: "part", opts: "{}", timestamp: NOW, ...fields });
    if (list === "wait") steps.lpush(queue.toKey(list), id);
    else steps.zadd(queue.toKey(list), 1, id);
    await steps.exec();
  }
  const request = {
    endpoint: "realtime",
    now: NOW,
    query: DAY_BEFORE,
    sites: [{ query: { lat: 1, lon: 2 } }],
    costs: [1],
  };
  const unknown = "nobody-knows-of-it-000";
  const of = (data: unknown, more: object = {}) => ({ data: JSON.stringify(data), ...more });
  const returned = (name: string, attempt = "a", failures?: unknown) => {
    const sums = { tokens: 0, failedSites: 0, rows: 1, columns: 1, duration: 1, failures };
    return { returnvalue: JSON.stringify({ ...sums, attempt, file: { name, bytes: 1, sha256: "0".repeat(64) } }) };
  };
  const part = { job: unknown, part: 0, first: 0, request };
  const climbing = "/../../../../victim";

  /** Entries by list and id, none of which a server or worker has made. */
  const FOREIGN: readonly (readonly [list: string, id: string, fields: object | string | undefined])[] = [
    ["completed", "nul.0", of({ job: "x\0y", part: 0 })],
    ["completed", `${unknown}.1`, of({ ...part, part: 1e99 })],
    ["completed", `${unknown}.2`, of({ ...part, part: "y" })],
    ["completed", `${unknown}.3`, of({ job: { a: 1 }, part: null })],
    ["completed", `${unknown}.4`, { data: "no JSON" }],
    ["completed", `${unknown}.5`, of(null)],
    ["completed", `${unknown}.6`, undefined],
    ["completed", `${unknown}.7`, "a text, not a hash"],
    ["completed", `${unknown}.8`, of({ ...part, part: 9 }, returned("../victim"))],
    ["completed", `${unknown}.0`, of(part, returned("../victim"))],
    [
      "completed",
      `${unknown}.10`,
      of({ ...part, part: 10 }, returned(`jobs/${unknown}/part-000010-${climbing}.ndjson.gz`, climbing)),
    ],
    ["completed", `${unknown}.11`, of({ ...part, part: 11 }, { returnvalue: "null" })],
    ["completed", `${unknown}.12`, of({ ...part, part: 12, request: { ...request, trace: "x" } })],
    ["completed", `${unknown}.13`, of({ ...part, part: 13, request: { ...request, costs: [Number.NaN] } })],
    ["completed", `${unknown}.16`, of({ ...part, part: 16, request: { ...request, format: "../x" } })],
    ...(["[1]", "{", 7, `["${"x".repeat(2_000_000)}"]`] as const).map((failures, k) => {
      const own = `jobs/${unknown}/part-00002${k}-a.ndjson.gz`;
      return ["completed", `${unknown}.2${k}`, of({ ...part, part: 20 + k }, returned(own, "a", failures))] as const;
    }),
    ["completed", "meta", of({})],
    ["failed", `${unknown}.14`, of({})],
    ["failed", `${unknown}.15`, of({ job: null }, { failedReason: "x\0" })],
    ["wait", "x\0y.0", of({})],
    ["wait", "../../../escape.0", of({ ...part, job: "../../../escape" })],
    ["wait", "ghost", undefined],
  ];

  eachStore(({ newPlace }) => {
    it("that nobody of ours has put there leave it with a line each, touch no file, and keep no other waiting", async () => {
      const folder = join(temporaryFolder(), "deep", "out");
      const { queue, made, lines, worker, maker, log, charges } = await bench({
        ...{ place: await newPlace(), settings: { jobs: folder } },
      });
      const first = await made(two);
      await until(async () => (await queue.getJob(`${first}.0`)) !== undefined);
      const victims = [join(folder, "..", "victim"), join(folder, "..", "..", "victim.ndjson.gz")];
      mkdirSync(join(folder, ".."), { recursive: true });
      for (const victim of victims) writeFileSync(victim, "mine");
      for (const [list, id, fields] of FOREIGN) await put(queue, list, id, fields);
      // One in the place of a part that is wanted.
      await queue.remove(`${first}.0`);
      await put(queue, "completed", `${first}.0`, of({ ...part, job: "../../escape" }));
      const struck = () => log.filter((line) => line.includes("an entry of the queue of jobs was removed"));
      await until(() => struck().length === FOREIGN.length + 1);
      expect(struck().map((line) => JSON.parse(line).entry)).toEqual(
        expect.arrayContaining(FOREIGN.map(([, id]) => id)),
      );
      await worker(({ data }, signal) => maker.make(taskOf(data, "next"), signal));
      for (const id of [first, await made(two)]) expect(await lines(id)).toHaveLength(2);
      expect(await charges()).toEqual({ used: 4, held: 0 });
      expect(victims.filter((victim) => !existsSync(victim))).toEqual([]);
      expect(struck()).toHaveLength(FOREIGN.length + 1);
      expect(log.filter((line) => line.includes("will be tried again"))).toEqual([]);
    });
  });

  it("that nobody of ours has put there are refused by workers before anything is made of them", async () => {
    const folder = join(temporaryFolder(), "deep", "out");
    const queue = new Queue<PartData, PartResult>("alone", { connection: redis, prefix: PREFIX });
    const results = new ResultFiles(openFolder(folder));
    const said: string[] = [];
    const worker = await openQueueMaker({
      ...{ redis, queue: queue.name, maker: makerInto(results), parts: 1 },
      ...{ sayDetail: () => {}, say: (line: string) => void said.push(line) },
    });
    onTestFinished(() => worker.stop(AT_ONCE));
    const waiting = [
      ["esc.0", { ...part, job: "../../../escape" }],
      [`${unknown}.0`, { ...part, job: "../../../escape" }],
      [`${unknown}.1`, { ...part, part: "../1" }],
      [`${unknown}.2`, {}],
    ] as const;
    for (const [jobId, data] of waiting) await queue.add("part", data as PartData, { jobId, attempts: 5 });
    await until(async () => (await queue.getJobCounts("failed")).failed === waiting.length);
    const failed = await queue.getJobs(["failed"]);
    expect(failed.map(({ failedReason, attemptsMade }) => [failedReason, attemptsMade])).toEqual(
      waiting.map(() => ["no part of a job", 1]),
    );
    expect(said).toHaveLength(waiting.length);
    expect(existsSync(folder)).toBe(false);
  });

  it("wait for a Redis that is away, which is heard within seconds, and go on when it is back", async () => {
    const away = await startRedis();
    onTestFinished(() => away.end());
    const { made, log, server } = await bench({ settings: { queue: away.address, "operations-port": 0 } });
    const isUp = async () => (await (await fetch(`${server.operations}/metrics`)).text()).includes("job_carrier_up 1");
    await made(two);
    expect(await isUp()).toBe(true);
    await away.kill();
    await until(async () => !(await isUp()));
    const said = log.filter((line) => line.includes("will be tried again"));
    expect(said.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, cause: expect.stringMatching(/Redis/) }]);
    await away.start();
    await until(isUp);
    expect(log.filter((line) => line.includes("wait for workers"))).toEqual([]);
  });

  it("are returned by a worker that cannot write, and no attempt counts", async () => {
    const { made, queue, folder } = await bench();
    const said: string[] = [];
    const results = new ResultFiles({
      ...openFolder(folder),
      write: async () => {
        throw new StoreError("ENOSPC", "no space left");
      },
    });
    const maker = makerInto(results);
    const worker = await openQueueMaker({
      ...{ redis, queue: queue.name, maker, parts: 1, sayDetail: () => {}, say: (line) => void said.push(line) },
    });
    await made(two);
    await until(() => said.some((line) => line.includes("no space left")));
    await worker.stop(AT_ONCE);
    const [job] = await queue.getJobs(["wait"]);
    expect(job).toMatchObject({ attemptsMade: 0 });
  });
});
