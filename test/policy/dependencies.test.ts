/**
 * The packages this library stands on, by name. A new one is a decision (licence, size, upkeep, what it drags in):
 * change the list here in the same commit as package.json, say in CHANGELOG.md why, and make the lockfile with
 * `npm install --package-lock-only` on Node 20 after deleting it, so that every platform's binaries are in it.
 */
import { describe, expect, it } from "vitest";
import { manifest, read } from "./repository.js";

/** Pure JavaScript, each loaded only by its subpath or the command line (import-graph.test.ts). */
const DEPENDENCIES = ["@photostructure/tz-lookup", "commander", "fast-csv", "geotiff", "ndarray", "piscina", "proj4"];
const DEV_DEPENDENCIES = [
  "@biomejs/biome",
  "@seriousme/openapi-schema-validator", // judges openapi.yaml
  "@sparticuz/chromium", // the software Vulkan driver inside it
  "@stryker-mutator/core", // npm run mutate
  "@stryker-mutator/vitest-runner",
  "@tensorflow/tfjs-backend-cpu", // a second backend for the portable form
  "@types/ndarray",
  "@types/node",
  "ajv",
  "autocannon", // requests by the thousand
  "benchmark",
  "esbuild",
  "fast-check",
  "hyparquet", // reads back what hyparquet-writer wrote
  "openapi-typescript", // types of openapi.yaml
  "swagger-ui-dist",
  "typedoc",
  "typescript",
  "vitest",
  "yaml",
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
    expect(peers.sort()).toEqual([...OPTIONAL_PEERS, ...PEERS_NOT_INSTALLED].sort());
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

describe("the lockfile", () => {
  const text = read("package-lock.json");
  const { packages }: { packages: Record<string, LockEntry> } = JSON.parse(text);
  /** Not our own packages: the root, the folders of the others, and the links to them. */
  const installed = Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);

  it("agrees with package.json", () => {
    const { version, dependencies, devDependencies, peerDependencies } = manifest;
    expect(packages[""]).toMatchObject(
      JSON.parse(JSON.stringify({ version, dependencies, devDependencies, peerDependencies })),
    );
  });

  it("names no address, so that it installs from any registry", () => {
    const hint = "delete package-lock.json and node_modules, then npm install --package-lock-only (see .npmrc)";
    expect(
      installed.filter(([, { resolved }]) => resolved).map(([path]) => path),
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
