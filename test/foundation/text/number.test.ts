import { expect, test } from "vitest";
import { fixed, plain } from "../../../src/foundation/text/number.js";

test.each([
  [0.1 + 0.2, "0.3"],
  [0.3 / 0.1, "3"],
  [-0, "0"],
  [1234567.891, "1234567.891"],
  [1 / 3, "0.333333333333"],
  [Number.NaN, "NaN"],
])("%d is written %s", (value, text) => expect(plain(value)).toBe(text));

test.each([
  [-0.4, 0, "0"],
  [-0.5, 0, "-1"],
  [-0.04, 1, "0.0"],
  [-0, 2, "0.00"],
  [-0.06, 1, "-0.1"],
  [Number.NaN, 1, "NaN"],
])("%d to %d digits is %s", (value, digits, text) => expect(fixed(value, digits)).toBe(text));
