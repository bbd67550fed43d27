/** Files and scenes that are not as they should be: each is refused by name, or mended and said. */
import { describe, expect, test } from "vitest";
import { yieldOf } from "../../../src/answers/yield/index.js";
import { readScene, readSystem } from "../../../src/data/system/index.js";
import { loadSample } from "../../../src/data/weather/index.js";
import { building, bytesOf, gltf, HERE, map, square } from "./seeds.js";

const POINTS = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";
const FACE = `${POINTS}usemtl glass\nf 1 2 3 4\n`;

/** A message that refuses, or the number of triangles or prisms and the notices. */
type Case = readonly [
  name: string,
  file: string | Uint8Array | object,
  options: object,
  expected: RegExp | readonly [number, ...string[]],
];

function check([, file, options, expected]: Case): void {
  if (expected instanceof RegExp) {
    expect(() => readScene(file, options)).toThrow(expected);
    return;
  }
  const { obstacles, notices } = readScene(file, options);
  const parts = obstacles.reduce((sum, one) => sum + (one.kind === "mesh" ? one.triangles.length / 3 : 1), 0);
  expect([parts, ...notices.map(({ message }) => message)]).toEqual(expected);
}

const Z = { up: "z" };
const glass = (share: unknown) => ({ ...Z, transmittance: { glass: share } });
const wide = (size: number) => `v 0 0 0\nv ${size} 0 0\nv 0 ${size} 0\nf 1 2 3`;
const doubt = (size: string) =>
  `the scene is ${size} m wide: if its unit is not the metre, give unit, such as 0.001 for millimetres`;
const FAN = "faces that cross themselves, or have too many corners, are cut from their first corner: 1";
const ring = (count: number) =>
  Array.from(
    { length: count },
    (_, k) => [Math.cos((2 * Math.PI * k) / count), Math.sin((2 * Math.PI * k) / count)] as const,
  );

const OBJ: readonly Case[] = [
  ["no axis", FACE, {}, /options.up must be y or z/],
  ["a material that is not there", FACE, { ...Z, transmittance: { leafs: 0.2 } }, /"leafs", but the file has the materials "glass"/],
  ["three triangles where two are allowed", `${FACE}f 1 2 3`, { ...Z, mostTriangles: 2 }, /more than 2 triangles/],
  ["a point of two numbers", "v 0 0\n", Z, /line 1: v must have three numbers, got "0 0"/],
  ["a transmittance below 0", FACE, glass(-0.2), /transmittance of "glass" must be from 0 to 1, .* got -0.2/],
  ["a transmittance above 1", FACE, glass(2), /must be from 0 to 1/],
  ["a transmittance in percent by month", FACE, glass(Array(12).fill(40)), /must be from 0 to 1/],
  ["a transmittance of two months", FACE, glass([0, 1]), /or 12 such shares, got an array of 2/],
  ["a transmittance as text", FACE, glass("0.5"), /must be from 0 to 1, .* got "0.5"/],
  ["transmittances as a list", FACE, { ...Z, transmittance: [0.3] }, /transmittance must be an object of shares by material/],
  ["options that are none", FACE, null as never, /options must be an object, got null/],
  ["half a triangle at most", FACE, { ...Z, mostTriangles: 1.5 }, /mostTriangles must be a whole number/],
  ["a point that is no number", POINTS.replace("1 1 0", "1 nan 0"), Z, /line 3: v must have three numbers, got "1 nan 0"/],
  ["a hexadecimal point", POINTS.replace("1 1 0", "0x1 1 0"), Z, /line 3: v must have three numbers/],
  ["a decimal comma", POINTS.replace("1 1 0", "1,5 1 0"), Z, /line 3: v must have three numbers/],
  ["a face before its points", `f 1 2 3\n${POINTS}`, Z, /line 1: f must have numbers of points from 1 to 0/],
  ["a face with the number 0", `${POINTS}f 0 1 2`, Z, /line 5: .* got "0"/],
  ["a number of a point from too far back", `${POINTS}f -5 -1 -2`, Z, /line 5: .* got "-5"/],
  ["a fault after a line that goes on", `${POINTS}f 1 2 \\\n3\nf 9 9 9`, Z, /line 7: f must have/],
  ["another format", "solid x\nfacet normal 0 0 1\n", Z, /no points \(v\): is it an OBJ file/],
  ["an empty file", "", Z, /no points \(v\)/],
  ["curves alone", `${POINTS}cstype bezier\ncurv 0 1 1 2 3`, Z, /no triangles with an area/],
  ["millimetres", wide(9000), Z, /9000 m wide: give its unit, such as 0.001/],
  ["centimetres, perhaps", wide(1200), Z, [1, doubt("1200")]],
  ["kilometres, perhaps", wide(0.012), Z, [1, doubt("0.012")]],
  ["a unit that is said", wide(1200), { ...Z, unit: 1 }, [1]],
  ["places of a country's grid", "v 690000 0 0\nv 690010 0 0\nv 690000 10 0\nf 1 2 3", Z, /reaches 690010 m from its point zero/],
  ["more materials than obstacles", POINTS + Array.from({ length: 1001 }, (_, k) => `usemtl m${k}\nf 1 2 3`).join("\n"), Z, /more than 1000 materials/],
  ["more points than its triangles can have", POINTS.repeat(4), { ...Z, mostTriangles: 4 }, /more than 12 points/],
  ["a million triangles", POINTS + "f 1 2 3\n".repeat(1e5 + 1), Z, /more than 100000 triangles: simplify/],
  ["carriage returns alone", FACE.replaceAll("\n", "\r"), Z, [2]],
  ["lines that go on after blanks", `${POINTS}f 1 2 \\  \r\n3`, Z, [1]],
  ["the old word for a face", `${POINTS}fo 1 2 3`, Z, [1]],
  ["other files and unknown words", `call a.obj\nfoo\n${FACE}`, Z, [2, "parts in other files are left out: 1", "lines that are not of the format are passed over: 1"]],
  ["a face that crosses itself", `${POINTS.replace("0 1 0", "0 3 0")}f 1 3 2 4`, Z, [2, FAN]],
  ["a face of one corner thrice, and one on a line", `${POINTS}v 2 0 0\nf 1 1 1\nf 1 2 5\nf 1 2 3`, Z, [1, "faces without an area are left out: 2"]],
  ["a point twice", `${POINTS}v 0 0 0\nf 1 2 3 4 5`, Z, [2]],
  ["a face of 2,001 corners", `${ring(2001).map(([x, y]) => `v ${x} ${y} 0`).join("\n")}\nf ${ring(2001).map((_, k) => k + 1).join(" ")}`, Z, [1999, FAN]],
  ["both sides of a pane", `${FACE}f 4 3 2 1\n`, glass(0.5), [2, "triangles that are there twice, where light passes, are taken once: 2"]],
  ["both sides of a wall", `${FACE}f 4 3 2 1\n`, Z, [4]],
]; // biome-ignore format: a table

