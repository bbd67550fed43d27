import { createHash } from "node:crypto";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import {
  computeColumns,
  computeObservation,
  copyColumns,
  createWorkspace,
  explain,
  jsonChunks,
  type ObservationColumns,
  type ObservationContext,
  toResponse,
  type WeatherSeries,
  type Workspace,
  writeCsv,
  writeJson,
} from "../../src/index.js";
import { dirint } from "../../src/physics/models/decomposition/index.js";
import { drawsOf } from "../draws.js";
import { buildCase, type Case, type Draw, draws, iso, roughSun } from "./cases.js";

const SEED = 4711;
const DAY = 86_400_000;

function run({ query, weather, context }: Case, workspace?: Workspace): ObservationColumns {
  return computeColumns(query, weather, context, workspace);
}

/** Everything that a computation returns, to the last bit (of NaN there are many, which JavaScript cannot tell apart). */
function fingerprint(columns: ObservationColumns): string {
  const hash = createHash("sha256");
  for (const values of [...Object.values(columns.values), ...Object.values(columns.extra)]) {
    if (values)
      hash.update(new Uint8Array(Float64Array.from(values, (v) => (Number.isNaN(v) ? Number.NaN : v)).buffer));
  }
  const { start, interval, count, meta, diagnostics } = columns;
  return hash.update(JSON.stringify({ start, interval, count, meta, diagnostics })).digest("hex");
}

function forDraws(numRuns: number, check: (draw: Draw) => void): void {
  fc.assert(fc.property(draws, check), { seed: SEED, numRuns: drawsOf(numRuns, 4) });
}

/** Days of weather with broken sky, GHI alone unless said. */
function broken(start: number, interval: number, days: number, lat: number, lon: number, seed = 1): WeatherSeries {
  const random = randomNumbers(seed);
  const n = Math.round((days * DAY) / (interval * 1000));
  const ghi = new Float64Array(n);
  const temperature = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    const { elevation } = roughSun(start + (i + 0.5) * interval * 1000, lat, lon);
    const clear = 1000 * Math.max(Math.sin((elevation / 180) * Math.PI), 0);
    ghi[i] = random() < 0.03 ? Number.NaN : clear * (0.2 + random());
    temperature[i] = 15 * random();
  }
  return { start, interval, columns: { global_horizontal_irradiance: ghi, temperature } };
}

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null && !ArrayBuffer.isView(value)) {
    for (const item of Object.values(value)) deepFreeze(item);
    Object.freeze(value);
  }
  return value;
}

describe("inputs", () => {
  const bytes = (weather: Case["weather"]) =>
    Object.values(weather.columns).map((column) => Buffer.from(new Float64Array(column).buffer).toString("hex"));

  test("frozen query, weather and context serve, and no array is written to", () => {
    forDraws(40, (draw) => {
      const made = buildCase(draw);
      const before = bytes(made.weather);
      const line = JSON.stringify(made.query.horizon);
      run(deepFreeze(made));
      expect(bytes(made.weather)).toEqual(before);
      expect(JSON.stringify(made.query.horizon)).toBe(line);
    });
  });

  test("plain arrays, null and undefined for missing, give the same bytes as Float64Array", () => {
    forDraws(40, (draw) => {
      const made = buildCase(draw);
      let k = 0;
      const columns = Object.fromEntries(
        Object.entries(made.weather.columns).map(([name, values]) => [
          name,
          Array.from(values, (v) => (Number.isNaN(v) ? [null, undefined, Number.NaN][k++ % 3] : v)),
        ]),
      );
      const plain = computeColumns(made.query, deepFreeze({ ...made.weather, columns }), made.context);
      expect(fingerprint(plain)).toBe(fingerprint(run(made)));
    });
  });

  test("a context's arrays are not written to and may be frozen or typed", () => {
    const horizon = Float64Array.from({ length: 360 }, (_, a) => (a % 40) + 0.25);
    const months = Float64Array.from({ length: 12 }, (_, m) => 2 + m / 4);
    const weather = broken(Date.UTC(2024, 1, 28), 900, 2, 46, 7);
    const query = { lat: 46, lon: 7, parameters: "all", horizon: "auto" };
    const typed = computeColumns(query, weather, { horizon, linkeTurbidity: months });
    const frozen = deepFreeze({ horizon: [...horizon], linkeTurbidity: [...months] });
    expect(fingerprint(computeColumns(query, weather, frozen))).toBe(fingerprint(typed));
    expect(horizon[39]).toBe(39.25);
    expect(months[11]).toBe(4.75);
  });

  test("explain and computeObservation leave them alone, too", () => {
    const made = deepFreeze(buildCase(fc.sample(draws, { seed: SEED, numRuns: 1 })[0]!));
    const before = bytes(made.weather);
    computeObservation(made.query, made.weather, made.context);
    explain(made.query, made.weather, run(made).start, made.context);
    expect(bytes(made.weather)).toEqual(before);
  });
});

