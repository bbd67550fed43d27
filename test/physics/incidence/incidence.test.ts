/** Edges and identities; the figures are in the accuracy table. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { IamModel } from "../../../src/physics/models/incidence/diffuse.js";
import {
  ashrae,
  interp,
  marionDiffuse,
  marionIntegrate,
  martinRuiz,
  martinRuizDiffuse,
  physical,
  sapm,
  schlick,
  schlickDiffuse,
} from "../../../src/physics/models/incidence/index.js";

const SAPM = { B0: 1, B1: -0.002438, B2: 0.0003103, B3: -0.00001246, B4: 2.112e-7, B5: -1.359e-9 };
const TABLE = { thetaRef: [0, 30, 60, 80, 90], iamRef: [1, 1, 0.97, 0.8, 0] };
const DIRECT: [string, IamModel][] = [
  ["ashrae", ashrae],
  ["physical", physical],
  ["physical", (inputs) => physical(inputs, { nAr: 1.29 })],
  ["martinRuiz", martinRuiz],
  ["schlick", schlick],
  ["interp", (inputs) => interp(inputs, TABLE)],
  ["sapm", (inputs) => sapm(inputs, SAPM)],
];

describe.each(DIRECT)("%s", (name, model) => {
  test("is 1 at right angles, 0 behind the plane, never negative", () => {
    const aoi = Float64Array.of(0, 89.999, 90, 90.001, 135, 180, -180);
    const { iam } = model({ aoi });
    expect(iam[0]).toBeCloseTo(1, 15);
    expect(iam[1]).toBeGreaterThanOrEqual(0);
    expect(iam[1]).toBeLessThan(name === "sapm" ? 0.2 : 0.01);
    expect(Array.from(iam.subarray(3))).toEqual([0, 0, 0, 0]);
    if (name !== "sapm") expect(iam[2]).toBe(0);
  });

  test("falls from 45° on", () => {
    const { iam } = model({ aoi: Float64Array.from({ length: 46 }, (_, i) => 45 + i) });
    for (let i = 1; i < 46; i++) expect(iam[i]).toBeLessThanOrEqual(iam[i - 1]!);
  });

  test("looks at the angle's size only, but for sapm", () => {
    const { iam } = model({ aoi: Float64Array.of(-40, 40) });
    expect(iam[0]).toBe(name === "sapm" ? 0 : iam[1]);
  });
});

describe("physical", () => {
  test("a coating of the cover's own index, or of air, is none", () => {
    const aoi = [0, 20, 70, 89.9999];
    const plain = physical({ aoi }, { n: 1.5 }).iam;
    for (const nAr of [1, 1.5]) {
      const coated = physical({ aoi }, { n: 1.5, nAr }).iam;
      for (let i = 0; i < 4; i++) expect(coated[i]! / plain[i]!).toBeCloseTo(1, 13);
    }
  });

  test("an index below 1 reflects in total beyond its critical angle", () => {
    const { iam } = physical({ aoi: [0, 60, 70, 85] }, { n: Math.sin((65 * Math.PI) / 180) });
    expect(iam[1]).toBeGreaterThan(0.5);
    expect(Array.from(iam.subarray(2))).toEqual([0, 0]);
  });
});

describe("sapm", () => {
  test("is limited on demand", () => {
    expect(sapm({ aoi: 30 }, SAPM).iam[0]).toBeGreaterThan(1);
    expect(sapm({ aoi: 30 }, { ...SAPM, upper: 1 }).iam[0]).toBe(1);
  });
});

describe("diffuse", () => {
  const fixture = JSON.parse(
    readFileSync(new URL("../../../fixtures/incidence/small-wedges.json", import.meta.url), "utf8"),
  );

  test.each([
    ["martinRuizDiffuse", martinRuizDiffuse],
    ["schlickDiffuse", schlickDiffuse],
  ])("%s agrees with 50 digits where the plane hardly sees the sky or the ground", (name, model) => {
    const got = model({ surfaceTilt: fixture.surfaceTilt });
    for (const side of ["iamSky", "iamGround"] as const) {
      for (const [i, expected] of fixture[name][side].entries()) {
        // Of a wedge of 1e-6° beside 180° doubles know 8 digits; 1 − exp(−x) rounds 1.
        const relative = 1e-13 + (side === "iamSky" ? 3e-14 / (180 - fixture.surfaceTilt[i]) : 0);
        const error = Math.abs(got[side][i]! - expected);
        expect(error, `${side} at ${fixture.surfaceTilt[i]}°`).toBeLessThan(relative * expected + 2e-16);
      }
    }
  });

  test.each([
    ["martinRuizDiffuse", martinRuizDiffuse],
    ["schlickDiffuse", schlickDiffuse],
  ])("%s: sky and ground change places with the plane turned over", (_name, model) => {
    const { iamSky, iamGround } = model({ surfaceTilt: [0, 30, 90, 150, 180, -1, 181] });
    expect(Array.from(iamSky.subarray(0, 5))).toEqual(Array.from(iamGround.subarray(0, 5)).reverse());
    expect([iamGround[0], iamSky[4]]).toEqual([0, 0]);
    expect(Array.from(iamSky.subarray(5))).toEqual([Number.NaN, Number.NaN]);
  });

  test("Marion's sum comes near to the integral of Schlick's", () => {
    const surfaceTilt = [0, 20, 70, 90];
    const { iamSky, iamGround } = schlickDiffuse({ surfaceTilt });
    const { sky, ground } = marionDiffuse({ surfaceTilt }, { model: schlick });
    for (let i = 0; i < 4; i++) {
      expect(Math.abs(sky[i]! - iamSky[i]!)).toBeLessThan(1e-4);
      expect(Math.abs(ground[i]! - iamGround[i]!)).toBeLessThan(1e-3);
    }
  });

  test("of a model that lets all through is 1, and 0 for what the plane does not see", () => {
    const all: IamModel = ({ aoi }) => ({ iam: aoi.map(() => 1) });
    const { sky, horizon, ground } = marionDiffuse({ surfaceTilt: [0, 90, 180, null] }, { model: all });
    expect(Array.from(sky)).toEqual([1, 1, 0, Number.NaN]);
    expect(Array.from(horizon)).toEqual([1, 1, 0, Number.NaN]);
    expect(Array.from(ground)).toEqual([0, 1, 1, Number.NaN]);
  });

  test("says what is wrong", () => {
    const tilt = { surfaceTilt: 20 };
    expect(() => marionIntegrate(tilt, { model: "ashrae" as never, region: "sky" })).toThrow(TypeError);
    expect(() => marionIntegrate(tilt, { model: ashrae, region: "sea" as never })).toThrow(
      /one of sky, horizon, ground, got sea/,
    );
    expect(() => marionIntegrate(tilt, { model: ashrae, region: "sky", num: 0.5 })).toThrow(
      /num must be a whole number/,
    );
    expect(marionIntegrate({ surfaceTilt: [] }, { model: ashrae, region: "sky" }).iam.length).toBe(0);
  });
});

describe("options", () => {
  test("say what is wrong", () => {
    expect(() => martinRuiz({ aoi: 0 }, { aR: 0 })).toThrow(/martinRuiz: aR must be above 0, got 0/);
    expect(() => physical({ aoi: 0 }, { n: -1 })).toThrow(/physical: n must be above 0/);
    expect(() => physical({ aoi: 0 }, { L: -1 })).toThrow(/L must be finite and at least 0, got -1/);
    expect(() => sapm({ aoi: 0 }, {} as never)).toThrow(/B0 must be a number, got undefined/);
    expect(() => interp({ aoi: 0 }, { thetaRef: [0], iamRef: [1] })).toThrow(/two or more angles, got 1/);
    expect(() => interp({ aoi: 0 }, { thetaRef: [0, 0], iamRef: [1, 1] })).toThrow(/got 0 twice/);
    expect(() => interp({ aoi: 0 }, { thetaRef: [0, 90], iamRef: [1, -0.1] })).toThrow(
      /iamRef must be finite and at least 0/,
    );
    expect(() => interp({ aoi: 0 }, { thetaRef: [0, 90], iamRef: [0, 1] })).toThrow(/above 0 at 0°/);
    expect(() => interp({ aoi: 0 }, { thetaRef: [0, 90], iamRef: [1] })).toThrow(RangeError);
  });
});
