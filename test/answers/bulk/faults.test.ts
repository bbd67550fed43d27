/** Threads that throw, crash, run out of memory or never end: the run goes on, and its results are those of a quiet one. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { BulkSite, SimulationOptions, WeatherFunction } from "../../../src/answers/bulk/types.js";
import { bulk, bulkUrl, collect, fixture, type SiteResult } from "./dist.js";
import { days } from "./weather.js";

const { simulate } = bulk;
const folder = mkdtempSync(join(tmpdir(), "irradiance-faults-"));
afterAll(() => rmSync(folder, { recursive: true }));

const COUNT = 30;
const weather = { module: fixture("loaders.mjs"), export: "faulty" };
const common = { weather, frequency: "1_hour", threads: 1 } as const;

/** Thirty sites, some of them with a fault. */
function sites(faults: { [index: number]: object } = {}): BulkSite[] {
  return Array.from({ length: COUNT }, (_, i) => ({ id: `s${i}`, lat: 46, lon: i / 10, ...faults[i] }));
}

const quiet = await collect(simulate({ ...common, sites: sites() }));

/** Everything but the failures is as in the quiet run. */
function expectOthersQuiet(results: SiteResult[], ...failed: number[]): void {
  expect(results.map(({ index }) => index)).toEqual(quiet.map(({ index }) => index));
  expect(results.filter(({ ok }) => !ok).map(({ index }) => index)).toEqual(failed);
  expect(results.filter(({ ok }) => ok)).toEqual(quiet.filter(({ index }) => !failed.includes(index)));
}

describe("a site that", () => {
  /** Sites that fail without harm to their thread. */
  const harmless: [what: string, site: unknown, failure: object][] = [
    [
      "throws in the worker is reported as it threw",
      { fault: "throw" },
      { error: { code: "ERR_NO_WEATHER", message: "no weather at s0" }, lat: 46, lon: 0 },
    ],
    [
      "is nowhere is reported",
      { lat: 99 },
      { error: { code: "ERR_REQUEST", message: expect.stringMatching(/parameter "lat"/) } },
    ],
    [
      "gets weather that is none is reported",
      { fault: 12 },
      { error: { code: "ERR_WEATHER", message: expect.stringMatching(/export "faulty" must return a weather/) } },
    ],
    [
      "brings weather that is none is reported",
      { weather: { start: 0, interval: 1, columns: { rain: [1] } } },
      { error: { code: "ERR_WEATHER", message: expect.stringMatching(/unknown weather column "rain"/) } },
    ],
    ["cannot be posted to a thread is reported", { note: () => 1 }, { error: { code: "DataCloneError" } }],
    [
      "is none is reported",
      null,
      { id: "5", error: { code: "TypeError", message: expect.stringMatching(/a site must be an object/) } },
    ],
    ["has a function for a model is reported", { models: { pv: () => 1 } }, { error: { code: "TypeError" } }],
  ];
  const given = sites().map((site, i) => {
    const fault = harmless[i]?.[1];
    return fault === null ? null : { ...site, ...(fault as object) };
  });
  const run = simulate({ ...common, sites: given as BulkSite[] });
  const results = collect(run);

  test.each(harmless.map(([what], i) => [what, i] as const))("%s", async (_, i) => {
    expect((await results)[i]).toMatchObject({ ok: false, index: i, attempts: 1, ...harmless[i]![2] });
  });

  test("fails leaves the others as they are", async () => {
    expectOthersQuiet(await results, ...harmless.keys());
  });

  test("throws when it is looked at fails alone", async () => {
    const thrower = () => {
      throw new Error("not for your eyes");
    };
    const hidden = sites();
    hidden[4] = { id: { toString: thrower } as never, lat: 46, lon: 0.4 };
    hidden[9] = Object.defineProperty({ id: "s9", lon: 0.9 } as never, "lat", { get: thrower, enumerable: true });
    const found = await collect(simulate({ ...common, sites: hidden }));
    expectOthersQuiet(found, 4, 9);
    const error = { message: "not for your eyes" };
    expect([found[4], found[9]]).toMatchObject([
      { id: "4", lat: 46, error },
      { id: "s9", lat: Number.NaN, error },
    ]);
  });

  // Sites far from each other: a few neighbours may go down together.
  const deadly = { 3: "exit", 10: "memory", 17: "loop", 24: "hang" } as const;
  const limits = { memoryLimit: 24, deadline: 3000, threads: 2 };

  test("takes its thread down once is computed at the second attempt", async () => {
    const marker = (fault: string) => join(folder, fault);
    const faults = Object.entries(deadly).map(([index, fault]) => [index, { fault, marker: marker(fault) }]);
    const once = await collect(simulate({ ...common, ...limits, sites: sites(Object.fromEntries(faults)) }));
    for (const fault of Object.values(deadly)) expect([fault, existsSync(marker(fault))]).toEqual([fault, true]);
    expectOthersQuiet(once);
  });

  test("takes its thread down every time is reported, and the others are not", async () => {
    const faults = Object.entries(deadly).map(([index, fault]) => [index, { fault }]);
    const twice = await collect(simulate({ ...common, ...limits, sites: sites(Object.fromEntries(faults)) }));
    expectOthersQuiet(twice, ...Object.keys(deadly).map(Number));
    expect(Object.keys(deadly).map((index) => twice[Number(index)])).toMatchObject([
      { error: { code: "ERR_WORKER_CRASHED" }, attempts: 2 },
      { error: { code: "ERR_WORKER_OUT_OF_MEMORY" }, attempts: 2 },
      { error: { code: "ERR_DEADLINE" }, attempts: 2 },
      { error: { code: "ERR_DEADLINE" }, attempts: 2 },
    ]);
  });
});

