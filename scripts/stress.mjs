// Looks for a request and weather that breaks an invariant: the generators and checks of test/engine, run against dist/
// for as many output steps as asked. Not part of `npm test`.
//
//   node scripts/build.mjs && node scripts/stress.mjs [--steps 10000000] [--seed 1] [--only "part of a name"]
//
// Prints counts; on a failure the invariant, the draw (JSON, which fast-check has shrunk) and the seed, and exits with 1.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { build } from "esbuild";
import fc from "fast-check";
import { computeColumns } from "../dist/index.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const { values } = parseArgs({
  options: {
    steps: { type: "string", default: "10000000" },
    seed: { type: "string", default: "1" },
    only: { type: "string", default: "" },
  },
});
const wanted = Number(values.steps);
let seed = Number(values.seed);

/** Node 20 runs no TypeScript: one file of the two modules, with what they use of src/. */
async function load() {
  const outfile = join(root, "node_modules", ".cache", "stress", "stress.mjs");
  mkdirSync(dirname(outfile), { recursive: true });
  const contents = 'export * from "./test/engine/cases.js"; export * from "./test/engine/invariants.js";';
  await build({
    ...{ stdin: { contents, resolveDir: root }, outfile, bundle: true, logLevel: "error" },
    ...{ platform: "node", format: "esm", target: "node20", external: ["fast-check"] },
  });
  return import(pathToFileURL(outfile).href);
}

const { draws, INVARIANTS, Lab } = await load();
const invariants = INVARIANTS.filter(({ name }) => name.includes(values.only));
const lab = new Lab({ computeColumns });
const RUNS_PER_SEED = 200;
const started = performance.now();

function report() {
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.log(
    `${lab.steps} output steps, ${lab.compared} comparisons, ${seconds} s; left out: ${JSON.stringify(lab.skipped)}`,
  );
}

let failures = 0;
let reported = 0;
while (lab.steps < wanted && failures === 0) {
  for (const { name, check } of invariants) {
    const result = fc.check(
      fc.property(draws, (draw) => check(lab, draw)),
      { seed, numRuns: RUNS_PER_SEED },
    );
    if (!result.failed) continue;
    failures++;
    console.error(`FAILED: ${name}\nseed ${seed}, path ${result.counterexamplePath}`);
    console.error(
      `${result.errorInstance instanceof Error ? result.errorInstance.message : result.errorInstance}\n${JSON.stringify(result.counterexample?.[0])}`,
    );
  }
  seed++;
  if (lab.steps - reported > 1e6) {
    reported = lab.steps;
    report();
  }
}
report();
console.log(failures === 0 ? `all ${invariants.length} invariants hold` : `${failures} invariants failed`);
process.exitCode = failures === 0 ? 0 : 1;
