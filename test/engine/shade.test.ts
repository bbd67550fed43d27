/** `context.shade` in the chain: what stands near a fixed plane, in its beam, around the sun and before the rest of the sky. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { loadSample } from "../../src/data/weather/index.js";
import { computeColumns, explain, type ObservationContext, type ObservationQuery } from "../../src/index.js";
import { sheds } from "../../src/physics/models/bifacial/index.js";
import type { ShadeMap } from "../../src/physics/models/shading/shade-map.js";
import { isotropic, perez } from "../../src/physics/models/transposition/index.js";

const weather = await loadSample();
const { latitude: lat, longitude: lon } = weather.place!;
const NAMES = ["direct", "diffuse", "global"] as const;
const TILTED = NAMES.map((name) => `${name}_tilted_irradiance_with_shading` as const);
const LEVEL = NAMES.map((name) => `${name}_horizontal_irradiance_with_shading` as const);
const HILLS = Array.from({ length: 360 }, (_, azimuth) => Math.round(9 + 8 * Math.sin(azimuth / 20)));
const PLANE = { surface_tilt: 35, surface_azimuth: 200 };

/** @param passes by azimuth and elevation of the middle of a cell */
function mapOf(passes: (azimuth: number, elevation: number) => number, diffuse?: ShadeMap["diffuse"]): ShadeMap {
  const cell = (_: unknown, k: number) => passes((k % 36) * 10 + 5, Math.floor(k / 36) * 5 + 2.5);
  return {
    azimuthStep: 10,
    elevationStep: 5,
    passes: [Array.from({ length: 648 }, cell)],
    ...(diffuse && { diffuse }),
  };
}

function run(shade: ShadeMap | undefined, query: Partial<ObservationQuery> = {}, context: ObservationContext = {}) {
  const given = { lat, lon, frequency: "1_hour", parameters: [...TILTED, ...LEVEL, "pv_production_with_shading"] };
  const whole = { ...given, ...PLANE, ...query } as ObservationQuery;
  return computeColumns(whole, weather, {
    shade,
    linkeTurbidity: 3,
    extra: ["apparent_zenith", "azimuth"],
    ...context,
  });
}

const lightOf = (found: ReturnType<typeof run>) => TILTED.map((name) => found.values[name]!);
/** The light of the sample cannot be that of other places at all hours: there it is missing. */
const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + (value || 0), 0);

