/** Whole systems in the pipeline: clipped at every sub-step, averaged last. */
import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../../scripts/lib/random.mjs";
import { loadSample } from "../../../src/data/weather/index.js";
import {
  computeColumns,
  type ObservationContext,
  type ObservationQuery,
  type WeatherSeries,
} from "../../../src/index.js";
import { cecSystem, huldSystem, pvwattsSystem } from "../../../src/physics/models/pv/index.js";
import { SYSTEM_CELL_TEMPERATURE, SYSTEM_IAM } from "../../../src/physics/models/pv/system-parts.js";
import { PVWATTS_MODULES } from "../../../src/physics/models/pv/systems.js";
import { roughSun } from "../../engine/cases.js";

const SYSTEMS = [pvwattsSystem, huldSystem, cecSystem] as const;
const NAMED = SYSTEMS.map((system) => [system.stage.name, system] as const);
const START = Date.UTC(2024, 3, 18);
const [LAT, LON] = [44, 7];
const MINUTES = 1440;

/** A day of minutes with clouds that come and go, so that peaks are cut and troughs are not. */
function brokenDay(columns: WeatherSeries["columns"] = {}): WeatherSeries {
  const random = randomNumbers(5);
  let cloud = 1;
  const ghi = Float64Array.from({ length: MINUTES }, (_, i) => {
    if (random() < 0.1) cloud = random() < 0.5 ? 0.35 : 1.05;
    const { elevation } = roughSun(START + (i + 0.5) * 60_000, LAT, LON);
    return elevation > 0 ? 1000 * Math.sin((elevation * Math.PI) / 180) ** 1.15 * cloud : 0;
  });
  const temperature = ghi.map((_, i) => 8 + 6 * Math.sin((i - 500) / 300));
  const base = { global_horizontal_irradiance: ghi, temperature, wind_speed: ghi.map(() => 2) };
  return { start: START, interval: 60, columns: { ...base, ...columns } };
}

function run(query: Partial<ObservationQuery>, context: ObservationContext, weather = brokenDay()) {
  const all = { lat: LAT, lon: LON, parameters: "all", surface_tilt: 30, surface_azimuth: 180, frequency: "1_hour" };
  return computeColumns({ ...all, ...query } as ObservationQuery, weather, { altitude: 300, ...context });
}

describe("the simple formula, which is concave in the light", () => {
  // Hours of weather: minutes and hours have the same light, on the engine's own course within the hour.
  const year = async (surface: Partial<ObservationQuery>, frequency: string, context: ObservationContext = {}) => {
    const query = { lat: 36.1, lon: -79.95, parameters: "pv_production", frequency, ...surface };
    const { values, count } = computeColumns(query, await loadSample(), { altitude: 273, ...context });
    return values.pv_production!.reduce((sum, value) => sum + value, 0) / count;
  };

  test.each([
    ["a fixed plane", { surface_tilt: 30, surface_azimuth: 180 }],
    ["a tracker", { tracking_mode: "1_axis" }],
  ])(
    "gives hours of %s 0.1…0.2 % a year above their minutes, and their mean at sub-steps of a minute",
    async (_, at) => {
      const minutes = await year(at, "1_minute");
      const excess = (await year(at, "1_hour")) / minutes - 1;
      expect(excess).toBeGreaterThan(0.001);
      expect(excess).toBeLessThan(0.002);
      const steps = { pv: { step: "sub-step" } } as const;
      // What holds of every mean of minutes.
      expect(Math.abs((await year(at, "1_hour", { ...steps, subSteps: 60 })) / minutes - 1)).toBeLessThan(1e-6);
      // Three nodes an hour instead of sixty: on a course that bends their light is 0.008 and 0.013 % off.
      expect(Math.abs((await year(at, "1_hour", steps)) / minutes - 1)).toBeLessThan(2.5e-4);
    },
  );
});

const using = (model: (typeof SYSTEMS)[number], options: object = {}): ObservationContext => ({
  models: { pv: { model: model as never, options } },
});

function hourly(minutes: Float64Array): number[] {
  return Array.from({ length: 24 }, (_, h) => minutes.subarray(60 * h, 60 * h + 60).reduce((a, b) => a + b, 0) / 60);
}

