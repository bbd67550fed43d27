/** The short way of plain requests (engine/one-step/runner.ts) against the long way. */
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import { SingleRunner } from "../../src/engine/one-step/runner.js";
import {
  computeColumns,
  createWorkspace,
  type ObservationColumns,
  type ObservationContext,
  type ObservationQuery,
  type WeatherSeries,
} from "../../src/index.js";
import { erbs } from "../../src/physics/models/decomposition/index.js";
import { allModels } from "../../src/physics/models/index.js";
import { moduleSnow } from "../../src/physics/models/snow/index.js";
import type { Column, Stage } from "../../src/physics/models/stage.js";
import { partOf } from "../draws.js";
import { iso, roughSun } from "./cases.js";

const FREQUENCY = { 60: "1_minute", 900: "15_minutes", 3600: "1_hour" } as const;
type Interval = keyof typeof FREQUENCY;

interface Draw {
  readonly seed: number;
  readonly interval: Interval;
  readonly start: number;
  readonly lat: number;
  readonly lon: number;
  readonly flaw: number;
  readonly offsets: boolean;
  /** Values close to what is possible, which one or the other way might take for more. */
  readonly limits: boolean;
}

/**
 * Puts light around the limit of Long & Dutton (2002), and around μ² in the place of its power, into one row of twenty, and around
 * the limit of twilight.
 */
function putNearLimits(ghi: Float64Array, random: () => number, elevationAt: (row: number) => number): void {
  for (let i = 0; i < ghi.length; i++) {
    if (random() > 0.05) continue;
    const elevation = elevationAt(i);
    const mu = Math.max(Math.sin((elevation / 180) * Math.PI), 0);
    if (mu === 0 && elevation > -6) ghi[i] = 30 * (1 + elevation / 6) ** 3 * (0.4 + random());
    if (mu > 0) ghi[i] = (100 + 1.5 * 1361 * mu ** (random() < 0.5 ? 1.2 : 2)) * (0.96 + 0.05 * random());
  }
}

/** GHI of a broken sky: with thermal offsets at night, and one flaw, or none. */
function weatherOf({ seed, interval, start, lat, lon, flaw, offsets, limits }: Draw): WeatherSeries {
  const random = randomNumbers(seed);
  const n = interval === 60 ? 2880 : 20 * (86_400 / interval);
  const ghi = Float64Array.from({ length: n }, (_, i) => {
    const { elevation } = roughSun(start + (i + 0.5) * interval * 1000, lat, lon);
    const clear = elevation > 0 ? 1050 * Math.sin((elevation / 180) * Math.PI) ** 1.15 : 0;
    const cloud = random() < 0.6 ? 0.9 + 0.2 * random() : 0.7 * random();
    return clear === 0 && offsets ? -3 * random() : clear * cloud;
  });
  if (!Number.isNaN(flaw)) ghi[Math.floor(random() * n)] = flaw;
  if (limits) putNearLimits(ghi, random, (i) => roughSun(start + (i + 0.5) * interval * 1000, lat, lon).elevation);
  const temperature = ghi.map(() => 12 + 10 * random());
  const snow_depth = ghi.map((_, i) => (i % 700 < 300 ? i % 300 : 0));
  temperature[3] = flaw;
  return { start, interval, columns: { global_horizontal_irradiance: ghi, temperature, snow_depth } };
}

/** A column without a single value asks for the long way, and says nothing. */
function theLongWay(weather: WeatherSeries): WeatherSeries {
  const nothing = new Float64Array(weather.columns.temperature!.length).fill(Number.NaN);
  return { ...weather, columns: { ...weather.columns, direct_horizontal_irradiance: nothing } };
}

function expectSame(short: ObservationColumns, long: ObservationColumns): void {
  for (const [name, column] of Object.entries(short.values)) {
    const other = long.values[name as keyof typeof long.values];
    if (column === null) expect(other).toBeNull();
    else expect(new BigUint64Array(column.slice().buffer), name).toEqual(new BigUint64Array(other!.slice().buffer));
  }
  expect(short.extra).toEqual(long.extra);
  expect(short.diagnostics.counts).toEqual(long.diagnostics.counts);
}

const HORIZON = Array.from({ length: 360 }, (_, azimuth) => Math.round(6 + 6 * Math.sin(azimuth / 11)));

const NOSY_READS = [
  "time",
  "ghi",
  "kt",
  "extraterrestrialHorizontal",
  "extraterrestrialNormal",
  "apparentZenith",
  "zenith",
  "sunlitFraction",
  "clearGhi",
  "clearDhi",
  "pressure",
  "temperature",
  "dewPoint",
  "precipitableWater",
] as const satisfies readonly Column[];

