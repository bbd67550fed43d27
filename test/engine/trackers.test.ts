/** `context.tracker` in the chain: every axis, behind a horizon line, on the short and the long way, over intervals. */
import { beforeAll, describe, expect, test } from "vitest";
import { loadSample } from "../../src/data/weather/index.js";
import {
  computeColumns,
  explain,
  type ObservationContext,
  type ObservationQuery,
  type WeatherSeries,
} from "../../src/index.js";
import { singleaxis, tracker } from "../../src/physics/models/tracking/index.js";
import type { Tracker, TrackerOptions } from "../../src/physics/models/tracking/tracker.js";

let weather: WeatherSeries;
beforeAll(async () => {
  weather = await loadSample();
});

const HILLS = Array.from({ length: 360 }, (_, azimuth) =>
  Math.max(0, 14 * Math.sin(azimuth / 25) + 6 * Math.cos(azimuth / 7) + 5),
);
const LIGHT = [
  "direct_tilted_irradiance",
  "diffuse_tilted_irradiance",
  "global_tilted_irradiance",
  "direct_tilted_irradiance_with_shading",
  "diffuse_tilted_irradiance_with_shading",
] as const;

const made = (options: TrackerOptions | undefined): Tracker | undefined => options && tracker(options);

function run(options: TrackerOptions | undefined, query: Partial<ObservationQuery> = {}, context = {}) {
  const { latitude: lat, longitude: lon } = weather.place!;
  const given = { lat, lon, tracking_mode: "1_axis", frequency: "1_hour", parameters: LIGHT, ...query };
  return computeColumns(given, weather, { tracker: made(options), horizon: HILLS, ...context } as ObservationContext);
}

const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / values.length;

function worst(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}

/** Minutes of a clear June day, GHI only: the short way. */
function minutes(lat: number): WeatherSeries {
  const ghi = Float64Array.from({ length: 1440 }, (_, i) =>
    Math.max(0, 900 * Math.sin(((i - 330) / 780) * Math.PI) * (0.8 + 0.2 * Math.sin(i / 9))),
  );
  const place = { latitude: lat, longitude: 0, altitude: 100, timeZone: 0 };
  return { start: "2021-06-21T00:00Z", interval: 60, place, columns: { global_horizontal_irradiance: ghi } };
}

test("the default, named or empty, gives the default's bytes", () => {
  const usual = run(undefined, { horizon: "auto" }).values;
  const named = [{}, { mode: "single-axis", axisTilt: 0, axisAzimuth: 180, maxAngle: 45, gcr: 0.3 }] as const;
  for (const options of named) {
    const { values } = run(options, { horizon: "auto" });
    for (const name of LIGHT) expect(values[name]).toEqual(usual[name]);
  }
});

describe("beside the interface's tracker", () => {
  test.each(["flat", "auto"])("an axis named from its other end gives the same light, horizon %s", (horizon) => {
    const usual = run(undefined, { horizon }).values;
    const { values } = run({ axisAzimuth: 0 }, { horizon });
    for (const name of LIGHT) expect(worst(values[name]!, usual[name]!), name).toBeLessThan(2e-2);
    const extra = { extra: ["rotation"] };
    const [there, here] = [run({ axisAzimuth: 0 }, {}, extra), run(undefined, {}, extra)];
    expect(
      worst(
        there.extra.rotation!,
        here.extra.rotation!.map((angle) => -angle),
      ),
    ).toBeLessThan(1e-6);
    expect(worst(there.values.surface_tilt!, here.values.surface_tilt!)).toBeLessThan(1e-6);
  });

  test("a wider limit, no backtracking and two axes gather more, in this order", () => {
    const light = (options?: TrackerOptions) => mean(run(options).values.global_tilted_irradiance!);
    const [usual, wide, shading, both] = [
      light(),
      light({ maxAngle: 60 }),
      light({ maxAngle: 60, backtrack: false }),
      light({ mode: "dual-axis" }),
    ];
    expect(wide).toBeGreaterThan(1.003 * usual);
    expect(shading).toBeGreaterThan(1.003 * wide);
    expect(both).toBeGreaterThan(1.02 * shading);
  });
});