describe("a weather function of the main thread", () => {
  const series = days(1);
  const run = (load: WeatherFunction, options: Partial<SimulationOptions> = {}) =>
    collect(simulate({ ...common, sites: sites(), weather: load, ...options }));

  test("that throws, or gives nothing, costs its site", async () => {
    const results = await run((site, index) => {
      if (index === 2) throw new Error("no file for s2");
      if (index === 3) return Promise.reject(new RangeError(`not ${site.id}`));
      return index === 4 ? (undefined as never) : series;
    });
    expect(results.map(({ ok }) => ok)).toEqual(sites().map((_, i) => i < 2 || i > 4));
    expect(results[2]).toMatchObject({ error: { code: "Error", message: "no file for s2" }, attempts: 1 });
    expect(results[3]).toMatchObject({ error: { code: "RangeError", message: "not s3" } });
    expect(results[4]).toMatchObject({
      error: { code: "ERR_WEATHER", message: expect.stringMatching(/must return a weather series/) },
    });
  });

  test("that never answers costs its site the deadline", async () => {
    let aborted: unknown;
    const results = await run(
      (_, index, { signal }) => {
        if (index !== 5) return series;
        signal.addEventListener("abort", () => (aborted = signal.reason));
        return new Promise(() => {});
      },
      { deadline: 600 },
    );
    expect(results.filter(({ ok }) => !ok).map(({ index }) => index)).toEqual([5]);
    expect(results[5]).toMatchObject({ error: { code: "ERR_DEADLINE" } });
    expect(aborted).toMatchObject({ code: "ERR_DEADLINE" });
  });
});

describe("what concerns all sites ends the run", () => {
  test.each([
    ["a module that is not there", { weather: { module: "/nowhere/weather.mjs" } }, /Cannot find module/],
    ["an export that is not there", { weather: { ...weather, export: "nothing" } }, /has no export "nothing"/],
    ["models that are not there", { context: { registry: { module: "/nowhere/models.mjs" } } }, /Cannot find module/],
  ])("%s", (_, options, message) =>
    expect(collect(simulate({ ...common, sites: sites(), ...options }))).rejects.toThrow(message),
  );

  test.each([
    [
      "an iterable of sites that throws",
      function* () {
        yield* sites();
        throw new Error("sites.csv, line 31");
      },
    ],
    [
      "one that throws when it is closed, too",
      () => ({
        next() {
          throw new Error("sites.csv, line 31");
        },
        return() {
          throw new Error("cannot be closed");
        },
      }),
    ],
  ])("%s", async (_, iterate) => {
    const given = { [Symbol.iterator]: iterate } as Iterable<BulkSite>;
    await expect(collect(simulate({ ...common, sites: given }))).rejects.toThrow("sites.csv, line 31");
  });
});

