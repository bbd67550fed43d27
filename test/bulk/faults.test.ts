/** Threads that throw, crash, run out of memory or never end: the run goes on, and its results are those of a quiet one. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { BulkSite, SimulationOptions, WeatherFunction } from "../../src/bulk/types.js";
import { bulk, bulkUrl, collect, fixture, type SiteResult } from "./dist.js";
import { days } from "./weather.js";

const { simulate } = bulk;
const folder = mkdtempSync(join(tmpdir(), "irradiance-faults-"));
afterAll(() => rmSync(folder, { recursive: true }));

const COUNT = 30;
const weather = { module: fixture("loaders.mjs"), export: "faulty" };
const common = { weather, frequency: "1_hour", threads: 2 } as const;

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
  test("throws in the worker is reported as it threw", async () => {
    const results = await collect(simulate({ ...common, sites: sites({ 4: { fault: "throw" }, 9: { lat: 99 } }) }));
    expectOthersQuiet(results, 4, 9);
    expect(results[4]).toEqual({
      ...{ ok: false, index: 4, id: "s4", lat: 46, lon: 0.4, attempts: 1 },
      error: { code: "ERR_NO_WEATHER", message: "no weather at s4" },
    });
    expect(results[9]).toMatchObject({ error: { code: "ERR_REQUEST", message: /parameter "lat"/ } });
  });

  test("has weather that is none is reported", async () => {
    const faults = { 0: { fault: 12 }, 5: { weather: { start: 0, interval: 1, columns: { rain: [1] } } } };
    const results = await collect(simulate({ ...common, sites: sites(faults) }));
    expectOthersQuiet(results, 0, 5);
    expect(results[0]).toMatchObject({
      error: { code: "ERR_WEATHER", message: /export "faulty" must give a weather/ },
    });
    expect(results[5]).toMatchObject({ error: { code: "ERR_WEATHER", message: /unknown weather column "rain"/ } });
  });

  test("cannot be posted to a thread is reported", async () => {
    const results = await collect(simulate({ ...common, sites: sites({ 7: { note: () => 1 } }) }));
    expectOthersQuiet(results, 7);
    expect(results[7]).toMatchObject({ error: { code: "DataCloneError" }, attempts: 1 });
  });

  test("is none is reported", async () => {
    const given: unknown[] = sites();
    given[3] = null;
    given[20] = { ...sites()[20], models: { pv: () => 1 } };
    const results = await collect(simulate({ ...common, sites: given as BulkSite[] }));
    expectOthersQuiet(results, 3, 20);
    expect(results[3]).toMatchObject({ id: "3", error: { code: "TypeError", message: /a site must be an object/ } });
  });

  test.each([
    ["ends its thread", "exit", {}],
    ["runs out of memory", "memory", { memoryLimit: 24 }],
    ["loops for ever", "loop", { deadline: 1500 }],
    ["waits for ever", "hang", { deadline: 1500 }],
  ] as const)("%s once is computed at the second attempt", async (_, fault, options) => {
    const marker = join(folder, fault);
    const results = await collect(simulate({ ...common, ...options, sites: sites({ 13: { fault, marker } }) }));
    expect(existsSync(marker)).toBe(true);
    expectOthersQuiet(results);
  });

  test.each([
    ["ends its thread", "exit", {}, "ERR_WORKER_CRASHED"],
    ["runs out of memory", "memory", { memoryLimit: 24 }, "ERR_WORKER_OUT_OF_MEMORY"],
    ["loops for ever", "loop", { deadline: 1500 }, "ERR_DEADLINE"],
  ] as const)("%s every time is reported, and the others are not", async (_, fault, options, code) => {
    const results = await collect(simulate({ ...common, ...options, sites: sites({ 6: { fault }, 7: { fault } }) }));
    expectOthersQuiet(results, 6, 7);
    for (const index of [6, 7]) expect(results[index]).toMatchObject({ error: { code }, attempts: 2 });
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
    expect(results[4]).toMatchObject({ error: { code: "ERR_WEATHER", message: /must give a weather series/ } });
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
  ])("%s", async (_, options, message) => {
    await expect(collect(simulate({ ...common, sites: sites(), ...options }))).rejects.toThrow(message);
  });

  test("an iterable of sites that throws", async () => {
    const given = (function* () {
      yield* sites();
      throw new Error("sites.csv, line 31");
    })();
    await expect(collect(simulate({ ...common, sites: given }))).rejects.toThrow("sites.csv, line 31");
  });
});

describe("abort", () => {
  test.each([
    ["while threads work for ever", { sites: sites({ 1: { fault: "loop" }, 2: { fault: "loop" } }) }],
    ["while weather is loaded for ever", { sites: sites(), weather: () => new Promise<never>(() => {}) }],
    [
      "while sites do not come",
      {
        sites: (async function* () {
          await new Promise(() => {});
          yield* sites();
        })(),
      },
    ],
  ])("%s ends the run with the reason", async (_, options) => {
    const controller = new AbortController();
    const reason = new Error("enough");
    setTimeout(() => controller.abort(reason), 400);
    const run = simulate({ ...common, ...options, signal: controller.signal, deadline: 50_000 });
    await expect(collect(run)).rejects.toBe(reason);
  });

  test("before the start", async () => {
    await expect(collect(simulate({ ...common, sites: sites(), signal: AbortSignal.abort("no") }))).rejects.toBe("no");
  });

  test("close ends a run that is read elsewhere", async () => {
    const run = simulate({ ...common, sites: sites({ 0: { fault: "loop" } }) });
    const reading = collect(run);
    reading.catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 300));
    await run.close();
    await expect(reading).rejects.toMatchObject({ code: "ERR_POOL_CLOSED" });
  });
});

describe("a process", () => {
  /** A script that imports the bulk module as `bulk`, in a process of its own that ends by itself. */
  function inProcess(script: string, ...flags: string[]): string {
    const code = `import * as bulk from ${JSON.stringify(bulkUrl)};\n${script}`;
    const args = [...flags, "--input-type=module", "-e", code];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 50_000 });
    expect([status, stderr]).toEqual([0, ""]);
    return stdout;
  }

  const options = JSON.stringify({ ...common, sites: sites() });

  test("that leaves a run in the middle ends, and so does one that forgets its pool", () => {
    const script = `
      for await (const result of bulk.simulate(${options})) break;
      bulk.createPool({ threads: 2 });
      console.log("end");
    `;
    expect(inProcess(script)).toBe("end\n");
  });

  test("of little memory computes 100,000 sites: nothing that grows with their number is held", () => {
    const script = `
      const weather = { start: 0, interval: 3600, columns: { temperature: [20] } };
      function* sites() {
        for (let i = 0; i < 1e5; i++) yield { id: "a name of some length, " + i, lat: i % 90, lon: i % 180, note: "x".repeat(400) + i };
      }
      let next = 0;
      const run = bulk.simulate({ sites: sites(), weather, parameters: "temperature", frequency: "1_hour", threads: 2 });
      for await (const { index, ok } of run) if (index !== next++ || !ok) throw new Error("site " + index);
      console.log(next);
    `;
    expect(inProcess(script, "--max-old-space-size=40")).toBe("100000\n");
  });
});
