/** glTF 2.0, as JSON with its data inside or as GLB: triangles of all meshes of the scene, where the nodes put them. */
import { shown } from "../../foundation/text/shown.js";
import { MeshBuilder, SceneFileFault, type SceneFileOptions, type SceneReading } from "./reading.js";

/** Of the parts of the specification that are read here (Khronos, glTF 2.0, chapters 3 and 4). */
interface Gltf {
  readonly asset?: { readonly version?: string };
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
  readonly extensionsUsed?: readonly string[];
}
interface GltfNode {
  readonly children?: readonly number[];
  readonly mesh?: number;
  readonly skin?: number;
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
  readonly targets?: readonly unknown[];
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
const [TRIANGLES, STRIP, FAN] = [4, 5, 6];
const DEEPEST = 1000;
const MOST_PRIMITIVES = 100_000;
/** Bytes of a component. */
const SIZES: { readonly [type: number]: number } = { 5121: 1, 5123: 2, 5125: 4, 5126: 4 };
const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
/** Of extensions: data in another form, or more things than the nodes say; and those that say nothing of shapes. */
const [OTHER_DATA, OF_LOOKS] = [/draco|meshopt|quantization|instancing/i, /materials|texture|lights|xmp/i];

const refused = (message: string) => new SceneFileFault(`readGltf: ${message}`);

/** Numbers of an accessor, read where they are: files may ask for any number of them. */
interface Numbers {
  readonly count: number;
  at(item: number, part: number): number;
}

/**
 * A scene from a glTF or GLB file. Its y is up, its −z north and its x east, as the format has them; its unit is the metre.
 *
 * @param bytes of the file, or its JSON, parsed; its data must be in it (GLB, or base64)
 * @param options `transmittance` by names of materials; `unit`, where a program did not write metres
 * @returns a mesh for each material, and notices of what was left out
 * @throws TypeError, RangeError for what cannot be read, for data that is compressed or in other files, and as `readObj`
 */
export function readGltf(bytes: Uint8Array | object, options: SceneFileOptions = {}): SceneReading {
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
  private readonly visited = new Set<number>();
  private primitives = 0;

  constructor(given: Uint8Array | object, builder: MeshBuilder) {
    this.builder = builder;
    if (!(given instanceof Uint8Array)) {
      this.gltf = given as Gltf;
      return;
    }
    const view = new DataView(given.buffer, given.byteOffset, given.byteLength);
    const chunks = view.byteLength >= 12 && view.getUint32(0, true) === MAGIC ? chunksOf(given, view) : undefined;
    const json = chunks === undefined ? given : chunks.get(JSON_CHUNK);
    if (json === undefined) throw refused("the file has no JSON");
    this.gltf = JSON.parse(new TextDecoder().decode(json));
    this.binary = chunks?.get(BINARY_CHUNK);
  }

  read(): void {
    const { asset, extensionsRequired = [], extensionsUsed = [], scenes, scene = 0, nodes = [] } = this.gltf;
    if (!/^2\./.test(String(asset?.version))) throw refused(`version 2 is read, got ${shown(asset?.version)}`);
    const other =
      [...extensionsRequired, ...extensionsUsed].find((name) => OTHER_DATA.test(name)) ??
      extensionsRequired.find((name) => !OF_LOOKS.test(name));
    if (other !== undefined)
      throw refused(`${shown(other)} is not read: export the file without compression and the like`);
    if (scenes !== undefined && scenes[scene] === undefined) throw refused(`there is no scene ${shown(scene)}`);
    const children = new Set(nodes.flatMap((node) => node.children ?? []));
    const roots = scenes?.[scene]?.nodes ?? nodes.map((_, k) => k).filter((k) => !children.has(k));
    if (roots.length === 0 && nodes.length > 0 && scenes === undefined) throw refused("its nodes form a circle");
    for (const node of roots) this.visit(node, IDENTITY, 0);
  }

  private visit(number: number, parent: readonly number[], depth: number): void {
    const node = this.gltf.nodes?.[number];
    if (node === undefined) throw refused(`there is no node ${shown(number)}`);
    if (this.visited.has(number)) throw refused(`node ${number} is below two others, or its nodes form a circle`);
    this.visited.add(number);
    if (depth > DEEPEST) throw refused(`its nodes are more than ${DEEPEST} deep`);
    const matrix = product(parent, matrixOf(node, number));
    if (node.skin !== undefined) this.builder.note("skins are left out: things are as they rest");
    if (node.mesh !== undefined) for (const one of this.gltf.meshes![node.mesh]!.primitives) this.add(one, matrix);
    for (const child of node.children ?? []) this.visit(child, matrix, depth + 1);
  }

  private add(primitive: Primitive, matrix: readonly number[]): void {
    const { attributes, indices, material, mode = TRIANGLES, targets } = primitive;
    if (++this.primitives > MOST_PRIMITIVES)
      throw refused(`more than ${MOST_PRIMITIVES} primitives: simplify the file`);
    if (mode < TRIANGLES || mode > FAN || attributes.POSITION === undefined) {
      this.builder.note("points and lines are left out");
      return;
    }
    if (targets !== undefined) this.builder.note("morphs are left out: things are as they rest");
    const points = this.numbers(attributes.POSITION, 3);
    const order = indices === undefined ? { count: points.count, at: (k: number) => k } : this.numbers(indices, 1);
    const named = material === undefined ? undefined : this.gltf.materials?.[material];
    if (material !== undefined && named === undefined) throw refused(`there is no material ${shown(material)}`);
    const last = mode === TRIANGLES ? Math.floor(order.count / 3) : order.count - 2;
    if (mode === TRIANGLES && order.count % 3 !== 0) this.builder.note("corners beyond the last triangle are left out");
    for (let k = 0; k < last; k++) {
      const corners = mode === TRIANGLES ? [3 * k, 3 * k + 1, 3 * k + 2] : [mode === STRIP ? k : 0, k + 1, k + 2];
      this.builder.add(
        String(named?.name ?? ""),
        corners.flatMap((c) => placed(points, order.at(c, 0), matrix)),
      );
    }
  }

  private numbers(number: number, parts: number): Numbers {
    const { bufferView, byteOffset = 0, componentType, count, type, sparse } = this.gltf.accessors![number]!;
    const size = SIZES[componentType];
    const isRight = type === (parts === 3 ? "VEC3" : "SCALAR") && (componentType === 5126) === (parts === 3);
    if (sparse !== undefined || bufferView === undefined || size === undefined || !isRight)
      throw refused(
        `accessor ${number} must have ${parts === 3 ? "VEC3 of floats" : "whole SCALARs"} that are not sparse`,
      );
    const view = this.gltf.bufferViews![bufferView]!;
    const { buffer, byteOffset: start = 0, byteLength, byteStride = parts * size } = view;
    const bytes = this.bytesOf(buffer);
    const isWhole = [byteOffset, start, byteLength, byteStride, count].every(
      (one) => Number.isInteger(one) && one >= 0,
    );
    const needed = count === 0 ? 0 : byteOffset + (count - 1) * byteStride + parts * size;
    if (!(isWhole && byteStride >= parts * size && needed <= byteLength && start + byteLength <= bytes.byteLength))
      throw refused(`accessor ${number} is longer than its data`);
    const data = new DataView(bytes.buffer, bytes.byteOffset + start, byteLength);
    return {
      count,
      at(item, part) {
        const at = byteOffset + item * byteStride + part * size;
        if (componentType === 5126) return data.getFloat32(at, true);
        return size === 1 ? data.getUint8(at) : size === 2 ? data.getUint16(at, true) : data.getUint32(at, true);
      },
    };
  }

  private bytesOf(number: number): Uint8Array {
    const known = this.buffers.get(number);
    if (known !== undefined) return known;
    const { uri } = this.gltf.buffers![number]!;
    const [, base64] = (uri !== undefined && /^data:[^,]*;base64,(.*)$/is.exec(uri)) || [];
    if (uri !== undefined && base64 === undefined)
      throw refused(`buffer ${number} is in another file: export as GLB, got ${shown(uri)}`);
    const found = base64 === undefined ? this.binary : decoded(base64, number);
    if (found === undefined) throw refused(`buffer ${number} has no data`);
    this.buffers.set(number, found);
    return found;
  }
}

function decoded(base64: string, number: number): Uint8Array {
  try {
    return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
  } catch {
    throw refused(`buffer ${number} is not base64, or it is damaged`);
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
function matrixOf(node: GltfNode, number: number): readonly number[] {
  const part = (name: "matrix" | "translation" | "rotation" | "scale", otherwise: readonly number[]) => {
    const given = node[name] ?? otherwise;
    if (Array.isArray(given) && given.length === otherwise.length && given.every(Number.isFinite)) return given;
    throw refused(`node ${number} must have ${otherwise.length} numbers as its ${name}, got ${shown(given)}`);
  };
  const matrix = part("matrix", IDENTITY);
  if ([3, 7, 11, 15].some((k) => Math.abs(matrix[k] - IDENTITY[k]!) > 1e-6))
    throw refused(`node ${number} has a matrix with a perspective`);
  if (node.matrix !== undefined) return matrix;
  const [x, y, z] = part("translation", [0, 0, 0]);
  const [a, b, c, w] = part("rotation", [0, 0, 0, 1]) as [number, number, number, number];
  const scale = part("scale", [1, 1, 1]);
  const length = a * a + b * b + c * c + w * w;
  if (!(Math.abs(length - 1) < 0.01))
    throw refused(`node ${number} must have a rotation of length 1, got ${shown(length)}`);
  const turned = [
    [1 - 2 * (b * b + c * c), 2 * (a * b + c * w), 2 * (a * c - b * w)],
    [2 * (a * b - c * w), 1 - 2 * (a * a + c * c), 2 * (b * c + a * w)],
    [2 * (a * c + b * w), 2 * (b * c - a * w), 1 - 2 * (a * a + b * b)],
  ];
  return [...turned.flatMap((column, k) => [...column.map((one) => one * scale[k]), 0]), x, y, z, 1];
}

function product(left: readonly number[], right: readonly number[]): number[] {
  return Array.from({ length: 16 }, (_, k) => {
    const [row, column] = [k % 4, Math.floor(k / 4)];
    return [0, 1, 2, 3].reduce((sum, j) => sum + left[4 * j + row]! * right[4 * column + j]!, 0);
  });
}

/** East, north and up of a point: the file's x, −z and y. */
function placed(points: Numbers, number: number, m: readonly number[]): number[] {
  if (!(number < points.count)) throw refused(`an index is beyond the ${points.count} points: ${number}`);
  const [x, y, z] = [points.at(number, 0), points.at(number, 1), points.at(number, 2)];
  const at = [0, 1, 2].map((row) => m[row]! * x + m[4 + row]! * y + m[8 + row]! * z + m[12 + row]!) as [
    number,
    number,
    number,
  ];
  if (!at.every((part) => Math.abs(part) < 1e9)) throw refused(`a point is not a place: ${at.map(shown).join(", ")}`);
  return [at[0], -at[2], at[1]];
}