describe("a map of shade", () => {
  test.each([{}, { horizon: HILLS.join(",") }])("that is open leaves every bit as it is, %o", (query) => {
    expect(
      run(
        mapOf(() => 1),
        query,
      ).values,
    ).toEqual(run(undefined, query).values);
    // Nearly open it goes the other way, to the same light.
    const near = lightOf(
      run(
        mapOf((azimuth) => (azimuth === 5 ? 1 - 1e-15 : 1)),
        query,
      ),
    );
    for (const [k, light] of lightOf(run(undefined, query)).entries())
      expect(Math.max(...light.map((value, i) => Math.abs(value - near[k]![i]!)))).toBeLessThan(1e-9);
  });

  test("that is closed leaves the sky alone where the sun is shaded alone, and the ground's light else", () => {
    const context = { models: { transposition: isotropic }, albedo: 0.25 };
    const [open, sky, ground] = [undefined, mapOf(() => 0, "open"), mapOf(() => 0)].map((map) => run(map, {}, context));
    expect(sum(lightOf(sky!)[0]!)).toBe(0);
    expect(lightOf(sky!)[1]).toEqual(lightOf(open!)[1]);
    const seen = 0.5 * (1 - Math.cos((35 * Math.PI) / 180));
    const level = run(undefined).values.global_horizontal_irradiance_with_shading!;
    expect(sum(lightOf(ground!)[2]!)).toBeCloseTo(0.25 * seen * sum(level), 4);
  });

  test("with a share of the sky's light leaves that share of it, and all of the sun's", () => {
    const context = { models: { transposition: isotropic }, albedo: 0 };
    const [open, half] = [undefined, mapOf(() => 1, 0.5)].map((map) => lightOf(run(map, {}, context)));
    expect(half![0]).toEqual(open![0]);
    for (const [k, light] of half![1]!.entries()) expect(light).toBeCloseTo(0.5 * open![1]![k]!, 9);
  });

  test("of a wall in the west takes the beam behind it, and no other; the horizontal keeps its light", () => {
    const wall = (diffuse: ShadeMap["diffuse"]) =>
      mapOf((az, el) => (az > 220 && az < 310 && el < 40 ? 0 : 1), diffuse);
    const minutes = { frequency: "15_minutes" };
    const [open, shaded] = [run(undefined, minutes), run(wall("open"), minutes)];
    const { apparent_zenith: zenith, azimuth } = open.extra;
    const [before, after] = [lightOf(open)[0]!, lightOf(shaded)[0]!];
    let [behind, free] = [0, 0];
    for (let i = 0; i < open.count; i++) {
      // Farther from the wall's edges than the sun goes in a quarter of an hour.
      const [az, el] = [azimuth![i]!, 90 - zenith![i]!];
      if (!(before[i]! > 0)) continue;
      if (az > 230 && az < 300 && el < 36) [behind] = [behind + 1, expect(after[i]).toBe(0)];
      else if (az < 210 || el > 44) [free] = [free + 1, expect(after[i]).toBe(before[i])];
    }
    expect(Math.min(behind, free)).toBeGreaterThan(1000);
    for (const name of LEVEL) expect(shaded.values[name]).toEqual(open.values[name]);
    const [year, less] = [run(wall("open")), run(wall("map"))].map((found) => sum(lightOf(found)[2]!));
    expect(less! / year!).toBeGreaterThan(0.9);
    expect(less! / year!).toBeLessThan(0.99);
  });

  test("of a level ridge gives the light of that horizon line but where the line cuts the disc", () => {
    const line = run(undefined, { horizon: new Array(360).fill(20).join(",") }, { albedo: 0 });
    const map = run(
      mapOf((_azimuth, elevation) => (elevation < 20 ? 0 : 1)),
      {},
      { albedo: 0 },
    );
    const [expected, found] = [lightOf(line)[2]!, lightOf(map)[2]!];
    // In half an hour the sun climbs by less than 7.5°.
    const isClear = (i: number) => Math.abs(70 - line.extra.apparent_zenith![i]!) > 8;
    expect(Math.max(...found.map((value, i) => (isClear(i) ? Math.abs(value - expected[i]!) : 0)))).toBeLessThan(0.2);
    expect(Math.abs(sum(found) / sum(expected) - 1)).toBeLessThan(0.002);
  });

  test("by month is that of each month of local standard time", () => {
    const [open, shut] = [mapOf(() => 1).passes[0]!, mapOf(() => 0).passes[0]!];
    const june = {
      ...mapOf(() => 1, "open"),
      passes: Array.from({ length: 12 }, (_, month) => (month === 5 ? shut : open)),
    };
    const [all, without] = [lightOf(run(undefined))[0]!, lightOf(run(june))[0]!];
    const { start, meta } = run(undefined);
    for (let i = 0; i < all.length; i++) {
      const isJune = new Date(start + i * 3_600_000 + meta.time_zone * 3_600_000).getUTCMonth() === 5;
      expect(without[i]).toBe(isJune ? 0 : all[i]);
    }
    expect(sum(without)).toBeLessThan(sum(all));
    // By the zone of the place, not by its longitude.
    const late = lightOf(run(june, {}, { timeZone: 12 }))[0]!;
    const first = late.findIndex((value, i) => value !== all[i]);
    expect(new Date(start + first * 3_600_000 + 12 * 3_600_000).toISOString().slice(5, 10)).toBe("06-01");
  });

  test("in the south and in the polar night has the sun's own azimuths", () => {
    const north = mapOf((azimuth) => (azimuth < 90 || azimuth > 270 ? 0 : 1), "open");
    const facing = { lat: -35, surface_tilt: 30, surface_azimuth: 0 };
    const share = (map: ShadeMap | undefined, query: object) => sum(lightOf(run(map, query))[0]!);
    expect(share(north, facing) / share(undefined, facing)).toBeLessThan(0.1);
    const polar = { lat: 80, surface_tilt: 60, surface_azimuth: 180 };
    const light = lightOf(
      run(
        mapOf(() => 0.5),
        polar,
      ),
    );
    expect(light.every((column) => column.every((value) => !(value < 0)))).toBe(true);
    expect(sum(light[0]!.subarray(0, 31 * 24))).toBe(0);
  });

  test("is for fixed planes without rows, and is used by values with shading alone", () => {
    const map = mapOf(() => 0.5);
    const tracked = () => run(map, { tracking_mode: "1_axis" });
    expect(tracked).toThrow("context.shade is for fixed planes: tracking_mode must be none, got 1_axis");
    expect(() => run(map, {}, { rows: sheds({ gcr: 0.4 }) })).toThrow("context.shade is for planes without rows");
    expect(() => run({ ...map, azimuthStep: 11 })).toThrow("context.shade.azimuthStep must divide 360 degrees, got 11");
    const { diagnostics } = run(map, { parameters: ["global_tilted_irradiance"] });
    expect(diagnostics.notices).toContainEqual({
      code: "shade",
      message: "context.shade is not used: it shades only the values with shading",
    });
    const { plan } = explain(
      { lat, lon, frequency: "1_hour", ...PLANE, parameters: TILTED },
      weather,
      weather.start as number,
      { shade: map },
    );
    expect(plan.steps.shade).toEqual({ azimuthStep: 10, elevationStep: 5, passes: 1 });
  });
});

