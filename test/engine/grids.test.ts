import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import {
  findLightWindows,
  findSunHeights,
  type LightWindows,
  noWindows,
  openLightWindows,
  type SunHeights,
} from "../../src/engine/grid/daylight-windows.js";
import { cellAt, cellStart, cellsOver } from "../../src/engine/grid/lattice.js";
import { findLitRows, noLitRows } from "../../src/engine/grid/lit-rows.js";
import { placeSteps, type Steps, stepCapacity } from "../../src/engine/grid/sub-steps.js";
import { INTERVALS, reserveRows, STEPS } from "../../src/engine/memory/columns.js";
import { meanRows, meanThreeRows, sunlitMeanRows } from "../../src/engine/output-grid/means.js";
import { monthlyRows, monthlyValue } from "../../src/foundation/time/monthly.js";
import { computeColumns, createWorkspace, WeatherError } from "../../src/index.js";
import { prepareSunSite, solarPosition } from "../../src/physics/models/solar-position/index.js";

const SEED = 31;
const HOUR = 3_600_000;

const lattices = fc.record({
  origin: fc.oneof(fc.integer({ min: -2e12, max: 2e12 }), fc.constantFrom(0, 600_000, 0.5)),
  step: fc.constantFrom(1000, 60_000, 300_000, 600_000, 900_000, 1_800_000, 3_600_000, 86_400_000),
});

describe("lattices", () => {
  test("cellAt and cellStart belong together, cellsOver covers and no more", () => {
    fc.assert(
      fc.property(lattices, fc.integer({ min: -1e12, max: 1e12 }), fc.nat(1e8), (lattice, from, length) => {
        const cell = cellAt(lattice, from);
        expect(cellStart(lattice, cell)).toBeLessThanOrEqual(from);
        expect(cellStart(lattice, cell + 1)).toBeGreaterThan(from);
        const to = from + length + 1;
        const { first, last } = cellsOver(lattice, from, to);
        expect(first).toBe(cell);
        expect(cellStart(lattice, last)).toBeGreaterThanOrEqual(to);
        expect(cellStart(lattice, last - 1)).toBeLessThan(to);
      }),
      { seed: SEED },
    );
  });
});

const NEVER = noWindows();
const ALWAYS = noWindows();
openLightWindows(ALWAYS);

/** The sun in twilight, low, above that, and high, all the time. */
const SUNS = {
  twilight: { dawn: NEVER, day: NEVER, high: NEVER },
  low: { dawn: ALWAYS, day: NEVER, high: NEVER },
  middling: { dawn: ALWAYS, day: ALWAYS, high: NEVER },
  high: { dawn: ALWAYS, day: ALWAYS, high: ALWAYS },
} as const satisfies { readonly [name: string]: SunHeights };

function place(
  weather: { origin: number; step: number },
  [first, last]: [number, number],
  output: { origin: number; step: number },
  [outputFirst, outputLast]: [number, number],
  subSteps: { count: number } | { panel: number },
  windows: LightWindows = ALWAYS,
  heights: SunHeights = SUNS.low,
) {
  const capacity = stepCapacity(weather, output, (last - first) * weather.step, subSteps);
  const time = new Float64Array(capacity).fill(Number.NaN);
  const weight = new Float64Array(capacity).fill(Number.NaN);
  const lead = new Float64Array(capacity).fill(Number.NaN);
  const steps: Steps = {
    count: 0,
    whole: false,
    weatherStart: new Int32Array(last - first + 1),
    outputStart: new Int32Array(outputLast - outputFirst + 1).fill(-1),
  };
  const span = [weather, first, last, output, outputFirst, outputLast] as const;
  placeSteps(...span, subSteps, windows, heights, time, weight, lead, steps);
  const from = time.map((node, i) => node - lead[i]! * 1000);
  const to = from.map((start, i) => start + weight[i]! * 1000);
  return { capacity, time, weight, from, to, steps };
}

