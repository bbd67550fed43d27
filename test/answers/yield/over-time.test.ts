/** What snow, soiling and the colour of the light leave, through the yield's path: pvlib's functions to 1e-9 (fixtures/over-time). */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { HOURS, madeWeather, START, TILT } from "../../../fixtures/over-time/made-weather.mjs";
import { yieldOf, yieldSeries } from "../../../src/answers/yield/index.js";
import type { OverTimeInputs } from "../../../src/answers/yield/over-time/inputs.js";
import { keptShares } from "../../../src/answers/yield/over-time/kept-shares.js";
import { overTimeNotices } from "../../../src/answers/yield/over-time/notices.js";
import { checkSystem } from "../../../src/data/system/checked.js";
import { type PvSystem, readSystem } from "../../../src/data/system/index.js";
import type { WeatherSeries } from "../../../src/index.js";
import { pvwattsSystem } from "../../../src/physics/models/pv/index.js";
import { coverageFromDepth, dcLossNrel } from "../../../src/physics/models/snow/index.js";
import { kimber } from "../../../src/physics/models/soiling/index.js";
import { codesOf, weather as sample } from "./roof.js";

const HOUR = 3_600_000;
/** cm/h: yields take what rises by just 1 as SAM does, pvlib only what rises by more. */
const PVLIB = 1 + 1e-6;
const FILE = new URL("../../../fixtures/over-time/over-time.json", import.meta.url);
const { every, columns: REFERENCES } = JSON.parse(readFileSync(FILE, "utf8")) as {
  every: number;
  columns: { [name: string]: { sum: number; rows: number[] } };
};
const made = madeWeather();
const column = (name: keyof typeof made) => Float64Array.from(made[name]);

type Extra = Pick<PvSystem, "snow" | "soiling" | "losses">;
type Columns = OverTimeInputs["columns"];

const SNOW_DEPTH = { snow_depth: column("snow_depth") };
const SNOWFALL = { snowfall: column("snowfall") };
const RAIN = { precipitation: column("precipitation") };

const year = (value: number) => new Float64Array(HOURS).fill(value);
const COLD = { temperature: year(-20), light: year(50) };

const inputs = (columns: Columns, change: Partial<OverTimeInputs> = {}): OverTimeInputs => ({
  time: Float64Array.from({ length: HOURS }, (_, hour) => START + hour * HOUR),
  ...{ light: column("light"), temperature: column("temperature"), surfaceTilt: year(TILT) },
  ...{ interval: 3600, columns, typicalYear: false, timeZone: -6, ...change },
});

function kept(extra: Extra, given: OverTimeInputs) {
  const system = checkSystem({ planes: [{ surfaceTilt: TILT, surfaceAzimuth: 180 }], ...extra });
  return keptShares(system, system.planes[0]!, given);
}

function expectReference(found: Float64Array, name: string) {
  const { sum, rows } = REFERENCES[name]!;
  expect(found).toHaveLength(HOURS);
  rows.forEach((value, k) => {
    expect(Math.abs(found[k * every]! - value), `${name}, row ${k * every}`).toBeLessThan(1e-9);
  });
  expect(Math.abs(found.reduce((all, value) => all + value, 0) - sum)).toBeLessThan(1e-9 * HOURS);
}

