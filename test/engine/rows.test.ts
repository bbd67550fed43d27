/** `context.rows` in the chain: planes in rows, their rear side, and what of it reaches the power. */
import { beforeAll, describe, expect, test } from "vitest";
import { loadSample } from "../../src/data/weather/index.js";
import { computeColumns, type ObservationContext, type ObservationQuery, type WeatherSeries } from "../../src/index.js";
import { infiniteSheds, sheds } from "../../src/physics/models/bifacial/index.js";
import type { RowsOptions } from "../../src/physics/models/bifacial/sheds.js";
import { pvwattsSystem } from "../../src/physics/models/pv/index.js";
import { tracker } from "../../src/physics/models/tracking/index.js";
import { haydavies, isotropic } from "../../src/physics/models/transposition/index.js";

let weather: WeatherSeries;
beforeAll(async () => {
  weather = await loadSample();
});

const LIGHT = [
  "direct_tilted_irradiance_with_shading",
  "diffuse_tilted_irradiance_with_shading",
  "global_tilted_irradiance_with_shading",
] as const;
const TILTED = { surface_tilt: 30, surface_azimuth: 180 };
const HILLS = Array.from({ length: 360 }, (_, azimuth) => Math.max(0, 9 + 8 * Math.sin(azimuth / 20)));

function run(
  rows: RowsOptions | undefined,
  query: Partial<ObservationQuery> = TILTED,
  context: ObservationContext = {},
) {
  const { latitude: lat, longitude: lon } = weather.place!;
  const given = { lat, lon, frequency: "1_hour", parameters: LIGHT, ...query };
  return computeColumns(given, weather, { rows: rows && sheds(rows), linkeTurbidity: 3, ...context });
}

const sum = (values: ArrayLike<number>) => Array.from(values).reduce((total, value) => total + value, 0);

function worst(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i]!)), 0);
}

describe.each([
  ["haydavies", haydavies],
  ["isotropic", isotropic],
] as const)("with the sky of %s, instant by instant", (model, transposition) => {
  test.each([
    [TILTED, undefined, 0.5],
    [{ surface_tilt: 90, surface_azimuth: 90 }, undefined, 0.3],
    [{ surface_tilt: 10, surface_azimuth: 150 }, undefined, 0.9],
    [{ tracking_mode: "1_axis" }, undefined, 0.3],
    [{ tracking_mode: "1_axis" }, tracker({ maxAngle: 60, gcr: 0.45, backtrack: false, axisAzimuth: 160 }), 0.45],
  ])("%o: both sides are those of infiniteSheds", (plane, tracking, gcr) => {
    const extra = ["apparent_zenith", "azimuth", "extraterrestrial_normal", "rear_irradiance"] as const;
    const parameters = [
      ...LIGHT,
      "global_horizontal_irradiance",
      "diffuse_horizontal_irradiance",
      "direct_normal_irradiance",
    ];
    // From far above, the rear sees the mean of the ground, as there.
    const rows = { height: 1000, ...(!("tracking_mode" in plane) && { gcr }) };
    const found = run(rows, { ...plane, parameters }, {
      ...{ tracker: tracking, extra, subSteps: 1, albedo: 0.25, models: { transposition } },
    } as ObservationContext);
    const { values, extra: shown } = found;
    const expected = infiniteSheds(
      {
        surfaceTilt: values.surface_tilt!,
        surfaceAzimuth: values.surface_azimuth!,
        solarZenith: shown.apparent_zenith!,
        solarAzimuth: shown.azimuth!,
        ghi: values.global_horizontal_irradiance!,
        dhi: values.diffuse_horizontal_irradiance!,
        dni: values.direct_normal_irradiance!,
        albedo: 0.25,
        dniExtra: shown.extraterrestrial_normal!,
      },
      { gcr, model },
    );
    let hours = 0;
    for (let i = 0; i < found.count; i++) {
      // Below 5° the pipeline's ratio of beam on plane and horizontal no longer grows; the published one's below 1°.
      if (!(shown.apparent_zenith![i]! < 85)) continue;
      hours++;
      expect(values.global_tilted_irradiance_with_shading![i]! - expected.poaFront[i]!).toBeCloseTo(0, 2);
      expect(shown.rear_irradiance![i]! - expected.poaBack[i]!).toBeCloseTo(0, 2);
    }
    expect(hours).toBeGreaterThan(3500);
    expect(sum(shown.rear_irradiance!) / sum(expected.poaBack)).toBeCloseTo(1, 2.5);
  });
});