describe("sub-steps", () => {
  const cases = fc.record({
    weatherStep: fc.constantFrom(60, 300, 420, 600, 900, 1800, 3600, 86_400),
    phase: fc.constantFrom(0, 1, 37, 600, 1800, 3599),
    outputStep: fc.constantFrom(60, 900, 3600),
    outputs: fc.integer({ min: 1, max: 40 }),
    subSteps: fc.constantFrom({ count: 1 }, { count: 3 }, { count: 4 }, { count: 60 }, { panel: 900 }, { panel: 7 }),
    halo: fc.integer({ min: 0, max: 3 }),
    sun: fc.constantFrom("twilight", "low", "middling", "high"),
  });

  test("fill the time without gap or overlap, and never straddle an edge of either grid", () => {
    fc.assert(
      fc.property(cases, ({ weatherStep, phase, outputStep, outputs, subSteps, halo, sun }) => {
        const weather = { origin: phase * 1000, step: weatherStep * 1000 };
        const output = { origin: 7 * HOUR, step: outputStep * 1000 };
        const begin = cellStart(output, 0);
        const end = cellStart(output, outputs);
        const inner = cellsOver(weather, begin, end);
        const first = inner.first - halo;
        const last = inner.last + halo;
        const longestOf = { twilight: 2, low: 0.5, middling: 1, high: 1.5 }[sun];
        const longest = subSteps.panel === undefined ? undefined : Math.max(longestOf * subSteps.panel, 300);
        const { capacity, time, weight, from, to, steps } = place(
          weather,
          [first, last],
          output,
          [0, outputs],
          subSteps,
          ALWAYS,
          SUNS[sun],
        );
        expect(steps.count).toBeLessThanOrEqual(capacity);
        // Plain comparisons: a million expects take a minute.
        const near = (a: number, b: number) => Math.abs(a - b) < 1e-4;
        const startOf = (i: number) => (i === 0 ? cellStart(weather, first) : to[i - 1]!);
        const wrong: string[] = [];
        for (let i = 0; i < steps.count; i++) {
          if (!near(from[i]!, startOf(i))) wrong.push(`gap before ${i}`);
          if (!(time[i]! > from[i]! && time[i]! < to[i]!)) wrong.push(`node outside ${i}`);
          for (const lattice of [weather, output]) {
            if (cellAt(lattice, from[i]! + 1e-3) !== cellAt(lattice, to[i]! - 1e-3)) wrong.push(`edge inside ${i}`);
          }
          if (longest !== undefined && weight[i]! > longest + 1e-9) wrong.push(`${i} too long`);
        }
        if (!near(startOf(steps.count), cellStart(weather, last))) wrong.push("end");
        for (let o = 0; o <= outputs; o++) {
          if (!near(startOf(steps.outputStart[o]!), cellStart(output, o))) wrong.push(`output ${o}`);
        }
        for (let j = first; j <= last; j++) {
          if (!near(startOf(steps.weatherStart[j - first]!), cellStart(weather, j))) wrong.push(`weather ${j}`);
        }
        expect(wrong).toEqual([]);
      }),
      { seed: SEED, numRuns: 150 },
    );
  });

  test("of an interval are the same numbers whatever else is placed", () => {
    const weather = { origin: 600_000, step: HOUR };
    const output = { origin: 0, step: 900_000 };
    const wide = place(weather, [-2, 9], output, [1, 30], { panel: 900 });
    const narrow = place(weather, [3, 4], output, [17, 19], { panel: 900 });
    const at = wide.steps.weatherStart[5]!;
    for (let i = 0; i < narrow.steps.count; i++) {
      expect(narrow.time[i]).toBe(wide.time[at + i]);
      expect(narrow.weight[i]).toBe(wide.weight[at + i]);
    }
  });

  test("counts: per stretch between two edges; auto has two per quarter of an hour with a low sun, one in 5 minutes", () => {
    const hour = { origin: 0, step: HOUR };
    const quarter = { origin: 0, step: 900_000 };
    expect(place(hour, [0, 1], hour, [0, 1], { count: 1 }).steps.count).toBe(1);
    expect(place(hour, [0, 1], quarter, [0, 4], { count: 2 }).steps.count).toBe(8);
    // Weather from hh:10: the hour falls into 10 + 50 minutes.
    expect(place({ origin: 600_000, step: HOUR }, [-1, 1], hour, [0, 1], { count: 6 }).steps.count).toBe(24);
    expect(place(hour, [0, 1], hour, [0, 1], { panel: 900 }).steps.count).toBe(8);
    expect(place({ origin: 0, step: 60_000 }, [0, 60], hour, [0, 1], { panel: 900 }).steps.count).toBe(60);
    const countOf = (sun: keyof typeof SUNS, weather: typeof hour, output: typeof hour, hours = 1) => {
      const spans = [weather, output].map(({ step }) => [0, (hours * HOUR) / step] as [number, number]);
      return place(weather, spans[0]!, output, spans[1]!, { panel: 900 }, ALWAYS, SUNS[sun]).steps.count;
    };
    // Half an hour has two while the sun is not low; shorter stretches have what they always have.
    const lofty = (weather: typeof hour, output: typeof hour) => countOf("middling", weather, output);
    expect(lofty(hour, hour)).toBe(4);
    expect(lofty({ origin: 0, step: HOUR / 2 }, hour)).toBe(4);
    expect(lofty(hour, quarter)).toBe(8);
    expect(lofty(quarter, hour)).toBe(8);
    expect(lofty({ origin: 0, step: 300_000 }, hour)).toBe(12);
    // Of two such halves that follow each other, the hour has three while the sun is high.
    expect(countOf("high", hour, hour)).toBe(3);
    expect(countOf("high", hour, hour, 2)).toBe(6);
    expect(countOf("high", { origin: 0, step: 3 * HOUR }, { origin: 0, step: 3 * HOUR }, 3)).toBe(9);
    expect(countOf("high", { origin: 0, step: HOUR / 2 }, hour)).toBe(4);
    expect(countOf("high", hour, quarter)).toBe(8);
    // Neither where it is high for a part of the hour only.
    const noon = { count: 1, begin: Float64Array.of(HOUR / 10), end: Float64Array.of(2 * HOUR) };
    const partly = place(hour, [0, 2], hour, [0, 2], { panel: 900 }, ALWAYS, { ...SUNS.middling, high: noon });
    expect([...partly.steps.outputStart]).toEqual([0, 4, 7]);
    // In twilight half an hour has one.
    expect(countOf("twilight", hour, hour)).toBe(2);
    expect(countOf("twilight", quarter, hour)).toBe(8);
  });

  test("three nodes are exact for a cubic, and for a kink in the middle between quadratics", () => {
    const hour = { origin: 0, step: HOUR };
    const { time, weight, steps } = place(hour, [0, 1], hour, [0, 1], { panel: 900 }, ALWAYS, SUNS.high);
    const meanOf = (f: (x: number) => number) =>
      [...time.subarray(0, steps.count)].reduce((sum, t, i) => sum + (f((2 * t) / HOUR - 1) * weight[i]!) / 3600, 0);
    expect(meanOf((x) => 1 + x + x ** 2 + x ** 3)).toBeCloseTo(4 / 3, 14);
    expect(meanOf((x) => (x < 0 ? 3 * x ** 2 - x : x ** 2 + 2 * x))).toBeCloseTo(3 / 4 + 2 / 3, 14);
    expect(place({ origin: 1, step: 300_000 }, [-1, 12], hour, [0, 1], { panel: 900 }).steps.count).toBe(15);
  });
});

