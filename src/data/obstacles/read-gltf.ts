/** glTF 2.0, as JSON with its data inside or as GLB: triangles of all meshes of the scene, where the nodes put them. */
import { shown } from "../../foundation/text/shown.js";
import { MeshBuilder, SceneFileFault, type SceneFileOptions, type SceneReading } from "./reading.js";

/** Of the parts of the specification that are read here (Khronos, glTF 2.0, chapters 3 and 4). */
interface Gltf {
  readonly scene?: number;
  readonly scenes?: readonly { readonly nodes?: readonly number[] }[];
  readonly nodes?: readonly GltfNode[];
  readonly meshes?: readonly { readonly primitives: readonly Primitive[] }[];
  readonly materials?: readonly { readonly name?: string }[];
  readonly accessors?: readonly Accessor[];
  readonly bufferViews?: readonly {
    readonly buffer: number;
    readonly byteOffset?: number;
    readonly byteLength: number;
    readonly byteStride?: number;
  }[];
  readonly buffers?: readonly { readonly uri?: string; readonly byteLength: number }[];
  readonly extensionsRequired?: readonly string[];
}
interface GltfNode {
  readonly children?: readonly number[];
  readonly mesh?: number;
  readonly matrix?: readonly number[];
  readonly translation?: readonly number[];
  readonly rotation?: readonly number[];
  readonly scale?: readonly number[];
}
interface Primitive {
  readonly attributes: { readonly POSITION?: number };
  readonly indices?: number;
  readonly material?: number;
  readonly mode?: number;
}
interface Accessor {
  readonly bufferView?: number;
  readonly byteOffset?: number;
  readonly componentType: number;
  readonly count: number;
  readonly type: string;
  readonly sparse?: unknown;
}

const MAGIC = 0x46546c67;
const [JSON_CHUNK, BINARY_CHUNK] = [0x4e4f534a, 0x004e4942];
const [TRIANGLES, DEEPEST] = [4, 100];
/** Bytes of a component. */
const SIZES: { readonly [type: number]: number } = { 5121: 1, 5123: 2, 5125: 4, 5126: 4 };
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

const refused = (message: string) => new SceneFileFault(`readGltf: ${message}`);

/**
 * A scene from a glTF or GLB file. Its y is up, its −z north and its x east, as the format has them; its unit is the metre.
 *
 * @param bytes of the file; its data must be in it (GLB, or base64)
 * @param options `transmittance` by names of materials; `unit`, where a program did not write metres
 * @returns a mesh for each material, and notices of what was left out
 * @throws TypeError, RangeError for what cannot be read, for data that is compressed or in other files, and as `readObj`
 */
export function readGltf(bytes: Uint8Array, options: SceneFileOptions = {}): SceneReading {
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`readGltf: bytes must be a Uint8Array, got ${shown(bytes)}`);
  const builder = new MeshBuilder("readGltf", options);
  try {
    new Reader(bytes, builder).read();
  } catch (error) {
    if (error instanceof SceneFileFault) throw error;
    // A part that is not there, of the wrong kind, or no JSON at all.
    throw refused("the file is not glTF 2.0, or it is damaged");
  }
  return builder.finished();
}

class Reader {
  private readonly gltf: Gltf;
  private readonly binary: Uint8Array | undefined;
  private readonly builder: MeshBuilder;
  private readonly buffers = new Map<number, Uint8Array>();
  private visits = 0;

