/** Bugs that the random draws found, each as the smallest case that showed it. */
import { describe, expect, test } from "vitest";
import { computeColumns, computeObservation, type WeatherSeries } from "../../src/index.js";

const HOUR = 3_600_000;
const EQUATOR = { lat: 0, lon: 0, parameters: "all", frequency: "1_hour" } as const;

function hours(count: number, columns: WeatherSeries["columns"], start = "2024-02-28T06:00Z"): WeatherSeries {
  const filled = Object.fromEntries(
    Object.entries(columns).map(([name, values]) => [
      name,
      Array.from({ length: count }, (_, i) => values![i] ?? null),
    ]),
  );
  return { start, interval: 3600, columns: filled };
}

describe("completion", () => {
  test("scaling three components with no beam leaves none, neither -4e-14 nor 3e-14", () => {
    // (global·diffuse)/diffuse is not global for every pair of numbers.
    const ghi = Array.from({ length: 240 }, (_, i) => 731.1 / (i + 1.3));
    const dhi = ghi.map((value) => value * 1.3);
    const weather = {
      start: "2024-02-28T10:00Z",
      interval: 60,
      columns: {
        global_horizontal_irradiance: ghi,
        direct_horizontal_irradiance: ghi.map(() => 0),
        diffuse_horizontal_irradiance: dhi,
      },
    };
    const { values } = computeColumns({ ...EQUATOR, frequency: "1_minute" }, weather);
    expect(ghi.some((value, i) => (value * dhi[i]!) / dhi[i]! > value)).toBe(true);
    for (const direct of values.direct_horizontal_irradiance!) expect(direct).toBe(0);
    for (const dni of values.direct_normal_irradiance!) expect(dni).toBe(0);
  });

  test("DNI and DHI that add up to an impossible GHI are missing, so that the response can be fed back in", () => {
    // 07–08 h at the equator: mu up to 0.45, at most some 900 W/m² of GHI; each part alone is possible.
    const parts = { direct_normal_irradiance: [null, 1300], diffuse_horizontal_irradiance: [null, 520] };
    const { values, diagnostics } = computeColumns(EQUATOR, hours(3, parts));
    expect(values.global_horizontal_irradiance![1]).toBeNaN();
    expect(diagnostics.counts.implausible).toBe(1);
  });
});

test("quality: a given -0 does not come out as -0", () => {
  const zero = [-0, -0, -0];
  const columns = { global_horizontal_irradiance: zero, diffuse_horizontal_irradiance: zero };
  const weather = { start: "2024-02-28T10:00Z", interval: 60, columns };
  const { values } = computeColumns({ ...EQUATOR, frequency: "1_minute" }, weather);
  for (const name of ["global_horizontal_irradiance", "diffuse_horizontal_irradiance"] as const) {
    for (const value of values[name]!) expect(Object.is(value, 0)).toBe(true);
  }
});

test("the tracker's mean rotation over an hour at the limit is 45°, not 45.00000000000001°", () => {
  const start = Date.parse("2024-02-28T00:00Z");
  for (let phase = 0; phase < 60; phase += 7) {
    // A weather grid off the hour makes sub-steps of uneven length, whose weighted sum is not exact.
    const weather = {
      start: start + phase * 60_000 + 37_000 - HOUR,
      interval: 900,
      columns: { global_horizontal_irradiance: new Float64Array(104) },
    };
    const query = { ...EQUATOR, tracking_mode: "1_axis", start: "2024-02-28T00:00Z", end: "2024-02-29T00:00Z" };
    const { surface_tilt } = computeColumns(query, weather).values;
    expect(Math.max(...surface_tilt!)).toBe(45);
  }
});

describe("states that cannot be", () => {
  const day = (columns: object) => ({
    start: "2024-06-21T12:00Z",
    interval: 3600,
    columns: { global_horizontal_irradiance: [700, 800, 700], ...columns },
  });
  const query = { lat: 40, lon: 0, parameters: "all", frequency: "1_hour", surface_tilt: 30, surface_azimuth: 180 };

  test("a missing code as temperature is missing: null, not a cold that doubles the yield", () => {
    const { values } = computeObservation(query, day({ temperature: [20, -9999, 20] }));
    expect(values.temperature).toEqual([20, null, 20]);
    expect(values.pv_production?.[1]).toBeNull();
    const { diagnostics } = computeColumns(query, day({ temperature: [20, -9999, 20] }));
    expect(diagnostics.counts.implausible_state).toBe(1);
  });

  test("a pressure in hPa is no pressure: the standard one holds", () => {
    const standard = computeObservation(query, day({}));
    expect(computeObservation(query, day({ pressure: [1013, 1013, 1013] })).values).toEqual(standard.values);
    expect(computeObservation(query, day({ pressure: [80000, 80000, 80000] })).values).not.toEqual(standard.values);
  });
});

