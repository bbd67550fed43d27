/** OBJ, glTF and GeoJSON as scenes: what exporters write, what is refused, and files that are damaged anywhere. */
import { describe, expect, test } from "vitest";
import { seeded } from "../../../scripts/lib/random.mjs";
import { readFootprints } from "../../../src/data/obstacles/read-footprints.js";
import { readGltf } from "../../../src/data/obstacles/read-gltf.js";
import { readObj } from "../../../src/data/obstacles/read-obj.js";
import type { SceneReading } from "../../../src/data/obstacles/reading.js";
import { readScene, readSystem } from "../../../src/data/system/index.js";

const CUBE = `# Exporter 3000
mtllib cube.mtl
o Cube
v 0 0 0 1.0 0.5 0.5
v 2 0 0
v 2 2 0
v 0 2 0
v 0 0 3
v 2 0 3
v 2 2 3
v 0 2 3
vn 0 0 1
vt 0.5 0.5
usemtl Wall Paint
s off
f 1/1/1 2/1/1 6/1/1 5/1/1
f -7//1 -6//1 -2//1 \\
 -3//1
usemtl leaves
f 5 6 7
f 5 7 8
l 1 2
f 1 1 2
f 1 2 3 2
`;

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

  test.each<[string, string, object, RegExp]>([
    ["without an axis", CUBE, {}, /options.up must be y or z/],
    ["without faces", "v 0 0 0\n", { up: "z" }, /no triangles/],
    ["with a point that is none", "v 0 0\nf 1 1 1", { up: "z" }, /line 1: v must have three numbers, got "0 0"/],
    [
      "with a face beyond its points",
      "v 0 0 0\nv 1 0 0\nf 1 2 9",
      { up: "z" },
      /line 3: f must have numbers of points from 1 to 2, got "9"/,
    ],
    [
      "in millimetres",
      "v 0 0 0\nv 9000 0 0\nv 0 7000 0\nf 1 2 3",
      { up: "z" },
      /9000 m wide: give its unit, such as 0.001/,
    ],
    [
      "with a material that it has not",
      CUBE,
      { up: "z", transmittance: { leafs: 0.2 } },
      /"leafs", but the file has the materials "Wall Paint", "leaves"/,
    ],
    ["with too much", CUBE, { up: "z", mostTriangles: 3 }, /more than 3 triangles/],
  ])("%s is refused", (_name, text, options, message) => {
    expect(() => readObj(text, options as { up: "z" })).toThrow(message);
  });
});

/** A square in the file's ground, in a node that lifts and turns it. */
function gltf(change: object = {}): object {
  const points = Float32Array.of(0, 0, 0, 2, 0, 0, 2, 0, -1, 0, 0, -1);
  const order = Uint16Array.of(0, 1, 2, 0, 2, 3);
  const bytes = new Uint8Array(60);
  bytes.set(new Uint8Array(points.buffer));
  bytes.set(new Uint8Array(order.buffer), 48);
  return {
    asset: { version: "2.0" },
    ...{ scene: 0, scenes: [{ nodes: [0] }] },
    nodes: [
      { children: [1], translation: [10, 5, 0] },
      { mesh: 0, rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2], scale: [2, 2, 2] },
    ],
    meshes: [
      {
        primitives: [
          { attributes: { POSITION: 0 }, indices: 1, material: 0 },
          { attributes: { POSITION: 0 }, mode: 1 },
        ],
      },
    ],
    materials: [{ name: "glass" }],
    accessors: [
      { bufferView: 0, componentType: 5126, count: 4, type: "VEC3" },
      { bufferView: 1, componentType: 5123, count: 6, type: "SCALAR" },
    ],
    bufferViews: [
      { buffer: 0, byteLength: 48 },
      { buffer: 0, byteOffset: 48, byteLength: 12 },
    ],
    buffers: [{ byteLength: 60, uri: `data:application/octet-stream;base64,${Buffer.from(bytes).toString("base64")}` }],
    ...change,
  };
}
const bytesOf = (json: object) => new TextEncoder().encode(JSON.stringify(json));