describe("windows of light", () => {
  const windows: LightWindows = { count: 0, begin: new Float64Array(0), end: new Float64Array(0) };
  const places = [-90, -67.4, -34, 0, 23.4, 60, 66.6, 70, 84, 90].flatMap((lat) =>
    [-180, -71, 0, 93, 180].map((lon) => [lat, lon]),
  );

  /** Elevations of the true sun every 10 minutes over two days, by the model. */
  function elevations(lat: number, lon: number, start: number) {
    const time = Float64Array.from({ length: 288 }, (_, i) => start + i * 600_000);
    const { elevation } = solarPosition({ time, latitude: lat, longitude: lon });
    return { time, elevation };
  }

  test.each(places)("hold every moment above −6° at %d, %d, and few below −9°", (lat, lon) => {
    const site = prepareSunSite(lat, lon, 0);
    let dark = 0;
    let held = 0;
    for (let month = 0; month < 12; month++) {
      const start = Date.UTC(2024, month, 20);
      findLightWindows(site, start, start + 2 * 86_400_000, windows);
      const { time, elevation } = elevations(lat, lon, start);
      time.forEach((t, i) => {
        const inside = windows.begin.subarray(0, windows.count).some((begin, k) => t >= begin && t < windows.end[k]!);
        if (elevation[i]! > -6) expect(inside, `${new Date(t).toISOString()} at ${elevation[i]}°`).toBe(true);
        if (elevation[i]! < -9) {
          dark++;
          if (inside) held++;
        }
      });
    }
    expect(held).toBeLessThanOrEqual(dark * 0.02);
  });

  test.each(places)("above a height hold every moment half a degree above it at %d, %d, and none below", (lat, lon) => {
    const site = prepareSunSite(lat, lon, 0);
    const heights: SunHeights = { dawn: noWindows(), day: noWindows(), high: noWindows() };
    const above = { dawn: -1.25, day: 8, high: 20 } as const;
    const wrong: string[] = [];
    for (let month = 0; month < 12; month++) {
      const start = Date.UTC(2024, month, 20);
      findSunHeights(site, start, start + 2 * 86_400_000, heights);
      const { time, elevation } = elevations(lat, lon, start);
      for (const name of ["dawn", "day", "high"] as const) {
        const { begin, end, count } = heights[name];
        time.forEach((t, i) => {
          const inside = begin.subarray(0, count).some((from, k) => t >= from && t < end[k]!);
          const height = elevation[i]! - above[name];
          if (inside ? height < -0.6 : height > 0.6)
            wrong.push(`${name}: ${new Date(t).toISOString()} at ${elevation[i]}°`);
        });
      }
    }
    expect(wrong).toEqual([]);
  });

  test("leave out the night, and nothing of the day's light", () => {
    const hour = { origin: 0, step: HOUR };
    const day = Date.UTC(2024, 2, 20) / HOUR;
    findLightWindows(prepareSunSite(0, 0, 0), day * HOUR, (day + 24) * HOUR, windows);
    const lit = place(hour, [day, day + 24], hour, [day, day + 24], { panel: 900 }, windows);
    const all = place(hour, [day, day + 24], hour, [day, day + 24], { panel: 900 });
    expect(lit.steps.count).toBeGreaterThan(all.steps.count / 2);
    expect(lit.steps.count).toBeLessThan(all.steps.count * 0.6);
    const known = new Set(all.time.subarray(0, all.steps.count));
    for (let i = 0; i < lit.steps.count; i++) expect(known.has(lit.time[i]!)).toBe(true);
  });
});