const changed = (change: object) => bytesOf(gltf(change));
const node = (one: object) => changed({ nodes: [{ children: [1] }, { mesh: 0, ...one }] });
const primitive = (one: object) =>
  changed({ meshes: [{ primitives: [{ attributes: { POSITION: 0 }, indices: 1, ...one }] }] });
const positions = (one: object) => changed({ accessors: [{ ...ACCESSORS[0], ...one }, ACCESSORS[1]] });
const order = (one: object) => changed({ accessors: [ACCESSORS[0], { ...ACCESSORS[1], ...one }] });
const views = (one: object) =>
  changed({
    bufferViews: [
      { buffer: 0, byteLength: 48, ...one },
      { buffer: 0, byteOffset: 48, byteLength: 12 },
    ],
  });
const data = (uri: string) => changed({ buffers: [{ byteLength: 60, uri }] });
const chain = (count: number, children: (k: number) => number[]) =>
  changed({ nodes: Array.from({ length: count }, (_, k) => ({ children: children(k).filter((one) => one < count) })) });
const { accessors: ACCESSORS, buffers: BUFFERS } = gltf() as { accessors: object[]; buffers: { uri: string }[] };
const LINES = "points and lines are left out: 1";
const LONGER = /accessor \d is longer than its data/;

const GLTF: readonly Case[] = [
  ["a count beyond all memory", positions({ count: 1e15 }), {}, LONGER],
  ["a count below 0", positions({ count: -1 }), {}, LONGER],
  ["a count as text", positions({ count: "4" }), {}, LONGER],
  ["no points", positions({ count: 0 }), {}, /an index is beyond the 0 points/],
  ["a start before the data", positions({ byteOffset: -4 }), {}, LONGER],
  ["a start within a byte", positions({ byteOffset: 0.5 }), {}, LONGER],
  ["a stride of next to nothing, and a great count", changed({ bufferViews: [{ buffer: 0, byteLength: 48, byteStride: 1e-9 }, { buffer: 0, byteOffset: 48, byteLength: 12 }], accessors: [{ ...ACCESSORS[0], count: 1e9 }, ACCESSORS[1]] }), {}, LONGER],
  ["a stride shorter than a point", views({ byteStride: 4 }), {}, LONGER],
  ["a stride of 12", views({ byteStride: 12 }), {}, [2, LINES]],
  ["a view beyond the buffer", views({ byteLength: 480 }), {}, LONGER],
  ["sparse points", positions({ sparse: { count: 1 } }), {}, /accessor 0 must have VEC3 of floats that are not sparse/],
  ["whole numbers as points", positions({ componentType: 5123 }), {}, /must have VEC3 of floats/],
  ["corners that end within a triangle", order({ count: 5 }), {}, [1, "corners beyond the last triangle are left out: 1", LINES]],
  ["data elsewhere", data("cube.bin"), {}, /in another file: export as GLB/],
  ["base64 with other letters", data("data:;base64,!!!!"), {}, /buffer 0 is not base64, or it is damaged/],
  ["data that is cut off", data(BUFFERS[0]!.uri.slice(0, -24)), {}, LONGER],
  ["data with capitals", data(BUFFERS[0]!.uri.replace("base64", "BASE64")), {}, [2, LINES]],
  ["nodes in a circle below a root", chain(3, (k) => (k === 0 ? [1] : k === 1 ? [2] : [1])), {}, /below two others, or its nodes form a circle/],
  ["nodes in a circle without a root", changed({ scenes: undefined, nodes: [{ children: [0] }] }), {}, /form a circle/],
  ["2^60 ways to one node", chain(61, (k) => [k + 1, k + 1]), {}, /node 60 is below two others/],
  ["nodes without an end", chain(2000, (k) => [k + 1]), {}, /nodes are more than 1000 deep/],
  ["a node that is not there", changed({ scenes: [{ nodes: [7] }] }), {}, /there is no node 7/],
  ["a scene that is not there", changed({ scene: 7 }), {}, /there is no scene 7/],
  ["a material that is not there", primitive({ material: 4 }), {}, /there is no material 4/],
  ["a matrix of twelve numbers", node({ matrix: Array(12).fill(1) }), {}, /node 1 must have 16 numbers as its matrix, got an array of 12/],
  ["a matrix of texts", node({ matrix: Array(16).fill("1") }), {}, /16 numbers as its matrix/],
  ["a matrix with a perspective", node({ matrix: [1, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] }), {}, /matrix with a perspective/],
  ["a rotation of length 2", node({ rotation: [0, 0, 0, 2] }), {}, /node 1 must have a rotation of length 1, got 4/],
  ["a scale of nothing", node({ scale: [0, 0, 0] }), {}, /no triangles with an area/],
  ["a place beyond numbers", node({ translation: [1e300, 0, 0] }), {}, /a point is not a place: 1e\+300, 0, 0/],
  ["millimetres", node({ scale: [5000, 5000, 5000] }), {}, /10000 m wide: give its unit/],
  ["a strip and a fan", changed({ meshes: [{ primitives: [5, 6].map((mode) => ({ attributes: { POSITION: 0 }, mode })) }] }), {}, [4]],
  ["things that move", changed({ nodes: [{ mesh: 0, skin: 0 }], meshes: [{ primitives: [{ attributes: { POSITION: 0 }, targets: [{}] }] }] }), {}, [1, "skins are left out: things are as they rest: 1", "morphs are left out: things are as they rest: 1", "corners beyond the last triangle are left out: 1"]],
  ["compression that is said to be optional", changed({ extensionsUsed: ["KHR_draco_mesh_compression"] }), {}, /draco.* is not read/],
  ["many of one thing", changed({ extensionsUsed: ["EXT_mesh_gpu_instancing"] }), {}, /instancing.* is not read/],
  ["an extension of nobody", changed({ extensionsRequired: ["FOO_bar"] }), {}, /"FOO_bar" is not read/],
  ["glass of its own kind", changed({ extensionsRequired: ["KHR_materials_transmission"] }), {}, [2, LINES]],
  ["version 1", changed({ asset: { version: "1.0" } }), {}, /version 2 is read, got "1.0"/],
  ["100,001 primitives without a triangle", changed({ meshes: [{ primitives: Array(100_001).fill({ attributes: {} }) }] }), {}, /more than 100000 primitives/],
]; // biome-ignore format: a table

