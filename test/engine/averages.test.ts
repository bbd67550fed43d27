/**
 * The study of research/validate-averages.mjs in small: truth every minute under simplified Solis and an isotropic sky, the
 * engine fed with means. Limits are the study's; the days are some where the sun crosses every edge: March at 47° N.
 */
import { describe, expect, test } from "vitest";
import { computeColumns } from "../../src/index.js";
import { simplifiedSolisRows } from "../../src/physics/models/clear-sky/solis.js";
import { meanVisibleDiscFraction, visibleDiscFraction } from "../../src/physics/models/shading/horizon-line.js";
import { elevationRows, sunVectorRows } from "../../src/physics/models/solar-position/ephemeris.js";
import { prepareSunSite, SOLAR_CONSTANT } from "../../src/physics/models/solar-position/index.js";
import { refractVectorRows } from "../../src/physics/models/solar-position/refraction.js";
import { isotropic } from "../../src/physics/models/transposition/index.js";

const SITE = { latitude: 47.38, longitude: 8.54, altitude: 410 };
const PRESSURE = 965; // hPa
const START = Date.UTC(2023, 2, 10);
const DAYS = 12;
const STEP = 30; // s
const N = (DAYS * 86_400) / STEP;
const ALBEDO = 0.2;

const rows = () => new Float64Array(N);
const sun = (() => {
  const time = rows().map((_, i) => START + (i + 0.5) * STEP * 1000);
  const [east, north, up, distance, elevation] = [rows(), rows(), rows(), rows(), rows()];
  sunVectorRows(0, N, time, prepareSunSite(SITE.latitude, SITE.longitude, SITE.altitude), east, north, up, distance);
  refractVectorRows(0, N, east, north, up, PRESSURE, 12);
  elevationRows(0, N, east, north, up, elevation);
  return { east, north, up, elevation, e0: distance.map((r) => SOLAR_CONSTANT / (r * r)) };
})();

const sky = (() => {
  const [ghi, dni, dhi] = [rows(), rows(), rows()];
  const constant = (value: number) => rows().fill(value);
  simplifiedSolisRows(0, N, sun.up, constant(0.1), constant(1), constant(PRESSURE * 100), sun.e0, ghi, dni, dhi);
  for (let i = 0; i < N; i++) {
    if (sun.up[i]! <= 0) dni[i] = dhi[i] = 0;
    ghi[i] = dni[i]! * Math.max(sun.up[i]!, 0) + dhi[i]!;
  }
  return { ghi, dni, dhi };
})();

function means(column: Float64Array, interval: number): Float64Array {
  const per = interval / STEP;
  return new Float64Array(N / per).map((_, k) => column.subarray(k * per, (k + 1) * per).reduce((a, b) => a + b) / per);
}

/** Global on a plane that leans to the given azimuth. */
function truthOn(tilt: number, azimuth: number): Float64Array {
  const [t, a] = [(tilt * Math.PI) / 180, (azimuth * Math.PI) / 180];
  return rows().map((_, i) => {
    const horizontal = sun.east[i]! * Math.sin(a) + sun.north[i]! * Math.cos(a);
    const cosine = horizontal * Math.sin(t) + sun.up[i]! * Math.cos(t);
    const sees = (1 + Math.cos(t)) / 2;
    return sky.dni[i]! * Math.max(cosine, 0) + sky.dhi[i]! * sees + ALBEDO * sky.ghi[i]! * (1 - sees);
  });
}

const FREQUENCY = { 60: "1_minute", 900: "15_minutes", 3600: "1_hour" } as const;
const COLUMNS = {
  global_horizontal_irradiance: sky.ghi,
  direct_normal_irradiance: sky.dni,
  diffuse_horizontal_irradiance: sky.dhi,
};
type Given = keyof typeof COLUMNS;
const GIVEN: readonly Given[] = ["global_horizontal_irradiance", "diffuse_horizontal_irradiance"];

function engine(interval: 900 | 3600, query: object, context: object = {}, given = GIVEN) {
  const weather = {
    start: START,
    interval,
    columns: Object.fromEntries(given.map((name) => [name, means(COLUMNS[name], interval)])),
  };
  const models = { transposition: isotropic };
  return computeColumns(
    { lat: SITE.latitude, lon: SITE.longitude, frequency: FREQUENCY[interval], parameters: "all", ...query },
    weather,
    { altitude: SITE.altitude, albedo: ALBEDO, models, ...context },
  );
}

function judge(truth: Float64Array, got: Float64Array) {
  let squares = 0;
  let sum = 0;
  let n = 0;
  let error = 0;
  let worst = 0;
  truth.forEach((value, k) => {
    error += got[k]! - value;
    worst = Math.max(worst, Math.abs(got[k]! - value));
    if (value <= 1) return;
    squares += (got[k]! - value) ** 2;
    sum += value;
    n++;
  });
  return {
    nrmse: (100 * Math.sqrt(squares / n)) / (sum / n),
    bias: (100 * error) / truth.reduce((a, b) => a + b),
    worst,
  };
}

const SLOPE = { surface_tilt: 30, surface_azimuth: 180 };
const EAST = { surface_tilt: 90, surface_azimuth: 90 };