describe("means", () => {
  const few = {
    count: 5,
    whole: false,
    weatherStart: new Int32Array(0),
    outputStart: Int32Array.of(0, 3, 4, 4, 5),
  };
  const weight = Float64Array.of(10, 20, 30, 60, 60);
  const lit = noLitRows();
  findLitRows(4, few.outputStart, weight, 60, lit);

  test("are weighted by time; one sub-step passes through; NaN stays", () => {
    const out = new Float64Array(5);
    meanRows(lit, few, weight, 60, Float64Array.of(1, 2, 3, 0.1, Number.NaN), null, out, 1);
    expect([...out]).toEqual([0, (10 + 40 + 90) / 60, 0.1, 0, Number.NaN]);
  });

  test("count what no sub-step covers as 0", () => {
    const out = new Float64Array(4);
    meanRows(lit, few, weight, 120, Float64Array.of(1, 2, 3, 0.1, 4), null, out, 0);
    expect([...out]).toEqual([(10 + 40 + 90) / 120, 0.05, 0, 2]);
  });

  test("three at once are those of each alone, for any number of sub-steps a row; darkness is 0", () => {
    const random = randomNumbers(5);
    for (let run = 0; run < 200; run++) {
      const n = 1 + Math.floor(40 * random());
      const nodes = [1, 2, 0][run % 3]!; // a lit row, or 0: as it comes
      const starts = [3]; // sub-steps of a halo before
      for (let r = 0; r < n; r++) {
        const isLit = Math.sin(run + r / (1 + 5 * random())) > -0.3;
        starts.push(starts[r]! + (isLit ? nodes || 1 + Math.floor(3 * random()) : 0));
      }
      const steps = { ...few, outputStart: Int32Array.from(starts) };
      const count = starts[n]!;
      const column = () => Float64Array.from({ length: count }, () => random());
      const weight = new Float64Array(count).fill(nodes === 2 ? 30 : 60);
      const [a, b, c] = [column(), column(), column()];
      const lit = noLitRows();
      findLitRows(n, steps.outputStart, weight, 60, lit);
      const mean = (...columns: Float64Array[]) => {
        const out = new Float64Array(n + 7).fill(-1);
        for (let r = 0; r < n; r++) {
          const [begin, end] = [starts[r]!, starts[r + 1]!];
          const at = (i: number) => columns.reduce((sum, values) => sum + values[i]!, 0);
          let sum = 0;
          for (let i = begin; i < end; i++) sum += at(i) * weight[i]!;
          out[5 + r] = end === begin + 1 ? at(begin) : sum / 60;
        }
        return out;
      };
      const block = { first: 5, last: 5 + n, from: 3 };
      const outs = () =>
        [0, 1, 2].map(() => new Float64Array(n + 7).fill(-1)) as [Float64Array, Float64Array, Float64Array];
      const three = outs();
      meanThreeRows(lit, steps, weight, 60, block, { a, b, c, outA: three[0], outB: three[1], outC: three[2] });
      expect(three).toEqual([mean(a), mean(b), mean(c)]);
      const sum = outs();
      meanThreeRows(lit, steps, weight, 60, block, { a, b, c: null, outA: sum[0], outB: sum[1], outC: sum[2] });
      expect(sum).toEqual([mean(a), mean(b), mean(a, b)]);
      const [one] = outs();
      meanThreeRows(lit, steps, weight, 60, block, { a, b, c: null, outA: one, outB: one, outC: one });
      expect(one).toEqual(mean(a, b));
    }
  });

  test("over the sunlit part alone, or what stands for the night", () => {
    const out = new Float64Array(4);
    const up = Float64Array.of(-0.1, 0.1, 0.2, 0, 1e-300);
    sunlitMeanRows(lit, few, weight, up, Float64Array.of(90, 45, 45, 7, -3), -1, out, 0);
    expect([...out]).toEqual([45, -1, 0, -3]);
  });
});