const AWAY = square(1e-3, 0);
const one = (properties: object) => map(building(AWAY, properties));
const NONE = "no building within 500 m";
const NO_HEIGHT = "buildings without a height are left out: 1";
const UNREAD = "heights that are not above 0 and up to 1000 m are not used: 1";
const round = (count: number) =>
  map(building([ring(count).map(([x, y]) => [8.002 + 1e-4 * x, 50 + 1e-4 * y])], { height: 9 }));

const GEOJSON: readonly Case[] = [
  ...["12 metres", "12,5", "-5", -5, 0, 2500, "~12", "12;15", true, [12], Number.NaN].map((height): Case => [`the height ${String(height)}`, one({ height }), HERE, [0, UNREAD, NO_HEIGHT, NONE]]),
  ["800 storeys", one({ "building:levels": 800 }), HERE, [0, "storeys that are not up to 200 are not used: 1", NO_HEIGHT, NONE]],
  ["a base above its top", one({ height: 5, min_height: 9 }), HERE, [1, "bases not below their tops are put on the ground: 1"]],
  ["metres in place of degrees", map(building([[[690000, 5330000], [690010, 5330000], [690010, 5330010]]], { height: 9 })), HERE, /longitude and latitude in degrees \(WGS 84\), got \[690000, 5330000\]/],
  ["a place that is no number", map(building([[[8, Number.NaN]]], {})), HERE, /got \[8, NaN\]/],
  ["another system of coordinates", { ...one({ height: 5 }), crs: { properties: { name: "urn:ogc:def:crs:EPSG::25832" } } }, HERE, /must be of WGS 84 \(EPSG:4326\), got "urn:ogc:def:crs:EPSG::25832"/],
  ["WGS 84 by its name", { ...one({ height: 5 }), crs: { properties: { name: "urn:ogc:def:crs:OGC:1.3:CRS84" } } }, HERE, [1]],
  ["latitude before longitude", map(building(AWAY.map((r) => r.map((place) => place.toReversed())), { height: 5 })), HERE, [0, `${NONE}: the nearest is 5557909 m away`]],
  ["a building beyond the date line", map(building([[[-179.9995, 50], [-179.9994, 50], [-179.9994, 50.0001]]], { height: 5 })), { latitude: 50, longitude: 179.9995 }, [1]],
  ["points, and nothing at all", map({ type: "Feature", geometry: { type: "Point", coordinates: [8, 50] } }, null, { geometry: null }), HERE, [0, "features without polygons are left out: 3", NONE]],
  ["polygons that are none", map({ type: "Feature", geometry: { type: "MultiPolygon", coordinates: 5 } }), HERE, /features\[0\] must have polygons of rings, got 5/],
  ["two polygons as one", map({ type: "Feature", properties: { height: 9 }, geometry: { type: "MultiPolygon", coordinates: [AWAY, square(0, 1e-3)] } }), HERE, [2]],
  ["a yard far away", map(building([...square(1, 1), ...square(1.01, 1.01)], { height: 5 })), HERE, [0, `${NONE}: the nearest is 132334 m away`]],
  ["an outline of 5,000 corners", round(5000), HERE, [1, "outlines of more than 500 corners are thinned: 1"]],
  ["1,001 buildings", map(...Array(1001).fill(building(AWAY, { height: 5 }))), HERE, /more than 1000 buildings: choose a smaller within/],
  ["a distance below 0", one({ height: 5 }), { ...HERE, within: -5 }, /within must be above 0 and up to 100000 m, got -5/],
  ["a height for all below 0", one({}), { ...HERE, otherwise: -3 }, /otherwise must be above 0 and up to 1000 m, got -3/],
  ["no place", one({}), {}, /must have a latitude and a longitude, got undefined and undefined/],
]; // biome-ignore format: a table

