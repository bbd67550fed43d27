// Builds what is not that of the sources, each part from scratch: a file deleted in src/ must not live on in dist/.
//   node scripts/build.mjs              all packages
//   node scripts/build.mjs archive      one, and what it needs
//   node scripts/build.mjs release      all packages, and the data of the page compressed as far as it goes
// Types are not checked here but by `npm run types`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { COMMIT_FILE, commitModule, isCurrent, markBuilt, PARTS, sourcesOf } from "./build-stamp.mjs";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const require = createRequire(import.meta.url);
/** The parts of each package. */
const PACKAGES = {
  engine: ["engine"],
  archive: ["engine", "archive"],
  server: ["engine", "archive", "server", "page"],
  mcp: ["engine", "mcp"],
  release: ["engine", "archive", "server", "page", "mcp"],
};
/** Embedded data. */
const GENERATED = /\.generated\.js$/;
/** Doc blocks, which the types have, too. Comments of other kinds, which say why, stay where they are read: in the modules. */
const DOC_BLOCK = /^[ \t]*\/\*\*[\s\S]*?\*\/[ \t]*\n/gm;
/** Between two lines of one long text. */
const BREAK = /([A-Za-z0-9+/]{100})"\s*[,+]\s*"(?=[A-Za-z0-9+/]+={0,2}")/g;

const BUILD = {
  async engine() {
    await compile(".");
    await bundleWorker(join(root, "dist/answers/bulk/threads"));
    markCommands(".");
  },
  async archive() {
    await compile("archive");
    markCommands("archive");
  },
  async server() {
    await compile("server");
    copyDocs(join(root, "server"));
    markCommands("server");
  },
  async mcp() {
    await compile("mcp");
    markCommands("mcp");
  },
  async page() {
    const { bundleExplorer } = await import("./explorer/bundle.mjs");
    await bundleExplorer(join(root, "server/explorer"), join(root, PARTS.page.folder));
    const { clientPackage } = await import("./explorer/client-package.mjs");
    await server;
    writeFileSync(join(root, PARTS.page.folder, "client.tgz"), clientPackage(join(root, "server")));
  },
};

const wanted = process.argv.slice(2);
for (const name of wanted) {
  if (!Object.hasOwn(PACKAGES, name))
    throw new RangeError(`there is no package ${name}: ${Object.keys(PACKAGES).join(", ")}`);
}
const parts = new Set((wanted.length > 0 ? wanted : ["server", "mcp"]).flatMap((name) => PACKAGES[name]));
await made("engine");
const server = made("archive").then(() => made("server"));
await Promise.all([server, made("page"), made("mcp")]);
if (parts.has("server")) nameCommit();
if (parts.has("page")) {
  const { compressPage } = await import("./explorer/compress.mjs");
  const [folder, cache] = [PARTS.page.folder, "node_modules/.cache/compressed-page"].map((path) => join(root, path));
  await compressPage(folder, cache, { isRelease: wanted.includes("release") });
}

/** Builds a part that is wanted and not that of the sources. */
async function made(name) {
  if (!parts.has(name) || isCurrent(name, root)) return;
  const sources = sourcesOf(name, root);
  const { folder, apart } = PARTS[name];
  const kept = apart.map((path) => path.slice(folder.length + 1));
  if (existsSync(join(root, folder))) {
    for (const entry of readdirSync(join(root, folder)).filter((entry) => !kept.includes(entry))) {
      rmSync(join(root, folder, entry), { recursive: true });
    }
  }
  await BUILD[name]();
  markBuilt(name, sources, root);
}

async function compile(folder) {
  const home = join(root, folder);
  const tsc = [
    join(dirname(require.resolve("typescript-7/package.json")), "bin/tsc"),
    "-p",
    join(home, "tsconfig.build.json"),
    "--noCheck",
  ];
  const [status] = await once(spawn(process.execPath, tsc, { stdio: "inherit", cwd: home }), "exit");
  if (status !== 0) process.exit(status ?? 1);
  slim(join(home, "dist"));
}

/**
 * What a thread loads when it starts, as one file, and each module that it loads only when it is needed as another: to find and read
 * a hundred modules takes as long as to run them. Embedded data stays where it is: the package has it once.
 */
async function bundleWorker(threads) {
  const { build } = await import("esbuild");
  await build({
    entryPoints: [join(threads, "worker.js")],
    outdir: join(threads, "bundle"),
    bundle: true,
    splitting: true,
    packages: "external",
    format: "esm",
    platform: "node",
    target: "node20",
    minifyWhitespace: true,
    legalComments: "none",
    plugins: [dataBeside(join(threads, "bundle"))],
    tsconfigRaw: {},
    logLevel: "warning",
  });
}

/** Leaves modules of embedded data out of a bundle, which imports them from where they are. */
function dataBeside(outdir) {
  return {
    name: "data-beside",
    setup({ onResolve }) {
      onResolve({ filter: GENERATED }, ({ path, resolveDir }) => {
        const way = relative(outdir, join(resolveDir, path)).replaceAll("\\", "/");
        return { path: way, external: true };
      });
    },
  };
}

/** Takes out of modules what would only make the packages larger. */
function slim(dist) {
  for (const path of readdirSync(dist, { recursive: true, encoding: "utf8" }).filter((path) => path.endsWith(".js"))) {
    const [file, isData] = [join(dist, path), GENERATED.test(path)];
    const text = readFileSync(file, "utf8");
    const slimmed = isData ? text.replace(BREAK, "$1") : text.replace(DOC_BLOCK, "");
    if (slimmed !== text) writeFileSync(file, slimmed);
  }
}

/** Another commit is no reason for another build. */
function nameCommit() {
  const text = commitModule(root);
  const file = join(root, COMMIT_FILE);
  if (readFileSync(file, "utf8") !== text) writeFileSync(file, text);
}

/** npm marks commands as executable when it installs a package, not when its folder is built anew. */
function markCommands(folder) {
  const { bin = {} } = JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));
  for (const path of Object.values(bin)) chmodSync(join(root, folder, path), 0o755);
}

/** The pages of /docs: our own, without the guides beside them, and of Swagger UI what they need, so that nobody has to install that package. */
function copyDocs(home) {
  const target = join(home, "dist", "docs");
  mkdirSync(target);
  cpSync(join(home, "docs"), target, { recursive: true, filter: (path) => !path.endsWith(".md") });
  const swagger = dirname(require.resolve("swagger-ui-dist/package.json"));
  for (const file of ["swagger-ui-bundle.js", "swagger-ui.css", "favicon-32x32.png", "LICENSE", "NOTICE"]) {
    cpSync(join(swagger, file), join(target, file));
  }
}