test.each([
  ["flat", 0],
  ["flat", 30],
  ["auto", 30],
  ["auto", 90],
] as const)("a tracker that cannot turn is a fixed plane: horizon %s, tilt %s", (horizon, axisTilt) => {
  const held = run({ maxAngle: 0, axisTilt, axisAzimuth: 160 }, { horizon });
  const fixed = run(undefined, { horizon, tracking_mode: "none", surface_tilt: axisTilt, surface_azimuth: 160 });
  for (const name of LIGHT) expect(worst(held.values[name]!, fixed.values[name]!), name).toBeLessThan(1e-8);
  if (axisTilt > 0) expect(worst(held.values.surface_azimuth!, fixed.values.surface_azimuth!)).toBeLessThan(1e-9);
  expect(worst(held.values.surface_tilt!, fixed.values.surface_tilt!)).toBeLessThan(1e-9);
});

describe("instant by instant", () => {
  test.each([
    [47, { maxAngle: 60 }],
    [47, { maxAngle: 60, backtrack: false }],
    [47, { axisTilt: 25, axisAzimuth: 170, maxAngle: 70, gcr: 0.5, crossAxisTilt: -8 }],
    [-33, { axisTilt: 15, axisAzimuth: 0, maxAngle: 52.5 }],
    [78, { axisAzimuth: 200, maxAngle: 90, gcr: 0.6 }],
  ])("at latitude %s the rotation is that of singleaxis: %o", (lat, own) => {
    const extra = ["apparent_zenith", "azimuth", "rotation", "incidence_angle"] as const;
    const query = { lat, lon: 0, tracking_mode: "1_axis", frequency: "1_minute", parameters: LIGHT };
    const found = computeColumns(query, minutes(lat), { tracker: tracker(own), extra });
    const { apparent_zenith: zenith, azimuth, rotation, incidence_angle: aoi } = found.extra;
    const options = { axisAzimuth: 180, gcr: 0.3, ...own };
    const expected = singleaxis({ apparentZenith: zenith!, solarAzimuth: azimuth! }, options);
    let rows = 0;
    for (let i = 0; i < 1440; i++) {
      if (!(zenith![i]! < 89.9)) continue;
      rows++;
      expect(rotation![i]).toBeCloseTo(expected.trackerTheta[i]!, 5);
      expect(aoi![i]).toBeCloseTo(expected.aoi[i]!, 3);
      expect(found.values.surface_tilt![i]).toBeCloseTo(expected.surfaceTilt[i]!, 5);
      const turn = Math.abs(found.values.surface_azimuth![i]! - expected.surfaceAzimuth[i]!);
      if (expected.surfaceTilt[i]! > 0.01) expect(Math.min(turn, 360 - turn)).toBeLessThan(1e-3);
    }
    expect(rows).toBeGreaterThan(400);
  });

  test("two axes face the sun; behind hills the sky's share is that of a plane which stands so", () => {
    const lat = 47;
    const query = { lat, lon: 0, tracking_mode: "1_axis", frequency: "1_minute", parameters: LIGHT, horizon: "auto" };
    const found = computeColumns(query, minutes(lat), { tracker: tracker({ mode: "dual-axis" }), horizon: HILLS });
    const { surface_tilt: tilt, surface_azimuth: azimuth } = found.values;
    const name = "diffuse_tilted_irradiance_with_shading";
    for (const i of [360, 420, 700, 900, 1100]) {
      const plane = { tracking_mode: "none", surface_tilt: tilt![i]!, surface_azimuth: azimuth![i]! };
      const fixed = computeColumns({ ...query, ...plane }, minutes(lat), { horizon: HILLS });
      expect(found.values[name]![i]! / fixed.values[name]![i]!).toBeCloseTo(1, 2.7);
      expect(found.values.direct_tilted_irradiance![i]).toBeCloseTo(fixed.values.direct_tilted_irradiance![i]!, 4);
    }
  });
});

