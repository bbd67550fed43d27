/** Strings in a scene: shadows beside rays to all cells, and what of the cells' light counts beside all of them. */
import { describe, expect, test } from "vitest";
import { randomNumbers } from "../../../scripts/lib/random.mjs";
import { partsOf, raysOf } from "../../../src/data/obstacles/placed.js";
import { StringCells } from "../../../src/data/obstacles/string-cells.js";
import { StringPower, usualCell } from "../../../src/data/obstacles/string-power.js";
import type { Modules, Obstacle } from "../../../src/data/obstacles/types.js";
import { checkSystem } from "../../../src/data/system/checked.js";
import { behindDiode, Cells, halvesTogether, inSeries } from "../../../src/physics/models/pv/mismatch.js";

const SCENES: { readonly [name: string]: readonly Obstacle[] } = {
  chimney: [{ kind: "box", at: [1.2, -0.6, 2.5], size: [0.6, 0.5, 2.6] }],
  pole: [{ kind: "pole", at: [-1.5, -3, 0], radius: 0.1, height: 7 }],
  house: [{ kind: "house", at: [4, -12, 0], size: [8, 11], eaves: 5, ridge: 9.5, roof: "gable", turn: 25 }],
  trees: [
    { kind: "cone", at: [-3, -7, 0], radius: 2, height: 9, transmittance: 0.2 },
    { kind: "sphere", at: [5, -6, 6], radius: 2, transmittance: 0.3 },
  ],
  // One of its faces goes through the plane of the modules.
  wall: [
    {
      kind: "surface",
      corners: [
        [4, -4, 0],
        [4, 4, 0],
        [4, 4, 6],
        [4, -4, 6],
      ],
      transmittance: 0.4,
    },
  ],
};

/** Directions to the sun at 48° north, over a year and 8 hours around noon. */
function suns(count: number): [number, number, number][] {
  const random = randomNumbers(56);
  const [s, c] = [Math.sin(0.8378), Math.cos(0.8378)];
  return Array.from({ length: count }, () => {
    const declination = 0.409 * Math.sin(2 * Math.PI * random());
    const hour = Math.PI * (random() - 0.5) * 1.2;
    const [sd, cd] = [Math.sin(declination), Math.cos(declination)];
    const found = [-cd * Math.sin(hour), c * sd - s * cd * Math.cos(hour), s * sd + c * cd * Math.cos(hour)] as const;
    return [found[0], found[1], found[2]] as [number, number, number];
  }).filter(([, , up]) => up > 0.1);
}

function fieldOf(obstacles: readonly Obstacle[], given: Partial<Modules>) {
  const modules: Modules = { rows: 2, columns: 4, width: 1.05, height: 1.72, corner: [-2.2, 0, 3.1], ...given };
  const plane = { surfaceTilt: 35, surfaceAzimuth: 180, kwp: 4, modules };
  const { scene } = checkSystem({ planes: [plane], scene: { obstacles } }).planes[0]!;
  const rays = raysOf(scene!.placed, 0);
  const areas = scene!.placed.planes[0]!;
  const rows = modules.cells === "full" ? 10 : 20;
  const isUpright = modules.width <= modules.height;
  const points = areas
    .flatMap((area) => partsOf(area, modules))
    .flatMap(({ corner, across, up }) =>
      Array.from({ length: 2 * rows }, (_, k) => {
        const [wide, long] = [k % 2 === 0 ? 0.25 : 0.75, (Math.floor(k / 2) + 0.5) / rows];
        const [u, v] = isUpright ? [wide, long] : [long, wide];
        return corner.map((start, axis) => start + u * across[axis]! + v * up[axis]!) as [number, number, number];
      }),
    );
  const shareAt = (sun: readonly [number, number, number]) =>
    points.map((point) => (rays.follow(...point, ...sun, -1) >= 0 ? 0 : rays.passed[0]!));
  return { field: new StringCells(rays, areas, modules), shareAt, modules };
}