/** A decomposition whose result depends on each bit of all columns that there may be, of two intervals before and one after. */
const nosy: { readonly stage: Stage } = {
  stage: {
    name: "nosy",
    family: "decomposition",
    grid: "weather",
    reach: { before: 10_800, after: 1 },
    reads: NOSY_READS,
    writes: ["diffuseFraction"],
    prepare: () => undefined,
    run({ from, to, first, last, columns }) {
      for (let i = from; i < to; i++) {
        let sum = 0;
        for (let j = Math.max(first, i - 2); j <= Math.min(i + 1, last - 1); j++) {
          NOSY_READS.forEach((name, k) => {
            const value = columns[name][j]!;
            sum += Number.isNaN(value) ? k + 1 : (value / 1367) * (k + 1.3) * (j - i + 3);
          });
        }
        columns.diffuseFraction[i] = 1000 * Math.abs(sum) - Math.floor(1000 * Math.abs(sum));
      }
    },
  },
};

const draws = fc.record({
  seed: fc.integer({ min: 1, max: 2 ** 31 - 2 }),
  interval: fc.constantFrom<Interval>(60, 900, 900, 3600),
  start: fc.integer({ min: 0, max: 700 }).map((day) => Date.UTC(2023, 0, 1 + day)),
  lat: fc.oneof(fc.constantFrom(90, -90, 66.6, 0, 40), fc.double({ min: -90, max: 90, noNaN: true })),
  lon: fc.oneof(fc.constantFrom(180, -180, 0), fc.double({ min: -180, max: 180, noNaN: true })),
  // NaN: none. The others are missing, impossible, a missing code, and light at night or day.
  flaw: fc.constantFrom(Number.NaN, Number.NaN, Number.NaN, 5000, -999, 30, -0),
  offsets: fc.boolean(),
  limits: fc.constantFrom(false, false, true),
  // Minutes have one sub-step each by default, too.
  auto: fc.boolean(),
  gap: fc.boolean(),
  // Intervals before and after the series that are asked for, too; or, below 0, within it that are only looked at.
  shift: fc.constantFrom(0, 0, 1, 2, -1, -41),
  mode: fc.constantFrom<Partial<ObservationQuery>>(
    { tracking_mode: "1_axis" },
    { surface_tilt: 30, surface_azimuth: 170 },
    { surface_tilt: 90, surface_azimuth: 95 },
    { surface_tilt: 0 },
  ),
  horizon: fc.constantFrom<ObservationQuery["horizon"]>("flat", HORIZON),
  parameters: fc.constantFrom("all", "direct_normal_irradiance,pv_production", "global_tilted_irradiance_with_shading"),
  context: fc.constantFrom<ObservationContext>(
    {},
    { models: { decomposition: "erbs", transposition: "perez" } },
    { models: { decomposition: "erbsDriesse" } },
    { models: { decomposition: "dirint" } },
    { models: { decomposition: "disc" } },
    { models: { decomposition: "yang4" } },
    { models: { decomposition: "brl" } },
    { models: { decomposition: nosy } },
    { models: { pv: "pvwatts_system" } },
    { linkeTurbidity: [2, 2, 3, 3, 4, 4, 5, 4, 4, 3, 3, 2] },
    { exact: true },
    { extra: ["rotation", "incidence_angle", "clearness_index", "extraterrestrial_normal", "clear_sky_dni"] },
    { snow: moduleSnow({ numStrings: 1 }) },
  ),
  blockSize: fc.constantFrom(7, 500, 2048),
});