describe("a year of pvlib", () => {
  const townsend = { model: "townsend", slantHeight: 4.2, lowerEdgeHeight: 0.8 } as const;
  const humidity = { relative_humidity: column("relative_humidity") };

  test.each<[string, Extra["snow"], Columns]>([
    ["snow depth, 2 strings", { thresholdSnowfall: PVLIB }, SNOW_DEPTH],
    ["snow depth, 7 strings", { strings: 7, thresholdSnowfall: PVLIB }, SNOW_DEPTH],
    ["snowfall, 1 string", { model: "marion", strings: 1, thresholdSnowfall: PVLIB }, SNOWFALL],
    [
      "snowfall and depth, half a cm an hour",
      { strings: 4, thresholdSnowfall: 0.5 * PVLIB },
      { ...SNOW_DEPTH, ...SNOWFALL },
    ],
    ["townsend", townsend, { ...SNOWFALL, ...humidity }],
  ])("%s", (name, snow, columns) => {
    expectReference(kept({ snow }, inputs(columns)).snow!, name);
  });

  test("Townsend's months may be given", () => {
    const months = { monthlySnowfall: [40, 30, 20, 5, 0, 0, 0, 0, 0, 2, 15, 35], monthlySnowDays: Array(12).fill(2) };
    const given = { ...townsend, ...months, monthlyHumidity: Array(12).fill(80) };
    const { snow } = kept({ snow: given }, inputs({}));
    expect(Math.min(...snow!)).toBeLessThan(0.9);
    expect(snow![200 * 24]).toBe(1);
  });

  const dusty: NonNullable<Extra["soiling"]> = {
    ...{ model: "kimber" as const, cleaningThreshold: 9, lossRate: 0.3, gracePeriod: 7, largest: 8 },
    ...{ washes: ["04-20", "09-01"], rainHours: 12 },
  };

  test.each<[string, NonNullable<Extra["soiling"]>]>([
    ["kimber", "kimber"],
    ["kimber, dusty", dusty],
    ["hsu", { model: "hsu", cleaningThreshold: 0.5, rainHours: 3, pm25: 60, pm10: 110 }],
  ])("%s", (name, soiling) => {
    expectReference(kept({ soiling }, inputs(RAIN)).soiling!, name);
  });

  const light = { poaDirect: 600, poaSkyDiffuse: 150, poaGroundDiffuse: 20, aoi: 20, surfaceTilt: TILT, tempAir: 15 };
  const sky = {
    airmassAbsolute: column("airmass"),
    precipitableWater: column("precipitable_water"),
    aod500: column("aod500"),
  };
  const bare = pvwattsSystem(light, { output: "effective" }).power[0]!;

  test.each([
    ["firstSolar monosi", { spectrum: "firstSolar" }],
    ["firstSolar cdte", { spectrum: "firstSolar", spectralModule: "cdte" }],
    ["caballero monosi", { spectrum: "caballero" }],
    ["caballero cigs", { spectrum: "caballero", spectralModule: "cigs" }],
    ["sapm", { spectrum: "sapm", spectralCoefficients: [0.95, 0.06, -0.01, 0.0008, -0.00003] }],
  ] as const)("%s", (name, options) => {
    const { power } = pvwattsSystem({ ...light, ...sky }, { ...options, output: "effective" });
    const ratio = power.map((effective) => effective / bare);
    expectReference(ratio, name);
  });
});

