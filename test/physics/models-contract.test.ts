/**
 * What every public model function promises, whatever it computes: a missing value stays in its row, wrong kinds and unequal
 * lengths are refused by name, inputs are not written to. Inputs are found by asking the function: it reads them by name.
 */
import { describe, expect, it } from "vitest";
import * as atmosphere from "../../src/physics/models/atmosphere/index.js";
import * as bifacial from "../../src/physics/models/bifacial/index.js";
import * as cellTemperature from "../../src/physics/models/cell-temperature/index.js";
import * as clearSky from "../../src/physics/models/clear-sky/index.js";
import * as decomposition from "../../src/physics/models/decomposition/index.js";
import * as incidence from "../../src/physics/models/incidence/index.js";
import * as pv from "../../src/physics/models/pv/index.js";
import * as quality from "../../src/physics/models/quality/index.js";
import * as shading from "../../src/physics/models/shading/index.js";
import * as snow from "../../src/physics/models/snow/index.js";
import * as soiling from "../../src/physics/models/soiling/index.js";
import * as solarPosition from "../../src/physics/models/solar-position/index.js";
import * as spectrum from "../../src/physics/models/spectrum/index.js";
import * as tracking from "../../src/physics/models/tracking/index.js";
import * as transposition from "../../src/physics/models/transposition/index.js";

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
  ...{ solarAzimuth: 150, surfaceTilt: 30, surfaceAzimuth: 170, aoi: 20, axisAzimuth: 180, axisTilt: 5 },
  ...{ trackerTheta: 20 },
  ...{ slopeAzimuth: 100, slopeTilt: 5, shadedRowRotation: 30, shadingRowRotation: 30, crossAxisSlope: 0 },
  ...{ maskingAngle: 10 },
  ...{ collectorWidth: 2, pitch: 5, slantHeight: 0.5, gcr: 0.4, shadedBlocks: 1, totalBlocks: 4 },
  ...{ surfaceToAxisOffset: 0 },
  ...{ ghi: 600, dni: 500, dhi: 200, ghiClear: 700, dniClear: 800, dniExtra: 1320, extraRadiation: 1320 },
  ...{ hourDniExtra: 1320 },
  ...{ poaGlobal: 650, poaDirect: 450, poaSkyDiffuse: 180, poaGroundDiffuse: 20, poaIrradiance: 650, albedo: 0.2 },
  ...{ tempAir: 20, tempCell: 45, tempDew: 10, temperature: 12, relativeHumidity: 50, windSpeed: 3, irDown: 350 },
  ...{ pressure: 98_000, airmass: 1.3, airmassAbsolute: 1.25, airmassRelative: 1.3, precipitableWater: 2, ozone: 0.3 },
  ...{ linkeTurbidity: 3, aodBb: 0.1, aod0: 0.1, aod1: 0.2, aod2: 0.1, aod380: 0.2, aod500: 0.15, aod550: 0.1 },
  ...{ aod700: 0.08 },
  ...{ lambda0: 500, lambda1: 400, lambda2: 800, alpha: 1.3, angstromAlpha: 1.3, nitrogenDioxide: 0.0002 },
  ...{ asymmetry: 0.85 },
  ...{ ast: 12, psi: 0.5, hourAngle: 20, declination: 20, equationOfTime: 3, snowDepth: 20, snowfall: 1, pdc: 200 },
  ...{ photocurrent: 8, saturationCurrent: 1e-9, resistanceSeries: 0.3, resistanceShunt: 300, nNsVth: 1.6 },
  ...{ voltage: 20, current: 5, diodeVoltage: 20, resistance: 0.1, vDc: 300, pDc: 2000, vmpRef: 30, impRef: 8 },
  ...{ dcOhmicPercent: 2 },
};

const SAPM_OPTICAL = { B0: 1, B1: -0.002, B2: 3e-4, B3: -1e-5, B4: 3e-7, B5: -2e-9 };

/** Options without which a model does not run, by its name, or by family and name where two families have it. */
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
  spectralFactorSapm: { A0: 0.93, A1: 0.07, A2: -0.01, A3: 1e-3, A4: -3e-5 },
  dcLossNrel: { numStrings: 3 },
  "incidence/sapm": SAPM_OPTICAL,
  sapmEffectiveIrradiance: { A0: 0.93, A1: 0.07, A2: -0.01, A3: 1e-3, A4: -3e-5, ...SAPM_OPTICAL, FD: 1 },
  "pv/sapm": {
    ...{ Isco: 5, Impo: 4.5, Voco: 60, Vmpo: 48, Aisc: 4e-4, Aimp: 2e-4, Bvoco: -0.2, Bvmpo: -0.2, Mbvoc: 0, Mbvmp: 0 },
    ...{ N: 1.4, Cells_in_Series: 96, C0: 1, C1: 0, C2: 0.3, C3: -5 },
  },
  sandia: { Paco: 3000, Pdco: 3100, Vdco: 310, Pso: 20, C0: -1e-5, C1: -1e-5, C2: -1e-3, C3: -1e-3, Pnt: 1 },
  adr: {
    ...{ Pnom: 3000, Vnom: 300, Pacmax: 2900, Pnt: 1, Vmax: 500, Vmin: 100, Vdcmax: 550, MPPTHi: 480, MPPTLow: 120 },
    ADRCoefficients: [0.01, 0.02, 0.003, 0.001, 0.001, 0.002, 0.001, 0.001, 0.001],
  },
  batzelis: { vMp: 30, iMp: 8, vOc: 38, iSc: 8.6, alphaSc: 0.004, betaVoc: -0.12 },
  pvefficiencyAdr: { kA: 1, kD: -6, tcD: 0.02, kRs: 0.05, kRsh: 0.1 },
};

