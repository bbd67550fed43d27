/** What each obstacle of a scene takes of a yield. */
import { describe, expect, test } from "vitest";
import { formatYield, type YieldSystem, yieldAnswer, yieldSeries } from "../../../src/answers/yield/index.js";
import { weather, yearOf } from "./roof.js";

const PLANE = { surfaceTilt: 35, surfaceAzimuth: 180, kwp: 4.8 };
const MODULES = { rows: 2, columns: 6, width: 1.05, height: 1.72, corner: [-3.2, 0, 3.1] };
const CHIMNEY = { kind: "box", name: "chimney", at: [1.2, -0.6, 2.5], size: [0.6, 0.5, 2] };
const HOUSE = { kind: "house", at: [9, -12, 0], size: [8, 11], eaves: 5, ridge: 8.5, roof: "gable", turn: 25 };
const LEAVES = [0.7, 0.7, 0.7, 0.5, 0.1, 0.1, 0.1, 0.1, 0.1, 0.4, 0.7, 0.7];
const TREE = { kind: "sphere", at: [-7, -6, 5], radius: 2.5, transmittance: LEAVES };
const CURB = { kind: "box", at: [0, -4, 0], size: [2, 2, 1] };

function systemOf(...obstacles: readonly object[]): YieldSystem {
  return { planes: [{ ...PLANE, modules: MODULES }], scene: { obstacles }, losses: 8 } as unknown as YieldSystem;
}

describe("obstacles", async () => {
  const system = systemOf(CHIMNEY, HOUSE, CURB, TREE);
  const found = yearOf(system, { obstacles: true });
  const { all, each } = found.obstacles!;
  const without = (...obstacles: readonly object[]) => yearOf(systemOf(...obstacles)).annual!.energy;

  test("have their names or kinds, in the scene's order", () => {
    expect(each.map(({ number, kind, name }) => [number, kind, name])).toEqual([
      [0, "box", "chimney"],
      [1, "house", undefined],
      [2, "box", undefined],
      [3, "sphere", undefined],
    ]);
  });

  test("take what a scene without them yields more, within the points of a map that was made anew", () => {
    const { energy } = found.annual!;
    const others = [without(HOUSE, CURB, TREE), without(CHIMNEY, CURB, TREE), without(CHIMNEY, HOUSE, CURB)];
    for (const [k, number] of [0, 1, 3].entries()) {
      expect(each[number]!.energy).toBeGreaterThan(0.002 * energy);
      expect(Math.abs(each[number]!.energy - (others[k]! - energy))).toBeLessThan(1e-5 * energy);
    }
  });

  test("that shade nothing take exactly nothing", () => {
    expect(each[2]!.energy).toBe(0);
  });

  test("all together leave the yield in the open, to the bit", () => {
    const open = yearOf({ planes: [PLANE], losses: 8 });
    expect(found.annual!.energy + all).toBeCloseTo(open.annual!.energy, 9);
    expect(each.reduce((sum, { energy }) => sum + energy, 0)).toBeLessThan(all);
  });

  test("hidden behind another take nothing", () => {
    const { obstacles } = yearOf(systemOf({ ...HOUSE, turn: 0 }, { ...CHIMNEY, at: [9, -13, 1] }), { obstacles: true });
    expect(Math.abs(obstacles!.each[1]!.energy)).toBeLessThan(1e-4 * found.annual!.energy);
    expect(obstacles!.each[0]!.energy).toBeGreaterThan(0);
  });

  test("change nothing else of the answer, which has none unless asked", () => {
    const { obstacles, ...rest } = found;
    const plain = yearOf(system);
    expect(plain).toEqual(rest);
    expect(plain).not.toHaveProperty("obstacles");
    expect(yieldAnswer(found).obstacles).toEqual(obstacles);
    expect(yieldAnswer(plain)).not.toHaveProperty("obstacles");
  });

  test("are in the text, from what takes most", () => {
    const text = formatYield(found);
    const rows = [
      "without it there would be more",
      "chimney ",
      "house 2 ",
      "sphere 4 ",
      "1 more ",
      "without all of them",
    ];
    const places = rows.map((row) => text.indexOf(row));
    expect(places).not.toContain(-1);
    expect(Math.max(...places.slice(1, 4))).toBeLessThan(places[4]!);
    expect(formatYield(yearOf(system))).not.toContain("without");
  });

  test("need a scene, and belong to a yield", () => {
    expect(() => yearOf({}, { obstacles: true })).toThrow("options.obstacles needs system.scene");
    expect(() => yieldSeries(weather, system, { obstacles: true })).toThrow("options.obstacles is one of yieldOf");
    expect(() => yearOf({}, { obstacles: 1 as unknown as boolean })).toThrow("options.obstacles must be true or false");
  });
});