describe("in a yield", () => {
  const system = { planes: [{ surfaceTilt: TILT, surfaceAzimuth: 180, kwp: 3 }], inverterEfficiency: 0.96 };
  const withColumns = (columns: WeatherSeries["columns"]) => ({
    ...sample,
    columns: { ...sample.columns, ...columns },
  });

  test("snow and soiling take from the DC power what the models say of the light on the plane", () => {
    const weather = withColumns({ ...SNOW_DEPTH, ...RAIN });
    const snow = { thresholdSnowfall: PVLIB };
    const { columns, start, count } = yieldSeries(weather, { ...system, soiling: "kimber", snow });
    const time = Float64Array.from({ length: count }, (_, hour) => start + hour * HOUR);
    const { snowCoverage } = coverageFromDepth({
      ...{ time, snowDepth: SNOW_DEPTH.snow_depth.map((depth) => depth / 10) },
      ...{ poaIrradiance: columns.plane_irradiance, tempAir: sample.columns.temperature!, surfaceTilt: TILT },
    });
    const { loss } = dcLossNrel({ snowCoverage }, { numStrings: 2 });
    const { soiling } = kimber({ time, rainfall: RAIN.precipitation });
    let seen = 0;
    for (let hour = 0; hour < count; hour++) {
      const dc = columns.dc[hour]!;
      if (!(dc > 0)) continue;
      expect(Math.abs(columns.snow_loss[hour]! / dc - loss[hour]!)).toBeLessThan(1e-9);
      expect(Math.abs(columns.soiling_loss[hour]! / dc - (1 - loss[hour]!) * soiling[hour]!)).toBeLessThan(1e-9);
      if (loss[hour]! > 0 && soiling[hour]! > 0) seen += 1;
    }
    expect(seen).toBeGreaterThan(10);
  });

  test("snow is modelled where the weather has it, and says so", () => {
    const weather = withColumns(SNOW_DEPTH);
    const options = { typicalYear: true };
    const found = yieldOf(weather, system, options);
    const without = yieldOf(weather, { ...system, snow: "none" }, options);
    const given = yieldOf(weather, { ...system, losses: { snow: 5 } }, options);
    expect(found.annual!.energy).toBeLessThan(0.98 * without.annual!.energy);
    expect(given.annual!.energy / without.annual!.energy).toBeCloseTo(0.95, 2);
    const notice = found.notices.find(({ code }) => code === "snow")!.message;
    const share = Number(/takes (\d+\.\d) %/.exec(notice)![1]);
    const stage = found.losses.find(({ name }) => name === "snow")!;
    expect(Math.abs(share - 100 * (1 - stage.factor))).toBeLessThan(0.0501);
    expect(notice).toContain('system.snow "none" leaves it out');
    for (const other of [without, given]) expect(codesOf(other)).not.toContain("snow");
  });

  test("twelve percents are those of the months", () => {
    const soiling = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
    const options = { typicalYear: true };
    const found = yieldOf(sample, { ...system, soiling, losses: {} }, options);
    const clean = yieldOf(sample, { ...system, losses: { soiling: 0 } }, options);
    found.months.forEach(({ stages }, k) => {
      expect(stages.soiling! / stages.temperature!).toBeCloseTo(1 - soiling[k]! / 100, 9);
      expect(stages.temperature!).toBeCloseTo(clean.months[k]!.stages.temperature!, 6);
    });
  });

  test("a spectrum is a stage of its own", () => {
    const coefficients = { A0: 0.9, A1: 0, A2: 0, A3: 0, A4: 0 };
    const series = (spectrum: PvSystem["spectrum"], weather = sample) =>
      yieldSeries(weather, { ...system, spectrum }).columns.effective_irradiance;
    const bare = series("none");
    const wet = series("firstSolar");
    const dry = series("firstSolar", withColumns({ precipitable_water: year(0.5) }));
    const noon = 180 * 24 + 17;
    expect(wet[noon]! / bare[noon]!).toBeGreaterThan(dry[noon]! / bare[noon]!);
    expect(Math.abs(dry[noon]! / bare[noon]! - 1)).toBeLessThan(0.05);
    const options = pvwattsSystem(
      { ...{ poaDirect: 500, poaSkyDiffuse: 0, poaGroundDiffuse: 0, aoi: 0, surfaceTilt: 0, tempAir: 25 } },
      { spectrum: "sapm", spectralCoefficients: Object.values(coefficients), iam: "none", output: "effective" },
    );
    expect(options.power[0]).toBeCloseTo(450, 9);
  });

  test("weather that lacks what a model needs is refused by name", () => {
    expect(() => yieldOf(sample, { ...system, snow: "marion" })).toThrow("needs the weather's snow_depth (mm)");
    expect(() => yieldOf(sample, { ...system, soiling: "kimber" })).toThrow("has no precipitation (mm/h)");
    const { precipitable_water: _none, ...columns } = sample.columns;
    const dry = { ...sample, columns };
    expect(() => yieldOf(dry, { ...system, spectrum: "firstSolar" })).toThrow("needs the weather's precipitable_water");
    const deep = withColumns({ snow_depth: year(20_000) });
    expect(() => yieldOf(deep, system)).toThrow("snow depth is 20000 mm in row 0");
  });
});