describe("the same bits", () => {
  test("behind a flat horizon, where shaded values are copies, with any of the open ones asked beside power", () => {
    const query = { lat: 47, lon: 8, frequency: "1_hour", surface_tilt: 30, surface_azimuth: 180 };
    const weather = broken(Date.UTC(2023, 5, 10), 3600, 2, 47, 8) as Case["weather"];
    const shaded = (...beside: string[]) =>
      computeColumns({ ...query, parameters: [...beside, "pv_production_with_shading"].join(",") }, weather).values
        .pv_production_with_shading;
    const alone = shaded();
    expect(Math.max(...alone!)).toBeGreaterThan(100);
    for (const beside of ["global_tilted_irradiance", "global_tilted_irradiance_with_shading", "pv_production"]) {
      expect(shaded(beside), beside).toEqual(alone);
    }
    expect(shaded("global_tilted_irradiance", "global_tilted_irradiance_with_shading")).toEqual(alone);
  });

  test("on a second run, and after other places, years and frequencies", () => {
    const samples = fc.sample(draws, { seed: SEED, numRuns: 40 }).map(buildCase);
    const first = samples.map((made) => fingerprint(run(made)));
    const backwards = [...samples].reverse().map((made) => fingerprint(run(made)));
    expect(backwards.reverse()).toEqual(first);
  });

  test("with one workspace for all, growing on the way, as with a fresh one each", () => {
    const samples = fc.sample(draws, { seed: SEED + 1, numRuns: 40 }).map(buildCase);
    const shared = createWorkspace();
    for (const made of samples) expect(fingerprint(run(made, shared))).toBe(fingerprint(run(made)));
  });

  test("a computation that throws leaves nothing behind in the workspace", () => {
    const [made, other] = fc.sample(draws, { seed: SEED + 2, numRuns: 2 }).map(buildCase) as [Case, Case];
    const work = createWorkspace();
    run(other, work);
    const bad = { ...made.weather, columns: { temperature: Float64Array.of(1), albedo: Float64Array.of(1, 2) } };
    expect(() => computeColumns(made.query, bad, made.context, work)).toThrow(/albedo/);
    const late = { ...made.weather, start: made.weather.start + 0.5 };
    expect(() => computeColumns(made.query, late, made.context, work)).toThrow(/whole milliseconds/);
    expect(fingerprint(run(made, work))).toBe(fingerprint(run(made)));
  });

  test.each([1, 7, 2048, 1e6])("with blocks of %d sub-steps", (blockSize) => {
    const work = createWorkspace({ blockSize });
    forDraws(25, (draw) => {
      const made = buildCase(draw);
      expect(fingerprint(run(made, work))).toBe(fingerprint(run(made)));
    });
  });

  test.each([
    ["hourly DIRINT, smooth", 3600, "15_minutes", "smooth"],
    ["half-hourly DIRINT, step", 1800, "1_hour", "step"],
    ["10-minute DIRINT, smooth", 600, "1_minute", "smooth"],
    ["1-minute weather, smooth", 60, "1_minute", "smooth"],
    ["daily means", 86_400, "1_hour", "smooth"],
  ] as const)("with any block size: %s", (_name, interval, frequency, spread) => {
    const days = interval > 600 ? 6 : 1;
    const made: Case = {
      query: { lat: 52.5, lon: 13.4, parameters: "all", frequency, surface_tilt: 35, surface_azimuth: 170 },
      weather: broken(Date.UTC(2023, 2, 25, 4, 10), interval, days, 52.5, 13.4) as Case["weather"],
      context: { spread, altitude: 40, models: interval < 600 || interval > 3600 ? {} : { decomposition: dirint } },
    };
    const whole = fingerprint(run(made));
    for (const blockSize of [1, 7, 100, 1e7])
      expect(fingerprint(run(made, createWorkspace({ blockSize })))).toBe(whole);
  });

  test("in a worker thread, which runs dist/", async () => {
    const samples = fc.sample(draws, { seed: SEED + 3, numRuns: 25 }).map(buildCase);
    const dist = new URL("../../dist/index.js", import.meta.url).href;
    const script = `
      const { parentPort, workerData } = require("node:worker_threads");
      import(${JSON.stringify(dist)}).then(({ computeColumns }) => {
        parentPort.postMessage(workerData.map(({ query, weather, context }) => computeColumns(query, weather, context)));
      });`;
    const columns = await new Promise<ObservationColumns[]>((resolve, reject) => {
      new Worker(script, { eval: true, workerData: samples }).once("message", resolve).once("error", reject);
    });
    samples.forEach((made, i) => {
      expect(fingerprint(columns[i]!)).toBe(fingerprint(run(made)));
      expect(Buffer.compare(writeJson(columns[i]!, { decimals: null }), writeJson(run(made), { decimals: null }))).toBe(
        0,
      );
    });
  });
});