describe("rows", () => {
  const year = (rows: RowsOptions | undefined, query?: Partial<ObservationQuery>, context?: ObservationContext) =>
    sum(run(rows, query, context).values.global_tilted_irradiance_with_shading!);

  test("far apart they leave a plane what it has alone", () => {
    expect(worst(run({ gcr: 1e-4 }).values[LIGHT[2]]!, run(undefined).values[LIGHT[2]]!)).toBeLessThan(0.2);
    expect(year({ gcr: 1e-6 }) / year(undefined)).toBeCloseTo(1, 5);
  });

  test("the closer they stand, the less reaches them; flat ones shade nothing", () => {
    const years = [0.2, 0.4, 0.6, 0.8, 1].map((gcr) => year({ gcr }));
    years.forEach((light, k) => {
      if (k > 0) expect(light).toBeLessThan(years[k - 1]!);
    });
    expect(year({ gcr: 0.6 }, { surface_tilt: 0 }) / year(undefined, { surface_tilt: 0 })).toBeCloseTo(1, 9);
    expect(Number.isFinite(year({ gcr: 1 }, { surface_tilt: 0 }))).toBe(true);
  });

  test("backtracking leaves no beam in the shadow of rows", () => {
    const [direct] = LIGHT;
    const turned = { tracking_mode: "1_axis" };
    const [shaded, alone] = [run({}, turned).values[direct]!, run(undefined, turned).values[direct]!];
    expect(sum(shaded) / sum(alone)).toBeCloseTo(1, 3);
    const following = { tracker: tracker({ backtrack: false, maxAngle: 75 }) };
    const [crossed, free] = [
      run({}, turned, following).values[direct]!,
      run(undefined, turned, following).values[direct]!,
    ];
    expect(sum(crossed) / sum(free)).toBeLessThan(0.98);
  });

  test("blocks of cells lose more of the beam than the shaded share, all alike where none is", () => {
    const years = [undefined, 100, 6, 1].map((blocks) => sum(run({ gcr: 0.7, blocks }).values[LIGHT[0]]!));
    expect(years[1]! < years[0]! && years[2]! < years[0]!).toBe(true);
    expect(years[3]!).toBeLessThan(years[0]!);
    const flat = { surface_tilt: 0 };
    expect(run({ gcr: 0.7, blocks: 6 }, flat).values[LIGHT[0]]).toEqual(run({ gcr: 0.7 }, flat).values[LIGHT[0]]);
  });

  test("behind hills there is less still, and never below 0", () => {
    const query = { ...TILTED, horizon: "auto" };
    const hilly = run({ gcr: 0.5 }, query, { horizon: HILLS }).values;
    const open = run({ gcr: 0.5 }).values;
    const alone = run(undefined, query, { horizon: HILLS }).values;
    for (const name of LIGHT) {
      expect(Math.min(...hilly[name]!)).toBeGreaterThanOrEqual(0);
      hilly[name]!.forEach((value, i) => {
        expect(value).toBeLessThanOrEqual(open[name]![i]! + 1e-9);
        if (name !== LIGHT[1]) expect(value).toBeLessThanOrEqual(alone[name]![i]! + 1e-6);
      });
    }
  });

  test("leave what is not shaded, and the horizontal, as it is", () => {
    const names = ["global_tilted_irradiance", "global_horizontal_irradiance_with_shading", "pv_production"] as const;
    const query = { ...TILTED, parameters: [...names, ...LIGHT] };
    const [inRows, alone] = [run({ gcr: 0.5 }, query).values, run(undefined, query).values];
    for (const name of names) expect(worst(inRows[name]!, alone[name]!), name).toBeLessThan(1e-9);
  });
});