describe("a typical year", () => {
  test("begins with the snow and the dust that its end leaves", () => {
    const depth = new Float64Array(HOURS);
    depth.fill(100, HOURS - 48);
    depth.fill(Number.NaN, 0, 12).fill(100, 12, 48);
    const columns = { snow_depth: depth, precipitation: new Float64Array(HOURS) };
    const soiling = { model: "kimber", lossRate: 0.01 } as const;
    const of = (typicalYear: boolean) => kept({ soiling }, inputs(columns, { ...COLD, typicalYear }));
    const [history, cycle] = [of(false), of(true)];
    expect([history.snow![11], history.snow![12], history.snow![HOURS - 1]]).toEqual([1, 0, 0]);
    expect([cycle.snow![0], cycle.snow![47], cycle.snow![48], cycle.snow![HOURS - 1]]).toEqual([0, 0, 1, 0]);
    expect(history.soiling![0]).toBe(1);
    expect(cycle.soiling![0]).toBeCloseTo(1 - 0.0365, 9);
  });

  test("of a few weeks only does not go round", () => {
    const short = { length: 600 };
    const cut = inputs({ snow_depth: Float64Array.from(short, (_, hour) => (hour < 300 ? 0 : 90)) });
    const part = {
      ...{ time: cut.time.slice(0, 600), light: new Float64Array(600), temperature: new Float64Array(600).fill(-9) },
      ...{ surfaceTilt: new Float64Array(600).fill(TILT), typicalYear: true },
    };
    expect(kept({}, { ...cut, ...part }).snow![0]).toBe(1);
  });
});

describe("an hour cut into equal quarters", () => {
  const parts = (rows: Float64Array) =>
    Float64Array.from({ length: 4 * HOURS }, (_, row) => rows[Math.floor(row / 4)]!);
  const quarters = ({ columns, ...hours }: OverTimeInputs): OverTimeInputs => ({
    ...{ ...hours, interval: 900 },
    time: Float64Array.from({ length: 4 * HOURS }, (_, row) => START + (row * HOUR) / 4),
    ...{ light: parts(hours.light), temperature: parts(hours.temperature), surfaceTilt: parts(hours.surfaceTilt) },
    columns: Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, parts(column)])),
  });

  test.each<[string, Extra, Columns, number]>([
    ["the rise of depth", {}, SNOW_DEPTH, 1e-12],
    ["snowfall, 7 strings", { snow: { strings: 7 } }, SNOWFALL, 1e-12],
    // But for the dust of three quarters: rain cleans as long as it is within its hours.
    ["Kimber's dust", { soiling: "kimber" }, RAIN, 0.0015 / 24],
    ["Coello's dust", { soiling: { model: "hsu", pm25: 60, pm10: 110 } }, RAIN, 1.2e-4],
    ["the months' percents", { soiling: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12] }, {}, 0],
  ])("ends with the same on the modules: %s", (_name, extra, columns, most) => {
    const [whole, cut] = [inputs(columns), quarters(inputs(columns))].map((given) => kept(extra, given));
    const key = extra.soiling === undefined ? "snow" : "soiling";
    const ends = whole![key]!.map((share, hour) => Math.abs(share - cut![key]![4 * hour + 3]!));
    expect(Math.max(...ends)).toBeLessThanOrEqual(most);
    expect(Math.min(...whole![key]!)).toBeLessThan(0.97);
  });
});