describe("a part requested alone is that part of the whole", () => {
  test.each([
    ["15_minutes", 3600, 0],
    ["15_minutes", 3600, 600],
    ["1_hour", 3600, 1800],
    ["1_hour", 600, 37],
    ["1_minute", 1800, 0],
    ["1_minute", 900, 450],
  ] as const)("days of %s from weather of %d s with phase %d s", (frequency, interval, phase) => {
    const start = Date.UTC(2024, 1, 27) + phase * 1000;
    const days = 5;
    const weather = broken(start, interval, days, -33, 151);
    const horizon = Array.from({ length: 360 }, (_, a) => a % 25);
    const query = { lat: -33, lon: 151, parameters: "all", frequency, surface_tilt: 30, horizon };
    const context: ObservationContext = {
      extra: ["azimuth", "clearness_index"],
      models: interval === 3600 ? { decomposition: dirint } : {},
    };
    const whole = computeColumns(query, weather, context);
    for (let day = 0; day < days; day++) {
      const from = Date.UTC(2024, 1, 27) + day * DAY;
      const period = { start: iso(from), end: iso(from + DAY) };
      const part = computeColumns({ ...query, ...period }, weather, context);
      const offset = (part.start - whole.start) / (part.interval * 1000);
      for (const [name, values] of [...Object.entries(part.values), ...Object.entries(part.extra)]) {
        const all = (whole.values as { [name: string]: Float64Array | null })[name] ?? whole.extra[name]!;
        for (let i = 0; i < part.count; i++) {
          if (offset + i < 0 || offset + i >= whole.count) continue;
          if (!Object.is(values![i], all[offset + i])) expect.fail(`${name} ${i}: ${values![i]}, ${all[offset + i]}`);
        }
      }
    }
  });

  test("any stretch of any draw", () => {
    forDraws(60, (draw) => {
      const made = buildCase(draw);
      if (draw.weather.seed % 2 === 1) made.context.models = { ...made.context.models, decomposition: dirint };
      const whole = run(made);
      const random = randomNumbers(draw.weather.seed);
      const step = whole.interval * 1000;
      const i0 = Math.floor(random() * whole.count);
      const i1 = i0 + 1 + Math.floor(random() * (whole.count - i0));
      const query = { ...made.query, start: iso(whole.start + i0 * step), end: iso(whole.start + i1 * step) };
      let part: ObservationColumns;
      try {
        part = computeColumns(query, made.weather, made.context);
      } catch (error) {
        expect(String(error)).toMatch(/does not overlap the weather/);
        return;
      }
      expect(part.count).toBe(i1 - i0);
      for (const [name, values] of Object.entries(part.values)) {
        const all = whole.values[name as keyof typeof whole.values]!;
        for (let i = 0; i < part.count; i++) {
          if (!Object.is(values![i], all[i0 + i])) expect.fail(`${name} ${i}: ${values![i]}, ${all[i0 + i]}`);
        }
      }
    });
  });

  test("counts of weather intervals do not depend on the blocks", () => {
    const weather = broken(Date.UTC(2023, 5, 1, 0, 10), 3600, 6, 40, 0);
    const ghi = weather.columns.global_horizontal_irradiance as Float64Array;
    for (let i = 0; i < ghi.length; i += 5) ghi[i] = [-5, -500, 4000, 30][(i / 5) % 4]!;
    const query = { lat: 40, lon: 0, parameters: "all", frequency: "15_minutes" };
    const { counts } = computeColumns(query, weather).diagnostics;
    // Every fifth of 144 rows: 29 of them, four kinds in turn.
    expect(counts).toMatchObject({ negative: 8, missing_code: 7, implausible: 7 });
    for (const blockSize of [1, 50, 1e6]) {
      const blocks = computeColumns(query, weather, {}, createWorkspace({ blockSize })).diagnostics.counts;
      expect(blocks).toEqual(counts);
    }
  });
});

