/** Scenes in a description: shapes, places, what is refused, and what a yield makes of them. */
import { describe, expect, test } from "vitest";
import { yieldOf } from "../../../src/answers/yield/index.js";
import { areasOf, partsOf, placeScene } from "../../../src/data/obstacles/placed.js";
import type { Modules, Obstacle, Scene } from "../../../src/data/obstacles/types.js";
import { type PvSystem, readSystem } from "../../../src/data/system/index.js";
import { moduleShade } from "../../../src/data/system/module-shade.js";
import { loadSample } from "../../../src/data/weather/index.js";
import { passAt, type ShadeMap } from "../../../src/physics/models/shading/shade-map.js";
import { normalOf } from "../../../src/physics/rays/area.js";
import { Rays } from "../../../src/physics/rays/rays.js";

const MODULES: Modules = { rows: 2, columns: 3, width: 1, height: 1.7, corner: [0, 0, 3] };
const PLANE = { surfaceTilt: 30, surfaceAzimuth: 180, kwp: 2.4 };
const BOX: Obstacle = { kind: "box", at: [1.5, -3, 0], size: [2, 1, 5] };
const systemOf = (obstacles: readonly unknown[], plane = {}, scene = {}) =>
  ({ planes: [{ ...PLANE, modules: MODULES, ...plane }], scene: { obstacles, ...scene } }) as unknown as PvSystem;

/** Whether light comes to a point from a direction, in a scene alone. */
function isLit(
  scene: Scene,
  [x, y, z]: readonly [number, number, number],
  [dx, dy, dz]: readonly [number, number, number],
): number {
  const placed = placeScene(scene, [], { scene: "scene", planes: [] });
  const rays = new Rays(placed.bodies);
  return rays.follow(x, y, z, dx, dy, dz, -1) >= 0 ? 0 : rays.passed[0]!;
}

describe("modules", () => {
  test("lie in their grid on the plane, from the lower left as seen from before them", () => {
    const turned = (point: readonly [number, number, number]) => point;
    const areas = areasOf({ ...PLANE, modules: { ...MODULES, gap: [0.1, 0.2] } }, turned);
    expect(areas).toHaveLength(6);
    const [c, s] = [Math.cos(Math.PI / 6), Math.sin(Math.PI / 6)];
    for (const [k, [x, y, z]] of [
      [0, 0, 3],
      [1.1, 0, 3],
      [2.2, 0, 3],
      [0, 1.9 * c, 3 + 1.9 * s],
    ].entries())
      for (const [axis, part] of [x, y, z].entries()) expect(areas[k]!.corner[axis]).toBeCloseTo(part!, 12);
    for (const [axis, part] of [0, -s, c].entries()) expect(normalOf(areas[5]!)[axis]).toBeCloseTo(part, 12);
    const west = areasOf(
      { surfaceTilt: 90, surfaceAzimuth: 270, modules: { ...MODULES, corner: undefined, middle: [5, 5, 5] } },
      turned,
    );
    const middle = west.reduce(
      (sum, { corner, across, up }) => sum.map((part, k) => part + (corner[k]! + (across[k]! + up[k]!) / 2) / 6),
      [0, 0, 0],
    );
    for (const part of middle) expect(part).toBeCloseTo(5, 12);
    // Who looks to the east has the north at the left.
    expect(west[0]!.across[1]).toBeCloseTo(-1, 12);
  });

  test("have substrings side by side on their shorter side", () => {
    const [area] = areasOf({ ...PLANE, modules: MODULES }, (point) => point);
    const parts = partsOf(area!, MODULES);
    expect(parts.map(({ corner }) => corner[0])).toEqual([0, 1 / 3, 2 / 3].map((x) => expect.closeTo(x, 12)));
    const lying = partsOf(area!, { ...MODULES, width: 2, substrings: 2 });
    expect(lying[1]!.corner[2]).toBeCloseTo(3 + 1.7 / 4, 12);
  });
});

