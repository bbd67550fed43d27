/**
 * What every public model function promises, whatever it computes: a missing value stays in its row, wrong kinds and unequal
 * lengths are refused by name, inputs are not written to. Inputs are found by asking the function: it reads them by name.
 */
import { describe, expect, it } from "vitest";
import * as atmosphere from "../src/models/atmosphere/index.js";
import * as bifacial from "../src/models/bifacial/index.js";
import * as cellTemperature from "../src/models/cell-temperature/index.js";
import * as clearSky from "../src/models/clear-sky/index.js";
import * as decomposition from "../src/models/decomposition/index.js";
import * as incidence from "../src/models/incidence/index.js";
import * as pv from "../src/models/pv/index.js";
import * as quality from "../src/models/quality/index.js";
import * as shading from "../src/models/shading/index.js";
import * as snow from "../src/models/snow/index.js";
import * as soiling from "../src/models/soiling/index.js";
import * as solarPosition from "../src/models/solar-position/index.js";
import * as spectrum from "../src/models/spectrum/index.js";
import * as tracking from "../src/models/tracking/index.js";
import * as transposition from "../src/models/transposition/index.js";

const { fuentesModule, noctSamMounting } = cellTemperature;
const { interpTable } = incidence;
const { moduleSnow } = snow;

type Columns = { readonly [name: string]: Float64Array };
type Model = (inputs: object, options?: object) => Columns;

const FAMILIES = {
  ...{ atmosphere, bifacial, cellTemperature, clearSky, decomposition, incidence, pv, quality, shading },
  ...{ snow, soiling },
  ...{ solarPosition, spectrum, tracking, transposition },
};

/** A row that every model can compute; what is not here is 0.5. */
const ROW: { readonly [name: string]: number } = {
  ...{ time: Date.UTC(2024, 5, 21, 12), dayOfYear: 173, latitude: 40, longitude: 5, altitude: 300 },
  ...{ zenith: 40, solarZenith: 40, apparentZenith: 40, hourZenith: 40, elevation: 50, apparentElevation: 50 },
  ...{
    solarAzimuth: 150,
    surfaceTilt: 30,
    surfaceAzimuth: 170,
    aoi: 20,
    axisAzimuth: 180,
    axisTilt: 5,
    trackerTheta: 20,
  },
  ...{
    slopeAzimuth: 100,
    slopeTilt: 5,
    shadedRowRotation: 30,
    shadingRowRotation: 30,
    crossAxisSlope: 0,
    maskingAngle: 10,
  },
  ...{
    collectorWidth: 2,
    pitch: 5,
    slantHeight: 0.5,
    gcr: 0.4,
    shadedBlocks: 1,
    totalBlocks: 4,
    surfaceToAxisOffset: 0,
  },
  ...{
    ghi: 600,
    dni: 500,
    dhi: 200,
    ghiClear: 700,
    dniClear: 800,
    dniExtra: 1320,
    extraRadiation: 1320,
    hourDniExtra: 1320,
  },
  ...{ poaGlobal: 650, poaDirect: 450, poaSkyDiffuse: 180, poaGroundDiffuse: 20, poaIrradiance: 650, albedo: 0.2 },
  ...{ tempAir: 20, tempCell: 45, tempDew: 10, temperature: 12, relativeHumidity: 50, windSpeed: 3, irDown: 350 },
  ...{ pressure: 98_000, airmass: 1.3, airmassAbsolute: 1.25, airmassRelative: 1.3, precipitableWater: 2, ozone: 0.3 },
  ...{
    linkeTurbidity: 3,
    aodBb: 0.1,
    aod0: 0.1,
    aod1: 0.2,
    aod2: 0.1,
    aod380: 0.2,
    aod500: 0.15,
    aod550: 0.1,
    aod700: 0.08,
  },
  ...{
    lambda0: 500,
    lambda1: 400,
    lambda2: 800,
    alpha: 1.3,
    angstromAlpha: 1.3,
    nitrogenDioxide: 0.0002,
    asymmetry: 0.85,
  },
  ...{ ast: 12, psi: 0.5, hourAngle: 20, declination: 20, equationOfTime: 3, snowDepth: 20, snowfall: 1, pdc: 200 },
  ...{ photocurrent: 8, saturationCurrent: 1e-9, resistanceSeries: 0.3, resistanceShunt: 300, nNsVth: 1.6 },
  ...{ voltage: 20, current: 5, diodeVoltage: 20, resistance: 0.1, vmpRef: 30, impRef: 8, dcOhmicPercent: 2 },
};

