import { describe, expect, test } from "vitest";
import type { Column } from "../../../src/physics/models/stage.js";
import {
  beamComponent,
  isotropic,
  king,
  perez,
  perezDriesse,
} from "../../../src/physics/models/transposition/index.js";
import type { PerezModel } from "../../../src/physics/models/transposition/perez.js";
import { skyDiffuseRows } from "../../../src/physics/models/transposition/sky-model.js";

const angles = { surfaceTilt: 40, surfaceAzimuth: 180, solarZenith: 30, solarAzimuth: 170 };
const sky = { ...angles, dhi: 100, dni: 800, dniExtra: 1361.1, airmass: 1.15 };
const site = { latitude: 45, longitude: 7, altitude: 300 };

describe("perez", () => {
  test("jumps from bin to bin where Perez-Driesse does not", () => {
    const jump = (model: typeof perez | typeof perezDriesse) => {
      const overhead = { ...sky, solarZenith: 0, airmass: 1 };
      const { skyDiffuse } = model({ ...overhead, dni: [349.9999, 350] }); // clearness 4.5 starts a bin
      return Math.abs(skyDiffuse[1]! - skyDiffuse[0]!);
    };
    expect(jump(perez)).toBeGreaterThan(0.5);
    expect(jump(perezDriesse)).toBeLessThan(1e-3);
  });

  test("takes Kasten and Young's air mass where none is given", () => {
    const { airmass: _, ...without } = sky;
    expect(perez(without).skyDiffuse[0]).toBeCloseTo(perez({ ...sky, airmass: 1.1539922 }).skyDiffuse[0]!, 4);
  });

  test('"1990" is the default, an unknown set is named with the known ones', () => {
    const expected = perez(sky).skyDiffuse[0];
    expect(perez(sky, { model: "1990" }).skyDiffuse[0]).toBe(expected);
    expect(perez(sky, { model: "allsitescomposite1990" }).skyDiffuse[0]).toBe(expected);
    expect(perez(sky, { model: "phoenix1988" }).skyDiffuse[0]).not.toBe(expected);
    for (const model of ["1989", "toString", 1990]) {
      expect(() => perez(sky, { model: model as never })).toThrow(
        /perez: the Perez model must be one of 1990, .*osage1988/,
      );
      expect(() => perez.stage.prepare(site, { model: model as never })).toThrow(RangeError);
    }
  });

  test("is isotropic with the sun down, nothing without diffuse light", () => {
    const down = { ...sky, solarZenith: 90, dni: 5 };
    expect(perez(down).skyDiffuse[0]).toBeCloseTo(isotropic({ surfaceTilt: 40, dhi: 100 }).skyDiffuse[0]!, 12);
    for (const dni of [0, 900]) expect(perez({ ...sky, dhi: 0, dni }).skyDiffuse[0]).toBe(0);
  });
});

describe("in the pipeline", () => {
  /** Sky diffuse irradiance by a stage on one row, without obstacles. */
  function run(
    model: typeof perez | typeof king,
    cosTilt: number,
    values: { [name in Column]?: number },
    options = {},
  ) {
    const columns = new Proxy({} as { [name in Column]: Float64Array }, {
      get: (made, name: Column) => {
        made[name] ??= Float64Array.of(name === "cosTilt" ? cosTilt : (values[name] ?? Number.NaN));
        return made[name];
      },
    });
    const stage = model.stage as typeof perez.stage;
    stage.run({ from: 0, to: 1, first: 0, last: 1, columns, interval: 60 }, stage.prepare(site, options));
    const { dhi, up, cosIncidence, circumsolar, isotropic: iso, horizonBand } = columns;
    const out = new Float64Array(1);
    skyDiffuseRows(0, 1, {
      dhi,
      up,
      cosIncidence,
      circumsolar,
      isotropic: iso,
      horizonBand,
      visible: Float64Array.of(1),
      skyDiffuse: out,
    });
    return { sky: out[0]!, circumsolar: circumsolar[0]!, horizonBand: horizonBand[0]! };
  }

  const row = {
    ...{ dhi: 100, dni: 800, ghi: 792.8, extraterrestrialNormal: 1361.1, relativeAirmass: 1.15 },
    ...{ elevation: 60, up: Math.cos(Math.PI / 6), cosIncidence: 0.98 },
  };

  test("a horizontal plane gets DHI", () => {
    const flat = { ...row, cosIncidence: row.up };
    for (const model of [perez, king]) expect(run(model, 1, flat).sky).toBeCloseTo(100, 12);
  });

  test("equals the public function for a sun above 5°", () => {
    const cosTilt = Math.cos((40 * Math.PI) / 180);
    const { airmass, ...given } = sky;
    const cosIncidence = beamComponent({ ...angles, dni: 1 }).beam[0]!;
    for (const model of ["1990", "albany1988"] as PerezModel[]) {
      const expected = perez({ ...given, airmass }, { model }).skyDiffuse[0]!;
      expect(run(perez, cosTilt, { ...row, cosIncidence }, { model }).sky).toBeCloseTo(expected, 10);
    }
    const expected = king({ surfaceTilt: 40, dhi: 100, ghi: 792.8, solarZenith: 30 }).skyDiffuse[0]!;
    expect(run(king, cosTilt, row).sky).toBeCloseTo(expected, 10);
  });

  test("the circumsolar share of Perez ends at 1, which the published one does not", () => {
    const thin = { ...row, dhi: 20, dni: 90, relativeAirmass: 1, elevation: 89, up: 0.9998 };
    expect(run(perez, 0.8, thin, { model: "elmonte1988" }).circumsolar).toBe(1);
    const { skyDiffuse: _, ...parts } = {
      skyDiffuse: 0,
      ...perez(
        { ...sky, dhi: 20, dni: 90, airmass: 1, solarZenith: 1 },
        { model: "elmonte1988", returnComponents: true },
      ),
    };
    expect(parts.poaIsotropic[0]).toBeLessThan(0);
  });

  test("King leaves the horizon as it is where there is no diffuse light to compare with, and with the sun down", () => {
    for (const dhi of [0, 1e-300]) expect(run(king, 0.8, { ...row, dhi }).horizonBand).toBe(0);
    expect(run(king, 0.8, { ...row, elevation: -2 }).horizonBand).toBe(0);
    expect(run(king, 0.8, row).horizonBand).toBeGreaterThan(0);
  });
});

test("the beam is 0 behind the plane", () => {
  expect(beamComponent({ ...angles, surfaceTilt: 90, surfaceAzimuth: 0, dni: 800 }).beam[0]).toBe(0);
  expect(
    beamComponent({ surfaceTilt: 0, surfaceAzimuth: 0, solarZenith: 60, solarAzimuth: 5, dni: 800 }).beam[0],
  ).toBeCloseTo(400, 10);
});
