/** Giving up on calls, and who comes first: what it costs the others, the threads and the queue. */
import { getEventListeners, setMaxListeners } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Pool } from "../../../src/answers/bulk/index.js";
import * as progressCells from "../../../src/answers/bulk/messages/progress.js";
import { makeProgress } from "../../../src/answers/bulk/messages/progress.js";
import { observe } from "../../../src/answers/bulk/threads/worker-observe.js";
import { computeSites } from "../../../src/answers/bulk/threads/worker-sites.js";
import { createWorkspace, respond } from "../../../src/index.js";
import { bulk, fixture } from "./dist.js";
import { days } from "./weather.js";

const { createPool, shareWeather } = bulk;
const folder = mkdtempSync(join(tmpdir(), "irradiance-cancel-"));
afterAll(() => rmSync(folder, { recursive: true }));

const weather = days(1);
const query = { lat: 46, lon: 7, parameters: "all", frequency: "1_hour" };
const gone = new Error("client gone");
/** A call that takes as long as its thread lives. */
const endless = { context: { registry: { module: fixture("loaders.mjs"), export: "endless" } } };

let modules = 0;
/** A call whose thread first runs this code. */
function running(code: string): { context: { registry: { module: string } } } {
  const module = join(folder, `module-${modules++}.mjs`);
  writeFileSync(module, `${code}\nexport default {};\n`);
  return { context: { registry: { module } } };
}
/** A call that takes so long (ms), and says by a file that it was begun. */
function busy(ms: number) {
  const marker = join(folder, `begun-${modules}`);
  const code = `import { writeFileSync } from "node:fs";
    writeFileSync(${JSON.stringify(marker)}, "");
    for (const end = Date.now() + ${ms}; Date.now() < end; );`;
  const begun = async () => {
    while (!existsSync(marker)) await new Promise((resolve) => setTimeout(resolve, 2));
  };
  return { ...running(code), marker, begun };
}

/** Ids of the threads as they are now. */
function threadsOf(pool: Pool): number[] {
  const { piscina } = (pool as unknown as { workers: { piscina: { threads: { threadId: number }[] } } }).workers;
  return piscina.threads.map(({ threadId }) => threadId);
}

async function idle(pool: Pool): Promise<void> {
  while (pool.running > 0) await new Promise((resolve) => setTimeout(resolve, 2));
}

describe("an aborted call", () => {
  test("that is soon done keeps its thread, and the next call waits for it", async () => {
    const pool = createPool({ threads: 1 });
    await pool.observe(query, weather);
    const before = threadsOf(pool);
    const { context, begun } = busy(100);
    const controller = new AbortController();
    const call = pool.observe(query, weather, { context, signal: controller.signal });
    await begun();
    controller.abort(gone);
    await expect(call).rejects.toBe(gone);
    // Before it is done.
    expect([pool.running, pool.waiting]).toEqual([1, 0]);
    expect(Buffer.compare((await pool.observe(query, weather)).body, respond(query, weather).body)).toBe(0);
    expect(threadsOf(pool)).toEqual(before);
    await pool.close();
  });

  test("that is not soon done loses its thread to the next", async () => {
    const pool = createPool({ threads: 1 });
    await pool.warm();
    const before = threadsOf(pool);
    const controller = new AbortController();
    const call = pool.observe(query, weather, { ...endless, signal: controller.signal });
    setTimeout(() => controller.abort(gone), 20);
    await expect(call).rejects.toBe(gone);
    expect(Buffer.compare((await pool.observe(query, weather)).body, respond(query, weather).body)).toBe(0);
    expect(threadsOf(pool)).toHaveLength(1);
    expect(threadsOf(pool)).not.toEqual(before);
    await pool.close();
  });

  test("is not begun by a thread that comes to it later", async () => {
    const pool = createPool({ threads: 1 });
    const { context, marker } = busy(1);
    const controller = new AbortController();
    const call = pool.observe(query, weather, { context, signal: controller.signal });
    expect(pool.running).toBe(1);
    controller.abort(gone);
    await expect(call).rejects.toBe(gone);
    await pool.observe(query, weather);
    expect(existsSync(marker)).toBe(false);
    await pool.close();
  });

  test("leaves the queue at once", async () => {
    const pool = createPool({ threads: 1, maxQueue: 2 });
    const controller = new AbortController();
    const first = pool.observe(query, weather);
    const calls = [1, 2].map(() => pool.observe(query, weather, { signal: controller.signal }));
    await expect(pool.observe(query, weather)).rejects.toMatchObject({ code: "ERR_QUEUE_FULL" });
    controller.abort(gone);
    expect([pool.running, pool.waiting]).toEqual([1, 0]);
    for (const call of calls) await expect(call).rejects.toBe(gone);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    await Promise.all([first, pool.observe(query, weather)]);
    await pool.close();
  });

  test("makes room for who waits for that, once its thread is free", async () => {
    const pool = createPool({ threads: 1, maxQueue: 0 });
    const { context, begun } = busy(60);
    const controller = new AbortController();
    const call = pool.observe(query, weather, { context, signal: controller.signal });
    await begun();
    const room = pool.ready();
    controller.abort(gone);
    await expect(call).rejects.toBe(gone);
    await room;
    expect((await pool.observe(query, weather)).rows).toBe(24);
    await pool.close();
  });

  test("is given up between its steps", async () => {
    const progress = makeProgress();
    progressCells.cancel(progress);
    const task = { kind: "observe", query, weather, context: {}, form: "body", encoding: "br", write: {} } as const;
    const workspace = createWorkspace();
    await expect(observe(task, { progress }, workspace)).rejects.toThrow("the job was cancelled");
    progressCells.resetProgress(progress);
    expect(await observe(task, { progress }, workspace)).toMatchObject({ encoding: "br", rows: 24 });
    progressCells.cancel(progress);
    const spec = { query, context: {}, weather, names: [], aggregate: null, precision: "float64" } as const;
    const sites = { kind: "sites", spec, sites: [{ index: 0, site: {}, weather }], buffer: undefined } as never;
    await expect(computeSites(sites, { progress, origin: 0 }, workspace)).rejects.toThrow("the job was cancelled");
  });
});