describe.each(NAMED)("%s", (name, system) => {
  const inputs = { poaDirect: 900, poaSkyDiffuse: 90, poaGroundDiffuse: 10, aoi: 0, surfaceTilt: 0, tempAir: 25 };

  test("gives 1000 W at 1000 W/m² and cells at 25 °C, less losses and inverter", () => {
    const cold = { cellTemperature: "ross", cellTemperatureOptions: { noct: 20 } } as const;
    const ideal = { ...cold, iam: "none", losses: 0, dcAcRatio: 0.5, inverterEfficiency: 0.9637 } as const;
    // The inverter's efficiency at a load of 1000/(1000/0.5/0.9637).
    const load = 0.5 * 0.9637;
    expect(system(inputs, ideal).power[0]!).toBeCloseTo(1000 * (0.9858 - 0.0162 * load - 0.0059 / load), 9);
    const usual = system(inputs, { ...cold, iam: "none", dcAcRatio: 1 }).power[0]!;
    expect(usual / (1000 * (1 - 0.140757) * 0.96)).toBeCloseTo(1, 2);
  });

  test("takes an inverter's efficiency up to 1 and losses up to 100 %", () => {
    expect(() => system(inputs, { inverterEfficiency: 1.01 })).toThrow(
      new RangeError(`${name}: inverterEfficiency must be 0 to 1, got 1.01`),
    );
    expect(() => system(inputs, { losses: 100.1 })).toThrow(RangeError);
    expect(system(inputs, { losses: 100 }).power[0]).toBe(0);
    expect(system(inputs, { inverterEfficiency: 1 }).power[0]!).toBeGreaterThan(0);
  });

  test("never exceeds its AC rating, falls with temperature and with reflection", () => {
    const at = (changed: object, options: object = {}) => system({ ...inputs, ...changed }, options).power[0]!;
    expect(at({ poaDirect: 1500 }, { dcAcRatio: 1.5 })).toBe(1000 / 1.5);
    expect(at({ tempAir: 35 })).toBeLessThan(at({ tempAir: 25 }));
    expect(at({ windSpeed: 6 })).toBeGreaterThan(at({ windSpeed: 1 }));
    expect(at({})).toBe(at({ windSpeed: 1 }));
    expect(at({ aoi: 70 })).toBeLessThan(at({ aoi: 30 }));
    expect(at({ aoi: 70 }, { iam: "none" })).toBe(at({ aoi: 30 }, { iam: "none" }));
  });

  test.each(Object.keys(SYSTEM_IAM) as (keyof typeof SYSTEM_IAM)[])(
    "takes %s as modifier: most light counts, none counts twice",
    (iam) => {
      const options = { iam, losses: 0, cellTemperature: "ross", cellTemperatureOptions: { noct: 20 } } as const;
      const bare = system({ ...inputs, surfaceTilt: 35, aoi: 40 }, { ...options, iam: "none" }).power[0]!;
      const power = system({ ...inputs, surfaceTilt: 35, aoi: 40 }, options).power[0]!;
      expect(power).toBeLessThanOrEqual(bare);
      expect(power).toBeGreaterThan(0.95 * bare);
    },
  );

  test.each(Object.keys(SYSTEM_CELL_TEMPERATURE) as (keyof typeof SYSTEM_CELL_TEMPERATURE)[])(
    "takes %s as cell temperature: 20 to 45 °C above the air in full sun",
    (cellTemperature) => {
      const options = { iam: "none", losses: 0, dcAcRatio: 0.5 } as const;
      const ross = (noct: number) =>
        system(inputs, { ...options, cellTemperature: "ross", cellTemperatureOptions: { noct } }).power[0]!;
      const power = system(inputs, { ...options, cellTemperature }).power[0]!;
      expect(power).toBeLessThan(ross(20 + 0.8 * 20));
      expect(power).toBeGreaterThan(ross(20 + 0.8 * 45));
    },
  );

  test("is 0 without light, even without a temperature; NaN with light and none", () => {
    const dark = { poaDirect: 0, poaSkyDiffuse: [0, 50], poaGroundDiffuse: 0, tempAir: null };
    expect(Array.from(system({ ...inputs, ...dark }).power)).toEqual([0, Number.NaN]);
  });

  test("says which option is wrong", () => {
    const given = (options: object) => () => system(inputs, options as never);
    expect(given({ losses: 101 })).toThrow(RangeError);
    expect(given({ dcAcRatio: 0 })).toThrow(new RegExp(`^${name}: dcAcRatio must be above 0, got 0`));
    expect(given({ iam: "mirror" })).toThrow(
      /iam must be one of physical, ashrae, martinRuiz, schlick, none, got mirror/,
    );
    expect(given({ iam: 5 })).toThrow(TypeError);
    expect(given({ iam: "ashrae", iamOptions: { c: 1 } })).toThrow(/iamOptions.c is not an option of ashrae; known: b/);
    expect(given({ cellTemperature: "fuentes" })).toThrow(/cellTemperature must be one of sapm, pvsyst/);
    expect(given({ cellTemperatureOptions: { a: "x" } })).toThrow(TypeError);
  });

  test("in the pipeline clips at every sub-step: hours are the means of minutes", () => {
    const context = using(system, { dcAcRatio: 1.5 });
    const minutes = run({ frequency: "1_minute" }, context).values.pv_production!;
    const hours = run({}, context).values.pv_production!;
    const means = hourly(minutes);
    for (let h = 0; h < 24; h++) expect(hours[h]!).toBeCloseTo(means[h]!, 9);
    expect(Math.max(...minutes)).toBe(1000 / 1.5);
    // Clipping what was averaged before finds more: the troughs fill the room above the peaks.
    const light = brokenDay().columns.global_horizontal_irradiance as Float64Array;
    const averaged = {
      ...brokenDay(),
      interval: 3600,
      columns: {
        global_horizontal_irradiance: hourly(light),
        temperature: hourly(brokenDay().columns.temperature as Float64Array),
        wind_speed: hourly(light).map(() => 2),
      },
    };
    const smooth = run({}, context, averaged).values.pv_production!;
    const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0);
    expect(sum(smooth)).toBeGreaterThan(1.02 * sum(hours));
  });

  test("in the pipeline is what the public function gives for the light on the plane", () => {
    const query = { frequency: "1_minute", surface_tilt: 0 } as const;
    const context = { ...using(system), subSteps: 1, albedo: 0.2 };
    const { values, extra } = run(query, { ...context, extra: ["apparent_zenith"] });
    const { power } = system({
      poaDirect: values.direct_tilted_irradiance!,
      poaSkyDiffuse: values.diffuse_tilted_irradiance!,
      poaGroundDiffuse: 0,
      aoi: extra.apparent_zenith!,
      surfaceTilt: 0,
      tempAir: values.temperature!,
      windSpeed: 2,
    });
    for (let i = 0; i < MINUTES; i++) expect(values.pv_production![i]!).toBeCloseTo(power[i]!, 6);
    expect(Math.max(...power)).toBeGreaterThan(400);
  });

  test("in the pipeline a horizon takes power away, ground light included, and a flat one nothing", () => {
    const horizon = Array.from({ length: 360 }, (_, a) => (a > 90 && a < 200 ? 25 : 3));
    const hilly = run({ horizon, surface_tilt: 60 }, using(system, { dcAcRatio: 1 })).values;
    const flat = run({ surface_tilt: 60 }, using(system, { dcAcRatio: 1 })).values;
    expect(flat.pv_production_with_shading).toEqual(flat.pv_production);
    expect(hilly.pv_production).toEqual(flat.pv_production);
    let lost = 0;
    for (let h = 0; h < 24; h++) {
      // A cooler cell gives back a little of what the horizon takes.
      expect(hilly.pv_production_with_shading![h]!).toBeLessThanOrEqual(hilly.pv_production![h]! + 1e-9);
      lost += hilly.pv_production![h]! - hilly.pv_production_with_shading![h]!;
    }
    expect(lost).toBeGreaterThan(100);
  });

  test("in the pipeline a missing wind is 1 m/s; a missing temperature is null by day, 0 by night", () => {
    const still = run({}, using(system), brokenDay({ wind_speed: new Float64Array(MINUTES).fill(1) })).values;
    const unknown = run(
      {},
      using(system),
      brokenDay({ wind_speed: new Float64Array(MINUTES).fill(Number.NaN) }),
    ).values;
    expect(unknown.pv_production).toEqual(still.pv_production);
    const cold = run({}, using(system), brokenDay({ temperature: new Float64Array(MINUTES).fill(Number.NaN) })).values;
    expect(cold.pv_production![12]).toBeNaN();
    expect(cold.pv_production![0]).toBe(0);
  });

  test("in the pipeline follows the tracker", () => {
    const tracked = run(
      { tracking_mode: "1_axis", surface_tilt: undefined, surface_azimuth: undefined },
      using(system),
    );
    expect(Math.max(...tracked.values.pv_production!)).toBeGreaterThan(400);
    for (const value of tracked.values.pv_production!) expect(value).toBeGreaterThanOrEqual(0);
  });
});

test("PVWatts' module types differ by their temperature coefficient", () => {
  const hot = { poaDirect: 900, poaSkyDiffuse: 90, poaGroundDiffuse: 10, aoi: 0, surfaceTilt: 0, tempAir: 40 };
  const power = Object.values(PVWATTS_MODULES).map(
    (gammaPdc) => pvwattsSystem(hot, { gammaPdc, dcAcRatio: 1 }).power[0]!,
  );
  expect(power[0]!).toBeLessThan(power[1]!);
  expect(power[1]!).toBeLessThan(power[2]!);
});
