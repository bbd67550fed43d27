/** Small files of scenes, as exporters write them: to read, to change and to damage. */

/** With groups, normals, colours of corners, numbers from the end, a line that goes on, and junk. */
export const CUBE = `# Exporter 3000
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

/** A square in the file's ground, in a node that lifts and turns it. */
export function gltf(change: object = {}): object {
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
export const bytesOf = (json: object) => new TextEncoder().encode(JSON.stringify(json));

/** The same as GLB. */
export function glb(): Uint8Array {
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

export const square = (east: number, north: number, size = 1e-4) => [
  [
    [8 + east, 50 + north],
    [8 + east + size, 50 + north],
    [8 + east + size, 50 + north + size],
    [8 + east, 50 + north + size],
    [8 + east, 50 + north],
  ],
];
export const building = (coordinates: unknown, properties: object = {}) => ({
  type: "Feature",
  properties,
  geometry: { type: "Polygon", coordinates },
});
export const map = (...features: unknown[]) => ({ type: "FeatureCollection", features });
export const HERE = { latitude: 50, longitude: 8 };

/** As PVsyst prints it, of a plane behind a row. */
export const PVSYST = `PVsyst V7.2.
Near shadings parameter
Shading factor table
Shading factor table (linear), for the beam component, Orient. #1
Azimuth -180° -160° -140° -120° -100° -80° -60° -40° -20° 0° 20° 40° 60° 80° 100° 120° 140° 160° 180°
Height
90° 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
80° 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
70° 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
60° 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
50° 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
40° 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
30° 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
20° 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
10° 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.033 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000 0.000
2° Behind Behind Behind 0.000 0.000 0.000 0.479 0.632 0.693 0.711 0.693 0.632 0.479 0.000 0.000 0.000 Behind Behind Behind
Shading factor for diffuse: 0.010 and for albedo: 0.641
`;