/** fixtures/shading/make_map.py */
interface Reference {
  readonly latitude: number;
  readonly longitude: number;
  readonly timeZone: number;
  readonly step: number;
  readonly albedo: number;
  readonly shade: ShadeMap;
  readonly cases: readonly {
    readonly day: string;
    readonly dni: readonly number[];
    readonly dhi: readonly number[];
    readonly planes: readonly {
      readonly tilt: number;
      readonly azimuth: number;
      readonly rows: readonly number[];
      readonly direct: readonly number[];
      readonly diffuse: readonly number[];
    }[];
  }[];
}

describe("with the sun and Perez' parts of pvlib", () => {
  const path = new URL("../../fixtures/shading/shade-map.json", import.meta.url);
  const { latitude, longitude, timeZone, step, albedo, shade, cases } = JSON.parse(
    readFileSync(path, "utf8"),
  ) as Reference;

  test.each(cases)("a day behind a map by month is within 0.1 W/m², $day", ({ day, dni, dhi, planes }) => {
    const columns = { direct_normal_irradiance: dni, diffuse_horizontal_irradiance: dhi };
    const series = { start: Date.parse(`${day}T00:00Z`), interval: step, columns };
    for (const { tilt, azimuth, rows, direct, diffuse } of planes) {
      const query = { lat: latitude, lon: longitude, frequency: "5_minutes", parameters: TILTED } as const;
      const { values } = computeColumns({ ...query, surface_tilt: tilt, surface_azimuth: azimuth }, series, {
        ...{ shade, timeZone, albedo, altitude: 0, subSteps: 1, spread: "step", models: { transposition: perez } },
      });
      const [beam, rest] = [values[TILTED[0]!]!, values[TILTED[1]!]!];
      expect(rows.length).toBeGreaterThan(10);
      for (const [k, row] of rows.entries()) {
        // Both suns are good to 0.01°, which is 0.02 % of the beam.
        expect(Math.abs(beam[row]! - direct[k]!), `${tilt}/${azimuth} ${row}`).toBeLessThan(0.1);
        expect(Math.abs(rest[row]! - diffuse[k]!), `${tilt}/${azimuth} ${row}`).toBeLessThan(0.1);
      }
    }
  });
});