// SAM (NREL/ssc, lib_snowmodel.cpp) has `>=`, and most weather has depths in whole centimetres: a rise by just one covers, as metres times 1000, too.
test.each([3600, 900])("depth that rises by one centimetre within an hour covers, in steps of %d s", (interval) => {
  const rows = (HOURS * 3600) / interval;
  const depth = Float64Array.from({ length: rows }, (_, row) => 1000 * (row * interval < 40 * 3600 ? 0.56 : 0.57));
  const long = (value: number) => new Float64Array(rows).fill(value);
  const time = Float64Array.from({ length: rows }, (_, row) => START + row * interval * 1000);
  const cold = { time, interval, surfaceTilt: long(TILT), light: long(50) };
  const warm = long(-20).fill(20, 0, (30 * 3600) / interval);
  const { snow } = kept({}, inputs({ snow_depth: depth }, { ...cold, temperature: warm }));
  expect([snow![(39 * 3600) / interval], snow![(41 * 3600) / interval]]).toEqual([1, 0]);
});

describe("a year that begins under snow", () => {
  const depths = (first: number, from: number) => new Float64Array(HOURS).fill(Number.NaN, 0, from).fill(first, from);

  // SAM's too: PySAM 7.1.1, PVWatts 8 with snow losses, loses all of such a day's power from 10 mm on.
  test.each([
    [10, 0, 0],
    [9.9, 0, 1],
    [400, 5, 0],
    [Number.NaN, 0, undefined],
  ])("of %d mm at hour %d keeps %s of its power", (depth, from, share) => {
    for (const interval of [3600, 1800]) {
      const { snow } = kept({}, inputs({ snow_depth: depths(depth, from) }, { ...COLD, interval }));
      expect(snow?.[from]).toBe(share);
      expect(snow?.[8000]).toBe(share);
      if (from > 0) expect(snow![from - 1]).toBe(1);
    }
  });

  test("begins bare as the run of a forecast, whose modules have shed what the ground still has", () => {
    const run = { length: 29 * 24 };
    const given = inputs({ snow_depth: Float64Array.from(run, () => 400) }, COLD);
    const short = { time: given.time.slice(0, run.length), light: new Float64Array(run.length) };
    expect(kept({}, { ...given, ...short }).snow![0]).toBe(1);
  });
});

test("gaps change nothing on the modules", () => {
  const depth = year(Number.NaN);
  depth.fill(0, 0, 10);
  depth.fill(80, 20, 30);
  const cold = { ...COLD, light: year(Number.NaN) };
  const { snow } = kept({}, inputs({ snow_depth: depth }, cold));
  expect(snow!.some(Number.isNaN)).toBe(false);
  expect([snow![19], snow![20], snow![HOURS - 1]]).toEqual([1, 0, 0]);
});

