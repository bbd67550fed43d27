import { availableParallelism } from "node:os";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

// .ci/run sets VITEST_JSON to count results from the JSON report; the README's command stays plain `npm test`.
const json = process.env.VITEST_JSON;

/**
 * What `npm run test:services` runs and `npm test` leaves out: tests that start processes, databases or other services, that wait for
 * clocks and outages, and whole runs (packages installed from their tarballs, every regular expression, the programs of guides).
 * Tests of `npm test` do none of it (test/policy/services.test.ts), so that no load of the machine turns one red.
 */
const SERVICES = [
  // processes
  "archive/test/{archives-docs,command-line,disk-cache-writers,proxy,readme}.test.ts",
  "archive/test/live/{kill,read-updates}.test.ts",
  "mcp/test/*.test.ts",
  "server/test/accounts/crash.test.ts",
  "server/test/accounts/postgres/{jobs,servers,tls}.test.ts",
  "server/test/cli/{bulk,commands}.test.ts",
  "server/test/client/client.test.ts",
  "server/test/deploy/{compose,prometheus,unit}.test.ts",
  "server/test/explorer/compressed.test.ts",
  "server/test/http/{jobs-faults,operations,outage}.test.ts",
  "server/test/jobs/queue-carrier.test.ts",
  "server/test/readme.test.ts",
  "test/bench/bench.test.ts",
  "test/answers/bulk/{faults,pool}.test.ts",
  "test/cli/{bench,bulk,bulk-yield,cli,completion,output}.test.ts",
  "test/examples/**/*.test.ts",
  "test/engine/observation/many-numbers.test.ts",
  "test/foundation/shared/folders.test.ts",
  "test/policy/{audit,build-stamp,exports,pack,readme,specification,workflows}.test.ts",
  // clocks, outages, crowds
  "archive/test/scans/{follow,follow-faults}.test.ts",
  "archive/test/{kept-bytes,net-faults}.test.ts",
  "server/test/accounts/group-commit.test.ts",
  "server/test/following/following.test.ts",
  "server/test/http/{connections,cut,failing-sources,same-yield}.test.ts",
  "server/test/learning/{keep,keep-processes}.test.ts",
  "server/test/jobs/pieces.test.ts",
  "test/answers/bulk/pool-cancel.test.ts",
  // whole runs: years chosen from many years, every town, every damaged block, every expression, bundles
  "archive/test/{catalogue-check,synthetic}.test.ts",
  "server/test/explorer/towns.test.ts",
  "server/test/http/{batch-large,climate-years,yield}.test.ts",
  "server/test/learning/learn.test.ts",
  "test/answers/{accuracy,how-accurate}.test.ts",
  "test/answers/bulk/{gridded,yields}.test.ts",
  "test/cli/{examined,generate,silence,typical-year}.test.ts",
  "test/answers/climate/{probable-year,selection,typical-year,generation/generate}.test.ts",
  "test/policy/{bundles,linear-expressions}.test.ts",
  "test/data/terrain/damaged-blocks.test.ts",
];

/** The same, each in a process of its own: they load the driver of a GPU, or bundle. */
const SERVICES_APART = ["test/browser/bundles.test.ts", "test/engine/gpu/**/*.test.ts"];

/** The same, of those that mock a module. */
const SERVICES_MOCKING = ["test/foundation/shared/writer-lock.test.ts"];

/**
 * They have many cases (test/draws.ts): a part in `npm test`, more of the same with the services. Where these run as well, as in .ci/run, the
 * part is left out with BESIDE_SERVICES=1.
 */
const MANY_CASES = [
  "archive/test/{hdf5,*-faults,live/power}.test.ts",
  "server/test/doors/hostile.test.ts",
  "server/test/http/bare-places.test.ts",
  "test/answers/bulk/simulate.test.ts",
  "test/answers/climate/generation/laws.test.ts",
  "test/engine/singles.test.ts",
  "test/answers/yield/laws/*.test.ts",
];

const TOLD_TWICE = process.env.BESIDE_SERVICES ? MANY_CASES : [];

/** Accounts in each store (server/test/accounts/stores.ts): in a file in `npm test`, in PostgreSQL with the services. */
const EACH_STORE = [
  "server/test/accounts/{account-changes,accounts,books,job-parts,jobs,jobs-sequences,prune,refunds,repeats,systems}.test.ts",
  "server/test/accounts/postgres/copies.test.ts",
];

/** They mock a module of src/, or of Node below one: Vite has to load it. */
const MOCKING = [
  "server/test/http/parquet-missing.test.ts",
  "server/test/accounts/sqlite/failures.test.ts",
  "archive/test/disk-cache.test.ts",
  "archive/test/check-all.test.ts",
];

/** They look into the memory that all computations of a process share. */
const APART = ["test/engine/{grids,spread}.test.ts"];

/** All others leave their process as it was: no listener, folder, environment, spy or clock of theirs outlives a file. */
const ALL = ["test/**/*.test.ts", "archive/test/**/*.test.ts", "server/test/**/*.test.ts", "mcp/test/**/*.test.ts"];

/**
 * Tests import modules of src/ and get what the build made of them: one instance of each module, that of the packages, loaded by Node.
 * Through Vite each use of an import is a lookup, which makes some loops of arithmetic four times as slow. VITEST_NO_BUILD=1 has src/.
 */
const BUILT = process.env.VITEST_NO_BUILD
  ? []
  : [{ find: /^((?:\.\.\/)+)src\/(.+)\.[jt]s$/, replacement: "$1dist/$2.js" }];

/** Longer than any test takes on a busy machine: it ends what hangs, and judges no time. */
const HANGS = 600_000;

interface ProjectOptions {
  /** Whether each file has a process of its own, or the files share processes, with the code that these have loaded. */
  readonly isolate?: boolean;
  readonly alias?: typeof BUILT;
  readonly withServices?: boolean;
}

function project(
  name: string,
  files: { readonly include: string[]; readonly exclude?: string[] },
  { isolate = true, alias = BUILT, withServices = false }: ProjectOptions = {},
): TestProjectInlineConfiguration {
  return {
    resolve: { alias },
    test: {
      name,
      include: files.include,
      exclude: [...(files.exclude ?? []), "**/node_modules/**"],
      isolate,
      testTimeout: HANGS,
      expect: { poll: { timeout: HANGS / 2 } },
      hookTimeout: HANGS,
      env: withServices ? { TEST_SERVICES: "1" } : {},
      // The built packages as Node loads them, not through Vite: what users run, and the faster way.
      server: { deps: { external: [/\/dist\/.*\.js$/] } },
    },
  };
}

export default defineConfig({
  test: {
    projects: [
      project(
        "shared",
        {
          include: ALL,
          exclude: [...APART, ...MOCKING, ...SERVICES, ...SERVICES_APART, ...SERVICES_MOCKING, ...TOLD_TWICE],
        },
        { isolate: false },
      ),
      project("apart", { include: APART }),
      project("mocking", { include: MOCKING }, { alias: [] }),
      project(
        "services",
        { include: [...SERVICES, ...MANY_CASES, ...EACH_STORE] },
        { isolate: false, withServices: true },
      ),
      project("services-mocking", { include: SERVICES_MOCKING }, { alias: [], withServices: true }),
      project("services-apart", { include: SERVICES_APART }, { withServices: true }),
    ],
    globalSetup: ["test/build-once.ts"],
    // Vitest by itself leaves a core free.
    maxWorkers: availableParallelism(),
    reporters: json ? ["default", "json"] : ["default"],
    ...(json ? { outputFile: { json } } : {}),
  },
});
