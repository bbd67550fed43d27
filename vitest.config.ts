import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// .ci/run sets VITEST_JSON to count results from the JSON report; the README's command stays plain `npm test`.
const json = process.env.VITEST_JSON;

/** Whole runs over many processes, of which each test takes ten seconds: `npm test` leaves them out, .ci/run has a step for them. */
const SLOW = ["server/test/jobs/bulk.test.ts"];
const isSlowRun = process.env.SLOW_TESTS === "1";

const ALL = ["test/**/*.test.ts", "archive/test/**/*.test.ts", "server/test/**/*.test.ts"];

/**
 * Folders whose tests start no process or thread, listen to no port, and change nothing outside a folder of their own; not engine/,
 * whose tests look into the memory that all computations of a process share.
 */
const PURE =
  "test/{accuracy,arrays,atmosphere,bifacial,cell-temperature,clear-sky,climate,climatology,contract,decomposition,equipment,forecast,horizon,incidence,math,observation,oracle,pv,report,shading,snow,soiling,solar-position,spectrum,time,tracking,transposition,weather,yield}/**/*.test.ts";

export default defineConfig({
  test: {
    projects: isSlowRun
      ? [{ extends: true, test: { name: "slow", include: SLOW } }]
      : [
          // Tests that compute, and leave their process as it was, share it with the code that it has loaded.
          { extends: true, test: { name: "pure", include: [PURE], isolate: false } },
          { extends: true, test: { name: "apart", include: ALL, exclude: [PURE, ...SLOW, "**/node_modules/**"] } },
        ],
    globalSetup: ["test/build-once.ts"],
    // Vitest leaves one core free, which on two cores is half of them.
    maxWorkers: availableParallelism(),
    // The built packages as Node loads them, not through Vite: what users run, and the faster way.
    server: { deps: { external: [/\/dist\/.*\.js$/] } },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: json ? ["default", "json"] : ["default"],
    ...(json ? { outputFile: { json } } : {}),
  },
});
