/** The pool for servers: the bytes of the main thread, errors of the right class, bounds, deadlines, and a clean end. */
import { spawnSync } from "node:child_process";
import { afterAll, describe, expect, test, vi } from "vitest";
import { bits, bulk, bulkUrl, core, fixture } from "./dist.js";
import { days } from "./weather.js";

const { createPool, shareWeather } = bulk;
const { computeColumns, RequestError, respond, WeatherError } = core;
const weather = days(2, { interval: 900 });
const query = { lat: 46, lon: 7, parameters: "all", surface_tilt: 30, surface_azimuth: 180 };

describe("observe", () => {
  const none = { module: fixture("loaders.mjs"), export: "later" };
  const pool = createPool({ threads: 2 });
  afterAll(() => pool.close());

  test.each([
    ["json", {}, {}],
    ["csv", { response_format: "csv" }, {}],
    ["json", { response_format: "csv" }, { as: "json" }],
    ["csv", {}, { as: "csv" }],
  ] as const)("gives the bytes of respond (%s, %j, %j)", async (format, own, options) => {
    const expected = respond({ ...query, response_format: format }, weather);
    const answer = await pool.observe({ ...query, ...own }, weather, options);
    expect(answer.contentType).toBe(expected.contentType);
    expect(Buffer.compare(answer.body, expected.body)).toBe(0);
    expect(answer.body.byteLength).toBe(answer.body.buffer.byteLength);
  });

  test("gives the columns of computeColumns, which can be written out", async () => {
    const context = { extra: ["azimuth"], horizon: new Float64Array(360).fill(5), models: { transposition: "reindl" } };
    const asked = { ...query, horizon: "auto" };
    const { allModels } = await import("../../../src/physics/models/index.js");
    const direct = computeColumns(asked, weather, { ...context, registry: allModels } as object);
    const columns = await pool.observe(asked, weather, { as: "columns", context: context as object });
    for (const [name, values] of Object.entries(direct.values))
      expect(bits(columns.values[name as keyof typeof columns.values]!)).toBe(bits(values!));
    expect(bits(columns.extra.azimuth!)).toBe(bits(direct.extra.azimuth!));
    expect({ ...columns, values: 0, extra: 0 }).toEqual({ ...direct, values: 0, extra: 0 });
    expect(Buffer.compare(core.writeJson(columns), core.writeJson(direct))).toBe(0);
  });

  test("takes parsed requests and shared weather, and leaves its inputs alone", async () => {
    const series = days(1, { interval: 900 });
    const before = bits(series.columns.global_horizontal_irradiance as Float64Array);
    const request = core.parseObservationRequest(query);
    const expected = respond(request, series).body;
    const shared = shareWeather(series);
    expect((shared.columns.temperature as Float64Array).buffer).toBeInstanceOf(SharedArrayBuffer);
    const answers = await Promise.all([series, shared, series, shared].map((given) => pool.observe(request, given)));
    for (const { body } of answers) expect(Buffer.compare(body, expected)).toBe(0);
    expect(bits(series.columns.global_horizontal_irradiance as Float64Array)).toBe(before);
    expect(bits(shared.columns.global_horizontal_irradiance as Float64Array)).toBe(before);
  });

  test.each([
    ["a bad query", { ...query, lat: 91 }, weather, {}, RequestError, { code: "ERR_REQUEST", parameter: "lat" }],
    ["a query without its place", { lat: 46 }, weather, {}, RequestError, { parameter: "lon", fault: "missing" }],
    ["bad weather", query, { ...weather, interval: 0.1 }, {}, WeatherError, { code: "ERR_WEATHER" }],
    ["a bad period", { ...query, start: "2030-01-01T00:00Z" }, weather, {}, RequestError, { parameter: "start" }],
    [
      "a context out of range",
      query,
      weather,
      { context: { albedo: 2 } },
      RangeError,
      { message: expect.stringMatching(/context.albedo/) },
    ],
    [
      "a context of the wrong kind",
      query,
      weather,
      { context: { albedo: "x" } },
      TypeError,
      { message: expect.stringMatching(/albedo/) },
    ],
    ["a model that is a function", query, weather, { context: { models: { pv: () => 1 } } }, TypeError, {}],
    ["a model that there is not", query, weather, { context: { models: { pv: "none" } } }, RangeError, {}],
    [
      "models that are none",
      query,
      weather,
      { context: { registry: none } },
      TypeError,
      { message: expect.stringMatching(/object of models/) },
    ],
    [
      "a signal that is none",
      query,
      weather,
      { signal: {} },
      TypeError,
      { message: expect.stringMatching(/observe: signal must be/) },
    ],
    [
      "options that are none",
      query,
      weather,
      null,
      TypeError,
      { message: expect.stringMatching(/observe: options must be an object, got null/) },
    ],
    [
      "a query of functions",
      { ...query, lat: () => 1 },
      weather,
      {},
      TypeError,
      { message: expect.stringMatching(/observe: query.lat cannot/) },
    ],
    [
      "a query that is one",
      () => 1,
      weather,
      {},
      TypeError,
      { message: expect.stringMatching(/observe: query cannot be sent to a thread/) },
    ],
    [
      "a context of functions",
      query,
      weather,
      { context: { pv: () => 1 } },
      TypeError,
      { message: expect.stringMatching(/: context.pv cannot/) },
    ],
    [
      "an unknown form",
      query,
      weather,
      { as: "xml" },
      RangeError,
      { message: expect.stringMatching(/pool.observe: as/) },
    ],
    ["no weather", query, undefined, {}, WeatherError, {}],
  ] as const)("rejects %s with an error of its class", async (_, asked, series, options, type, fields) => {
    const error = await pool.observe(asked as never, series as never, options as never).catch((cause) => cause);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject(fields);
    expect(error.stack).toContain(error.message);
  });

  test("says of a query what the main thread says", async () => {
    const asked = { ...query, frequency: "2_hours" };
    const here = (() => {
      try {
        return respond(asked, weather);
      } catch (error) {
        return error as Error;
      }
    })();
    const there = await pool.observe(asked, weather).catch((error) => error);
    expect([there.name, there.message, there.parameter]).toEqual([
      ...[(here as Error).name, (here as Error).message, "frequency"],
    ]);
  });
});

