/** Values of an array along one of its dimensions, at a place in the others: as few chunks as possible, side by side. */
import { unreadable } from "../bytes/failures.js";
import { shown } from "../bytes/location.js";
import { inTurns } from "../deadline.js";
import type { ReadOptions } from "../source.js";
import type { Arrays } from "./arrays.js";
import type { ArrayMetadata } from "./metadata.js";

/** Chunks in memory at once, for one line. */
const WIDTH = 8;
/** Most values of a coordinate. */
const LARGEST_COORDINATE = 8_000_000;

/**
 * Values as they are stored, [from, to) along dimension `axis`.
 *
 * @param at index in each dimension; that of `axis` is not looked at
 */
export async function readLine(
  arrays: Arrays,
  array: ArrayMetadata,
  axis: number,
  from: number,
  to: number,
  at: readonly number[],
  options: ReadOptions,
): Promise<Float64Array> {
  const line = new Float64Array(to - from).fill(array.fill);
  const length = array.chunks[axis]!;
  const first = Math.floor(from / length);
  const count = to > from ? Math.floor((to - 1) / length) - first + 1 : 0;
  await inTurns([...Array(count).keys()], WIDTH, async (k) => {
    options.signal.throwIfAborted();
    const number = first + k;
    const position = at.map((index, d) => (d === axis ? number : Math.floor(index / array.chunks[d]!)));
    const chunk = await arrays.chunk(array, position, options);
    if (chunk === undefined) return;
    const start = Math.max(from, number * length);
    const end = Math.min(to, (number + 1) * length);
    const { data, stride } = chunk;
    const step = stride[axis]!;
    let place = (start - number * length) * step;
    at.forEach((index, d) => {
      if (d !== axis) place += (index % array.chunks[d]!) * stride[d]!;
    });
    for (let row = start - from; row < end - from; row++, place += step) line[row] = Number(data[place]);
  });
  return line;
}

/** All values of a coordinate of one or two dimensions, the last dimension fastest. */
export async function readCoordinate(
  arrays: Arrays,
  array: ArrayMetadata,
  options: ReadOptions,
): Promise<Float64Array> {
  const { shape } = array;
  const size = shape.reduce((product, n) => product * n, 1);
  if (size > LARGEST_COORDINATE || shape.length > 2 || shape.length === 0) {
    throw unreadable(array.path, `a coordinate of ${shape.join(" × ")} values is not read`);
  }
  options.budget.take("values", size);
  const last = shape.length - 1;
  if (last === 0) return readLine(arrays, array, 0, 0, size, [0], options);
  const values = new Float64Array(size);
  for (let row = 0; row < shape[0]!; row++) {
    values.set(await readLine(arrays, array, last, 0, shape[1]!, [row, 0], options), row * shape[1]!);
  }
  return values;
}

/** For messages. */
export function nameOf(store: string, { path }: ArrayMetadata): string {
  return `${shown(store)}, ${path}`;
}
