/** Budgets by hand, and the shares against what this project has measured. */
import { describe, expect, it } from "vitest";
import { ACCURACY_ROWS } from "../../../src/answers/accuracy/table.generated.js";
import { uncertaintyText } from "../../../src/answers/yield/text.js";
import {
  checkLightSource,
  checkUncertainty,
  sourceOfFormat,
  type UncertaintySituation,
} from "../../../src/answers/yield/uncertainty/budget.js";
import { LIGHT_SOURCES, UNCERTAINTY_KEYS, type UncertaintyKey } from "../../../src/answers/yield/uncertainty/types.js";
import { uncertaintyOf } from "../../../src/answers/yield/uncertainty/uncertainty-of.js";
import { exceedanceValues } from "../../../src/foundation/statistics/exceedance.js";
import { normalQuantile } from "../../../src/foundation/statistics/normal.js";

const roof: UncertaintySituation = {
  ...{ energy: 8000, years: [], record: undefined, source: "typical-year", latitude: 47, horizontalIrradiation: 1200 },
  planes: [{ kwp: 8, surfaceTilt: 30, trackingMode: "none" }],
};
const yearsOf = (...energies: number[]) => energies.map((energy, k) => ({ year: 2010 + k, energy }));
const share = (situation: UncertaintySituation, key: UncertaintyKey, given = {}) =>
  uncertaintyOf(situation, given).shares.find((one) => one.key === key)!;
const NONE = { irradiance: 0, plane: 0, module: 0, losses: 0, model: 0 };

