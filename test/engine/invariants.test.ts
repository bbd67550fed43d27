import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import { randomNumbers } from "../../scripts/lib/random.mjs";
import { computeColumns } from "../../src/index.js";
import { solarPosition } from "../../src/physics/models/solar-position/index.js";
import { type Case, type Draw, draws, roughSun } from "./cases.js";
import { fedBack, INVARIANTS, Lab } from "./invariants.js";

const SEED = 20240229;
const RUNS = 150;
const lab = new Lab({ computeColumns });

describe(`for any request and weather (fast-check seed ${SEED})`, () => {
  test.each(INVARIANTS)("$name", ({ check }) => {
    fc.assert(
      fc.property(draws, (draw) => check(lab, draw)),
      { seed: SEED, numRuns: RUNS },
    );
  });

  test("at least 1e5 output steps were checked, next to nothing was left out", () => {
    expect(lab.steps).toBeGreaterThan(1e5);
    const skipped = Object.values(lab.skipped).reduce((sum, n) => sum + n, 0);
    expect(skipped).toBeLessThan(0.001 * lab.compared);
  });

  test("at least half of the draws sit where things break", () => {
    const seen: { [edge: string]: number } = {};
    let atEdge = 0;
    const sample = fc.sample(draws, { seed: SEED, numRuns: RUNS });
    for (const draw of sample) {
      const edges = edgesOf(draw);
      if (edges.some((edge) => SUN_EDGES.includes(edge))) atEdge++;
      for (const edge of edges) seen[edge] = (seen[edge] ?? 0) + 1;
    }
    expect(atEdge).toBeGreaterThanOrEqual(RUNS / 2);
    for (const edge of EDGES) expect(seen[edge] ?? 0, edge).toBeGreaterThanOrEqual(5);
  });

  afterAll(() => {
    const left = JSON.stringify(lab.skipped);
    console.log(`seed ${SEED}: ${lab.steps} output steps, ${lab.compared} comparisons, left out ${left}`);
  });
});

const SUN_EDGES = ["low sun", "sun near the line", "partly sunlit", "pole", "polar night", "overhead"];
const EDGES = [
  ...SUN_EDGES,
  ...[
    "date line",
    "tilt 0",
    "tilt 90",
    "above clear sky",
    "DHI 0",
    "DHI above GHI",
    "shifted grid",
    "gaps",
    "sticks out",
  ],
];

function edgesOf(draw: Draw): string[] {
  const { case: made, columns } = lab.base(draw);
  const { lat, lon, horizon } = made.query;
  const line = Array.isArray(horizon) ? (horizon as number[]) : null;
  const sunlit = columns.extra.sunlit_fraction!;
  const sky = made.weather.columns;
  const ghi = sky.global_horizontal_irradiance;
  const dhi = sky.diffuse_horizontal_irradiance;
  const clear = columns.values.global_clear_sky_irradiance!;
  const suns = Array.from({ length: columns.count }, (_, i) =>
    roughSun(columns.start + (i + 0.5) * columns.interval * 1000, lat, lon),
  );
  const has: { [edge: string]: boolean } = {
    "low sun": suns.some(({ elevation }) => Math.abs(elevation) < 1),
    "sun near the line": suns.some(
      (sun) =>
        line !== null && sun.elevation > 0 && Math.abs(sun.elevation - line[Math.round(sun.azimuth) % 360]!) < 0.5,
    ),
    "partly sunlit": sunlit.some((share) => share > 0 && share < 1),
    pole: Math.abs(lat) === 90,
    "polar night": draw.place.kind === "polarNight",
    overhead: suns.some(({ elevation }) => elevation > 89),
    "date line": Math.abs(lon) === 180,
    "tilt 0": draw.surface.tilt === 0 && !draw.surface.tracking,
    "tilt 90": draw.surface.tilt === 90 && !draw.surface.tracking,
    "above clear sky": columns.values.global_horizontal_irradiance!.some((g, i) => g > clear[i]! && clear[i]! > 0),
    "DHI 0": dhi?.some((value, i) => value === 0 && (ghi?.[i] ?? 0) > 0) ?? false,
    "DHI above GHI": dhi?.some((value, i) => value > (ghi?.[i] ?? Number.POSITIVE_INFINITY)) ?? false,
    "shifted grid": (draw.weather.phase * 1000) % (draw.weather.interval * 1000) !== 0,
    gaps: draw.weather.gaps !== "none",
    "sticks out": draw.weather.before < 0 || draw.weather.after < 0,
  };
  return Object.keys(has).filter((edge) => has[edge]);
}