describe("monthly values", () => {
  const months = [1, 2, 4, 8, 16, 32, 31, 15, 7, 3, 1.5, 0.5];

  test("meet the middles of the months, in a common and in a leap year", () => {
    for (const year of [1970, 2023, 2024, 2100, 1900]) {
      for (let month = 0; month < 12; month++) {
        const middle = (Date.UTC(year, month, 1) + Date.UTC(year, month + 1, 1)) / 2;
        expect(monthlyValue(months, middle)).toBeCloseTo(months[month]!, 12);
      }
    }
  });

  test("run on linearly: at the turn of a month halfway, from December into January too", () => {
    for (let month = 0; month < 12; month++) {
      const turn = Date.UTC(2024, month, 1);
      const expected = (months[(month + 11) % 12]! + months[month]!) / 2;
      expect(monthlyValue(months, turn)).toBeCloseTo(expected, 12);
      expect(monthlyValue(months, turn - 1)).toBeCloseTo(expected, 6);
    }
  });

  test("of many times are those of each, to the last bit: in order, backwards, over a jump, and where there is no time", () => {
    const hours = Array.from({ length: 5 * 8766 }, (_, i) => Date.UTC(2022, 10, 20) + i * 3_600_000 + 1);
    const turns = [1970, 1972, 1900, 2000, 2100].flatMap((year) =>
      Array.from({ length: 13 }, (_, month) => [-1, 0, 1].map((off) => Date.UTC(year, month, 1) + off)).flat(),
    );
    const times = Float64Array.from([...hours, ...hours.slice(0, 9000).reverse(), ...turns, Number.NaN, 0, -1]);
    const rows = new Float64Array(times.length + 1).fill(7);
    monthlyRows(months, times, times.length, rows);
    const wrong = [...times].filter((time, j) => !Object.is(rows[j], monthlyValue(months, time)));
    expect(wrong).toEqual([]);
    expect(rows.at(-1)).toBe(7);
  });

  test("29 February lies in February", () => {
    const leapDay = Date.UTC(2024, 1, 29);
    expect(monthlyValue(months, leapDay)).toBeCloseTo(2 + (4 - 2) * (28 / 29 - 0.5), 12);
  });
});

