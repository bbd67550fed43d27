import fc from "fast-check";
import { test } from "vitest";
import { acos, asin, atan, atan2, cos, exp, log, pow, sin, tan } from "../../../src/foundation/math/index.js";
import { ulps } from "./ulp.js";

// A second opinion over all bit patterns: the engine's own functions, themselves within 1 ulp, so 2 ulp between them.
const TOLERANCE = 2;
const RUNS = { numRuns: 3000, seed: 20240601 };
const REACH = 2 ** 30;

const any = fc.oneof(fc.double(), fc.double({ min: -1, max: 1 }), fc.double({ min: -20, max: 20 }));
const angle = fc.oneof(fc.double({ min: -REACH, max: REACH }), fc.double({ min: -20, max: 20 }));
const number = fc.oneof(fc.double(), fc.double({ min: -20, max: 20 }), fc.integer({ min: -30, max: 30 }));

test.each([
  ["sin", sin, Math.sin, angle],
  ["cos", cos, Math.cos, angle],
  ["tan", tan, Math.tan, angle],
  ["asin", asin, Math.asin, any],
  ["acos", acos, Math.acos, any],
  ["atan", atan, Math.atan, any],
  ["exp", exp, Math.exp, any],
  ["log", log, Math.log, any],
])("%s agrees with Math to 2 ulp", (_, ours, theirs, argument) => {
  fc.assert(
    fc.property(argument, (x) => Math.abs(ulps(ours(x), theirs(x))) <= TOLERANCE),
    RUNS,
  );
});

test.each([
  ["atan2", atan2, Math.atan2],
  ["pow", pow, Math.pow],
])("%s agrees with Math to 2 ulp", (_, ours, theirs) => {
  fc.assert(
    fc.property(number, number, (a, b) => Math.abs(ulps(ours(a, b), theirs(a, b))) <= TOLERANCE),
    RUNS,
  );
});