describe("cells on both sides", () => {
  const power = (options: object, rows: RowsOptions | undefined = { gcr: 0.4 }, query = {}) => {
    const pv = { model: pvwattsSystem, options };
    const parameters = ["pv_production_with_shading"];
    const models = { pv } as NonNullable<ObservationContext["models"]>;
    return sum(run(rows, { ...TILTED, parameters, ...query }, { models }).values.pv_production_with_shading!);
  };

  test("add the light on the rear, as much as they are worth", () => {
    const light = (options: object) => power({ output: "effective", ...options });
    const one = light({});
    const half = light({ bifacial: { factor: 0.35, shadeFactor: 0 } });
    const whole = light({ bifacial: { factor: 0.7, shadeFactor: 0 } });
    expect(light({ bifacial: { factor: 0 } })).toBeCloseTo(one, 6);
    expect(whole - one).toBeCloseTo(2 * (half - one), 5);
    const rear = sum(run({ gcr: 0.4 }, TILTED, { extra: ["rear_irradiance"] }).extra.rear_irradiance!);
    expect((whole - one) / (0.7 * rear)).toBeCloseTo(1, 4);
    const shaded = light({ bifacial: { factor: 0.7, shadeFactor: -0.1, transmissionFactor: -0.05 } });
    expect((shaded - one) / (whole - one)).toBeCloseTo(0.9 * 0.95, 6);
    expect(power({ bifacial: { factor: 0.7 } }) / power({})).toBeGreaterThan(1.03);
  });

  test("need the rows that they stand in", () => {
    const refused = () => power({ bifacial: { factor: 0.7 } }, null as never);
    expect(refused).toThrow("context.rows must be rows from sheds()");
    const pv = { model: pvwattsSystem, options: { bifacial: { factor: 0.7 } } };
    const alone = () => run(undefined, TILTED, { models: { pv } } as ObservationContext);
    expect(alone).toThrow("pvwattsSystem: bifacial needs the rows that the modules stand in: context.rows");
  });

  test.each([
    [{}, "pvwattsSystem: bifacial: factor must be a number, got undefined"],
    [{ factor: 70 }, "pvwattsSystem: bifacial: factor must be 0 to 1, got 70"],
    [{ factor: 0.7, shadeFactor: 0.02 }, "pvwattsSystem: bifacial: shadeFactor must be -1 to 0, got 0.02"],
    [{ factor: 0.7, height: 1 }, "pvwattsSystem: bifacial has no option height: known are factor, shadeFactor"],
    [0.7, "pvwattsSystem: bifacial must be an object, got 0.7"],
  ])("%o is refused", (bifacial, message) => {
    expect(() => power({ bifacial })).toThrow(message);
  });

  test("take their rear light as a column, too", () => {
    const light = { poaDirect: 600, poaSkyDiffuse: 100, poaGroundDiffuse: 10, aoi: 20, surfaceTilt: 30, tempAir: 20 };
    const system = { output: "effective", iam: "none" } as const;
    const both = pvwattsSystem({ ...light, poaRear: 100 }, { ...system, bifacial: { factor: 0.7, shadeFactor: 0 } });
    expect(both.power[0]).toBeCloseTo(780, 10);
    expect(() => pvwattsSystem({ ...light, poaRear: 100 }, system)).toThrow("poaRear and the option bifacial belong");
  });
});

test.each([
  [{ gcr: 0 }, {}, "sheds: gcr must be above 0 and at most 1, got 0"],
  [{ gcr: 1.1 }, {}, "sheds: gcr must be above 0 and at most 1, got 1.1"],
  [{ gcr: "0.4" }, {}, "sheds: gcr must be a number, got 0.4"],
  [{ gcr: 0.4, blocks: 0 }, {}, "sheds: blocks must be a whole number from 1 to 100, got 0"],
  [{ gcr: 0.4, blocks: 2.5 }, {}, "sheds: blocks must be a whole number from 1 to 100, got 2.5"],
  [{ gcr: 0.4, height: 2000 }, {}, "sheds: height must be from 0 to 1000 widths of a row, got 2000"],
  [
    { gcr: 0.4, height: 0.2 },
    {},
    "sheds: rows.height must be at least 0.250 widths of a row, half the sine of the tilt",
  ],
  [{ gcr: 0.4, pitch: 5 }, {}, "sheds: pitch is no option of rows: known are gcr, blocks, height"],
  [{}, {}, "sheds: gcr is required for rows of fixed planes: their width over the distance between them"],
  [{ gcr: 0.4 }, { tracking_mode: "1_axis" }, "sheds: gcr must be the tracker's, 0.3, or left out, got 0.4"],
])("%o on %o is refused", (rows, query, message) => {
  expect(() => run(rows as never, { ...TILTED, ...query })).toThrow(message);
});

test("rows of trackers that infinite sheds do not describe are refused", () => {
  const refused = (options: object) => () => run({}, { tracking_mode: "1_axis" }, { tracker: tracker(options) });
  expect(refused({ mode: "dual-axis" })).toThrow("sheds: rows are for fixed planes and trackers of one axis");
  expect(refused({ axisTilt: 10, axisAzimuth: 180 })).toThrow("must have a level axis, got axisTilt 10");
  expect(refused({ crossAxisTilt: -3 })).toThrow("rows stand on level ground");
});

test("rows that shade nothing that was asked for are told", () => {
  const { diagnostics } = run({ gcr: 0.4 }, { ...TILTED, parameters: ["global_tilted_irradiance"] });
  expect(diagnostics.notices.map(({ code }) => code)).toContain("rows");
});