describe("shapes", () => {
  const up = [0, 0.001, 1] as const;
  test.each<[string, Obstacle, readonly (readonly [number, number])[], readonly (readonly [number, number])[]]>([
    [
      "a turned box",
      { kind: "box", at: [0, 0, 1], size: [4, 2, 1], turn: 90 },
      [
        [0, 1.9],
        [0.9, -1.9],
      ],
      [
        [1.9, 0],
        [-1.1, 0],
      ],
    ],
    [
      "an L",
      {
        kind: "prism",
        outline: [
          [0, 0],
          [4, 0],
          [4, 1],
          [1, 1],
          [1, 4],
          [0, 4],
        ],
        top: 3,
      },
      [
        [3, 0.5],
        [0.5, 3],
        [0.5, 0.5],
      ],
      [
        [2, 2],
        [-0.1, 1],
      ],
    ],
    [
      "an L the other way round",
      {
        kind: "prism",
        outline: [
          [0, 4],
          [1, 4],
          [1, 1],
          [4, 1],
          [4, 0],
          [0, 0],
          [0, 4],
        ],
        top: 3,
      },
      [
        [3, 0.5],
        [0.5, 3],
      ],
      [[2, 2]],
    ],
    [
      "a hip roof",
      { kind: "house", at: [0, 0, 0], size: [6, 10], eaves: 3, ridge: 5, roof: "hip" },
      [
        [0, 4.9],
        [2.9, 0],
        [0, 0],
      ],
      [
        [3.1, 0],
        [0, 5.1],
      ],
    ],
    [
      "a slanted surface",
      {
        kind: "surface",
        corners: [
          [0, 0, 2],
          [2, 0, 2],
          [2, 2, 4],
          [0, 2, 4],
        ],
      },
      [
        [1, 1],
        [0.1, 1.8],
      ],
      [
        [2.1, 1],
        [1, -0.1],
      ],
    ],
    ["a pole", { kind: "pole", at: [1, 1, 0], radius: 0.5, height: 4 }, [[1.4, 1]], [[1.6, 1]]],
    [
      "a mesh",
      { kind: "mesh", points: [0, 0, 1, 2, 0, 1, 0, 2, 1], triangles: [0, 1, 2, 0, 0, 1] },
      [[0.5, 0.5]],
      [[1.5, 1.5]],
    ],
  ])("%s is over what is below it, and nothing else", (_name, obstacle, below, free) => {
    for (const [x, y] of below) expect(isLit({ obstacles: [obstacle] }, [x, y, 0.01], up), `${x} ${y}`).toBe(0);
    for (const [x, y] of free) expect(isLit({ obstacles: [obstacle] }, [x, y, 0.01], up), `${x} ${y}`).toBe(1);
  });

  test("a hip roof leaves the gable's corners free", () => {
    const house = { kind: "house", at: [0, 0, 0], size: [6, 10], eaves: 3, ridge: 5 } as const;
    // Level light along the side's middle height, near the end.
    const level = [1, 0, 0] as const;
    expect(isLit({ obstacles: [{ ...house, roof: "gable" }] }, [-9, 4.5, 4], level)).toBe(0);
    expect(isLit({ obstacles: [{ ...house, roof: "hip" }] }, [-9, 4.5, 4], level)).toBe(1);
    expect(isLit({ obstacles: [{ ...house, roof: "hip" }] }, [-9, 2, 4], level)).toBe(0);
  });

  test("a heading turns all of it", () => {
    const scene = { heading: 90, obstacles: [{ kind: "box", at: [0, 10, 0], size: [1, 1, 9] }] } as const;
    expect(isLit(scene, [0, 0, 1], [1, 0, 0])).toBe(0);
    expect(isLit(scene, [0, 0, 1], [0, 1, 0])).toBe(1);
  });

  test("a crown takes its share once, a mesh at each triangle", () => {
    const way = [1, 0, 0] as const;
    expect(
      isLit({ obstacles: [{ kind: "sphere", at: [5, 0, 0], radius: 2, transmittance: 0.3 }] }, [0, 0, 0], way),
    ).toBe(0.3);
    const glass = (x: number) =>
      ({
        kind: "surface",
        corners: [
          [x, -1, -1],
          [x, 1, -1],
          [x, 1, 1],
          [x, -1, 1],
        ],
        transmittance: 0.5,
      }) as const;
    expect(isLit({ obstacles: [glass(2), glass(3)] }, [0, 0.1, 0.3], way)).toBe(0.25);
  });
});