describe("bounds", () => {
  /** A call that takes as long as its thread lives. */
  const endless = { context: { registry: { module: fixture("loaders.mjs"), export: "endless" } } };

  test("a call too many is refused at once; ready waits for room", async () => {
    const pool = createPool({ threads: 1, maxQueue: 2 });
    const calls = [1, 2, 3].map(() => pool.observe(query, weather));
    expect([pool.running, pool.waiting]).toEqual([1, 2]);
    await expect(pool.observe(query, weather)).rejects.toMatchObject({ name: "BulkError", code: "ERR_QUEUE_FULL" });
    // What is wrong with a call is said whether there is room for it or not.
    await expect(pool.observe(query, weather, { deadline: -1 })).rejects.toThrow("pool.observe: deadline must be");
    let most = 0;
    const producers = [1, 2, 3, 4].map(async () => {
      for (let k = 0; k < 5; k++) {
        await pool.ready();
        calls.push(pool.observe(query, weather));
        most = Math.max(most, pool.waiting);
      }
    });
    await Promise.all(producers);
    expect((await Promise.all(calls)).length).toBe(23);
    expect(most).toBe(2);
    await pool.close();
  });

  test("a queue of none takes a call per thread", async () => {
    const pool = createPool({ threads: 1, maxQueue: 0 });
    const call = pool.observe(query, weather);
    await expect(pool.observe(query, weather)).rejects.toMatchObject({ code: "ERR_QUEUE_FULL" });
    await call;
    await pool.observe(query, weather);
    await pool.close();
  });

  test("first come, first served", async () => {
    const pool = createPool({ threads: 1 });
    const order: number[] = [];
    const signals = [0, 1, 2, 3, 4, 5].map(() => new AbortController());
    const calls = signals.map(({ signal }, k) => pool.observe(query, weather, { signal }).then(() => order.push(k)));
    signals[2]!.abort(new Error("not needed"));
    await expect(calls[2]).rejects.toThrow("not needed");
    await Promise.allSettled(calls);
    expect(order).toEqual([0, 1, 3, 4, 5]);
    await pool.close();
  });

  test.each([1, 2])(
    "an endless call on %i threads ends at its deadline or signal, and the pool works on",
    async (threads) => {
      const pool = createPool({ threads, deadline: 400 });
      const started = performance.now();
      const late = pool.observe(query, weather, endless);
      await expect(late).rejects.toMatchObject({
        code: "ERR_DEADLINE",
        message: expect.stringMatching(/within 400 ms/),
      });
      expect(performance.now() - started).toBeGreaterThan(390);
      const reason = new Error("client gone");
      const controller = new AbortController();
      setTimeout(() => controller.abort(reason), 300);
      const long = { deadline: Number.POSITIVE_INFINITY };
      await expect(pool.observe(query, weather, { ...endless, ...long, signal: controller.signal })).rejects.toBe(
        reason,
      );
      await expect(pool.observe(query, weather, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
      expect((await pool.observe(query, weather, long)).contentType).toBe("application/json");
      await pool.close();
    },
  );

  test.each([
    ["ends", "exit", {}, "ERR_WORKER_CRASHED"],
    ["runs out of memory", "memory", { memoryLimit: 32 }, "ERR_WORKER_OUT_OF_MEMORY"],
  ] as const)("a thread that %s takes its call with it and nothing else", async (_, name, options, code) => {
    const pool = createPool({ threads: 1, ...options });
    const registry = { module: fixture("loaders.mjs"), export: name };
    const first = pool.observe(query, weather);
    const fatal = pool.observe(query, weather, { context: { registry } });
    const next = pool.observe(query, weather);
    await expect(fatal).rejects.toMatchObject({ name: "BulkError", code });
    expect(Buffer.compare((await first).body, (await next).body)).toBe(0);
    await pool.close();
  });

  test("threads that cannot even start fail their orders, every time", async () => {
    const { WorkerThreads }: typeof import("../../../src/answers/bulk/threads/thread-pool.js") = await import(
      new URL("threads/thread-pool.js", bulkUrl).href
    );
    const workers = new WorkerThreads({ threads: 1, memoryLimit: 2 });
    for (let k = 0; k < 2; k++) {
      const { result } = workers.submit({ kind: "warm" });
      await expect(result).rejects.toMatchObject({ code: "ERR_WORKER_OUT_OF_MEMORY" });
    }
    await workers.close();
  });

  test.each([
    [{ threads: 1.5 }, RangeError, /createPool: threads/],
    [{ maxQueue: -1 }, RangeError, /createPool: maxQueue/],
    [{ maxQueue: "auto" }, TypeError, /createPool: maxQueue/],
    [{ deadline: -5 }, RangeError, /createPool: deadline/],
    [{ memoryLimit: 2 }, RangeError, /createPool: memoryLimit/],
    [null, TypeError, /createPool: options must be an object, got null/],
  ])("%j is refused", (options, type, message) => {
    expect(() => createPool(options as object)).toThrow(type);
    expect(() => createPool(options as object)).toThrow(message);
  });
});

describe("close", () => {
  test("lets calls finish, refuses new ones, and may be called again", async () => {
    const pool = createPool({ threads: 1 });
    const calls = [1, 2, 3].map(() => pool.observe(query, weather));
    const closing = pool.close();
    await expect(pool.observe(query, weather)).rejects.toMatchObject({ code: "ERR_POOL_CLOSED" });
    await expect(pool.ready()).rejects.toMatchObject({ code: "ERR_POOL_CLOSED" });
    expect(await Promise.all(calls)).toHaveLength(3);
    await closing;
    await pool.close();
    await expect(pool.close(null as never)).rejects.toThrow("pool.close: options must be an object, got null");
  });

  test("leaves threads alone for a while after their last answer, as V8 may still be compiling", async () => {
    const { WorkerThreads }: typeof import("../../../src/answers/bulk/threads/thread-pool.js") = await import(
      new URL("threads/thread-pool.js", bulkUrl).href
    );
    const end = async (works: boolean) => {
      const workers = new WorkerThreads({ threads: 1, memoryLimit: undefined });
      const { piscina } = workers as unknown as { piscina: { destroy(): Promise<void> } };
      const destroy = vi.spyOn(piscina, "destroy");
      if (works) await workers.submit({ kind: "warm" }).result;
      vi.useFakeTimers({ toFake: ["setTimeout"] });
      const closing = workers.close();
      const atOnce = destroy.mock.calls.length;
      vi.advanceTimersByTime(100);
      vi.useRealTimers();
      await closing;
      return [atOnce, destroy.mock.calls.length];
    };
    expect(await end(true)).toEqual([0, 1]);
    expect(await end(false)).toEqual([1, 1]);
  });

  test("now rejects what is under way and what waits", async () => {
    const pool = createPool({ threads: 1 });
    const calls = [1, 2, 3].map(() => pool.observe(query, weather));
    const outcomes = Promise.allSettled(calls);
    await pool.close({ now: true });
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ status: "rejected", reason: { code: "ERR_POOL_CLOSED" } });
  });

  test("leaves nothing behind", () => {
    const script = `
      import { createPool, simulate } from ${JSON.stringify(bulkUrl)};
      const weather = { start: 0, interval: 3600, columns: { temperature: [20] } };
      const pool = createPool({ threads: 2, deadline: 1e6 });
      await pool.observe({ lat: 1, lon: 1, parameters: "temperature" }, weather);
      await pool.close();
      const simulation = simulate({ sites: [{ lat: 1, lon: 1 }], weather, threads: 2 });
      for await (const _ of simulation);
      await simulation.close();
      await new Promise((resolve) => setImmediate(resolve));
      console.log(JSON.stringify(process.getActiveResourcesInfo().filter((name) => !/TTY|Pipe|FS/.test(name))));
    `;
    const args = ["--input-type=module", "-e", script];
    const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 600_000 });
    expect([stdout, stderr]).toEqual(["[]\n", ""]);
  });
});
