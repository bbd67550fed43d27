import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

// .ci/run sets VITEST_JSON to count results from the JSON report; the README's command stays plain `npm test`.
const json = process.env.VITEST_JSON;

/**
 * Whole runs over many processes, every regular expression, and what users make of the packages: installed from their tarballs, bundled
 * for the browser, in the programs of guides and examples. Each takes up to minutes: `npm test` leaves them out, SLOW_TESTS=1 has them
 * alone, .ci/run has a step for them.
 */
const SLOW = [
  "server/test/bulk/{bulk,elevation,full-bucket,interruptions,workers}.test.ts",
  "server/test/learning/keep-processes.test.ts",
  "test/browser/bundles.test.ts",
  "test/examples/**/*.test.ts",
  "test/policy/{linear-expressions,pack}.test.ts",
];
const isSlowRun = process.env.SLOW_TESTS === "1";

/** They draw at random (test/draws.ts): a part in `npm test`, all where the slow tests run. */
const DRAWING = ["archive/test/*-faults.test.ts", "test/yield/laws/*.test.ts"];
/** In .ci/run, which has slow tests apart: that part is among all that these draw, by the same seed. */
const isBesideSlow = process.env.SLOW_TESTS === "apart";

/** They mock a module of src/, or of Node below one: Vite has to load it. */
const MOCKING = [
  "server/test/accounts/sqlite/failures.test.ts",
  "archive/test/disk-cache.test.ts",
  "archive/test/check-all.test.ts",
];

/** They look into the memory that all computations of a process share, or load the driver of a GPU into their process. */
const APART = ["test/engine/{grids,spread}.test.ts", "test/gpu/**/*.test.ts"];

/** All others leave their process as it was: no listener, folder, environment, spy or clock of theirs outlives a file. */
const ALL = ["test/**/*.test.ts", "archive/test/**/*.test.ts", "server/test/**/*.test.ts"];

/**
 * Tests import modules of src/ and get what the build made of them: one instance of each module, that of the packages, loaded by Node.
 * Through Vite each use of an import is a lookup, which makes some loops of arithmetic four times as slow. VITEST_NO_BUILD=1 has src/.
 */
const BUILT = process.env.VITEST_NO_BUILD
  ? []
  : [{ find: /^((?:\.\.\/)+)src\/(.+)\.[jt]s$/, replacement: "$1dist/$2.js" }];

/** Files of which each has a process of its own, or which share the processes, with the code that these have loaded. */
function project(
  name: string,
  files: { readonly include: string[]; readonly exclude?: string[] },
  { isolate = true, alias = BUILT } = {},
): TestProjectInlineConfiguration {
  return {
    resolve: { alias },
    test: {
      name,
      include: files.include,
      exclude: [...(files.exclude ?? []), "**/node_modules/**"],
      isolate,
      testTimeout: 60_000,
      hookTimeout: 120_000,
      // The built packages as Node loads them, not through Vite: what users run, and the faster way.
      server: { deps: { external: [/\/dist\/.*\.js$/] } },
    },
  };
}

export default defineConfig({
  test: {
    projects: isSlowRun
      ? [project("slow", { include: [...SLOW, ...DRAWING] })]
      : [
          project(
            "shared",
            { include: ALL, exclude: [...APART, ...MOCKING, ...SLOW, ...(isBesideSlow ? DRAWING : [])] },
            { isolate: false },
          ),
          project("apart", { include: APART }),
          project("mocking", { include: MOCKING }, { alias: [] }),
        ],
    globalSetup: ["test/build-once.ts"],
    // One more than there are cores: tests of outages wait most of their time. (Vitest by itself leaves a core free.)
    maxWorkers: availableParallelism() + 1,
    reporters: json ? ["default", "json"] : ["default"],
    ...(json ? { outputFile: { json } } : {}),
  },
});