describe("one sub-step per interval", () => {
  test.each(partOf([20, 21, 22, 23, 24], 5, 2))(
    "the short way gives the bits and counts of the long one (seed %i)",
    (seed) => {
      const run = vi.spyOn(SingleRunner.prototype, "run");
      fc.assert(
        fc.property(draws, (draw) => {
          const { lat, lon, interval, start, mode, horizon, parameters, blockSize, gap, shift, auto } = draw;
          const weather = weatherOf(draw);
          if (gap) (weather.columns.global_horizontal_irradiance as Float64Array)[40] = Number.NaN;
          // From before the series on, and beyond its end.
          const length = (weather.columns.temperature!.length + 2 * shift) * interval * 1000;
          const from = start - shift * interval * 1000;
          const query = {
            ...{ lat, lon, parameters, horizon, ...mode, frequency: FREQUENCY[interval] },
            ...{ start: iso(from), end: iso(from + length) },
          } as ObservationQuery;
          const subSteps = auto && interval === 60 ? ("auto" as const) : 1;
          const context = { altitude: 250, registry: allModels, subSteps, ...draw.context };
          const short = computeColumns(query, weather, context, createWorkspace({ blockSize }));
          expectSame(short, computeColumns(query, theLongWay(weather), context));
        }),
        { numRuns: 30, seed },
      );
      const ends = run.mock.results.map(({ value }) => value === null);
      run.mockRestore();
      expect(ends).toContain(false);
      expect(ends).toContain(true); // and blocks that it leaves to the long way
    },
  );

  test.each([60, 900, 3600] as const)(
    "near the limit of GHI both ways tell the same values apart (%i s)",
    (interval) => {
      const day = Date.UTC(2023, 4, 1);
      const plain = { altitude: 250, subSteps: 1 } as const;
      const context = { ...plain, extra: ["apparent_zenith", "extraterrestrial_normal"] } as const;
      const query = { lon: 20, parameters: "all", frequency: FREQUENCY[interval] } as const;
      const series = (start: number, ghi: Float64Array): WeatherSeries => ({
        ...{ start, interval },
        columns: { global_horizontal_irradiance: ghi, temperature: ghi.map(() => 12) },
      });
      const outcomes = { kept: 0, implausible: 0 };
      for (const lat of [-35, 5, 52, 68]) {
        const { extra } = computeColumns({ ...query, lat }, series(day, new Float64Array(86_400 / interval)), context);
        const zenith = [...extra.apparent_zenith!];
        const sunny = zenith.map((_, i) => i).filter((i) => zenith[i]! < 89.5);
        for (const i of sunny.filter((_, k) => k % Math.ceil(sunny.length / 9) === 0)) {
          const mu = Math.cos((zenith[i]! * Math.PI) / 180);
          const limit = 100 + 1.5 * extra.extraterrestrial_normal![i]! * mu ** 1.2;
          for (const factor of [0.7, 0.9, 0.98, 0.999, 1.001, 1.02, 1.07, 1.15, 1.3]) {
            const flawed = series(day + (i - 2) * interval * 1000, Float64Array.of(0, 0, limit * factor, 0));
            const short = computeColumns({ ...query, lat }, flawed, plain);
            expectSame(short, computeColumns({ ...query, lat }, theLongWay(flawed), plain));
            outcomes[short.diagnostics.counts.implausible! > 0 ? "implausible" : "kept"]++;
          }
        }
      }
      expect(outcomes.kept).toBeGreaterThan(100);
      expect(outcomes.implausible).toBeGreaterThan(40);
    },
  );

  test("minutes go the short way, up to what is physically possible", () => {
    const run = vi.spyOn(SingleRunner.prototype, "run");
    const start = Date.UTC(2024, 5, 20);
    // Between the limit and the quicker one with μ², whenever the sun is up: brighter than any clear sky.
    const ghi = Float64Array.from({ length: 1440 }, (_, i) => {
      const mu = Math.max(Math.sin((roughSun(start + (i + 0.5) * 60_000, 45, 0).elevation / 180) * Math.PI), 0);
      return mu > 0.02 ? 90 + 1.5 * 1310 * mu ** 1.2 : 0;
    });
    const columns = { global_horizontal_irradiance: ghi, temperature: ghi };
    const weather = { start, interval: 60, columns };
    const query = { lat: 45, lon: 0, parameters: "all", frequency: "1_minute" } as const;
    const short = computeColumns(query, weather, { altitude: 0 });
    expect(run.mock.results.map(({ value }) => value === null)).toEqual([false]);
    expectSame(short, computeColumns(query, theLongWay(weather), { altitude: 0 }));
    expect(short.diagnostics.counts.implausible).toBe(0);
    // A value that is missing is found before anything is computed.
    ghi[700] = Number.NaN;
    computeColumns(query, weather, { altitude: 0 });
    expect(run.mock.results.map(({ value }) => value === null)).toEqual([false, true]);
    run.mockRestore();
    // Quarters of an hour have two sub-steps.
    const quarters = { ...weather, interval: 900 };
    const spy = vi.spyOn(SingleRunner.prototype, "run");
    computeColumns({ ...query, frequency: "15_minutes" }, quarters, { altitude: 0 });
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  });

  test("a model that computes an observation while it takes part in one is told so", () => {
    const weather = { start: "2024-06-01T08:00Z", interval: 900, columns: { global_horizontal_irradiance: [500] } };
    const query = { lat: 40, lon: 0, parameters: "direct_normal_irradiance" };
    const stage = {
      ...erbs.stage,
      run: () => {
        computeColumns(query, weather);
      },
    };
    const nested = { models: { decomposition: Object.assign(() => {}, { stage }) } };
    expect(() => computeColumns(query, weather, nested)).toThrow("a model cannot compute an observation in the middle");
    expect(computeColumns(query, weather).values.direct_normal_irradiance![0]).toBeGreaterThan(0);
  });
});
