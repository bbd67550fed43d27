/** Rows of arrays of every layout, against what the `ndarray` package itself reads there. */
import fc from "fast-check";
import ndarray from "ndarray";
import { describe, expect, it } from "vitest";
import { isNdArray, layoutFault, rowLength, rowOf, rowsOf } from "../../../src/foundation/arrays/rows.js";
import { type NdArrayLike, viewOf } from "../../../src/foundation/arrays/types.js";

/** 0, 1, 2, … */
function counted(length: number): number[] {
  return Array.from({ length }, (_, k) => k);
}

function rows(array: NdArrayLike): number[][] {
  return counted(rowsOf(array)).map((row) => Array.from(rowOf(array, row), Number));
}

type Array2 = ndarray.NdArray<Float64Array>;

/** What `get` of the package says, for two axes. */
function read(array: Array2): number[][] {
  const [height, width] = array.shape as [number, number];
  return counted(height).map((i) => counted(width).map((j) => array.get(i, j)));
}

/** A step of the kind that makes views of views. */
const steps = fc.oneof(
  fc.constant((array: Array2) => array.transpose(1, 0)),
  fc.tuple(fc.nat(3), fc.nat(3)).map(([i, j]) => {
    return (array: Array2) => array.lo(Math.min(i, array.shape[0]! - 1), Math.min(j, array.shape[1]! - 1));
  }),
  fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 1, max: 5 })).map(([i, j]) => {
    return (array: Array2) => array.hi(Math.min(i, array.shape[0]!), Math.min(j, array.shape[1]!));
  }),
  fc.tuple(fc.constantFrom(-2, -1, 1, 2), fc.constantFrom(-3, -1, 1, 2)).map(
    ([i, j]) =>
      (array: Array2) =>
        array.step(i, j),
  ),
);

describe("rows of an ndarray", () => {
  it("are what the package reads, through any views of views", () => {
    const check = (views: ((array: Array2) => Array2)[]) => {
      const whole: Array2 = ndarray(Float64Array.from(counted(6 * 9)), [6, 9]);
      const array = views.reduce((view, step) => step(view), whole);
      expect(layoutFault(array)).toBeNull();
      expect(rows(array)).toEqual(read(array));
    };
    fc.assert(fc.property(fc.array(steps, { maxLength: 6 }), check), { seed: 17, numRuns: 500 });
  });

  it("are those of all axes before the last, in row-major order", () => {
    const cube = ndarray(Float32Array.from(counted(24)), [4, 2, 3]).transpose(1, 2, 0); // [time, lat, lon]
    expect(rowsOf(cube)).toBe(6);
    expect(rowLength(cube)).toBe(4);
    const expected = counted(6).map((row) => counted(4).map((t) => cube.get(Math.floor(row / 3), row % 3, t)));
    expect(rows(cube)).toEqual(expected);
    expect(rows(cube)[4]).toEqual([4, 10, 16, 22]);
  });

  it.each([
    ["float32", Float32Array.of(1, Number.NaN, -3, 4)],
    ["int16", Int16Array.of(1, 2, -3, 4)],
    ["uint8", Uint8Array.of(1, 2, 3, 4)],
  ])("of other numbers are doubles: %s", (dtype, data) => {
    const array = ndarray(data as Float32Array, [2, 2]);
    expect(array.dtype).toBe(dtype);
    expect(rowOf(array, 1)).toEqual(Float64Array.from(data.subarray(2)));
    expect(rowOf(array, 0)).toEqual(Float64Array.from(data.subarray(0, 2)));
  });

  it("of lists and of stores with get are handed on as they are", () => {
    const list = ndarray([1, null, 3, 4] as number[], [2, 2]);
    expect(rowOf(list, 0)).toEqual([1, null]);
    const values = counted(6);
    const store = { length: 6, get: (k: number) => values[k]!, set: () => {} };
    const generic = ndarray(store, [3, 2]).transpose(1, 0).step(1, -1);
    expect(generic.dtype).toBe("generic");
    expect(rows(generic)).toEqual([
      [4, 2, 0],
      [5, 3, 1],
    ]);
  });

  it("are views on the data where it holds doubles side by side, and nowhere else", () => {
    const data = Float64Array.from(counted(12));
    const array = ndarray(data, [3, 4]);
    for (const view of [array, array.lo(1, 1), array.step(-1, 1), array.hi(2, 2)]) {
      expect((rowOf(view, 1) as Float64Array).buffer).toBe(data.buffer);
    }
    for (const view of [array.transpose(1, 0), array.step(1, 2), array.step(1, -1)]) {
      expect((rowOf(view, 1) as Float64Array).buffer).not.toBe(data.buffer);
    }
    expect((rowOf(ndarray(new Float32Array(12), [3, 4]), 1) as Float64Array).buffer.byteLength).toBe(4 * 8);
  });
});

describe("a layout that leads nowhere", () => {
  const data = new Float64Array(6);
  const good = { data, shape: [2, 3], stride: [3, 1], offset: 0 };
  it.each<[string, object, string]>([
    ["too short", { data: data.subarray(1) }, "lie within its data of 5 numbers, got indices 0 to 5"],
    ["before the data", { stride: [3, -1], offset: 1 }, "lie within its data of 6 numbers, got indices -1 to 4"],
    ["behind the data", { offset: 1 }, "lie within its data of 6 numbers, got indices 1 to 6"],
    ["no shape", { shape: 6 }, "have a shape of whole numbers, got 6"],
    ["no axes", { shape: [], stride: [] }, "have a shape of whole numbers, got []"],
    ["half a row", { shape: [2.5, 3] }, "have a shape of whole numbers, got [2.5, 3]"],
    ["less than nothing", { shape: [-2, 3] }, "have a shape of whole numbers, got [-2, 3]"],
    ["a stride too few", { stride: [1] }, "have a stride for each axis of its shape [2, 3], got [1]"],
    ["no stride", { stride: [Number.NaN, 1] }, "have a stride for each axis of its shape [2, 3], got [NaN, 1]"],
    ["no offset", { offset: undefined }, "have a whole number as offset, got undefined"],
    ["no data", { data: null }, "have numbers in its data"],
    ["big integers", { data: new BigInt64Array(6) }, "have numbers in its data"],
  ])("%s", (_name, change, expected) => {
    expect(layoutFault(good)).toBeNull();
    expect(layoutFault({ ...good, ...change } as NdArrayLike)).toBe(expected);
  });

  it("an array without values is none", () => {
    expect(layoutFault(ndarray(new Float64Array(0), [0, 3]))).toBeNull();
    expect(rows(ndarray(new Float64Array(0), [0, 3]))).toEqual([]);
  });
});

it("what is no array of several dimensions is not taken for one", () => {
  for (const value of [null, 1, [1, 2], new Float64Array(2), { data: [] }, { shape: [2] }]) {
    expect(isNdArray(value)).toBe(false);
  }
  // Whatever the package's types allow is one to ours as well.
  const plain: ndarray.NdArray = ndarray([1, 2]);
  const like: NdArrayLike = plain;
  expect(isNdArray(like)).toBe(true);
});

it("a view of ours is an ndarray on the very data", () => {
  const data = Float32Array.from(counted(6));
  const view = viewOf(data, [2, 3]);
  expect(view).toEqual(ndarray(data, [2, 3]));
  expect(view.data).toBe(data);
  expect([view.get(1, 0), view.pick(null, 2).get(1), view.transpose(1, 0).shape]).toEqual([3, 5, [3, 2]]);
});