describe("column sets", () => {
  test("grow by a half at least, never shrink, and keep columns apart", () => {
    const set = { a: new Float64Array(0), b: new Float64Array(0), c: new Float64Array(0) };
    reserveRows(set, 1000);
    const { a } = set;
    expect(a.length).toBe(1000);
    reserveRows(set, 10);
    expect(set.a).toBe(a);
    reserveRows(set, 1001);
    expect(set.a.length).toBe(1500);
    set.a.fill(1);
    set.b.fill(2);
    set.c.fill(3);
    expect(set.a.every((v) => v === 1) && set.b.every((v) => v === 2)).toBe(true);
    // No two columns may start on the same line of the cache's sets (4096 bytes apart).
    expect((set.b.byteOffset - set.a.byteOffset) % 4096).toBe(64);
    expect(set.a.buffer).toBeInstanceOf(ArrayBuffer);
    reserveRows(set, 2000, true);
    expect(set.a.buffer).toBeInstanceOf(SharedArrayBuffer);
  });

  test("those of the block lie apart, too, and are as many as their buffer holds", () => {
    const columns = [...Object.values(INTERVALS), ...Object.values(STEPS)];
    const { buffer, length } = columns[0];
    columns.forEach((column, k) => {
      expect(column.buffer).toBe(buffer);
      expect(column.byteOffset % 4096).toBe((64 * k) % 4096);
      expect(column.length).toBe(length);
    });
    expect(buffer.byteLength).toBe(columns.length * (columns[1].byteOffset - columns[0].byteOffset));
  });

  test("a workspace warmed by a year serves a minute and a year again", () => {
    const work = createWorkspace();
    const year = {
      start: "2024-01-01T00:00Z",
      interval: 3600,
      columns: { global_horizontal_irradiance: new Float64Array(8784).fill(50) },
    };
    const query = { lat: 10, lon: 20, frequency: "1_hour", parameters: "global_horizontal_irradiance" };
    const minute = { ...query, frequency: "1_minute", start: "2024-06-01T12:00Z", end: "2024-06-01T12:01Z" };
    expect(computeColumns(query, year, {}, work).count).toBe(8784);
    const short = computeColumns(minute, year, {}, work);
    expect(short.count).toBe(1);
    expect(short.values.global_horizontal_irradiance).toHaveLength(1);
    expect(computeColumns(query, year, {}, work).values.global_horizontal_irradiance).toHaveLength(8784);
  });
});