test("the line of a smooth course that runs below 0 outside the course leaves no -0", () => {
  const weather = {
    start: 1_546_321_200_000,
    interval: 600,
    columns: {
      global_horizontal_irradiance: [0.2272670762129204, 0.6054561349654671, 4.6015188424007025, 28.110433336217696, 58.22017777527739], // biome-ignore format: one row
      direct_normal_irradiance: [0, 0, 230.0759421200351, 627.2149747840693, 699.4267287405162],
    },
  };
  const query = {
    lat: 0.97,
    lon: 0,
    parameters: "all",
    frequency: "1_minute",
    start: "2019-01-01T05:43:15Z",
    end: "2019-01-01T06:20:45Z",
  };
  const context = { linkeTurbidity: 3, altitude: 0, minimumCoverage: 0 };
  const { values } = computeColumns(query, weather, context);
  for (const name of ["direct_horizontal_irradiance", "direct_normal_irradiance"] as const) {
    expect(values[name]!.some((value) => value > 0)).toBe(true);
    for (const value of values[name]!) expect(Object.is(value, -0)).toBe(false);
  }
});

test("snow depth does not depend on what else is asked", () => {
  const weather = {
    start: 1_546_358_400_000,
    interval: 3600,
    columns: { global_horizontal_irradiance: [317.12, 99.7, 0, 0], snow_depth: [126, 205, 13, 192] },
  };
  const query = { lat: 0, lon: 0, frequency: "15_minutes", start: "2019-01-01T16:37Z", end: "2019-01-01T19:37Z" };
  const all = computeColumns({ ...query, parameters: "all" }, weather).values.snow_depth!;
  const alone = computeColumns({ ...query, parameters: "snow_depth" }, weather).values.snow_depth!;
  expect(all.some((value) => value > 0)).toBe(true);
  expect([...all]).toEqual([...alone]);
});

test("a dark interval half outside the series is missing, whatever else is asked", () => {
  // Dusk at 60° S: of the first hour 40 minutes are given, and the few sub-steps that it has are all inside.
  const weather = {
    start: "2019-01-01T00:20Z",
    interval: 600,
    columns: { global_horizontal_irradiance: new Float64Array(12) },
  };
  const query = {
    lat: -60,
    lon: 0,
    parameters: "all",
    frequency: "1_hour",
    start: "2019-01-01T00:00Z",
    end: "2019-01-01T02:00Z",
  };
  const alone = computeColumns(query, weather).values.global_horizontal_irradiance!;
  const explained = computeColumns(query, weather, { extra: ["azimuth"] }).values.global_horizontal_irradiance!;
  expect([...alone]).toEqual([Number.NaN, 0]);
  expect([...explained]).toEqual([...alone]);
});

test("half an hour of which one panel is lit does not depend on whether the dark one is computed", () => {
  // Sunrise within an interval of two panels: `extra` has the sub-steps of both, the plain request those of one. A closed
  // form for the two nodes of the lit panel gave another last digit.
  const start = Date.UTC(2023, 11, 31, 23, 40);
  const ghi = Array.from({ length: 52 }, (_, i) => {
    const hour = (i + 0.5) / 2 - 1 / 3;
    return Math.max(0, 600 * Math.sin(((hour - 6) / 12) * Math.PI)) * (i % 3 === 0 ? 0.4 : 1);
  });
  const weather = { start, interval: 1800, columns: { global_horizontal_irradiance: ghi } };
  const day = { start: "2024-01-01T00:00Z", end: "2024-01-02T00:00Z", frequency: "1_hour" } as const;
  const query = { ...day, lat: 30, lon: 0, parameters: "global_tilted_irradiance" };
  const plain = computeColumns(query, weather).values.global_tilted_irradiance!;
  const withSun = computeColumns(query, weather, { extra: ["azimuth"] }).values.global_tilted_irradiance!;
  expect([...withSun]).toEqual([...plain]);
});

test("the minute in which the sun rises or sets has the light of its neighbours", () => {
  const start = Date.UTC(2024, 7, 8);
  const place = { lat: -6, lon: 0 };
  const none = { start, interval: 3600, columns: { global_horizontal_irradiance: new Float64Array(24) } };
  const clear = computeColumns({ ...place, frequency: "1_hour", parameters: "global_clear_sky_irradiance" }, none, {});
  const hours = clear.values.global_clear_sky_irradiance!.map((value) => (value > 0 ? 0.8 * value + 0.5 : 0));
  const weather = { ...none, columns: { global_horizontal_irradiance: hours } };
  const minutes = (subSteps: number | "auto") =>
    computeColumns({ ...place, frequency: "1_minute" }, weather, { subSteps }).values.global_horizontal_irradiance!;
  const [usual, fine] = [minutes("auto"), minutes(20)];
  for (let i = 0; i < usual.length; i++) expect(Math.abs(usual[i]! - fine[i]!), `minute ${i}`).toBeLessThan(0.6);
});
