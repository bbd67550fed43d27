// Mutation testing (`npm run mutate`, research/mutation.md): which small changes of the code does no test notice?
// scripts/mutate.mjs says which lines, which tests and where the report goes.
const folder = process.env.MUTATION_FOLDER ?? ".stryker-tmp";

/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  plugins: ["@stryker-mutator/vitest-runner"],
  testRunner: "vitest",
  vitest: { configFile: "vitest.mutate.config.ts", related: true },
  // Only the tests that reach a mutant run against it.
  coverageAnalysis: "perTest",
  // What runs once at import (tables, constants of a module) would need a fresh process and all tests for every mutant.
  ignoreStatic: true,
  // The next run looks again only at what changed. Neither file is committed.
  incremental: true,
  incrementalFile: `${folder}/incremental.json`,
  tempDirName: `${folder}/sandbox`,
  ignorePatterns: ["/.stryker-tmp", "/coverage", "/out"],
  // Slow machines are not wrong: a mutant counts as an endless loop only well past its tests' own time.
  timeoutMS: 20_000,
  reporters: ["clear-text", "progress-append-only", "json", "html"],
  jsonReporter: { fileName: `${folder}/report.json` },
  htmlReporter: { fileName: `${folder}/report.html` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  disableTypeChecks: false,
};
