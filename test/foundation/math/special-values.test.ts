import { describe, expect, test } from "vitest";
import { acos, asin, atan, atan2, cos, DEG, exp, log, pow, RAD, sin, tan } from "../../../src/foundation/math/index.js";

const INF = Number.POSITIVE_INFINITY;
const NAN = Number.NaN;
const MAX = Number.MAX_VALUE;
const MIN = Number.MIN_VALUE;
const BELOW_ONE = 1 - 2 ** -53;
const ABOVE_ONE = 1 + 2 ** -52;

// ECMAScript 2023, 21.3.2 (Function Properties of the Math Object), except where a range is ours (sin, cos, tan).
describe("values that ECMAScript fixes", () => {
  // biome-ignore format: a table
  test.each([
    ["sin", sin, [
      [0, 0], [-0, -0], [MIN, MIN], [-MIN, -MIN], [NAN, NAN], [INF, NAN], [-INF, NAN],
    ]],
    ["cos", cos, [
      [0, 1], [-0, 1], [MIN, 1], [NAN, NAN], [INF, NAN], [-INF, NAN],
    ]],
    ["tan", tan, [
      [0, 0], [-0, -0], [MIN, MIN], [-MIN, -MIN], [NAN, NAN], [INF, NAN], [-INF, NAN],
    ]],
    ["asin", asin, [
      [0, 0], [-0, -0], [-MIN, -MIN], [1, Math.PI / 2], [-1, -Math.PI / 2], [ABOVE_ONE, NAN], [-2, NAN], [NAN, NAN],
      [INF, NAN],
    ]],
    ["acos", acos, [
      [1, 0], [-1, Math.PI], [0, Math.PI / 2], [-0, Math.PI / 2], [ABOVE_ONE, NAN], [-ABOVE_ONE, NAN], [NAN, NAN],
      [-INF, NAN],
    ]],
    ["atan", atan, [
      [0, 0], [-0, -0], [-MIN, -MIN], [INF, Math.PI / 2], [-INF, -Math.PI / 2], [MAX, Math.PI / 2], [-1, -Math.PI / 4],
      [NAN, NAN],
    ]],
    ["exp", exp, [
      [0, 1], [-0, 1], [1, Math.E], [MIN, 1], [INF, INF], [-INF, 0], [MAX, INF], [-MAX, 0], [709.7827128933841, INF],
      [-745.1332191019411, MIN], [-745.1332191019412, 0], [NAN, NAN],
    ]],
    ["log", log, [
      [1, 0], [0, -INF], [-0, -INF], [INF, INF], [-MIN, NAN], [-1, NAN], [-INF, NAN], [NAN, NAN],
    ]],
  ] as [string, (x: number) => number, [number, number][]][])("%s", (_, evaluate, cases) => {
    for (const [x, expected] of cases) expect(evaluate(x), `at ${Object.is(x, -0) ? "-0" : x}`).toBe(expected);
  });

  test("atan2", () => {
    const half = Math.PI / 2;
    const quarter = Math.PI / 4;
    // biome-ignore format: a table
    const cases: [y: number, x: number, expected: number][] = [
      [0, 0, 0], [-0, 0, -0], [0, -0, Math.PI], [-0, -0, -Math.PI], [0, 1, 0], [-0, 1, -0], [0, -1, Math.PI],
      [-0, -1, -Math.PI], [1, 0, half], [1, -0, half], [-1, 0, -half], [-1, -0, -half], [1, INF, 0], [-1, INF, -0],
      [1, -INF, Math.PI], [-1, -INF, -Math.PI], [0, INF, 0], [-0, -INF, -Math.PI], [INF, 1, half], [-INF, 1, -half],
      [INF, -1, half], [-INF, -1, -half], [INF, 0, half], [-INF, -0, -half], [INF, INF, quarter], [-INF, INF, -quarter],
      [INF, -INF, 3 * quarter], [-INF, -INF, -3 * quarter], [1, 1, quarter], [-1, 1, -quarter], [1, -1, 3 * quarter],
      [-1, -1, -3 * quarter], [MIN, MIN, quarter], [MAX, MAX, quarter], [MIN, 1, MIN], [-MIN, MAX, -0],
      [MAX, MIN, half], [NAN, 1, NAN], [1, NAN, NAN], [NAN, INF, NAN], [0, NAN, NAN],
    ];
    for (const [y, x, expected] of cases) expect(atan2(y, x), `atan2(${y}, ${x})`).toBe(expected);
  });

  test("pow", () => {
    // biome-ignore format: a table
    const cases: [x: number, y: number, expected: number][] = [
      [NAN, 0, 1], [NAN, -0, 1], [INF, 0, 1], [0, 0, 1], [-1, -0, 1], [1, NAN, NAN], [2, NAN, NAN], [NAN, 1, NAN],
      [NAN, 2, NAN], [1, INF, NAN], [-1, INF, NAN], [1, -INF, NAN], [-1, -INF, NAN], [ABOVE_ONE, INF, INF],
      [-2, INF, INF], [BELOW_ONE, INF, 0], [-0.5, INF, 0], [ABOVE_ONE, -INF, 0], [-2, -INF, 0], [BELOW_ONE, -INF, INF],
      [0, -INF, INF], [-0, INF, 0], [INF, 3, INF], [INF, 0.1, INF], [INF, -3, 0], [INF, INF, INF], [INF, -INF, 0],
      [-INF, 3, -INF], [-INF, 2, INF], [-INF, 0.5, INF], [-INF, -3, -0], [-INF, -2, 0], [-INF, -0.5, 0], [0, 3, 0],
      [0, 0.5, 0], [0, -3, INF], [0, -0.5, INF], [-0, 3, -0], [-0, 2, 0], [-0, 0.5, 0], [-0, 1, -0], [-0, -3, -INF],
      [-0, -2, INF], [-0, -0.5, INF], [-8, 3, -512], [-2, -3, -0.125], [-3, 2, 9], [-3, 4, 81], [-8, 1 / 3, NAN],
      [-1, 2 ** 53, 1], [-1, 2 ** 53 - 1, -1], [-1, 1e300, 1], [10, 308, 1e308], [10, 309, INF], [-10, 309, -INF],
      [10, -324, 0], [-10, -325, -0], [2, -1074, MIN], [2, -1075, 0], [2, 1023, 2 ** 1023], [2, 1024, INF],
      [ABOVE_ONE, 1e300, INF], [BELOW_ONE, 1e300, 0], [-BELOW_ONE, -1e300, INF], [1, 1e300, 1], [MIN, 1, MIN],
      [MAX, 1, MAX], [MAX, MIN, 1], [2, 0.5, Math.SQRT2], [0.25, -0.5, 2], [7, 1, 7],
    ];
    for (const [x, y, expected] of cases) expect(pow(x, y), `pow(${x}, ${y})`).toBe(expected);
  });
});