describe("east and west mirror about solar noon", () => {
  /**
   * At a solstice declination and distance stand still and the equation of time runs evenly, so the sun's path mirrors:
   * to 6e-5° here, 1e-4° = 1.7e-6 rad being allowed. Nothing follows the sun more steeply than the visible part of its
   * disc, from 0 to 1 within 0.53°: 108 per rad, of at most 1400 W/m².
   */
  const ANGLE = 1e-4;
  const TOLERANCE = ((ANGLE * Math.PI) / 180) * 1400 * 108;

  const NOONS = { june: Date.UTC(2022, 5, 21, 9), december: Date.UTC(2022, 11, 21, 22) };
  const MIRRORED = ["_irradiance", "_irradiance_with_shading"];

  test.each([
    ["june", 47, "none", "1_minute"],
    ["june", -33, "none", "15_minutes"],
    ["december", -47, "none", "1_hour"],
    ["december", 12, "1_axis", "1_minute"],
    ["june", 66, "1_axis", "1_hour"],
  ] as const)("%s, latitude %d, tracking %s, %s", (month, lat, tracking, frequency) => {
    const noon = NOONS[month];
    const lon = longitudeOfNoon(noon);
    const n = 2 * 9 * 60;
    const random = randomNumbers(7);
    const ghi = new Float64Array(n);
    const dhi = new Float64Array(n);
    for (let i = 0; i < n / 2; i++) {
      const clear =
        1000 * Math.max(Math.sin((roughSun(noon - (n / 2 - i) * 60_000, lat, lon).elevation / 180) * Math.PI), 0);
      ghi[i] = ghi[n - 1 - i] = clear * (0.3 + 0.6 * random());
      dhi[i] = dhi[n - 1 - i] = ghi[i]! * random();
    }
    const weather = {
      start: noon - (n / 2) * 60_000,
      interval: 60,
      columns: { global_horizontal_irradiance: ghi, diffuse_horizontal_irradiance: dhi },
    };
    const line = Array.from({ length: 360 }, () => Math.floor(random() ** 2 * 20));
    for (let a = 1; a < 180; a++) line[360 - a] = line[a]!;
    const run = (azimuth: number) =>
      computeColumns(
        { lat, lon, parameters: "all", frequency, surface_tilt: 60, surface_azimuth: azimuth, tracking_mode: tracking, horizon: line },
        weather,
        { extra: ["apparent_zenith", "rotation"], altitude: 0 },
      ); // biome-ignore format: one call
    const east = run(70);
    const west = run(290);
    for (let i = 0; i < east.count; i++) {
      const mirror = east.count - 1 - i;
      const zenith = east.extra.apparent_zenith!;
      expect(Math.abs(zenith[i]! - zenith[mirror]!)).toBeLessThan(ANGLE);
      expect(Math.abs(zenith[i]! - zenith[mirror]!)).toBeLessThan(ANGLE);
      for (const [name, values] of Object.entries(east.values)) {
        if (!MIRRORED.some((end) => name.endsWith(end))) continue;
        const other = west.values[name as keyof typeof west.values]![mirror]!;
        expect(Math.abs(values![i]! - other), `${name} ${i}`).toBeLessThan(TOLERANCE);
      }
      expect(Math.abs(east.extra.rotation![i]! + west.extra.rotation![mirror]!)).toBeLessThan(10 * ANGLE);
    }
  });

  /** Where the sun is on the meridian at this very time: the equation of time is 1e-3° off, as it counts from TT. */
  function longitudeOfNoon(time: number): number {
    const pole = 80; // there the azimuth turns as fast as the hour angle, whatever the season
    let lon = 180 - (time % 86_400_000) / 240_000;
    for (let k = 0; k < 50; k++) lon -= solarPosition({ time, latitude: pole, longitude: lon }).azimuth[0]! - 180;
    return lon;
  }
});

test("DNI of a response fed back in from coarser weather stays within 2% of its day's energy", () => {
  // Not exact by design: inside an hour the beam's course came from the neighbours of the hour, not of the minutes.
  const made: Case = {
    query: { lat: 40, lon: 0, parameters: "all", frequency: "15_minutes" },
    weather: {
      start: Date.UTC(2023, 3, 10),
      interval: 3600,
      columns: {
        global_horizontal_irradiance: Float64Array.from({ length: 48 }, (_, i) => {
          const sun = roughSun(Date.UTC(2023, 3, 10) + (i + 0.5) * 3_600_000, 40, 0);
          return Math.max(900 * Math.sin((sun.elevation / 180) * Math.PI), 0) * (i % 3 === 0 ? 0.5 : 1);
        }),
      },
    },
    context: { altitude: 0, subSteps: 3 },
  };
  const first = lab.run(made);
  const again = lab.run({ ...made, weather: { ...fedBack({ ...made, weather: { ...made.weather, interval: 900 } }, first) } as Case["weather"] }); // biome-ignore format: one call
  const sum = (values: Float64Array) => values.reduce((a, b) => a + b, 0);
  const a = first.values.direct_normal_irradiance!;
  const b = again.values.direct_normal_irradiance!;
  const difference = a.reduce((total, value, i) => total + Math.abs(value - b[i]!), 0);
  expect(difference).toBeLessThan(0.02 * sum(a));
  for (const name of [
    "global_horizontal_irradiance",
    "direct_horizontal_irradiance",
    "diffuse_horizontal_irradiance",
  ] as const) {
    first.values[name]!.forEach((value, i) => {
      expect(Math.abs(again.values[name]![i]! - value)).toBeLessThan(1e-6);
    });
  }
  console.log(
    `DNI from hourly weather, fed back in as 15 minutes: mean |difference| ${((100 * difference) / sum(a)).toFixed(4)}%`,
  );
});