/** The same as GLB. */
function glb(): Uint8Array {
  const { buffers, ...rest } = gltf() as { buffers: { uri: string }[] };
  const binary = Buffer.from(buffers[0]!.uri.split(",")[1]!, "base64");
  const json = Buffer.from(JSON.stringify({ ...rest, buffers: [{ byteLength: 60 }] }));
  const text = Buffer.concat([json, Buffer.alloc((4 - (json.length % 4)) % 4, " ")]);
  const head = (...words: number[]) => Buffer.from(Uint32Array.from(words).buffer);
  const size = 28 + text.length + binary.length;
  return Uint8Array.from(
    Buffer.concat([head(0x46546c67, 2, size, text.length, 0x4e4f534a), text, head(binary.length, 0x004e4942), binary]),
  );
}

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
    expect(found.notices.map(({ message }) => message)).toEqual(["points, lines, strips and fans are left out: 1"]);
  });

  test.each<[string, object, RegExp]>([
    [
      "compressed",
      { extensionsRequired: ["KHR_draco_mesh_compression"] },
      /draco.* export the file without compression/,
    ],
    ["with its data elsewhere", { buffers: [{ byteLength: 60, uri: "cube.bin" }] }, /in another file: export as GLB/],
    ["with nodes in a circle", { nodes: [{ children: [0] }] }, /form a circle/],
    [
      "longer than its data",
      {
        bufferViews: [
          { buffer: 0, byteLength: 480 },
          { buffer: 0, byteOffset: 48, byteLength: 12 },
        ],
      },
      /accessor 0 is longer than its data/,
    ],
  ])("%s is refused", (_name, change, message) => {
    expect(() => readGltf(bytesOf(gltf(change)))).toThrow(message);
  });
});

const square = (east: number, north: number, size = 1e-4) => [
  [
    [8 + east, 50 + north],
    [8 + east + size, 50 + north],
    [8 + east + size, 50 + north + size],
    [8 + east, 50 + north + size],
    [8 + east, 50 + north],
  ],
];
const building = (coordinates: unknown, properties: object = {}) => ({
  type: "Feature",
  properties,
  geometry: { type: "Polygon", coordinates },
});
const map = (...features: unknown[]) => ({ type: "FeatureCollection", features });
const HERE = { latitude: 50, longitude: 8 };

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
  expect(readScene(CUBE, { up: "z" })).toEqual(readObj(CUBE, { up: "z" }));
  expect(readScene(glb())).toEqual(readGltf(glb()));
  const houses = map(building(square(1e-3, 2e-3), { height: 12 }));
  expect(readScene(houses, HERE)).toEqual(readFootprints(houses, HERE));
  expect(() => readScene(5 as never)).toThrow(/readScene: file must be/);
});

/** Files with bytes changed, cut, doubled and moved, 500 in all: read, or refused with a sentence. */
test("damaged files are read or refused, and nothing else", () => {
  const { below: next } = seeded(56);
  const damage = (bytes: Uint8Array) => {
    const found = Uint8Array.from(bytes);
    for (let k = 0; k <= next(3); k++) found[next(found.length)] = next(256);
    const [from, to] = [next(found.length), next(found.length)];
    if (next(3) === 0) return found.slice(0, from);
    if (next(3) === 0) found.copyWithin(from, to);
    return found;
  };
  const text = new TextEncoder();
  const footprints = text.encode(
    JSON.stringify(map(building(square(1e-3, 2e-3), { height: 12 }), building(square(0, -2e-3), { height: "9 m" }))),
  );
  const readers: readonly [Uint8Array, (bytes: Uint8Array) => SceneReading][] = [
    [text.encode(CUBE), (bytes) => readObj(new TextDecoder().decode(bytes), { up: "z" })],
    [bytesOf(gltf()), (bytes) => readGltf(bytes)],
    [glb(), (bytes) => readGltf(bytes)],
    [footprints, (bytes) => readFootprints(JSON.parse(new TextDecoder().decode(bytes)), HERE)],
  ];
  const [outcomes, system] = [
    { read: 0, refused: 0 },
    { planes: [{ modules: { rows: 1, columns: 1, width: 1, height: 1, corner: [60, 60, 0] } }] },
  ];
  for (let k = 0; k < 500; k++) {
    const [bytes, read] = readers[k % readers.length]!;
    try {
      const { obstacles } = read(damage(bytes));
      if (obstacles.length > 0) readSystem({ ...system, scene: { obstacles } });
      outcomes.read++;
    } catch (error) {
      const isOurs =
        error instanceof RangeError ||
        error instanceof SyntaxError ||
        (error instanceof TypeError && /must /.test(error.message));
      if (!isOurs || /of undefined|not iterable|not a function/.test((error as Error).message)) throw error;
      outcomes.refused++;
    }
  }
  expect(Math.min(outcomes.read, outcomes.refused)).toBeGreaterThan(50);
});
