/**
 * Elementary functions with the same bits on every JavaScript engine.
 *
 * ECMAScript leaves Math.sin, exp, pow and the like to the implementation, and engines differ in the last digit.
 * These use only operations that IEEE 754 rounds exactly (+ − × ÷ √, comparisons, floor, abs), so a result depends
 * on nothing but its argument. Errors are below 1 ulp; the figure with each function is the largest that
 * fixtures/math/measure.py finds in 10^5 random draws per range.
 *
 * In loops: V8 inlines about two of these calls per function and boxes the doubles of the others. A kernel with many
 * calls runs faster as several loops over columns (measured: nine calls in one loop 185 ns a row, in ten loops 105).
 */
export { acos, asin, atan, atan2 } from "./arc.js";
export { exp } from "./exponential.js";
export { log, positivePow } from "./logarithm.js";
export { pow } from "./power.js";
export { cos, sin, tan } from "./sine.js";

/** Radians per degree: degrees × DEG = radians. */
export const DEG = 0.017453292519943295;
/** Degrees per radian: radians × RAD = degrees. */
export const RAD = 57.29577951308232;
