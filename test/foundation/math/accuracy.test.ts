import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import * as math from "../../../src/foundation/math/index.js";
import { ulps } from "./ulp.js";

interface Table {
  x: number[];
  y?: number[];
  /** the correctly rounded result and the true value's distance from it in 1/1000 ulp */
  expected: number[];
  rest: number[];
}
const tables = JSON.parse(readFileSync(new URL("../../../fixtures/math/elementary.json", import.meta.url), "utf8")) as {
  [name: string]: Table;
};

const functions: { [name: string]: (table: Table, i: number) => number } = {
  sin: ({ x }, i) => math.sin(x[i]!),
  cos: ({ x }, i) => math.cos(x[i]!),
  tan: ({ x }, i) => math.tan(x[i]!),
  asin: ({ x }, i) => math.asin(x[i]!),
  acos: ({ x }, i) => math.acos(x[i]!),
  atan: ({ x }, i) => math.atan(x[i]!),
  atan2: ({ x, y }, i) => math.atan2(y![i]!, x[i]!),
  exp: ({ x }, i) => math.exp(x[i]!),
  log: ({ x }, i) => math.log(x[i]!),
  pow: ({ x, y }, i) => math.pow(x[i]!, y![i]!),
};

// The largest errors of 10^5 random draws per function and range (fixtures/math/measure.py), which the doc lines state.
const bounds: [name: string, ulp: number][] = [
  ["sin", 0.78],
  ["cos", 0.78],
  ["tan", 0.88],
  ["asin", 0.88],
  ["acos", 0.92],
  ["atan", 0.84],
  ["atan2", 0.88],
  ["exp", 0.72], // subnormal results, which are rounded twice; 0.51 else
  ["log", 0.82],
  ["pow", 0.52],
];

describe("elementary functions against correctly rounded values (mpmath, 300 bits)", () => {
  test.each(bounds)("%s is within %f ulp of the true value", (name, bound) => {
    const table = tables[name]!;
    const evaluate = functions[name]!;
    let worst = 0;
    let where = "";
    for (let i = 0; i < table.expected.length; i++) {
      const result = evaluate(table, i);
      const error = Math.abs(ulps(result, table.expected[i]!) - table.rest[i]! / 1000);
      if (!(error <= worst)) {
        worst = error;
        where = `${name}(${table.y === undefined ? table.x[i] : [table.x[i], table.y[i]]}) = ${result}`;
      }
    }
    expect(table.expected.length).toBeGreaterThan(1500);
    expect(worst, where).toBeLessThan(bound);
  });
});
