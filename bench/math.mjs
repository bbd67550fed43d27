// Cost of src/foundation/math against Math, per call, in a loop over columns: node bench/math.mjs (needs dist/, npm run build).
import { acos, asin, atan, atan2, cos, exp, log, pow, sin, tan } from "../dist/foundation/math/index.js";
import { randomNumbers } from "../scripts/lib/random.mjs";

const functions = { acos, asin, atan, atan2, cos, exp, log, pow, sin, tan };

const N = 4096;
const ROUNDS = 200;

const random = randomNumbers(7);
const uniform = (low, high) => low + (high - low) * random();

/** A loop of its own for each function, so that one's inlining does not spoil another's. */
function loop(name, binary) {
  const call = binary ? "f(x[i], y[i])" : "f(x[i])";
  return new Function("f", "x", "y", "out", `/* ${name} */ for (let i = 0; i < ${N}; i++) out[i] = ${call};`);
}

/** @type {[name: string, first: [number, number], second?: [number, number]][]} */
const cases = [
  ["sin", [-2 * Math.PI, 2 * Math.PI]],
  ["cos", [-2 * Math.PI, 2 * Math.PI]],
  ["sin", [-1e4, 1e4]],
  ["tan", [-2 * Math.PI, 2 * Math.PI]],
  ["asin", [-1, 1]],
  ["acos", [-1, 1]],
  ["atan", [-4, 4]],
  ["atan2", [-1, 1], [-1, 1]],
  ["exp", [-10, 10]],
  ["log", [0, 1000]],
  ["pow", [0, 1e4], [-10, 10]],
];

console.log("function  range           ours ns   Math ns   ratio");
cases.forEach(([name, range, second], k) => {
  const x = Float64Array.from({ length: N }, () => uniform(...range));
  const y = Float64Array.from({ length: N }, () => (second ? uniform(...second) : 0));
  const out = new Float64Array(N);
  const ours = loop(`ours ${k}`, second);
  const theirs = loop(`Math ${k}`, second);
  let best = Number.POSITIVE_INFINITY;
  let bestTheirs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    ours(functions[name], x, y, out);
    const middle = performance.now();
    theirs(Math[name], x, y, out);
    const end = performance.now();
    best = Math.min(best, middle - start);
    bestTheirs = Math.min(bestTheirs, end - middle);
  }
  const nanoseconds = (ms) => ((ms / N) * 1e6).toFixed(1).padStart(7);
  const label = range.map((v) => v.toPrecision(3)).join("…");
  console.log(
    name.padEnd(9),
    label.padEnd(14),
    nanoseconds(best),
    "  ",
    nanoseconds(bestTheirs),
    "  ",
    (best / bestTheirs).toFixed(2),
  );
});