describe.each<[string, readonly Case[]]>([
  ["OBJ", OBJ],
  ["glTF", GLTF],
  ["GeoJSON", GEOJSON],
])("%s with", (_format, cases) => {
  test.each(cases)("%s", (...one) => check(one));
});

test("heights are read as OpenStreetMap writes them, and a fine outline keeps its size", () => {
  for (const [height, metres] of [
    ["12", 12],
    ["12.5m", 12.5],
    ["40'", 12.192],
    ["40 ft", 12.192],
    ["40'6\"", 12.3444],
  ]) {
    const [prism] = readScene(one({ height }), HERE).obstacles;
    expect(prism!.kind === "prism" && prism!.top).toBeCloseTo(metres as number, 12);
  }
  const [prism] = readScene(round(5000), HERE).obstacles;
  const { outline } = prism as unknown as { outline: [number, number][] };
  expect(outline.length).toBeLessThanOrEqual(500);
  const width = (axis: 0 | 1) =>
    Math.max(...outline.map((at) => at[axis])) - Math.min(...outline.map((at) => at[axis]));
  expect([width(0) / 14.34, width(1) / 22.25]).toEqual([expect.closeTo(1, 2), expect.closeTo(1, 2)]);
});

test("mirrored nodes put a glTF where it belongs", () => {
  const found = readScene(
    changed({
      nodes: [
        { scale: [-1, 1, 1], children: [1] },
        { mesh: 0, translation: [1, 0, 0], scale: [1, 1, -3] },
      ],
    }),
  );
  const { points } = found.obstacles[0] as unknown as { points: number[] };
  // The corners (0, 0, 0), (2, 0, 0) and (2, 0, −1): x + 1 is turned about, z is three times as far on the other side, and north is −z.
  expect(points.slice(0, 9).map((part) => part + 0)).toEqual([-1, 0, 0, -3, 0, 0, -3, -3, 0]);
});

