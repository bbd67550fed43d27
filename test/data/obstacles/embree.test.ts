/** Sunlit shares of modules against Embree 4, of shapes that the fixture's script made anew: with the maps that yields use, and those of modules. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { townObj } from "../../../fixtures/scenes/town.mjs";
import type { Obstacle } from "../../../src/data/obstacles/types.js";
import { type PvSystem, readScene } from "../../../src/data/system/index.js";
import { moduleShade } from "../../../src/data/system/module-shade.js";
import { passAt, type ShadeMap } from "../../../src/physics/models/shading/shade-map.js";

interface Case {
  readonly name: string;
  readonly obstacles: readonly Obstacle[];
  readonly obj?: string;
  readonly up?: "y" | "z";
  readonly latitude: number;
  readonly plane: PvSystem["planes"][number];
  readonly suns: readonly (readonly [number, number])[];
  readonly sunlit: readonly (readonly number[])[];
}
const { scenes } = JSON.parse(readFileSync("fixtures/scenes/sunlit.json", "utf8")) as { scenes: Case[] };

test.each(scenes)("$name: each module, and the plane, within 1 % of its area at 99 % of suns", (one) => {
  const text = one.obj === "town.mjs" ? townObj() : one.obj;
  const read = text === undefined ? [] : readScene(text, { up: one.up ?? "z" }).obstacles;
  const system = { planes: [one.plane], scene: { obstacles: [...one.obstacles, ...read] } };
  const [shade] = moduleShade(system, { latitude: one.latitude });
  const errorsOf = (map: ShadeMap, sunlit: (shares: readonly number[]) => number) =>
    one.suns.map(([azimuth, elevation], k) => Math.abs(passAt(map, 0, azimuth, elevation) - sunlit(one.sunlit[k]!)));
  const worst = (errors: number[]) => errors.sort((a, b) => a - b)[Math.floor(0.99 * errors.length)];
  const mean = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length;
  expect(worst(errorsOf(shade!.plane(), mean))).toBeLessThan(0.01);
  const some = Array.from({ length: shade!.modules }, (_, module) => module).filter((module) => module % 3 === 0);
  expect(worst(some.flatMap((module) => errorsOf(shade!.module(module), (shares) => shares[module]!)))).toBeLessThan(
    0.01,
  );
});