  constructor(bytes: Uint8Array, builder: MeshBuilder) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const chunks = view.byteLength >= 12 && view.getUint32(0, true) === MAGIC ? chunksOf(bytes, view) : undefined;
    const json = chunks === undefined ? bytes : chunks.get(JSON_CHUNK);
    if (json === undefined) throw refused("the file has no JSON");
    this.gltf = JSON.parse(new TextDecoder().decode(json));
    this.binary = chunks?.get(BINARY_CHUNK);
    this.builder = builder;
  }

  read(): void {
    const { extensionsRequired = [], scenes, scene = 0, nodes = [] } = this.gltf;
    const packed = extensionsRequired.find((name) => /draco|meshopt|quantization/i.test(name));
    if (packed !== undefined) throw refused(`${packed} is not read: export the file without compression`);
    const roots =
      scenes?.[scene]?.nodes ??
      nodes.map((_, k) => k).filter((k) => !nodes.some(({ children }) => children?.includes(k)));
    for (const node of roots) this.visit(node, IDENTITY, 0);
  }

  private visit(number: number, parent: readonly number[], depth: number): void {
    const node = this.gltf.nodes?.[number];
    this.visits++;
    if (node === undefined) throw refused(`there is no node ${number}`);
    if (depth > DEEPEST || this.visits > 1e6) throw refused("its nodes form a circle");
    const matrix = product(parent, matrixOf(node));
    if (node.mesh !== undefined) for (const one of this.gltf.meshes![node.mesh]!.primitives) this.add(one, matrix);
    for (const child of node.children ?? []) this.visit(child, matrix, depth + 1);
  }

  private add({ attributes, indices, material, mode = TRIANGLES }: Primitive, matrix: readonly number[]): void {
    if (mode !== TRIANGLES || attributes.POSITION === undefined) {
      this.builder.note("points, lines, strips and fans are left out");
      return;
    }
    const points = this.numbers(attributes.POSITION, 3);
    const count = points.length / 3;
    const order = indices === undefined ? Float64Array.from({ length: count }, (_, k) => k) : this.numbers(indices, 1);
    const name = (material === undefined ? undefined : this.gltf.materials?.[material]?.name) ?? "";
    for (let k = 0; k + 2 < order.length; k += 3)
      this.builder.add(
        name,
        [0, 1, 2].flatMap((c) => placed(points, order[k + c]!, matrix)),
      );
  }

  private numbers(number: number, parts: number): Float64Array {
    const { bufferView, byteOffset = 0, componentType, count, type, sparse } = this.gltf.accessors![number]!;
    const size = SIZES[componentType];
    const isRight = type === (parts === 3 ? "VEC3" : "SCALAR") && (componentType === 5126) === (parts === 3);
    if (sparse !== undefined || bufferView === undefined || size === undefined || !isRight)
      throw refused(
        `accessor ${number} must have ${parts === 3 ? "VEC3 of floats" : "whole SCALARs"} that are not sparse`,
      );
    const {
      buffer,
      byteOffset: start = 0,
      byteLength,
      byteStride = parts * size,
    } = this.gltf.bufferViews![bufferView]!;
    const bytes = this.bytesOf(buffer);
    const needed = byteOffset + (count - 1) * byteStride + parts * size;
    if (
      !(
        Number.isInteger(count) &&
        count >= 0 &&
        byteStride > 0 &&
        needed <= byteLength &&
        start >= 0 &&
        start + byteLength <= bytes.byteLength
      )
    )
      throw refused(`accessor ${number} is longer than its data`);
    const view = new DataView(bytes.buffer, bytes.byteOffset + start + byteOffset);
    return Float64Array.from({ length: parts * count }, (_, k) => {
      const at = Math.floor(k / parts) * byteStride + (k % parts) * size;
      if (componentType === 5126) return view.getFloat32(at, true);
      return size === 1 ? view.getUint8(at) : size === 2 ? view.getUint16(at, true) : view.getUint32(at, true);
    });
  }

  private bytesOf(number: number): Uint8Array {
    const known = this.buffers.get(number);
    if (known !== undefined) return known;
    const { uri } = this.gltf.buffers![number]!;
    const [, base64] = (uri !== undefined && /^data:[^,]*;base64,(.*)$/s.exec(uri)) || [];
    if (uri !== undefined && base64 === undefined)
      throw refused(`buffer ${number} is in another file: export as GLB, got ${shown(uri)}`);
    const found = base64 === undefined ? this.binary : Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    if (found === undefined) throw refused(`buffer ${number} has no data`);
    this.buffers.set(number, found);
    return found;
  }
}

function chunksOf(bytes: Uint8Array, view: DataView): Map<number, Uint8Array> {
  const chunks = new Map<number, Uint8Array>();
  for (let at = 12; at + 8 <= bytes.byteLength; ) {
    const length = view.getUint32(at, true);
    if (at + 8 + length > bytes.byteLength) throw refused("the file is cut off");
    const type = view.getUint32(at + 4, true);
    if (!chunks.has(type)) chunks.set(type, bytes.subarray(at + 8, at + 8 + length));
    at += 8 + length;
  }
  return chunks;
}

/** Column by column, as the format has it. */
function matrixOf({
  matrix,
  translation: [x, y, z] = [0, 0, 0],
  rotation = [0, 0, 0, 1],
  scale = [1, 1, 1],
}: GltfNode): readonly number[] {
  if (matrix !== undefined) return matrix;
  const [a, b, c, w] = rotation as [number, number, number, number];
  const turned = [
    [1 - 2 * (b * b + c * c), 2 * (a * b + c * w), 2 * (a * c - b * w)],
    [2 * (a * b - c * w), 1 - 2 * (a * a + c * c), 2 * (b * c + a * w)],
    [2 * (a * c + b * w), 2 * (b * c - a * w), 1 - 2 * (a * a + b * b)],
  ];
  return [...turned.flatMap((column, k) => [...column.map((part) => part * scale[k]!), 0]), x!, y!, z!, 1];
}

function product(left: readonly number[], right: readonly number[]): number[] {
  return Array.from({ length: 16 }, (_, k) => {
    const [row, column] = [k % 4, Math.floor(k / 4)];
    return [0, 1, 2, 3].reduce((sum, j) => sum + left[4 * j + row]! * right[4 * column + j]!, 0);
  });
}

/** East, north and up of a point: the file's x, −z and y. */
function placed(points: Float64Array, number: number, m: readonly number[]): number[] {
  if (!(3 * number + 2 < points.length)) throw refused(`an index is beyond the ${points.length / 3} points: ${number}`);
  const [x, y, z] = [points[3 * number]!, points[3 * number + 1]!, points[3 * number + 2]!];
  const at = [0, 1, 2].map((row) => m[row]! * x + m[4 + row]! * y + m[8 + row]! * z + m[12 + row]!) as [
    number,
    number,
    number,
  ];
  if (!at.every((part) => Math.abs(part) < 1e9)) throw refused(`a point is not a place: ${shown(at)}`);
  return [at[0], -at[2], at[1]];
}
