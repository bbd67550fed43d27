/** Sunlit shares of modules against Embree 4, of shapes that the fixture's script made anew. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Obstacle } from "../../../src/data/obstacles/types.js";
import { type PvSystem, readScene } from "../../../src/data/system/index.js";
import { moduleShade } from "../../../src/data/system/module-shade.js";
import { passAt } from "../../../src/physics/models/shading/shade-map.js";

interface Case {
  readonly name: string;
  readonly obstacles: readonly Obstacle[];
  readonly obj?: string;
  readonly plane: PvSystem["planes"][number];
  readonly suns: readonly (readonly [number, number])[];
  readonly sunlit: readonly (readonly number[])[];
}
const { scenes } = JSON.parse(readFileSync("fixtures/scenes/sunlit.json", "utf8")) as { scenes: Case[] };

test.each(scenes)("$name: each module within 1 % of its area at 99 % of suns", (one) => {
  const read = one.obj === undefined ? [] : readScene(one.obj, { up: "z" }).obstacles;
  const system = { planes: [one.plane], scene: { obstacles: [...one.obstacles, ...read] } };
  const [shade] = moduleShade(system, { latitude: 48 });
  const errors: number[] = [];
  for (let module = 0; module < shade!.modules; module += 3) {
    const map = shade!.module(module);
    for (const [k, [azimuth, elevation]] of one.suns.entries())
      errors.push(Math.abs(passAt(map, 0, azimuth, elevation) - one.sunlit[k]![module]!));
  }
  errors.sort((a, b) => a - b);
  expect(errors[Math.floor(0.99 * errors.length)]).toBeLessThan(0.01);
});