describe("abort", () => {
  const reason = new Error("enough");
  type Stop = () => void;

  /** Resolves once a thread is in the loop: it writes the file before. */
  async function looping(marker: string): Promise<void> {
    while (!existsSync(marker)) await new Promise((resolve) => setTimeout(resolve, 5));
  }

  test.each<[string, (stop: Stop) => Partial<SimulationOptions>]>([
    [
      "while threads work for ever",
      (stop) => {
        const marker = join(folder, "abort");
        void looping(marker).then(stop);
        return { sites: sites({ 0: { fault: "loop", marker } }) };
      },
    ],
    [
      "while weather is loaded for ever",
      (stop) => ({
        weather: () => {
          stop();
          return new Promise<never>(() => {});
        },
      }),
    ],
    [
      "while sites do not come",
      (stop) => ({
        sites: (async function* () {
          stop();
          await new Promise(() => {});
          yield* sites();
        })(),
      }),
    ],
    [
      "by the iterable of sites itself",
      (stop) => ({
        sites: (function* () {
          yield* sites();
          stop();
          yield* sites();
        })(),
      }),
    ],
  ])("%s ends the run with the reason", async (_, optionsFor) => {
    const controller = new AbortController();
    const options = optionsFor(() => controller.abort(reason));
    const run = simulate({ ...common, sites: sites(), ...options, signal: controller.signal, deadline: 50_000 });
    await expect(collect(run)).rejects.toBe(reason);
  });

  test("before the start", () =>
    expect(collect(simulate({ ...common, sites: sites(), signal: AbortSignal.abort("no") }))).rejects.toBe("no"));

  test("close ends a run that is read elsewhere", async () => {
    const marker = join(folder, "close");
    const run = simulate({ ...common, sites: sites({ 0: { fault: "loop", marker } }) });
    const reading = collect(run);
    reading.catch(() => {});
    await looping(marker);
    await run.close();
    await expect(reading).rejects.toMatchObject({ code: "ERR_POOL_CLOSED" });
  });
});

describe("a process", () => {
  /** A script that imports the bulk module as `bulk`, in a process of its own that ends by itself. */
  function inProcess(script: string, ...flags: string[]): string {
    const code = `import * as bulk from ${JSON.stringify(bulkUrl)};\n${script}`;
    const args = [...flags, "--input-type=module", "-e", code];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 600_000 });
    expect([status, stderr]).toEqual([0, ""]);
    return stdout;
  }

  const options = JSON.stringify({ ...common, threads: 2, sites: sites() });

  // An ES module that is loaded by a `require` brings the process down when its thread is closed in the middle of that.
  const flag = "--trace-require-module=all";
  test.skipIf(!process.allowedNodeEnvironmentFlags.has("--trace-require-module"))(
    "starts threads without a require of ES modules",
    () => {
      const encoder = new URL("files/encoder.js", bulkUrl).href;
      const script = `
      const pool = bulk.createPool({ threads: 1 });
      await pool.warm();
      await pool.close();
      const { openEncoder } = await import(${JSON.stringify(encoder)});
      const description = { columns: [{ name: "site", type: "string" }], metadata: {} };
      const threads = openEncoder({ format: "csv", description, options: {} }, 1);
      await threads.encode({ rows: 0, columns: [{ values: [], counts: [] }] });
      await threads.close();
      console.log("end");
    `;
      expect(inProcess(script, flag)).toBe("end\n");
    },
  );

  test("that leaves a run in the middle ends, and so does one that forgets its pool", () => {
    const script = `
      for await (const result of bulk.simulate(${options})) break;
      bulk.createPool({ threads: 2 });
      console.log("end");
    `;
    expect(inProcess(script)).toBe("end\n");
  });

  test("of little memory computes many sites: nothing that grows with their number is held", () => {
    const script = `
      const weather = { start: 0, interval: 3600, columns: { temperature: [20] } };
      function* sites() {
        // Ten kilobytes each: twice the heap together, and a third of it for the 2048 that are under way at a time.
        for (let i = 0; i < 12_000; i++) yield { id: "site " + i, lat: i % 90, lon: i % 180, note: new Array(1250).fill(i) };
      }
      let next = 0;
      const run = bulk.simulate({ sites: sites(), weather, parameters: "temperature", frequency: "1_hour", threads: 2 });
      for await (const { index, ok } of run) if (index !== next++ || !ok) throw new Error("site " + index);
      console.log(next);
    `;
    expect(inProcess(script, "--max-old-space-size=64")).toBe("12000\n");
  });
});