describe("uncertaintyOf", () => {
  it("adds given shares in quadrature: P90 by hand", () => {
    const given = { interannual: 4, irradiance: 3, plane: 2, module: 1, losses: 1, model: 2 };
    const { horizons, shares, degrees, trend } = uncertaintyOf(roof, given);
    const [year, ten, twenty] = horizons;
    expect(year!.percent).toBeCloseTo(Math.sqrt(16 + 9 + 4 + 1 + 1 + 4), 12);
    expect(ten!.percent).toBeCloseTo(Math.sqrt(1.6 + 19), 12);
    expect(twenty!.percent).toBeCloseTo(Math.sqrt(0.8 + 19), 12);
    expect(year!.values.map(({ exceedance }) => exceedance)).toEqual([50, 75, 90, 95, 99]);
    expect(year!.values[0]!.energy).toBe(8000);
    // 1 − 1.28155·5.91608 % of 8,000 kWh.
    expect(year!.values[2]!.energy).toBeCloseTo(7393.46, 2);
    expect(shares.filter(({ key }) => key in given).map(({ reason }) => reason)).toEqual(Array(6).fill("given"));
    expect([degrees, trend]).toEqual([null, null]);
  });

  it("has P-values of Student's t where years tell the scatter, as the weather alone has them", () => {
    const energies = [7700, 8300, 8050, 7900, 8250, 7800];
    const middle = energies.reduce((sum, energy) => sum + energy, 0) / 6;
    const situation = { ...roof, energy: middle, years: yearsOf(...energies), record: 6 };
    const { values } = exceedanceValues(energies, { exceedances: [50, 75, 90, 95, 99] });
    const [year] = uncertaintyOf(situation, NONE).horizons;
    for (const [k, { value }] of values.entries()) expect(year!.values[k]!.energy).toBeCloseTo(value, 6);
    const { degrees, trend } = uncertaintyOf(situation);
    expect(degrees).toBe(5);
    expect(trend!.pValue).toBeGreaterThan(0.05);
  });

  it("takes the scatter from the climate where years are fewer than three, and one year for all years with its scatter", () => {
    expect(share({ ...roof, record: 2, years: yearsOf(8000, 7000) }, "interannual").reason).toContain("assumed");
    const { percent } = share({ ...roof, record: 1 }, "interannual");
    expect(share({ ...roof, record: 1 }, "record").percent).toBe(percent);
    expect(share({ ...roof, record: 2 }, "record").percent).toBeCloseTo(percent / Math.SQRT2, 12);
    expect(share(roof, "record").percent).toBe(0);
    expect(uncertaintyOf(roof).degrees).toBe(8);
    // 3.9 % where 0.49 of the light above the air arrives, 2 % in deserts, never above 6.
    expect(share({ ...roof, horizontalIrradiation: 2400 }, "interannual").percent).toBe(2);
    expect(share({ ...roof, latitude: 0, horizontalIrradiation: 300 }, "interannual").percent).toBe(6);
  });

  it("learns nothing from years that are nobody's history, but takes their scatter where it is wider", () => {
    const drawn = { ...roof, isInvented: true, record: 5 };
    const [alike, apart] = [yearsOf(8010, 8000, 7990, 8000, 8000), yearsOf(9000, 7000, 8000, 9000, 7000)];
    const assumed = share(roof, "interannual");
    expect(share({ ...drawn, years: alike }, "interannual")).toEqual(assumed);
    expect(share({ ...roof, years: alike, record: 5 }, "interannual").percent).toBeLessThan(0.1);
    expect(share({ ...drawn, years: apart }, "interannual").percent).toBeCloseTo(12.5, 10);
    for (const years of [alike, apart]) {
      const { degrees, trend, horizons } = uncertaintyOf({ ...drawn, years });
      expect([degrees, trend]).toEqual([8, null]);
      expect(horizons[0]!.percent).toBeGreaterThan(uncertaintyOf(roof).horizons[0]!.percent);
    }
  });

  it("leaves the shape of the energies alone: years of nothing, nothing at all, and no P-value below 0", () => {
    const dark = uncertaintyOf({ ...roof, energy: 0, years: yearsOf(0, 0, 0), record: 3, horizontalIrradiation: 0 });
    expect(dark.horizons.flatMap(({ values }) => values.map(({ energy }) => energy))).toEqual(Array(20).fill(0));
    expect(uncertaintyText({ uncertainty: dark, life: null })).not.toContain("NaN");
    const wild = uncertaintyOf(roof, { irradiance: 100 }).horizons[0]!.values;
    expect(wild.at(-1)!.energy).toBe(0);
    const sure = uncertaintyOf(roof, { ...NONE, interannual: 0, record: 0 }).horizons[0]!;
    expect(sure.percent).toBe(0);
    expect(sure.values.map(({ energy }) => energy)).toEqual(Array(5).fill(8000));
  });

  it("takes the light's share from the place where the world climatology made it", () => {
    const place = { annualGlobalHorizontal: 0.04, yield: 0.07, placeClass: "coast", places: 19 };
    expect(share({ ...roof, source: place }, "irradiance")).toEqual({
      ...{ key: "irradiance", percent: 4, reason: "world climatology, coast: 19 places judged" },
    });
    expect(share({ ...roof, source: place }, "plane").percent).toBeCloseTo(Math.sqrt(49 - 16), 12);
    expect(share({ ...roof, source: { ...place, yield: 0.03 } }, "plane").percent).toBeCloseTo(1.5, 12);
  });

  it("has planes by their tilt and size, snow where it falls", () => {
    const flat = { kwp: 1, surfaceTilt: 0, trackingMode: "none" as const };
    expect(share({ ...roof, planes: [flat] }, "plane").percent).toBe(0);
    expect(share({ ...roof, planes: [{ ...flat, surfaceTilt: 90 }, flat] }, "plane").percent).toBeCloseTo(1.5, 12);
    expect(share({ ...roof, planes: [{ ...flat, trackingMode: "1_axis" }] }, "plane").percent).toBe(2);
    expect(share({ ...roof, latitude: -10 }, "losses").percent).toBe(2);
    expect(share(roof, "losses").percent).toBe(2.5);
    expect(share({ ...roof, snowLoss: 0.12 }, "losses").percent).toBeCloseTo(Math.sqrt(4 + 16), 12);
  });

  it("says a trend that chance seldom makes", () => {
    const falling = uncertaintyOf({ ...roof, years: yearsOf(8300, 8170, 7990, 7830, 7710), record: 5 });
    expect(uncertaintyText({ uncertainty: falling, life: null })).toMatch(
      /the years fall by 1\.9 % a year, by chance.*below 0\.001/,
    );
    const steady = uncertaintyOf({ ...roof, years: yearsOf(8100, 7900, 8050, 7950, 8000), record: 5 });
    expect(uncertaintyText({ uncertainty: steady, life: null })).not.toContain("a year, by chance");
  });
});

