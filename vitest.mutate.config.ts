/** The tests that a mutation run asks: those of the mutated rooms, as scripts/mutate.mjs names them. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: JSON.parse(process.env.MUTATION_TESTS ?? "[]") as string[],
    exclude: [
      "test/engine/purity.test.ts",
      "archive/test/{archives-docs,command-line,description,readme}.test.ts",
      "test/foundation/shared/writer-lock.test.ts",
      "archive/test/*-faults.test.ts",
      "server/test/http/docs.test.ts",
      "**/node_modules/**",
    ],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