describe("notices", () => {
  const say = (columns: Columns, latitude: number, extra: Extra = {}, change: Partial<OverTimeInputs> = {}) => {
    const system = checkSystem({ planes: [{ surfaceTilt: TILT, surfaceAzimuth: 180 }], ...extra });
    const given = inputs(columns, change);
    const hours = { dc: new Float64Array(2).fill(100), snow: Float64Array.of(100, 80) };
    return overTimeNotices(system, { latitude }, [{ kwp: 1, inputs: given, hours }]).map(({ message }) => message);
  };
  const at = (degrees: number) => ({ temperature: year(degrees) });

  test.each([
    [-15, "has -15 °C it takes 2 to 15 %"],
    [-5, "1 to 9 %"],
    [0, "up to 3 %"],
    [-0.3, "has 0 °C it takes up to 3 %"],
    [8, "seldom more than 1 %"],
  ])("weather without snow says what it may cost at %d °C", (degrees, words) =>
    expect(say({}, 47, {}, at(degrees))).toEqual([expect.stringContaining(words)]),
  );

  test("but not near the equator, nor where it is counted", () => {
    expect(say({}, 20, {}, at(8))).toEqual([]);
    expect(say({}, -20, {}, at(-4))).toHaveLength(1);
    expect(say({}, 47, { snow: "none" }, at(-4))).toEqual([]);
    expect(say({}, 47, { losses: { snow: 3 } }, at(-4))).toEqual([]);
    expect(say({ snow_depth: new Float64Array(HOURS) }, 47, {}, at(-4))).toEqual([]);
  });

  test("snow depth in another unit, or of another place, is asked about with its number", () => {
    const inUnit = (factor: number) => ({ snow_depth: SNOW_DEPTH.snow_depth.map((depth) => depth * factor) });
    const frost = at(-8);
    const winter = Float64Array.from({ length: HOURS }, (_, hour) => (hour % 1000 < 500 ? 0 : 400));
    const words = "takes 10.0 % of the energy, by the weather's snow (Marion et al. 2013; ±1.5 points between programs";
    expect(say({ snow_depth: winter }, 47, {}, frost)).toEqual([expect.stringContaining(words)]);
    expect(say(inUnit(0.001), 47, {}, frost)[1]).toMatch(/deepest snow is [\d.]+ mm, .* is snow_depth in m\?/);
    expect(say({ snow_depth: winter.map((depth) => depth / 10) }, 47, {}, frost)[1]).toMatch(/is 40 mm, .* in cm\?/);
    expect(say({ snow_depth: winter }, 47, {}, at(25))[1]).toMatch(/has \d+ hours with 50 mm of snow .* at 15 °C/);
    const slow = Float64Array.from({ length: HOURS }, (_, hour) => Math.min(hour, 600));
    expect(say({ snow_depth: slow }, 47, {}, frost)[1]).toContain(
      "of 60 cm of fresh snow only 0 cm fall at 1 cm an hour and more",
    );
  });

  test("rain that is missing counts as dry, and that is said", () => {
    const precipitation = new Float64Array(HOURS).fill(Number.NaN, 4380);
    expect(say({ precipitation }, 20, { soiling: "kimber" }, at(20))).toEqual([expect.stringContaining("in 50 %")]);
  });
});

describe("what is refused", () => {
  const plane = { surface_tilt: 30, surface_azimuth: 180 };
  test.each<[object, string]>([
    [{ soiling: Array(13).fill(1) }, "system.soiling must be a list of 12 values, got 13"],
    [{ soiling: [-1, ...Array(11).fill(1)] }, "system.soiling[0] must be from 0 to 100, got -1"],
    [{ soiling: "kimbre" }, 'one for the year is losses.soiling, got "kimbre": is kimber meant?'],
    [{ soiling: { model: "hsu", pm25: 10 } }, "system.soiling.pm10 is required for model hsu"],
    [{ soiling: { model: "kimber", pm25: 10 } }, "soiling.pm25 belongs to model hsu, but the model is kimber"],
    [{ soiling: { model: "kimber", washes: ["30.6."] } }, 'washes[0] must be a month and a day such as "06-30"'],
    [{ snow: "yes" }, 'system.snow must be none, marion, or an object with a model (marion, townsend), got "yes"'],
    [{ snow: { strings: 0 } }, "system.snow.strings must be from 1 to 100, got 0"],
    [{ snow: { model: "townsend", slant_height: 4 } }, "system.snow.lowerEdgeHeight is required for model townsend"],
    [{ snow: { slant_height: 4 } }, "system.snow.slantHeight belongs to model townsend, but the model is marion"],
    [{ spectrum: "sapm" }, "system.spectrum sapm needs readSystem: system.module.sapm with A0 to A4"],
    [{ spectral_module: "cdte" }, "spectralModule belongs to spectrum firstSolar or caballero, got spectrum none"],
    [{ spectrum: "firstSolar", spectral_module: "perovskite" }, "moduleType must be one of cdte"],
  ])("%j", (extra, words) => {
    expect(() => yieldSystem({ planes: [plane], ...extra })).toThrow(words);
  });

  /** Some are refused when the models are prepared. */
  function yieldSystem(json: object) {
    const { options } = checkSystem(readSystem(json));
    pvwattsSystem({ poaDirect: 1, poaSkyDiffuse: 1, poaGroundDiffuse: 1, aoi: 1, surfaceTilt: 1, tempAir: 1 }, options);
  }
});
