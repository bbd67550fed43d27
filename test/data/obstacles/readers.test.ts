/** OBJ, glTF and GeoJSON as scenes: what exporters write, what is refused, and files that are damaged anywhere. */
import { describe, expect, test } from "vitest";
import { readFootprints } from "../../../src/data/obstacles/read-footprints.js";
import { readGltf } from "../../../src/data/obstacles/read-gltf.js";
import { readObj } from "../../../src/data/obstacles/read-obj.js";
import type { SceneReading } from "../../../src/data/obstacles/reading.js";
import { readScene, readSystem } from "../../../src/data/system/index.js";
import { building, bytesOf, CUBE, glb, gltf, HERE, map, square } from "./seeds.js";

const triangles = ({ obstacles }: SceneReading) =>
  obstacles.reduce((sum, one) => sum + (one.kind === "mesh" ? one.triangles.length / 3 : 0), 0);

describe("OBJ", () => {
  test("is read with its materials, polygons, negative numbers and junk", () => {
    const found = readObj(CUBE, { up: "z", transmittance: { leaves: 0.3 } });
    expect(found.obstacles.map((one) => [one.name, "transmittance" in one ? one.transmittance : undefined])).toEqual([
      ["Wall Paint", undefined],
      ["leaves", 0.3],
    ]);
    expect(triangles(found)).toBe(6);
    expect(found.notices.map(({ message }) => message)).toEqual([
      "lines, points and curves are left out: 1",
      "faces without an area are left out: 2",
    ]);
    const system = {
      planes: [{ modules: { rows: 1, columns: 1, width: 1, height: 1, corner: [5, 5, 0] } }],
      scene: found,
    };
    expect(() => readSystem({ ...system, scene: { obstacles: found.obstacles } })).not.toThrow();
  });

  test("with y up has its north at −z, and its unit", () => {
    const [mesh] = readObj("v 1 2 -3\nv 2 2 -3\nv 1 3 -3\nf 1 2 3", { up: "y", unit: 10 }).obstacles;
    expect(mesh!.kind === "mesh" && Array.from(mesh!.points)).toEqual([10, 30, 20, 20, 30, 20, 10, 30, 30]);
  });

  test("of a concave face has its area, not more", () => {
    const [mesh] = readObj("v 0 0 1\nv 4 0 1\nv 4 1 1\nv 1 1 1\nv 1 4 1\nv 0 4 1\nf 1 2 3 4 5 6", {
      up: "z",
    }).obstacles;
    const points = (mesh as unknown as { points: number[] }).points;
    let area = 0;
    for (let k = 0; k < points.length; k += 9) {
      const [ax, ay, , bx, by, , cx, cy] = points.slice(k, k + 9) as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      area += Math.abs((bx - ax) * (cy - ay) - (cx - ax) * (by - ay)) / 2;
    }
    expect(area).toBeCloseTo(7, 12);
  });
});

describe("glTF", () => {
  test.each<[string, Uint8Array]>([
    ["as JSON", bytesOf(gltf())],
    ["as GLB", glb()],
  ])("%s is put where its nodes are, with y up", (_name, bytes) => {
    const found = readGltf(bytes, { transmittance: { glass: 0.8 } });
    expect(found.obstacles).toMatchObject([{ kind: "mesh", name: "glass", transmittance: 0.8 }]);
    expect(triangles(found)).toBe(2);
    // A quarter turn about y takes x to −z, which is north; the node lifts it by 5.
    const points = Array.from((found.obstacles[0] as unknown as { points: number[] }).points.slice(0, 9));
    for (const [k, part] of [10, 0, 5, 10, 4, 5, 8, 4, 5].entries()) expect(points[k]).toBeCloseTo(part, 6);
    expect(found.notices.map(({ message }) => message)).toEqual(["points and lines are left out: 1"]);
  });
});

describe("footprints", () => {
  test("are prisms in metres around the place", () => {
    const found = readFootprints(
      map(building(square(1e-3, 2e-3), { height: "12.5 m" }), building(square(-2e-3, 0), { "building:levels": "3" })),
      HERE,
    );
    expect(found.obstacles).toMatchObject([
      { kind: "prism", top: 12.5 },
      { kind: "prism", top: 9 },
    ]);
    // A degree at 50° is 71,696 m to the east and 111,229 m to the north (WGS 84).
    const { outline } = found.obstacles[0] as unknown as { outline: [number, number][] };
    const [east, north] = [0, 1].map((axis) => Math.min(...outline.map((corner) => corner[axis]!)));
    expect(east).toBeCloseTo(71.696, 2);
    expect(north).toBeCloseTo(222.458, 2);
    expect(found.notices.map(({ message }) => message)).toEqual(["heights are counted as 3 m a storey: 1"]);
  });

  test("say what is left out", () => {
    const bow = [
      [
        [8.001, 50],
        [8.002, 50.001],
        [8.002, 50],
        [8.001, 50.001],
        [8.001, 50],
      ],
    ];
    const features = [
      square(-5e-5, -5e-5),
      square(1e-3, 0),
      bow,
      [...square(2e-3, 0), ...square(2.01e-3, 1e-5, 1e-5)],
      square(1, 1),
    ];
    const heights = [9, undefined, 9, 9, 9];
    const found = readFootprints(map(...features.map((rings, k) => building(rings, { height: heights[k] }))), HERE);
    expect(found.obstacles).toHaveLength(1);
    expect(found.notices.map(({ message }) => message).sort()).toEqual([
      "buildings without a height are left out: 1",
      "courtyards are filled: 1",
      "outlines that cross themselves or have no area are left out: 1",
      "the building of the place itself is left out: describe it by its roof: 1",
    ]);
    expect(() => readFootprints({ type: "Feature" }, HERE)).toThrow(/must be a FeatureCollection/);
    expect(() => readFootprints(map(building([[["8", 50]]])), HERE)).toThrow(/features\[0\] must have coordinates/);
  });
});

test("one reader tells the files apart", () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  for (const file of [CUBE, bytes(CUBE)]) expect(readScene(file, { up: "z" })).toEqual(readObj(CUBE, { up: "z" }));
  for (const file of [glb(), bytesOf(gltf()), gltf(), JSON.stringify(gltf())])
    expect(readScene(file)).toEqual(readGltf(glb()));
  const houses = map(building(square(1e-3, 2e-3), { height: 12 }));
  for (const file of [houses, JSON.stringify(houses), bytes(JSON.stringify(houses))])
    expect(readScene(file, HERE)).toEqual(readFootprints(houses, HERE));
  expect(() => readScene("{", HERE)).toThrow(/the file is not valid JSON/);
  expect(() => readScene(5 as never)).toThrow(/readScene: file must be/);
});