/** The string's power with the light of each cell, over that of the mean light; and this over that in the open. */
function exactOf(cells: Cells, share: readonly number[], kind: "full" | "half", beam: number): [number, number] {
  const each = kind === "full" ? 20 : 40;
  const part = (from: number) => {
    const lights = share.slice(from, from + 20).map((one) => 1 - beam + beam * one);
    return inSeries(
      lights.map((light) => cells.curve(light)),
      new Float64Array(20).fill(1),
    );
  };
  const curves = Array.from({ length: share.length / each }, (_, k) =>
    behindDiode(kind === "full" ? part(k * each) : halvesTogether(part(k * each), part(k * each + 20)), 0.5),
  );
  const mean = share.reduce((sum, one) => sum + one, 0) / share.length;
  const power = cells.seriesPower(curves, new Float64Array(curves.length).fill(1));
  const even = cells.power(1 - beam + beam * mean);
  return [Math.min(1, power / (20 * curves.length * even)), even / cells.power(1)];
}

const KINDS = [
  { cells: "half", width: 1.05, height: 1.72 },
  { cells: "full", width: 1.72, height: 1.05 },
] as const;

describe.each(Object.keys(SCENES))("%s", (name) => {
  test("shadows are rays to all cells", () => {
    for (const kind of KINDS) {
      const { field, shareAt } = fieldOf(SCENES[name]!, kind);
      for (const sun of suns(40).filter((one) => field.faces(one))) {
        field.cast(sun);
        field.strings(0);
        const share = shareAt(sun);
        const mean = share.reduce((sum, one) => sum + Math.round(20 * one), 0) / share.length;
        // A cell's middle may be on an edge.
        expect(Math.abs(field.mean - mean)).toBeLessThan((20 * 2.5) / share.length);
      }
    }
  });

  test("power over that in the open is that of all cells, within 1 % rms over directions, and 0.3 % over all (0.5 % in more and less light and warmth)", () => {
    for (const kind of KINDS) {
      const { field, shareAt } = fieldOf(SCENES[name]!, kind);
      const power = new StringPower({ cells: kind.cells, wiring: "diodes" });
      for (const [light, warm, over] of [
        [700, 45, 0.003],
        [250, 10, 0.005],
        [1000, 60, 0.005],
      ] as const) {
        const cells = new Cells(usualCell(light, warm));
        const errors = suns(30)
          .filter((one) => field.faces(one))
          .map((sun) => {
            field.cast(sun);
            const found = power.over(field.strings(0), field.mean);
            const [exact, even] = exactOf(cells, shareAt(sun), kind.cells, 0.75);
            return ((found?.[6] ?? 1) - exact) * even;
          });
        expect(Math.sqrt(errors.reduce((sum, one) => sum + one * one, 0) / errors.length)).toBeLessThan(0.01);
        expect(Math.abs(errors.reduce((sum, one) => sum + one, 0) / errors.length)).toBeLessThan(over);
      }
    }
  });
});

test("half cells lose less than full ones where a lower edge is dark, and modules alone less than strings", () => {
  const edge: Obstacle[] = [{ kind: "box", at: [0, -1.5, 2], size: [9, 0.1, 2.2] }];
  const kept = (cells: "full" | "half", wiring: "diodes" | "modules" | "strings") => {
    const { field, modules } = fieldOf(edge, { cells, wiring, rows: 1 });
    const power = new StringPower({ cells, wiring });
    field.cast([0, -0.92, 0.39]);
    expect(modules.rows).toBe(1);
    return power.over(field.strings(0), field.mean)![7]!;
  };
  expect(kept("half", "diodes")).toBeGreaterThan(kept("full", "diodes") + 0.1);
  expect(kept("half", "modules")).toBeGreaterThanOrEqual(kept("half", "diodes"));
  expect(kept("half", "strings")).toBeLessThan(kept("half", "diodes"));
});