describe("shares that this project has measured", () => {
  const rows = (source: string, condition?: string) =>
    ACCURACY_ROWS.filter((row) => row.source === source && (condition === undefined || row.condition === condition));

  it("are those of the accuracy table", () => {
    const [model] = rows("yield-model", "beside pvlib ModelChain, our defaults, hourly means clipped");
    expect(share(roof, "model").percent).toBeCloseTo(model!.statistics.rmse!, 1);
    const world = rows("world-climate").find(
      ({ region, quantity, resolution, judgedOn }) =>
        region === "all" && quantity.startsWith("global") && resolution === "1_year" && judgedOn === "left out",
    )!;
    expect(share({ ...roof, source: "generated" }, "irradiance").percent).toBeCloseTo(world.statistics.rmse!, 1);
  });

  it.each([
    ["35° to the equator", 35],
    ["90° to the equator", 90],
  ])("hold the mean errors of the stations' planes, %s", (condition, surfaceTilt) => {
    const squares = rows("plane-from-global", condition).map(({ statistics }) => statistics.bias! ** 2);
    const { percent } = share({ ...roof, planes: [{ kwp: 1, surfaceTilt, trackingMode: "none" }] }, "plane");
    expect(squares.length).toBeGreaterThan(5);
    expect(Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length)).toBeLessThan(percent);
  });
});

describe("what is given", () => {
  it.each([
    [{ soiling: 3 }, /uncertainty has no share "soiling": known are interannual, record, irradiance/],
    [{ irradience: 3 }, /no share "irradience": is irradiance meant\?/],
    [{ irradiance: 300 }, /uncertainty.irradiance must be from 0 to 100 percent, got 300/],
    [{ irradiance: -1 }, /from 0 to 100 percent, got -1/],
    [{ irradiance: Number.NaN }, /from 0 to 100 percent, got NaN/],
    [{ irradiance: "3" }, /must be a number of percent, got "3"/],
    [[3], /must be an object such as/],
    [5, /must be an object such as/],
  ])("%j is refused", (given, message) =>
    expect(() => checkUncertainty(given, "yieldOf: options.uncertainty")).toThrow(message),
  );

  it("may be nothing, and each known share", () => {
    expect(checkUncertainty(undefined, "")).toEqual({});
    const all = Object.fromEntries(UNCERTAINTY_KEYS.map((key) => [key, 1]));
    expect(checkUncertainty(all, "")).toBe(all);
  });

  it("has a source of light by name, by place or by the format of a file", () => {
    for (const source of LIGHT_SOURCES) expect(checkLightSource(source, "")).toBe(source);
    expect(() => checkLightSource("moon", "yieldOf: options.lightSource")).toThrow(
      /must be one of pyranometer, .*got "moon"/,
    );
    expect(() => checkLightSource({ yield: 5 }, "yieldOf: options.lightSource")).toThrow(TypeError);
    expect(sourceOfFormat("bsrn", false)).toBe("pyranometer");
    expect(sourceOfFormat("pvgis", true)).toBe("satellite");
    expect([sourceOfFormat("csv", false), sourceOfFormat(undefined, true)]).toEqual(["unknown", "typical-year"]);
  });

  it("makes P-values wider than normal ones where a climate is assumed", () => {
    const { horizons } = uncertaintyOf(roof);
    const normal = 8000 * (1 - (normalQuantile(0.99) * horizons[0]!.percent) / 100);
    expect(horizons[0]!.values[4]!.energy).toBeLessThan(normal);
  });
});