/** Options with which a model takes all its inputs, as light on the rear is for modules of two sides; or looks at a row alone. */
const MORE_OPTIONS: { readonly [name: string]: object } = {
  ...Object.fromEntries(
    ["cecSystem", "huldSystem", "pvwattsSystem"].map((name) => [name, { bifacial: { factor: 0.7 } }]),
  ),
  gtiDirint: { useDeltaKtPrime: false },
};

/** Functions with two names: the one that errors say. */
const NAMES: { readonly [name: string]: string } = { kastenLinkeTurbidity: "kasten96Lt" };

/** Not held to this contract, each with the reason. */
const OTHERWISE: { readonly [name: string]: string } = {
  ...Object.fromEntries(
    [
      "dirint",
      "dirindex",
      "brl",
      "yang4",
      "engerer2",
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
    ["calcparamsCec", "calcparamsDesoto", "calcparamsPvsyst", "lossTownsend", "pvwattsLosses", "fitDesoto"]
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

const optionsOf = (path: string, name: string) => OPTIONS[path] ?? OPTIONS[name] ?? MORE_OPTIONS[name];

/** Models that go without an input, or have outputs that one does not enter: their own tests say which. */
const GO_WITHOUT: readonly string[] = [
  ...["infiniteSheds", "disc", "dni", "singlediodeBatzelis", "bishop88", "cecSystem", "huldSystem", "pvwattsSystem"],
  ...["checkIrradianceLimitsQcrad", "solarPosition", "spaIntermediates", "poaComponents", "gtiDirint"],
];

/** Suns in which a formula may not look at what is missing, by family. */
const NIGHTS: { readonly [family: string]: readonly { readonly [name: string]: number }[] } = {
  clearSky: [{ zenith: 95, solarZenith: 95, apparentZenith: 120, apparentElevation: -40 }],
  decomposition: [88, 89].map((zenith) => ({ zenith, solarZenith: zenith })),
  transposition: [{ solarZenith: 95 }],
};

/** The inputs that a function reads by name. */
function inputsOf(model: Model, options: object | undefined): string[] {
  const seen = new Set<string>();
  const get = (_: object, key: string | symbol) => {
    if (typeof key === "string") seen.add(key);
    return typeof key === "string" ? (ROW[key] ?? 0.5) : undefined;
  };
  model(new Proxy({}, { get }), options);
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
  expect(
    Object.keys({ ...OTHERWISE, ...OPTIONS, ...MORE_OPTIONS }).filter((name) => !all.has(name.split("/").at(-1)!)),
  ).toEqual([]);
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

describe.each(MODELS)("%s", (path, name, model) => {
  const given = optionsOf(path, name);
  const call = (inputs: object) => model(inputs, given);
  const names = inputsOf(model, given);
  const three = (sky: { readonly [name: string]: number } = {}, key?: string) =>
    Object.fromEntries(
      names.map((input) => {
        const value = sky[input] ?? ROW[input] ?? 0.5;
        return [input, Float64Array.of(value, input === key ? Number.NaN : value, value)];
      }),
    );

  // At night, too, where a formula may not look at what is missing.
  const skies = [{}, ...(NIGHTS[path.split("/")[0]!] ?? []).filter((sky) => names.some((input) => input in sky))];

  it.each(skies)("keeps a missing value in its row, and its inputs as they are %o", (sky) => {
    const whole = call(three(sky));
    for (const key of names) {
      const inputs = three(sky, key);
      const copies = structuredClone(inputs);
      const got = call(inputs);
      expect(inputs).toEqual(copies);
      for (const [output, values] of Object.entries(whole)) {
        const [first, middle, last] = got[output]!;
        expect([key, output, first, last]).toEqual([key, output, values[0], values[2]]);
        const dark = sky !== skies[0] && key.startsWith("airmass"); // has no value there
        if (!dark && !GO_WITHOUT.includes(name)) expect([key, output, middle]).toEqual([key, output, Number.NaN]);
      }
      for (const values of Object.values(names.length > 1 ? call({ ...three(sky), [key]: null }) : {})) {
        expect(values.length).toBe(3);
      }
    }
  });

  it("takes constants and empty columns", () => {
    const columnsOf = (of: (name: string) => unknown) => Object.fromEntries(names.map((input) => [input, of(input)]));
    const constants = call(columnsOf((input) => ROW[input] ?? 0.5));
    for (const values of Object.values(constants)) expect([values.length, Number.isNaN(values[0])]).toEqual([1, false]);
    for (const values of Object.values(call(columnsOf(() => [])))) expect(values.length).toBe(0);
  });

  it("refuses wrong kinds and unequal lengths, naming them", () => {
    for (const key of names) {
      expect(() => call({ ...three(), [key]: "1" }), key).toThrow(TypeError);
      const named = new RegExp(`^${NAMES[name] ?? name}: .*\\b${key}\\b`);
      expect(() => call({ ...three(), [key]: [true, 1, 1] }), key).toThrow(named);
      if (names.length > 1) expect(() => call({ ...three(), [key]: [1, 2] }), key).toThrow(RangeError);
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
    for (const key of names) {
      const { [key]: _, ...rest } = three();
      expect(outcome({ ...rest, [key]: undefined }, given), key).toEqual(outcome(rest, given));
    }
    const asked = new Set<string>();
    const get = (target: object, key: string | symbol) => {
      if (typeof key === "string") asked.add(key);
      return Reflect.get(target, key);
    };
    const whole = model(three(), new Proxy(given ?? {}, { get }));
    const absent = [...asked].filter((key) => !(key in (given ?? {}))).map((key) => [key, undefined]);
    expect(model(three(), { ...Object.fromEntries(absent), ...given })).toEqual(whole);
  });
});