/** Options without which a model does not run. */
const OPTIONS: { readonly [name: string]: object } = {
  windspeedPowerlaw: { exponent: 0.2 },
  genericLinear: { uConst: 25, duWind: 5, moduleEfficiency: 0.2, absorptance: 0.9 },
  noctSam: { noct: 45, moduleEfficiency: 0.2 },
  ross: { noct: 45 },
  sapmCell: { a: -3.5, b: -0.06, deltaT: 3 },
  sapmModule: { a: -3.5, b: -0.06 },
  sapmCellFromModule: { deltaT: 3 },
  engerer2: { averagingPeriod: 60 },
  engerer2DiffuseFraction: { averagingPeriod: 60 },
  interp: { thetaRef: [0, 50, 90], iamRef: [1, 0.97, 0] },
  pvwattsDc: { pdc0: 300, gammaPdc: -0.004 },
  pvwatts: { pdc0: 300 },
  huld: { pdc0: 300, cellType: "csi" },
  infiniteSheds: { gcr: 0.4 },
  simpleEfficiency: { noLoadLoss: 0.01, loadLoss: 0.02, transformerRating: 300 },
  spectralFactorCaballero: { moduleType: "cdte" },
  spectralFactorFirstsolar: { moduleType: "cdte" },
  spectralFactorJrc: { moduleType: "cdte" },
  spectralFactorPolo: { moduleType: "cdte" },
  spectralFactorPvspec: { moduleType: "multisi" },
};

/** Options with which a model takes all its inputs: light on the rear is for modules of two sides. */
const MORE_OPTIONS: { readonly [name: string]: object } = Object.fromEntries(
  ["cecSystem", "huldSystem", "pvwattsSystem"].map((name) => [name, { bifacial: { factor: 0.7 } }]),
);

/** Functions with two names: the one that errors say. */
const NAMES: { readonly [name: string]: string } = { kastenLinkeTurbidity: "kasten96Lt" };

/** Not held to this contract, each with the reason. */
const OTHERWISE: { readonly [name: string]: string } = {
  ...Object.fromEntries(
    [
      "dirint",
      "dirindex",
      "gtiDirint",
      "brl",
      "yang4",
      "engerer2",
      "starke",
      "dirintSmooth",
      "starkeRamped",
      "detectClearsky",
      "prilliman",
      "fuentes",
    ]
      .concat(["hsu", "kimber", "coverageNrel", "coverageFromDepth", "fullyCoveredNrel", "snowfallFromDepth"])
      .concat(["dailyInsolationLimits", "interpolationDiff", "staleValuesDiff"])
      .map((name) => [name, "a model of series: rows look at others, as its own tests say"]),
  ),
  completeIrradiance: "takes exactly two of three",
  getExtraRadiation: "takes one of two",
  pvwattsMulti: "takes an array of columns",
  sandiaMulti: "takes an array of columns",
  GenericLinearModel: "a class",
  marionDiffuse: "takes a model",
  meanOfTwo: "takes models",
  marionIntegrate: "takes a model",
  ...Object.fromEntries(
    ["adr", "batzelis", "calcparamsCec", "calcparamsDesoto", "calcparamsPvsyst", "pvefficiencyAdr", "sandia", "sapm"]
      .concat(["sapmEffectiveIrradiance", "spectralFactorSapm", "dcLossNrel", "lossTownsend", "pvwattsLosses"])
      .concat(["fitDesoto"])
      .concat(["combineLossFactors", "scaleVoltageCurrentPower", "moduleSnow", "interpTable", "fuentesModule"])
      .concat(["noctSamMounting", "createGeocentricSun", "tracker", "sheds"])
      .map((name) => [name, "works on a parameter set or on options: its own tests hold the contract"]),
  ),
  ...Object.fromEntries(
    ["kastenYoung", "linkeTurbidity", "standardAltitude", "standardPressure", "visibleDiscFraction", "geocentricSun"]
      .concat(["planeNormal", "perezTable", "horizonBandFactor", "skyViewFactor", "estimateVoc"])
      .map((name) => [name, "takes numbers, not columns"]),
  ),
};

const call = (model: Model, name: string, inputs: object) => model(inputs, OPTIONS[name] ?? MORE_OPTIONS[name]);

/** The inputs that a function reads by name. */
function inputsOf(model: Model, name: string): string[] {
  const seen = new Set<string>();
  const get = (_: object, key: string | symbol) => {
    if (typeof key === "string") seen.add(key);
    return typeof key === "string" ? (ROW[key] ?? 0.5) : undefined;
  };
  call(model, name, new Proxy({}, { get }));
  // Where either will do, the day of the year is not looked at.
  if (seen.has("dniExtra")) seen.delete("dayOfYear");
  return [...seen];
}

