/** Both sides of rows against pvlib.bifacial.infinite_sheds (fixtures/bifacial/make.py), value by value. */
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { infiniteSheds } from "../../../src/physics/models/bifacial/index.js";
import {
  groundSkyView,
  type InfiniteShedsInputs,
  rowSkyView,
} from "../../../src/physics/models/bifacial/infinite-sheds.js";

type Columns = { readonly [name: string]: readonly number[] };
interface Case {
  readonly model: "isotropic" | "haydavies";
  readonly gcr: number;
  readonly height: number;
  readonly pitch: number;
  readonly inputs: Columns;
  readonly outputs: Columns;
}
const FILE = new URL("../../../fixtures/bifacial/instants.json", import.meta.url);
const { cases } = JSON.parse(readFileSync(FILE, "utf8")) as { cases: readonly Case[] };
const RAD = 180 / Math.PI;
const OPTIONS = { bifaciality: 0.7, shadeFactor: -0.02, transmissionFactor: -0.01 };

/**
 * pvlib cuts off the sky between rows more than about `height`/tan 5° away, and puts the edges of rows 1e-4 of their width farther out:
 * 0.4 % of the sky, 0.15 % of the ground. Beam and shadows are the same formulas.
 */
const EXACT = [
  "poaFrontDirect",
  "poaFrontSkyDiffuse",
  "shadedFractionFront",
  "poaBackDirect",
  "poaBackSkyDiffuse",
  "shadedFractionBack",
];
const CUT = [
  "poaGlobal",
  "poaFront",
  "poaFrontDiffuse",
  "poaFrontGroundDiffuse",
  "poaBack",
  "poaBackDiffuse",
  "poaBackGroundDiffuse",
];

describe.each(cases)("$model, gcr $gcr, height $height, pitch $pitch", ({ model, gcr, inputs, outputs }) => {
  const found = infiniteSheds(inputs as unknown as InfiniteShedsInputs, { gcr, model, ...OPTIONS }) as unknown as {
    readonly [name: string]: Float64Array;
  };

  test.each(EXACT)("%s", (name) => {
    outputs[name]!.forEach((value, i) => {
      expect(Math.abs(found[name]![i]! - value), `row ${i}`).toBeLessThan(1e-9 + 1e-9 * Math.abs(value));
    });
  });

  test.each(CUT)("%s within 1 %% or 0.5 W/m²", (name) => {
    outputs[name]!.forEach((value, i) => {
      const difference = Math.abs(found[name]![i]! - value);
      expect(difference, `row ${i}: ${value}`).toBeLessThan(Math.max(0.01 * value, 0.5));
    });
  });
});

describe("view factors", () => {
  const gcrs = fc.double({ min: 1e-3, max: 1, noNaN: true });
  const cosines = fc.double({ min: 0, max: 1, noNaN: true });

  test("of ground, sky and rows together leave no light over", () => {
    fc.assert(
      fc.property(gcrs, cosines, (gcr, cosTilt) => {
        const toGround = rowSkyView(gcr, -cosTilt) + rowSkyView(gcr, cosTilt);
        expect(groundSkyView(gcr, cosTilt) + gcr * toGround).toBeCloseTo(1, 12);
        for (const view of [groundSkyView(gcr, cosTilt), rowSkyView(gcr, cosTilt), rowSkyView(gcr, -cosTilt)]) {
          expect(view).toBeGreaterThanOrEqual(-1e-12);
          expect(view).toBeLessThanOrEqual(1 + 1e-12);
        }
      }),
      { numRuns: 1000, seed: 5 },
    );
  });

  test("of the ground, flat and upright, are those of crossed strings", () => {
    expect(groundSkyView(0.3, 1)).toBeCloseTo(0.7, 14);
    expect(groundSkyView(0.3, 0)).toBeCloseTo(Math.sqrt(1 + 0.09) - 0.3, 14);
    expect(groundSkyView(1, 1)).toBeCloseTo(0, 14);
  });

  test("of rows far apart are those of one plane", () => {
    for (const tilt of [0, 20, 90]) {
      expect(rowSkyView(1e-9, Math.cos(tilt / RAD))).toBeCloseTo((1 + Math.cos(tilt / RAD)) / 2, 8);
    }
  });
});

describe("infiniteSheds", () => {
  const light = {
    ...{ surfaceTilt: 30, surfaceAzimuth: 180, solarZenith: 50, solarAzimuth: 170 },
    ...{ ghi: 600, dhi: 150, dni: 700, albedo: 0.2 },
  };

  test("mirrors east and west", () => {
    const east = infiniteSheds({ ...light, surfaceAzimuth: 90, solarAzimuth: 120 }, { gcr: 0.5 });
    const west = infiniteSheds({ ...light, surfaceAzimuth: 270, solarAzimuth: 240 }, { gcr: 0.5 });
    for (const name of Object.keys(east) as (keyof typeof east)[])
      expect(east[name][0]).toBeCloseTo(west[name][0]!, 10);
  });

  test("without a sun has no beam; a missing value stays in its row", () => {
    const night = infiniteSheds({ ...light, solarZenith: [95, 120], ghi: 5, dhi: 5, dni: 0 }, { gcr: 0.4 });
    expect([...night.poaFrontDirect, ...night.poaBackDirect, ...night.shadedFractionFront]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(night.poaFront[0]).toBeGreaterThan(0);
    const gap = infiniteSheds({ ...light, dhi: [150, Number.NaN] }, { gcr: 0.4 });
    expect(gap.poaGlobal[0]).toBeGreaterThan(500);
    expect(gap.poaGlobal[1]).toBeNaN();
  });

  test.each([
    [{}, TypeError, "infiniteSheds: gcr must be a number, got undefined"],
    [{ gcr: 0 }, RangeError, "infiniteSheds: gcr must be above 0 and at most 1, got 0"],
    [{ gcr: 0.4, model: "perez" }, RangeError, "infiniteSheds: model must be isotropic or haydavies, got perez"],
    [{ gcr: 0.4, model: "haydavies" }, TypeError, "infiniteSheds: dniExtra is required for haydavies"],
    [{ gcr: 0.4, bifaciality: 70 }, RangeError, "infiniteSheds: bifaciality must be 0 to 1, got 70"],
    [{ gcr: 0.4, shadeFactor: 0.1 }, RangeError, "infiniteSheds: shadeFactor must be -1 to 0, got 0.1"],
  ])("%o is refused", (options, kind, message) => {
    expect(() => infiniteSheds(light, options as never)).toThrow(kind);
    expect(() => infiniteSheds(light, options as never)).toThrow(message);
  });
});
