import { describe, expect, it } from "vitest";
import { normalProbability, normalQuantile } from "../../../src/foundation/statistics/normal.js";
import { philox4x32, Random } from "../../../src/foundation/statistics/random.js";

function hex(counter: number[], key: number[]): string[] {
  const words = new Uint32Array(4);
  const [c0, c1, c2, c3] = counter as [number, number, number, number];
  philox4x32(c0, c1, c2, c3, key[0]!, key[1]!, words);
  return Array.from(words, (word) => word.toString(16).padStart(8, "0"));
}

describe("Philox4x32-10", () => {
  // The known answers of the Random123 library (kat_vectors).
  it.each([
    [[0, 0, 0, 0], [0, 0], "6627e8d5 e169c58d bc57ac4c 9b00dbd8"],
    [Array(4).fill(0xffffffff), Array(2).fill(0xffffffff), "408f276d 41c83b0e a20bc7c6 6d5451fd"],
    [[0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344], [0xa4093822, 0x299f31d0], "d16cfe09 94fdcceb 5001e420 24126ea1"],
  ])("gives the published words for %j, %j", (counter, key, words) => {
    expect(hex(counter, key).join(" ")).toBe(words);
  });
});

describe("Random", () => {
  // Computed with numpy's 64-bit products and scipy's normal quantile.
  it.each([
    [42, 1, 0, 0, 0, 0.010058843540026674, -2.324145687570206],
    [42, 1, 1, 0, 0, 0.12889964872216703, -1.1316079472221738],
    [42, 2, 0, 12, 0, 0.3652969444315464, -0.34433563398992995],
    [7, 3, 100, 59, 0, 0.5901168403709951, 0.22784554335993568],
  ])("draws the same numbers as another implementation (seed %d, purpose %d, %d, %d, %d)", (seed, ...rest) => {
    const [purpose, i, j, attempt, uniform, normal] = rest as [number, number, number, number, number, number];
    const random = new Random(seed);
    expect(random.uniform(purpose, i, j, attempt)).toBe(uniform);
    expect(random.normal(purpose, i, j, attempt)).toBe(normal);
  });

  it("takes all 53 bits of a seed", () => {
    const [a, b, c] = [1, 2 ** 32 + 1, 2 ** 53 - 1].map((seed) => new Random(seed).uniform(1, 0, 0, 0));
    expect(new Set([a, b, c]).size).toBe(3);
  });

  it("is even: 16,000 uniforms in 16 classes, chi-square below its 99.9 % point of 37.7", () => {
    const counts = new Array(16).fill(0);
    const random = new Random(3);
    for (let i = 0; i < 16_000; i++) counts[Math.floor(16 * random.uniform(9, i, 0, 0))]++;
    expect(counts.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0)).toBeLessThan(37.7);
  });

  it.each([[-1], [1.5], [2 ** 53], [Number.NaN]])("refuses the seed %d", (seed) => {
    expect(() => new Random(seed)).toThrow(/seed must be a whole number from 0 to 2\^53 - 1, got/);
  });

  it("refuses a seed that is no number", () => {
    expect(() => new Random("1" as never)).toThrow(TypeError);
  });
});

describe("normal distribution", () => {
  // NormalDist().inv_cdf of Python's standard library, which has the same algorithm: our logarithm may differ in the last digit.
  it.each([
    [1e-300, -37.0470962993612],
    [1e-20, -9.262340089798405],
    [1e-10, -6.361340902404056],
    [0.02, -2.0537489106318225],
    [0.07499, -1.4396021182393162],
    [0.075, -1.4395314709384557],
    [0.25, -0.6744897501960817],
    [0.5, 0],
    [0.9, 1.2815515655446008],
    [0.9251, 1.4402382675279632],
    [0.999999, 4.753424308817089],
    [1 - 2 ** -53, 8.209536151601386],
  ])("has the quantile of %d", (p, z) => {
    expect(Math.abs(normalQuantile(p) - z)).toBeLessThanOrEqual(4e-16 * Math.abs(z));
  });

  // erfc(−z/√2)/2 of Python's standard library: Hart's rational function has 14 digits, the fraction beyond 7.07 has eight, of
  // tails below 1e-12.
  it.each([
    [-30, 4.906713927148764e-198],
    [-8, 6.220960574271819e-16],
    [-7.5, 3.19089167291092e-14],
    [-3, 0.0013498980316300957],
    [-1, 0.15865525393145707],
    [0, 0.5],
    [0.5, 0.6914624612740131],
    [2, 0.9772498680518208],
    [8.5, 1],
  ])("has the probability below %d", (z, p) => {
    expect(Math.abs(normalProbability(z) / p - 1)).toBeLessThan(z < -7.07 ? 1e-8 : 1e-13);
  });

  it("is the inverse of its inverse", () => {
    for (let p = 0.001; p < 1; p += 0.001) expect(normalProbability(normalQuantile(p))).toBeCloseTo(p, 14);
  });

  it("ends at 0 and 1", () => {
    expect([0, 1].map(normalQuantile)).toEqual([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]);
    expect([-0.1, 1.1, Number.NaN].map(normalQuantile)).toEqual([Number.NaN, Number.NaN, Number.NaN]);
    expect([normalProbability(-50), normalProbability(50), normalProbability(Number.NaN)]).toEqual([0, 1, Number.NaN]);
  });
});