/** A cube about the modules, as triangles, in which some are missing or turned. */
const CORNERS = [-5, 5].flatMap((z) =>
  [
    [-5, -5],
    [5, -5],
    [5, 5],
    [-5, 5],
  ].flatMap(([x, y]) => [x!, y!, z + 2]),
);
const [FLOOR, LID, WALLS] = [
  [0, 2, 1, 0, 3, 2],
  [4, 5, 6, 4, 6, 7],
  [0, 1, 5, 0, 5, 4, 1, 2, 6, 1, 6, 5, 2, 3, 7, 2, 7, 6, 3, 0, 4, 3, 4, 7],
] as const;
const turned = (faces: readonly number[]) => faces.map((_, k) => faces[k - (k % 3) + 2 - (k % 3)]!);
const PLANE = {
  surfaceTilt: 30,
  surfaceAzimuth: 180,
  modules: { rows: 1, columns: 2, width: 1, height: 1.7, corner: [0, 0, 3] },
};
const systemWith = (...obstacles: object[]) => ({ planes: [PLANE], scene: { obstacles } }) as never;

test.each<[string, object, boolean]>([
  ["a closed mesh", { triangles: [...FLOOR, ...LID, ...WALLS] }, true],
  [
    "a mesh whose faces are turned as they come",
    { triangles: [...turned(FLOOR), ...LID, ...turned(WALLS.slice(0, 9)), ...WALLS.slice(9)] },
    true,
  ],
  ["a mesh without a floor", { triangles: [...LID, ...WALLS] }, true],
  ["walls without a roof", { triangles: WALLS }, false],
  ["a roof without walls", { triangles: LID }, false],
  ["a mesh without one wall", { triangles: [...FLOOR, ...LID, ...WALLS.slice(6)] }, false],
])("modules in %s", (_name, { triangles }: { triangles?: readonly number[] }, isRefused) => {
  const read = () => readSystem(systemWith({ kind: "mesh", name: "hall", points: CORNERS, triangles }));
  if (isRefused)
    expect(read).toThrow(
      /modules must be outside of obstacles: module 0 is in system.scene.obstacles\[0\] \(hall\) at/,
    );
  else expect(read).not.toThrow();
});

test("modules in a pole are refused, under a crown they are not", () => {
  const round = { at: [0.5, 0.5, 0], radius: 3, height: 9 };
  expect(() => readSystem(systemWith({ kind: "pole", ...round }))).toThrow(/module 0 is in/);
  expect(() => readSystem(systemWith({ kind: "cone", ...round }))).not.toThrow();
});

test("an obstacle as large as a village beside the modules is doubted", async () => {
  const box = { kind: "box", at: [0, -1000, 0], size: [600, 500, 2000] };
  const notices = async (...obstacles: object[]) =>
    yieldOf(await loadSample(), systemWith(...obstacles)).notices.map(({ message }) => message);
  expect(await notices(box)).toContain(
    "the nearest obstacle, system.scene.obstacles[0], is 2000 m wide, beside modules of 1.7 m: were millimetres meant as metres?",
  );
  // A ridge behind the neighbour's chimney is meant.
  const found = await notices(box, { kind: "pole", at: [0, -9, 0], radius: 0.3, height: 5 });
  expect(found.filter((message) => message.includes("millimetres"))).toEqual([]);
});