test("a storm of aborted calls costs the others nothing, and leaves no thread and no listener behind", async () => {
  const year = { ...query, start: "2023-01-01T00:00Z", end: "2024-01-01T00:00Z" };
  const shared = shareWeather(days(365, { start: "2023-01-01T00:00Z" }));
  const expected = respond(year, shared).body;
  const pool = createPool({ threads: 2, maxQueue: 300 });
  await pool.warm();
  const before = threadsOf(pool);
  // Of small numbers that look random: the same storm every time.
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const everybody = new AbortController();
  setMaxListeners(0, everybody.signal);
  const kept: Promise<{ body: Uint8Array }>[] = [];
  const given: Promise<unknown>[] = [];
  for (let k = 0; k < 200; k++) {
    const own = new AbortController();
    // A few never end, and come first: these take their threads down.
    const deadly = k % 50 === 7;
    const options = deadly ? { ...endless, priority: 1 as const } : {};
    given.push(pool.observe(year, shared, { ...options, signal: own.signal }).catch((cause) => cause));
    setTimeout(() => own.abort(gone), deadly ? 100 : 40 * random());
    if (k % 5 === 0) kept.push(pool.observe(year, shared, { signal: everybody.signal }));
    if (k % 2 === 0) await new Promise((resolve) => setTimeout(resolve, 8 * random()));
  }
  for (const { body } of await Promise.all(kept)) expect(Buffer.compare(body, expected)).toBe(0);
  const outcomes = await Promise.all(given);
  expect(outcomes.filter((outcome) => outcome === gone).length).toBeGreaterThan(50);
  expect(outcomes.every((outcome) => outcome === gone || (outcome as { rows?: number }).rows === 8760)).toBe(true);
  await idle(pool);
  expect([pool.waiting, threadsOf(pool).length]).toEqual([0, 2]);
  expect(threadsOf(pool)).not.toEqual(before);
  expect(getEventListeners(everybody.signal, "abort")).toEqual([]);
  await pool.close();
  expect(threadsOf(pool)).toEqual([]);
});

describe("priority", () => {
  /** Names of the calls in the order in which they were answered, or why not. */
  async function served(calls: { [name: string]: Promise<unknown> }): Promise<string[]> {
    const order: string[] = [];
    const each = Object.entries(calls).map(([name, call]) =>
      call.then(
        () => void order.push(name),
        (cause) => void order.push(`${name}: ${cause.message}`),
      ),
    );
    await Promise.all(each);
    return order;
  }

  test("comes before those who wait, first come first served within one", async () => {
    const pool = createPool({ threads: 1 });
    const call = (priority?: 0 | 1) => pool.observe(query, weather, priority === undefined ? {} : { priority });
    const first = call();
    const order = await served({ first, a: call(0), b: call(), c: call(1), d: call(0), e: call(1) });
    expect(order).toEqual(["first", "c", "e", "a", "b", "d"]);
    await pool.close();
  });

  test("in a full queue takes the place of the last without", async () => {
    const pool = createPool({ threads: 1, maxQueue: 2 });
    const call = (priority: 0 | 1) => pool.observe(query, weather, { priority });
    const first = call(0);
    const order = served({ first, a: call(0), b: call(0), low: call(0), c: call(1), d: call(1), e: call(1) });
    expect([pool.running, pool.waiting]).toEqual([1, 2]);
    const full = "2 calls are already waiting (option maxQueue)";
    const made = "the call was displaced by one of higher priority";
    expect((await order).toSorted()).toEqual(
      [
        "first",
        "c",
        "d",
        `a: ${made}: ${full}`,
        `b: ${made}: ${full}`,
        ...["low", "e"].map((n) => `${n}: pool.observe: ${full}`),
      ].toSorted(),
    );
    await pool.close();
  });

  test("of a call that is refused takes nobody's place", async () => {
    const pool = createPool({ threads: 1, maxQueue: 1 });
    const calls = [pool.observe(query, weather), pool.observe(query, weather)];
    await expect(pool.observe(query, undefined as never, { priority: 1 })).rejects.toThrow("weather");
    expect(await Promise.all(calls)).toHaveLength(2);
    await pool.close();
  });
});