describe("over intervals", () => {
  const tilted = { maxAngle: 60, axisTilt: 10, axisAzimuth: 180 };
  const query = { lat: 47, lon: 0, tracking_mode: "1_axis", parameters: LIGHT, horizon: "auto" };

  test.each([tilted, { mode: "dual-axis" } as const])("the short way equals the long way: %o", (given) => {
    const short = computeColumns({ ...query, frequency: "1_minute" }, minutes(47), {
      tracker: tracker(given),
      horizon: HILLS,
    });
    const long = computeColumns({ ...query, frequency: "1_minute" }, minutes(47), {
      ...{ tracker: tracker(given), horizon: HILLS, extra: ["rotation"] },
    });
    for (const name of [...LIGHT, "surface_tilt"] as const) {
      expect(worst(short.values[name]!, long.values[name]!), name).toBeLessThan(1e-9);
    }
  });

  test.each([tilted, { mode: "dual-axis" } as const])("an hour is the mean of its minutes: %o", (given) => {
    const [byMinute, byHour] = ["1_minute", "1_hour"].map((frequency) =>
      computeColumns({ ...query, frequency }, minutes(47), { tracker: tracker(given), horizon: HILLS }),
    );
    for (const name of LIGHT) {
      for (let hour = 0; hour < 24; hour++) {
        const part = byMinute!.values[name]!.subarray(60 * hour, 60 * hour + 60);
        expect(byHour!.values[name]![hour]).toBeCloseTo(mean(part), 6);
      }
    }
  });
});

test("explain shows the tracker and how it stands", () => {
  const { latitude: lat, longitude: lon } = weather.place!;
  const query = { lat, lon, tracking_mode: "1_axis", frequency: "1_hour" };
  const start = new Date(weather.start).getTime() + 16 * 3_600_000;
  const found = explain(query, weather, start, { tracker: tracker({ maxAngle: 60, backtrack: false }) });
  expect(found.plan.steps.plane).toMatchObject({ mode: "single-axis", maxAngle: 60, backtrack: false });
  expect(found.subSteps.some(({ rotation }) => Math.abs(rotation!) > 1)).toBe(true);
});

test("a tracker for a fixed plane is told not to be used", () => {
  const { diagnostics } = run({ maxAngle: 60 }, { tracking_mode: "none" });
  expect(diagnostics.notices.map(({ message }) => message)).toContain(
    'context.tracker is not used: the plane is fixed unless tracking_mode is "1_axis"',
  );
  expect(run({ maxAngle: 60 }).diagnostics.notices.map(({ code }) => code)).not.toContain("tracker");
});

test.each([
  [{ gcr: 0 }, RangeError, "tracker: gcr must be a number above 0, at most 1, got 0"],
  [{ gcr: 1.2 }, RangeError, "tracker: gcr must be a number above 0, at most 1, got 1.2"],
  [{ gcr: "0.4" }, TypeError, "tracker: gcr must be a number above 0"],
  [{ maxAngle: 91 }, RangeError, "tracker: maxAngle must be a number from 0 to 90, got 91"],
  [{ maxAngle: [-60, 60] }, TypeError, "tracker: maxAngle must be a number from 0 to 90"],
  [{ axisTilt: -5 }, RangeError, "tracker: axisTilt must be a number from 0 to 90, got -5"],
  [{ axisTilt: 20 }, TypeError, "tracker: axisAzimuth is required for a tilted axis"],
  [{ axisAzimuth: 400 }, RangeError, "tracker: axisAzimuth must be a number from 0 to 360, got 400"],
  [{ crossAxisTilt: 90 }, RangeError, "tracker: crossAxisTilt must be a number above -90, below 90, got 90"],
  [{ backtrack: "no" }, TypeError, 'tracker: backtrack must be true or false, got "no"'],
  [{ mode: "two-axis" }, RangeError, 'tracker: mode must be "single-axis" or "dual-axis", got "two-axis"'],
  [{ mode: "dual-axis", gcr: 0.4 }, RangeError, "tracker: gcr must be left out of a dual-axis tracker, got 0.4"],
  [{ axistilt: 3 }, RangeError, "tracker: axistilt is no option of a tracker: known are mode, axisTilt"],
  [7, TypeError, "tracker: options must be an object, got 7"],
])("%o is refused", (options, kind, message) => {
  expect(() => tracker(options as never)).toThrow(kind);
  expect(() => tracker(options as never)).toThrow(message);
});

test("an object that is no tracker is refused", () => {
  const { latitude: lat, longitude: lon } = weather.place!;
  const context = { tracker: { maxAngle: 60 } } as unknown as ObservationContext;
  expect(() => computeColumns({ lat, lon, tracking_mode: "1_axis" }, weather, context)).toThrow(
    "context.tracker must be a tracker from tracker(), got an object",
  );
});
