/**
 * The limits of what is physically possible against their publication: C. N. Long, E. G. Dutton (2002), BSRN Global
 * Network recommended QC tests, V2.0, with Sa the extraterrestrial irradiance and μ0 the cosine of the zenith.
 */
import { describe, expect, test } from "vitest";
import { computeColumns, createWorkspace, type WeatherSeries } from "../../../src/index.js";
import { getExtraRadiation, solarPosition } from "../../../src/physics/models/solar-position/index.js";

const PUBLISHED = {
  // "Global SWdn … Max: Sa · 1.5 · μ0^1.2 + 100 Wm-2"
  global_horizontal_irradiance: (sa: number, mu: number) => sa * 1.5 * mu ** 1.2 + 100,
  // "Diffuse SW … Max: Sa · 0.95 · μ0^1.2 + 50 Wm-2"
  diffuse_horizontal_irradiance: (sa: number, mu: number) => sa * 0.95 * mu ** 1.2 + 50,
  // "Direct Normal SW … Max: Sa"
  direct_normal_irradiance: (sa: number) => sa,
  // The same, seen by a horizontal plane, and what "Min: -4 Wm-2" lets a reading lie beside the light.
  direct_horizontal_irradiance: (sa: number, mu: number) => sa * mu + 4,
};
type Component = keyof typeof PUBLISHED;

const MINUTES = 1440;
const place = { latitude: 38, longitude: -3 };
const start = Date.UTC(2023, 9, 20);
const edges = Float64Array.from({ length: MINUTES + 1 }, (_, i) => start + i * 60_000);
const { apparentZenith } = solarPosition({ time: edges, ...place });
const { dniExtra } = getExtraRadiation({ time: edges }, { method: "nrel", solarConstant: 1361.1 });
/** Largest μ0 of each minute. Over a minute it is that of an edge, but at noon, where it hardly changes. */
const largest = Array.from({ length: MINUTES }, (_, i) =>
  Math.max(0, ...[i, i + 1].map((k) => Math.cos((apparentZenith[k]! * Math.PI) / 180))),
);

/** Which of the values, a minute each from minute `first` on, are taken as implausible. */
function refused(component: Component, first: number, values: number[]): number {
  const weather: WeatherSeries = {
    start: start + first * 60_000,
    interval: 60,
    columns: { [component]: values, temperature: values.map(() => 10) },
  };
  const query = { lat: place.latitude, lon: place.longitude, frequency: "1_minute", parameters: "all" };
  return computeColumns(query, weather, { altitude: 0 }).diagnostics.counts.implausible ?? 0;
}

describe.each(Object.keys(PUBLISHED) as Component[])("%s", (component) => {
  const limits = largest.map((mu, i) => PUBLISHED[component](dniExtra[i]!, mu));
  /** Half a W/m²: what refraction, E0 over the minute and the noon can amount to is far below. */
  const NEAR = 0.5;
  const day = largest.map((mu, i) => (mu > 0.01 ? i : -1)).filter((i) => i >= 0);
  const [first, last] = [day[0]!, day.at(-1)!];

  test("what is just below the published limit passes, at every height of the sun", () => {
    expect(
      refused(
        component,
        first,
        limits.slice(first, last + 1).map((limit) => limit - NEAR),
      ),
    ).toBe(0);
  });

  test("what is just above is missing, at every height of the sun", () => {
    expect(
      refused(
        component,
        first,
        limits.slice(first, last + 1).map((limit) => limit + NEAR),
      ),
    ).toBe(last + 1 - first);
  });
});

test("in the night the offsets of the limits alone are left", () => {
  const night = (component: Component, value: number) => refused(component, 0, new Array(60).fill(value));
  expect(night("global_horizontal_irradiance", 100)).toBe(0);
  expect(night("global_horizontal_irradiance", 100.01)).toBe(60);
  expect(night("diffuse_horizontal_irradiance", 50)).toBe(0);
  expect(night("diffuse_horizontal_irradiance", 50.01)).toBe(60);
  expect(night("direct_horizontal_irradiance", 4)).toBe(0);
  expect(night("direct_horizontal_irradiance", 4.01)).toBe(60);
});

test("a mW/m² of direct light after sunset takes nothing from its row", () => {
  // As long as the sky of twilight may have 5 W/m².
  const MINUTES = 10;
  const sunset = largest.findLastIndex((mu) => mu > 0);
  const values = (direct: number) =>
    computeColumns(
      { lat: place.latitude, lon: place.longitude, frequency: "1_minute", parameters: "all" },
      {
        ...{ start: start + sunset * 60_000, interval: 60 },
        columns: {
          diffuse_horizontal_irradiance: new Array(MINUTES).fill(5),
          direct_horizontal_irradiance: new Array(MINUTES).fill(direct),
        },
      },
      { altitude: 0 },
    ).values;
  const [clean, noisy] = [values(0), values(0.001)];
  for (let i = 0; i < MINUTES; i++) {
    expect(clean.diffuse_horizontal_irradiance![i]).toBeCloseTo(5, 9);
    expect(noisy.global_horizontal_irradiance![i]).toBeCloseTo(5.001, 9);
    expect(noisy.diffuse_horizontal_irradiance![i]! - 5).toBeGreaterThanOrEqual(-1e-9);
  }
});

test.each([
  [-20, { negative: 1, missing_code: 0 }],
  [-0.01, { negative: 1, missing_code: 0 }],
  [-20.01, { negative: 0, missing_code: 1 }],
  [-999, { negative: 0, missing_code: 1 }],
])("of values below 0, %d W/m² is %o", (value, counts) => {
  for (const component of Object.keys(PUBLISHED) as Component[]) {
    const weather = { start: start + 12 * 3_600_000, interval: 60, columns: { [component]: [value] } };
    const query = { lat: place.latitude, lon: place.longitude, frequency: "1_minute", parameters: "all" };
    expect(computeColumns(query, weather, { altitude: 0 }).diagnostics.counts).toMatchObject(counts);
  }
});

test("every value is counted once, however the period is cut into blocks, and none outside of it", () => {
  const flaws = [-5, -999, 5000];
  const values = Array.from({ length: 180 }, (_, i) => (i % 4 === 3 ? 300 : flaws[i % 4]!));
  const weather: WeatherSeries = {
    ...{ start: start + 10 * 3_600_000, interval: 60 },
    columns: { global_horizontal_irradiance: values, diffuse_horizontal_irradiance: values.map(() => 100) },
  };
  const query = { lat: place.latitude, lon: place.longitude, frequency: "1_minute", parameters: "all" };
  const counts = (more: object, blockSize: number) =>
    computeColumns({ ...query, ...more }, weather, { altitude: 0 }, createWorkspace({ blockSize })).diagnostics.counts;
  expect(counts({}, 2048)).toMatchObject({ negative: 45, missing_code: 45, implausible: 45 });
  expect(counts({}, 7)).toEqual(counts({}, 2048));
  const hour = { start: "2023-10-20T11:00Z", end: "2023-10-20T12:00Z" };
  expect(counts(hour, 2048)).toMatchObject({ negative: 15, missing_code: 15, implausible: 15 });
});
