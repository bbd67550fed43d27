import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

// .ci/run sets VITEST_JSON to count results from the JSON report; the README's command stays plain `npm test`.
const json = process.env.VITEST_JSON;

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts", "archive/test/**/*.test.ts", "server/test/**/*.test.ts"],
    globalSetup: ["test/build-once.ts"],
    // Vitest leaves one core free, which on two cores is half of them.
    maxWorkers: availableParallelism(),
    testTimeout: 60_000,
    hookTimeout: 120_000,
    reporters: json ? ["default", "json"] : ["default"],
    ...(json ? { outputFile: { json } } : {}),
  },
});