describe("grids of a computation", () => {
  const query = { lat: 28, lon: 77, parameters: "all", frequency: "1_hour" };
  const rows = (n: number, value = 0) => new Float64Array(n).fill(value);
  const ghi = (n: number, value = 0) => ({ global_horizontal_irradiance: rows(n, value) });

  test("without a period: that of the weather, rounded out to whole output intervals", () => {
    // UTC+5:30 hours: 18:30 to 18:30 the next day touches 25 UTC hours.
    const columns = computeColumns(query, { start: "2023-03-01T18:30Z", interval: 3600, columns: ghi(24) });
    expect([columns.start, columns.count]).toEqual([Date.UTC(2023, 2, 1, 18), 25]);
    // The outer two hours have half of their time only: below 0.75, but at night.
    expect(columns.values.global_horizontal_irradiance![0]).toBeNaN();
    expect(columns.values.global_horizontal_irradiance![12]).toBe(0);
    const quarters = computeColumns({ ...query, frequency: "15_minutes" }, { start: "2023-03-01T18:30Z", interval: 3600, columns: ghi(24) }); // biome-ignore format: one call
    expect([quarters.start, quarters.count]).toEqual([Date.UTC(2023, 2, 1, 18, 30), 96]);
    expect(quarters.values.global_horizontal_irradiance!.every((v) => v === 0)).toBe(true);
  });

  test("instants on the hour: n instants are n hours, each stands for half an hour either way", () => {
    const temperature = Float64Array.from({ length: 24 }, (_, i) => i);
    const weather = {
      start: "2023-03-01T00:00Z",
      interval: 3600,
      sampling: "instant",
      columns: { temperature },
    } as const;
    const hourly = computeColumns(query, weather, { spread: "step" });
    expect([hourly.start, hourly.count]).toEqual([Date.UTC(2023, 2, 1), 24]);
    expect(hourly.values.temperature![5]).toBeCloseTo(5.5, 12);
    // The last half hour has no weather: half of the time is below 0.75.
    expect(hourly.values.temperature![23]).toBeNaN();
    const quarters = computeColumns({ ...query, frequency: "15_minutes" }, weather, { spread: "step" });
    expect([quarters.start, quarters.count]).toEqual([Date.UTC(2023, 1, 28, 23, 30), 96]);
    expect([...quarters.values.temperature!.subarray(0, 5)]).toEqual([0, 0, 0, 0, 1]);
  });

  test.each([
    ["2024-06-21T10:40Z", 60, 50, {}],
    ["2024-06-21T10:00Z", 60, 25, { start: "2024-06-21T10:05Z" }],
    ["2024-06-21T06:45Z", 900, 10, {}],
    ["2024-06-21T20:00Z", 600, 21, {}],
    ["2024-06-21T10:00Z", 1500, 5, {}],
    ["2024-06-21T10:00Z", 60, 1, {}],
  ] as const)(
    "coarser outputs have the same intervals for instants as for means: %s, %d s",
    (start, interval, n, more) => {
      const grid = (sampling: "instant" | "average") => {
        const { start: first, count } = computeColumns(
          { ...query, ...more, frequency: "1_hour", parameters: "temperature" },
          { start, interval, sampling, columns: { temperature: rows(n, 3) } },
        );
        return [first, count];
      };
      expect(grid("instant")).toEqual(grid("average"));
    },
  );

  test("the leap day is a day like others, and a leap year has 8784 hours", () => {
    const year = { start: "2024-01-01T00:00Z", interval: 3600, columns: { temperature: rows(8784, 3) } };
    expect(computeColumns({ ...query, parameters: "temperature" }, year).count).toBe(8784);
    const day = { ...query, start: "2024-02-29T00:00Z", end: "2024-03-01T00:00Z" };
    const { count, values } = computeColumns(day, { ...year, columns: ghi(8784, 20) });
    expect(count).toBe(24);
    // At 77° east noon is at 07:05 UTC.
    const clear = values.global_clear_sky_irradiance!;
    expect(clear.indexOf(Math.max(...clear))).toBe(7);
    const before = { ...query, start: "2024-02-28T00:00Z", end: "2024-02-29T00:00Z" };
    const previous = computeColumns(before, { ...year, columns: ghi(8784, 20) }).values.global_clear_sky_irradiance!;
    for (let h = 0; h < 24; h++) expect(Math.abs(clear[h]! - previous[h]!)).toBeLessThan(8);
  });

  test("a request off the minute returns every interval that it touches", () => {
    const weather = { start: "2023-03-01T00:00Z", interval: 60, columns: ghi(1440) };
    const period = { start: "2023-03-01T04:00:30Z", end: "2023-03-01T08:00:30Z" };
    expect(computeColumns({ ...query, ...period, frequency: "1_minute" }, weather).count).toBe(241);
  });

  test("times must be whole milliseconds", () => {
    const at = (start: number, interval: number) => () =>
      computeColumns(query, { start, interval, columns: { temperature: rows(3) } });
    expect(at(0.5, 60)).toThrow(WeatherError);
    expect(at(0, 60.0005)).toThrow(/whole milliseconds/);
    expect(at(0, 1.001)).not.toThrow();
    expect(at(-86_400_000, 3600)).not.toThrow();
  });

  test("weather of a third of a second more than an hour drifts through the output without loss", () => {
    const interval = 3600.333;
    const weather = { start: 0, interval, columns: { temperature: Float64Array.from({ length: 500 }, (_, i) => i) } };
    const { values, count } = computeColumns({ ...query, parameters: "temperature" }, weather, { spread: "step" });
    const covered = values.temperature!.subarray(0, count - 1);
    const mean = covered.reduce((a, b) => a + b, 0) / covered.length;
    expect(mean).toBeCloseTo((covered.length * 3600) / interval / 2 - 0.5, 3);
  });
});