describe("workspace", () => {
  const query = { lat: 46, lon: 7, parameters: "all" };
  const weather = broken(Date.UTC(2024, 5, 1), 900, 1, 46, 7);

  test("with one, the columns are views on it; without, they are the caller's for ever", () => {
    const work = createWorkspace();
    const first = computeColumns(query, weather, {}, work);
    const ghi = first.values.global_horizontal_irradiance!;
    const before = Float64Array.from(ghi);
    const second = computeColumns({ ...query, lat: -46 }, weather, {}, work);
    expect(second.values.global_horizontal_irradiance!.buffer).toBe(ghi.buffer);
    expect(ghi).not.toEqual(before);

    const own = computeColumns(query, weather);
    const kept = fingerprint(own);
    const buffers = new Set(Object.values(own.values).map((values) => values!.buffer));
    expect(buffers.size).toBe(21);
    computeColumns({ ...query, lat: -46 }, weather);
    expect(fingerprint(own)).toBe(kept);
  });

  test.each([
    ["toResponse", (columns: ObservationColumns) => toResponse(columns)],
    ["writeJson", (columns: ObservationColumns) => writeJson(columns)],
    ["writeCsv", (columns: ObservationColumns) => writeCsv(columns)],
    ["jsonChunks", (columns: ObservationColumns) => [...jsonChunks(columns)]],
    ["copyColumns", (columns: ObservationColumns) => copyColumns(columns)],
  ])("%s refuses columns that the workspace has left behind", (_name, write) => {
    const work = createWorkspace();
    const stale = computeColumns(query, weather, {}, work);
    write(stale);
    const copy = copyColumns(stale);
    const current = computeColumns({ ...query, lat: 45 }, weather, {}, work);
    expect(() => write(stale)).toThrow(expect.objectContaining({ code: "ERR_STALE_COLUMNS" }));
    write(current);
    write(copy);
    expect(fingerprint(copy)).toBe(fingerprint(computeColumns(query, weather)));
  });

  test("a computation that fails half-way makes earlier columns stale or leaves them whole", () => {
    const work = createWorkspace();
    const first = computeColumns(query, weather, {}, work);
    const bytes = writeJson(first);
    expect(() => computeColumns({ ...query, lat: 91 }, weather, {}, work)).toThrow(/lat/);
    expect(Buffer.compare(writeJson(first), bytes)).toBe(0);
  });

  test("shared: the columns lie on a SharedArrayBuffer, with the same bits", () => {
    const work = createWorkspace({ shared: true });
    const columns = computeColumns(query, weather, {}, work);
    for (const values of Object.values(columns.values)) expect(values!.buffer).toBeInstanceOf(SharedArrayBuffer);
    expect(writeJson(columns)).toEqual(writeJson(computeColumns(query, weather)));
    const copy = copyColumns(columns);
    for (const values of Object.values(copy.values)) expect(values!.buffer).toBeInstanceOf(ArrayBuffer);
  });

  test("a block size must be a whole number of 1 or more", () => {
    for (const blockSize of [0, -1, 1.5, Number.NaN]) {
      expect(() => createWorkspace({ blockSize })).toThrow(RangeError);
    }
  });
});