describe("is refused", () => {
  test.each<[string, readonly unknown[], object, RegExp]>([
    [
      "a negative transmittance",
      [{ kind: "cone", at: [9, 9, 0], radius: 1, height: 4, transmittance: -0.2 }],
      {},
      /transmittance must be from 0 to 1, got -0.2/,
    ],
    [
      "millimetres",
      [{ kind: "box", at: [0, -9, 0], size: [4, 4, 6500] }],
      {},
      /size\[2\] must be from 0.001 to 3000 m, got 6500: is 6.5 m meant/,
    ],
    [
      "a module in millimetres",
      [BOX],
      { modules: { ...MODULES, width: 1000 } },
      /modules.width must be .* is 1 m meant/,
    ],
    [
      "a line of an outline",
      [
        {
          kind: "prism",
          outline: [
            [0, -9],
            [1, -9],
            [2, -9],
          ],
          top: 3,
        },
      ],
      {},
      /obstacles\[0\].outline must have an area/,
    ],
    [
      "an outline that crosses itself",
      [
        {
          kind: "prism",
          outline: [
            [0, -9],
            [2, -7],
            [2, -9],
            [0, -7],
          ],
          top: 3,
        },
      ],
      {},
      /must not cross itself/,
    ],
    [
      "a bent surface",
      [
        {
          kind: "surface",
          corners: [
            [9, 0, 0],
            [12, 0, 0],
            [12, 3, 2],
            [9, 3, 0],
          ],
        },
      ],
      {},
      /must be in one plane, within 0.05 m/,
    ],
    [
      "a mesh without a point",
      [{ kind: "mesh", points: [0, 0, 0, 1, 0, 0], triangles: [0, 1, 2] }],
      {},
      /triangles\[2\] must be the number of a point below 2/,
    ],
    [
      "a mesh without an area",
      [{ kind: "mesh", points: [0, 0, 0, 1, 0, 0, 2, 0, 0], triangles: [0, 1, 2] }],
      {},
      /must have a triangle with an area/,
    ],
    [
      "a module inside a wall",
      [{ name: "barn", ...BOX, at: [1.5, 1, 0], size: [1, 1, 6] }],
      {},
      /planes\[0\].modules must be outside of obstacles: module \d is in .*barn/,
    ],
    [
      "a tracker",
      [BOX],
      { trackingMode: "1_axis" },
      /planes\[0\].modules in a scene are for fixed planes .* got a tracker/,
    ],
    ["rows", [BOX], { rows: { gcr: 0.4 } }, /got rows/],
    ["a map beside it", [BOX], { shade: { azimuthStep: 360, elevationStep: 90, passes: [1] } }, /got a map of shade/],
    ["a plane without modules", [BOX], { modules: undefined }, /scene needs .*planes\[0\].modules/],
    [
      "modules without a place",
      [BOX],
      { modules: { ...MODULES, corner: undefined } },
      /must have a corner or a middle, got none/,
    ],
    ["an unknown kind", [{ kind: "boxx", at: [0, 0, 0] }], {}, /kind must be one of .*: is box meant/],
  ])("%s", (_name, obstacles, plane, message) => {
    expect(() => readSystem(systemOf(obstacles, plane))).toThrow(message);
  });

  test("more modules than are worth placing", () => {
    const many = { ...MODULES, rows: 101, columns: 100 };
    expect(() => readSystem(systemOf([BOX], { modules: many }))).toThrow(/at most 10000 modules, got 10100/);
  });

  test("modules without a scene, and too many triangles", () => {
    expect(() => readSystem({ planes: [{ ...PLANE, modules: MODULES }] })).toThrow(
      /planes\[0\].modules needs .*system.scene/,
    );
    expect(() => moduleShade(systemOf([BOX]), { mostTriangles: 5 })).toThrow(/at most 5 triangles, got 10/);
    expect(() => moduleShade({ planes: [PLANE] })).toThrow(/system.scene is required/);
  });
});

describe("a yield in a scene", async () => {
  const weather = await loadSample();
  const open = yieldOf(weather, { planes: [PLANE], losses: 0 });
  const shaded = (obstacles: readonly unknown[], plane = {}) =>
    yieldOf(weather, { ...systemOf(obstacles, plane), losses: 0 });

  test("is less by what the beam and the sky lose, and says so", () => {
    const found = shaded([BOX]);
    for (const name of ["beam", "diffuse"]) {
      const { factor } = found.losses.find((stage) => stage.name === name)!;
      expect(factor).toBeGreaterThan(0.9);
      expect(factor).toBeLessThan(0.999);
    }
    expect(found.total.energy).toBeLessThan(open.total.energy);
  });

  test("with all obstacles behind or below the modules is that in the open, to the bit", () => {
    const found = shaded([
      { ...BOX, at: [1.5, 8, 0] },
      { ...BOX, size: [2, 1, 2.9] },
    ]);
    expect(found.total.energy).toBe(open.total.energy);
  });

  test("has leaves by month", () => {
    const tree = (transmittance: unknown) => [{ kind: "sphere", at: [1.5, -4, 4], radius: 2, transmittance }];
    const leaves = [0.7, 0.7, 0.7, 0.5, 0.1, 0.1, 0.1, 0.1, 0.1, 0.4, 0.7, 0.7];
    const [bare, green, real] = [0.7, 0.1, leaves].map((pass) => shaded(tree(pass)));
    const months = ({ months: all }: typeof open) => all.map(({ energy }) => energy);
    // The map's points are where any month asks for them.
    for (const [month, other] of [
      [0, bare],
      [6, green],
    ] as const)
      expect(Math.abs(months(real!)[month]! / months(other!)[month]! - 1)).toBeLessThan(1e-4);
    expect(months(green!)[0]! / months(real!)[0]!).toBeLessThan(0.99);
    expect(real!.total.energy).toBeGreaterThan(green!.total.energy);
  });

  test("counts the modules of other planes as obstacles", () => {
    const screen = {
      ...PLANE,
      surfaceTilt: 90,
      modules: { rows: 1, columns: 3, width: 1, height: 2, corner: [0, -1.5, 3] },
    };
    const two = {
      losses: 0,
      planes: [{ ...PLANE, modules: MODULES }, screen],
      scene: { obstacles: [{ ...BOX, at: [0, 90, 0] }] },
    };
    const maps = moduleShade(two as unknown as PvSystem, { latitude: 45 }).map((plane) => plane.plane());
    const least = (map: ShadeMap) => Math.min(...Array.from(map.passes[0]!));
    expect(least(maps[0]!)).toBeLessThan(0.3);
    expect(least(maps[1]!)).toBe(1);
    expect(passAt(maps[0]!, 0, 180, 80)).toBe(1);
  });
});