describe("interval averages on clear days", () => {
  test.each([
    ["30° south, hourly", SLOPE, 3600, { nrmse: 0.2, bias: 0.05, worst: 6 }],
    ["30° south, 15 minutes", SLOPE, 900, { nrmse: 0.1, bias: 0.025, worst: 3 }],
    ["90° east, hourly", EAST, 3600, { nrmse: 1.5, bias: 0.4, worst: 25 }],
    ["90° east, 15 minutes", EAST, 900, { nrmse: 0.75, bias: 0.2, worst: 12.5 }],
  ] as const)("%s", (_name, plane, interval, limit) => {
    const truth = means(truthOn(plane.surface_tilt, plane.surface_azimuth), interval);
    const found = judge(truth, engine(interval, plane).values.global_tilted_irradiance!);
    expect(found.nrmse).toBeLessThan(limit.nrmse);
    expect(Math.abs(found.bias)).toBeLessThan(limit.bias);
    expect(found.worst).toBeLessThan(limit.worst);
  });

  test("two nodes within the light are worth a minute's cells, of the same light", () => {
    for (const plane of [SLOPE, EAST]) {
      const auto = engine(900, plane).values.global_tilted_irradiance!;
      const fine = engine(900, plane, { subSteps: 60 }).values.global_tilted_irradiance!;
      // A sixteenth of an interval's light may be taken as dark: at 0° a few W/m² on the wall.
      expect(judge(fine, auto).worst).toBeLessThan(4);
      expect(judge(fine, auto).nrmse).toBeLessThan(0.12);
    }
  });

  test("the sunlit share of an interval is known to a sixteenth of a quarter of an hour", () => {
    const found = engine(3600, SLOPE, { extra: ["sunlit_fraction"] }).extra.sunlit_fraction!;
    const counted = means(
      sun.up.map((up) => (up > 0 ? 1 : 0)),
      3600,
    );
    // A part below that counts as dark; counting every 30 s is itself off by up to 15 s.
    found.forEach((share, k) => {
      expect(Math.abs(share - counted[k]!) * 3600).toBeLessThan(900 / 16 + 16);
    });
  });

  test("a horizon line that the sun passes within a sub-step hides its minutes", () => {
    const horizon = new Array(360).fill(10);
    const above = means(
      sky.dni.map((dni, i) => dni * visibleDiscFraction(sun.elevation[i]!, 10)),
      900,
    );
    const found = engine(900, { ...SLOPE, horizon }).values.direct_normal_irradiance_with_shading!;
    // Sun at the node alone would be wrong by half the beam; left is the difference of the clear skies.
    expect(judge(above, found).worst).toBeLessThan(12);
  });
});

describe("a closing series", () => {
  test.each([900, 3600] as const)("gives the same light from any two components, means over %d s", (interval) => {
    const year = (given: readonly Given[]) => {
      const { values } = engine(interval, EAST, {}, given);
      const total = (column: Float64Array) => column.reduce((a, b) => a + b);
      return { ghi: total(values.global_horizontal_irradiance!), gti: total(values.global_tilted_irradiance!) };
    };
    const base = year(GIVEN);
    for (const other of [
      year(["global_horizontal_irradiance", "direct_normal_irradiance"]),
      year(["direct_normal_irradiance", "diffuse_horizontal_irradiance"]),
    ]) {
      expect(Math.abs(other.ghi / base.ghi - 1)).toBeLessThan(0.0005);
      expect(Math.abs(other.gti / base.gti - 1)).toBeLessThan(0.003);
    }
  });
});

describe("1-minute output of coarser weather", () => {
  test.each([
    ["90° east", EAST],
    ["tracker", { tracking_mode: "1_axis" }],
  ] as const)("%s has no stairs: half the step, half the largest change", (_name, plane) => {
    for (const interval of [900, 3600] as const) {
      const query = { ...plane, frequency: "1_minute", parameters: "global_tilted_irradiance" };
      const values = engine(interval, query).values.global_tilted_irradiance!;
      const change = (step: number) => {
        let most = 0;
        for (let i = step; i < values.length; i += step)
          most = Math.max(most, Math.abs(values[i]! - values[i - step]!));
        return most;
      };
      expect(change(1)).toBeLessThan(40);
      expect(Math.abs((2 * change(1)) / change(2) - 1)).toBeLessThan(0.2);
    }
  });

  test("with light in every minute of the day and none at night, at no loss of the mean", () => {
    const fine = engine(3600, { frequency: "1_minute" }).values.global_horizontal_irradiance!;
    const given = means(sky.ghi, 3600);
    given.forEach((mean, k) => {
      const minutes = fine.subarray(k * 60, (k + 1) * 60);
      expect(minutes.reduce((a, b) => a + b) / 60).toBeCloseTo(mean, 9);
    });
  });
});

describe("share of the disc above a line that the sun moves along", () => {
  test.each([
    [-0.4, 0.4],
    [0.3, -0.1],
    [0, 0.2],
    [-0.26, -0.2],
    [1, 1.2],
    [-3, 5],
  ])("from %d to %d degrees: the mean of the share at a point", (before, after) => {
    const n = 20_000;
    let sum = 0;
    for (let i = 0; i < n; i++) sum += visibleDiscFraction(before + ((i + 0.5) / n) * (after - before), 0);
    expect(meanVisibleDiscFraction(before, after)).toBeCloseTo(sum / n, 7);
    expect(meanVisibleDiscFraction(after, before)).toBeCloseTo(sum / n, 7);
  });

  test("standing still it is the share at that point; NaN stays", () => {
    for (const height of [-1, -0.265, -0.1, 0, 0.2, 0.265, 2]) {
      expect(meanVisibleDiscFraction(height, height)).toBe(visibleDiscFraction(height, 0));
      expect(meanVisibleDiscFraction(height, height + 1e-4)).toBeCloseTo(visibleDiscFraction(height, 0), 3);
    }
    expect(meanVisibleDiscFraction(Number.NaN, 1)).toBeNaN();
    expect(meanVisibleDiscFraction(1, Number.NaN)).toBeNaN();
  });
});
