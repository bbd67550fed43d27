// What a warm call allocates: every constructor of buffers and typed arrays is wrapped before the library is loaded.
import { loadEngine } from "../lib/engine.mjs";
import { brokenSky, CONTEXT_DEFAULT, contextR, DAY, iso, QUERY_R, YEAR } from "../lib/requests.mjs";

const TYPED = Object.getPrototypeOf(Int8Array);
const ARRAYS = [
  "Int8Array",
  "Uint8Array",
  "Uint8ClampedArray",
  "Int16Array",
  "Uint16Array",
  "Int32Array",
  "Uint32Array",
  "Float32Array",
  "Float64Array",
  "BigInt64Array",
  "BigUint64Array",
];
let allocated = 0;

/** Counts what `new`, `from` and `of` of a constructor allocate; a view on memory that is there allocates nothing. */
function wrap(name) {
  const original = globalThis[name];
  if (original === undefined) return;
  globalThis[name] = new Proxy(original, {
    construct(target, args, newTarget) {
      const made = Reflect.construct(target, args, newTarget === globalThis[name] ? target : newTarget);
      const isView = ArrayBuffer.isView(made) && args[0] === made.buffer;
      if (!isView) allocated += made.byteLength;
      return made;
    },
  });
}

/** Methods that make arrays without the constructor's name. */
function wrapMethods(prototype, names) {
  for (const name of names) {
    const original = prototype[name];
    if (original === undefined) continue;
    prototype[name] = function (...args) {
      const made = original.apply(this, args);
      allocated += made.byteLength;
      return made;
    };
  }
}

export async function run({ quick }) {
  for (const name of ["ArrayBuffer", "SharedArrayBuffer", ...ARRAYS]) wrap(name);
  wrapMethods(TYPED.prototype, ["slice", "map", "filter", "toSorted", "toReversed", "with"]);
  wrapMethods(ArrayBuffer.prototype, ["slice"]);
  const engine = await loadEngine();
  const lengths = quick ? [96, 35_040] : [96, 525_600];
  const contexts = { R: contextR(engine), "R-default": CONTEXT_DEFAULT };
  const rows = [];
  const most = lengths.map(() => 0);
  for (const [name, context] of Object.entries(contexts)) {
    const bytes = lengths.map((count) => warmCall(engine, context, count));
    rows.push([name, ...bytes.map((n) => n.toLocaleString("en"))]);
    bytes.forEach((n, k) => {
      most[k] = Math.max(most[k], n);
    });
  }
  const figure = { measured: most, text: most.map((n) => `${n.toLocaleString("en")} B`).join(", ") };
  const writer = warmWriter(engine, contexts.R);
  return {
    tables: [
      {
        title: "Memory of a warm call",
        text:
          "Bytes that a fourth call with the same workspace allocates in buffers and typed arrays (their constructors are " +
          `wrapped); the figure is the larger of the two requests. For comparison: \`writeJson\` of 96 rows allocates ${writer.toLocaleString("en")} B, its result among them.`,
        head: ["request", ...lengths.map((n) => `n = ${n.toLocaleString("en")}`)],
        rows,
      },
    ],
    figures: quick ? {} : { bytes: figure },
  };
}

function warmCall(engine, context, count) {
  const days = count / 96;
  const weather = brokenSky(engine, { days });
  const start = Date.UTC(YEAR, 0, 1);
  const query = { ...QUERY_R, start: iso(start), end: iso(start + days * DAY) };
  const work = engine.createWorkspace();
  const call = () => engine.computeColumns(query, weather, context, work);
  for (let k = 0; k < 3; k++) call();
  const before = allocated;
  call();
  return allocated - before;
}

function warmWriter(engine, context) {
  const start = Date.UTC(YEAR, 0, 1);
  const query = { ...QUERY_R, start: iso(start), end: iso(start + DAY) };
  const columns = engine.computeColumns(query, brokenSky(engine, { days: 1 }), context);
  engine.writeJson(columns);
  const before = allocated;
  engine.writeJson(columns);
  return allocated - before;
}