test("pow gives whole powers exactly where they are representable", () => {
  for (let base = 2; base <= 40; base++) {
    for (let power = 1n, n = 0; power <= 2n ** 53n; power *= BigInt(base), n++) {
      expect(pow(base, n), `${base}^${n}`).toBe(Number(power));
    }
  }
});

test("sin, cos, tan reach to 2^30 and say NaN beyond, never a wrong number", () => {
  const limit = 2 ** 30;
  for (const evaluate of [sin, cos, tan]) {
    expect(evaluate(limit)).not.toBeNaN();
    expect(evaluate(-limit)).not.toBeNaN();
    for (const x of [limit * ABOVE_ONE, 1e10, 1e22, MAX]) {
      expect(evaluate(x)).toBeNaN();
      expect(evaluate(-x)).toBeNaN();
    }
  }
});

test("odd functions are odd and even ones even, to the bit", () => {
  for (let i = 1; i < 2000; i++) {
    const x = i * i * 1.7e-3;
    for (const evaluate of [sin, tan, atan]) expect(evaluate(-x)).toBe(-evaluate(x));
    expect(cos(-x)).toBe(cos(x));
    const u = i / 2000;
    expect(asin(-u)).toBe(-asin(u));
    expect(atan2(-u, 0.3)).toBe(-atan2(u, 0.3));
  }
});

test("DEG and RAD are the doubles nearest to π/180 and 180/π", () => {
  expect(DEG).toBe(Math.PI / 180);
  expect(RAD).toBe(180 / Math.PI);
});