const MODELS = Object.entries(FAMILIES).flatMap(([family, all]) =>
  Object.entries(all as object)
    .filter(([name, value]) => typeof value === "function" && !/Rows$|^prepare/.test(name) && !(name in OTHERWISE))
    .map(([name, value]) => [`${family}/${name}`, name, value as Model] as const),
);

it("the exceptions exist", () => {
  const all = new Set(Object.values(FAMILIES).flatMap((family) => Object.keys(family)));
  expect(Object.keys({ ...OTHERWISE, ...OPTIONS, ...MORE_OPTIONS }).filter((name) => !all.has(name))).toEqual([]);
});

/** The functions that do not run without options. */
const NEEDING_OPTIONS = Object.keys(OPTIONS).concat(
  ["adr", "batzelis", "calcparamsCec", "calcparamsDesoto", "calcparamsPvsyst", "pvefficiencyAdr", "pvwattsMulti"],
  ["sandia", "sandiaMulti", "sapm", "sapmEffectiveIrradiance", "spectralFactorSapm", "marionDiffuse"],
  ["marionIntegrate", "fuentes", "dcLossNrel", "lossTownsend", "hsu"],
);

it("forgotten options are told by function and name, as empty ones are", () => {
  const inputs = new Proxy({}, { get: (_, key) => (String(key) === "pdc" || String(key) === "vDc" ? [0.5] : 0.5) });
  for (const [name, model] of Object.values(FAMILIES).flatMap((family) => Object.entries(family))) {
    if (!NEEDING_OPTIONS.includes(name)) continue;
    const message = (...options: object[]) => {
      try {
        (model as unknown as Model)(inputs, ...options);
      } catch (error) {
        expect(error, name).toBeInstanceOf(TypeError);
        return String(error);
      }
      return `${name} did not throw`;
    };
    expect(message()).toMatch(new RegExp(`^TypeError: ${name}: `));
    expect(message()).toBe(message({}));
  }
  for (const first of [fuentesModule, noctSamMounting, interpTable, moduleSnow] as ((options?: object) => unknown)[]) {
    expect(() => first()).toThrow(/^\w+: \w+ must be a number/);
  }
});

it("there are many", () => expect(MODELS.length).toBeGreaterThan(90));

describe.each(MODELS)("%s", (_path, name, model) => {
  const names = inputsOf(model, name);
  const three = (key?: string, middle = Number.NaN) =>
    Object.fromEntries(
      names.map((input) => {
        const value = ROW[input] ?? 0.5;
        return [input, Float64Array.of(value, input === key ? middle : value, value)];
      }),
    );

  it("keeps a missing value in its row, and its inputs as they are", () => {
    const whole = call(model, name, three());
    for (const key of names) {
      const inputs = three(key);
      const copies = structuredClone(inputs);
      const got = call(model, name, inputs);
      expect(inputs).toEqual(copies);
      for (const [output, values] of Object.entries(whole)) {
        const [first, , last] = got[output]!;
        expect([key, output, first, last]).toEqual([key, output, values[0], values[2]]);
      }
    }
  });

  it("refuses wrong kinds and unequal lengths, naming them", () => {
    for (const key of names) {
      expect(() => call(model, name, { ...three(), [key]: "1" }), key).toThrow(TypeError);
      const named = new RegExp(`^${NAMES[name] ?? name}: .*\\b${key}\\b`);
      expect(() => call(model, name, { ...three(), [key]: [true, 1, 1] }), key).toThrow(named);
      if (names.length > 1) expect(() => call(model, name, { ...three(), [key]: [1, 2] }), key).toThrow(RangeError);
    }
  });

  it("takes an input or option that is undefined for one left out", () => {
    const outcome = (inputs: object, options?: object) => {
      try {
        return model(inputs, options);
      } catch (error) {
        return String(error);
      }
    };
    const given = OPTIONS[name] ?? MORE_OPTIONS[name] ?? {};
    for (const key of names) {
      const { [key]: _, ...rest } = three();
      expect(outcome({ ...rest, [key]: undefined }, given), key).toEqual(outcome(rest, given));
    }
    const asked = new Set<string>();
    const get = (target: object, key: string | symbol) => {
      if (typeof key === "string") asked.add(key);
      return Reflect.get(target, key);
    };
    const whole = model(three(), new Proxy(given, { get }));
    const absent = [...asked].filter((key) => !(key in given)).map((key) => [key, undefined]);
    expect(model(three(), { ...Object.fromEntries(absent), ...given })).toEqual(whole);
  });
});
