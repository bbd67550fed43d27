/**
 * The tests that a mutation run asks: those that compute in their own process, from src/. A mutant lives in the process of
 * the test; whoever starts a process or a thread from dist/, or walks the sources, would never meet it.
 */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: [
      "test/{decomposition,engine,oracle,pv,snow,tracking,weather}/**/*.test.ts",
      "test/climate/compute.test.ts",
      "test/bulk/{aggregate,files-formats,files-resume,identity,journal}.test.ts",
    ],
    exclude: ["test/engine/purity.test.ts"],
    testTimeout: 60_000,
  },
});
